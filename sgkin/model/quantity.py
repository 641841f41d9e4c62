"""Units, and fields that say what they measure.

Numbers are SI and radians in Python and in the file's units in files; a field declared with `quantity` says which
unit applies, so that reading and writing a file need no knowledge of the single classes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field
from typing import Any

from sgkin.errors import UnitError
from sgkin.model import form

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
        for kind, unit, known in (("length", self.length, LENGTHS), ("angle", self.angle, ANGLES)):
            if not isinstance(unit, str) or unit not in known:
                raise UnitError("units", f"unit of {kind}", unit, known)

    def factor(self, kind: str) -> float:
        """SI value of one unit of a `length` or an `angle`; 1 for a plain number."""
        return {"length": LENGTHS[self.length], "angle": ANGLES[self.angle]}.get(kind, 1.0)

    def read(self, value: float, kind: str) -> float:
        """From the file's unit to SI."""
        return value * self.factor(kind)

    def write(self, value: float, kind: str) -> float:
        """From SI to the shortest number in the file's unit that `read` takes back to the same SI value.

        An SI value that no number in that unit gives comes back with its last digit changed.
        """
        exact = value / self.factor(kind)
        rounded = (float(f"{exact:.{digits}g}") for digits in range(6, 17))
        return next((number for number in rounded if self.read(number, kind) == value), exact)


def quantity(
    kind: str, *, many: bool = False, above_zero: bool = False, per_link: bool = False, default: Any = MISSING
) -> Any:
    """A dataclass field and what it holds.

    `length`, `angle`, `time`, the driven `value` (a length or an angle), a `plain` number, a `word` or a `function`.
    With `many` it holds a list of numbers. With `per_link` it holds one entry for each link of its joint, and the
    file has a table by link name.
    """
    metadata = {"kind": kind, "many": many, "above_zero": above_zero, "per_link": per_link}
    return field(default=default, metadata=metadata)


def checked(value: Any, metadata: Mapping[str, Any], where: str) -> Any:
    """`value`, if it has the form that its field declares; in SI or in the units of a file."""
    if metadata["kind"] == "word":
        return form.text(value, where)
    number = form.positive if metadata["above_zero"] else form.finite
    if metadata["many"]:
        return tuple(number(each, where) for each in form.entries(value, where, "a list of numbers"))
    return number(value, where)
