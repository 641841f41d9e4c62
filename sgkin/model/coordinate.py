"""Coordinates on which forces act: a distance of points, an angle, a stroke, the way of a point along a direction.

A force f on a coordinate c has the power f ċ: where it is positive, it increases the coordinate. Links are named;
places are in metres in the frame of their link, angles in radians. Notation as for joints: θ angle of a link, r
world position of a point, u a direction.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from sgkin.mathematics import Place

Site = tuple[str, Place]
"""A link and a place in its frame."""


@dataclass(frozen=True, slots=True)
class Coordinate(ABC):
    """Base of all coordinates; `measure`: whether it is a `length` or an `angle`."""

    measure: ClassVar[str] = "length"

    @property
    @abstractmethod
    def links(self) -> tuple[str, ...]:
        """The links on which a force on this coordinate acts; ground may be one of them."""


@dataclass(frozen=True, slots=True)
class Distance(Coordinate):
    """The distance of two points, c = |r₂ − r₁|."""

    first: Site
    second: Site

    @property
    def links(self) -> tuple[str, ...]:
        return self.first[0], self.second[0]


@dataclass(frozen=True, slots=True)
class Angle(Coordinate):
    """The angle from one link to another, c = θ₂ − θ₁, whole turns counted."""

    first: str
    second: str
    measure: ClassVar[str] = "angle"

    @property
    def links(self) -> tuple[str, ...]:
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class Stroke(Coordinate):
    """The stroke of a prismatic joint, c = u·(r₂ − r₁); u is inclined by `angle` to the x axis of the link `guide`.

    `guide` is the joint's first link, so one of the two.
    """

    first: Site
    second: Site
    guide: str
    angle: float

    @property
    def links(self) -> tuple[str, ...]:
        return self.first[0], self.second[0]


@dataclass(frozen=True, slots=True)
class Along(Coordinate):
    """The way of a place of a link along a direction (ux, uy) that is fixed in the link `frame`.

    In ground, c = u·r. In a link that moves there is only a rate: ċ = u·ṙ, and c is 0. The force acts on `link` alone,
    its counterpart on ground.
    """

    link: str
    place: Place
    direction: tuple[float, float]
    frame: str

    @classmethod
    def axis(cls, ground: str, link: str, place: Place, axis: str) -> Along:
        """The coordinate `x` or `y` of a place of a link in ground."""
        return cls(link, place, (1.0, 0.0) if axis == "x" else (0.0, 1.0), ground)

    @property
    def links(self) -> tuple[str, ...]:
        return (self.link,)
