"""A spatial mechanism solved with seven unknowns a link, its place and its Euler parameters: slow and simple.

It knows a mechanism by its numbers alone, states every joint in its own words, and has all derivatives from power
series. Angles of driven joints are compared by sine and cosine, angles of screws and gears are unknowns of their own.
Rows may say the same twice: everything is solved by least squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from sgkin import Mechanism
from tests.spatial.witness.series import Array, Series, cross, dot, series

EYE = np.eye(3)
NEAR, SMOOTH = 5e-3, 0.005
"""How far from its prediction a part of a step may end; and how far as a part of the way foreseen: next to a dead point
the other solution is close too."""


def quaternion(vector: Array) -> Array:
    angle = float(np.linalg.norm(vector))
    return (
        np.array([1.0, 0.0, 0.0, 0.0])
        if angle == 0.0
        else np.array([np.cos(angle / 2), *np.sin(angle / 2) * vector / angle])
    )


def rotated(p: Any, vector: Any) -> Series:
    """A vector of a link by its Euler parameters e₀, e: (2 e₀² − 1) s + 2 (e·s) e + 2 e₀ e×s."""
    p = series(p)
    scalar, e = p[..., :1], p[..., 1:]
    along = (e * vector).sum()[..., None]
    return (2.0 * scalar * scalar - 1.0) * vector + 2.0 * along * e + 2.0 * scalar * cross(e, vector)


def matrix(p: Array) -> Array:
    return np.stack([rotated(p, axis).parts[0] for axis in EYE], axis=-1)


class Axis(NamedTuple):
    """What a joint is in one of its links: point, axis, and two directions across it that meet in the design position
    those of the other links."""

    link: int
    point: Array
    axis: Array
    x: Array
    y: Array


class Solution(NamedTuple):
    """Frames (n, links, 3, 4) of all links with ground, motions and accelerations (n, links, 6)."""

    frames: Array
    motions: Array
    accelerations: Array


class Witness:
    """The rows of one mechanism, and their solution."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.names = [link.name for link in mechanism.links]
        self.ground = self.names.index(mechanism.ground)
        self.design = np.zeros((len(self.names), 7))
        self.design[:, 3] = 1.0
        for name, pose in mechanism.initial.poses.items():
            self.design[self.names.index(name)] = [*pose[:3], *quaternion(np.array(pose[3:]))]
        self.moving = [number for number in range(len(self.names)) if number != self.ground]
        self.own = {joint.name: self._own(joint) for joint in mechanism.joints}
        self.extra = {
            joint.name: number for number, joint in enumerate(j for j in mechanism.joints if j.letter in "HG")
        }
        self.size = 7 * len(self.moving) + 2 * len(self.extra)

    # what a joint is in its links

    def _turned(self, link: int, vector: Array) -> Array:
        return rotated(self.design[link, 3:], vector).parts[0]

    def _back(self, link: int, vector: Array) -> Array:
        return matrix(self.design[link, 3:]).T @ vector

    def _direction(self, link: int, given: Any) -> Array:
        points = self.mechanism.links[link].points
        vector = np.subtract(points[given[1]], points[given[0]]) if isinstance(given[0], str) else np.array(given)
        return np.asarray(vector / np.linalg.norm(vector))

    def _frame(self, link: int, point: Array, axis: Array, x_in_ground: Array) -> Axis:
        x = self._back(link, x_in_ground)
        x = x - (x @ axis) * axis
        x = across(axis) if np.linalg.norm(x) < 1e-9 else x / np.linalg.norm(x)  # of crosses x is not used
        return Axis(link, point, axis, x, np.cross(axis, x))

    def _own(self, joint: Any) -> list[Axis]:
        links = [self.names.index(link) for link in joint.links]
        points = [np.array(self.mechanism.links[self.names.index(link)].points[point]) for link, point in joint.sites]
        points = points or [np.zeros(3)] * len(links)
        if joint.letter == "U":
            axes = [self._direction(link, axis) for link, axis in zip(links, joint.axes, strict=True)]
        elif joint.letter == "G":
            carrier = self.names.index(joint.carrier)
            axes = [self._direction(carrier, axis) for axis in joint.axes]
            found = []
            for link, axis in zip(links, axes, strict=True):
                seen, x = self._turned(carrier, axis), self._turned(carrier, across(axis))
                found += [
                    self._frame(carrier, np.zeros(3), axis, x),
                    self._frame(link, np.zeros(3), self._back(link, seen), x),
                ]
            return found
        elif not getattr(joint, "axis", ()):
            axes = [self._back(link, EYE[2]) for link in links]
        elif len(joint.axis) == len(links) and not isinstance(joint.axis[0], str | float):
            axes = [self._direction(link, axis) for link, axis in zip(links, joint.axis, strict=True)]
        else:
            seen = self._turned(links[0], self._direction(links[0], joint.axis))
            axes = [self._back(link, seen) for link in links]
        x = self._turned(links[0], across(axes[0]))
        return [self._frame(*each, x) for each in zip(links, points, axes, strict=True)]

    # rows

    def rows(self, x: Series, z: Series) -> Series:
        """All rows (batch, m) at unknowns (batch, n) and inputs (batch, f)."""
        found = [row for joint in self.mechanism.joints for row in self._joint(joint, x)]
        used = 0
        for driver in self.mechanism.drivers:
            count = len(driver.inputs)
            found += list(self._driver(driver, x, z[..., used : used + count]))
            used += count
        for link in self.moving:
            p = self._pose(x, link)[..., 3:]
            found.append(dot(p, p) - 1.0)
        return Series(
            *(np.stack(np.broadcast_arrays(*parts), axis=-1) for parts in zip(*(r.parts for r in found), strict=True))
        )

    def _pose(self, x: Series, link: int) -> Series:
        if link == self.ground:
            return Series(np.broadcast_to(self.design[link], (*x.parts[0].shape[:-1], 7)))
        place = 7 * self.moving.index(link)
        return x[..., place : place + 7]

    def _place(self, x: Series, link: int, point: Any) -> Series:
        pose = self._pose(x, link)
        return pose[..., :3] + rotated(pose[..., 3:], np.array(point))

    def _vector(self, x: Series, link: int, vector: Array) -> Series:
        return rotated(self._pose(x, link)[..., 3:], vector)

    def _extra(self, x: Series, joint: str) -> tuple[Series, Series]:
        place = 7 * len(self.moving) + 2 * self.extra[joint]
        return x[..., place], x[..., place + 1]

    def _angle(self, x: Series, first: Axis, second: Axis, angle: Any) -> Series:
        """y₁·x₂ cos f − x₁·x₂ sin f"""
        sine, cosine = series(angle).sine_and_cosine()
        pointer = self._vector(x, second.link, second.x)
        one, other = self._vector(x, first.link, first.x), self._vector(x, first.link, first.y)
        return dot(other, pointer) * cosine - dot(one, pointer) * sine

    def _joint(self, joint: Any, x: Series) -> Iterator[Series]:
        own, letter = self.own[joint.name], joint.letter
        if letter == "G":
            one, other = self._extra(x, joint.name)
            yield self._angle(x, own[0], own[1], one)
            yield self._angle(x, own[2], own[3], other)
            first, second = joint.teeth
            yield one - (1.0 if joint.mesh == "internal" else -1.0) * (second / first) * other
            return
        first, *others = own
        for second in others:
            between = self._place(x, second.link, second.point) - self._place(x, first.link, first.point)
            sides = [self._vector(x, first.link, side) for side in (first.x, first.y)]
            axis = self._vector(x, second.link, second.axis)
            along = self._vector(x, first.link, first.axis)
            if letter in ("R", "S", "U", ""):
                yield from (between[..., k] for k in range(3))
            if letter in ("R", "", "C", "P", "H", "E"):
                yield from (dot(side, axis) for side in sides)
            if letter in ("C", "P", "H"):
                yield from (dot(side, between) for side in sides)
            if letter in ("P", ""):
                yield dot(sides[1], self._vector(x, second.link, second.x))
            if letter == "U":
                yield dot(along, axis) - float(
                    self._turned(first.link, first.axis) @ self._turned(second.link, second.axis)
                )
            if letter == "E":
                yield dot(along, between)
            if letter == "L":
                yield from (dot(self._vector(x, second.link, side), between) for side in (second.x, second.y))
            if letter == "F":
                yield dot(axis, between)
            if letter == "SS":
                start = self._at_rest(second) - self._at_rest(first)
                length = np.linalg.norm(start) if joint.length is None else joint.length
                yield dot(between, between).root() - length
            if letter == "H":
                turn, spare = self._extra(x, joint.name)
                yield self._angle(x, first, second, turn)
                yield dot(along, between) - self._stroke(first, second) - joint.pitch / (2.0 * np.pi) * turn
                yield spare

    def _at_rest(self, own: Axis) -> Array:
        return np.asarray(self.design[own.link, :3] + self._turned(own.link, own.point))

    def _stroke(self, first: Axis, second: Axis) -> float:
        return float(self._turned(first.link, first.axis) @ (self._at_rest(second) - self._at_rest(first)))

    def _driver(self, driver: Any, x: Series, z: Series) -> Iterator[Series]:
        mechanism = self.mechanism
        if driver.kind == "joint":
            joint = mechanism.joint(driver.joint)
            own = {axis.link: axis for axis in self.own[joint.name]}
            first, second = (own[self.names.index(link)] for link in mechanism.driven_links(driver))
            base = self.own[joint.name][0]
            sign = 1.0 if first.link == base.link else -1.0 if second.link == base.link else 0.0
            if driver.freedoms(mechanism)[0] == "angle":
                yield self._angle(x, first, second, z[..., 0] - sign * getattr(joint, "zero", 0.0))
                return
            other = second if first.link == base.link else first
            zero = joint.zero_stroke if joint.letter == "C" else joint.zero
            between = self._place(x, second.link, second.point) - self._place(x, first.link, first.point)
            yield (
                dot(self._vector(x, base.link, base.axis), between)
                - sign * (self._stroke(base, other) - zero)
                - z[..., 0]
            )
        elif driver.kind == "distance":
            (a, p), (b, q) = (mechanism.point(point) for point in driver.points)
            between = self._place(x, self.names.index(b), q) - self._place(x, self.names.index(a), p)
            yield dot(between, between).root() - z[..., 0]
        elif driver.kind == "point":
            link, point = mechanism.point(driver.point)
            yield self._place(x, self.names.index(link), point)[..., "xyz".index(driver.axis)] - z[..., 0]
        else:
            link = self.names.index(driver.link)
            yield from (self._place(x, link, np.zeros(3))[..., k] - z[..., k] for k in range(3))
            wanted = bryant(z[..., 3], z[..., 4], z[..., 5])
            have = [self._vector(x, link, axis) for axis in EYE]
            yield from (dot(have[a], wanted[b]) for a, b in ((0, 1), (1, 2), (2, 0)))

    # solution

    def _jacobian(self, x: Array, z: Array) -> Array:
        seeds = Series(np.broadcast_to(x, (self.size, self.size)), np.eye(self.size))
        return self.rows(seeds, Series(np.broadcast_to(z, (self.size, len(z))))).parts[1].T

    def close(self, x: Array, z: Array) -> Array:
        for _ in range(30):
            open_rows = self.rows(Series(x), Series(z)).parts[0]
            step = -np.linalg.lstsq(self._jacobian(x, z), open_rows, rcond=1e-10)[0]
            x = x + step
            if not np.abs(step).max() < 1.0 or np.abs(step).max() < 1e-13:
                break
        return x

    def _is_closed(self, x: Array, z: Array) -> bool:
        return bool(np.abs(self.rows(Series(x), Series(z)).parts[0]).max() < 1e-9)

    def follow(self, x: Array, here: Array, z: Array) -> Array:
        """From one place to another, in parts so short that every one ends near to where it is foreseen."""
        done, part, change = 0.0, 0.5, z - here
        while done < 1.0:
            part = min(part, 1.0 - done)
            forward, bend = self.rates(x, here + done * change, change, np.zeros_like(z))
            foreseen = x + part * forward + 0.5 * part**2 * bend
            target = here + (done + part) * change
            found = self.close(foreseen, target)
            missed, moved = np.abs(found - foreseen).max(), np.abs(foreseen - x).max()
            if missed < min(NEAR, SMOOTH * moved + 1e-12) and self._is_closed(found, target):
                x, done, part = found, done + part, 2.0 * part
            else:
                part *= 0.5
                assert part > 1e-12, "the witness does not close"
        return x

    def rates(self, x: Array, z: Array, first: Array, second: Array) -> tuple[Array, Array]:
        jacobian = self._jacobian(x, z)
        moved = self.rows(Series(x), Series(z, first)).parts[1]
        rate = np.linalg.lstsq(jacobian, -moved, rcond=1e-10)[0]
        bent = 2.0 * self.rows(Series(x, rate), Series(z, first, 0.5 * second)).parts[2]
        return rate, np.linalg.lstsq(jacobian, -bent, rcond=1e-10)[0]

    def solve(self, inputs: Array, rates: Array, accelerations: Array) -> Solution:
        """All steps, from the design position on."""
        x = np.concatenate([self.design[self.moving].ravel(), np.zeros(2 * len(self.extra))])
        here = np.array(list(self.mechanism.initial_inputs.values())).reshape(-1)
        found = []
        for z, first, second in zip(inputs, rates, accelerations, strict=True):
            x = self.follow(x, here, z)
            here = z
            found.append((x, *self.rates(x, z, first, second)))
        state, rate, bend = (np.array(each) for each in zip(*found, strict=True))
        return Solution(self._frames(state), self._twist(state, rate), self._twist(state, bend))

    def _poses(self, values: Array, rest: Array) -> Array:
        found = np.broadcast_to(rest, (len(values), len(self.names), 7)).copy()
        found[:, self.moving] = values[:, : 7 * len(self.moving)].reshape(len(values), -1, 7)
        return found

    def _frames(self, state: Array) -> Array:
        poses = self._poses(state, self.design)
        return np.concatenate([matrix(poses[..., 3:]), poses[..., :3, None]], axis=-1)

    def _twist(self, state: Array, change: Array) -> Array:
        """ω = 2 (e₀ ė − ė₀ e + e×ė), and α the same of the second derivatives."""
        p, d = self._poses(state, self.design)[..., 3:], self._poses(change, np.zeros_like(self.design))
        r, d = d[..., :3], d[..., 3:]
        spin = 2.0 * (p[..., :1] * d[..., 1:] - d[..., :1] * p[..., 1:] + np.cross(p[..., 1:], d[..., 1:]))
        return np.concatenate([r, spin], axis=-1)


def across(axis: Array) -> Array:
    """A direction across an axis: the part of the coordinate axis that is farthest from it."""
    chosen = EYE[int(np.abs(axis).argmin())]
    found = chosen - (chosen @ axis) * axis
    return np.asarray(found / np.linalg.norm(found))


def bryant(alpha: Series, beta: Series, gamma: Series) -> list[Series]:
    """The axes of a frame that is turned about x, the new y and the new z."""
    (sa, ca), (sb, cb), (sc, cc) = (angle.sine_and_cosine() for angle in (alpha, beta, gamma))
    columns = [
        (cb * cc, ca * sc + sa * sb * cc, sa * sc - ca * sb * cc),
        (-(cb * sc), ca * cc - sa * sb * sc, sa * cc + ca * sb * sc),
        (sb, -(sa * cb), ca * cb),
    ]
    return [
        Series(*(np.stack(parts, axis=-1) for parts in zip(*(c.parts for c in column), strict=True)))
        for column in columns
    ]
