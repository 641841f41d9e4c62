"""Links, and legs of several links, that can move alone while everything else stands still.

A body, or several that move as one, is idle if the joints at its boundary hold less than its six freedoms: a rod
between two balls, or barrel and rod of a telescope between two balls. Rows between bodies that move as one see nothing.

Tried are single bodies; ways along bodies with two joints, from one ball to the next; and, of a mechanism with its
inputs locked, bodies in one piece that have the same velocity in a random motion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sgkin.structure.arithmetic import Elimination, Exact, Numbers
from sgkin.structure.partition import Partition
from sgkin.structure.rows import RowPattern
from sgkin.structure.topology import GROUND, Topology


class IdleBodies(NamedTuple):
    """Bodies that move as one and alone, in so many ways, and the joints, by number, that hold them."""

    bodies: tuple[int, ...]
    freedoms: int
    joints: tuple[int, ...]


def idle_bodies(topology: Topology, parts: Partition, generic: Numbers) -> list[IdleBodies]:
    """All idle bodies of a mechanism in space, in file order; `generic`: coefficients modulo a prime, in which the
    velocities of all bodies are those of one point."""
    if not parts.loose_nodes:
        return []
    joints_at = topology.joints_at
    pattern = parts.blocks.pattern
    rows_at: dict[int, list[int]] = {body: [] for body in range(len(topology.bodies))}
    for row, nodes in enumerate(pattern.nodes[: pattern.given_rows].tolist()):
        for node in dict.fromkeys(nodes):
            if node in rows_at:
                rows_at[node].append(row)
    loose = sorted(node for node in parts.loose_nodes if node < pattern.bodies)
    tried: set[tuple[int, ...]] = set()
    found: list[IdleBodies] = []
    taken: set[int] = set()
    candidates = (
        *((body,) for body in loose),
        *_ways_between_balls(topology, joints_at),
        *_moving_as_one(topology, parts, joints_at, loose),
    )
    for bodies in candidates:
        if bodies in tried or taken.issuperset(bodies):
            continue
        tried.add(bodies)
        held_by = _boundary(topology, bodies, joints_at)
        inner = {joint for body in bodies for joint in joints_at[body]}.difference(held_by)
        rows = sorted({row for body in bodies for row in rows_at[body] if int(pattern.element[row]) not in inner})
        freedoms = topology.freedoms - _rank(pattern, generic, bodies, rows)
        if freedoms and len(held_by) > 1:
            found.append(IdleBodies(bodies, freedoms, held_by))
            taken.update(bodies)
    return sorted(found)


def _boundary(topology: Topology, bodies: Iterable[int], joints_at: list[list[int]]) -> tuple[int, ...]:
    """The joints that hold bodies on others."""
    own = set(bodies)
    every = sorted({joint for body in own for joint in joints_at[body]})
    return tuple(joint for joint in every if not own.issuperset(topology.joints[joint].bodies))


def _rank(pattern: RowPattern, coefficients: Numbers, bodies: tuple[int, ...], rows: list[int]) -> int:
    """How many freedoms the rows hold of bodies that move as one, when all others stand still."""
    elimination = Elimination(pattern.freedoms, Exact())
    for row in rows:
        mine = [place for place, node in enumerate(pattern.nodes[row].tolist()) if node in bodies]
        elimination.add(Exact().reduce(coefficients[row, mine].astype("int64").sum(axis=0)), row)
    return len(elimination.labels)


def _ways_between_balls(topology: Topology, joints_at: list[list[int]]) -> Iterator[tuple[int, ...]]:
    """Bodies in a row, each with two joints, that a ball joins to others at either end and none in between."""

    def is_ball(joint: int) -> bool:
        return topology.joints[joint].letter == "S"

    for first, joints in enumerate(joints_at):
        balls = [joint for joint in joints if is_ball(joint)]
        if len(joints) != 2 or len(balls) != 1:
            continue
        way, (joint,) = [first], set(joints) - set(balls)
        while not is_ball(joint) and len(topology.joints[joint].bodies) == 2:
            (body,) = set(topology.joints[joint].bodies) - {way[-1]}
            if body == GROUND or body in way or len(joints_at[body]) != 2:
                break
            way.append(body)
            (joint,) = set(joints_at[body]) - {joint}
        if len(way) > 1 and is_ball(joint) and len(joints_at[way[-1]]) == 2:
            yield tuple(sorted(way))


def _moving_as_one(
    topology: Topology, parts: Partition, joints_at: list[list[int]], loose: list[int]
) -> Iterator[tuple[int, ...]]:
    """Bodies in one piece with the same velocity in a random motion, inputs locked."""
    velocity = parts.blocks.velocities(parts.locks)
    first = parts.blocks.first
    twist = {body: tuple(velocity.get(int(first[body]) + k, 0) for k in range(6)) for body in loose}
    seen: set[int] = set()
    for start in loose:
        if start in seen:
            continue
        piece, waiting = {start}, [start]
        while waiting:
            for joint in joints_at[waiting.pop()]:
                for other in topology.joints[joint].bodies:
                    if other not in piece and twist.get(other) == twist[start]:
                        piece.add(other)
                        waiting.append(other)
        seen |= piece
        yield tuple(sorted(piece))
