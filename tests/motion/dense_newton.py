"""A second answer: Newton's method on the whole mechanism at once, in x, y and θ of every moving link.

Written from the conditions that `sgkin.model` states with its joints and drivers, and from nothing else. All conditions
are analytic functions of the coordinates q (3 for each moving link) and the inputs z, so their derivatives are taken by
complex steps: F_q dq + F_z dz = 0 for first derivatives, and F_q q̈ + F_z z̈ + D²F[(q̇, ż), (q̇, ż)] = 0 for second ones.
Redundant conditions do no harm: every linear system is solved by least squares.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sgkin import (
    CoordinateDriver,
    DistanceDriver,
    GearPair,
    JointDriver,
    LinkAngleDriver,
    Mechanism,
    PinInSlot,
    PoseDriver,
    Prismatic,
    RackAndPinion,
    Revolute,
    Weld,
)
from sgkin.model.driver import Driver
from sgkin.model.joint import Joint

Array = NDArray[Any]

TINY = 1e-30
"""A complex step; no digits are lost, however small it is."""
STENCIL = (np.array([-4, -3, -2, -1, 1, 2, 3, 4]), np.array([3, -32, 168, -672, 672, -168, 32, -3]) / 840.0)
"""Places and weights of a central difference of eighth order."""


class DenseMechanism:
    """All conditions of a mechanism as one function of q (3n, …) and z (f, …); lengths are divided by `size`."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.links = mechanism.moving_links
        self.size = mechanism_size(mechanism)

    def conditions(self, q: ArrayLike, z: ArrayLike) -> Array:
        """All conditions (m, …); they are zero where the mechanism is closed and follows its inputs."""
        q, z = np.asarray(q), np.asarray(z)
        rows: list[Array] = []
        for joint in self.mechanism.joints:
            rows += self._joint(joint, q)
        number = 0
        for driver in self.mechanism.drivers:
            count = len(driver.inputs)
            rows += self._driver(driver, q, z[number : number + count])
            number += count
        return np.stack(np.broadcast_arrays(*rows))

    def jacobians(self, q: Array, z: Array) -> tuple[Array, Array]:
        """F_q (m, 3n) and F_z (m, f)."""
        steps = np.eye(len(q) + len(z)) * (TINY * 1j)
        change = self.conditions(q[:, None] + steps[: len(q)], z[:, None] + steps[len(q) :]).imag / TINY
        return change[:, : len(q)], change[:, len(q) :]

    def close(self, q: ArrayLike, z: ArrayLike, most: int = 50) -> Array:
        """The closed configuration near q at the inputs z."""
        q, z = np.array(q, dtype=float), np.asarray(z, dtype=float)
        for _ in range(most):
            step = solved(self.jacobians(q, z)[0], self.conditions(q, z))
            q -= step
            if np.abs(step / self.scales).max() < 1e-10:  # the next would be the square of it
                break
        assert np.abs(self.conditions(q, z)).max() < 1e-12, "the dense iteration did not converge"
        return q

    @property
    def scales(self) -> Array:
        """What is one for every coordinate: the size of the mechanism, or a radian."""
        return np.tile([self.size, self.size, 1.0], len(self.links))

    def rates(self, q: Array, z: Array, zd: Array, zdd: Array) -> tuple[Array, Array]:
        """q̇ and q̈ of a closed configuration."""
        by_q, by_z = self.jacobians(q, z)
        qd = solved(by_q, -by_z @ zd)
        return qd, solved(by_q, -by_z @ zdd - self._bend(q, z, qd, zd))

    def follow(self, q: ArrayLike, inputs: Array) -> Array:
        """Closed configurations (steps, 3n) along inputs (steps, f), each found from the one before."""
        q = self.close(q, inputs[0])
        found = [q]
        for before, after in pairwise(inputs):
            by_q, by_z = self.jacobians(q, before)
            q = self.close(q + solved(by_q, -by_z @ (after - before)), after)
            found.append(q)
        return np.array(found)

    def _bend(self, q: Array, z: Array, qd: Array, zd: Array) -> Array:
        """D²F along (q̇, ż): the change along it of the first derivative along it."""
        fastest = max(float(np.abs(qd / self.scales).max()), float(np.abs(zd).max()), 1e-300)
        places, weights = STENCIL
        h = 0.02 / fastest
        times = places * h + TINY / fastest * 1j
        first = self.conditions(q[:, None] + qd[:, None] * times, z[:, None] + zd[:, None] * times).imag
        return np.asarray(first @ weights / h * (fastest / TINY))

    def _pose(self, link: str, q: Array) -> Array:
        if link == self.mechanism.ground:
            return np.zeros(3)
        start = 3 * self.links.index(link)
        return q[start : start + 3]

    def _point(self, reference: str, q: Array) -> Array:
        link, (px, py) = self.mechanism.point(reference)
        x, y, theta = self._pose(link, q)
        return np.stack([x + np.cos(theta) * px - np.sin(theta) * py, y + np.sin(theta) * px + np.cos(theta) * py])

    def _angle(self, link: str, q: Array) -> Array:
        return self._pose(link, q)[2]

    def _joint(self, joint: Joint, q: Array) -> Iterable[Array]:
        places = [self._point(point, q) for point in joint.points]
        angles = [self._angle(link, q) for link in joint.all_links]
        match joint:
            case Revolute():
                return [part for place in places[1:] for part in _parts(place, places[0], self.size)]
            case Weld():
                return [*_parts(places[1], places[0], self.size), np.sin(angles[1] - angles[0] - joint.angle)]
            case Prismatic():
                across = _across(angles[0] + joint.angle[0], places[0], places[1])
                turned = np.sin(angles[0] + joint.angle[0] - angles[1] - joint.angle[1])
                return [turned, (across + joint.offset[1] - joint.offset[0]) / self.size]
            case PinInSlot():
                return [(_across(angles[1] + joint.angle, places[1], places[0]) - joint.offset) / self.size]
            case GearPair():
                one, other, carrier = angles
                return [one - carrier - joint.ratio * (other - carrier) - joint.phase]
            case RackAndPinion():
                along = _along(angles[1] + joint.angle, places[1], places[0])
                return [(along + joint.radius * (angles[0] - angles[1]) - joint.phase) / self.size]
        raise TypeError(f"no condition is known for {joint}")

    def _driver(self, driver: Driver, q: Array, z: Array) -> Iterable[Array]:
        mechanism = self.mechanism
        first, second = mechanism.driven_links(driver)
        turned = self._angle(second, q) - self._angle(first, q)
        match driver:
            case JointDriver() if isinstance(joint := mechanism.joint(driver.joint), Prismatic):
                places = {link: self._point(point, q) for link, point in zip(joint.links, joint.points, strict=True)}
                guide = self._angle(joint.links[0], q) + joint.angle[0]
                return [(_along(guide, places[first], places[second]) - z[0]) / self.size]
            case JointDriver() | LinkAngleDriver():
                return [np.sin(turned - z[0])]
            case DistanceDriver():
                start, end = (self._point(point, q) for point in driver.points)
                x, y = end[0] - start[0], end[1] - start[1]
                return [(np.sqrt(x * x + y * y) - z[0]) / self.size]
            case CoordinateDriver():
                return [(self._point(driver.point, q)["xy".index(driver.axis)] - z[0]) / self.size]
            case PoseDriver():
                x, y, theta = self._pose(driver.link, q)
                return [(x - z[0]) / self.size, (y - z[1]) / self.size, np.sin(theta - z[2])]
        raise TypeError(f"no condition is known for {driver}")


def mechanism_size(mechanism: Mechanism) -> float:
    """The largest extent of a link, ground included; 1 where no link has any."""
    extents = [np.ptp(np.array(list(link.points.values())), axis=0).max() for link in mechanism.links if link.points]
    return float(max(extents)) or 1.0


def solved(matrix: Array, right: Array) -> Array:
    """The solution of a regular system that may have redundant rows."""
    return np.asarray(np.linalg.lstsq(matrix, right, rcond=None)[0])


def _parts(place: Array, other: Array, size: float) -> Iterable[Array]:
    return [(place[0] - other[0]) / size, (place[1] - other[1]) / size]


def _along(angle: Array, origin: Array, place: Array) -> Array:
    """How far a place lies ahead of an origin, in a direction."""
    return np.asarray(np.cos(angle) * (place[0] - origin[0]) + np.sin(angle) * (place[1] - origin[1]))


def _across(angle: Array, origin: Array, place: Array) -> Array:
    """How far a place lies left of an origin, seen in a direction."""
    return np.asarray(np.cos(angle) * (place[1] - origin[1]) - np.sin(angle) * (place[0] - origin[0]))
