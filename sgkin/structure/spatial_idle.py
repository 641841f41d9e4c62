"""Legs between two balls that spin about the line through them: they are left at rest.

A link between two balls, or barrel and rod of a telescope between them, spins and moves nothing else. One of its balls
counts as a universal joint then, as if it did not turn about its leg: a leg S–S becomes U–S, and S–P–S becomes U–P–S.
The axes are at right angles to the leg in the design position. Nothing is idle where nothing is driven.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sgkin.model.design_position import design_pose
from sgkin.model.joint import Joint
from sgkin.model.mechanism import Mechanism
from sgkin.model.spatial_joint import Spherical, Universal
from sgkin.space import Vector, cross, length, perpendicular, turned_back, unit, without
from sgkin.structure.arithmetic import Exact
from sgkin.structure.idle import IdleSpin
from sgkin.structure.idle_legs import IdleBodies, idle_bodies
from sgkin.structure.partition import partition
from sgkin.structure.spatial_rows import spatial_rows
from sgkin.structure.topology import GROUND, Topology, topology_of_mechanism

BESIDE = 1e-6
"""Distance from a line, by the size of the mechanism, up to which a point lies on it."""


def leave_legs_at_rest(mechanism: Mechanism) -> tuple[Mechanism, tuple[IdleSpin, ...]]:
    """The mechanism with its idle legs held, and these."""
    if not mechanism.drivers or not any(joint.letter == "S" for joint in mechanism.joints):
        return mechanism, ()
    topology = topology_of_mechanism(mechanism)
    rows = spatial_rows(topology)
    generic = rows.generic()
    parts = partition(rows.pattern, generic, Exact())
    spins: list[IdleSpin] = []
    for found in idle_bodies(topology, parts, generic):
        ends = [topology.joints[joint] for joint in found.joints]
        is_leg = found.freedoms == 1 and len(ends) == 2 and all(end.letter == "S" for end in ends)
        if is_leg and not _is_forgotten(mechanism, topology, found):
            mechanism, spin = _held(mechanism, topology, found)
            spins.append(spin)
    return mechanism, tuple(spins)


def _is_forgotten(mechanism: Mechanism, topology: Topology, leg: IdleBodies) -> bool:
    """Whether both balls are on one body and the leg has points beside their line, so that a joint seems to be
    missing."""
    carriers = [set(topology.joints[joint].bodies).difference(leg.bodies) for joint in leg.joints]
    if carriers[0].isdisjoint(carriers[1]):
        return False
    joints = {joint.name: joint for joint in mechanism.joints}
    start, end = (_place(mechanism, joints[topology.joints[joint].name]) for joint in leg.joints)
    line = unit(without(end, start))
    links = [str(link) for body in leg.bodies for link in topology.bodies[body]]
    places = [design_pose(mechanism, link).moved(p) for link in links for p in mechanism.link(link).points.values()]
    return any(length(cross(line, without(place, start))) > BESIDE * mechanism.size for place in places)


def _held(mechanism: Mechanism, topology: Topology, leg: IdleBodies) -> tuple[Mechanism, IdleSpin]:
    """The mechanism with one leg held at the first of its balls that comes first in the file."""
    links = tuple(str(link) for body in leg.bodies for link in topology.bodies[body])
    joints = {joint.name: joint for joint in mechanism.joints}
    names = [topology.joints[joint].name for joint in leg.joints]
    first, second = (joints[name] for name in names)
    line = unit(without(_place(mechanism, second), _place(mechanism, first)))
    link = next(each for each in first.links if each in links)
    carriers = [each for each in first.links if each not in links]
    carrier = min(carriers, key=lambda each: topology.body_of[each] != GROUND)
    made = _crossed(mechanism, first, link, carrier, line)
    every = [each for joint in mechanism.joints for each in (made if joint.name == first.name else (joint,))]
    return replace(mechanism, joints=every), IdleSpin(links, link, first.name, carrier)


def _place(mechanism: Mechanism, joint: Joint) -> Vector:
    """Where a ball is in the design position."""
    link, point = joint.sites[0]
    return design_pose(mechanism, link).moved(mechanism.link(link).points[point])


def _crossed(mechanism: Mechanism, ball: Joint, link: str, carrier: str, line: Vector) -> Sequence[Joint]:
    """A ball as a universal joint between a leg and its carrier; what else it joins stays on the ball."""
    at = dict(ball.sites)
    one = perpendicular(line)
    axes = tuple(
        turned_back(design_pose(mechanism, each).turn, axis)
        for each, axis in ((carrier, one), (link, unit(cross(line, one))))
    )
    others = tuple(each for each in ball.links if each != link)
    name = ball.name if len(others) == 1 else f"{ball.name}_{link}"
    cross_joint = Universal(name, (carrier, link), at=(at[carrier], at[link]), axes=axes)
    if len(others) == 1:
        return (cross_joint,)
    return Spherical(ball.name, others, at=tuple(at[each] for each in others)), cross_joint
