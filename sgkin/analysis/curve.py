"""The path of a point: extremes, cusps, inflections, double points, curvature, length and area, straight intervals.

With p(s) the point and p′ = K, p″ = L its derivatives along the input, the path

    is extreme in a direction d where d · p′ = 0, and in distance from c where (p − c) · p′ = 0,
    has a cusp where p′ = 0, and there p′ · p″ changes its sign,
    has the curvature (p′ × p″) / |p′|³, positive where it turns to the left, and inflections where p′ × p″ = 0,
    has the length ∫ |p′| ds and, if it is closed, the area ½ ∮ p × p′ ds.

Roots are found on the interpolant of p, p′ and p″, all of them, and refined once with the mechanism itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from sgkin.analysis.course import AlongCourse, Course
from sgkin.analysis.course_along import course_along
from sgkin.analysis.double_points import Crossing, find_crossings
from sgkin.analysis.interpolant import Function, Interpolant, interpolate
from sgkin.analysis.special_places import Cusp, DoublePoint, Extreme
from sgkin.analysis.straight import StraightInterval, find_straight_intervals
from sgkin.arrays import Booleans, Floats
from sgkin.conditions.table import left
from sgkin.errors import InputError, UnknownNameError, brief
from sgkin.model.form import real_numbers
from sgkin.model.mechanism import Mechanism
from sgkin.model.planar_only import planar_only
from sgkin.motion import Motion

if TYPE_CHECKING:
    from sgkin.kinematic_plan import KinematicPlan

WANTED = np.repeat([1e-14, 1e-13, 1e-12], 2)
"""Accuracy of place and derivatives, as parts of their largest values."""
AT_REST = 1e-9
"""A velocity that counts as none, as a part of the largest along the path."""
CLOSED = 1e-9
"""By how much, as a part of the largest, place and velocity at the end may differ from those at the beginning."""
RETRACED = 1e-4
"""How far, as a part of their product, p″ and p‴ may be from parallel where a path turns back on itself."""
TRIPLE = 1e-4
"""How far from a triple root, as a part of the whole, it may be found."""
STEP = 1e-6
"""A correction by the mechanism itself, as a part of the whole, that is one and not another root."""


@dataclass(frozen=True)
class CouplerCurve(AlongCourse):
    """The path of a point along one input, or along a line of inputs; made by `coupler_curve`. SI units and radians.

    Places on it are told by the input `at`: its value from `begin` to `end`, or, with several inputs, the part of the
    line from 0 to 1.
    """

    point: str
    relative_to: str | None
    course: Course = field(repr=False)
    path: Interpolant = field(repr=False)

    def __repr__(self) -> str:
        seen = f" seen from {self.relative_to}" if self.relative_to else ""
        return f"CouplerCurve of {self.point}{seen} from {self.begin:.6g} to {self.end:.6g}, length {self.length:.6g} m"

    @property
    def ends_at_dead_points(self) -> tuple[bool, bool]:
        """Whether the motion locks at the begin and at the end."""
        return self.course.locks

    @property
    def accuracy(self) -> Floats:
        """Of place, first and second derivative (3,), as parts of their largest values."""
        return np.asarray(self.path.accuracy.reshape(3, 2).max(axis=1))

    @cached_property
    def is_closed(self) -> bool:
        """Whether it ends as it begins: in the same place, with the same velocity."""
        first, last = self.path(np.array(self.course.limits()))
        return not any(self.course.locks) and bool((np.abs(last - first)[:4] <= CLOSED * self._scales[:4]).all())

    @cached_property
    def _scales(self) -> Floats:
        """The largest place, derivatives by u (6,) along the path."""
        return np.repeat(np.linalg.norm(self.path.size.max(axis=0).reshape(3, 2), axis=1), 2)

    @property
    def _speed(self) -> float:
        return float(self._scales[2])

    def position(self, at: ArrayLike) -> Floats:
        """Places (n, 2) at inputs (n,)."""
        return self._sample(at)[:, :2]

    def tangent(self, at: ArrayLike) -> Floats:
        """Unit vectors (n, 2) along the path, in the direction in which the input grows; at a cusp, away from it."""
        values = self._sample(at)
        return _unit(np.where(self._rests(values)[:, None], values[:, 4:], values[:, 2:4]))

    def curvature(self, at: ArrayLike) -> Floats:
        """Curvature (n,) in 1/m, positive where the path turns to the left; infinite where the point rests: in cusps,
        and in turning points, in which it changes its sign."""
        values = self._sample(at)
        rests = self._rests(values)
        speed = np.where(rests, 1.0, np.hypot(values[:, 2], values[:, 3]))
        return np.where(rests, np.inf, _bend(values) / speed**3)

    def centre_of_curvature(self, at: ArrayLike) -> Floats:
        """Centres of the circles that fit the path best (n, 3), in homogeneous coordinates.

        (x, y, 1) is a point; where the path is straight it is (u, v, 0), a point at infinity in the direction of a unit
        vector across the path. Where the point rests it is the point itself.
        """
        values = self._sample(at)
        rests, speed, bend = self._rests(values), np.hypot(values[:, 2], values[:, 3]), _bend(values)
        flat = ~rests & (np.abs(bend) <= 1e-12 * self._speed * float(self._scales[4]))
        across, safe = left(values[:, 2:4]), np.where(flat | rests, 1.0, bend)
        centre = values[:, :2] + np.where(rests, 0.0, speed**2 / safe)[:, None] * across
        centre[flat] = across[flat] / speed[flat, None]
        return np.concatenate([centre, np.where(flat, 0.0, 1.0)[:, None]], axis=1)

    def extremes(
        self, direction: str | ArrayLike = "x", *, distance_from: ArrayLike | None = None
    ) -> tuple[Extreme, ...]:
        """All places that are farthest or least far in a direction, beside their neighbours, by the input.

        direction: `x`, `y`, or a vector (2,), whose length does not matter. distance_from: a place (2,), from which the
        distance is meant instead. The ends of a path that is not closed are among them.
        """
        if distance_from is not None:
            centre = _pair(distance_from, "distance_from")
            return self._extremes(
                lambda v: np.hypot(*(v[:, :2] - centre).T),
                lambda v: np.einsum("ni,ni->n", v[:, :2] - centre, v[:, 2:4]),
                lambda v: (
                    np.einsum("ni,ni->n", v[:, 2:4], v[:, 2:4]) + np.einsum("ni,ni->n", v[:, :2] - centre, v[:, 4:])
                ),
                self._speed * float(self._scales[0] + np.hypot(*centre)),
            )
        d = _direction(direction)
        return self._extremes(lambda v: v[:, :2] @ d, lambda v: v[:, 2:4] @ d, lambda v: v[:, 4:] @ d, self._speed)

    def _extremes(self, value: Function, slope: Function, bend: Function, scale: float) -> tuple[Extreme, ...]:
        roots, signs = self._crossings(slope, scale, bend)
        ends = np.array([] if self.is_closed else self.course.limits())
        if len(ends):
            inside = self.path(np.sort([*ends, *roots]))
            way = value(inside)
            before, after = np.sign(way[1] - way[0]), np.sign(way[-1] - way[-2])
            signs = np.concatenate([signs, [-before, after]])
        u = np.concatenate([roots, ends])
        values, s = self._values(u), self._inputs(u)
        found = [
            Extreme(number, at, inputs, "maximum" if sign > 0.0 else "minimum", place >= len(roots), point=row[:2])
            for place, (number, at, inputs, row, sign) in enumerate(
                zip(value(values).tolist(), s.tolist(), self.course.inputs(s), values, signs.tolist(), strict=True)
            )
            if sign
        ]
        return tuple(sorted(found, key=lambda each: each.at))

    @cached_property
    def turning_points(self) -> tuple[Cusp, ...]:
        """Where the point stops and goes back: cusps, and ends of a path that it runs there and back."""
        bend, speed = float(self._scales[4]), self._speed
        roots, _ = self._crossings(_slowing, speed * bend, lambda v: np.einsum("ni,ni->n", v[:, 4:], v[:, 4:]))
        values = self._values(roots)
        rests = np.hypot(values[:, 2], values[:, 3]) <= AT_REST * speed
        third = self.path.derivative(roots)[:, 4:]
        found = []
        for u, row, jerk in zip(roots[rests], values[rests], third[rests], strict=True):
            twist = abs(row[4] * jerk[1] - row[5] * jerk[0])
            beside = twist > RETRACED * np.hypot(*row[4:]) * max(np.hypot(*jerk), bend / self._span)
            found.append(Cusp(float(self._inputs(u)), row[:2], _unit(row[None, 4:])[0], bool(beside)))
        return tuple(found)

    @property
    def cusps(self) -> tuple[Cusp, ...]:
        """Where the path has a tip: the point stops and goes back beside the path on which it came."""
        return tuple(each for each in self.turning_points if each.is_cusp)

    @cached_property
    def inflections(self) -> tuple[float, ...]:
        """The inputs at which the path changes from turning left to turning right, or back."""
        roots, _ = self._crossings(_bend, self._speed * float(self._scales[4]), None)
        for rest in self._rest_places:  # where the path turns back p′ × p″ has a triple root
            roots = roots[np.abs(roots - rest) > TRIPLE * self._span]
        return tuple(self._inputs(roots).tolist())

    @cached_property
    def _double(self) -> tuple[tuple[Crossing, ...], bool]:
        if not all(each.is_cusp for each in self.turning_points):
            return (), True
        return find_crossings(self.path, self.is_closed, self._rest_places)

    @property
    def runs_over_itself(self) -> bool:
        """Whether a part of the path is run more than once: all its points are double, and none is told as such."""
        return self._double[1]

    @cached_property
    def double_points(self) -> tuple[DoublePoint, ...]:
        """Where the path crosses or touches itself, by the first of the inputs."""
        found = []
        for each in self._double[0]:
            u = self._refined_pair(np.array(each.places)) if not each.touches else np.array(each.places)
            values = self._values(u)
            first, second = self._inputs(u).tolist()
            tangents = _unit(values[:, 2:4])
            found.append(DoublePoint((first, second), values[:, :2].mean(axis=0), tangents, each.touches))
        return tuple(sorted(found, key=lambda each: each.at))

    @cached_property
    def length(self) -> float:
        """How long the path is, in metres; a part that is run twice counts twice."""
        return self.path.integral(lambda v: np.hypot(v[:, 2], v[:, 3]), self._rest_places)

    @cached_property
    def area(self) -> float:
        """The area inside, in m²: positive where the path goes round it to the left, loops each with their own sign."""
        if not self.is_closed:
            raise InputError(
                f"the path of {self.point} is not closed and has no area; its length is {self.length:.6g} m"
            )
        return self.path.integral(lambda v: 0.5 * (v[:, 0] * v[:, 3] - v[:, 1] * v[:, 2]), np.zeros(0))

    def straight_intervals(self, tolerance: float, most: int = 5) -> tuple[StraightInterval, ...]:
        """The longest intervals of the input in which the point stays within a tolerance of a straight line, in metres.

        They do not overlap, and each is longer than those that begin a little earlier or later; the longest comes
        first, and there are at most so many.
        """
        if not (isinstance(tolerance, int | float) and 0.0 < tolerance < np.inf):
            raise InputError(f"tolerance is {brief(tolerance)}; give a distance in metres above 0")
        if isinstance(most, bool) or not isinstance(most, int) or most < 1:
            raise InputError(f"most is {brief(most)}; give a whole number from 1 on")
        return find_straight_intervals(self.path, self.course, self.is_closed, self.inflections, float(tolerance), most)

    @property
    def _span(self) -> float:
        low, high = self.course.limits()
        return high - low

    @property
    def _rest_places(self) -> Floats:
        return self.course.back(np.array([each.at for each in self.turning_points]))

    def _inputs(self, u: Floats) -> Floats:
        return self.course.along(np.asarray(u))[0]

    def _rests(self, values: Floats) -> Booleans:
        return np.asarray(np.hypot(values[:, 2], values[:, 3]) <= AT_REST * self._speed)

    def _sample(self, at: ArrayLike) -> Floats:
        """p, p′ and p″ by u (n, 6) at inputs, by the mechanism itself; from the interpolant on dead points."""
        return self._values(self.course.back(self.course.taken(at)))

    def _values(self, u: Floats) -> Floats:
        exact = _sampler(self.course, self.point, self.relative_to)
        values = self.path(u)
        locked = np.zeros(len(u), dtype=bool)
        for lock, end in zip(self.course.locks, self.course.limits(), strict=True):
            locked |= lock & (np.abs(u - end) <= 1e-3)
        if not locked.all():
            values[~locked] = exact(u[~locked])
        return values

    def _crossings(self, function: Function, scale: float, slope: Function | None) -> tuple[Floats, Floats]:
        """All changes of sign of a function of p, p′ and p″, refined with the mechanism itself, and the signs before.

        slope: its derivative, where p, p′ and p″ are enough for it.
        """
        roots, signs = self.path.crossings(function, scale, closed=self.is_closed)
        values = self._values(roots)
        if slope is not None:
            rates = slope(values)
        else:
            aside = 1e-4 * self._span
            rates = (function(self.path(roots + aside)) - function(self.path(roots - aside))) / (2.0 * aside)
        with np.errstate(divide="ignore", invalid="ignore"):
            steps = function(values) / rates
        refined = np.where(np.abs(steps) <= STEP * self._span, roots - steps, roots)
        return np.clip(refined, *self.course.limits()), signs

    def _refined_pair(self, u: Floats) -> Floats:
        """Two places at which the path crosses itself, after a step of Newton's method with the mechanism itself."""
        values = self._values(u)
        step = np.linalg.solve(np.stack([values[0, 2:4], -values[1, 2:4]], axis=1), values[0, :2] - values[1, :2])
        return u - step if np.abs(step).max() <= STEP * self._span else u


