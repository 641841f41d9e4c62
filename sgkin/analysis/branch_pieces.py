"""Where the branches of groups in closed form exist along a line of inputs: all of them, without sampling.

The groups are taken in solving order. With the branches of those before it fixed, the margin of a group is a smooth
function of the place on the line: it is positive where the group can be assembled. Its zeros divide the line into
pieces; on each the next group is looked at, in every branch of this one. At a zero with a change of sign two branches
end in each other (dead point); where the margin only touches zero they cross (change point).

Where an earlier group ends, everything behind it changes like the root of the distance. So places between the ends
a and b of a piece are counted by x with s = (a + b)/2 − (b − a)/2 cos x, in which roots at both ends are smooth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import acos, ceil, cos, pi

import numpy as np
from scipy.optimize import minimize_scalar

from sgkin.analysis.input_line import InputLine
from sgkin.analysis.pieces import End, EndKind, Joined, Piece
from sgkin.analysis.zeros import FLAT, SMALL, Zero, find_zeros
from sgkin.arrays import Floats
from sgkin.groups.element import Element
from sgkin.kernels.executor import run_tape
from sgkin.plan.tape import Layout
from sgkin.sweep.failure import group_gap, judged_clearance, meets_exactly

PART = pi / 2.0
"""Links turn by no more than this in the parts of the line with which the search begins."""
GAP_PLACES = 361
"""Places at which a group that never closes is looked at for the least gap."""
BESIDE = 1e-7
"""How far behind a change point, as a part of the line, a mode is looked for that goes on there."""
BLURRED = 1e-7
"""By how many sizes of the mechanism lengths may be off at the end of a piece: a group that is on a change point there
moves like the root of the distance from it, and rounding with it."""
COINCIDE, SAME = 1e-3, 1e-7
"""Zeros closer to the end of a piece than this belong to it, if the group is on a change point there too: in x, and in
radians or sizes of the mechanism on a short piece."""


EXTRAPOLATED, VANISHES = 1e-2, 1e-7
"""How far apart, in radians that links turn, roots of a margin are that are extrapolated to the end of a piece, and up
to which they are zero there."""
TO_END = np.array([6.0, -15.0, 20.0, -15.0, 6.0, -1.0])
"""What six evenly spaced numbers count for in the next one before them."""


class BranchPieces:
    """Finds the pieces of a line.

    `only` (g,) and `through`: a memory with the only branches that are looked at, and a place that pieces must hold; by
    default all branches and pieces.
    """

    def __init__(self, line: InputLine, only: Floats | None = None, through: float | None = None) -> None:
        self.line, self.plan, self.only, self.through = line, line.plan, only, through
        self.groups = [self.plan.element(number) for number in self.plan.solved_groups]
        self.tape = self.plan.tape((), None, watch=False, groups=self.plan.solved_groups)
        self.branching = [each.start for each in self.groups if each.kernel.branch]
        self.deepest: tuple[int, list[_Margin]] = (-1, [])

    def pieces(self, low: End | None = None, high: End | None = None) -> Iterator[Piece]:
        """All pieces, by the branches of the groups and from left to right; between two ends, by default the line's."""
        ends = (low or End(self.line.low), high or End(self.line.high))
        waiting = [(0, self.plan.start.copy(), *ends)]
        while waiting:
            level, memory, low, high = waiting.pop()
            if level == len(self.groups):
                yield Piece(low, high, memory, 0.5 * (low.place + high.place))
                continue
            grown = [(level + 1, *each) for each in self._grown(level, memory, low, high)]
            waiting += reversed(grown)

    def _grown(self, level: int, memory: Floats, low: End, high: End) -> Iterator[tuple[Floats, End, End]]:
        """The parts of a piece on which a group exists, with each of its branches."""
        element = self.groups[level]
        parts = list(self._parts(level, element, memory, low, high))
        if self.through is not None:
            parts = [(low, high) for low, high in parts if low.place <= self.through <= high.place][:1]
        for branch in self._branches(element):
            for each in parts:
                chosen = memory.copy()
                if element.kernel.branch:
                    chosen[element.start] = branch
                yield chosen, *each

    def _branches(self, element: Element) -> tuple[float, ...]:
        if not element.kernel.branch or element.declaration is None:
            return (0.0,)
        if self.only is not None:
            return (float(self.only[element.start]),)
        return tuple(map(float, element.declaration.branches))

    def _parts(self, level: int, element: Element, memory: Floats, low: End, high: End) -> Iterator[tuple[End, End]]:
        """From where to where a group exists between two ends."""
        row = self.tape.margins.get(element.group)
        if row is None:
            yield low, high
            return
        margin = _Margin(self, element, row, memory, low.place, high.place)
        if level >= self.deepest[0]:
            self.deepest = (level, [*(self.deepest[1] if level == self.deepest[0] else ()), margin])
        count = 2 * max(1, ceil(self.line.turned(margin.half) / PART))
        low, high = (self._shared(margin, element, end, x) for end, x in ((low, 0.0), (high, pi)))
        zeros = find_zeros(margin, 0.0, pi, count, margin.judge)
        inside = [zero for zero in zeros if not self._is_end(element, margin, zero, low, high)]
        ends = [low, *(self._end(element, margin, zero) for zero in inside), high]
        for left, right in pairwise(ends):
            if margin.is_closed_between(left.place, right.place):
                yield left, right

    @staticmethod
    def _end(element: Element, margin: _Margin, zero: Zero) -> End:
        place, groups = margin.place(zero.x), (element.group,)
        if not element.kernel.branch:
            return End(place, EndKind.POLE, groups)
        if zero.touches:
            return End(place, EndKind.CHANGE, groups, margin.meets_exactly(zero.x))
        return End(place, EndKind.DEAD, groups)

    @staticmethod
    def _shared(margin: _Margin, element: Element, end: End, x: float) -> End:
        """An end at which this group, too, is on a change point."""
        if element.group in end.groups or not end.groups:
            return end
        value = float(np.nan_to_num(margin(np.array([x])), nan=0.0)[0])  # no number where pins fall together exactly
        is_zero = abs(value) < SMALL and abs(margin.judge(x, value)) <= BLURRED * margin.line.plan.unit_length
        if not is_zero and margin.vanishes_towards(x):
            is_zero = True
            margin.lost.append(x)
        return replace(end, groups=(*end.groups, element.group)) if is_zero else end

    def _is_end(self, element: Element, margin: _Margin, zero: Zero, low: End, high: End) -> bool:
        for end, x in ((low, zero.x), (high, pi - zero.x)):
            near = x < COINCIDE or self.line.turned(abs(margin.place(zero.x) - end.place)) < SAME
            if near and element.group in end.groups:
                return True
        return False

    def never_assembled(self) -> tuple[int, float]:
        """Of a line without pieces: the group that never closes, and the least gap, in metres, that it is open by."""
        return self.groups[self.deepest[0]].group, min(margin.least_gap() for margin in self.deepest[1])

    def joined(self, pieces: list[Piece]) -> Joined:
        """The pieces with what follows each, and which end in each other."""
        keys = [tuple(piece.memory[self.branching].tolist()) for piece in pieces]
        lows = {(key, piece.low.place): number for number, (key, piece) in enumerate(zip(keys, pieces, strict=True))}
        highs = {(key, piece.high.place): number for number, (key, piece) in enumerate(zip(keys, pieces, strict=True))}
        onward, dead = dict[int, int](), list[tuple[int, int]]()
        for number, (key, piece) in enumerate(zip(keys, pieces, strict=True)):
            high, low = piece.high, piece.low
            follower = None
            if high.kind is EndKind.LINE and self.line.period:
                follower = lows.get((key, self.line.low))
            elif high.kind is EndKind.CHANGE:
                follower = lows.get((self._other(key, high), high.place))
            if follower is not None:
                onward[number] = follower
            for end, table in ((low, lows), (high, highs)):
                partner = table.get((self._other(key, end), end.place)) if end.kind is EndKind.DEAD else None
                if partner is not None and partner > number:
                    dead.append((number, partner))
        return Joined(pieces, onward, dead)

    def _other(self, key: tuple[float, ...], end: End) -> tuple[float, ...]:
        """The branches on the other side of an end."""
        changed = {self.plan.element(group).start for group in end.groups}
        return tuple(-b if start in changed else b for start, b in zip(self.branching, key, strict=True))


