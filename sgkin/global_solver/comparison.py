"""Two answers to one question: a motion by groups beside that of the whole mechanism.

Differences are in parts of the largest number of their kind, lengths counted in typical lengths of the mechanism; where
all of a kind are nearly zero they are rounding errors, and count in parts of what they are made of.
Steps at change points are left out: derivatives are limits there. Near one, derivatives lose digits with the quality of
the equations, and more may differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import DisagreementError, Outcome
from sgkin.global_solver.system import typical_length
from sgkin.motion import Motion
from sgkin.spatial_motion import SpatialMotion
from sgkin.whole_turns import whole_turns

AGREE, AGREE_COEFFICIENTS = 1e-9, 1e-8
"""How much motions, and their velocity coefficients, may differ."""
ROUNDING = 1e-12
"""What rounding makes of derivatives, multiplied by 1/quality for each order."""
ORDERS = {
    "position": 0,
    "velocity": 1,
    "acceleration": 2,
    "velocity_coefficients": 1,
    "coefficient_gradients": 2,
}


@dataclass(frozen=True, slots=True)
class Difference:
    """How far two motions differ in one quantity, in parts of the largest number.

    values (n,): the largest of each step; allowed (n,); names (n,): of the output that differs most.
    """

    quantity: str
    values: Floats
    allowed: Floats
    names: tuple[str, ...]

    @property
    def largest(self) -> float:
        """The largest of all steps."""
        return float(self.values.max(initial=0.0))

    @property
    def first(self) -> int | None:
        """The first step at which they differ more than is allowed."""
        wrong = np.flatnonzero(~(self.values <= self.allowed))
        return int(wrong[0]) if len(wrong) else None


def differences(motion: Motion, other: Motion, quality: Floats) -> Iterator[Difference]:
    """All that both motions have; quality (n,): of the equations, 1 where they are regular."""
    names = motion.outputs
    if not names:
        return
    quantities = ["position"] if motion.input_rates is None else ["position", "velocity", "acceleration"]
    if motion.has_coefficients and other.has_coefficients:
        quantities += ["velocity_coefficients", "coefficient_gradients"]
    unit = typical_length(motion.mechanism)
    steps = min(motion.steps, other.steps)
    regular = (motion.status[:steps] != Outcome.CHANGE_POINT).all(axis=1)
    regular &= (other.status[:steps] != Outcome.CHANGE_POINT).all(axis=1)
    scales: dict[str, float] = {}
    for quantity in quantities:
        found = [_read(motion, quantity, name, unit)[:steps] for name in names]
        theirs = (_read(other, quantity, name, unit)[:steps] for name in names)
        apart = [their - mine for their, mine in zip(theirs, found, strict=True)]
        if quantity == "position" and not motion.mechanism.is_spatial:
            for each in apart:  # an angle of half a turn can begin as one of minus half a turn
                each[:, 2:] -= [whole_turns(angle) for angle in each[:1, 2:].ravel().tolist()] or 0.0
        largest = max((float(np.abs(mine).max(initial=0.0)) for mine in found), default=0.0)
        scales[quantity] = max(largest, _made_of(quantity, motion, scales, unit)) or 1.0
        sizes = (np.abs(each).reshape(steps, prod(each.shape[1:])).max(axis=1, initial=0.0) for each in apart)
        table = np.stack(list(sizes), axis=1) / scales[quantity]
        table[~regular] = 0.0
        agree = AGREE_COEFFICIENTS if "coefficient" in quantity else AGREE
        allowed = agree + ROUNDING / np.maximum(quality[:steps], 1e-12) ** ORDERS[quantity]
        worst = [names[column] for column in np.argmax(np.nan_to_num(table, nan=np.inf), axis=1).tolist()]
        yield Difference(quantity, np.asarray(table.max(axis=1)), allowed, tuple(worst))


def _made_of(quantity: str, motion: Motion, scales: Mapping[str, float], unit: float) -> float:
    """How large the numbers are of which a quantity is made: the inputs' own, and squares of first derivatives."""
    given = {"velocity": motion.input_rates, "acceleration": motion.input_accelerations}.get(quantity)
    own = 1.0 if given is None else float((np.abs(given) / _input_scales(motion, unit)).max(initial=0.0))
    before = {"acceleration": "velocity", "coefficient_gradients": "velocity_coefficients"}.get(quantity)
    return max(own, scales[before] ** 2) if before else own


def _input_scales(motion: Motion, unit: float) -> Floats:
    kinds = [motion.mechanism.input_quantity(name) for name in motion.mechanism.input_names]
    return np.where([kind == "length" for kind in kinds], unit, 1.0)


def _read(motion: Motion, quantity: str, name: str, unit: float) -> Floats:
    """A quantity of a link or point with its lengths in a unit."""
    if isinstance(motion, SpatialMotion):
        return _read_in_space(motion, quantity, name, unit)
    values = np.array(getattr(motion, quantity)(name))
    values[:, :2] /= unit
    if "coefficient" in quantity:
        scales = _input_scales(motion, unit)
        values = values * scales
        if quantity == "coefficient_gradients":
            values = values * scales[:, None]
    return values


def _read_in_space(motion: SpatialMotion, quantity: str, name: str, unit: float) -> Floats:
    """The same in space: of a link its place and its axes, or velocities and angular velocities."""
    if "coefficient" in quantity:
        values = np.array(getattr(motion, quantity)(name))
        values[:, :3] /= unit
        scales = _input_scales(motion, unit)
        values = values * scales
        return values * scales[:, None] if quantity == "coefficient_gradients" else values
    found = [getattr(motion, quantity)(name) / unit]
    if "." not in name:
        turning = {"position": "orientation", "velocity": "angular_velocity", "acceleration": "angular_acceleration"}
        found.append(getattr(motion, turning[quantity])(name).reshape(motion.steps, -1))
    return np.concatenate(found, axis=1)


def refuse_disagreement(motion: Motion, other: Motion, quality: Floats) -> None:
    """Raise at the first step at which two motions differ."""
    name = motion.mechanism.name
    if motion.steps != other.steps:
        step = min(motion.steps, other.steps)
        raise DisagreementError(
            f"{name}: by groups {motion.steps} steps are reached, by the whole mechanism {other.steps}; "
            "use smaller steps, and report it if they still differ",
            step=step,
            motions=(motion, other),
        )
    wrong = [(found.first, found) for found in differences(motion, other, quality) if found.first is not None]
    if not wrong:
        return
    step, found = min(wrong, key=lambda pair: pair[0])
    raise DisagreementError(
        f"{name}: {found.quantity.replace('_', ' ')} of {found.names[step]} at step {step} by groups and by the whole "
        f"mechanism differ by {found.values[step]:.2g} of the largest, where {found.allowed[step]:.2g} is allowed; "
        "use smaller steps, and report it if they still differ",
        step=step,
        quantity=found.quantity,
        name=found.names[step],
        difference=float(found.values[step]),
        allowed=float(found.allowed[step]),
        motions=(motion, other),
    )
