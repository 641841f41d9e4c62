"""The drivers: which freedom is given, and by which motion law.

A driver has one law for each of its inputs, and says which freedom each of them is: an `angle`, a `stroke`, a
`distance`, or a coordinate `x` or `y`. What it states is in `sgkin.conditions`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from sgkin.errors import DriverError, FormError
from sgkin.model.coordinate import Along, Angle, Coordinate, Distance
from sgkin.model.form import checked_name, names
from sgkin.model.motion_law import MotionLaw

if TYPE_CHECKING:
    from sgkin.model.mechanism import Mechanism


@dataclass(frozen=True, slots=True)
class Driver(ABC):
    """Base of all drivers.

    `measures`: whether each input is an `angle` or a `length`, empty where its joint decides; `keys`: the keys of a
    file that say what is driven, its kind among them, with the fields they fill; `is_absolute`: whether it moves a link
    against ground, whatever joins them, and not two links against each other; `spaces`: where it can be;
    `upright`: the keys that are for space alone.
    """

    name: str

    kind: ClassVar[str]
    measures: ClassVar[tuple[str, ...]]
    keys: ClassVar[dict[str, str]]
    law_fields: ClassVar[tuple[str, ...]] = ("law",)
    is_absolute: ClassVar[bool] = False
    spaces: ClassVar[tuple[str, ...]] = ("planar", "spatial")
    upright: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        checked_name(self.name, "driver")
        for law in self.laws:
            if not isinstance(law, MotionLaw):
                raise FormError(f"driver {self.name!r}: law", law, "a motion law such as ConstantSpeed(1.0)")

    @property
    def laws(self) -> tuple[MotionLaw, ...]:
        """One motion law for each input."""
        return tuple(getattr(self, field) for field in self.law_fields)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of its inputs."""
        return (self.name,)

    @property
    def at_joint(self) -> str:
        """The joint whose angle or stroke it drives; empty where it drives something else."""
        return ""

    @property
    def acts_at(self) -> tuple[str, ...]:
        """The points, as `link.point`, between or at which it drives a length; empty where it drives something else."""
        return ()

    @abstractmethod
    def freedoms(self, mechanism: Mechanism) -> tuple[str, ...]:
        """Which freedom each input is."""

    @abstractmethod
    def driven_links(self, mechanism: Mechanism) -> tuple[str, str]:
        """The two links between which it acts; one of them may be ground. Raises where there is no such thing."""

    @abstractmethod
    def coordinates(self, mechanism: Mechanism) -> tuple[Coordinate, ...]:
        """Which coordinate each input is, so that a force can act on it."""

    @abstractmethod
    def specifications(self, mechanism: Mechanism) -> tuple[str | tuple[str, ...], ...]:
        """The same by name, as forces name coordinates that no driver drives."""

    @abstractmethod
    def meaning(self, mechanism: Mechanism) -> str:
        """What it drives, in words."""


@dataclass(frozen=True, slots=True)
class JointDriver(Driver):
    """The relative angle θ₂ − θ₁ at a pin, or the stroke of a prismatic joint.

    `links` says which two links are meant; by default the joint's first two, which must then be all it has. `of` says
    whether the `angle` or the `stroke` is meant of a joint that has both.
    """

    joint: str
    law: MotionLaw
    links: tuple[str, ...] = ()
    of: str = ""
    kind: ClassVar[str] = "joint"
    measures: ClassVar[tuple[str, ...]] = ("",)
    keys: ClassVar[dict[str, str]] = {"joint": "joint", "links": "links", "of": "of"}
    upright: ClassVar[tuple[str, ...]] = ("of",)

    def __post_init__(self) -> None:
        Driver.__post_init__(self)
        if self.of not in ("", "angle", "stroke"):
            raise FormError(f"driver {self.name!r}: of", self.of, "'angle' or 'stroke'")
        object.__setattr__(self, "links", names(self.links, f"driver {self.name!r}: links"))
        if self.links and (len(self.links) != 2 or self.links[0] == self.links[1]):
            raise DriverError(self.name, f"`links` names {', '.join(self.links)}; name two different links")

    @property
    def at_joint(self) -> str:
        return self.joint

    def freedoms(self, mechanism: Mechanism) -> tuple[str, ...]:
        return (self.of or mechanism.joint(self.joint).coordinate,)

    def driven_links(self, mechanism: Mechanism) -> tuple[str, str]:
        joint = mechanism.joint(self.joint, f"driver {self.name!r}")
        if not joint.coordinates:
            raise DriverError(
                self.name, f"joint {joint.name!r} is a {joint.kind}; drive a revolute or a prismatic joint"
            )
        if len(joint.coordinates) > 1 and not self.of:
            raise DriverError(
                self.name, f"joint {joint.name!r} turns and slides; say with `of` which of them it drives"
            )
        if self.of and self.of not in joint.coordinates:
            raise DriverError(self.name, f"joint {joint.name!r} is a {joint.kind}, which has no {self.of}")
        return joint.measured_links(self.links, f"driver {self.name!r}", partial(DriverError, self.name))

    def coordinates(self, mechanism: Mechanism) -> tuple[Coordinate, ...]:
        return (mechanism.joint_coordinate(self.joint, self.driven_links(mechanism)),)

    def specifications(self, mechanism: Mechanism) -> tuple[str | tuple[str, ...], ...]:
        return ((self.joint, *self.driven_links(mechanism)),)

    def meaning(self, mechanism: Mechanism) -> str:
        first, second = self.driven_links(mechanism)
        return f"{self.freedoms(mechanism)[0]} at {self.joint}, {first} to {second}"


