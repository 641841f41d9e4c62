"""The joints that are in space alone: what they join, where, and about or along which axis.

Notation: r place of a point, a axis, x and y two directions across it, all fixed in a link that the number names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from sgkin.errors import FormError, JointError
from sgkin.model.joint import JOINT_KINDS, Joint
from sgkin.model.quantity import quantity

SPATIAL = ("spatial",)


@dataclass(frozen=True, slots=True)
class Spherical(Joint):
    """A ball that joins two or more links at one point of each."""

    at: tuple[str, ...] = quantity("word", per_link=True, default=())
    kind: ClassVar[str] = "spherical"
    letter: ClassVar[str] = "S"
    spaces: ClassVar[tuple[str, ...]] = SPATIAL
    states: ClassVar[tuple[str, ...]] = ("r₁ = r₂",)

    def _check_links(self) -> None:
        if len(self.links) < 2:
            raise JointError(self.name, self.links, "a ball joins two or more links; name the others")
        self._refuse_repeated(self.links)


@dataclass(frozen=True, slots=True)
class Universal(Joint):
    """A cross with two `axes` through one point, one fixed in each link: the angle between them stays."""

    at: tuple[str, ...] = quantity("word", per_link=True, default=())
    axes: tuple[Any, ...] = quantity("axis", many=True, default=())
    kind: ClassVar[str] = "universal"
    letter: ClassVar[str] = "U"
    spaces: ClassVar[tuple[str, ...]] = SPATIAL
    states: ClassVar[tuple[str, ...]] = ("r₁ = r₂", "a₁·a₂ stays")

    def __post_init__(self) -> None:
        Joint.__post_init__(self)
        if len(self.axes) != 2:
            where = f"joint {self.name!r}: axes"
            raise FormError(where, self.axes, f"a direction in {self.links[0]} and one in {self.links[1]}")


@dataclass(frozen=True, slots=True)
class Cylindrical(Joint):
    """A sleeve that turns about an axis and slides along it; angle and stroke are as given in the design position."""

    at: tuple[str, ...] = quantity("word", per_link=True, default=())
    axis: tuple[Any, ...] = quantity("axis", default=())
    zero: float = quantity("angle", default=0.0)
    zero_stroke: float = quantity("length", default=0.0)
    kind: ClassVar[str] = "cylindrical"
    letter: ClassVar[str] = "C"
    spaces: ClassVar[tuple[str, ...]] = SPATIAL
    coordinate: ClassVar[str] = "angle"
    states: ClassVar[tuple[str, ...]] = ("a₁ = a₂", "x₁·(r₂ − r₁) = y₁·(r₂ − r₁) = 0")

    @property
    def coordinates(self) -> tuple[str, ...]:
        return "angle", "stroke"


@dataclass(frozen=True, slots=True)
class PlanarJoint(Joint):
    """Two planes, one fixed in each link at its point and across the axis, that slide on each other."""

    at: tuple[str, ...] = quantity("word", per_link=True, default=())
    axis: tuple[Any, ...] = quantity("axis", default=())
    kind: ClassVar[str] = "planar"
    letter: ClassVar[str] = "E"
    spaces: ClassVar[tuple[str, ...]] = SPATIAL
    states: ClassVar[tuple[str, ...]] = ("a₁ = a₂", "a₁·(r₂ − r₁) = 0")


@dataclass(frozen=True, slots=True)
class Screw(Joint):
    """A nut on a spindle: it slides by `pitch` along the axis for every turn about it; negative, a left-hand thread.

    Its angle is `zero` in the design position, and its stroke what goes with that.
    """

    pitch: float = quantity("length")
    at: tuple[str, ...] = quantity("word", per_link=True, default=())
    axis: tuple[Any, ...] = quantity("axis", default=())
    zero: float = quantity("angle", default=0.0)
    kind: ClassVar[str] = "screw"
    letter: ClassVar[str] = "H"
    spaces: ClassVar[tuple[str, ...]] = SPATIAL
    coordinate: ClassVar[str] = "angle"
    states: ClassVar[tuple[str, ...]] = ("a₁ = a₂", "x₁·(r₂ − r₁) = y₁·(r₂ − r₁) = 0", "stroke = pitch angle / 2π")


@dataclass(frozen=True, slots=True)
class PointOnLine(Joint):
    """A point of the first link on a straight line of the second, as a ball in a tube."""

    at: tuple[str, ...] = quantity("word", per_link=True, default=())
    axis: tuple[Any, ...] = quantity("axis", default=())
    kind: ClassVar[str] = "point-on-line"
    letter: ClassVar[str] = "L"
    spaces: ClassVar[tuple[str, ...]] = SPATIAL
    states: ClassVar[tuple[str, ...]] = ("x₂·(r₁ − r₂) = y₂·(r₁ − r₂) = 0",)


@dataclass(frozen=True, slots=True)
class PointOnPlane(Joint):
    """A point of the first link on a plane of the second, across the axis."""

    at: tuple[str, ...] = quantity("word", per_link=True, default=())
    axis: tuple[Any, ...] = quantity("axis", default=())
    kind: ClassVar[str] = "point-on-plane"
    letter: ClassVar[str] = "F"
    spaces: ClassVar[tuple[str, ...]] = SPATIAL
    states: ClassVar[tuple[str, ...]] = ("a₂·(r₁ − r₂) = 0",)


@dataclass(frozen=True, slots=True)
class Rod(Joint):
    """A light rod between balls at a point of each of two links: it has a length and no pose of its own.

    `length`: that of the design position if it is not given.
    """

    at: tuple[str, ...] = quantity("word", per_link=True, default=())
    length: float | None = quantity("length", above_zero=True, default=None)
    kind: ClassVar[str] = "rod"
    letter: ClassVar[str] = "SS"
    spaces: ClassVar[tuple[str, ...]] = SPATIAL
    states: ClassVar[tuple[str, ...]] = ("|r₂ − r₁| = length",)


SPATIAL_KINDS: dict[str, type[Joint]] = {
    kind: joint for kind, joint in JOINT_KINDS.items() if "spatial" in joint.spaces
} | {
    joint.kind: joint
    for joint in (Spherical, Universal, Cylindrical, PlanarJoint, Screw, PointOnLine, PointOnPlane, Rod)
}
"""All joints of space by kind."""


def joint_kinds(space: str) -> dict[str, type[Joint]]:
    """The joints of a space by kind."""
    return SPATIAL_KINDS if space == "spatial" else JOINT_KINDS
