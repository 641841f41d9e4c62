"""The change points of a mode that goes round with its input, of all groups at once.

Along a mode the branches of all groups are known, so that one run of a tape gives all margins on a part of the turn,
and polynomials show that they have no zero there, as in `sgkin.analysis.zeros`. At a change point the roots of some
margins go through zero. With the branches that hold before it these roots are smooth as far as there: they are
extrapolated to it, and divided by the distance from it they have no zero either.

This is a quick way for modes with nothing else but change points. Where the mode ends, or something cannot be shown,
nothing is found, and a motion range has to be looked for.
"""

from __future__ import annotations

from math import ceil, pi
from typing import NamedTuple

import numpy as np
from numpy.polynomial import chebyshev

from sgkin.analysis.clear_place import CLEAR, clear_place
from sgkin.analysis.input_line import input_line
from sgkin.analysis.zeros import FIT, NODES, have_no_zero
from sgkin.arrays import Floats
from sgkin.kinematic_plan import KinematicPlan
from sgkin.plan.tape import Layout
from sgkin.sweep.failure import clearance_in, judged

PARTS, PART = 11, pi / 5.0
"""Parts of a turn with which the search begins, at least, and how far links turn in one at most."""
NARROWEST = 1e-4
"""The narrowest part, of a turn: what cannot be shown on it is not shown at all."""
MOST_TURNS = 4
"""After how many turns the mechanism must be where it was."""
RESOLVED, VANISHES = 1e-9, 1e-9
"""The last coefficients of a margin whose zero is located, and its value there, as parts of the largest value."""
TOUCHES = 1e-4
"""The root of a margin, extrapolated to a change point, up to which it is looked at more closely: lengths decide."""
BLURRED = 1e-7
"""The same, up to which it counts as zero where rounding hides the margin itself, since others vanish before it."""
BEHIND, BEFORE = 1e-3, 1e-6
"""How far behind the end of a part, and how close to its beginning, a zero is looked for, in halves of it."""


class Passage(NamedTuple):
    """A change point, and the rows of the margins that vanish there; a place without rows is none."""

    place: float
    rows: tuple[int, ...] = ()


class Part(NamedTuple):
    """Margins (groups, nodes) at places (nodes,) of a part of a turn, and half its width."""

    places: Floats
    half: float
    margins: Floats


