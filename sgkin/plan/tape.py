"""From elements to a tape: which operations run, on which rows.

Only what leads to a requested feature is put on the tape. Derivatives are carried only where they can be other than
zero: a tangent of an element is emitted if one of its inputs has it, a pair if both tangents or the pair of an input
are there; everything else reads the shared row of zeros. Rows that are asked for are kept for all lanes; all others
live in a work area, one block of lanes wide, and are given back as soon as nobody reads them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import nan
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.groups.driven import JOIN
from sgkin.groups.element import DERIVATIVE_ROWS, POSITION_ROWS, Element, Feature, Heading
from sgkin.kernels.call import Rows
from sgkin.kernels.compiled import Operation
from sgkin.kernels.executor import addresses_of
from sgkin.kernels.frames import ALONG_RATE, CONSTANT
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.watch import LITTLE, set_spacing, set_spacing_of_one
from sgkin.kernels.watch import line as watch_line
from sgkin.kernels.watch import margin as watch_margin
from sgkin.kernels.watch import turning as watch_turning
from sgkin.mathematics import is_zero
from sgkin.plan.call_writer import CallWriter
from sgkin.plan.reused_memory import aligned
from sgkin.traced_number import TracedNumber

Pair = tuple[int, int]

MOST_CONSTANTS = 200
"""Constants that have a row of their own all the time."""
MARGIN_DROP, ITERATED_MARGIN_DROP = 0.5, 2.0
"""Parts of its second difference by which a margin may be smaller between lanes; the determinant of an iteration falls
steeply where its mode ends."""
MOST_PLACES = 4
"""Sizes of states for which a tape remembers where its rows stand."""
ALARM_LANES = 3
"""Numbers in the alarm row: lane, group, first lane of the block."""


@dataclass(slots=True)
class Derivatives:
    """Where a feature's rows are: position, first derivatives by tangent, second ones by pair."""

    position: Rows
    first: dict[int, Rows]
    second: dict[Pair, Rows]

    def by(self, *tangents: int) -> Rows | None:
        """The rows of its derivative by one tangent or two; None where it is zero. By none: those of its position."""
        if not tangents:
            return self.position
        if len(tangents) == 1:
            return self.first.get(tangents[0])
        return self.second.get((min(tangents), max(tangents)))


class Seeds(NamedTuple):
    """What the inputs' derivatives are.

    `tangents`: how many; `motion`: whether they are given rates of all inputs (one tangent) or unit vectors. `along`:
    beside unit vectors one more tangent, the last, along given rates; it begins where two inputs meet, and there are no
    mixed pairs.
    """

    tangents: int
    motion: bool
    along: bool = False


class InputLaw(NamedTuple):
    """A motion law by which a tape finds an input from the time: a kernel and its numbers."""

    kernel: Kernel
    numbers: Sequence[float]


@dataclass(frozen=True, eq=False)
class Tape:
    """Operations with their rows, by physical row; see `Layout` for where these stand in a state.

    `kept` rows come first, then `work` rows. `constants`: work rows filled once; `time_row`: the kept row of the time,
    where inputs are found from it; `alarm`: the work row in which a doubtful margin is reported, and `spacing`: the
    kept row that tells how even the lanes are, all −1 where there is none. `solving`: which operation solves a group;
    `watched`: what stands behind the memory of the plan in that of a sweep, and `watches`: where in it a group or a
    heading is watched. `varied`: the numbers of the geometry that are traced, by their places.
    """

    operations: tuple[Operation, ...]
    rows: Integers
    row_start: Integers
    geometry: Floats
    geometry_start: Integers
    memory_start: Integers
    kept: int
    work: int
    tangents: int
    constants: tuple[tuple[int, float], ...]
    time_row: int
    input_rows: Rows
    rate_rows: Rows
    acceleration_rows: Rows
    features: dict[Feature, Derivatives]
    margins: dict[int, int]
    alarm: int
    spacing: int
    solving: dict[int, int]
    watched: Floats
    watches: dict[int | Heading, int]
    counted: tuple[Heading, ...]
    varied: dict[int, TracedNumber]

    @cached_property
    def headings(self) -> HeadingRows:
        """Where the counted headings stand."""
        return HeadingRows(self)

    @cached_property
    def _places(self) -> dict[tuple[int, int], RowPlaces]:
        return {}

    def places(self, stride: int, work_stride: int) -> RowPlaces:
        """Where the rows stand in a state in which kept rows and work rows are so far apart."""
        found = self._places.get((stride, work_stride))
        if found is None:
            if len(self._places) >= MOST_PLACES:
                self._places.clear()
            found = self._places[stride, work_stride] = RowPlaces(self, stride, work_stride)
        return found

    @cached_property
    def addresses(self) -> Integers:
        """Where the operations (n,) are; compiled now, if they are not yet."""
        return addresses_of(self.operations)  # type: ignore[no-any-return]


