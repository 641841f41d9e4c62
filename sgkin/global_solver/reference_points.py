"""Reference-point coordinates: x, y and θ of every moving link, and every joint and driver as conditions."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sgkin.conditions.statement import Statements
from sgkin.global_solver.condition import Owner, Substitution
from sgkin.global_solver.coordinates import Coordinates
from sgkin.global_solver.frame import FixedFrame, TurningFrame, at
from sgkin.mathematics import Place, Pose, moved
from sgkin.model.mechanism import Mechanism

NO_BASES: Mapping[str, Place] = MappingProxyType({})


def reference_points(
    mechanism: Mechanism, poses: Mapping[str, Pose], unit: float, bases: Mapping[str, Place] = NO_BASES
) -> Coordinates:
    """Three unknowns for each moving link: x and y of its base, by default its origin, and θ.

    bases: places in the links' frames, in metres.
    """
    found, statements = Coordinates(), Statements(mechanism)
    found.frames[mechanism.ground] = FixedFrame(found.constant(0.0))
    for link in mechanism.moving_links:
        base_x, base_y = bases.get(link, (0.0, 0.0))
        base = (base_x / unit, base_y / unit)
        start = (*moved(poses[link], base), poses[link][2])
        x, y, theta = (
            found.unknown(f"{link}.{name}", value) for name, value in zip(("x", "y", "theta"), start, strict=True)
        )
        found.frames[link] = TurningFrame(at(x, y), base, theta)
    substituted = Substitution([found.frames[link.name] for link in mechanism.links], unit)
    for joint, stated in zip(mechanism.joints, statements.joints, strict=True):
        owner = Owner("joint", joint.name)
        found.conditions += [substituted(owner, each) for each in stated.scalars(statements.ground)]
    for stated in statements.drivers:
        for each in stated.conditions:
            found.conditions.append(substituted(Owner("input", mechanism.input_names[each.input]), each))
    return found
