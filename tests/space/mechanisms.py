"""Mechanisms in space at random geometry: built from groups in closed form, with the equations of their joints beside.

Links stand anywhere at first, with frames of their own, and joints are put between them where they stand. The equations
are those of the joints and know nothing of groups; a Newton iteration on them is the other answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sgkin.groups.element import Element, Feature
from sgkin.groups.space.arms import build_arm, build_slider
from sgkin.groups.space.builder import Axis, SpatialBuilder, SpatialPose, spatial_value
from sgkin.groups.space.concurrent import build_spherical
from sgkin.groups.space.cylinders import build_cylinders
from sgkin.groups.space.driven import place_on_cylinder, place_posed, place_screwed, place_slid, place_turned
from sgkin.groups.space.frames import place_on_points
from sgkin.groups.space.legs import build_leg
from sgkin.groups.space.points import Sphere, find_point
from sgkin.groups.space.vectors import Triad
from tests.space.jets import Array, random_rotation, rotation, unit

Pose = tuple[Array, Array]
"""Origin and rotation matrix of a link."""
Equation = Callable[[dict[str, Pose], Array], Any]


class Model:
    """Links where they stand, joints between them, and the plan of their groups."""

    def __init__(self, random: Any, inputs: int) -> None:
        self.random, self.count = random, inputs
        self.poses: dict[str, Pose] = {"ground": (np.zeros(3), np.eye(3))}
        self.start = random.uniform(-1.0, 1.0, inputs)
        self.equations: list[Equation] = []
        self.builder = SpatialBuilder("ground", [f"z{number}" for number in range(inputs)])
        self.groups: list[Element] = []

    def link(self, name: str) -> str:
        self.poses[name] = self.random.uniform(-1.0, 1.0, 3), random_rotation(self.random)
        return name

    def local(self, link: str, place: Array) -> Any:
        """A place in the ground frame, as the link has it."""
        origin, turn = self.poses[link]
        return tuple((turn.T @ (place - origin)).tolist())

    def vector(self, link: str, direction: Array) -> Any:
        return tuple((self.poses[link][1].T @ direction).tolist())

    def joint(
        self,
        one: str,
        other: str,
        point: Array | None = None,
        axis: Array | None = None,
        turn: float = 0.0,
        s: float = 0.0,
    ) -> tuple[Axis, Axis]:
        """A joint that stands turned by an angle and slid by a stroke."""
        point = self.random.uniform(-1.0, 1.0, 3) if point is None else point
        axis = unit(self.random) if axis is None else axis
        arm = np.cross(axis, unit(self.random))
        arm /= np.linalg.norm(arm)
        slant = arm + self.random.uniform(-0.5, 0.5) * axis
        base = Axis(
            one, self.local(one, point), self.vector(one, axis), self.vector(one, slant / np.linalg.norm(slant))
        )
        far = rotation(axis, turn) @ arm
        return base, Axis(other, self.local(other, point + s * axis), self.vector(other, axis), self.vector(other, far))

    def z(self, number: int) -> Feature:
        return self.builder.inputs[number]

    # equations of joints

    def hold_axes(self, base: Axis, own: Axis) -> None:
        """Parallel axes."""
        self.equations.append(
            lambda poses, z: np.cross(seen(poses, base.link, base.axis), seen(poses, own.link, own.axis))
        )

    def hold_points(self, base: Axis, own: Axis) -> None:
        self.equations.append(lambda poses, z: at(poses, own.link, own.point) - at(poses, base.link, base.point))

    def hold_line(self, base: Axis, own: Axis) -> None:
        self.equations.append(
            lambda poses, z: np.cross(
                seen(poses, base.link, base.axis), at(poses, own.link, own.point) - at(poses, base.link, base.point)
            )
        )

    def hold_angle(self, base: Axis, own: Axis, angle: Callable[[Array], float]) -> None:
        """What of the arms is square to the axis makes this angle."""

        def equation(poses: dict[str, Pose], z: Array) -> Any:
            axis = seen(poses, base.link, base.axis)
            one, other = (np.cross(axis, seen(poses, each.link, each.arm)) for each in (base, own))
            turned = rotation(axis / np.linalg.norm(axis), angle(z)) @ one
            return turned / np.linalg.norm(turned) - other / np.linalg.norm(other)

        self.equations.append(equation)

    def hold_stroke(self, base: Axis, own: Axis, stroke: Callable[[Array], float]) -> None:
        self.equations.append(
            lambda poses, z: (
                seen(poses, base.link, base.axis) @ (at(poses, own.link, own.point) - at(poses, base.link, base.point))
                - stroke(z)
            )
        )

    def revolute(self, base: Axis, own: Axis) -> None:
        self.hold_axes(base, own)
        self.hold_points(base, own)

    def cylindrical(self, base: Axis, own: Axis) -> None:
        self.hold_axes(base, own)
        self.hold_line(base, own)

    def rod(self, one: str, place: Any, other: str, end: Any) -> float:
        """A rod between two places of links; the square of its length."""
        d = at(self.poses, one, place) - at(self.poses, other, end)
        l2 = float(d @ d)
        self.equations.append(lambda poses, z: np.sum((at(poses, one, place) - at(poses, other, end)) ** 2) - l2)
        return l2

    # parts

    def crank(self, name: str, number: int, base: str = "ground") -> str:
        """A link that an input turns."""
        self.link(name)
        joint = self.joint(base, name, turn=self.start[number])
        self.revolute(*joint)
        self.hold_angle(*joint, lambda z: z[number])
        place_turned(self.builder, *joint, self.z(number))
        return name

    def cranks(self) -> tuple[str, str]:
        """Two links, one on the other, so that what hangs on both turns with both inputs."""
        return self.crank("a", 0), self.crank("b", 1, "a")

    def ball(self, link: str) -> Any:
        return tuple(self.random.uniform(-1.0, 1.0, 3).tolist())

    def choose_branches(self, memory: Array) -> None:
        """Those of where the links stand."""
        poses = {
            name: SpatialPose(tuple(origin.tolist()), Triad(*(tuple(column) for column in turn.T.tolist())))
            for name, (origin, turn) in self.poses.items()
        }
        for element in self.groups:
            assert element.declaration is not None
            if element.kernel.branch:
                assert element.declaration.branch is not None
                inputs = tuple(spatial_value(feature, poses) for feature in element.inputs)
                outputs = tuple(spatial_value(feature, poses) for feature in element.outputs)
                memory[element.start] = element.declaration.branch(inputs, outputs, element.geometry)


def at(poses: dict[str, Pose], link: str, place: Any) -> Array:
    return np.asarray(poses[link][0] + poses[link][1] @ np.asarray(place))


def seen(poses: dict[str, Pose], link: str, vector: Any) -> Array:
    return np.asarray(poses[link][1] @ np.asarray(vector))


def arm(random: Any) -> Model:
    model = Model(random, 2)
    a, b = model.cranks()
    model.link("arm")
    joint, place, end = model.joint(a, "arm"), model.ball("arm"), model.ball(b)
    model.revolute(*joint)
    rod = Sphere(model.builder.point(b, end), model.rod("arm", place, b, end))
    model.groups = [build_arm(model.builder, *joint, place, rod, 0)]
    return model


def slider(random: Any) -> Model:
    model = Model(random, 2)
    a, b = model.cranks()
    model.link("slider")
    joint, place, end = model.joint(a, "slider", s=0.4), model.ball("slider"), model.ball(b)
    model.cylindrical(*joint)
    model.hold_angle(*joint, lambda z: 0.0)
    rod = Sphere(model.builder.point(b, end), model.rod("slider", place, b, end))
    model.groups = [build_slider(model.builder, *joint, place, rod, 0)]
    return model


def turned(random: Any) -> Model:
    model = Model(random, 2)
    model.crank("a", 0)
    model.link("b")
    joint = model.joint("a", "b", turn=0.3 - model.start[1])
    model.revolute(*joint)
    model.hold_angle(*joint, lambda z: 0.3 - z[1])
    place_turned(model.builder, *joint, model.z(1), -1.0, 0.3)
    return model


def slid(random: Any) -> Model:
    model = Model(random, 2)
    model.crank("a", 0)
    model.link("b")
    joint = model.joint("a", "b", s=0.3 - model.start[1])
    model.cylindrical(*joint)
    model.hold_angle(*joint, lambda z: 0.0)
    model.hold_stroke(*joint, lambda z: 0.3 - z[1])
    place_slid(model.builder, *joint, model.z(1), -1.0, 0.3)
    return model


def cylinder(random: Any) -> Model:
    model = Model(random, 3)
    model.crank("a", 0)
    model.link("b")
    joint = model.joint("a", "b", turn=model.start[1], s=model.start[2])
    model.cylindrical(*joint)
    model.hold_angle(*joint, lambda z: z[1])
    model.hold_stroke(*joint, lambda z: z[2])
    place_on_cylinder(model.builder, *joint, model.z(1), model.z(2))
    return model


def screw(random: Any) -> Model:
    model = Model(random, 2)
    model.crank("a", 0)
    model.link("b")
    pitch, lead = 0.8, 0.8 / (2.0 * np.pi)
    start = 0.2 - model.start[1]
    joint = model.joint("a", "b", turn=start, s=lead * start)
    model.cylindrical(*joint)
    model.hold_angle(*joint, lambda z: 0.2 - z[1])
    model.hold_stroke(*joint, lambda z: lead * (0.2 - z[1]))
    place_screwed(model.builder, *joint, model.z(1), pitch, -1.0, 0.2)
    return model


def bryant(angles: Array) -> Array:
    turn = np.eye(3)
    for axis, angle in zip(np.eye(3), angles, strict=True):
        turn = turn @ rotation(axis, angle)
    return turn


def posed(random: Any) -> Model:
    model = Model(random, 6)
    place = model.ball("body")
    turn = bryant(model.start[3:])
    model.poses["body"] = model.start[:3] - turn @ np.asarray(place), turn
    model.equations += [
        lambda poses, z: at(poses, "body", place) - z[:3],
        lambda poses, z: (poses["body"][1] - bryant(z[3:])).ravel(),
    ]
    place_posed(model.builder, "body", place, model.builder.inputs[:3], model.builder.inputs[3:])
    return model


def spherical(random: Any) -> Model:
    """The centre is a ball of two cranks, so that the axes meet."""
    model = Model(random, 2)
    a, b = model.crank("a", 0), model.link("b")
    joint = model.joint(a, b, turn=model.start[1])
    model.revolute(*joint)
    model.hold_angle(*joint, lambda z: z[1])
    place_turned(model.builder, *joint, model.z(1))
    centre = at(model.poses, a, joint[0].point)
    one, other = model.link("one"), model.link("other")
    joints = [model.joint(a, one, centre), model.joint(b, other, centre), model.joint(one, other, centre)]
    for each in joints:
        model.revolute(*each)
    (base1, own1), (base2, own2), inner = joints
    model.groups = [build_spherical(model.builder, (base1, base2), (own1, own2), inner, 0)]
    return model


def cylinders(random: Any) -> Model:
    model = Model(random, 2)
    a, b = model.cranks()
    one, other = model.link("one"), model.link("other")
    joints = [model.joint(a, one, s=0.4), model.joint(b, other, s=-0.3), model.joint(one, other, s=0.2)]
    for each in joints:
        model.cylindrical(*each)
    (base1, own1), (base2, own2), inner = joints
    model.groups = [build_cylinders(model.builder, (base1, base2), (own1, own2), inner, 0)]
    return model


def leg(random: Any) -> Model:
    """Of any length, between a universal joint whose axes are not square to each other and a ball of a crank."""
    model = Model(random, 2)
    a, b = model.cranks()
    model.link("leg")
    centre, end = random.uniform(-1.0, 1.0, 3), model.ball(b)
    base, _ = model.joint(a, "leg", centre)
    _, own = model.joint(a, "leg", centre)
    place = model.local("leg", 0.3 * centre + 0.7 * at(model.poses, b, end))
    cosine = float(seen(model.poses, a, base.axis) @ seen(model.poses, "leg", own.axis))
    model.hold_points(base, own)
    model.equations += [
        lambda poses, z: seen(poses, a, base.axis) @ seen(poses, "leg", own.axis) - cosine,
        lambda poses, z: np.cross(
            at(poses, "leg", place) - at(poses, "leg", own.point), at(poses, b, end) - at(poses, "leg", own.point)
        ),
    ]
    model.groups = [build_leg(model.builder, base, own, place, model.builder.point(b, end), 0, cosine)]
    return model


def wishbone(random: Any) -> Model:
    """A lower arm that is driven, an upper arm, a rod to a rack that is driven: the upright hangs on three balls."""
    model = Model(random, 2)
    model.crank("lower", 0)
    model.link("rack")
    guide = model.joint("ground", "rack", s=model.start[1])
    model.cylindrical(*guide)
    model.hold_angle(*guide, lambda z: 0.0)
    model.hold_stroke(*guide, lambda z: z[1])
    place_slid(model.builder, *guide, model.z(1))
    model.link("upper")
    model.link("upright")
    low, high, steering = model.ball("upright"), model.ball("upright"), model.ball("upright")
    on_lower, on_upper, on_rack = (
        model.local("lower", at(model.poses, "upright", low)),
        model.local("upper", at(model.poses, "upright", high)),
        model.ball("rack"),
    )
    joint = model.joint("ground", "upper")
    model.revolute(*joint)
    model.equations += [
        lambda poses, z: at(poses, "upright", low) - at(poses, "lower", on_lower),
        lambda poses, z: at(poses, "upright", high) - at(poses, "upper", on_upper),
    ]
    builder, low_ball, rack_ball = (
        model.builder,
        model.builder.point("lower", on_lower),
        model.builder.point("rack", on_rack),
    )

    def apart(one: Any, other: Any) -> float:
        return float(np.sum((np.asarray(one) - np.asarray(other)) ** 2))

    first = build_arm(builder, *joint, on_upper, Sphere(low_ball, apart(low, high)), 0)
    spheres = [
        Sphere(low_ball, apart(low, steering)),
        Sphere(first.outputs[0], apart(high, steering)),
        Sphere(rack_ball, model.rod("upright", steering, "rack", on_rack)),
    ]
    second = find_point(builder, spheres, "upright", steering, 1)
    place_on_points(builder, "upright", [(low_ball, low), (first.outputs[0], high), (second.outputs[0], steering)])
    model.groups = [first, second]
    return model


MODELS: dict[str, Callable[[Any], Model]] = {
    "turned": turned,
    "slid": slid,
    "cylinder": cylinder,
    "screw": screw,
    "posed": posed,
    "arm": arm,
    "slider": slider,
    "spherical": spherical,
    "cylinders": cylinders,
    "leg": leg,
    "wishbone": wishbone,
}
"""A mechanism for each way in which links are placed."""
