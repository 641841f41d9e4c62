"""Units, and fields that say what they measure.

Numbers are SI and radians in Python and in the file's units in files; a field declared with `quantity` says which
unit applies, so that reading and writing a file need no knowledge of the single classes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from fractions import Fraction
from functools import cache
from typing import Any

from sgkin.errors import UnitError
from sgkin.model import form

LENGTHS: Mapping[str, float] = {"m": 1.0, "cm": 1e-2, "mm": 1e-3, "um": 1e-6, "km": 1e3, "in": 0.0254, "ft": 0.3048}
ANGLES: Mapping[str, float] = {"rad": 1.0, "deg": math.pi / 180.0, "turn": 2.0 * math.pi}
GREATEST = 8
"""The greatest power of a length or an angle that a number can measure."""


@cache
def power_name(length: float | Fraction, angle: float | Fraction) -> str:
    """What has these powers of length and angle, in words.

    >>> power_name(1, 0), power_name(-2, 0), power_name(4, -1), power_name(0, 0)
    ('length', 'per length²', 'length⁴ per angle', 'plain')
    """
    powers = (("length", Fraction(length)), ("angle", Fraction(angle)))
    over = [_power(base, power) for base, power in powers if power > 0]
    under = [f"per {_power(base, -power)}" for base, power in powers if power < 0]
    return " ".join(over + under) or "plain"


def _power(base: str, power: Fraction) -> str:
    if power.denominator != 1:
        return f"{base}^({power})"
    return base if power == 1 else base + str(power).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


_EXPONENTS = range(-GREATEST, GREATEST + 1)
POWERS: Mapping[str, tuple[int, int]] = {
    "place": (1, 0),
    **{power_name(length, angle): (length, angle) for length in _EXPONENTS for angle in _EXPONENTS},
}
"""With which power the units of length and angle enter a quantity; forces are in N, torques in N·m, masses in kg."""


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
        """SI value of one unit of a `length`, an `angle` or another of `POWERS`; 1 for a plain number."""
        length, angle = POWERS.get(kind, (0, 0))
        return float(LENGTHS[self.length] ** length * ANGLES[self.angle] ** angle)

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


def unit_text(kind: str, units: Units, others: str = "") -> str:
    """The unit of what is of a kind, and of other units besides: those above a line, and those below it after a /.

    >>> millimetres = Units("mm", "deg")
    >>> [unit_text(*each) for each in (("length", millimetres), ("per length", millimetres, "N"))]
    ['mm', 'N/mm']
    >>> unit_text("length²", millimetres, "kg"), unit_text("angle", millimetres, "/s"), unit_text("plain", millimetres)
    ('kg·mm²', 'deg/s', '')
    """
    above, below = ([part] if part else [] for part in (*others.split("/"), "")[:2])
    for base, power in zip((units.length, units.angle), POWERS.get(kind, (0, 0)), strict=True):
        if power:
            (above if power > 0 else below).append(_power(base, Fraction(abs(power))))
    if not below:
        return "·".join(above)
    return f"{'·'.join(above) or 1}/{'/'.join(below)}"


def quantity(
    kind: str,
    *,
    many: bool = False,
    above_zero: bool = False,
    not_negative: bool = False,
    per_link: bool = False,
    parts: tuple[str, ...] = (),
    unit: str = "",
    default: Any = MISSING,
) -> Any:
    """A dataclass field and what it holds.

    One of `POWERS`, a `time`, the driven `value` (a length or an angle) or what is `per value`, a `plain` number, a
    `word`, a `place` of a link (two lengths, or the name of a point), an `axis` (three components, or the names of two
    points), a `law`, a `coordinate` by name or a `function`.
    With `many` it holds a list. With `per_link` it holds one entry for each link of its joint, and the file has a table
    by link name; `parts` names the entries of a list. `unit`: in which units besides length and angle it is, as
    `unit_text` takes them, with `force` for N or N·m. None, where that is the default, is what was not given.
    """
    metadata = {"kind": kind, "many": many, "above_zero": above_zero, "not_negative": not_negative}
    return field(default=default, metadata=metadata | {"per_link": per_link, "parts": parts, "unit": unit})


def of_measure(kind: str, measure: str) -> str:
    """What a field holds that holds a `value`, or something `per value`, of a coordinate that is a length or an angle.

    >>> of_measure("per value", "angle")
    'per angle'
    """
    return kind.replace("value", measure)


def checked(value: Any, metadata: Mapping[str, Any], where: str) -> Any:
    """`value`, if it has the form that its field declares; in SI or in the units of a file."""
    kind = metadata["kind"]
    if kind in ("function", "law", "coordinate"):
        return value  # each has a check of its own
    if metadata["many"]:
        things = {"word": "names", "place": "places", "axis": "directions"}.get(kind, "numbers")
        given = form.entries(value, where, f"a list of {things}")
        return tuple(checked(each, {**metadata, "many": False}, where) for each in given)
    if kind == "word":
        return form.text(value, where)
    if kind == "axis":
        return form.axis(value, where)
    if kind == "place":
        expected = "the name of a point, or two coordinates [x, y]"
        return value if isinstance(value, str) else form.pair(value, where, expected)
    if metadata["not_negative"]:
        return form.not_negative(value, where)
    return form.positive(value, where) if metadata["above_zero"] else form.finite(value, where)


def check_fields(owner: Any, where: str, skipped: int = 0) -> None:
    """Check all fields of a frozen dataclass that declare a quantity, but the first few; None is what was not given."""
    for entry in (entry for entry in fields(owner)[skipped:] if entry.metadata):
        value = getattr(owner, entry.name)
        if value is not None or entry.default is not None:
            object.__setattr__(owner, entry.name, checked(value, entry.metadata, f"{where}: {entry.name}"))
