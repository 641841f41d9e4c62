"""Centrodes: the curves of the instant centre of two links, which roll on each other without slipping.

With P the point at which both have the same velocity, the fixed centrode is its path in the link from which one looks,
the moving centrode its path in the link that moves. Where the links translate against each other for a moment P is at
infinity, and both centrodes come in parts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from sgkin.analysis.course import AlongCourse, Course
from sgkin.analysis.course_along import course_along
from sgkin.analysis.interpolant import Interpolant, interpolate
from sgkin.arrays import Floats
from sgkin.coefficients import Coefficients, InflectionCircle
from sgkin.errors import InputError
from sgkin.model.mechanism import Mechanism
from sgkin.model.planar_only import planar_only
from sgkin.motion import Motion

if TYPE_CHECKING:
    from sgkin.kinematic_plan import KinematicPlan

WANTED = np.array([1e-14, 1e-13, 1e-12])
STILL = 1e-12
"""A turning that counts as none, as a part of a radian for each radian or length of the input's interval."""


@dataclass(frozen=True)
class Centrodes(AlongCourse):
    """The centrodes of a link seen from another along one input, or along a line of inputs; made by `centrodes`.

    Places are told by the input `at`, from `begin` to `end`, as with a `CouplerCurve`.
    """

    link: str
    relative_to: str
    course: Course = field(repr=False)
    turning: Interpolant = field(repr=False)

    @cached_property
    def at_infinity(self) -> tuple[float, ...]:
        """The inputs at which the pole is at infinity and the links translate against each other."""
        scale = float(np.abs(self.turning.size).max(axis=0)[1])
        roots = self.turning.roots(lambda v: v[:, 1], scale, degree=1)
        return tuple(self.course.along(roots)[0].tolist())

    def fixed(self, at: ArrayLike) -> Floats:
        """The pole (n, 3) in the frame of the link from which one looks, in homogeneous coordinates.

        (x, y, 1) is a point, (u, v, 0) a point at infinity, (0, 0, 0) where the links do not move against each other.
        """
        return self._pole(at, self.relative_to)

    def moving(self, at: ArrayLike) -> Floats:
        """The pole (n, 3) in the frame of the moving link, in homogeneous coordinates."""
        return self._pole(at, self.link)

    def inflection_circle(self, at: ArrayLike) -> InflectionCircle:
        """Of the moving link at inputs (n,), seen from the other, in the ground frame."""
        return self._coefficients(at).inflection_circle(self.link, self.relative_to, self.course.direction)

    def rolled(self, begin: float, end: float) -> float:
        """The length in metres by which the centrodes roll on each other between two inputs.

        The pole moves along them as fast as the diameter of the inflection circle times the turning.
        """
        if not self.begin <= begin < end <= self.end:
            raise InputError(f"the interval {begin:g} to {end:g} is none between {self.begin:g} and {self.end:g}")
        if any(begin <= at <= end for at in self.at_infinity):
            raise InputError(
                f"the pole is at infinity between {begin:g} and {end:g}; roll up to there, at_infinity says where"
            )
        low, high = self.course.back(np.array([begin, end])).tolist()
        speed = interpolate(
            lambda u: self._pole_speed(u)[:, None],
            low,
            high,
            lambda values: np.abs(values).max(axis=0),
            np.array([1e-13]),
        )
        return speed.integral(lambda v: v[:, 0], np.zeros(0))

    def _pole_speed(self, u: Floats) -> Floats:
        return np.asarray(self.inflection_circle(self.course.along(u)[0]).diameter * np.abs(self.turning(u)[:, 1]))

    def _pole(self, at: ArrayLike, frame: str) -> Floats:
        coefficients = self._coefficients(at)
        pole = coefficients.instant_centre(self.relative_to, self.link, self.course.direction)
        if frame == self.mechanism.ground:
            return pole
        x, y, theta = coefficients.q[:, 3 * coefficients.links.index(frame) :][:, :3].T
        cosine, sine = np.cos(theta), np.sin(theta)
        dx, dy, weight = pole[:, 0] - x * pole[:, 2], pole[:, 1] - y * pole[:, 2], pole[:, 2]
        return np.stack([cosine * dx + sine * dy, cosine * dy - sine * dx, weight], axis=1)

    def _coefficients(self, at: ArrayLike) -> Coefficients:
        return self.course.coefficients(self.course.taken(at))


@planar_only("centrodes are known")
def centrodes(
    mechanism: Mechanism | KinematicPlan,
    link: str,
    between: ArrayLike | None = None,
    *,
    relative_to: str | None = None,
    input: str | None = None,
    on_failure: str = "raise",
) -> Centrodes:
    """The centrodes of a link seen from another, by default from ground; the rest as in `coupler_curve`.

    >>> from sgkin import centrodes, load_mechanism
    >>> trammel = centrodes(load_mechanism("elliptic_trammel_slider_input"), "bar")
    >>> trammel.fixed(1.5).round(6).tolist()
    [[1.5, 2.0, 1.0]]
    """
    course = course_along(mechanism, between, input, on_failure, "centrodes")
    model = course.plan.mechanism
    base = model.ground if relative_to is None else relative_to
    for name in (link, base):
        model.link(name, "centrodes")
    if link == base:
        raise InputError(f"{link} does not move against itself; name two links")

    def turned(motion: Motion) -> Floats:
        orders = (motion.position, motion.velocity, motion.acceleration)
        return np.stack([read(link)[:, 2] - read(base)[:, 2] for read in orders], axis=1)

    def sample(u: Floats) -> Floats:
        return course.read(turned, u, [name for name in (link, base) if name != model.ground])

    low, high = course.limits()
    turning = interpolate(sample, low, high, lambda values: np.maximum(np.abs(values).max(axis=0), 1.0), WANTED)
    if np.abs(turning.terms[:, :, 1]).sum(axis=1).max() * (high - low) <= STILL:
        raise InputError(f"{link} does not turn against {base}: their instant centre is always at infinity")
    return Centrodes(link, base, course, turning)
