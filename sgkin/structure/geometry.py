"""The constraint rows of a mechanism at a configuration: their residuals and their coefficients.

Poses are (x, y, θ) of every link with ground, counted from the origin of the mechanism. Every residual follows the
condition stated with its joint or driver in `sgkin.model`; coefficients are its derivatives with respect to the
velocities of the bodies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin.model.driver import CoordinateDriver, DistanceDriver, JointDriver, PoseDriver
from sgkin.model.joint import GearPair, HigherPair, Joint, PinInSlot, Prismatic, RackAndPinion, Revolute
from sgkin.model.mechanism import Mechanism
from sgkin.structure.rows import ANGULAR, RowPattern, masked, placed_coefficients, row_chunks
from sgkin.structure.topology import GROUND, LinkName, Topology

Floats = NDArray[np.float64]

POINT = 1e-12
"""Reach, by the size of the mechanism, up to which a link is only a point."""
X, Y = np.array([1.0, 0.0]), np.array([0.0, 1.0])


@dataclass(slots=True)
class PlacedRows:
    """Residuals (m,), directions (m, 2), world points (m, 3, 2), angular parts (m,) and weights (m, 3) of rows."""

    residual: Floats
    direction: Floats
    points: Floats
    angular: Floats
    weight: Floats


class Geometry:
    """A mechanism's rows as functions of the poses of its links and the places of its pins.

    `size`: the typical length of a link; `arms` (bodies,): the length at which the angle of a body counts; `units`:
    what is one for each unknown, the size for places and for angles their arms.
    """

    def __init__(self, mechanism: Mechanism, topology: Topology, pattern: RowPattern) -> None:
        self.mechanism, self.topology, self.pattern = mechanism, topology, pattern
        self.index: dict[LinkName, int] = {link.name: number for number, link in enumerate(mechanism.links)}
        self.references = np.array([self.index[links[0]] for links in topology.bodies], dtype=int)
        self.body = np.array([topology.body_of[link.name] for link in mechanism.links], dtype=int)
        self.inputs = mechanism.initial_inputs
        self.origin = np.array(mechanism.origin)
        self.size, self.arms = self._lengths()
        self.units = np.full(int(pattern.first[-1]), self.size)
        self.units[2 : 3 * len(self.arms) : 3] = self.arms
        self._by_arm = np.ones(len(pattern.capacity) + 1)
        self._by_arm[: len(self.arms)] = self.size / self.arms
        starts = np.searchsorted(pattern.element[: pattern.joint_rows], np.arange(len(topology.joints))).tolist()
        joints = [mechanism.joints[place] for place in topology.joint_indices]
        self._others = [(row, joint) for row, joint in zip(starts, joints, strict=True) if joint.kind != "revolute"]
        self._collect_pins([(n, starts[n], joint) for n, joint in enumerate(joints) if isinstance(joint, Revolute)])

    def _lengths(self) -> tuple[float, Floats]:
        """The size: the root mean square distance of points from the origin of their link; and the arms.

        Points at the origin count, as they do not move when the link turns; ground is left out if it can be. An arm is
        the distance of the farthest point of a body: by the size, a link that is short beside the others would seem
        not to be held at all. It is the size where angles are joined or driven as such, for bodies that are larger and
        for those that are only a point.
        """
        links, pattern = self.mechanism.links, self.pattern
        owner = np.repeat(np.arange(len(links)), [len(link.points) for link in links])
        places = np.array([place for link in links for place in link.points.values()]).reshape(-1, 2)
        distance = np.hypot(places[:, 0], places[:, 1])
        moving = distance[owner != self.index[self.mechanism.ground]]
        counted = moving if moving.any() else distance
        size = float(np.sqrt((counted**2).mean())) if counted.any() else 1.0
        arms = np.zeros(len(self.references) + 1)  # ground comes last
        np.maximum.at(arms, self.body[owner], distance)
        turned = pattern.form[: pattern.given_rows] >= ANGULAR
        arms[pattern.nodes[: pattern.given_rows][turned]] = size
        return size, np.where(arms[:-1] > POINT * size, np.minimum(arms[:-1], size), size)

    def _collect_pins(self, pins: list[tuple[int, int, Revolute]]) -> None:
        """For every two rows of a pin: link and local point on either side, or the number of a pin that is a node."""
        node_of = {joint: node for node, joint in enumerate(self.pattern.pin_joints)}
        records: list[tuple[int, int, float, float, int, float, float, int]] = []
        for number, row, joint in pins:
            ends = self._ends(joint)
            anchor = next((end for end in ends if self.body[end[0]] == GROUND), None)
            if number in node_of:
                pairs = [(end, end) for end in ends]
            elif len(ends) == 2 or anchor is None:
                pairs = [(ends[0], ends[1])]
            else:
                pairs = [(end, anchor) for end in ends if end is not anchor]
            node = node_of.get(number, -1)
            records += [(row + 2 * i, *one, *other, node) for i, (one, other) in enumerate(pairs)]
        table = np.array(records, dtype=np.float64).reshape(-1, 8)
        self._pin_rows, self._near, self._far, self._pin = table[:, [0, 1, 4, 7]].astype(int).T
        self._near_place, self._far_place = table[:, 2:4], table[:, 5:7]

    def _ends(self, joint: Revolute) -> list[tuple[int, float, float]]:
        """Link and local point of a pin, one for each body it joins."""
        ends: dict[int, tuple[int, float, float]] = {}
        for link, point in zip(joint.links, joint.at, strict=True):
            ends.setdefault(self.topology.body_of[link], (self.index[link], *self.mechanism.link(link).points[point]))
        return list(ends.values())

    def _world(self, poses: Floats, point: str) -> Floats:
        """World position of a point written `link.point`."""
        link, place = self.mechanism.point(point)
        return _points(poses[[self.index[link]]], np.array([place])).reshape(2)

    def counted(self, poses: Floats) -> Floats:
        """Poses (links, 3) in the ground frame, counted from the origin."""
        return np.asarray(poses - np.array([*self.origin, 0.0]))

    def pin_places(self, poses: Floats) -> Floats:
        """The mean position of every pin that is an unknown of its own."""
        total, count = np.zeros((len(self.pattern.pin_joints), 2)), np.zeros(len(self.pattern.pin_joints))
        many = self._pin >= 0
        np.add.at(total, self._pin[many], _points(poses[self._near[many]], self._near_place[many]))
        np.add.at(count, self._pin[many], 1.0)
        return total / count[:, None] if len(total) else total

    def rows(self, poses: Floats, pins: Floats) -> PlacedRows:
        """All rows of joints and inputs."""
        count = self.pattern.given_rows
        rows = PlacedRows(
            residual=np.zeros(count),
            direction=np.zeros((count, 2)),
            points=np.zeros((count, 3, 2)),
            angular=np.zeros(count),
            weight=np.tile([1.0, -1.0, 0.0], (count, 1)),
        )
        self._fill_pins(rows, poses, pins)
        for row, joint in self._others:
            self._fill_joint(rows, row, joint, poses)
        self._fill_inputs(rows, poses)
        return rows

    def coefficients(self, rows: PlacedRows, poses: Floats) -> Floats:
        """Coefficients (m, 3, 3) of the rows of joints and inputs: of velocities, and of angular ones times `arms`."""
        nodes = self.pattern.nodes[: self.pattern.given_rows]
        coefficients = np.empty((len(nodes), 3, 3))
        for part in row_chunks(len(coefficients)):
            points = rows.points[part] / self.size
            is_body = (nodes[part] >= 0) & (nodes[part] < self.pattern.bodies)
            points[is_body] -= poses[self.references[nodes[part][is_body]], :2] / self.size
            coefficients[part] = placed_coefficients(
                rows.direction[part], points, rows.angular[part] / self.size, rows.weight[part]
            )
            coefficients[part, :, 2] *= self._by_arm[nodes[part]]
        return masked(self.pattern, coefficients)

    def _fill_pins(self, rows: PlacedRows, poses: Floats, pins: Floats) -> None:
        near = _points(poses[self._near], self._near_place)
        far = _points(poses[self._far], self._far_place)
        many = self._pin >= 0
        far[many] = pins[self._pin[many]]
        for offset, direction in enumerate((X, Y)):
            place = self._pin_rows + offset
            rows.residual[place] = (near - far) @ direction
            rows.direction[place] = direction
            rows.points[place, 0], rows.points[place, 1] = near, far

    def _angle(self, poses: Floats, link: str) -> float:
        return float(poses[self.index[link], 2])

    def _fill_joint(self, rows: PlacedRows, row: int, joint: Joint, poses: Floats) -> None:
        first, second = joint.links
        theta1, theta2 = self._angle(poses, first), self._angle(poses, second)
        if isinstance(joint, GearPair):
            carrier = self._angle(poses, joint.carrier)
            rows.residual[row] = _wrap(theta1 - carrier - joint.ratio * (theta2 - carrier) - joint.phase) * self.size
            rows.weight[row] = (1.0, -joint.ratio, joint.ratio - 1.0)
            rows.angular[row] = self.size
            return
        one, other = (self._world(poses, point) for point in joint.points)
        match joint:
            case Prismatic():
                rows.residual[row] = _wrap(theta1 + joint.angle[0] - theta2 - joint.angle[1]) * self.size
                rows.angular[row] = self.size
                normal = _normal(theta1 + joint.angle[0])
                residual = normal @ (one - other) + joint.offset[0] - joint.offset[1]
                _fill_line(rows, row + 1, residual, normal, other)
            case PinInSlot():
                normal = _normal(theta2 + joint.angle)
                _fill_line(rows, row, normal @ (one - other) - joint.offset, normal, one)
            case RackAndPinion():
                along = _direction(theta2 + joint.angle)
                turned = joint.radius * _wrap(theta1 - theta2 - (joint.phase - along @ (one - other)) / joint.radius)
                _fill_line(rows, row, turned, along, one)
                rows.angular[row] = joint.radius
            case HigherPair():
                along = _direction(theta1 + joint.angle)
                _fill_line(rows, row, along @ (one - other), along, other)

    def _fill_inputs(self, rows: PlacedRows, poses: Floats) -> None:
        row = self.pattern.joint_rows
        for driver in self.mechanism.drivers:
            first, second = self.mechanism.driven_links(driver)
            values = [self.inputs[name] for name in driver.inputs]
            match driver:
                case JointDriver() if isinstance(joint := self.mechanism.joint(driver.joint), Prismatic):
                    ends = dict(zip(joint.links, zip(joint.at, joint.angle, strict=True), strict=True))
                    along = _direction(self._angle(poses, joint.links[0]) + ends[joint.links[0]][1])
                    one, other = (self._world(poses, f"{link}.{ends[link][0]}") for link in (first, second))
                    _fill_line(rows, row, values[0] - along @ (other - one), along, other)
                case DistanceDriver():
                    one, other = (self._world(poses, point) for point in driver.points)
                    distance = float(np.hypot(*(other - one)))
                    along = (other - one) / distance if distance else X
                    _fill_line(rows, row, values[0] - distance, along, other)
                    rows.points[row, 0] = one
                case CoordinateDriver():
                    along, at = X if driver.axis == "x" else Y, self._world(poses, driver.point)
                    _fill_line(rows, row, values[0] - along @ self.origin - along @ at, along, at)
                case PoseDriver():
                    at = poses[self.index[second], :2]
                    for offset, along in enumerate((X, Y)):
                        _fill_line(rows, row + offset, values[offset] - along @ self.origin - along @ at, along, at)
                    self._fill_angle(rows, row + 2, first, second, values[2], poses)
                case _:
                    self._fill_angle(rows, row, first, second, values[0], poses)
            row += len(values)

    def _fill_angle(self, rows: PlacedRows, row: int, first: str, second: str, value: float, poses: Floats) -> None:
        rows.residual[row] = _wrap(value - self._angle(poses, second) + self._angle(poses, first)) * self.size
        rows.angular[row] = self.size


def _fill_line(rows: PlacedRows, row: int, residual: Any, direction: Floats, point: Floats) -> None:
    rows.residual[row], rows.direction[row], rows.points[row, :2] = residual, direction, point


def _points(poses: Floats, places: Floats) -> Floats:
    cosine, sine = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    x, y = places[:, 0], places[:, 1]
    return poses[:, :2] + np.stack([cosine * x - sine * y, sine * x + cosine * y], axis=1)


def _direction(angle: float) -> Floats:
    return np.array([np.cos(angle), np.sin(angle)])


def _normal(angle: float) -> Floats:
    return np.array([-np.sin(angle), np.cos(angle)])


def _wrap(angle: Any) -> float:
    """The same angle between −π and π."""
    return float(np.remainder(angle + np.pi, 2.0 * np.pi) - np.pi)