class HeadingRows:
    """Where the counted headings (h,) stand in the kept rows of a tape, and how they are read from them."""

    def __init__(self, tape: Tape) -> None:
        constants, kept = [0.0], tape.kept

        def rows(feature: Feature | None) -> list[int]:
            if feature is None:
                return [kept, kept]
            if not feature.values:
                return list(tape.features[feature].position)
            constants.extend(feature.values)
            return [kept + len(constants) - 2, kept + len(constants) - 1]

        ends = [rows(heading.second) + rows(heading.first) for heading in tape.counted]
        signs = [-1.0 if heading.second is not None else 1.0 for heading in tape.counted]
        self.rows = np.array(ends, dtype=np.int64).reshape(-1, 2, 2)
        self.signs, self.constants = np.array(signs)[:, None, None], np.array(constants)[:, None]

    def vectors(self, kept: Floats) -> Floats:
        """The directions (h, 2, m), of any length, from kept rows (rows, m)."""
        if not len(self.rows):
            return np.zeros((0, 2, kept.shape[1]))
        values = np.concatenate([kept, np.broadcast_to(self.constants, (len(self.constants), kept.shape[1]))])
        return np.asarray(values[self.rows[:, 0]] + self.signs * values[self.rows[:, 1]])

    def angles(self, kept: Floats) -> Floats:
        """Angles (h, m) between −π and π."""
        vectors = self.vectors(kept)
        return np.arctan2(vectors[:, 1], vectors[:, 0])


class RowPlaces:
    """Where the rows of a tape stand in a state, and whether they advance with the lanes."""

    def __init__(self, tape: Tape, stride: int, work_stride: int) -> None:
        work = tape.kept * stride + np.arange(tape.work) * work_stride
        self.offset = np.concatenate([np.arange(tape.kept) * stride, work]).astype(np.int64)
        self.rows = self.offset[tape.rows]
        self.advance = (tape.rows < tape.kept).astype(np.int64)
        constants = [row - tape.kept for row, _ in tape.constants], [[value] for _, value in tape.constants]
        self.constants = np.array(constants[0], dtype=np.int64), np.array(constants[1]).reshape(-1, 1)


NO_LAWS: Mapping[int, InputLaw] = {}


