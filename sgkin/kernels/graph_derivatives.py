"""Derivatives of a graph's numbers as numbers of the same graph: along a direction, and of everything at once.

Both go through the nodes once, with the derivatives that `sgkin.kernels.number_graph` knows of every operation: `push`
forwards, from what is given to what is made of it; `pull` backwards, from what is wanted to what it is made from.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sgkin.kernels import number_graph
from sgkin.kernels.followed import LaneGraph, follow
from sgkin.kernels.number_graph import OPERATIONS
from sgkin.traced_number import CONSTANT, LEAF, Node, is_plain

PARTIALS = follow(number_graph.by_first), follow(number_graph.by_second)


def partial(graph: LaneGraph, number: int, argument: int) -> float:
    """The derivative of a node by one of its arguments."""
    operation, places = graph.nodes[number]
    x, y = graph.at(places[0]), graph.at(places[-1])
    return PARTIALS[argument](OPERATIONS.index(operation), x, y, graph.at(number))  # type: ignore[no-any-return]


def made_from(graph: LaneGraph, sources: Collection[int]) -> set[int]:
    """The nodes whose derivatives by some others are not zero everywhere; and these."""
    found = set(sources)
    for number, node in enumerate(graph.nodes):
        if any(argument in found for argument in counted(node)):
            found.add(number)
    return found


def counted(node: Node) -> tuple[int, ...]:
    """The arguments of a node that count when it changes."""
    if node.operation in (LEAF, CONSTANT, "held", "at_least_zero"):
        return ()
    return node.arguments


def push(graph: LaneGraph, rates: Mapping[int, float]) -> dict[int, float]:
    """The derivatives of all nodes, from those of some; nodes whose derivative is zero are left out."""
    found = dict(rates)
    for number, node in enumerate(tuple(graph.nodes)):
        if number in rates:
            continue
        total = 0.0
        for place, argument in enumerate(counted(node)):
            if argument in found:
                total = total + partial(graph, number, place) * found[argument]
        if not is_plain(total, 0.0):
            found[number] = total
    return found


def pull(graph: LaneGraph, bars: Mapping[int, float], sources: Collection[int]) -> dict[int, float]:
    """The derivatives by some nodes of Σ bar · node; where they are zero they are left out."""
    found, active = dict(bars), made_from(graph, sources)
    for number in sorted(active, reverse=True):
        bar = found.get(number)
        if bar is None or number in sources:
            continue
        for place, argument in enumerate(counted(graph.nodes[number])):
            if argument in active:
                found[argument] = found.get(argument, 0.0) + partial(graph, number, place) * bar
    return {source: found[source] for source in sources if source in found}
