"""Where modes exist along a line of inputs, for groups that are found by iteration.

At many places of the line all modes are found. Each is followed to the next place in both directions: it either comes
to a mode there, or to a dead point on the way. Two modes end in each other at every dead point; where only one is
known, its partner lives between two places, and one more place is looked at there. A mode that begins and ends between
two places without meeting a known one is not found.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import ceil, pi

import numpy as np

from sgkin.analysis.input_line import InputLine
from sgkin.analysis.pieces import End, EndKind, Joined, Piece
from sgkin.arrays import Floats
from sgkin.assembly import AssemblyMode
from sgkin.coefficients import Configuration
from sgkin.errors import Outcome
from sgkin.modes.assembler import Node
from sgkin.modes.modes import assemblies
from sgkin.modes.refinement import wrapped
from sgkin.modes.spatial_assembler import assembler_of
from sgkin.orientation import matrices_of
from sgkin.plan.plan import Plan
from sgkin.sweep.branch_tracking import CLOSE, CLOSEST, InputPath, Start, Stop, track_branches
from sgkin.sweep.failure import meets_exactly

PART = pi / 12.0
"""Links turn by no more than this, if they turn with the inputs, from place to place."""
SAME = 1e-6
"""Modes closer together than this are one, in radians or parts of the mechanism's size."""
BESIDE = 1e-5
"""How far before a dead point, in radians or sizes of the mechanism, its two modes are compared."""
SEARCHED_PLACES = 6
"""Places at which groups are searched for their modes; elsewhere these are only followed."""
MORE_PLACES = 40
"""Places put in for partners that were not known."""
BESIDE_END = (3e-3, 1e-2, 3e-2)
"""Steps in which configurations are extrapolated to an end, in roots of the distance from it, as a part of the piece:
the first with which they are all found."""
TO_END = np.array([5.0, -10.0, 10.0, -5.0, 1.0])
"""Weights of five such steps."""
AT_STOP = 100.0
"""How far a dead point may be from where a mode could not be followed further, in steps that are not divided again."""
ASIDE = (1e-2, 3e-3, 1e-3, 3e-4, 1e-4)
"""How far apart the places are from which a dead point is extrapolated."""


@dataclass(slots=True)
class Mode:
    """A mode at a place, and the pieces on its left and right."""

    memory: Floats
    poses: Floats
    left: int | None = None
    right: int | None = None


@dataclass(slots=True)
class Place:
    """A place of the line with the modes that were found there."""

    s: float
    modes: list[Mode] = field(default_factory=list)