class TapeWriter(CallWriter):
    """Writes a tape for requested features. Rows are virtual until `finish`. `memory`: numbers in that of the plan;
    `laws`: of the inputs that the tape itself finds, by their numbers."""

    def __init__(
        self,
        elements: Sequence[Element],
        seeds: Seeds | None,
        inputs: Sequence[Feature],
        memory: int,
        laws: Mapping[int, InputLaw] = NO_LAWS,
    ) -> None:
        self.elements, self.seeds, self.inputs, self.memory, self.laws = elements, seeds, inputs, memory, laws
        super().__init__()
        self._solving: dict[int, int] = {}
        self._watched, self._watches = array("d"), dict[int | Heading, int]()
        self._known: dict[Feature, Derivatives] = {}
        self._margins: dict[int, int] = {}
        self._exactness: list[int] = []  # numbers of the geometry
        self.zero, self.one = self._constant(0.0), self._constant(1.0)
        self._alarm = self._spacing = -1
        self._add_inputs()

    def _watch(self, key: int | Heading, numbers: Sequence[float]) -> int:
        """Remember numbers behind the memory of the plan, to watch a group or a heading; where they stand."""
        self._watches[key] = self.memory + len(self._watched)
        self._watched.extend(numbers)
        return self._watches[key]

    def _add_inputs(self) -> None:
        self._input_rows = self._rows(len(self.inputs))
        self._rates: Rows = ()
        self._accelerations: Rows = ()
        motion = self.seeds is not None and self.seeds.motion
        self._along = len(self.inputs) if self.seeds is not None and self.seeds.along else None
        if motion or self._along is not None:
            self._rates = self._rows(len(self.inputs))
        if motion:
            self._accelerations = self._rows(len(self.inputs))
        for number, feature in enumerate(self.inputs):
            known = Derivatives((self._input_rows[number],), {}, {})
            if motion:
                known.first[0] = (self._rates[number],)
                known.second[0, 0] = (self._accelerations[number],)
            elif self.seeds is not None:
                known.first[number] = (self.one,)
            self._known[feature] = known
        self._time = (self._row(),) if self.laws else ()
        for number, law in self.laws.items():
            rows = [*self._time, self._input_rows[number]]
            moving = [self.one, self._rates[number], self.zero, self._accelerations[number]] if motion else []
            self._call(law.kernel, "motion" if motion else "position", [*rows, *moving], self._put(law.numbers))

    @property
    def drive_rows(self) -> Rows:
        """The rows that are given: of the time if there are laws, of inputs that follow none, their rates and
        accelerations, as far as there are any."""
        of_inputs = (self._input_rows, self._rates, self._accelerations)
        given = [row for rows in of_inputs for number, row in enumerate(rows) if number not in self.laws]
        return (*self._time, *given)

    @property
    def margins(self) -> Mapping[int, int]:
        """The rows of the margins, by group."""
        return self._margins

    def of(self, feature: Feature) -> Derivatives:
        """The rows of a feature; constants get theirs here.

        A few constants stay where they are. Of many, each is written when it is needed, and its row given back: that
        costs less than fetching them from far away in every block. So are traced ones, which belong to the geometry.
        """
        if feature not in self._known:
            rows = []
            for value in feature.values:
                if is_zero(value):
                    rows.append(self.zero)
                elif len(self._constants) < MOST_CONSTANTS and not isinstance(value, TracedNumber):
                    rows.append(self._constant(value))
                else:
                    rows.append(self._row())
                    self._call(CONSTANT, "position", [rows[-1]], self._put([value]))
            self._known[feature] = Derivatives(tuple(rows), {}, {})
        return self._known[feature]

    def write(
        self, wanted: Iterable[Feature], groups: Iterable[int], watch: bool, counted: Sequence[Heading] = ()
    ) -> None:
        """Put on the tape what leads to the wanted features and solves the wanted groups.

        With `watch`, margins are watched, and the turning of the counted headings, which are among the wanted.
        """
        self._counted = tuple(counted)
        if watch:
            self._alarm, self._spacing = self._row(), self._row()
        turning: dict[Feature, list[Heading]] = {}
        missing = {heading: len(heading.features) for heading in counted if watch}
        for heading in missing:
            for feature in heading.features:
                turning.setdefault(feature, []).append(heading)
        needed = self._needed(wanted, set(groups))
        last_reader = {feature: element for element in needed for feature in element.inputs}
        for feature in (*wanted, *self.inputs):  # more may be written later
            last_reader.pop(feature, None)
        for element in needed:
            if element.kernel == JOIN:
                self._join(element)
            elif element.kernel.linear or element.kernel.tangent is None:
                self._place_only(element)
            else:
                self._emit(element)
            for feature in element.outputs if turning else ():
                for heading in turning.get(feature, ()):
                    missing[heading] -= 1
                    if not missing[heading]:
                        self._watch_turning(heading)
            for feature in element.inputs:
                if last_reader.get(feature) is element:
                    self._known.pop(feature, None)

    def _needed(self, wanted: Iterable[Feature], groups: set[int]) -> list[Element]:
        """The elements that lead to features and solve groups, less those that stand on the tape already."""
        needed, chosen = set(wanted), []
        for element in reversed(self.elements):
            if all(feature in self._known for feature in element.outputs):
                continue
            if element.group in groups or any(feature in needed for feature in element.outputs):
                chosen.append(element)
                needed.update(element.inputs)
        return chosen[::-1]

    def _meet(self, features: Sequence[Derivatives]) -> None:
        """Where two inputs meet, derivatives along the rates begin."""
        if self._along is None or len({i for known in features for i in known.first}) < 2:
            return
        for known in features:
            if known.first and self._along not in known.first:
                self._give_along(known, self._along)

    def _give_along(self, known: Derivatives, along: int) -> None:
        """Give a feature that depends on a single input its derivatives along the rates."""
        ((i, first),) = known.first.items()
        second = known.second.get((i, i), (self.zero,) * len(first))
        known.first[along], known.second[along, along] = self._rows(len(first)), self._rows(len(first))
        for rows in zip(first, second, known.first[along], known.second[along, along], strict=True):
            self._call(ALONG_RATE, "position", [self._rates[i], *rows], 0)

    def _join(self, element: Element) -> None:
        """A point whose rows are those of scalars."""
        scalars = [self.of(feature) for feature in element.inputs]
        self._meet(scalars)
        tangents = sorted({i for scalar in scalars for i in scalar.first})
        pairs = sorted({pair for scalar in scalars for pair in scalar.second})
        self._known[element.outputs[0]] = Derivatives(
            tuple(scalar.position[0] for scalar in scalars),
            {i: tuple(scalar.first.get(i, (self.zero,))[0] for scalar in scalars) for i in tangents},
            {pair: tuple(scalar.second.get(pair, (self.zero,))[0] for scalar in scalars) for pair in pairs},
        )

    def _place_only(self, element: Element) -> None:
        """An output whose derivatives are those of its input, or are read by nobody."""
        sources = [self.of(feature) for feature in element.inputs]
        rows = self._rows(POSITION_ROWS[element.outputs[0].kind])
        read = [row for source in sources for row in source.position]
        self._call(element.kernel, "position", [*read, *rows], self._put(element.geometry), element.start)
        first, second = (sources[0].first, sources[0].second) if element.kernel.linear else ({}, {})
        self._known[element.outputs[0]] = Derivatives(rows, first, second)

    def _emit(self, element: Element) -> None:
        kernel, place = element.kernel, (self._put(element.geometry), element.start)
        inputs = [self.of(feature) for feature in element.inputs]
        self._meet(inputs)
        outputs = [Derivatives(self._rows(POSITION_ROWS[feature.kind]), {}, {}) for feature in element.outputs]
        for feature, rows in zip(element.outputs, outputs, strict=True):
            self._known[feature] = rows
        both = [*zip(element.inputs, inputs, strict=True), *zip(element.outputs, outputs, strict=True)]
        tangents = sorted({i for known in inputs for i in known.first})
        for i in tangents:
            for feature, known in zip(element.outputs, outputs, strict=True):
                known.first[i] = self._rows(DERIVATIVE_ROWS[feature.kind])
                known.second[i, i] = self._rows(DERIVATIVE_ROWS[feature.kind])
        derivatives = [self._first(both, i) + self._second(both, (i, i)) for i in tangents]
        placed = [row for known in (*inputs, *outputs) for row in known.position]
        margin = [self._row()] if kernel.margin else []
        pairs = {(i, j) for known in inputs for i, j in known.second if i != j}
        if self._along is None:
            pairs |= {(i, j) for i in tangents for j in tangents if i < j}
        if kernel.motion is not None and len(tangents) == 1 and not pairs:
            self._call(kernel, "motion", placed + margin + derivatives[0], *place)
            self._watch_margin(element, margin)
            return
        placed += self._rows(kernel.scratch)
        self._call(kernel, "position", placed + margin, *place)
        self._watch_margin(element, margin)
        for read in derivatives:
            self._call(kernel, "tangent", read + placed, *place)
        for i, j in sorted(pairs):
            for feature, known in zip(element.outputs, outputs, strict=True):
                known.second[i, j] = self._rows(DERIVATIVE_ROWS[feature.kind])
            read = self._second(both, (i, j)) + self._first(both, i) + self._first(both, j) + placed
            self._call(kernel, "mixed", read, *place)

    def _watch_margin(self, element: Element, margin: list[int]) -> None:
        """Keep in mind which operation solves a group, and its margin's row; watch that if it is wanted."""
        self._solving[element.group] = len(self._operations) - 1
        if margin:
            self._margins[element.group] = margin[0]
            if element.kernel.exactness is not None:
                self._exactness.append(self._geometry_start[-1] + element.kernel.exactness)
            if self._alarm >= 0:
                place = self._watch(element.group, (-1.0, nan, nan))
                drop = MARGIN_DROP if element.sign is None else ITERATED_MARGIN_DROP
                rows = [margin[0], self._spacing, self._alarm]
                self._append(watch_margin, rows, self._put((float(element.group), drop)), place)

    def _watch_turning(self, heading: Heading) -> None:
        place = self._watch(heading, (-1.0, nan, nan))
        ends = [heading.first] if heading.second is None else [heading.first, heading.second]
        rows = [row for feature in ends for row in self.of(feature).position]
        operation = watch_turning if heading.second is None else watch_line
        self._append(operation, [*rows, self._alarm], self._put([LITTLE * heading.square]), place)

    def _first(self, features: list[tuple[Feature, Derivatives]], i: int) -> list[int]:
        rows: list[int] = []
        for feature, known in features:
            rows += known.first.get(i, (self.zero,) * DERIVATIVE_ROWS[feature.kind])
        return rows

    def _second(self, features: list[tuple[Feature, Derivatives]], pair: Pair) -> list[int]:
        rows: list[int] = []
        for feature, known in features:
            rows += known.second.get(pair, (self.zero,) * DERIVATIVE_ROWS[feature.kind])
        return rows

    def finish(self, wanted: Sequence[Feature], keep_margins: bool) -> Tape:
        """Give every virtual row its place: kept, constant, or shared in the work area."""
        known = {feature: self.of(feature) for feature in wanted}
        constant, kept = self._constants, [*self._time, *self._input_rows, *self._rates, *self._accelerations]
        kept += [self._spacing] if self._spacing >= 0 else []
        for rows in known.values():
            for each in (rows.position, *rows.first.values(), *rows.second.values()):
                kept += each
        if keep_margins:
            kept += self._margins.values()
        kept = [row for row in dict.fromkeys(kept) if row not in constant]
        place = [-1] * self._count
        for number, row in enumerate((*kept, *constant, *([self._alarm] if self._alarm >= 0 else []))):
            place[row] = number
        geometry = np.array(self._geometry)
        geometry[self._exactness] = float(keep_margins)
        work = self._share_rows(place, len(kept) + len(constant) + (self._alarm >= 0)) - len(kept)
        return Tape(
            operations=tuple(self._operations),
            rows=np.array(place, dtype=np.int64)[np.array(self._rows_read, dtype=np.int64)],
            row_start=np.array(self._row_start, dtype=np.int64),
            geometry=geometry,
            geometry_start=np.array(self._geometry_start, dtype=np.int64),
            memory_start=np.array(self._memory_start, dtype=np.int64),
            kept=len(kept),
            work=work,
            tangents=0 if self.seeds is None else self.seeds.tangents,
            constants=tuple((place[row], value) for row, value in constant.items()),
            time_row=place[self._time[0]] if self._time else -1,
            input_rows=_places(self._input_rows, place),
            rate_rows=_places(self._rates, place),
            acceleration_rows=_places(self._accelerations, place),
            features={feature: _placed(rows, place) for feature, rows in known.items()},
            margins={group: place[row] for group, row in self._margins.items()},
            alarm=place[self._alarm] if self._alarm >= 0 else -1,
            spacing=place[self._spacing] if self._spacing >= 0 else -1,
            solving=self._solving,
            watched=np.array(self._watched),
            watches=self._watches,
            counted=self._counted,
            varied=self._varied,
        )


