"""A graph of numbers as straight lines of Python, one for each number that is made."""

from __future__ import annotations

from collections.abc import Collection

from sgkin.traced_number import CONSTANT, LEAF, NumberGraph, TracedNumber

SPELLED = {
    "add": "{} + {}",
    "subtract": "{} - {}",
    "multiply": "{} * {}",
    "divide": "{} / {}",
    "power": "{} ** {}",
    "negate": "-{}",
    "absolute": "abs({})",
    "smaller": "min({}, {})",
    "larger": "max({}, {})",
    "at_least_zero": "1.0 if {} >= 0.0 else 0.0",
    "held": "{}",
    "changing": "{}",
} | {name: f"math.{name}({{}})" for name in ("sqrt", "cos", "sin", "tan", "acos", "asin", "atan", "exp", "log")}
SPELLED["atan2"] = "math.atan2({}, {})"


class GraphText:
    """The lines that make some numbers of a graph. `leaves`: the names of those that they are made from."""

    def __init__(self, graph: NumberGraph, wanted: Collection[float]) -> None:
        self.graph = graph
        nodes = [number.node for number in wanted if isinstance(number, TracedNumber)]
        self.leaves: list[str] = []
        self.lines: list[str] = []
        self._spelled: dict[int, str] = {}
        self._known: dict[str, str] = {}
        for number in self._needed(nodes):
            self._spell(number)

    def _needed(self, nodes: list[int]) -> list[int]:
        """What is to be spelled; by what a number changes is never computed."""
        found, waiting = set[int](), nodes
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                operation, arguments = self.graph.nodes[number]
                waiting += () if operation in (LEAF, CONSTANT) else arguments[: 1 if operation == "changing" else 2]
        return sorted(found)

    def _spell(self, number: int) -> None:
        operation, arguments = self.graph.nodes[number]
        if operation == CONSTANT:
            self._spelled[number] = repr(arguments[0]) if arguments[0] >= 0.0 else f"({arguments[0]!r})"
        elif operation == LEAF:
            self._spelled[number] = self.graph.leaves[arguments[0]]
            self.leaves.append(self._spelled[number])
        elif operation in ("held", "changing"):
            self._spelled[number] = self._spelled[arguments[0]]
        else:
            right = SPELLED[operation].format(*(self._spelled[argument] for argument in arguments))
            if right not in self._known:
                self._known[right] = f"n__{number}"
                self.lines.append(f"n__{number} = {right}")
            self._spelled[number] = self._known[right]

    def of(self, number: float) -> str:
        """How a number is called."""
        return self._spelled[number.node] if isinstance(number, TracedNumber) else repr(number)