class TrackedPieces:
    """Finds the pieces of a line; `start`: the place of the initial configuration, if that is known."""

    def __init__(self, line: InputLine, start: float | None) -> None:
        self.line, self.plan, self.start = line, line.plan, start
        self.scale = 1.0 / float(np.abs(line.direction / self.plan.input_scales).max())
        self.list: list[Piece] = []
        self.onward: dict[int, int] = {}
        self.dead: list[tuple[int, int]] = []
        self.doubts: dict[float, float] = {}

    def found(self) -> Joined:
        """All pieces that were found."""
        count = max(8, ceil(self.line.turned(self.line.high - self.line.low) / PART))
        ends = np.linspace(self.line.low, self.line.high, count + 1).tolist()
        places = [Place(s) for s in (ends[:-1] if self.line.period else ends)]
        step = ceil(count / SEARCHED_PLACES)
        searched = [self._look(place) for place in places[::step]]
        for number, place in enumerate(places if not any(searched) else ()):
            if number % step:
                self._look(place)
        self._add_present(places)
        for _ in range(MORE_PLACES):
            self._connect(places)
            missing = self._pair()
            if missing is None:
                break
            self._look(_inserted(places, missing))
            for place in places:
                for mode in place.modes:
                    mode.left = mode.right = None
        return Joined(self.list, self.onward, self.dead)

    def _add_present(self, places: list[Place]) -> None:
        """Put in the mode of the initial configuration, which a search may have missed."""
        if self.start is not None and self.line.low <= self.start < self.line.high:
            known = next((place for place in places if place.s == self.start), None)
            self._arrived(known or _inserted(places, self.start), self.plan.start)

    def _look(self, place: Place) -> bool:
        """Find the modes at a place; whether a group had to be searched for them."""
        assembler = assembler_of(self.plan, self.line.inputs(np.array(place.s)))
        place.modes = [_mode(mode) for mode in assemblies(assembler) if not mode.singular]
        return bool(assembler.searched)

    def _connect(self, places: list[Place]) -> None:
        """Follow all modes from place to place, those too that are found on the way."""
        self.list, self.onward, self.dead = [], {}, []
        waiting = [(number, mode) for number, place in enumerate(places) for mode in place.modes][::-1]
        while waiting:
            number, mode = waiting.pop()
            for upward in (True, False):
                other = number + (1 if upward else -1)
                if self.line.period or 0 <= other < len(places):
                    arrived = self._follow(places, number, mode, upward)
                    if arrived is not None:
                        waiting.append((other % len(places), arrived))
        for place in places:
            for mode in place.modes:
                if mode.left is not None and mode.right is not None:
                    self.onward[mode.left] = mode.right

    def _follow(self, places: list[Place], number: int, mode: Mode, upward: bool) -> Mode | None:
        """Follow a mode to the next place, and note the piece on the way; the mode there, if it was not known."""
        if (mode.right if upward else mode.left) is not None:
            return None
        there = places[(number + (1 if upward else -1)) % len(places)]
        s, goal = places[number].s, there.s
        if upward and goal < s:
            goal = self.line.high
        elif not upward and goal > s:
            s, goal = self.line.high, goal
        begin = Start(self.line.inputs(np.array(s)), mode.memory)
        far, changes, memory = self.track(begin, s, goal)
        piece, seam, arrived, known = len(self.list), End(s, EndKind.SEAM), None, len(there.modes)
        if far is None:
            arrived, far = self._arrived(there, memory), End(goal, EndKind.SEAM)
            if upward:
                arrived.left = piece
            else:
                arrived.right = piece
        if upward:
            mode.right = piece
            self.list.append(Piece(seam, far, mode.memory, s, changes))
        else:
            mode.left = piece
            self.list.append(Piece(far, seam, mode.memory, s, changes[::-1]))
        return arrived if len(there.modes) > known else None

    def track(self, begin: Start, s: float, goal: float) -> tuple[End | None, tuple[End, ...], Floats]:
        """Follow a mode from a place to another: where it ends, if it does, its change points, and the memory there."""
        path = track_branches(self.plan, begin, self.line.inputs(np.array(goal)))
        end = None if path.stop is None else self._stopped(begin, s, path.stop, goal)
        changes = tuple(
            End(self.line.place(z), EndKind.CHANGE, (group,), meets_exactly(self.plan, group, z, path.memory))
            for z, group in path.changes
        )
        return end, changes, path.memory

    def _arrived(self, there: Place, memory: Floats) -> Mode:
        """The mode to which a way leads; a new one if it was not found before."""
        poses = self._poses(there.s, memory)
        for mode in there.modes:
            if apart(self.plan, mode.poses, poses) < SAME:
                return mode
        there.modes.append(Mode(memory, poses))
        return there.modes[-1]

    def _poses(self, s: float, memory: Floats) -> Floats:
        return poses_at(self.line, s, memory)

    def _stopped(self, begin: Start, s: float, stopped: Stop, goal: float) -> End:
        """The end of a mode on the way from s to a goal, located exactly."""
        element, stop = self.plan.element(stopped.group), self.line.place(stopped.inputs)
        if element.sign is None and not element.kernel.branch:
            return End(stop, EndKind.POLE, (stopped.group,))
        if element.sign is None:
            return End(stop, EndKind.DEAD, (stopped.group,))
        is_open = stopped.outcome is Outcome.CANNOT_ASSEMBLE
        doubt, share = (CLOSEST * abs(goal - s), AT_STOP) if is_open else (CLOSE * self.scale, 2.0)
        return End(self._fold(begin, s, stopped.group, stop, doubt, share * doubt), EndKind.DEAD, (stopped.group,))

    def _fold(self, begin: Start, s: float, group: int, stop: float, doubt: float, furthest: float) -> float:
        """Where the determinant of a group vanishes: where following it stopped, or extrapolated from places before if
        that is surer, to no further than a distance from the stop.

        Of several extrapolations the one whose two orders agree best; from afar they may agree by chance.
        """
        best, least = stop, doubt
        way = np.sign(stop - s)
        for aside in ASIDE:
            step = way * aside * self.scale
            if abs(stop - s) <= 8.0 * abs(step):
                continue
            near = stop - step * np.array([6.0, 5.0, 4.0, 3.0, 2.0, 1.0])
            path = InputPath(self.plan, begin, self.line.inputs(near[-1:])[0])
            margins = path.margins_at((near - s) / (near[-1] - s), group)
            if not (np.diff(margins) < 0.0).all() or not margins[-1] > 0.0:
                continue
            all_six, five = _extrapolated(margins, near), _extrapolated(margins[1:], near[1:])
            if abs(all_six - five) < least and abs(all_six - stop) < furthest:
                best, least = all_six, abs(all_six - five)
        self.doubts[best] = least
        return best

    def _pair(self) -> float | None:
        """Join the pieces that end in each other; a place next to a dead point of which only one piece is known."""
        ends = []
        for number, piece in enumerate(self.list):
            for end, side in ((piece.low, 1.0), (piece.high, -1.0)):
                if end.kind is EndKind.DEAD:
                    ends.append((end.place, end.groups[0], side, number))
        ends.sort()
        while ends:
            place, group, side, number = ends.pop(0)
            near = [
                each for each in ends if each[1:3] == (group, side) and abs(each[0] - place) < 2.0 * BESIDE * self.scale
            ]
            if not near:
                beside = place + side * 10.0 * BESIDE * self.scale
                if any(abs(end.low.place - beside) < BESIDE * self.scale for end in self.list):
                    continue
                return beside
            poses = self._beside(number, place, side)
            partner = min(near, key=lambda each: apart(self.plan, poses, self._beside(each[3], place, side)))
            ends.remove(partner)
            self.dead.append((min(number, partner[3]), max(number, partner[3])))
            self._agree(number, partner[3], side)
        return None

    def _agree(self, one: int, other: int, side: float) -> None:
        """Give two pieces that end in each other the better located of their ends."""
        pieces = [self.list[one], self.list[other]]
        ends = [piece.low if side > 0.0 else piece.high for piece in pieces]
        better = min(ends, key=lambda end: self.doubts.get(end.place, 0.0))
        for number, piece in zip((one, other), pieces, strict=True):
            self.list[number] = replace(piece, low=better) if side > 0.0 else replace(piece, high=better)

    def _beside(self, number: int, place: float, side: float) -> Floats:
        """The poses of a piece next to its dead point."""
        piece = self.list[number]
        s = place + side * BESIDE * self.scale
        begin = Start(self.line.inputs(np.array(piece.anchor)), piece.memory)
        path = track_branches(self.plan, begin, self.line.inputs(np.array(s)))
        return self._poses(s, path.memory)


