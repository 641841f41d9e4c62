"""The drivers: which freedom is given, and by which motion law.

A driver has one law for each of its inputs; `Mechanism.input_quantity` says whether an input is an angle or a length.
"""

from __future__ import annotations

from abc import ABC
from dataclasses import dataclass
from typing import ClassVar

from sgkin.errors import DriverError, FormError
from sgkin.model.form import checked_name, names
from sgkin.model.motion_law import MotionLaw


@dataclass(frozen=True, slots=True)
class Driver(ABC):
    """Base of all drivers."""

    name: str

    kind: ClassVar[str]
    law_fields: ClassVar[tuple[str, ...]] = ("law",)

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


@dataclass(frozen=True, slots=True)
class JointDriver(Driver):
    """The relative angle θ₂ − θ₁ at a pin, or the stroke of a prismatic joint.

    `links` says which two links are meant; by default the joint's first two, which must then be all it has.
    """

    joint: str
    law: MotionLaw
    links: tuple[str, ...] = ()
    kind: ClassVar[str] = "joint"

    def __post_init__(self) -> None:
        Driver.__post_init__(self)
        object.__setattr__(self, "links", names(self.links, f"driver {self.name!r}: links"))
        if self.links and (len(self.links) != 2 or self.links[0] == self.links[1]):
            raise DriverError(self.name, f"`links` names {', '.join(self.links)}; name two different links")


@dataclass(frozen=True, slots=True)
class LinkAngleDriver(Driver):
    """The angle of a link against ground."""

    link: str
    law: MotionLaw
    kind: ClassVar[str] = "link"


@dataclass(frozen=True, slots=True)
class DistanceDriver(Driver):
    """The distance between two points of different links, as a hydraulic cylinder gives it."""

    points: tuple[str, ...]
    law: MotionLaw
    kind: ClassVar[str] = "distance"

    def __post_init__(self) -> None:
        Driver.__post_init__(self)
        object.__setattr__(self, "points", names(self.points, f"driver {self.name!r}: distance"))
        if len(self.points) != 2:
            raise DriverError(self.name, "a distance lies between two points; name two, as 'link.point'")


@dataclass(frozen=True, slots=True)
class CoordinateDriver(Driver):
    """The x or y coordinate of a point in the ground frame."""

    point: str
    axis: str
    law: MotionLaw
    kind: ClassVar[str] = "point"

    def __post_init__(self) -> None:
        Driver.__post_init__(self)
        if self.axis not in ("x", "y"):
            raise FormError(f"driver {self.name!r}: axis", self.axis, "'x' or 'y'")


@dataclass(frozen=True, slots=True)
class PoseDriver(Driver):
    """The whole pose of a link: three inputs `link.x`, `link.y` and `link.theta`."""

    link: str
    x: MotionLaw
    y: MotionLaw
    theta: MotionLaw
    kind: ClassVar[str] = "pose"
    law_fields: ClassVar[tuple[str, ...]] = ("x", "y", "theta")

    @property
    def inputs(self) -> tuple[str, ...]:
        return tuple(f"{self.link}.{coordinate}" for coordinate in self.law_fields)
