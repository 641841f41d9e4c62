"""Lines of force and directions of motion at joints as features: transmission angles of designs are made of them."""

from __future__ import annotations

from typing import NamedTuple

from sgkin.analysis.pose_vectors import Between, Inclined, LinkPoint, PoseVector
from sgkin.analysis.transmission import all_transmission_lines
from sgkin.groups.element import Feature
from sgkin.groups.plan_builder import PlanBuilder
from sgkin.mathematics import moved
from sgkin.plan.plan import Plan


class Vector(NamedTuple):
    """From one point to another, or along a direction; `is_turned`: by a right angle to the left."""

    first: Feature
    second: Feature | None = None
    is_turned: bool = False

    @property
    def features(self) -> tuple[Feature, ...]:
        """Those that it needs."""
        return (self.first,) if self.second is None else (self.first, self.second)


class Lines(NamedTuple):
    """Along which a joint transmits force, and in which direction the driven link may move."""

    force: Vector
    direction: Vector


def lines_of_joints(plan: Plan, builder: PlanBuilder) -> dict[str, Lines]:
    """Those of all joints that have them and need no velocity for it; what they need is added to a plan."""
    found = {}
    for lines in all_transmission_lines(plan.site.mechanism, plan.structure):
        force, direction = lines.force.vector, lines.direction.vector
        if isinstance(force, Between | Inclined) and isinstance(direction, Between | Inclined):
            found[lines.joint] = Lines(_vector(builder, force), _vector(builder, direction))
    return found


def _vector(builder: PlanBuilder, vector: PoseVector) -> Vector:
    if isinstance(vector, Between):
        return Vector(_point(builder, vector.first), _point(builder, vector.second), vector.is_turned)
    assert isinstance(vector, Inclined)
    root, angle = builder.root(vector.link), vector.angle + builder.turn(vector.link)
    return Vector(builder.turned(root, angle, vector.link))


def _point(builder: PlanBuilder, point: LinkPoint) -> Feature:
    root, pose = builder.parts[point.link]
    return builder.in_ground(builder.point(root, moved(pose, (point.x, point.y))))
