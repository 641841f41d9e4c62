"""Vectors in a mechanism as records, of which transmission angles and qualities of groups are made: read here from a
motion, on a page from its own poses.

With r the place of a point, u(φ) = (cos φ, sin φ) and ⊥ a turn by a right angle to the left:

    between     r_second − r_first, or ⊥ of it
    inclined    u(θ_link + angle)
    velocity    that of a link where a point of it or of another is, as a unit vector; where it vanishes its derivative,
                along which it lies as a line before and behind
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.conditions.table import dot, left, unit
from sgkin.errors import InputError
from sgkin.model.mechanism import Mechanism
from sgkin.motion import Motion

AT_REST = 1e-9
"""A velocity that counts as none, as a part of the largest along the motion."""
RIGHT_ANGLE = 0.5 * np.pi


class LinkPoint(NamedTuple):
    """A place in the frame of a link."""

    link: str
    x: float
    y: float

    @classmethod
    def named(cls, mechanism: Mechanism, name: str) -> LinkPoint:
        """A point written `link.point`."""
        link, _, point = name.rpartition(".")
        return cls(link, *mechanism.link(link).points[point])

    def place(self, motion: Motion) -> Floats:
        """Where it is (n, 2)."""
        pose = motion.pose(self.link)
        along = unit(pose[:, 2])
        return np.asarray(pose[:, :2] + self.x * along + self.y * left(along))


@dataclass(frozen=True, slots=True)
class Between:
    """From one point to another; `is_turned`: by a right angle to the left."""

    first: LinkPoint
    second: LinkPoint
    is_turned: bool = False

    def along(self, motion: Motion) -> Floats:
        """The vectors (n, 2)."""
        found = self.second.place(motion) - self.first.place(motion)
        return left(found) if self.is_turned else found

    @property
    def left(self) -> Between:
        """Turned by a right angle."""
        assert not self.is_turned
        return replace(self, is_turned=True)


@dataclass(frozen=True, slots=True)
class Inclined:
    """A unit vector at an angle to the x axis of a link."""

    link: str
    angle: float

    def along(self, motion: Motion) -> Floats:
        """The vectors (n, 2)."""
        return unit(motion.pose(self.link)[:, 2] + self.angle)

    @property
    def left(self) -> Inclined:
        """Turned by a right angle."""
        return replace(self, angle=self.angle + RIGHT_ANGLE)


@dataclass(frozen=True, slots=True)
class OfVelocity:
    """Along the velocity of a link where a point of it or of another is."""

    link: str
    at: LinkPoint
    name: str

    def along(self, motion: Motion) -> Floats:
        """The unit vectors (n, 2)."""
        return velocity_direction(motion, self.link, self.name)


PoseVector = Between | Inclined | OfVelocity


@dataclass(frozen=True, slots=True)
class Share:
    """Which part of a vector a lies along a vector b: |a·b| / √((a² + near²) b²), zero where a or b vanish."""

    a: PoseVector
    b: PoseVector
    near: float = 0.0

    def square(self, motion: Motion) -> Floats:
        """Its square (n,), which is smooth where it vanishes."""
        a, b = self.a.along(motion), self.b.along(motion)
        lengths = (dot(a, a) + self.near**2) * dot(b, b)
        return np.asarray(dot(a, b) ** 2 / np.where(lengths > 0.0, lengths, 1.0))


def velocity_direction(motion: Motion, link: str, at: str) -> Floats:
    """Unit vectors (n, 2) along the velocity of a link where a point of it or of another is; where that vanishes, along
    its derivative, which it has as a line before and behind."""
    place, moving = motion.position(at), motion.velocity(at)
    pose, rate, second = motion.pose(link), motion.velocity(link), motion.acceleration(link)
    arm, turn = place - pose[:, :2], rate[:, 2:]
    velocity = rate[:, :2] + turn * left(arm)
    bent = second[:, :2] + second[:, 2:] * left(arm) + turn * left(moving - rate[:, :2])
    speed = np.linalg.norm(velocity, axis=1)
    fastest = float(speed.max())
    if not fastest > AT_REST * float(np.abs(bent).max(initial=0.0)) or not fastest > 0.0:
        raise InputError(f"{link!r} does not move at {at}; there is no direction into which it could be driven")
    chosen = np.where((speed > AT_REST * fastest)[:, None], velocity, bent)
    return np.asarray(chosen / np.linalg.norm(chosen, axis=1)[:, None])
