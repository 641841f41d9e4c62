"""The derivatives of any group: its iteration unfolded into what is left of its conditions and steps from there.

With q the unknown coordinates, J the matrix of the conditions by them, and f(q) = 0, fᵢ = 0, fᵢⱼ = 0 what is left of
the conditions and of their derivatives,

    q − J⁻¹ f        qᵢ − J⁻¹ fᵢ        qᵢⱼ − J⁻¹ fᵢⱼ

are what they are, and change as q, qᵢ and qᵢⱼ do, if q, qᵢ and qᵢⱼ in f, fᵢ and fᵢⱼ and the matrix are held. The margin
changes with all entries of the matrix, which are derivatives of the conditions by single coordinates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sgkin.kernels import records
from sgkin.kernels.call import Call, Rows, Unfolding
from sgkin.kernels.frames import BOTH
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.newton import ANGLES as WRITES_ANGLES
from sgkin.kernels.newton import HEADER
from sgkin.kernels.newton_steps import MARGIN, STEP, STEP_OF_DERIVATIVES
from sgkin.kernels.record_forms import ANGLES, DIRECTIONS, DISTANCE, PIN, PROJECTION, TURNS

ORDER = {
    "position": ("",),
    "first": ("i", ""),
    "second": ("i", "ij", ""),
    "mixed": ("ij", "i", "j", ""),
}
"""By what the rows of a stage are differentiated, in their order; what is found is of the highest order."""
TARGET = {"position": "", "first": "i", "second": "ij", "mixed": "ij"}


class Frames:
    """The rows of a group's frames and inputs: of their values, or of a derivative."""

    def __init__(self, calls: Unfolding, call: Call, first: int, is_value: bool) -> None:
        self.calls, numbers, self.is_value = calls, calls.numbers, is_value
        header = [int(number) for number in numbers[call.geometry : call.geometry + HEADER]]
        self.known, self.unknown, self.inputs = header[:3]
        self.has_angles, self.writes_angles = header[5], header[WRITES_ANGLES]
        each = 4 if is_value else 3
        self._angles = first + each * self.known
        self._inputs = self._angles + self.has_angles * self.known
        self._own = self._inputs + self.inputs
        self._each, self._first, self.rows = each, first, call.rows
        self.stop = self._own + self.width * self.unknown

    @property
    def width(self) -> int:
        """How many rows an unknown frame has."""
        return self._each + self.writes_angles

    @property
    def own(self) -> Rows:
        """Those of the unknown frames."""
        return self.rows[self._own : self.stop]

    @property
    def all(self) -> Rows:
        """All of them."""
        return self.rows[self._first : self.stop]

    def start(self, frame: int) -> int:
        """Where the rows of a frame begin."""
        if frame < self.known:
            return self._first + self._each * frame
        return self._own + self.width * (frame - self.known)

    def point(self, frame: int) -> Rows:
        """x and y."""
        start = self.start(frame)
        return self.rows[start : start + 2]

    def direction(self, frame: int) -> Rows:
        """Cosine and sine, or the derivative of θ."""
        start = self.start(frame) + 2
        return self.rows[start : start + self._each - 2]

    def angle(self, frame: int) -> Rows:
        """θ, whole turns included, or its derivative; those of angles of known frames are not there."""
        if not self.is_value:
            return self.direction(frame)
        if frame < self.known:
            return (self.rows[self._angles + frame],)
        return (self.rows[self.start(frame) + self._each],)

    def input(self, number: int) -> Rows:
        """An input; zero for conditions that have none."""
        return (self.rows[self._inputs + number] if number < self.inputs else self.calls.zero,)

    @property
    def still(self) -> Rows:
        """A direction that does not turn."""
        return (self.calls.one, self.calls.zero) if self.is_value else (self.calls.zero,)


class HeldFrames(Frames):
    """The same, with the rows of the unknown frames held."""

    def __init__(self, calls: Unfolding, call: Call, first: int, is_value: bool) -> None:
        super().__init__(calls, call, first, is_value)
        held = tuple(map(calls.held, self.own))
        self.rows = (*self.rows[: self._own], *held, *self.rows[self.stop :])


class UnitFrames(Frames):
    """Derivatives by a single unknown coordinate."""

    def __init__(self, calls: Unfolding, call: Call, column: int) -> None:
        super().__init__(calls, call, 0, is_value=False)
        rows = [calls.zero] * self.stop
        frame, part = divmod(column, 3)
        start = self.start(self.known + frame)
        rows[start + part] = calls.one
        if part == 2 and self.writes_angles:
            rows[start + 3] = calls.one
        self.rows = tuple(rows)


