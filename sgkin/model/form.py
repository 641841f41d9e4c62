"""What is accepted as a number, a place, a name or a list; anything else is an error that says where it stands."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin.errors import BadNameError, FormError, InputError, NumberError, brief
from sgkin.kernels.limits import LARGEST

SHORTEST_AXIS = 1.0 / LARGEST
"""Below this the square of a direction would be no number."""


def finite(value: Any, where: str) -> float:
    """`value` as a finite float that can be computed with; a float that is more than that stays what it is."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise NumberError(where, value)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise NumberError(where, value)
    if abs(number) > LARGEST:
        raise NumberError(where, value, f"a number of at most {LARGEST:g}")
    return value if isinstance(value, float) and not isinstance(value, np.floating) else number


def positive(value: Any, where: str) -> float:
    """`value` as a finite float above zero."""
    number = finite(value, where)
    if number <= 0.0:
        raise NumberError(where, value, "a number above zero")
    return number


def not_negative(value: Any, where: str) -> float:
    """`value` as a finite float that is zero or above."""
    number = finite(value, where)
    if number < 0.0:
        raise NumberError(where, value, "zero or a number above it")
    return number


def count(value: Any, where: str, least: int = 0) -> int:
    """`value` as a whole number."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise NumberError(where, value, f"a whole number, {('zero', 'one')[least]} or more")
    return int(value)


def too_large(value: float, limit: float) -> str:
    """A number that cannot be computed with, as it stands in a sentence."""
    if not math.isfinite(value):
        return f"{value:g}; every number must be finite"
    return f"{value:g}; numbers up to {limit:g} in SI units can be computed with"


def real_numbers(values: Any, name: str) -> NDArray[np.float64]:
    """A copy of real numbers, in an array."""
    try:
        array = np.array(values)
        if array.dtype.kind not in "fiub":
            raise ValueError(f"{array.dtype} is no type of real numbers")
        return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{name} must be an array of real numbers; found {brief(values)}") from error


def entries(value: Any, where: str, expected: str) -> tuple[Any, ...]:
    """The entries of a list; neither a text nor a table is one."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise FormError(where, value, expected)
    return tuple(value)


def pair(value: Any, where: str, expected: str = "two coordinates [x, y]") -> tuple[float, float]:
    """`value` as two finite floats."""
    given = entries(value, where, expected)
    if len(given) != 2:
        raise FormError(where, value, expected)
    return finite(given[0], where), finite(given[1], where)


def place(value: Any, where: str) -> tuple[float, ...]:
    """`value` as the coordinates of a point, two in the plane and three in space."""
    expected = "two coordinates [x, y], or three in space"
    given = entries(value, where, expected)
    if len(given) not in (2, 3):
        raise FormError(where, value, expected)
    return tuple(finite(each, where) for each in given)


def vector(value: Any, where: str, expected: str = "three components [x, y, z]") -> tuple[float, float, float]:
    """`value` as three finite floats."""
    given = entries(value, where, expected)
    if len(given) != 3:
        raise FormError(where, value, expected)
    return finite(given[0], where), finite(given[1], where), finite(given[2], where)


def axis(value: Any, where: str) -> tuple[str, ...] | tuple[float, float, float]:
    """`value` as a direction in space: three components that are not all zero, or the names of two points."""
    expected = "a direction [x, y, z], or two points that it runs through"
    given = entries(value, where, expected)
    if given and all(isinstance(each, str) for each in given):
        if len(given) != 2 or given[0] == given[1]:
            raise FormError(where, value, expected)
        return given
    found = vector(given, where, expected)
    if max(map(abs, found)) < SHORTEST_AXIS:
        raise FormError(where, value, "a direction that is not zero")
    return found


def names(value: Any, where: str) -> tuple[str, ...]:
    """`value` as names; a single text is not a list of its letters."""
    return tuple(text(name, where) for name in entries(value, where, "a list of names"))


def text(value: Any, where: str) -> str:
    """`value`, if it is a text."""
    if not isinstance(value, str):
        raise FormError(where, value, "a text in quotes")
    return value


def truth(value: Any, where: str) -> bool:
    """`value`, if it is true or false."""
    if not isinstance(value, bool):
        raise FormError(where, value, "true or false")
    return value


def table(value: Any, where: str) -> Mapping[str, Any]:
    """`value`, if it is a table of named entries."""
    if not isinstance(value, Mapping):
        raise FormError(where, value, "a table such as { name = value }")
    return value


def checked_name(name: Any, thing: str) -> str:
    """`name`, if references such as `coupler.P` can be written with it."""
    if not isinstance(name, str) or not name or "." in name or name != name.strip() or not name.isprintable():
        raise BadNameError(thing, name)
    return name
