"""Parameters: named dimensions from which numbers of a mechanism are computed."""

from __future__ import annotations

import keyword
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

from sgkin.errors import FormError, NumberError, ParameterError, UnknownNameError, brief
from sgkin.model.expression import CONSTANTS, FUNCTIONS
from sgkin.model.form import finite, not_negative, pair, text
from sgkin.model.quantity import POWERS

USUAL = ("length", "angle", "plain")
"""What most parameters measure."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A named dimension: its value in SI units and radians, between which bounds it may lie, and its tolerance ±.

    `quantity`: whether it is a `length`, an `angle`, a `plain` number, or one of their powers, such as `per length`; it
    may be left out where expressions say it. `expression`: how it is computed from parameters above it, if it is.

    >>> Parameter(0.02, bounds=(0.005, 0.08), tolerance=0.00005).bounds
    (0.005, 0.08)
    """

    value: float
    bounds: tuple[float, float] | None = None
    tolerance: float | None = None
    quantity: str = ""
    expression: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", finite(self.value, "parameter: value"))
        if self.tolerance is not None:
            object.__setattr__(self, "tolerance", not_negative(self.tolerance, "parameter: tolerance"))
        if self.quantity:
            check_quantity(self.quantity, "parameter: quantity")
        text(self.expression, "parameter: expression")
        if self.bounds is not None:
            object.__setattr__(self, "bounds", pair(self.bounds, "parameter: bounds", "two numbers [from, to]"))
            check_bounds(self.value, self.bounds, "parameter")


def check_quantity(quantity: Any, where: str) -> str:
    """`quantity`, if a parameter can measure it."""
    if text(quantity, where) not in POWERS or quantity == "place":
        remedy = "or a power of them such as 'length²' or 'per length'"
        raise UnknownNameError(where, "quantity", quantity, USUAL, remedy)
    return str(quantity)


def check_bounds(value: float, bounds: tuple[float, float], where: str) -> None:
    """Raise where bounds are none, or a value does not lie between them."""
    low, high = bounds
    if not low < high:
        raise FormError(f"{where}: bounds", list(bounds), "two numbers [from, to], the smaller one first")
    if not low <= value <= high:
        raise NumberError(where, value, f"a value within its bounds, {low:.9g} to {high:.9g}")


def check_parameter_name(name: Any) -> str:
    """`name`, if a parameter can have it: expressions must be able to say it."""
    if not isinstance(name, str) or not name.isidentifier() or normalize("NFKC", name) != name:
        raise ParameterError(str(name), "expressions could not name it; use letters, digits and _, such as r1")
    if keyword.iskeyword(name) or name in FUNCTIONS or name in CONSTANTS:
        raise ParameterError(name, f"{brief(name)} means something else in expressions; name it otherwise")
    return name