@dataclass(frozen=True, slots=True)
class LinkAngleDriver(Driver):
    """The angle of a link against ground."""

    link: str
    law: MotionLaw
    kind: ClassVar[str] = "link"
    measures: ClassVar[tuple[str, ...]] = ("angle",)
    is_absolute: ClassVar[bool] = True
    spaces: ClassVar[tuple[str, ...]] = ("planar",)
    keys: ClassVar[dict[str, str]] = {"link": "link"}

    def freedoms(self, mechanism: Mechanism) -> tuple[str, ...]:
        return ("angle",)

    def driven_links(self, mechanism: Mechanism) -> tuple[str, str]:
        return mechanism.ground, mechanism.link(self.link, f"driver {self.name!r}").name

    def coordinates(self, mechanism: Mechanism) -> tuple[Coordinate, ...]:
        return (Angle(mechanism.ground, self.link),)

    def specifications(self, mechanism: Mechanism) -> tuple[str | tuple[str, ...], ...]:
        return (f"{self.link}.theta",)

    def meaning(self, mechanism: Mechanism) -> str:
        return f"angle of {self.link}"


@dataclass(frozen=True, slots=True)
class DistanceDriver(Driver):
    """The distance between two points of different links, as a hydraulic cylinder gives it."""

    points: tuple[str, ...]
    law: MotionLaw
    kind: ClassVar[str] = "distance"
    measures: ClassVar[tuple[str, ...]] = ("length",)
    keys: ClassVar[dict[str, str]] = {"distance": "points"}

    def __post_init__(self) -> None:
        Driver.__post_init__(self)
        object.__setattr__(self, "points", names(self.points, f"driver {self.name!r}: distance"))
        if len(self.points) != 2:
            raise DriverError(self.name, "a distance lies between two points; name two, as 'link.point'")

    @property
    def acts_at(self) -> tuple[str, ...]:
        return self.points

    def freedoms(self, mechanism: Mechanism) -> tuple[str, ...]:
        return ("distance",)

    def driven_links(self, mechanism: Mechanism) -> tuple[str, str]:
        (first, _), (second, _) = (mechanism.point(point, f"driver {self.name!r}") for point in self.points)
        return first, second

    def coordinates(self, mechanism: Mechanism) -> tuple[Coordinate, ...]:
        first, second = (mechanism.point(point, f"driver {self.name!r}") for point in self.points)
        return (Distance(first, second),)

    def specifications(self, mechanism: Mechanism) -> tuple[str | tuple[str, ...], ...]:
        return (self.points,)

    def meaning(self, mechanism: Mechanism) -> str:
        return f"distance of {' and '.join(self.points)}"


@dataclass(frozen=True, slots=True)
class CoordinateDriver(Driver):
    """The x, y or in space z coordinate of a point in the ground frame."""

    point: str
    axis: str
    law: MotionLaw
    kind: ClassVar[str] = "point"
    measures: ClassVar[tuple[str, ...]] = ("length",)
    is_absolute: ClassVar[bool] = True
    keys: ClassVar[dict[str, str]] = {"point": "point", "axis": "axis"}

    def __post_init__(self) -> None:
        Driver.__post_init__(self)
        if self.axis not in ("x", "y", "z"):
            raise FormError(f"driver {self.name!r}: axis", self.axis, "'x' or 'y', in space also 'z'")

    @property
    def acts_at(self) -> tuple[str, ...]:
        return (self.point,)

    def freedoms(self, mechanism: Mechanism) -> tuple[str, ...]:
        return (self.axis,)

    def driven_links(self, mechanism: Mechanism) -> tuple[str, str]:
        if self.axis == "z" and mechanism.space == "planar":
            raise FormError(f"driver {self.name!r}: axis", self.axis, "'x' or 'y'")
        return mechanism.ground, mechanism.point(self.point, f"driver {self.name!r}")[0]

    def coordinates(self, mechanism: Mechanism) -> tuple[Coordinate, ...]:
        link, place = mechanism.point(self.point, f"driver {self.name!r}")
        return (Along.axis(mechanism.ground, link, place, self.axis),)

    def specifications(self, mechanism: Mechanism) -> tuple[str | tuple[str, ...], ...]:
        return (f"{self.point}.{self.axis}",)

    def meaning(self, mechanism: Mechanism) -> str:
        return f"{self.axis} of {self.point}"