@planar_only("coupler curves with their cusps are known")
def coupler_curve(
    mechanism: Mechanism | KinematicPlan,
    point: str,
    between: ArrayLike | None = None,
    *,
    input: str | None = None,
    relative_to: str | None = None,
    on_failure: str = "raise",
) -> CouplerCurve:
    """The path of a point, written `link.point`, while an input moves.

    between: the two values of the input, by default those of one cycle: the range that the file states, or a turn; with
    several inputs two sets of them, (2, f), and the path is that along the line from one to the other. input: which of
    several moves, the others held as they are in the initial configuration. relative_to: a link from which the path is
    seen, instead of ground. on_failure: "raise" raises a `MotionError` where the mechanism comes to a dead point
    between them; "return" takes the path up to there.

    >>> from sgkin import coupler_curve, load_mechanism
    >>> curve = coupler_curve(load_mechanism("four_bar_crank_rocker"), "coupler.P")
    >>> [round(each.value, 6) for each in curve.extremes("y")]
    [5.807788, 0.913137]
    """
    course = course_along(mechanism, between, input, on_failure, "coupler_curve")
    _refuse_still(course.plan.mechanism, point, relative_to)
    sample = _sampler(course, point, relative_to)
    size = course.plan.mechanism.size
    low, high = course.limits()

    def scales(values: Floats) -> Floats:
        place, first, second = np.abs(values).max(axis=0).reshape(3, 2).max(axis=1)
        place = max(place, size)
        first = max(first, 1e-3 * place / (high - low))
        return np.repeat([place, first, max(second, first / (high - low))], 2)

    path = interpolate(sample, low, high, scales, WANTED, course.locks).derived_at(course.locks, groups=3)
    if np.ptp(path.terms[:, 0, :2], axis=0).max() + np.abs(path.terms[:, 1:, :2]).sum() <= 1e-12 * size:
        raise InputError(f"{point} does not move{_seen(relative_to)}; name a point that does")
    return CouplerCurve(point, relative_to, course, path)


