"""What is wanted of an output: values at so many targets, each at an input of its own or at stated ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sgkin.arrays import Floats
from sgkin.designs.design_motions import DesignMotions
from sgkin.errors import InputError
from sgkin.kernels.limits import LARGEST
from sgkin.model.form import real_numbers
from sgkin.text_table import count as counted
from sgkin.whole_turns import WHOLE_TURN

PARTS = ("x", "y", "theta")
"""Of the position of a link; a point has the first two."""


@dataclass(frozen=True, slots=True)
class Targets:
    """n targets of c parts of an output, in SI units and radians.

    `values` (n, c); `parts`: which columns of the output's position they are; `weights` (c,): by what differences are
    multiplied to be compared: one over a size for lengths. `timing` (n,): inputs at the targets, counted from a start
    that is free or, with `is_started`, the initial input; None where each has an input of its own, then `is_ordered`
    says whether they are passed in their order. `is_shifted`: outputs are counted from a free zero.
    """

    output: str
    parts: tuple[int, ...]
    values: Floats = field(repr=False)
    weights: Floats
    timing: Floats | None = field(default=None, repr=False)
    is_started: bool = False
    is_ordered: bool = False
    is_shifted: bool = False

    @property
    def periods(self) -> Floats:
        """After how much each part (c,) is the same again, infinite for lengths."""
        return np.array([WHOLE_TURN if part == 2 else np.inf for part in self.parts])

    def read(self, motions: DesignMotions) -> Floats:
        """The parts of the output in all designs (d, m, c)."""
        return motions.position(self.output)[..., list(self.parts)]

    def off(self, found: Floats) -> Floats:
        """By how much outputs (…, n, c) are off, angles less whole turns, from the best zero where that is free."""
        off = unturned(found - self.values, self.periods)
        return centred(off, self.periods) if self.is_shifted else off

    @property
    def conditions(self) -> int:
        """How many there are."""
        return self.values.size


def unturned(off: Floats, periods: Floats) -> Floats:
    """Differences (…, c) less whole periods."""
    whole = np.where(np.isinf(periods), 0.0, periods)
    return np.asarray(off - np.round(off / periods) * whole)


def centred(off: Floats, periods: Floats) -> Floats:
    """Differences (…, n, 1) from the zero for which they are least, angles less whole turns."""
    unwrapped = off if np.isinf(periods[0]) else np.unwrap(off, axis=-2)
    return np.asarray(unwrapped - unwrapped.mean(axis=-2, keepdims=True))


def taken_targets(given: Any, name: str, columns: tuple[str, ...], least: int) -> Floats:
    """Targets (n, c) as the user gives them, or a sentence about what is wrong with them."""
    values = real_numbers(given, name)
    wanted = f"a row for each target, with {' and '.join(columns)}" if len(columns) > 1 else "a number for each target"
    if values.ndim != (2 if len(columns) > 1 else 1) or (values.ndim == 2 and values.shape[1] != len(columns)):
        raise InputError(f"{name} have the shape {np.shape(values)}; give {wanted}")
    _refuse_endless(values, name)
    if len(values) < least:
        raise InputError(f"{name}: {counted(len(values), 'target')} is too few; give {least} or more")
    return np.ascontiguousarray(values)


def taken_timing(given: Any, name: str, targets: int) -> Floats:
    """Inputs at the targets (n,)."""
    values = real_numbers(given, name)
    if values.shape != (targets,):
        raise InputError(f"{name} has the shape {values.shape}; give a number for each of the {targets} targets")
    _refuse_endless(values, name)
    return values


def _refuse_endless(values: Floats, name: str) -> None:
    if not np.isfinite(values).all():
        place = np.argwhere(~np.isfinite(values))[0]
        raise InputError(f"{name}: number {place[0]} is {values[tuple(place)]}; give finite numbers")
    largest = float(np.abs(values).max(initial=0.0))
    if largest > LARGEST:
        raise InputError(f"{name}: a number is {largest:.3g} large, {LARGEST:g} is the most; give them in other units")


def size_of(points: Floats) -> float:
    """The root mean square distance of points (n, 2) from their centre."""
    return float(np.sqrt(((points - points.mean(axis=0)) ** 2).sum(axis=1).mean()))
