"""The mode of the initial configuration alone, from its place on a line of inputs to where it ends on both sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count

from sgkin.analysis.input_line import InputLine
from sgkin.analysis.pieces import End, EndKind, Joined, Piece
from sgkin.arrays import Floats
from sgkin.errors import InputError

Onward = Callable[[InputLine, Floats, float, bool], tuple[list[Piece], Floats]]
"""The pieces of a mode from a place of a line, with the memory there, upward or downward to where it ends, in the order
of the way; and the memory at the end."""
IsStart = Callable[[InputLine, float, Floats], bool]
"""Whether a memory is that with which the mode began, at a place of a line a whole number of turns from there."""


def present_pieces(
    line: InputLine, start: float, memory: Floats, onward: Onward, is_start: IsStart
) -> tuple[InputLine, Joined]:
    """The pieces of the mode that has a memory at a place, and the line on which they are; this has no cut where the
    mode does not go round."""
    if not line.period and not line.low <= start <= line.high:
        raise InputError(
            f"the present mode is followed from {start:g} on, which is not between {line.low:g} and {line.high:g}; "
            "look at an interval that holds it, or at all modes"
        )
    if line.period:
        turn = replace(line, low=start, high=start + line.period)
        ring = _ring(turn, memory, onward, is_start)
        if ring:
            return turn, Joined(ring, {number: (number + 1) % len(ring) for number in range(len(ring))}, [])
    ahead, back = (_to_end(line, memory, start, upward, onward) for upward in (True, False))
    both = Piece(back[0].low, ahead[0].high, memory, start, (*back[0].changes, *ahead[0].changes))
    pieces = [*back[:0:-1], both, *ahead[1:]]
    low, high = min(line.low, pieces[0].low.place), max(line.high, pieces[-1].high.place)
    chain = {number: number + 1 for number in range(len(pieces) - 1)}
    return replace(line, low=low, high=high, period=0.0), Joined(pieces, chain, [])


def _ring(turn: InputLine, memory: Floats, onward: Onward, is_start: IsStart) -> list[Piece]:
    """The pieces through as many turns as it takes until the mechanism is where it was; none if it ends before."""
    found: list[Piece] = []
    while True:
        pieces, memory = onward(replace(turn, period=0.0), memory, turn.low, True)
        found += pieces
        if pieces[-1].high.kind is not EndKind.LINE:
            return []
        if is_start(turn, turn.high, memory):
            return found


def _to_end(line: InputLine, memory: Floats, start: float, upward: bool, onward: Onward) -> list[Piece]:
    """The pieces on one side; an angle is turned on until the mode ends."""
    if not line.period and start == (line.high if upward else line.low):
        return [Piece(End(start), End(start), memory, start)]
    for turns in count(1):
        low, high = start - turns * line.period, start + turns * line.period
        if not line.period:
            low, high = line.low, line.high
        part = replace(line, low=start if upward else low, high=high if upward else start, period=0.0)
        found, _ = onward(part, memory, start, upward)
        end = found[-1].high if upward else found[-1].low
        if end.kind is not EndKind.LINE or not line.period:
            return found
    raise AssertionError("a mode that ends on one side ends on the other")