def _refuse_still(mechanism: Mechanism, point: str, relative_to: str | None) -> None:
    link, _ = mechanism.point(point, "coupler_curve")
    if relative_to is not None:
        mechanism.link(relative_to, "coupler_curve")
    if link == (relative_to or mechanism.ground):
        raise InputError(f"{point} is a point of {link!r} itself, where it does not move; name a point of another link")


def _seen(relative_to: str | None) -> str:
    return f" seen from {relative_to}" if relative_to else ""


def _sampler(course: Course, point: str, relative_to: str | None) -> Callable[[Floats], Floats]:
    """The function that gives p, p′ and p″ (n, 6) at values of u (n,), by the mechanism itself."""
    outputs = [point] if relative_to in (None, course.plan.mechanism.ground) else [point, str(relative_to)]

    def reading(motion: Motion) -> Floats:
        orders = (motion.position, motion.velocity, motion.acceleration)
        return np.concatenate([read(point, relative_to) for read in orders], axis=1)

    return lambda u: course.read(reading, u, outputs) if len(u) else np.empty((0, 6))


def _bend(values: Floats) -> Floats:
    return np.asarray(values[:, 2] * values[:, 5] - values[:, 3] * values[:, 4])


def _slowing(values: Floats) -> Floats:
    return np.asarray(np.einsum("ni,ni->n", values[:, 2:4], values[:, 4:]))


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def _pair(values: ArrayLike, name: str) -> Floats:
    pair = real_numbers(values, name)
    if pair.shape != (2,) or not np.isfinite(pair).all():
        raise InputError(f"{name} is {brief(values)}; give two numbers, x and y")
    return pair


def _direction(direction: str | ArrayLike) -> Floats:
    if isinstance(direction, str):
        if direction not in ("x", "y"):
            raise UnknownNameError("extremes", "direction", direction, ("x", "y"), "or give a vector (2,)")
        return np.array([1.0, 0.0] if direction == "x" else [0.0, 1.0])
    d = _pair(direction, "direction")
    if not d.any():
        raise InputError("direction is (0, 0); give a vector that has a length")
    return np.asarray(d / np.hypot(*d))