def onward_by_tracking(line: InputLine, memory: Floats, start: float, upward: bool) -> tuple[list[Piece], Floats]:
    """The piece of a mode from one end of a line to where it ends, with its change points; and the memory there."""
    finder, goal = TrackedPieces(line, None), line.high if upward else line.low
    count = max(1, ceil(line.turned(abs(goal - start)) / PART))
    changes, here, end = list[End](), memory, None
    for s, after in pairwise(np.linspace(start, goal, count + 1).tolist()):
        end, passed, here = finder.track(Start(line.inputs(np.array(s)), here), s, after)
        changes += passed
        if end is not None:
            break
    low, high = (End(start), end or End(goal)) if upward else (end or End(goal), End(start))
    return [Piece(low, high, memory, start, tuple(changes if upward else changes[::-1]))], here


def is_first_configuration(line: InputLine, place: float, memory: Floats) -> bool:
    """Whether the links are where they are initially, but for whole turns."""
    first = poses_at(line, line.low, line.plan.start)
    return apart(line.plan, poses_at(line, place, memory), first) < SAME


def apart(plan: Plan, one: Floats, other: Floats) -> float:
    """How far two configurations are apart, in parts of the mechanism's size and in radians, but for whole turns."""
    if plan.mechanism.is_spatial:
        places = np.abs(one[:, :3] - other[:, :3]).max(initial=0.0) / plan.unit_length
        turns = np.abs(matrices_of(one[:, 3:]) - matrices_of(other[:, 3:])).max(initial=0.0)
        return float(max(places, turns))
    places = np.abs(one[:, :2] - other[:, :2]).max(initial=0.0) / plan.unit_length
    return float(max(places, np.abs(wrapped(one[:, 2] - other[:, 2])).max(initial=0.0)))