class Record:
    """A condition of a group, and the forms of which what is left of it is the sum."""

    def __init__(self, calls: Unfolding, geometry: int, has_angles: bool) -> None:
        self.calls, self.geometry = calls, geometry
        numbers = calls.numbers[geometry : geometry + records.RECORD]
        self.code, self.start, self.end = (int(numbers[place]) for place in (0, records.START, records.END))
        self.direction, self.input = int(numbers[records.DIRECTION]), int(numbers[records.INPUT])
        self.turning = [int(numbers[records.TURNS + 1 + turn]) for turn in range(int(numbers[records.TURNS]))]
        self.has_ends = self.code != records.PROJECTION or any(numbers[records.DIRECTION + 1 : records.DIRECTION + 3])
        self.has_angles = has_angles

    @property
    def frames(self) -> set[int]:
        """Those that it joins."""
        ends = {self.start, self.end} if self.has_ends else set()
        directed = {self.direction} if self.has_ends and self.code == records.PROJECTION else set()
        return ends | directed | set(self.turning)

    def left(self, stage: str, by: dict[str, Frames]) -> list[int]:
        """The rows of what is left of it, or of a derivative."""
        ends = {key: [*each.point(self.start), *each.direction(self.start)] for key, each in by.items()}
        for key, each in by.items():
            ends[key] += [*each.point(self.end), *each.direction(self.end)]
        if self.code == records.PIN:
            return self._call(PIN, stage, ends, 2)
        inputs = {key: [*each.input(self.input)] for key, each in by.items()}
        if self.code == records.DISTANCE:
            return self._call(DISTANCE, stage, {key: ends[key] + inputs[key] for key in by}, 1)
        if self.has_ends:
            directions = {key: [*each.direction(self.direction)] for key, each in by.items()}
            rows = {key: ends[key] + directions[key] + inputs[key] for key in by}
            found = self._call(PROJECTION, stage, rows, 1)
        else:
            found = self._call(ANGLES, stage, inputs, 1)
        return [self._sum(found[0], self._turns(stage, by))] if self.turning else found

    def _turns(self, stage: str, by: dict[str, Frames]) -> int:
        rows: dict[str, list[int]] = {}
        for key, each in by.items():
            if self.has_angles:
                turning = [row for frame in self.turning for row in each.angle(frame)]
                rows[key] = turning + [self.calls.zero] * (3 - len(self.turning))
            else:
                turning = [row for frame in self.turning for row in each.direction(frame)]
                rows[key] = turning + [row for _ in range(3 - len(self.turning)) for row in each.still]
        return self._call(TURNS if self.has_angles else DIRECTIONS, stage, rows, 1)[0]

    def _call(self, kernel: Kernel, stage: str, by: dict[str, list[int]], count: int) -> list[int]:
        found = [self.calls.new_row() for _ in range(count)]
        rows: list[int] = []
        for key in ORDER[stage]:
            rows += [*by[key], *(found if key == TARGET[stage] else [self.calls.zero] * count)]
        self.calls.add(Call(kernel, stage, tuple(rows), self.geometry, 0))
        return found

    def _sum(self, one: int, other: int) -> int:
        total = self.calls.new_row()
        self.calls.add(Call(BOTH, "position", (one, other, total), 0, 0))
        return total


def unfold(calls: Unfolding, call: Call) -> None:
    """Replace a call of the iteration, or of one of its derivatives."""
    if call.stage == "position":
        own = HeldFrames(calls, call, 0, is_value=True)
        found = [row for record in _records(calls, call) for row in record.left("position", {"": own})]
        calls.add(Call(STEP, "position", (*Frames(calls, call, 0, True).all, *found), call.geometry, 0))
        _unfold_margin(calls, call)
        return
    derivative = Frames(calls, call, 0, is_value=False)
    width, stages = derivative.stop, {"tangent": 2, "mixed": 3}
    values = Frames(calls, call, width * stages[call.stage], is_value=True)
    steps: list[tuple[str, dict[str, Frames], Frames]] = []
    held = HeldFrames(calls, call, 0, is_value=False)
    if call.stage == "tangent":
        second, held2 = (kind(calls, call, width, False) for kind in (Frames, HeldFrames))
        steps.append(("first", {"": values, "i": held}, derivative))
        steps.append(("second", {"": values, "i": derivative, "ij": held2}, second))
    else:
        by = {key: Frames(calls, call, width * place, False) for place, key in enumerate("ij", 1)}
        steps.append(("mixed", {"": values, "ij": held, **by}, derivative))
    for stage, frames, target in steps:
        found = [row for record in _records(calls, call) for row in record.left(stage, frames)]
        calls.add(Call(STEP_OF_DERIVATIVES, "position", (*values.all, *found, *target.own), call.geometry, 0))


def _records(calls: Unfolding, call: Call) -> Iterator[Record]:
    header = calls.numbers[call.geometry : call.geometry + HEADER]
    for number in range(int(header[3])):
        yield Record(calls, call.geometry + HEADER + records.RECORD * number, bool(header[5]))


def _unfold_margin(calls: Unfolding, call: Call) -> None:
    """The margin, from all entries of the matrix, row by row."""
    values = Frames(calls, call, 0, is_value=True)
    units = [UnitFrames(calls, call, column) for column in range(3 * values.unknown)]
    entries: list[int] = []
    for record in _records(calls, call):
        rows = 2 if record.code == records.PIN else 1
        columns: list[Sequence[int]] = []
        for column, unit in enumerate(units):
            touched = values.known + column // 3 in record.frames
            columns.append(record.left("first", {"": values, "i": unit}) if touched else [calls.zero] * rows)
        entries += [column[row] for row in range(rows) for column in columns]
    margin = call.rows[values.stop]
    calls.add(Call(MARGIN, "position", (*values.all, *entries, margin), call.geometry, 0))
