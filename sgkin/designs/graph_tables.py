"""The graph of a study's numbers, as compiled code evaluates it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats, Integers
from sgkin.kernels import number_graph
from sgkin.kernels.design_runs import Graph
from sgkin.traced_number import CONSTANT, LEAF, NumberGraph, TracedNumber


class GraphTables:
    """The nodes that lead to some numbers: codes, arguments, constants; `place`: where a node of the graph stands."""

    def __init__(self, graph: NumberGraph, wanted: Iterable[TracedNumber]) -> None:
        nodes = graph.needed(number.node for number in wanted)
        self.place = {node: place for place, node in enumerate(nodes)}
        self.codes, self.first, self.second = (np.zeros(len(nodes), dtype=np.int64) for _ in range(3))
        self.constants = np.zeros(len(nodes))
        for place, node in enumerate(nodes):
            operation, arguments = graph.nodes[node]
            self.codes[place] = number_graph.OPERATIONS.index(operation)
            if operation == LEAF:
                self.first[place] = arguments[0]
            elif operation == CONSTANT:
                self.constants[place] = arguments[0]
            else:
                places = [self.place[argument] for argument in arguments]
                self.first[place], self.second[place] = places[0], places[-1]

    def tables(self) -> Graph:
        """For one thread."""
        return Graph(self.codes, self.first, self.second, self.constants, np.empty(len(self.codes)))

    def places(self, numbers: Iterable[TracedNumber]) -> Integers:
        """Where numbers stand among the nodes."""
        return np.array([self.place[number.node] for number in numbers], dtype=np.int64)

    def dependence(self, parameters: int) -> NDArray[np.bool_]:
        """Which nodes (n, p) depend on which parameters."""
        found = np.zeros((len(self.codes), parameters), dtype=bool)
        constant, leaf = number_graph.CONSTANT, number_graph.LEAF
        for place, (code, one, other) in enumerate(zip(self.codes, self.first, self.second, strict=True)):
            if code == leaf:
                found[place, one] = True
            elif code != constant:
                found[place] = found[one] | found[other]
        return found

    def values(self, parameters: Floats) -> Floats:
        """The values of all nodes, for the parameters of one design."""
        found = np.empty(len(self.codes))
        number_graph.evaluate(self.codes, self.first, self.second, self.constants, parameters, found)
        return found