def onward_by_branches(line: InputLine, memory: Floats, start: float, upward: bool) -> tuple[list[Piece], Floats]:
    """The pieces of a mode from one end of a line to where it ends, through change points, in the order of the way; and
    the memory with its last branches."""
    found: list[Piece] = []
    begin, aside = End(start), (1.0 if upward else -1.0) * BESIDE * (line.high - line.low)
    while True:
        for through in (begin.place + aside,) if begin.groups else (begin.place, begin.place + aside):
            finder = BranchPieces(line, memory, through)
            piece = next(finder.pieces(low=begin) if upward else finder.pieces(high=begin), None)
            if piece is not None:
                break
        else:  # a dead point is nearer than one can look
            dead = End(begin.place, EndKind.DEAD, (finder.groups[finder.deepest[0]].group,))
            piece = Piece(begin, dead, memory, start) if upward else Piece(dead, begin, memory, start)
        found.append(piece)
        begin = piece.high if upward else piece.low
        if begin.kind is not EndKind.CHANGE:
            return found, piece.memory
        memory = piece.memory.copy()
        for group in begin.groups:
            memory[finder.plan.element(group).start] *= -1.0


def has_branches(first: Floats, line: InputLine, place: float, memory: Floats) -> bool:
    """Whether a memory has the branches of another."""
    branching = BranchPieces(line).branching
    return bool((memory[branching] == first[branching]).all())


