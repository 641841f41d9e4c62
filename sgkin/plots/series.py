"""What there is to plot of a motion: columns with a name and a unit, in the units of the mechanism's file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Protocol

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import InputError, UnknownNameError
from sgkin.model.mechanism import Mechanism
from sgkin.model.pose_coordinates import POSE_COORDINATES
from sgkin.motion import NO_VELOCITIES, Motion

QUANTITIES = ("position", "velocity", "acceleration", "K", "L")
PARTS = ("x", "y", "theta")
IN_SPACE = ("x", "y", "z", "alpha", "beta", "gamma", "wx", "wy", "wz")
"""Of links in space: places, angles of Bryant, and turns about the axes of ground, of which there are only rates."""
SYMBOLS = {
    "x": "x", "y": "y", "z": "z", "theta": "θ", "alpha": "α", "beta": "β", "gamma": "γ",
    "wx": "φx", "wy": "φy", "wz": "φz",
}  # fmt: skip
DOTS = ("", "\u0307", "\u0308")
"""Over the letter: none, one or two."""
UNROLLED = ("alpha", "gamma")
"""Angles that are known within a turn; curves of them go on."""
OF_JOINTS = {
    "angle": ("angle", "angular velocity", "angular acceleration"),
    "length": ("stroke", "velocity", "acceleration"),
}
CONSTANT = 1e-9
"""Values that differ by less than this part of what is usual in the mechanism are one."""


@dataclass(frozen=True, slots=True)
class Series:
    """A curve (n,): what it is, in which unit, and whether it is an angle or a length at heart.

    `quantity`: what its axis is called. `usual`: how large such values are in this mechanism, by its size and its time.
    `is_drawn`: even where it is constant, because that is what one wants to see.
    """

    name: str
    quantity: str
    unit: str
    kind: str
    values: Floats
    usual: float = 1.0
    is_drawn: bool = False

    @property
    def constant(self) -> float | None:
        """The value, if it is the same all the time and need not be drawn; otherwise None.

        >>> Series("x of P", "position", "m", "length", np.array([2.0, 2.0])).constant
        2.0
        """
        middle = 0.5 * float(self.values.min() + self.values.max())
        if self.is_drawn or np.ptp(self.values) > CONSTANT * max(self.usual, abs(middle)):
            return None
        return middle if abs(middle) > CONSTANT * self.usual else 0.0


def motion_series(motion: Motion, names: Sequence[str], quantity: str, parts: Sequence[str] | None) -> list[Series]:
    """The curves of links, points and joints, in the order of the names.

    quantity: `position`, `velocity`, `acceleration`, or `K` and `L`, the velocity coefficients and their gradients.
    parts: which of x, y and theta, in space of those of `IN_SPACE`, by default all that there are. A joint has a single
    curve: its angle or stroke.
    """
    if quantity not in QUANTITIES:
        raise UnknownNameError("plot", "quantity", quantity, QUANTITIES)
    known = IN_SPACE if motion.mechanism.is_spatial else PARTS
    for part in parts or ():
        if part not in known:
            raise UnknownNameError("plot", "part", part, known)
    series = []
    joints = [joint.name for joint in motion.mechanism.joints]
    for name in (name if name in joints else motion.mechanism.full_name(name, "plot") for name in names):
        if quantity in ("K", "L"):
            series += _coefficients(motion, name, quantity, parts)
        elif _is_joint(motion, name):
            series.append(_joint(motion, name, QUANTITIES.index(quantity)))
        else:
            series += _outputs(motion, name, QUANTITIES.index(quantity), parts)
    if not series:
        raise InputError(f"there is nothing to plot: none of {', '.join(names)} has {' or '.join(parts or known)}")
    return series


class Stepped(Protocol):
    """What goes through steps: a motion, or many."""

    @property
    def mechanism(self) -> Mechanism: ...

    @property
    def times(self) -> Floats | None: ...

    @property
    def inputs(self) -> Floats: ...


def abscissa(motion: Stepped, against: str | None) -> Series:
    """What curves are drawn against: `time`, or an input by its name; by default the time, if there is one."""
    mechanism = motion.mechanism
    if against is None:
        against = "time" if motion.times is not None else mechanism.input_names[0]
    if against == "time" and "time" not in mechanism.input_names:
        if motion.times is None:
            raise InputError("this motion was solved for inputs, not for times; plot it against an input")
        return Series("t", "time", "s", "time", motion.times)
    kind = mechanism.input_quantity(against)
    values = motion.inputs[:, mechanism.input_names.index(against)] / mechanism.units.factor(kind)
    return Series(against, against, _unit(motion, kind), kind, values)


def _is_joint(motion: Motion, name: str) -> bool:
    """Whether a name is that of a joint, and of no link; refused if it is neither, nor a point."""
    links = [link.name for link in motion.mechanism.links]
    joints = [joint.name for joint in motion.mechanism.joints]
    if "." not in name and name not in (*links, *joints):
        raise UnknownNameError("plot", "link or joint", name, (*links, *joints))
    return name in joints and name not in links


def _unit(motion: Stepped, kind: str) -> str:
    units = motion.mechanism.units
    return units.angle if kind == "angle" else units.length


def _joint(motion: Motion, name: str, order: int) -> Series:
    joint = motion.joint(name)
    values = (joint.value, joint.rate, joint.acceleration)[order]
    if values is None:
        raise InputError(NO_VELOCITIES)
    kind = "length" if motion.mechanism.joint(name).coordinate == "stroke" else "angle"
    unit = _unit(motion, kind) + ("", "/s", "/s²")[order]
    what, factor = OF_JOINTS[kind][order], motion.mechanism.units.factor(kind)
    return Series(f"{what} of {name}", what, unit, kind, values / factor, _usual(motion, kind, order) / factor)


def _usual(motion: Motion, kind: str, order: int) -> float:
    """How large a value, a rate or an acceleration is in a mechanism of this size that takes this time, in SI."""
    times = motion.times
    seconds = float(np.ptp(times)) if times is not None and motion.steps > 1 else 1.0
    return (1.0 if kind == "angle" else motion.mechanism.size) / (seconds or 1.0) ** order


def _outputs(motion: Motion, name: str, order: int, parts: Sequence[str] | None) -> list[Series]:
    series = []
    for part, kind, values in motion.parts(name, order):
        if parts is None or part in parts:
            unit = _unit(motion, kind) + ("", "/s", "/s²")[order]
            factor = motion.mechanism.units.factor(kind)
            what = OF_JOINTS[kind][order] if order or kind == "angle" else "position"
            label, usual = f"{_dotted(part, order)} of {name}", _usual(motion, kind, order) / factor
            values = np.unwrap(values) if part in UNROLLED else values
            series.append(Series(label, what, unit, kind, values / factor, usual))
    return series


def _dotted(part: str, order: int) -> str:
    """A coordinate with a dot for every derivative; turns in space have rates alone, which are called ω.

    >>> _dotted("x", 0), _dotted("wx", 1)
    ('x', 'ωx')
    """
    return f"ω{DOTS[order - 1]}{part[1]}" if part[0] == "w" else f"{SYMBOLS[part]}{DOTS[order]}"


def _coefficients(motion: Motion, name: str, quantity: str, parts: Sequence[str] | None) -> list[Series]:
    """Every entry of K or L, each with its own unit."""
    mechanism, inputs = motion.mechanism, motion.mechanism.input_names
    values = motion.velocity_coefficients(name) if quantity == "K" else motion.coefficient_gradients(name)
    kinds = [mechanism.input_quantity(each) for each in inputs]
    series = []
    coordinates = list(POSE_COORDINATES[mechanism.space].items())
    for column, (part, kind) in enumerate(coordinates[: values.shape[1]]):
        if parts is not None and part not in parts:
            continue
        for pair in combinations_with_replacement(range(len(inputs)), 1 if quantity == "K" else 2):
            factor = mechanism.units.factor(kind)
            for i in pair:
                factor /= mechanism.units.factor(kinds[i])
            below = [_unit(motion, kinds[i]) for i in pair]
            per = f"{below[0]}²" if len(pair) == 2 and below[0] == below[1] else " ".join(below)
            label = f"{_derivative(SYMBOLS[part], [inputs[i] for i in pair])} of {name}"
            entry = values[:, column].reshape(motion.steps, -1)[:, np.ravel_multi_index(pair, values.shape[2:])]
            usual = _usual(motion, kind, 0) / np.prod([_usual(motion, kinds[i], 0) for i in pair]) / factor
            series.append(Series(label, quantity, f"{_unit(motion, kind)}/{per}", kind, entry / factor, float(usual)))
    return series


def _derivative(symbol: str, inputs: list[str]) -> str:
    """A derivative as it is written.

    >>> _derivative("x", ["motor", "motor"])
    '∂²x/∂motor²'
    """
    if len(inputs) == 1:
        return f"∂{symbol}/∂{inputs[0]}"
    first, second = inputs
    return f"∂²{symbol}/∂{first}²" if first == second else f"∂²{symbol}/∂{first}∂{second}"
