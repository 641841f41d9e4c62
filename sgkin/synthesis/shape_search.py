"""Starts for linkages by name: shapes of one size, turned, scaled and moved so that they come near what is wanted.

For a path at stated crank angles that is a linear problem: with places A of the crank pin, directions u of the coupler
and a path w as complex numbers, the point of a linkage that is turned, scaled and moved is at b + a A + c u; a, b and
c/a, which is the place of the point on the coupler, are found by linear least squares.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sgkin.arrays import Complexes, Floats, Integers
from sgkin.designs.design_motions import DesignMotions
from sgkin.designs.solving_designs import solve_designs
from sgkin.progress import Progress
from sgkin.synthesis.arcs import Curves, Drawn, parts_alike
from sgkin.synthesis.families import Family
from sgkin.synthesis.problem import Candidate, Problem
from sgkin.whole_turns import WHOLE_TURN

LANES = 96
"""Steps of a turn at which curves are known."""
STARTS = 24
"""Crank angles at which timed motions are tried to begin."""
KEPT = 16
"""Of the best that are found at a time."""


class Shapes(NamedTuple):
    """Lengths (n, s) of shapes of one size, and places (n,) of their point on the coupler."""

    lengths: Floats
    points: Complexes


def random_shapes(family: Family, random: np.random.Generator, count: int, transmission: float) -> Shapes:
    """So many shapes whose cranks turn fully, with a transmission angle of at least so much."""
    found, many = list[Floats](), 0
    while many < count:
        found.append(family.shapes(random, 4 * count, transmission, True))
        many += len(found[-1])
    lengths = np.concatenate(found)[:count]
    coupler = lengths[:, family.lengths.index("r3")]
    along, across = random.uniform(-1.0, 2.0, count), random.uniform(-1.5, 1.5, count)
    return Shapes(lengths, np.asarray(coupler * (along + 1j * across), dtype=complex))


class ShapeSearch:
    """Keeps the best of all shapes that it is shown."""

    inputs: Floats
    """Those over which designs are looked at."""

    def __init__(self, family: Family, problem: Problem) -> None:
        self.family, self.problem = family, problem
        self._found: list[tuple[Floats, Floats, Floats]] = []

    def run(self, shapes: Shapes, inputs: Floats, tell: Progress | None) -> None:
        """Look at shapes over some inputs (m,)."""
        ones = np.ones(len(shapes.points), dtype=complex)
        parameters = self.family.placed(shapes.lengths, shapes.points, ones, np.zeros_like(ones))
        solve_designs(
            self.problem.study, parameters, inputs=inputs[:, None], keep=self.scores, threads=1, progress=tell or False
        )

    def scores(self, motions: DesignMotions) -> Floats:
        """Look at some designs; what is best of each is not needed."""
        whole = np.flatnonzero(motions.solved)
        if len(whole):
            self.look(motions, whole, motions.parameters[whole][:, 3 : 3 + len(self.family.lengths)])
        return np.zeros(len(motions))

    def look(self, motions: DesignMotions, whole: Integers, lengths: Floats) -> None:
        """Look at those designs that turn fully, with such lengths (n, s)."""
        raise NotImplementedError

    def add(self, error: Floats, placed: Floats, inputs: Floats) -> None:
        """Keep the best of some parameters (n, p) and inputs (n, k); what lies outside of bounds counts as error."""
        problem = self.problem
        over = np.maximum(problem.low - placed, 0.0) + np.maximum(placed - problem.high, 0.0)
        angles = [number for number, name in enumerate(self.family.vary) if name in ("phi", "alpha")]
        over[:, angles] = 0.0
        score = error + ((over * problem.targets.weights[0]) ** 2).sum(axis=1)
        best = np.argsort(score, kind="stable")[:KEPT]
        self._found.append((score[best], placed[best], inputs[best]))

    def best(self, count: int) -> list[tuple[float, Candidate]]:
        """The best of all, within their bounds, with their errors."""
        if not self._found:
            return []
        scores, placed, inputs = (np.concatenate(each) for each in zip(*self._found, strict=True))
        order = np.argsort(scores, kind="stable")[:count]
        kept = np.clip(placed, self.problem.low, self.problem.high)
        return [(float(scores[each]), Candidate(kept[each], inputs[each])) for each in order]


class DrawnSearch(ShapeSearch):
    """For a drawn path."""

    def __init__(self, family: Family, problem: Problem, drawn: Drawn) -> None:
        super().__init__(family, problem)
        self.drawn = drawn
        self.inputs = np.linspace(0.0, WHOLE_TURN, LANES, endpoint=False)

    def look(self, motions: DesignMotions, whole: Integers, lengths: Floats) -> None:
        curves = Curves.along(motions.position(self.problem.targets.output)[whole])
        first = 3 + len(self.family.lengths)
        x, y = motions.parameters[whole][:, first : first + 2].T
        for each in parts_alike(curves, self.drawn, LANES):
            inputs = each.steps * (WHOLE_TURN / LANES) + np.angle(each.turn)[:, None]
            self.add(each.error, self.family.placed(lengths, x + 1j * y, each.turn, each.shift), inputs)


class TimedSearch(ShapeSearch):
    """For a path, or poses, at stated crank angles; the study must have the coupler and the crank pin as outputs."""

    def __init__(self, family: Family, problem: Problem) -> None:
        super().__init__(family, problem)
        timing = problem.targets.timing
        assert timing is not None
        self.starts = np.linspace(0.0, WHOLE_TURN, STARTS, endpoint=False)
        self.timing = timing - timing[0]
        self.inputs = (self.starts[:, None] + self.timing).ravel()

    def look(self, motions: DesignMotions, whole: Integers, lengths: Floats) -> None:
        targets, shape = self.problem.targets, (len(whole), STARTS, len(self.timing))
        pin = complex_numbers(motions.position("crank.A")[whole]).reshape(shape)
        angle = motions.position("coupler")[whole][..., 2].reshape(shape)
        turning = np.exp(1j * angle)
        path = targets.values[:, 0] + 1j * targets.values[:, 1]
        found = linear_places(pin, turning, path)
        error, inclined = found.error * targets.weights[0] ** 2, np.zeros(shape[:2])
        if len(targets.parts) > 2:
            away = np.exp(1j * targets.values[:, 2]) * np.conj(turning)
            inclined = np.angle(away.mean(axis=2))
            error = error + ((np.angle(away * np.exp(-1j * inclined)[..., None]) * targets.weights[2]) ** 2).sum(axis=2)
        begin = error.argmin(axis=1)
        rows = np.arange(len(whole))
        turn, shift, point = found.turn[rows, begin], found.shift[rows, begin], found.point[rows, begin]
        inputs = self.starts[begin][:, None] + self.timing + np.angle(turn)[:, None]
        placed = self.family.placed(lengths, point, turn, shift)
        if "alpha" in self.family.vary:
            placed[:, -1] = inclined[rows, begin] - np.angle(turn)
        self.add(error[rows, begin], placed, inputs)


def complex_numbers(places: Floats) -> Complexes:
    """Places (…, 2) as complex numbers."""
    return np.asarray(places[..., 0] + 1j * places[..., 1], dtype=complex)


class LinearPlaces(NamedTuple):
    """`error`: the sum of squares that is left; `turn`, `shift`: of the linkage; `point`: its place on the coupler."""

    error: Floats
    turn: Complexes
    shift: Complexes
    point: Complexes


def linear_places(pin: Complexes, turning: Complexes, path: Complexes) -> LinearPlaces:
    """The best b + a A + c u for pins A and directions u (…, n), for a path (n,)."""
    means = pin.mean(axis=-1), turning.mean(axis=-1), path.mean()
    crank, bar, w = pin - means[0][..., None], turning - means[1][..., None], path - means[2]
    aa, uu = (np.abs(crank) ** 2).sum(axis=-1), (np.abs(bar) ** 2).sum(axis=-1)
    au = (np.conj(crank) * bar).sum(axis=-1)
    aw, uw = (np.conj(crank) * w).sum(axis=-1), (np.conj(bar) * w).sum(axis=-1)
    determinant = np.maximum(aa * uu - np.abs(au) ** 2, 1e-12 * aa * uu)
    a, c = (uu * aw - au * uw) / determinant, (aa * uw - np.conj(au) * aw) / determinant
    left = (np.abs(a[..., None] * crank + c[..., None] * bar - w) ** 2).sum(axis=-1)
    return LinearPlaces(left, a, means[2] - a * means[0] - c * means[1], c / a)