def _placed(known: Derivatives, place: list[int]) -> Derivatives:
    return Derivatives(
        _places(known.position, place),
        {i: _places(rows, place) for i, rows in known.first.items()},
        {pair: _places(rows, place) for pair, rows in known.second.items()},
    )


def _places(rows: Rows, place: list[int]) -> Rows:
    return tuple([place[row] for row in rows])


class Layout:
    """A state for a tape: where its rows stand, with all lanes of the kept rows and a block of lanes of the others.

    With several `areas` there are as many work areas, for threads that run different lanes at the same time.
    """

    def __init__(self, tape: Tape, lanes: int, block: int, areas: int = 1) -> None:
        self.tape, self.lanes, self.block, self.areas = tape, lanes, min(block, max(lanes, 1)), areas
        stride, work_stride = _padded(lanes), max(_padded(self.block), ALARM_LANES if tape.alarm >= 0 else 1)
        self.stride, places = stride, tape.places(stride, work_stride)
        self.offset, self.rows, self.advance = places.offset, places.rows, places.advance
        self.area_size = tape.work * work_stride
        self.state = aligned(tape.kept * stride + areas * self.area_size)
        self.state[tape.kept * stride :] = 0.0
        self.here = self.rows.copy()
        rows, values = places.constants
        for area in range(areas):
            start = tape.kept * stride + area * self.area_size
            self.state[start : start + self.area_size].reshape(tape.work, work_stride)[rows] = values

    def set_inputs(self, inputs: Floats) -> None:
        """Give every lane its inputs (lanes, f), or (f,) of a single one."""
        for row, column in zip(self.tape.input_rows, np.atleast_2d(inputs).T, strict=True):
            self.row(row)[:] = column

    def set_spacing(self, scales: Floats) -> None:
        """Tell what watches margins how even the lanes of the inputs are."""
        rows, spacing = self.offset[list(self.tape.input_rows)], int(self.offset[self.tape.spacing])
        if len(rows) == 1:
            set_spacing_of_one(self.state, int(rows[0]), spacing, self.lanes)
        else:
            set_spacing(self.state, rows, scales, spacing, self.lanes)

    @property
    def kept(self) -> Floats:
        """All lanes of the kept rows (rows, lanes), as a view."""
        count = self.tape.kept
        rows = self.state[: count * self.stride].reshape(count, self.stride)
        return rows[:, : self.lanes]

    def row(self, row: int) -> Floats:
        """All lanes of a kept row, as a view; a constant row is spread over the lanes."""
        start = int(self.offset[row])
        if row >= self.tape.kept:
            return np.full(self.lanes, self.state[start])
        return self.state[start : start + self.lanes]

    def first_lane(self) -> list[float]:
        """The first lane of all rows."""
        found: list[float] = self.state[self.offset].tolist()
        return found


def _padded(lanes: int) -> int:
    """A stride that is far from a multiple of a page: near one, rows share cache lines, and the processor takes a load
    from one row for a load of what was just stored in the next."""
    if lanes <= 8:
        return max(lanes, 1)
    stride = (lanes + 7) // 8 * 8
    while not 512 <= (stride * 8) % 4096 <= 3584:
        stride += 8
    return stride
