"""The conditions of a mechanism as rows at a configuration: their residuals and their coefficients.

Poses are (x, y, θ) of every link with ground, counted from the origin of the mechanism. Residuals are lengths, those of
angles by the size of the mechanism; coefficients are derivatives with respect to the velocities of the bodies.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgkin.conditions.record import Condition, Point
from sgkin.conditions.statement import Statements
from sgkin.conditions.table import ConditionTable, Placed, place_conditions, residuals, without_turns
from sgkin.structure.rows import ANGULAR, RowPattern, masked
from sgkin.structure.topology import GROUND, Topology

Floats = NDArray[np.float64]

POINT = 1e-12
"""Reach, by the size of the mechanism, up to which a link is only a point."""


class PlacedRows(NamedTuple):
    """The conditions at a configuration, and their residuals (m,) as lengths, whole turns taken out."""

    placed: Placed
    residual: Floats


class Geometry:
    """A mechanism's rows as functions of the poses of its links and the places of its pins.

    Frames of the conditions are the links, then the pins that are unknowns of their own. `size`: the typical length of
    a link; `arms` (bodies,): the length at which the angle of a body counts; `units`: what is one for each unknown, the
    size for places and for angles their arms; `inputs` (f,) may be changed.
    """

    def __init__(self, statements: Statements, topology: Topology, pattern: RowPattern) -> None:
        mechanism = statements.mechanism
        self.mechanism, self.topology, self.pattern = mechanism, topology, pattern
        index = {link.name: number for number, link in enumerate(mechanism.links)}
        self.references = np.array([index[str(links[0])] for links in topology.bodies], dtype=int)
        self.body = np.array([topology.body_of[link.name] for link in mechanism.links], dtype=int)
        self.inputs = np.array(list(mechanism.initial_inputs.values()))
        self.origin = np.array(statements.origin)
        self.size, self.arms = self._lengths(index[mechanism.ground])
        self.units = np.full(int(pattern.first[-1]), self.size)
        self.units[2 : 3 * len(self.arms) : 3] = self.arms
        self.table = self._table(statements)
        self._scale = np.where(self.table.has_ends, 1.0, self.size)
        self._take_nodes()

    def _lengths(self, ground: int) -> tuple[float, Floats]:
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
        moving = distance[owner != ground]
        counted = moving if moving.any() else distance
        size = float(np.sqrt((counted**2).mean())) if counted.any() else 1.0
        arms = np.zeros(len(self.references) + 1)  # ground comes last
        np.maximum.at(arms, self.body[owner], distance)
        turned = pattern.form[: pattern.given_rows] >= ANGULAR
        arms[pattern.nodes[: pattern.given_rows][turned]] = size
        return size, np.where(arms[:-1] > POINT * size, np.minimum(arms[:-1], size), size)

    def _table(self, statements: Statements) -> ConditionTable:
        """The conditions in the order of the pattern's rows."""
        nodes = {joint: len(self.body) + node for node, joint in enumerate(self.pattern.pin_joints)}
        bodies = self.body.tolist()
        pairs: list[tuple[Point, Point]] = []
        conditions: list[Condition] = []
        rows: list[bool] = []
        for number, place in enumerate(self.topology.joint_indices):
            stated = statements.joints[place]
            if stated.coincident:
                held = _held(stated.coincident, bodies, nodes.get(number))
                pairs += held
                rows += [True] * (2 * len(held))
            conditions += stated.conditions
            rows += [False] * len(stated.conditions)
        for stated in statements.drivers:
            conditions += stated.conditions
            rows += [False] * len(stated.conditions)
        order = np.argsort(np.argsort(~np.array(rows, dtype=bool), kind="stable"))
        return ConditionTable.holding(pairs, statements.ground).joined(ConditionTable.of(conditions), order)

    def _take_nodes(self) -> None:
        """Where the frames of a condition stand among the nodes of its row, and from where their arms are counted."""
        pattern, pins = self.pattern, len(self.pattern.pin_joints)
        node_of = np.concatenate([self.body, pattern.bodies + np.arange(pins)])
        nodes = node_of[self.table.frames]
        nodes[~self.table.slots] = GROUND
        matches = nodes[:, :, None] == pattern.nodes[: pattern.given_rows, None, :]
        self._acts = (nodes >= 0) & matches.any(axis=2)
        self._node = (3 * np.arange(len(nodes))[:, None] + matches.argmax(axis=2))[self._acts]
        reference = np.concatenate([self.references, len(self.body) + np.arange(pins)])
        self._reference = reference[nodes] if len(reference) else nodes
        self._by_arm = np.concatenate([1.0 / self.arms, np.ones(pins + 1)])

    def counted(self, poses: Floats) -> Floats:
        """Poses (links, 3) in the ground frame, counted from the origin."""
        return np.asarray(poses - np.array([*self.origin, 0.0]))

    def pin_places(self, poses: Floats) -> Floats:
        """The mean position of every pin that is an unknown of its own."""
        pins = len(self.pattern.pin_joints)
        total, count = np.zeros((pins, 2)), np.zeros(pins)
        if pins:
            is_pin = self.table.frames[:, 0] >= len(self.body)
            pin = (self.table.frames[is_pin, 0] - len(self.body))[::2]  # a pin has two rows for each link
            places = place_conditions(self.table, self._frames(poses, total)).between[is_pin][::2]
            np.add.at(total, pin, places)
            np.add.at(count, pin, 1.0)
            total /= count[:, None]
        return total

    def _frames(self, poses: Floats, pins: Floats) -> Floats:
        return np.concatenate([poses, np.concatenate([pins, np.zeros((len(pins), 1))], axis=1)])

    def rows(self, poses: Floats, pins: Floats) -> PlacedRows:
        """All rows of joints and inputs."""
        placed = place_conditions(self.table, self._frames(poses, pins))
        return PlacedRows(placed, without_turns(residuals(placed, self.inputs), self.table.period) * self._scale)

    def coefficients(self, rows: PlacedRows) -> Floats:
        """Coefficients (m, 3, 3) of the rows of joints and inputs: of velocities, and of angular ones times `arms`."""
        nodes, poses = self.pattern.nodes[: self.pattern.given_rows], rows.placed.poses
        coefficients = np.zeros((3 * len(nodes), 3))
        gradient = rows.placed.gradient * self._scale[:, None, None]
        arm = poses[self.table.frames, :2] - poses[self._reference, :2]
        gradient[..., 2] += gradient[..., 1] * arm[..., 0] - gradient[..., 0] * arm[..., 1]
        np.add.at(coefficients, self._node, gradient[self._acts])
        coefficients[:, 2] *= self._by_arm[nodes].ravel()
        return masked(self.pattern, coefficients.reshape(-1, 3, 3))


def _held(points: tuple[Point, ...], bodies: list[int], node: int | None) -> list[tuple[Point, Point]]:
    """Which points a pin holds together, one of each body: those of two bodies, all to ground, or all to the pin."""
    ends: dict[int, Point] = {}
    for point in points:
        ends.setdefault(bodies[point.frame], point)
    if node is not None:
        return [(Point(node, 0.0, 0.0), end) for end in ends.values()]
    if len(ends) == 2:
        first, second = ends.values()
        return [(second, first)]
    return [(ends[GROUND], end) for body, end in ends.items() if body != GROUND]
