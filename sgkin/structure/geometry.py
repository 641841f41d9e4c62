"""The conditions of a mechanism as rows at a configuration: their residuals and their coefficients.

Poses are (x, y, θ) of every link with ground, counted from the origin of the mechanism. Residuals are lengths, those of
angles by the size of the mechanism; coefficients are derivatives with respect to the velocities of the bodies.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.conditions.record import Condition, Point, coincide
from sgkin.conditions.statement import Statements
from sgkin.conditions.table import ConditionTable, place_conditions, residuals, without_turns
from sgkin.mathematics import Pose
from sgkin.structure.rows import ANGULAR, RowPattern, masked, row_chunks
from sgkin.structure.topology import GROUND, Topology

POINT = 1e-12
"""Reach, by the size of the mechanism, up to which a link is only a point."""
FEW, MANY = 2, 1000
"""Chunks of conditions that are kept where they were placed, and conditions from which on pins are apart."""


class PlacedRows(NamedTuple):
    """Poses of all frames, links and pins, and the residuals (…, m) of the conditions there, as lengths, without whole
    turns; `placed`: the conditions there, but for large mechanisms, of which there would be too much."""

    frames: Floats
    residual: Floats
    placed: list[Any]


class Chunk(NamedTuple):
    """Some conditions: the rows that they are, what makes their residuals lengths, and where their frames act.

    `acts`: which of their frames (m, 6) do on a node; of these `node`, where that stands among the nodes of all rows,
    and `reference`, the frame from which arms are counted.
    """

    rows: NDArray[np.int64]
    table: ConditionTable
    scale: Floats
    acts: NDArray[np.bool_]
    node: NDArray[np.int32]
    reference: NDArray[np.int32]


class Geometry:
    """A mechanism's rows as functions of the poses of its links and the places of its pins.

    Frames of the conditions are the links, then the pins that are unknowns of their own. `size`: the typical length of
    a link; `arms` (bodies,): the length at which the angle of a body counts; `units`: what is one for each unknown, the
    size for places and for angles their arms; `inputs` (f,) may be changed.
    """

    def __init__(self, statements: Statements, topology: Topology, pattern: RowPattern) -> None:
        mechanism = statements.mechanism
        self.mechanism, self.topology, self.pattern = mechanism, topology, pattern
        index = statements.number
        self.references = np.array([index[str(links[0])] for links in topology.bodies], dtype=int)
        self.body = np.array([topology.body_of[link.name] for link in mechanism.links], dtype=int)
        self.inputs = np.array(list(mechanism.initial_inputs.values()))
        self.origin = np.array(statements.origin)
        self.size, self.arms = self._lengths(index[mechanism.ground])
        self.units = np.full(int(pattern.first[-1]), self.size)
        self.units[2 : 3 * len(self.arms) : 3] = self.arms
        self._by_arm = np.concatenate([1.0 / self.arms, np.ones(len(pattern.pin_joints) + 1)])
        self._chunks: list[Chunk] = []
        self._add_conditions(statements)

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

    def _add_conditions(self, statements: Statements) -> None:
        """Collect the conditions in the order of the pattern's rows: few in one table, of many the pins by themselves,
        which are most and have the least to say."""
        few = self.pattern.given_rows <= MANY
        nodes = {joint: len(self.body) + node for node, joint in enumerate(self.pattern.pin_joints)}
        bodies = self.body.tolist()
        pairs: list[tuple[Point, Point]] = []
        conditions: list[Condition] = []
        is_pin: list[bool] = []
        for number, place in enumerate(self.topology.joint_indices):
            stated = statements.joints[place]
            if stated.coincident:
                held = _held(stated.coincident, bodies, nodes.get(number))
                is_pin += [not few] * (2 * len(held))
                if few:
                    conditions += [each for pair in held for each in coincide(*pair, statements.ground)]
                else:
                    pairs += held
            conditions += stated.conditions
            is_pin += [False] * len(stated.conditions)
        for stated in statements.drivers:
            conditions += stated.conditions
            is_pin += [False] * len(stated.conditions)
        pins = np.array(is_pin, dtype=bool)
        tables = (ConditionTable.holding(pairs, statements.ground), ConditionTable.of(conditions))
        for rows, table in zip((np.flatnonzero(pins), np.flatnonzero(~pins)), tables, strict=True):
            self._chunks += [self._chunk(rows[part], table.rows(part)) for part in row_chunks(len(rows))]

    def _chunk(self, rows: NDArray[np.int64], table: ConditionTable) -> Chunk:
        pattern, pins = self.pattern, len(self.pattern.pin_joints)
        node_of = np.concatenate([self.body, pattern.bodies + np.arange(pins)])
        nodes = node_of[table.frames]
        matches = nodes[:, :, None] == pattern.nodes[rows, None, :]
        acts = table.slots & (nodes >= 0) & matches.any(axis=2)
        node = (3 * rows[:, None] + matches.argmax(axis=2))[acts]
        reference = np.concatenate([self.references, len(self.body) + np.arange(pins)])[nodes[acts]]
        scale = np.where(table.has_ends, 1.0, self.size)
        return Chunk(rows, table, scale, acts, node.astype(np.int32), reference.astype(np.int32))

    def limited(self, rows: NDArray[np.bool_]) -> Geometry:
        """The same of which only some rows are looked at; the others are zero."""
        if rows.all():
            return self
        found = copy(self)
        found._chunks = [_part(chunk, np.flatnonzero(rows[chunk.rows])) for chunk in self._chunks]
        return found

    def counted(self, poses: Sequence[Pose] | Floats) -> Floats:
        """Poses of all links in the ground frame, counted from the origin."""
        return np.asarray(np.asarray(poses) - np.array([*self.origin, 0.0]))

    def in_ground(self, poses: Floats) -> dict[str, Pose]:
        """Poses (links, 3), counted from the origin, in the ground frame by link."""
        ox, oy = self.origin.tolist()
        found = zip(self.mechanism.links, poses.tolist(), strict=True)
        return {link.name: (x + ox, y + oy, theta) for link, (x, y, theta) in found}

    def pin_places(self, poses: Floats) -> Floats:
        """The mean position of every pin that is an unknown of its own; of those that no row holds the origin."""
        pins = len(self.pattern.pin_joints)
        total, count = np.zeros((pins, 2)), np.zeros(pins)
        frames = self._frames(poses, np.zeros((pins, 2)))
        for chunk in self._chunks if pins else ():
            held = chunk.table.rows(
                np.flatnonzero(chunk.table.frames[:, 0] >= len(self.body))[::2]
            )  # each has two rows
            pin = held.frames[:, 0] - len(self.body)
            np.add.at(total, pin, place_conditions(held, frames).between)
            np.add.at(count, pin, 1.0)
        return total / np.maximum(count, 1.0)[:, None]

    def _frames(self, poses: Floats, pins: Floats) -> Floats:
        return np.concatenate([poses, np.concatenate([pins, np.zeros((*pins.shape[:-1], 1))], axis=-1)], axis=-2)

    def rows(self, poses: Floats, pins: Floats) -> PlacedRows:
        """All rows of joints and inputs, at poses (…, links, 3) and places of pins (…, pins, 2)."""
        frames, residual = self._frames(poses, pins), np.zeros((*poses.shape[:-2], self.pattern.given_rows))
        kept: list[Any] = []
        for chunk in self._chunks:
            placed = place_conditions(chunk.table, frames)
            found = without_turns(residuals(placed, self.inputs), chunk.table.period)
            residual[..., chunk.rows] = found * chunk.scale
            if len(self._chunks) <= FEW:
                kept.append(placed)
        return PlacedRows(frames, residual, kept)

    def coefficients(self, rows: PlacedRows) -> Floats:
        """Coefficients (m, 3, 3) of the rows of joints and inputs: of velocities, and of angular ones times `arms`."""
        nodes, frames = self.pattern.nodes[: self.pattern.given_rows], rows.frames
        coefficients = np.zeros((3 * len(nodes), 3))
        for number, chunk in enumerate(self._chunks):
            placed = rows.placed[number] if rows.placed else place_conditions(chunk.table, frames)
            gradient = (placed.gradient * chunk.scale[:, None, None])[chunk.acts]
            arm = frames[chunk.table.frames[chunk.acts], :2] - frames[chunk.reference, :2]
            gradient[:, 2] += gradient[:, 1] * arm[:, 0] - gradient[:, 0] * arm[:, 1]
            np.add.at(coefficients, chunk.node, gradient)
        coefficients[:, 2] *= self._by_arm[nodes].ravel()
        return masked(self.pattern, coefficients.reshape(-1, 3, 3))

    def rank_rows(self, poses: Floats, pins: Floats) -> Floats:
        """The same at poses where the joints are closed."""
        return self.coefficients(self.rows(poses, pins))

    def moved_by(self, poses: Floats, pins: Floats, step: Floats) -> tuple[Floats, Floats]:
        """Poses and pins after a step (vx, vy, arm · ω of every body, vx, vy of every pin); bodies move rigidly."""
        bodies = self.pattern.bodies
        twist = np.zeros((bodies + 1, 3))  # ground comes last
        twist[:-1] = step[: 3 * bodies].reshape(-1, 3)
        twist[:-1, 2] /= self.arms
        twist = twist[self.body]
        turn = twist[:, 2]
        origin = np.concatenate([poses[self.references, :2], np.zeros((1, 2))])[self.body]
        arm = poses[:, :2] - origin
        cosine, sine = np.cos(turn), np.sin(turn)
        turned = np.stack([cosine * arm[:, 0] - sine * arm[:, 1], sine * arm[:, 0] + cosine * arm[:, 1]], axis=1)
        moved = np.concatenate([origin + twist[:, :2] + turned, (poses[:, 2] + turn)[:, None]], axis=1)
        return moved, pins + step[3 * bodies :].reshape(-1, 2)


def _part(chunk: Chunk, kept: NDArray[np.int64]) -> Chunk:
    """Some conditions of a chunk."""
    acting = np.zeros(len(chunk.rows), dtype=bool)
    acting[kept] = True
    inside = np.broadcast_to(acting[:, None], chunk.acts.shape)[chunk.acts]
    return Chunk(
        rows=chunk.rows[kept],
        table=chunk.table.rows(kept),
        scale=chunk.scale[kept],
        acts=chunk.acts[kept],
        node=chunk.node[inside],
        reference=chunk.reference[inside],
    )


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