@dataclass(frozen=True, slots=True)
class PoseDriver(Driver):
    """The whole pose of a link: three inputs `link.x`, `link.y` and `link.theta`."""

    link: str
    x: MotionLaw
    y: MotionLaw
    theta: MotionLaw
    spaces: ClassVar[tuple[str, ...]] = ("planar",)
    kind: ClassVar[str] = "pose"
    measures: ClassVar[tuple[str, ...]] = ("length", "length", "angle")
    is_absolute: ClassVar[bool] = True
    keys: ClassVar[dict[str, str]] = {"pose": "link"}
    law_fields: ClassVar[tuple[str, ...]] = ("x", "y", "theta")

    @property
    def inputs(self) -> tuple[str, ...]:
        return tuple(f"{self.link}.{coordinate}" for coordinate in self.law_fields)

    def freedoms(self, mechanism: Mechanism) -> tuple[str, ...]:
        return "x", "y", "angle"

    def driven_links(self, mechanism: Mechanism) -> tuple[str, str]:
        return mechanism.ground, mechanism.link(self.link, f"driver {self.name!r}").name

    def coordinates(self, mechanism: Mechanism) -> tuple[Coordinate, ...]:
        along = (Along.axis(mechanism.ground, self.link, (0.0, 0.0), axis) for axis in "xy")
        return (*along, Angle(mechanism.ground, self.link))

    def specifications(self, mechanism: Mechanism) -> tuple[str | tuple[str, ...], ...]:
        return self.inputs

    def meaning(self, mechanism: Mechanism) -> str:
        return f"pose of {self.link}"


@dataclass(frozen=True, slots=True)
class SpatialPoseDriver(Driver):
    """The whole pose of a link in space: x, y and z of its origin, and three angles of Bryant, see `sgkin.space`.

    Its six inputs are `link.x`, `link.y`, `link.z`, `link.alpha`, `link.beta` and `link.gamma`.
    """

    link: str
    x: MotionLaw
    y: MotionLaw
    z: MotionLaw
    alpha: MotionLaw
    beta: MotionLaw
    gamma: MotionLaw
    spaces: ClassVar[tuple[str, ...]] = ("spatial",)
    kind: ClassVar[str] = "pose"
    measures: ClassVar[tuple[str, ...]] = ("length",) * 3 + ("angle",) * 3
    is_absolute: ClassVar[bool] = True
    keys: ClassVar[dict[str, str]] = {"pose": "link"}
    law_fields: ClassVar[tuple[str, ...]] = ("x", "y", "z", "alpha", "beta", "gamma")

    @property
    def inputs(self) -> tuple[str, ...]:
        return tuple(f"{self.link}.{coordinate}" for coordinate in self.law_fields)

    def freedoms(self, mechanism: Mechanism) -> tuple[str, ...]:
        return "x", "y", "z", "angle", "angle", "angle"

    def driven_links(self, mechanism: Mechanism) -> tuple[str, str]:
        return mechanism.ground, mechanism.link(self.link, f"driver {self.name!r}").name

    def coordinates(self, mechanism: Mechanism) -> tuple[Coordinate, ...]:
        raise DriverError(self.name, "forces in space are not known yet; name none on it")

    def specifications(self, mechanism: Mechanism) -> tuple[str | tuple[str, ...], ...]:
        return self.inputs

    def meaning(self, mechanism: Mechanism) -> str:
        return f"pose of {self.link}"


DRIVER_KINDS: dict[str, type[Driver]] = {
    driver.kind: driver for driver in (JointDriver, LinkAngleDriver, DistanceDriver, CoordinateDriver, PoseDriver)
}


def driver_kinds(space: str) -> dict[str, type[Driver]]:
    """The drivers of a space by kind."""
    if space == "planar":
        return DRIVER_KINDS
    return {driver.kind: driver for driver in (JointDriver, DistanceDriver, CoordinateDriver, SpatialPoseDriver)}