class _Margin:
    """The margin of a group as a function of x between two places, with the branches of the groups before it."""

    def __init__(
        self, pieces: BranchPieces, element: Element, row: int, memory: Floats, low: float, high: float
    ) -> None:
        self.line, self.tape, self.group = pieces.line, pieces.tape, element.group
        self.row, self.memory = row, memory
        self.middle, self.half = 0.5 * (low + high), 0.5 * (high - low)
        self.addresses = self.tape.addresses[: self.tape.solving[element.group] + 1]
        self.lost = list[float]()  # ends at which it is zero, and rounding hides that

    def place(self, x: float) -> float:
        """The place of an x."""
        return self.middle - self.half * cos(x)

    def __call__(self, x: Floats) -> Floats:
        values = self._at(self.middle - self.half * np.cos(x))
        values[np.isin(x, self.lost)] = 0.0
        return values

    def is_closed_between(self, low: float, high: float) -> bool:
        """Whether the group can be assembled between two neighbouring zeros: in the middle, in x."""
        ends = [acos(min(max((self.middle - place) / self.half, -1.0), 1.0)) for place in (low, high)]
        x = 0.5 * sum(ends)
        value = float(self(np.array([x]))[0])
        return value > FLAT or (abs(value) <= FLAT and self.judge(x, value) > 0.0)

    def inputs(self, x: float) -> Floats:
        """The inputs (f,) at an x."""
        return self.line.inputs(np.array(self.place(x)))

    def judge(self, x: float, value: float) -> float:
        """What a value next to zero really is."""
        return judged_clearance(self.line.plan, self.group, self.inputs(x), self.memory, value)

    def meets_exactly(self, x: float) -> bool:
        """Whether the group's branches meet at an x, as exactly as its lengths can say."""
        return meets_exactly(self.line.plan, self.group, self.inputs(x), self.memory)

    def vanishes_towards(self, x: float) -> bool:
        """Whether the margin, extrapolated to an end, is zero there: where pins of an earlier group fall together,
        rounding hides what it is at the end itself."""
        step = min(EXTRAPOLATED / self.line.turned(1.0), 0.25 * self.half / len(TO_END))
        inward = step if x < 0.5 * pi else -step
        values = self._at(np.asarray(self.place(x) + inward * np.arange(1.0, len(TO_END) + 1.0), dtype=np.float64))
        return bool((values > 0.0).all()) and abs(float(np.sqrt(values) @ TO_END)) < VANISHES

    def least_gap(self) -> float:
        """How far the group is from closing, in metres, where it is nearest to it."""
        x = np.linspace(0.0, pi, GAP_PLACES)
        best = float(x[int(np.argmax(self(x)))])
        near = (best - x[1], best + x[1])
        return float(minimize_scalar(self._gap, bounds=near, method="bounded", options={"xatol": 1e-9}).fun)

    def _gap(self, x: float) -> float:
        return group_gap(self.line.plan, self.group, self.inputs(x), self.memory)

    def _at(self, places: Floats) -> Floats:
        tape, layout = self.tape, Layout(self.tape, len(places), len(places))
        layout.set_inputs(self.line.inputs(places))
        constants = (tape.row_start, tape.geometry, tape.geometry_start)
        run_tape(self.addresses, layout.here, *constants, self.memory, tape.memory_start, layout.state, len(places))
        return layout.row(self.row).copy()
