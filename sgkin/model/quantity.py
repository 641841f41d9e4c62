"""Units, and fields that say what they measure.

Numbers are SI and radians in Python and in the file's units in files; a field declared with `quantity` says which
unit applies, so that reading and writing a file need no knowledge of the single classes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field
from numbers import Real
from typing import Any

from sgkin.errors import BadNameError, NumberError, UnitError

LENGTHS: Mapping[str, float] = {"m": 1.0, "cm": 1e-2, "mm": 1e-3, "um": 1e-6, "km": 1e3, "in": 0.0254, "ft": 0.3048}
ANGLES: Mapping[str, float] = {"rad": 1.0, "deg": math.pi / 180.0, "turn": 2.0 * math.pi}


@dataclass(frozen=True, slots=True)
class Units:
    """The units of a mechanism's file, tables and plots. Time is in seconds.

    >>> Units("mm", "deg").factor("length")
    0.001
    """

    length: str = "m"
    angle: str = "rad"

    def __post_init__(self) -> None:
        if self.length not in LENGTHS:
            raise UnitError("units", "unit of length", self.length, LENGTHS)
        if self.angle not in ANGLES:
            raise UnitError("units", "unit of angle", self.angle, ANGLES)

    def factor(self, kind: str) -> float:
        """SI value of one unit of a `length` or an `angle`; 1 for a plain number."""
        return {"length": LENGTHS[self.length], "angle": ANGLES[self.angle]}.get(kind, 1.0)

    def read(self, value: float, kind: str) -> float:
        """From the file's unit to SI."""
        return value * self.factor(kind)

    def write(self, value: float, kind: str) -> float:
        """From SI to the shortest number in the file's unit that `read` takes back to the same SI value."""
        factor = self.factor(kind)
        for digits in range(6, 17):
            short = float(f"{value / factor:.{digits}g}")
            if short * factor == value:
                return short
        return value / factor


def quantity(kind: str, *, per_link: bool = False, default: Any = MISSING) -> Any:
    """A dataclass field and what it holds.

    `length`, `angle`, `time`, the driven `value` (a length or an angle), a `plain` number, a `word` or a `function`.
    With `per_link` it holds one entry for each link of its joint, and the file has a table by link name.
    """
    return field(default=default, metadata={"kind": kind, "per_link": per_link})


def finite(value: Any, where: str) -> float:
    """`value` as a finite float, or an error that says where it stands."""
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise NumberError(where, value)
    return float(value)


def positive(value: Any, where: str) -> float:
    """`value` as a finite float above zero."""
    if finite(value, where) <= 0.0:
        raise NumberError(where, value, "a number above zero")
    return float(value)


def checked_name(name: Any, thing: str) -> str:
    """`name`, if references such as `coupler.P` can be written with it."""
    if not isinstance(name, str) or not name or "." in name or name != name.strip():
        raise BadNameError(thing, name)
    return name
