"""The tapes on which designs of a study are differentiated."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats, Integers
from sgkin.designs.programs import leading
from sgkin.designs.study import Prepared, Study
from sgkin.groups.element import Feature
from sgkin.kernels import number_graph
from sgkin.motion import Driven
from sgkin.plan.tape import TapeWriter
from sgkin.sensitivity.adjoint_tape import AdjointTape, AdjointWriter
from sgkin.sensitivity.derivative_writer import OwnMemory
from sgkin.sensitivity.differentiated_calls import DifferentiatedCalls
from sgkin.sensitivity.forward_tape import ForwardTape, ForwardWriter


class DerivativeTapes:
    """What differentiating the outputs of a study needs, whatever the steps; `of_margins`: and those of the margins.

    `rows`: where in the kept rows of a solved design those stand that the tapes are given, −1 for times and inputs,
    which come first.
    """

    def __init__(self, study: Study, prepared: Prepared, of_margins: bool) -> None:
        self.study, self.outputs, self.graph = study, prepared.outputs, prepared.graph
        features, plan = prepared.outputs.features, study.traced
        groups = plan.solved_groups if of_margins else []
        needed = leading(features.builder, features.read, groups)
        wanted = [feature for feature in features.wanted if feature in needed]
        builder, seeds = features.builder, prepared.outputs.seeds
        writer = TapeWriter(builder.elements, seeds, builder.inputs, len(plan.start), study.laws)
        writer.write(wanted, groups, watch=False)
        self.writer = writer
        given = dict.fromkeys(writer.drive_rows, -1)
        for feature in wanted:
            mine = writer.of(feature)
            for tangents in ((), *((i,) for i in mine.first), *mine.second):
                self._give(given, feature, tangents)
        self.margins = {group: row for group, row in writer.margins.items() if of_margins}
        given |= {row: self.outputs.margins[group] for group, row in self.margins.items()}
        self.rows = np.array(list(given.values()), dtype=np.int64)
        self.base = DifferentiatedCalls(writer, tuple(given))
        self.number = {row: number for number, row in enumerate(self._output_rows())}

    def _give(self, given: dict[int, int], feature: Feature, tangents: tuple[int, ...]) -> None:
        mine, places = self.writer.of(feature).by(*tangents), self.outputs.numbers(feature, tangents)
        assert mine is not None
        for row, place in zip(mine, places, strict=True):
            if place >= 0 and row not in self.writer.constants:
                given.setdefault(row, place)

    def _output_rows(self) -> list[int]:
        """The rows of all that is read, as far as they depend on what varies."""
        active, _ = self.base.active
        rows = [*self.margins.values()]
        for feature in dict.fromkeys(self.outputs.features.read):
            known = self.writer.of(feature)
            for each in (known.position, *known.first.values(), *known.second.values()):
                rows += each
        return [row for row in dict.fromkeys(rows) if row in active]

    @property
    def groups(self) -> list[int]:
        """The groups that are on the way to the outputs."""
        return list(self.writer.margins)

    def numbers(self, feature: Feature, tangents: tuple[int, ...]) -> list[int]:
        """Which outputs the rows of a feature are, or of a derivative of it; −1 for those that do not change."""
        rows = self.writer.of(feature).by(*tangents)
        return [] if rows is None else [self.number.get(row, -1) for row in rows]

    @cached_property
    def margin_rows(self) -> Integers:
        """Where in the kept rows of a solved design the margins of these groups stand."""
        return np.array([self.outputs.margins[group] for group in self.groups], dtype=np.int64)

    @cached_property
    def adjoint(self) -> AdjointTape:
        """The tape backwards."""
        return AdjointWriter(self.base, list(self.number)).write()

    @cached_property
    def forward(self) -> ForwardTape:
        """The tape along each parameter."""
        return ForwardWriter(self.base, list(self.number), self._varies()).write()

    def _varies(self) -> dict[int, NDArray[np.bool_]]:
        """On which parameters the numbers of the geometry depend."""
        depends = self.graph.dependence(len(self.study.vary))
        return {place: depends[self.graph.place[number.node]] for place, number in self.writer.varied.items()}

    def nodes(self, memory: OwnMemory) -> Integers:
        """The nodes of the graph behind numbers of the geometry."""
        return self._node_at[memory.numbers[:, 1]]

    @cached_property
    def _varied(self) -> tuple[Floats, Integers]:
        """The geometry of the nominal design, and places of the numbers in it that vary."""
        return np.array(self.writer.geometry), np.array(list(self.writer.varied), dtype=np.int64)

    @cached_property
    def _node_at(self) -> Integers:
        """The nodes behind all places of the geometry; −1 where nothing varies."""
        nominal, places = self._varied
        found = np.full(len(nominal), -1, dtype=np.int64)
        found[places] = self.graph.places(self.writer.varied.values())
        return found

    def geometry(self, values: Floats) -> Floats:
        """The geometry of a design, from the values of its graph."""
        nominal, places = self._varied
        found = nominal.copy()
        found[places] = values[self._node_at[places]]
        return found

    def given(self, found: Floats, drive: Driven) -> Floats:
        """The rows that the tapes are given, from the kept rows of a solved design (r, m)."""
        rows = found[self.rows]
        rest = [number for number in range(drive.inputs.shape[1]) if number not in self.study.laws]
        driven = [drive.times] if self.study.laws else []
        driven += [column for each in drive[1:] if each is not None for column in each.T[rest]]
        count = len(self.writer.drive_rows)
        rows[:count] = driven[:count]
        return rows

    def pulled(self, values: Floats, memory: OwnMemory, sums: Floats) -> Floats:
        """The gradient (p,) by the parameters, from that by the numbers of the geometry."""
        graph = self.graph
        bars, gradient = np.zeros(len(graph.codes)), np.zeros(len(self.study.vary))
        np.add.at(bars, self.nodes(memory), sums)
        number_graph.pull(graph.codes, graph.first, graph.second, values, bars, gradient)
        return gradient

    def pushed(self, values: Floats, memory: OwnMemory) -> Floats:
        """The derivatives (p, n) of the numbers of the geometry by each parameter."""
        graph, nodes = self.graph, self.nodes(memory)
        found, rates = np.empty((len(self.study.vary), len(nodes))), np.empty(len(graph.codes))
        for direction, row in zip(np.eye(len(self.study.vary)), found, strict=True):
            number_graph.push(graph.codes, graph.first, graph.second, values, direction, rates)
            row[:] = rates[nodes]
        return found
