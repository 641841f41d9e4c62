"""Numbers that remember how they were made, so that what was computed once can be computed for other numbers.

A traced number is a float that is also a node of a graph. Mathematics on it (`sgkin.mathematics`) gives its value and a
new node that says from which others it came. Two traced numbers are equal only if they are one node: what is laid out
with them never depends on dimensions that happen to be equal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, SupportsIndex

LEAF, CONSTANT = "leaf", "constant"

OPERATIONS: dict[str, Callable[..., float]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "power": lambda a, b: a**b,
    "negate": lambda a: -a,
    "absolute": abs,
    "sqrt": math.sqrt,
    "cos": math.cos,
    "sin": math.sin,
    "tan": math.tan,
    "acos": math.acos,
    "asin": math.asin,
    "atan": math.atan,
    "atan2": math.atan2,
    "exp": math.exp,
    "log": math.log,
    "smaller": min,
    "larger": max,
    "at_least_zero": lambda a: 1.0 if a >= 0.0 else 0.0,
    "held": lambda a: a,
    "changing": lambda a, b: a,
}
"""What a node can be, and how its value follows from those of its arguments."""


class Node(NamedTuple):
    """How a number is made: a leaf has its number as argument, a constant its value."""

    operation: str
    arguments: tuple[Any, ...]


class NumberGraph:
    """Leaves with names, and all numbers that were made from them.

    `nodes`: each after those it is made from; `leaves`: their names.
    """

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.leaves: list[str] = []
        self._known: dict[Node, int] = {}

    def leaf(self, name: str, value: float) -> TracedNumber:
        """A number from which others are made."""
        self.leaves.append(name)
        return self.number(value, self._node(Node(LEAF, (len(self.leaves) - 1,))))

    def make(self, operation: str, *numbers: float) -> TracedNumber:
        """The number that an operation makes of others."""
        value = OPERATIONS[operation](*map(float, numbers))
        return self.number(value, self.node(operation, *numbers))

    def node(self, operation: str, *numbers: float) -> int:
        """The node of an operation on numbers."""
        return self._node(Node(operation, tuple(map(self._place, numbers))))

    def number(self, value: float, node: int) -> TracedNumber:
        """A number that is a node."""
        return TracedNumber(value, self, node)

    def needed(self, wanted: Iterable[int]) -> list[int]:
        """The nodes from which some are made, and these, in an order in which they can be computed."""
        found, waiting = set[int](), list(wanted)
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                node = self.nodes[number]
                waiting += node.arguments if node.operation not in (LEAF, CONSTANT) else ()
        return sorted(found)

    def _place(self, number: float) -> int:
        if isinstance(number, TracedNumber):
            assert number.graph is self, "numbers of two graphs do not mix"
            return number.node
        return self._node(Node(CONSTANT, (float(number),)))

    def _node(self, node: Node) -> int:
        found = self._known.get(node)
        if found is None:
            found = self._known[node] = len(self.nodes)
            self.nodes.append(node)
        return found


class TracedNumber(float):
    """A float that is a node of a graph.

    >>> r = NumberGraph().leaf("r", 3.0)
    >>> r * 2.0, r == 3.0, r - r, r + 0.0 is r
    (6.0, False, 0.0, True)
    """

    __slots__ = ("graph", "node")
    graph: NumberGraph
    node: int

    def __new__(cls, value: float, graph: NumberGraph, node: int) -> TracedNumber:
        made = super().__new__(cls, value)
        made.graph, made.node = graph, node
        return made

    def __eq__(self, other: object) -> bool:
        return self.is_one_with(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((TracedNumber, self.node))

    def is_one_with(self, other: object) -> bool:
        """Whether another number is the same node."""
        return isinstance(other, TracedNumber) and other.node == self.node and other.graph is self.graph

    def __add__(self, other: float) -> float:
        return self if is_plain(other, 0.0) else self.graph.make("add", self, other)

    def __radd__(self, other: float) -> float:
        return self if is_plain(other, 0.0) else self.graph.make("add", other, self)

    def __sub__(self, other: float) -> float:
        if self.is_one_with(other):
            return 0.0
        return self if is_plain(other, 0.0) else self.graph.make("subtract", self, other)

    def __rsub__(self, other: float) -> float:
        return -self if is_plain(other, 0.0) else self.graph.make("subtract", other, self)

    def __mul__(self, other: float) -> float:
        if is_plain(other, 0.0):
            return 0.0
        if is_plain(other, -1.0):
            return -self
        return self if is_plain(other, 1.0) else self.graph.make("multiply", self, other)

    def __rmul__(self, other: float) -> float:
        if is_plain(other, 0.0):
            return 0.0
        if is_plain(other, -1.0):
            return -self
        return self if is_plain(other, 1.0) else self.graph.make("multiply", other, self)

    def __truediv__(self, other: float) -> float:
        return self if is_plain(other, 1.0) else self.graph.make("divide", self, other)

    def __rtruediv__(self, other: float) -> float:
        return 0.0 if is_plain(other, 0.0) else self.graph.make("divide", other, self)

    def __pow__(self, other: float, modulo: None = None) -> float:
        return (
            self.graph.make("multiply", self, self) if is_plain(other, 2.0) else self.graph.make("power", self, other)
        )

    def __rpow__(self, other: float, modulo: None = None) -> float:
        return self.graph.make("power", other, self)

    def __neg__(self) -> float:
        operation, arguments = self.graph.nodes[self.node]
        if operation == "negate":
            return self.graph.number(-float.__float__(self), arguments[0])
        return self.graph.make("negate", self)

    def __pos__(self) -> float:
        return self

    def __abs__(self) -> float:
        return self.graph.make("absolute", self)

    def __round__(self, digits: SupportsIndex | None = None) -> Any:
        return round(float(self), digits)

    def __reduce__(self) -> tuple[Any, ...]:
        return float, (float(self),)


def is_plain(number: float, value: float) -> bool:
    """Whether a number is not traced and has a value."""
    return not isinstance(number, TracedNumber) and number == value


def traced(operation: str, plain: Callable[..., float]) -> Callable[..., float]:
    """A function of numbers, which gives a traced one where one of them is."""

    def function(*numbers: float) -> float:
        for number in numbers:
            if isinstance(number, TracedNumber):
                return number.graph.make(operation, *numbers)
        return plain(*numbers)

    function.__name__ = function.__qualname__ = operation
    function.__doc__ = f"`math.{operation}`, of traced numbers too."
    return function
