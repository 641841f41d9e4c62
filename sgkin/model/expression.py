"""Expressions: numbers that are computed from others, such as `r1 * cos(phi)`.

An expression is a tree of literals, names and operations. It can be evaluated for numbers of any kind: floats, arrays,
or numbers that remember how they were made. So evaluating takes two tables: what number each name is, and what each
operation does; + − * / are Python's own where the second does not say otherwise. `expression_text` reads expressions,
`dimension` says what they measure and takes them to SI.
"""

from __future__ import annotations

import math
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Number = Any
"""Whatever + − * / and the functions take."""
Functions = Mapping[str, Callable[..., Number]]

FUNCTIONS: Mapping[str, int] = {
    "sqrt": 1, "abs": 1, "exp": 1, "log": 1,
    "cos": 1, "sin": 1, "tan": 1, "acos": 1, "asin": 1, "atan": 1, "atan2": 2,
    "hypot": 2, "min": 2, "max": 2,
}  # fmt: skip
"""The functions that an expression may call, and of how many numbers each is."""
CONSTANTS: Mapping[str, float] = {"pi": math.pi}
ARITHMETIC: Functions = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "negative": operator.neg,
}


TOO_LARGE = "a number in it becomes too large"


class UndefinedError(ArithmeticError):
    """An operation that gives no number; its sentence."""


@dataclass(frozen=True, slots=True)
class Expression(ABC):
    """Base of all expressions."""

    @property
    def parts(self) -> tuple[Expression, ...]:
        """The expressions of which it is made."""
        return ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names that stand in it, each once, in their order."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.names))

    @abstractmethod
    def evaluate(self, names: Mapping[str, Number], functions: Functions) -> Number:
        """Its value where the names have given values; `functions`: what those of `FUNCTIONS` do."""


@dataclass(frozen=True, slots=True)
class Literal(Expression):
    """A number; `name`, if it is a constant that is written by name."""

    value: float
    name: str = ""

    def evaluate(self, names: Mapping[str, Number], functions: Functions) -> Number:
        return self.value


@dataclass(frozen=True, slots=True)
class Name(Expression):
    """A number by its name."""

    name: str

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def evaluate(self, names: Mapping[str, Number], functions: Functions) -> Number:
        return names[self.name]


@dataclass(frozen=True, slots=True)
class Operation(Expression):
    """One of `ARITHMETIC` or `FUNCTIONS`, of other expressions.

    >>> Operation("*", (Literal(2.0), Operation("cos", (Name("phi"),)))).evaluate({"phi": 0.0}, FLOATS)
    2.0
    """

    name: str
    arguments: tuple[Expression, ...]

    @property
    def parts(self) -> tuple[Expression, ...]:
        return self.arguments

    def evaluate(self, names: Mapping[str, Number], functions: Functions) -> Number:
        function = functions.get(self.name) or ARITHMETIC[self.name]
        return function(*[argument.evaluate(names, functions) for argument in self.arguments])


@dataclass(frozen=True, slots=True)
class Power(Expression):
    """A whole or half power: products of the base with itself, so that it is the same for numbers of every kind."""

    base: Expression
    exponent: Fraction

    @property
    def parts(self) -> tuple[Expression, ...]:
        return (self.base,)

    def evaluate(self, names: Mapping[str, Number], functions: Functions) -> Number:
        base, size = self.base.evaluate(names, functions), abs(self.exponent)
        multiply, divide = (functions.get(sign) or ARITHMETIC[sign] for sign in "*/")
        factors = [base] * int(size) + ([functions["sqrt"](base)] if size.denominator == 2 else [])
        found: Number = factors[0] if factors else 1.0
        for factor in factors[1:]:
            found = multiply(found, factor)
        return found if self.exponent >= 0 else divide(1.0, found)


def _checked(name: str, function: Callable[..., float]) -> Callable[..., float]:
    """A function of floats that says so where it gives no finite number."""

    def checked(*numbers: float) -> float:
        try:
            value = function(*numbers)
        except ValueError as error:
            raise UndefinedError(
                f"{name} of {', '.join(f'{number:.6g}' for number in numbers)} is no number"
            ) from error
        except ZeroDivisionError as error:
            raise UndefinedError("it divides by zero") from error
        except OverflowError:
            value = math.inf
        if not math.isfinite(value):
            raise UndefinedError(TOO_LARGE)
        return value

    return checked


FLOATS: Functions = {
    **{sign: _checked(sign, function) for sign, function in ARITHMETIC.items()},
    **{name: _checked(name, getattr(math, name)) for name in FUNCTIONS if hasattr(math, name)},
    **{"abs": abs, "min": min, "max": max},
}
"""The operations of floats; they raise `UndefinedError` where there is no number."""


def in_unit_of_angle(functions: Functions, unit: float) -> Functions:
    """The same with angles in another unit, of so many radians."""
    turning = {name: lambda angle, f=functions[name]: f(angle * unit) for name in ("cos", "sin", "tan")}
    turned = {
        name: lambda *numbers, f=functions[name]: f(*numbers) / unit for name in ("acos", "asin", "atan", "atan2")
    }
    return {**functions, **turning, **turned}
