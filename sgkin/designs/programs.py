"""The tapes of a study and what a thread needs to run them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sgkin.arrays import Integers
from sgkin.designs.graph_tables import GraphTables
from sgkin.groups.element import Feature, Heading
from sgkin.groups.plan_builder import PlanBuilder
from sgkin.kernels.design_runs import PARTS, Checked, Laws, Program, run_once
from sgkin.kernels.limits import LARGEST, LARGEST_ACCELERATION
from sgkin.motion import Driven
from sgkin.plan.plan import Plan
from sgkin.plan.tape import InputLaw, Layout, Seeds, Tape, TapeWriter
from sgkin.sweep.sweep import BLOCK
from sgkin.traced_number import TracedNumber


def is_steady(feature: Feature, steady: set[Feature]) -> bool:
    """Whether a feature is the same for all designs: an input, a constant that is not traced, or one known to be."""
    if feature.values:
        return not any(isinstance(value, TracedNumber) for value in feature.values)
    return feature in steady


def steady_features(builder: PlanBuilder) -> list[Feature]:
    """What the elements compute from the inputs alone, whatever the design: a sine and a cosine of a crank."""
    steady, found = set(builder.inputs), list[Feature]()
    for element in builder.elements:
        varies = any(isinstance(number, TracedNumber) for number in element.geometry)
        if element.room == 0 and not varies and all(is_steady(feature, steady) for feature in element.inputs):
            steady.update(element.outputs)
            found += element.outputs
    return found


@dataclass(frozen=True, eq=False)
class StudyTapes:
    """The tape that computes what is wanted of designs, and the one on which doubts are settled.

    `steady`: how many operations at the beginning of the first need the inputs alone: they are the same for all
    designs, unless inputs follow `laws` that vary.
    """

    plan: Plan
    tape: Tape
    steady: int
    laws: Mapping[int, InputLaw]
    check: Tape
    headings: tuple[Feature, ...]

    @cached_property
    def numbers(self) -> list[TracedNumber]:
        """All traced numbers of both."""
        return [*self.tape.varied.values(), *self.check.varied.values()]


def write_tapes(
    plan: Plan,
    builder: PlanBuilder,
    wanted: Sequence[Feature],
    headings: Sequence[Feature],
    seeds: Seeds | None,
    margins: bool,
    laws: Mapping[int, InputLaw],
) -> StudyTapes:
    """Write the tapes of a study; headings: the directions whose angles are wanted; margins: whether these are kept."""
    groups, counted = plan.solved_groups, counted_headings(plan, headings)
    writer = TapeWriter(builder.elements, seeds, builder.inputs, len(plan.start), laws)
    needed = leading(builder, wanted, groups)
    steady = [feature for feature in steady_features(builder) if feature in needed]
    writer.write(steady, (), watch=False)
    done = writer.length
    turned = [heading.first for heading in counted if not heading.first.values]
    kept = list(dict.fromkeys([*wanted, *turned, *steady]))
    writer.write(kept, groups, True, counted)
    tape = writer.finish(kept, keep_margins=margins)
    check, _ = watched_tape(plan, builder, (), headings, None, margins=True)
    return StudyTapes(plan, tape, done, laws, check, tuple(headings))


def counted_headings(plan: Plan, headings: Sequence[Feature]) -> tuple[Heading, ...]:
    """The headings whose turns are counted: those that are wanted, and then those that gears must know."""
    return (*map(Heading, headings), *(heading for heading in plan.geared if heading.first not in headings))


def watched_tape(
    plan: Plan,
    builder: PlanBuilder,
    wanted: Sequence[Feature],
    headings: Sequence[Feature],
    seeds: Seeds | None,
    margins: bool,
) -> tuple[Tape, tuple[Heading, ...]]:
    """The tape on which a single design is followed, and the headings counted on it."""
    counted = counted_headings(plan, headings)
    kept = list(dict.fromkeys([*wanted, *(heading.first for heading in counted if not heading.first.values)]))
    writer = TapeWriter(builder.elements, seeds, builder.inputs, len(plan.start))
    writer.write(kept, plan.solved_groups, True, counted)
    return writer.finish(kept, keep_margins=margins), counted


def leading(builder: PlanBuilder, wanted: Sequence[Feature], groups: Sequence[int]) -> set[Feature]:
    """The features that lead to others, and to groups; and these."""
    needed = set(wanted)
    for element in reversed(builder.elements):
        if element.group in groups or any(feature in needed for feature in element.outputs):
            needed.update((*element.inputs, *element.outputs))
    return needed


class ThreadPrograms:
    """Both tapes with states of their own, ready to run designs over some inputs (lanes, f)."""

    def __init__(self, tapes: StudyTapes, graph: GraphTables, drive: Driven) -> None:
        times, inputs, rates, accelerations = drive
        self.block = min(BLOCK, max(len(inputs), 1))
        self.layout = Layout(tapes.tape, len(inputs), self.block)
        self.check_layout = Layout(tapes.check, PARTS + 1, PARTS + 1)
        self.graph = graph.tables()
        tape = tapes.tape
        for rows, values in (
            (tape.input_rows, inputs),
            (tape.rate_rows, rates),
            (tape.acceleration_rows, accelerations),
        ):
            for number, row in enumerate(rows):
                assert values is not None
                self.layout.row(row)[:] = values[:, number]
        if tape.time_row >= 0:
            self.layout.row(tape.time_row)[:] = times
        self.inputs = np.array(inputs, order="C")  # where laws vary, those of one design after the other
        self.layout.set_spacing(tapes.plan.input_scales)
        self.check_layout.row(tapes.check.spacing)[:] = 1.0  # small steps are even
        chosen = np.arange(tapes.steady, len(tape.operations))
        self.main = self._program(tapes, tape, self.layout, graph, chosen)
        self.check = self._program(tapes, tapes.check, self.check_layout, graph, np.arange(len(tapes.check.operations)))
        self._run_steady(tapes, len(inputs))
        self.checked = self._checked(tapes)
        self.laws = self._laws(tapes)

    def _program(self, tapes: StudyTapes, tape: Tape, layout: Layout, graph: GraphTables, chosen: Integers) -> Program:
        headings = [layout.offset[list(tape.features[feature].position)] for feature in tapes.headings]
        memory = np.concatenate([tapes.plan.start, tape.watched])
        return Program(
            tape.addresses,
            layout.rows,
            layout.advance,
            layout.here,
            tape.row_start,
            tape.geometry_start,
            tape.memory_start,
            chosen,
            tape.geometry.copy(),
            np.array(list(tape.varied), dtype=np.int64),
            graph.places(tape.varied.values()),
            layout.state,
            memory,
            memory.copy(),
            tape.watched,
            np.array(list(tape.watches.values()), dtype=np.int64),
            int(layout.offset[tape.alarm]),
            np.array(headings, dtype=np.int64).reshape(-1, 2),
        )

    def _run_steady(self, tapes: StudyTapes, lanes: int) -> None:
        """Run what is the same for all designs."""
        run_once(self.main._replace(chosen=np.arange(tapes.steady)), lanes, self.block)

    def _laws(self, tapes: StudyTapes) -> Laws:
        offset, tape, plan = self.layout.offset, tapes.tape, tapes.plan
        freedoms = [plan.mechanism.input_freedom(name) for name in plan.input_names]
        return Laws(
            np.arange(tapes.steady if tapes.laws else 0),
            offset[list(tape.input_rows)],
            int(offset[tape.spacing]),
            offset[np.array([*tape.rate_rows, *tape.acceleration_rows], dtype=np.int64)],
            np.array([LARGEST] * len(tape.rate_rows) + [LARGEST_ACCELERATION] * len(tape.acceleration_rows)),
            plan.input_scales,
            np.array([0.0 if freedom == "distance" else -LARGEST for freedom in freedoms]),
        )

    def _checked(self, tapes: StudyTapes) -> Checked:
        plan, offset, check = tapes.plan, self.check_layout.offset, tapes.check
        margins = np.full(len(plan.solvers), -1, dtype=np.int64)
        for group, row in check.margins.items():
            margins[group] = offset[row]
        extrapolated = [
            element.start + element.sign + 1
            for element in plan.solvers
            if element is not None and element.sign is not None
        ]
        return Checked(
            np.array([offset[row] for row in check.input_rows], dtype=np.int64),
            margins,
            plan.iterated,
            np.array(extrapolated, dtype=np.int64),
        )
