"""Reference-point coordinates: x, y and θ of every moving link, and every joint and driver as conditions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sgkin.global_solver.condition import TURN, Condition, ConditionWriter, Owner, Plain
from sgkin.global_solver.coordinates import Coordinates, Pose
from sgkin.global_solver.expression import Expression, difference
from sgkin.global_solver.frame import FixedFrame, TurningFrame, at
from sgkin.model.joint import Joint, Prismatic, Revolute, Weld
from sgkin.model.mechanism import Mechanism


def reference_points(mechanism: Mechanism, poses: Mapping[str, Pose], unit: float) -> Coordinates:
    """Three unknowns for each moving link."""
    found = Coordinates()
    found.frames[mechanism.ground] = FixedFrame(found.constant(0.0))
    for link in mechanism.moving_links:
        x, y, theta = (
            found.unknown(f"{link}.{name}", value) for name, value in zip(("x", "y", "theta"), poses[link], strict=True)
        )
        found.frames[link] = TurningFrame(at(x, y), (0.0, 0.0), theta)
    writer = ConditionWriter(mechanism, unit, found.frames)
    for joint in mechanism.joints:
        found.conditions += of_joint(joint, writer)
    for driver in mechanism.drivers:
        found.conditions += writer.of_driver(driver)
    return found


def of_joint(joint: Joint, writer: ConditionWriter) -> Iterator[Condition]:
    """All conditions of a joint."""
    owner = Owner("joint", joint.name)
    match joint:
        case Revolute() | Weld():
            first, *others = (writer.point(point) for point in joint.points)
            for other in others:
                for value in difference(other, first):
                    yield Plain(owner, value)
            if isinstance(joint, Weld):
                turn = writer.heading(joint.links[1]) - writer.heading(joint.links[0])
                yield Plain(owner, turn - Expression(joint.angle), TURN)
        case Prismatic():
            yield writer.aligned(joint)
            yield writer.across(joint)
        case _:
            yield writer.of_joint(joint)
