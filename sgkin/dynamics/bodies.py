"""The rigid bodies of a mechanism: links with their masses, welded ones put together."""

from __future__ import annotations

from math import hypot

from sgkin.groups.plan_builder import PlanBuilder
from sgkin.mathematics import moved
from sgkin.model.mass import RigidMass
from sgkin.model.mechanism import Mechanism


def body_masses(mechanism: Mechanism, builder: PlanBuilder) -> dict[str, RigidMass]:
    """The mass of each moving body by its root, in the root's frame."""
    parts: dict[str, list[RigidMass]] = {}
    for link, rigid in mechanism.rigid_masses().items():
        root, pose = builder.parts[link]
        parts.setdefault(root, []).append(RigidMass(rigid.mass, moved(pose, rigid.centre), rigid.inertia))
    parts.pop(builder.root(mechanism.ground), None)
    return {root: joined(masses) for root, masses in parts.items()}


def joined(masses: list[RigidMass]) -> RigidMass:
    """Several masses in one frame as one."""
    if len(masses) == 1:
        return masses[0]
    whole = sum(each.mass for each in masses)
    if whole == 0.0:
        return RigidMass(0.0, masses[0].centre, sum(each.inertia for each in masses))
    x, y = (sum(each.mass * each.centre[axis] for each in masses) / whole for axis in (0, 1))
    inertia = sum(each.inertia + each.mass * hypot(each.centre[0] - x, each.centre[1] - y) ** 2 for each in masses)
    return RigidMass(whole, (x, y), inertia)