class TurningMode:
    """The mode of the initial configuration, followed upwards along the only input; all groups in closed form."""

    def __init__(self, plan: KinematicPlan) -> None:
        self.plan, self.line, self.memory = plan, input_line(plan, None, None, None), plan.start.copy()
        solvers = [plan.element(group) for group in plan.solved_groups]
        needed = tuple(dict.fromkeys(feature for element in solvers for feature in element.inputs))
        self.tape = plan.tape(needed, None, watch=False, groups=plan.solved_groups)
        self.groups = tuple(self.tape.margins)
        self.elements = [plan.element(group) for group in self.groups]
        self._rows = list(self.tape.margins.values())
        self._branching = [element.start for element in self.elements if element.kernel.branch]

    def passages(self) -> tuple[list[tuple[float, tuple[int, ...]]], int] | None:
        """Places and groups of all change points from next to the initial input on, until the mechanism is where it
        was, and after how many turns that is; None where this way cannot show it."""
        if not self.line.period:
            return None
        found: list[tuple[float, tuple[int, ...]]] = []
        start, first = float(self.plan.initial_inputs[0]), self.plan.start
        if not (self._run(np.array([start])).kept[self._rows] > CLEAR**2).all():
            start, first = clear_place(self.line, start)
            self.memory = first.copy()
        for turns in range(1, MOST_TURNS + 1):
            passed = self._turn(start + (turns - 1) * self.line.period)
            if passed is None:
                return None
            found += [(place, tuple(self.groups[row] for row in rows)) for place, rows in passed]
            if (self.memory[self._branching] == first[self._branching]).all():
                return found, turns
        return None

    def _turn(self, start: float) -> list[Passage] | None:
        """The change points of one turn."""
        period, stop = self.line.period, start + self.line.period
        longest = period / max(PARTS, ceil(self.line.turned(period) / PART))
        here, step, passed = Passage(start), longest, list[Passage]()
        while here.place < stop:
            count = ceil((stop - here.place) / step) if step == longest else 1
            found = self._next(here, np.minimum(np.cumsum([here.place, *[step] * count]), stop))
            if found is None:
                step *= 0.5
                if step < NARROWEST * period:
                    return None
                continue
            here, step = found, min(2.0 * step, longest)
            if here.rows and here.place < stop:  # what lies behind the end is found in the next turn
                passed.append(here)
                for row in here.rows:
                    self.memory[self.elements[row].start] *= -1.0
        return passed

    def _next(self, here: Passage, edges: Floats) -> Passage | None:
        """The first change point on the way from edge to edge, or the edge up to which it is clear; None where neither
        can be shown."""
        parts = self._parts(edges)
        first = self._first_in_doubt(parts, here, float(edges[1]))
        if first == len(parts):
            return Passage(float(edges[-1]))
        low = Passage(float(edges[first])) if first else here
        place = self._zero(parts[first], low)
        passage = Passage(low.place) if place is None else self._passage(low, place)
        are_branches = all(self.elements[row].kernel.branch for row in passage.rows)
        if passage.rows and are_branches and self._is_clear(self._part(low.place, passage.place), low, passage):
            return passage
        return low if first else None

    def _first_in_doubt(self, parts: list[Part], here: Passage, end: float) -> int:
        """The first part on which a margin may vanish otherwise than where it begins, or how many there are."""
        margins = np.array([part.margins for part in parts])
        count, groups, nodes = margins.shape
        clear = have_no_zero((margins @ FIT).reshape(-1, nodes)).reshape(count, groups)
        clear &= (margins > 0.0).all(axis=2)  # nor are there places without numbers
        clear[0] = self._is_clear(parts[0], here, Passage(end))
        return int(np.argmin(np.append(clear.all(axis=1), False)))

    def _is_clear(self, part: Part, low: Passage, high: Passage) -> bool:
        """Whether no margin vanishes between two places, and at these only those that are said to."""
        values = part.margins.copy()
        if not (values > 0.0).all():  # nor are there places without numbers
            return False
        for end in (low, high):
            touching = [row for row in end.rows if row not in (low.rows if end is high else ())]
            values[touching] = np.sqrt(values[touching])
        for end in (low, high):
            values[list(end.rows)] /= np.abs(part.places - end.place) / part.half
        return bool(have_no_zero(values @ FIT).all())

    def _zero(self, part: Part, here: Passage) -> float | None:
        """About where a margin touches zero on a part: the first one, in solving order, that is smooth."""
        values = part.margins.copy()
        values[list(here.rows)] /= ((part.places - here.place) / part.half) ** 2
        if not np.isfinite(values).all(axis=1).any():
            return None
        coefficients, largest = values @ FIT, np.abs(values).max(axis=1)
        smooth = np.abs(coefficients[:, -3:]).sum(axis=1) <= RESOLVED * largest
        for row in np.flatnonzero(smooth & ~have_no_zero(coefficients)).tolist():
            extremes = chebyshev.chebroots(chebyshev.chebder(coefficients[row]))
            for x in np.sort(extremes.real[np.abs(extremes.imag) < BEHIND]).tolist():
                value = chebyshev.chebval(x, coefficients[row])
                if -1.0 + BEFORE < x < 1.0 + BEHIND and abs(value) <= VANISHES * largest[row]:
                    return float(here.place + part.half * (x + 1.0))
        return None

    def _passage(self, here: Passage, place: float) -> Passage:
        """A change point of which a place near to it is known, and the margins that vanish there."""
        for _ in range(2):  # the second time from its exact place
            part = self._part(here.place, place)
            roots = np.sqrt(np.maximum(np.nan_to_num(part.margins, nan=-1.0), 0.0))
            roots[list(here.rows)] /= (part.places - here.place) / part.half
            coefficients = roots @ FIT
            ends = coefficients.sum(axis=1)
            touching = np.flatnonzero(np.abs(ends) <= TOUCHES)
            if not len(touching):
                return Passage(place)
            first = coefficients[touching[0]]
            place -= part.half * float(ends[touching[0]] / (np.arange(len(first)) ** 2 @ first))
        numbers = self._run(np.array([place])).first_lane()
        margins = np.nan_to_num([numbers[row] for row in self._rows], nan=0.0)  # none where pins fall together exactly
        met = list[int]()
        for row in touching.tolist():
            clearance = clearance_in(self.elements[row], self.tape, numbers)
            is_lost = bool(met) and abs(ends[row]) <= BLURRED  # where pins of another fall together, but for rounding
            if is_lost or judged(self.plan, clearance, float(margins[row])) == 0.0:
                met.append(row)
        return Passage(place, tuple(met))

    def _part(self, low: float, high: float) -> Part:
        """The margins between two places."""
        return self._parts(np.array([low, high]))[0]

    def _parts(self, edges: Floats) -> list[Part]:
        """The same from each edge to the next."""
        half = 0.5 * np.diff(edges)
        places = edges[:-1, None] + half[:, None] * (NODES + 1.0)
        margins = self._run(places.ravel()).kept[self._rows].reshape(-1, *places.shape)
        return [Part(places[number], float(half[number]), margins[:, number]) for number in range(len(half))]

    def _run(self, places: Floats) -> Layout:
        """All groups at places."""
        layout = Layout(self.tape, len(places), len(places))
        layout.set_inputs(self.line.inputs(places))
        self.plan.run(self.tape, layout, self.memory.copy(), len(places))
        return layout
