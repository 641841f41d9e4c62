"""How far an input can be moved: the intervals over which each assembly mode exists, and what ends them.

Intervals end at *dead points*, where a group locks: two modes end in each other there, and a mechanism that is driven
by another link goes over from one to the other. Modes that hang together in this way are one *circuit*: without taking
the mechanism apart no other is reached. At *change points* two modes cross, and the motion goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from math import ceil, floor, inf
from typing import Any

import networkx
import numpy as np

from sgkin.analysis.branch_pieces import BranchPieces, has_branches, onward_by_branches
from sgkin.analysis.clear_place import clear_place
from sgkin.analysis.input_line import InputLine, input_line
from sgkin.analysis.pieces import End, EndKind, Joined, Piece, chains
from sgkin.analysis.present_pieces import present_pieces
from sgkin.analysis.tracked_pieces import (
    SAME,
    TrackedPieces,
    apart,
    configuration_at,
    configuration_beside,
    is_first_configuration,
    onward_by_tracking,
)
from sgkin.arrays import Floats
from sgkin.coefficients import Configuration
from sgkin.errors import InitialConfigurationError, InputError, NeverAssembledError, TooManyModesError, brief
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.mechanism import Mechanism
from sgkin.plan.plan import Plan, make_open_plan
from sgkin.structure.structure import Group, Structure

PRESENT_ONLY = "only the mode of the initial configuration was looked for"


@dataclass(frozen=True, slots=True)
class Limit:
    """A place at which something happens to a mode.

    `value`: of the input, or how far along the line; `inputs` (f,); `kind`: "dead point", "change point", "link at
    infinity" or "end of the interval"; `groups`: those that lock or change there. `decided`: False for a change point
    that is one only to within rounding: with lengths changed in their thirteenth digit the modes may pass each other
    there, or end.
    """

    value: float
    inputs: Floats
    kind: str
    groups: tuple[Group, ...]
    decided: bool
    _line: InputLine = field(repr=False)
    _piece: Piece = field(repr=False)
    _place: float = field(repr=False)

    @property
    def configuration(self) -> Configuration:
        """The mechanism there; next to it, where a link is at infinity."""
        place = self._place
        if self.kind == EndKind.POLE.value or self._line.plan.iterated.any():
            return configuration_beside(self._line, place, self._piece)
        return configuration_at(self._line, place, self._piece.memory)


@dataclass(frozen=True, slots=True)
class ModeRange:
    """From where to where a mode exists.

    `low` and `high` are None where the input goes round without an end; `turns`: after how many turns the mechanism is
    then where it was, otherwise 0. `change_points`: inside the interval, by their values. `branches`:
    of each group, 0 where it has none, in the middle of the interval; `circuit`: the number of its circuit.
    """

    low: Limit | None
    high: Limit | None
    turns: int
    change_points: tuple[Limit, ...]
    branches: tuple[int, ...]
    circuit: int
    _line: InputLine = field(repr=False)
    _piece: Piece = field(repr=False)

    @property
    def full_turn(self) -> bool:
        """Whether the input goes round: without an end, or, with gears, through all turns that were looked at."""
        turn = self._line.turn
        return self.turns > 0 or bool(turn and self.width >= turn * (1.0 - 1e-12))

    @property
    def turn(self) -> float:
        """After how much of the input the mode is the same again; 0 where it never is."""
        return self._line.period

    @property
    def width(self) -> float:
        """How far the input can be moved; infinite with a full turn."""
        return inf if self.low is None or self.high is None else self.high.value - self.low.value

    @property
    def limits(self) -> tuple[Limit, ...]:
        """All that happens to it, in order."""
        ends = (self.low, *self.change_points, self.high)
        return tuple(limit for limit in ends if limit is not None)

    @property
    def configuration(self) -> Configuration:
        """The mechanism somewhere inside the interval, from which motions in this mode can be followed."""
        return configuration_at(self._line, self._piece.anchor, self._piece.memory)

    def __contains__(self, value: float) -> bool:
        if self.low is None or self.high is None:
            return True
        turn = self.turn
        shift = turn * ceil((self.low.value - value) / turn) if turn else 0.0
        return bool(self.low.value <= value + shift <= self.high.value)


@dataclass(frozen=True, slots=True)
class MotionRange(Sequence[ModeRange]):
    """All modes of a mechanism along an input or a line of inputs.

    `input`: the name of the input, or what is moved in words; `circuits`: the numbers of the modes in each;
    `present`: the number of the mode of the initial configuration, None if it says none; `between`: the interval that
    was looked at; `complete`: whether there can be no other mode, and `remark`: why not, in words.
    """

    structure: Structure
    input: str
    between: tuple[float, float]
    modes: tuple[ModeRange, ...]
    circuits: tuple[tuple[int, ...], ...]
    present: int | None
    complete: bool
    remark: str
    mechanism: Mechanism = field(repr=False)

    def __getitem__(self, index: Any) -> Any:
        return self.modes[index]

    def __len__(self) -> int:
        return len(self.modes)

    def __iter__(self) -> Iterator[ModeRange]:
        return iter(self.modes)

    @property
    def full_turn(self) -> bool:
        """Whether the input makes full turns: in the present mode, or in any if none is the present one."""
        chosen = self.modes if self.present is None else (self.modes[self.present],)
        return any(mode.full_turn for mode in chosen)

    @property
    def undecided(self) -> tuple[Limit, ...]:
        """The change points of all modes that are some only to within rounding, each once, by their values.

        Whether the input makes full turns there, and which modes are one circuit, is as undecided.
        """
        found = {limit.value: limit for mode in self.modes for limit in mode.limits if not limit.decided}
        return tuple(found[value] for value in sorted(found))

    @property
    def dead_points(self) -> tuple[Limit, ...]:
        """The dead points of all modes, each once, by their values."""
        found = {limit.value: limit for mode in self.modes for limit in mode.limits if limit.kind == EndKind.DEAD.value}
        return tuple(found[value] for value in sorted(found))

    def __str__(self) -> str:
        from sgkin.analysis.range_text import range_text

        return range_text(self)


def motion_range(
    mechanism: Mechanism | KinematicPlan,
    input: str | None = None,
    *,
    along: Mapping[str, float] | None = None,
    between: tuple[float, float] | None = None,
    present: bool = False,
    limit: int = 1000,
) -> MotionRange:
    """The intervals of an input over which each assembly mode exists; the other inputs stay as they are initially.

    input: its name, which may be left out if there is only one. along: instead of one input, a line: how much each
    input changes for one of the value; it begins at the initial inputs. between: the interval that is looked at; by
    default a whole turn of an angle, and what the links can reach of a length. present: look for the present mode
    alone, which is quick in mechanisms of many modes. Raises `TooManyModesError` where there are more than `limit`, and
    `NeverAssembledError` where there is none.

    Groups in closed form are looked at without gaps: all their modes and limits are found, to rounding. Where a group
    is found by iteration all modes are followed from many places; then `complete` is False.

    >>> from sgkin import load_mechanism, motion_range
    >>> found = motion_range(load_mechanism("four_bar_crank_rocker"))
    >>> found.full_turn, len(found.circuits)
    (True, 2)
    """
    plan, is_placed = _plan_of(mechanism)
    line = input_line(plan, input, along, between)
    start = line.place(plan.initial_inputs)
    tracked = bool(plan.iterated.any())
    if present and is_placed:
        if tracked:
            line, joined = present_pieces(line, start, plan.start, onward_by_tracking, is_first_configuration)
        else:
            begin, first = clear_place(line, start)
            line, joined = present_pieces(line, begin, first, onward_by_branches, partial(has_branches, first))
        return _range(plan, line, joined, start, PRESENT_ONLY, limit, along)
    if tracked:
        joined, locked = TrackedPieces(line, start if is_placed else None).found(), None
    else:
        finder = BranchPieces(line)
        pieces = list(islice(finder.pieces(), 4 * limit + 1))
        if len(pieces) > 4 * limit:
            raise TooManyModesError(plan.mechanism.name, limit)
        joined, locked = finder.joined(pieces), None if pieces else finder.never_assembled()
    if not joined.pieces:
        raise _never_assembled(plan, locked)
    return _range(plan, line, joined, start if is_placed else None, _remark(plan) if tracked else "", limit, along)


def _plan_of(mechanism: Mechanism | KinematicPlan) -> tuple[Plan, bool]:
    """A plan, and whether it knows its initial configuration."""
    from sgkin.solving import make_plan

    if isinstance(mechanism, KinematicPlan):
        return mechanism, True
    if not isinstance(mechanism, Mechanism):
        raise InputError(f"motion_range needs a mechanism or a plan, found {brief(mechanism)}")
    try:
        return make_plan(mechanism), True
    except InitialConfigurationError:  # it need not be clear which assembly is meant
        return make_open_plan(mechanism), False


def _inside(line: InputLine, place: float) -> float:
    """A place of the line that is the same but for whole periods."""
    return place if not line.period else place - line.period * floor((place - line.low) / line.period)


def _never_assembled(plan: Plan, locked: tuple[int, float] | None) -> NeverAssembledError:
    """The error of a mechanism without modes; `locked`: the group that never closes, and how far it stays open."""
    sentence = f"{plan.mechanism.name} cannot be assembled at any input of the interval"
    if locked is None:
        return NeverAssembledError(f"{sentence}; change its lengths, or look elsewhere")
    group, units = plan.structure.groups[locked[0]], plan.mechanism.units
    open_by = f"{locked[1] / units.factor('length'):.4g} {units.length}"
    why = f"{group.told} stays open by {open_by} at least"
    remedy = "change its lengths, or look elsewhere"
    return NeverAssembledError(f"{sentence}: {why}; {remedy}", group.label, group.joints, locked[1])


def _range(
    plan: Plan,
    line: InputLine,
    joined: Joined,
    start: float | None,
    remark: str,
    limit: int,
    along: Mapping[str, float] | None,
) -> MotionRange:
    found = chains(joined)
    if len(found) > limit:
        raise TooManyModesError(plan.mechanism.name, limit)
    of_piece = {piece: number for number, (chain, _) in enumerate(found) for piece in chain}
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(found)))
    graph.add_edges_from((of_piece[one], of_piece[other]) for one, other in joined.dead)
    circuits = sorted(tuple(sorted(part)) for part in networkx.connected_components(graph))
    circuit_of = {mode: number for number, circuit in enumerate(circuits) for mode in circuit}
    centre = start if start is not None else 0.5 * (line.low + line.high)
    held = None if start is None else _present_piece(plan, line, joined.pieces, start)
    modes = tuple(
        _mode(plan, line, [joined.pieces[number] for number in chain], ring, circuit_of[mode], centre, held)
        for mode, (chain, ring) in enumerate(found)
    )
    present = None if held is None else next(of_piece[n] for n, piece in enumerate(joined.pieces) if piece is held)
    moved = ", ".join(f"{name} × {rate:g}" for name, rate in along.items()) if along else _moved_input(plan, line)
    between = (line.low, line.high)
    return MotionRange(
        plan.structure, moved, between, modes, tuple(circuits), present, not remark, remark, plan.mechanism
    )


def _moved_input(plan: Plan, line: InputLine) -> str:
    return plan.input_names[int(np.flatnonzero(line.direction)[0])]


def _remark(plan: Plan) -> str:
    """What cannot be promised, in words."""
    groups = [plan.structure.groups[number].label for number in np.flatnonzero(plan.iterated).tolist()]
    named = ", ".join(groups[:3]) + (" and others" if len(groups) > 3 else "")
    return f"{named} found by iteration: a mode that exists only between two of the places looked at would be missed"


def _mode(
    plan: Plan, line: InputLine, pieces: list[Piece], ring: bool, circuit: int, centre: float, present: Piece | None
) -> ModeRange:
    """A mode from its pieces, from left to right, the values counted on over the ends of the line.

    The present piece has the initial value where the mechanism is initially: a mode may have it twice, a turn apart.
    Other modes lie about the centre.
    """
    shifts = [0.0]
    for before, after in zip(pieces, (*pieces[1:], pieces[0]), strict=True):
        over = line.period if line.period and _is_cut(line, before.high) and _is_cut(line, after.low) else 0.0
        shifts.append(shifts[-1] + over)
    turns = round(shifts[-1] / line.period) if ring and line.period else 0
    low, high = pieces[0].low.place, pieces[-1].high.place + shifts[-2]
    back = 0.0
    if line.period:
        back = line.period * round((centre - 0.5 * (low + high)) / line.period)
        for piece, shift in zip(pieces, shifts[:-1], strict=True):
            if piece is present:
                back = centre - _inside(line, centre) - shift
    changes = [
        _limit(plan, line, end, piece, shift + back)
        for piece, shift in zip(pieces, shifts[:-1], strict=True)
        for end in ((piece.low,) if piece.low.kind is EndKind.CHANGE else ()) + piece.changes
    ]
    first = _limit(plan, line, pieces[0].low, pieces[0], back)
    last = _limit(plan, line, pieces[-1].high, pieces[-1], shifts[-2] + back)
    middle = pieces[len(pieces) // 2]
    inside = tuple(sorted(changes, key=lambda each: each.value))
    if ring:
        return ModeRange(None, None, turns, inside, _branches(plan, middle), circuit, line, middle)
    return ModeRange(first, last, 0, inside, _branches(plan, middle), circuit, line, middle)


def _is_cut(line: InputLine, end: End) -> bool:
    """Whether an end is that of the line, or lies on it."""
    return end.kind in (EndKind.LINE, EndKind.SEAM) and end.place in (line.low, line.high)


def _limit(plan: Plan, line: InputLine, end: End, piece: Piece, shift: float) -> Limit:
    place = end.place + shift
    groups = tuple(plan.structure.groups[number] for number in end.groups)
    kind = EndKind.LINE if end.kind is EndKind.SEAM else end.kind
    return Limit(place, line.inputs(np.array(place)), kind.value, groups, end.decided, line, piece, end.place)


def _branches(plan: Plan, piece: Piece) -> tuple[int, ...]:
    found = []
    for element in plan.solvers:
        branching = element is not None and element.kernel.branch
        found.append(int(piece.memory[element.start]) if element is not None and branching else 0)
    return tuple(found)


def _present_piece(plan: Plan, line: InputLine, pieces: Sequence[Piece], start: float) -> Piece | None:
    """The piece in which the initial configuration is."""
    place = _inside(line, start)
    here = configuration_at(line, place, plan.start)
    best, least = None, np.inf
    for piece in pieces:
        if piece.low.place <= place <= piece.high.place:
            there = configuration_beside(line, place, piece)
            away = apart(plan, there.poses, here.poses)
            if away < least:
                best, least = piece, away
    return best if least < SAME else None