def _inserted(places: list[Place], s: float) -> Place:
    """A new place among others that are in order."""
    place = Place(s)
    places.insert(next((number for number, other in enumerate(places) if other.s > s), len(places)), place)
    return place


def _mode(mode: AssemblyMode) -> Mode:
    return Mode(mode.configuration.memory, mode.poses)


def _extrapolated(margins: Floats, places: Floats) -> float:
    """The place at which margins m vanish. It turns back there: as a function of m it is s + c m² + d m³ + …"""
    powers = np.vander(margins / margins[0], len(margins) + 1, increasing=True)
    return float(places[-1] + np.linalg.solve(np.delete(powers, 1, axis=1), places - places[-1])[0])


def configuration_at(line: InputLine, s: float, memory: Floats) -> Configuration:
    """The configuration at a place, with a memory that belongs to it."""
    plan, z = line.plan, line.inputs(np.array(s))
    assembler = assembler_of(plan, z)
    node = Node(assembler.layout.state, memory.copy())
    assembler.run(node, 0, len(assembler.tape.operations))
    array = assembler.told(assembler.poses(node), plan.links)
    return Configuration(plan.links, z, array, None, None, memory.copy(), plan.origin)


def configuration_beside(line: InputLine, s: float, piece: Piece) -> Configuration:
    """The configuration of a piece at one of its places: at an end, extrapolated from places inside it.

    Near a dead point everything changes like the root of the distance from it.
    """
    begin = Start(line.inputs(np.array(piece.anchor)), piece.memory)
    ends = [end.place for end in (piece.low, piece.high) if end.kind in (EndKind.DEAD, EndKind.POLE)]
    whole = piece.high.place - piece.low.place
    if not any(abs(s - end) <= 1e-9 * whole for end in ends):
        path = track_branches(line.plan, begin, line.inputs(np.array(s)))
        return configuration_at(line, s, path.memory)
    inward = whole if s - piece.low.place < piece.high.place - s else -whole
    for aside in BESIDE_END:
        places = [s + inward * (aside * root) ** 2 for root in range(1, len(TO_END) + 1)]
        paths = [track_branches(line.plan, begin, line.inputs(np.array(place))) for place in places]
        if all(path.stop is None for path in paths):
            break
    found = [configuration_at(line, place, path.memory) for place, path in zip(places, paths, strict=True)]
    poses = np.einsum("n,nlc->lc", TO_END, np.array([each.poses for each in found]))
    return replace(found[0], inputs=line.inputs(np.array(s)), poses=poses)


def poses_at(line: InputLine, s: float, memory: Floats) -> Floats:
    """Poses (links, 3) at a place."""
    return configuration_at(line, s, memory).poses
