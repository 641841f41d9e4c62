"""Mechanisms in space that hold a given group at random geometry: the ground on which every group is tested.

Joints are strewn in space, links get random frames, and what joints are in them is read off; so the design position
closes by construction. The group hangs on two driven cranks with axes in any directions: what it is given turns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sgkin.model.driver import DistanceDriver, Driver, JointDriver, SpatialPoseDriver
from sgkin.model.initial import InitialConfiguration
from sgkin.model.joint import Joint, Prismatic, Revolute
from sgkin.model.link import Link
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import ConstantSpeed
from sgkin.model.spatial_joint import (
    Cylindrical,
    PointOnPlane,
    Rod,
    Screw,
    Spherical,
    Universal,
)
from sgkin.space import (
    AT_REST,
    SpacePose,
    Vector,
    about,
    added,
    axis_and_angle,
    bryant,
    cross,
    scaled,
    turned_back,
    unit,
)

Template = Sequence[tuple[str, str, str]]
"""Joints as letter, link, link; "1", "2" … are links of the group, "a" and "b" the cranks on which it hangs."""

FORMS = ("any", "concurrent", "parallel")
"""How axes lie: in any way, all through one point, or all parallel."""


def strewn_in_space(
    template: Template, random: Any, driven: Sequence[str] = (), form: str = "any", posed: bool = False
) -> Mechanism:
    """The group of a template on two cranks, at random geometry; `random` is a `numpy.random.Generator`.

    driven: what is driven besides the cranks, joints by number as J2, or J2.stroke; or distances, of rods that then are
    none. posed: whether the last link is moved as a whole.
    """
    joints = [("R", "ground", "a"), ("R", "ground", "b"), *template]
    names = list(dict.fromkeys(["ground", "a", "b", *(link for _, *links in template for link in links)]))
    poses = {name: _pose(random) for name in names} | {"ground": AT_REST}
    maker = _Maker(poses, random, form)
    made = [maker.joint(f"J{number}", *joint) for number, joint in enumerate(joints)]
    drivers: list[Driver] = [
        JointDriver(f"motor_{crank}", f"J{number}", ConstantSpeed(float(random.uniform(0.3, 1.0))))
        for number, crank in enumerate("ab")
    ]
    for name in driven:
        joint, _, of = name.partition(".")
        law = ConstantSpeed(float(random.uniform(0.1, 0.3)))
        found = next(each for each in made if each.name == joint)
        if isinstance(found, Rod):
            made.remove(found)
            drivers.append(DistanceDriver(f"drive_{joint}", found.points, law))
        else:
            links = found.links if random.integers(2) else found.links[::-1]
            drivers.append(JointDriver(f"drive_{joint}{of}", joint, law, links=links, of=of))
    if posed:
        names.append("posed")
        poses["posed"] = pose = _pose(random)
        maker.points["posed"] = {"Q": (0.3, 0.1, -0.2)}
        starts = (*pose.place, *bryant(pose.turn))
        laws = [ConstantSpeed(float(random.uniform(0.1, 0.3)), start=start) for start in starts]
        drivers.append(SpatialPoseDriver("pose", "posed", *laws))
    vectors = {name: _vector(pose) for name, pose in poses.items() if name != "ground"}
    return Mechanism(
        "example",
        links=[Link(name, maker.points[name]) for name in names],
        joints=made,
        drivers=drivers,
        initial=InitialConfiguration(poses=vectors),
        space="spatial",
        floating=posed,
    )


class _Maker:
    """Makes joints at random places, and notes their points in the links."""

    def __init__(self, poses: dict[str, SpacePose], random: Any, form: str) -> None:
        self.poses, self.random, self.form = poses, random, form
        self.points: dict[str, dict[str, Vector]] = {name: {} for name in poses}
        self.common, self.axis = _place(random, 1.0), _direction(random)

    def joint(self, name: str, letter: str, first: str, second: str) -> Joint:
        """A joint between two links."""
        axis = self.axis if self.form == "parallel" else _direction(self.random)
        place = _place(self.random, 1.5)
        if self.form == "concurrent":
            place = added(self.common, scaled(float(self.random.uniform(0.2, 1.0)), axis))
        links = (first, second)
        if letter == "SS":
            self._note(name, first, place)
            self._note(name, second, _place(self.random, 1.5))
            return Rod(name, links, at=(name, name))
        if letter == "U":
            place = self.common if self.form == "concurrent" else place
            other = unit(cross(axis, _direction(self.random)))
            axes = self._in(first, axis), self._in(second, other)
            return Universal(name, links, at=self._both(name, links, place), axes=axes)
        if letter == "S":
            return Spherical(name, links, at=self._both(name, links, place))
        if letter == "F":
            across = unit(cross(axis, _direction(self.random)))
            self._note(name, first, place)
            self._note(name, second, added(place, across))
            return PointOnPlane(name, links, at=(name, name), axis=self._in(second, axis))
        apart = 0.0 if letter == "R" else float(self.random.uniform(-0.5, 0.5))
        self._note(name, first, place)
        self._note(name, second, added(place, scaled(apart, axis)))
        at, given, zero = (name, name), self._in(first, axis), float(self.random.uniform(-1.0, 1.0))
        match letter:
            case "R":
                return Revolute(name, links, at=at, axis=given, zero=zero)
            case "P":
                return Prismatic(name, links, at=at, axis=given, zero=zero)
            case "C":
                return Cylindrical(name, links, at=at, axis=given, zero=zero, zero_stroke=0.2)
        return Screw(name, links, pitch=0.3, at=at, axis=given, zero=zero)

    def _both(self, name: str, links: tuple[str, str], place: Vector) -> tuple[str, str]:
        for link in links:
            self._note(name, link, place)
        return name, name

    def _note(self, name: str, link: str, place: Vector) -> None:
        self.points[link][name] = self.poses[link].local(place)

    def _in(self, link: str, direction: Vector) -> Vector:
        return turned_back(self.poses[link].turn, direction)


def example_of(template: Template, **options: Any) -> Callable[[Any], Mechanism]:
    """What makes an example of a group."""
    return lambda random: strewn_in_space(template, random, **options)


def one_of(*examples: Callable[[Any], Mechanism]) -> Callable[[Any], Mechanism]:
    """One of several examples, at random."""
    return lambda random: examples[random.integers(len(examples))](random)


def _place(random: Any, size: float) -> Vector:
    x, y, z = random.uniform(-size, size, 3).tolist()
    return x, y, z


def _direction(random: Any) -> Vector:
    x, y, z = random.normal(size=3).tolist()
    return unit((x, y, z))


def _pose(random: Any) -> SpacePose:
    return SpacePose(_place(random, 1.0), about(_direction(random), float(random.uniform(-3.0, 3.0))))


def _vector(pose: SpacePose) -> tuple[float, ...]:
    axis, angle = axis_and_angle(pose.turn)
    return (*pose.place, *scaled(angle, axis))
