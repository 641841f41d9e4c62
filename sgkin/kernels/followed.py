"""What lane functions compute, as a graph: their plain Python, run on numbers that remember how they were made.

A lane function is followed with everything that it calls. The functions of `math`, and `min` and `max`, become
operations of the graph, and so do those of `sgkin.kernels.derivative_marks`. Numbers have no values here: whatever asks
for one, to decide by it or to count with it, is refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from math import nan
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, NoReturn

import numpy as np

from sgkin.kernels import derivative_marks
from sgkin.kernels.fingerprint import codes_of, plain
from sgkin.traced_number import CONSTANT, NumberGraph, TracedNumber, traced


class FollowingError(TypeError):
    """A lane function does what cannot be followed."""


class LaneNumber(TracedNumber):
    """A number of a lane function: it is a node, and has no value."""

    __slots__ = ()

    def _refuse(self, *_: Any) -> NoReturn:
        raise FollowingError(
            "it asks for the value of a number that varies, in a condition or as a count; choose with min, max, abs or "
            "at_least_zero of sgkin.kernels.derivative_marks"
        )

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __bool__ = _refuse
    __int__ = __float__ = __floor__ = __ceil__ = __trunc__ = __round__ = _refuse  # type: ignore[assignment]
    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __divmod__ = _refuse
    __hash__ = TracedNumber.__hash__


class LaneGraph(NumberGraph):
    """A graph of numbers of lane functions."""

    def number(self, value: float, node: int) -> LaneNumber:
        return LaneNumber(value, self, node)

    def make(self, operation: str, *numbers: float) -> TracedNumber:
        return self.number(nan, self.node(operation, *numbers))

    def named(self, name: str) -> TracedNumber:
        """A leaf."""
        return self.leaf(name, nan)

    def at(self, node: int) -> float:
        """The number that is a node."""
        operation, arguments = self.nodes[node]
        return arguments[0] if operation == CONSTANT else self.number(nan, node)


def _operation(name: str) -> Callable[..., Any]:
    """A function that becomes an operation where numbers vary."""
    return traced(name, getattr(math, name))


def _several(name: str, choose: Callable[..., Any]) -> Callable[..., Any]:
    """The smallest or largest of some numbers."""
    of_two = traced(name, choose)

    def function(*numbers: Any) -> Any:
        found = numbers[0]
        for number in numbers[1:]:
            found = of_two(found, number)
        return found

    return function


FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: _operation(name) for name in ("sqrt", "cos", "sin", "tan", "acos", "asin", "atan", "atan2", "exp", "log")},
    "arccos": _operation("acos"),
    "arcsin": _operation("asin"),
    "arctan": _operation("atan"),
    "arctan2": _operation("atan2"),
    "hypot": lambda x, y: FUNCTIONS["sqrt"](x * x + y * y),
    "pow": lambda x, y: x**y,
    "fabs": abs,
    "abs": abs,
    "absolute": abs,
    "copysign": lambda x, y: abs(x) * (2.0 * MARKS["at_least_zero"](y) - 1.0),
    "min": _several("smaller", min),
    "max": _several("larger", max),
    "minimum": _several("smaller", min),
    "maximum": _several("larger", max),
}
"""What functions of `math`, of numpy and built-in ones become, by their names."""
MARKS: dict[str, Callable[..., Any]] = {
    name: traced(name, plain(getattr(derivative_marks, name))) for name in ("at_least_zero", "held", "changing")
}


class _Module:
    """A module whose functions are followed."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return _followed(getattr(self._module, name), f"{self._module.__name__}.{name}")


@cache
def follow(function: Callable[..., Any]) -> Callable[..., Any]:
    """A lane function with everything that it calls, to be run on numbers of a graph."""
    source = plain(function)
    if source.__module__ == derivative_marks.__name__:
        return MARKS[source.__name__]
    if source.__closure__:
        raise FollowingError(f"{source.__qualname__} uses {', '.join(source.__code__.co_freevars)} of another function")
    names = {name for code in codes_of(source.__code__) for name in code.co_names}
    known = {name: _followed(source.__globals__[name], name) for name in names if name in source.__globals__}
    known = {name: FUNCTIONS[name] for name in names if name in ("min", "max", "pow")} | known
    return FunctionType(source.__code__, known, source.__name__, source.__defaults__)


def _followed(value: Any, name: str) -> Any:
    """What a lane function knows by a name."""
    if isinstance(value, ModuleType):
        return _Module(value)
    if isinstance(plain(value), FunctionType):
        return follow(value)
    if isinstance(value, BuiltinFunctionType | np.ufunc | type):
        return FUNCTIONS.get(value.__name__) or _refused(name)
    return value


def _refused(name: str) -> Callable[..., NoReturn]:
    def function(*_: Any) -> NoReturn:
        raise FollowingError(f"it calls {name}, of which no derivative is known")

    return function
