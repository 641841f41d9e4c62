"""Masses of links: a mass with its centre and inertia, or a uniform bar, disc or polygon of which these follow."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, pi
from typing import ClassVar, NamedTuple

from sgkin.errors import FormError, NumberError, UnknownNameError, brief
from sgkin.mathematics import Place
from sgkin.model.link import Link
from sgkin.model.quantity import check_fields, quantity

STANDARD_GRAVITY = (0.0, -9.80665)
"""Gravity of the Earth along −y, in m/s²; `"down"` in files."""

THINNEST = 1e-12
"""Area of a polygon, in parts of the square of its extent, up to which it has none."""

PlaceOrName = Place | str


class RigidMass(NamedTuple):
    """Mass of a link in kg, its centre in metres in the link's frame, its moment of inertia about it in kg·m²."""

    mass: float
    centre: Place
    inertia: float


@dataclass(frozen=True, slots=True)
class LinkMass(ABC):
    """Base of what can be said about the mass of a link.

    A place is two coordinates in the link's frame, or the name of a point of the link. `keys`: the keys of a file that
    are not those of the fields; the first of them says which kind is meant.
    """

    kind: ClassVar[str]
    keys: ClassVar[dict[str, str]] = {}

    def __post_init__(self) -> None:
        check_fields(self, self.kind)

    @abstractmethod
    def rigid(self, link: Link) -> RigidMass:
        """Mass, centre and inertia in the frame of the link; raises where it has no such points."""

    def _place(self, given: PlaceOrName, link: Link) -> Place:
        if not isinstance(given, str):
            return given
        if given not in link.points:
            raise UnknownNameError(f"mass of {link.name!r}", "point of this link named", given, link.points)
        place: Place = link.points[given]
        return place


@dataclass(frozen=True, slots=True)
class Mass(LinkMass):
    """A mass in kg, where its centre is, and its moment of inertia about the centre in kg·m²; `Mass(0.0)` is none.

    >>> Mass(2.0, centre="C", inertia=0.1).rigid(Link("piston", {"C": (0.5, 0)}))
    RigidMass(mass=2.0, centre=(0.5, 0.0), inertia=0.1)
    """

    mass: float = quantity("plain", not_negative=True, unit="kg")
    centre: PlaceOrName | None = quantity("place", default=None)
    inertia: float | None = quantity("length²", not_negative=True, default=None, unit="kg")
    kind: ClassVar[str] = "mass"

    def __post_init__(self) -> None:
        LinkMass.__post_init__(self)
        missing = [name for name in ("centre", "inertia") if getattr(self, name) is None]
        if self.mass > 0.0 and missing:
            found = f"{self.mass:g} kg without {' and '.join(missing)}"
            raise FormError(self.kind, found, "centre and inertia with it, which only a mass of 0 does not need")

    def rigid(self, link: Link) -> RigidMass:
        centre = (0.0, 0.0) if self.centre is None else self._place(self.centre, link)
        return RigidMass(self.mass, centre, self.inertia or 0.0)


@dataclass(frozen=True, slots=True)
class UniformBar(LinkMass):
    """A thin uniform bar from one place to another, by its mass in kg or its density in kg/m.

    >>> UniformBar(("A", "B"), density=6.0).rigid(Link("crank", {"A": (0, 0), "B": (2, 0)}))
    RigidMass(mass=12.0, centre=(1.0, 0.0), inertia=4.0)
    """

    ends: tuple[PlaceOrName, ...] = quantity("place", many=True)
    mass: float | None = quantity("plain", not_negative=True, unit="kg", default=None)
    density: float | None = quantity("per length", not_negative=True, unit="kg", default=None)
    kind: ClassVar[str] = "uniform bar"
    keys: ClassVar[dict[str, str]] = {"bar": "ends"}

    def __post_init__(self) -> None:
        LinkMass.__post_init__(self)
        if len(self.ends) != 2:
            raise FormError("uniform bar: ends", self.ends, "two places, or names of points")
        _check_mass_or_density(self.kind, self.mass, self.density)

    def rigid(self, link: Link) -> RigidMass:
        (x, y), (u, v) = (self._place(end, link) for end in self.ends)
        length = hypot(u - x, v - y)
        if length == 0.0:
            raise FormError(f"mass of {link.name!r}: bar", self.ends, "two places apart from each other")
        mass = _mass(self.mass, self.density, length)
        return RigidMass(mass, (0.5 * (x + u), 0.5 * (y + v)), mass * length**2 / 12.0)


@dataclass(frozen=True, slots=True)
class UniformDisc(LinkMass):
    """A uniform disc, by its mass in kg or its density in kg/m².

    >>> UniformDisc("O", radius=0.5, mass=8.0).rigid(Link("wheel", {"O": (0, 0)}))
    RigidMass(mass=8.0, centre=(0.0, 0.0), inertia=1.0)
    """

    centre: PlaceOrName = quantity("place")
    radius: float = quantity("length", above_zero=True)
    mass: float | None = quantity("plain", not_negative=True, unit="kg", default=None)
    density: float | None = quantity("per length²", not_negative=True, unit="kg", default=None)
    kind: ClassVar[str] = "uniform disc"
    keys: ClassVar[dict[str, str]] = {"disc": "centre"}

    def __post_init__(self) -> None:
        LinkMass.__post_init__(self)
        _check_mass_or_density(self.kind, self.mass, self.density)

    def rigid(self, link: Link) -> RigidMass:
        mass = _mass(self.mass, self.density, pi * self.radius**2)
        return RigidMass(mass, self._place(self.centre, link), 0.5 * mass * self.radius**2)


@dataclass(frozen=True, slots=True)
class UniformPolygon(LinkMass):
    """A uniform plate with straight edges, by its mass in kg or its density in kg/m².

    The corners stand in the order of the outline, either way round; no edge may cross or touch another.

    >>> plate = UniformPolygon(((0, 0), (6, 0), (6, 2), (0, 2)), mass=3.0)
    >>> plate.rigid(Link("plate"))
    RigidMass(mass=3.0, centre=(3.0, 1.0), inertia=10.0)
    """

    corners: tuple[PlaceOrName, ...] = quantity("place", many=True)
    mass: float | None = quantity("plain", not_negative=True, unit="kg", default=None)
    density: float | None = quantity("per length²", not_negative=True, unit="kg", default=None)
    kind: ClassVar[str] = "uniform polygon"
    keys: ClassVar[dict[str, str]] = {"polygon": "corners"}

    def __post_init__(self) -> None:
        LinkMass.__post_init__(self)
        if len(self.corners) < 3:
            raise FormError("uniform polygon: corners", self.corners, "three or more places, or names of points")
        _check_mass_or_density(self.kind, self.mass, self.density)

    def rigid(self, link: Link) -> RigidMass:
        corners = [self._place(corner, link) for corner in self.corners]
        where = f"mass of {link.name!r}: polygon"
        _refuse_crossing(corners, self.corners, where)
        area, centre, second = _polygon(corners)
        extent = max(hypot(x - corners[0][0], y - corners[0][1]) for x, y in corners)
        if area <= THINNEST * extent**2:
            raise FormError(where, self.corners, "corners that enclose an area; for a thin link use a bar")
        mass = _mass(self.mass, self.density, area)
        return RigidMass(mass, centre, mass * second / area)


def _check_mass_or_density(kind: str, mass: float | None, density: float | None) -> None:
    if (mass is None) == (density is None):
        found = "neither" if mass is None else "both"
        raise FormError(f"{kind}: mass and density", found, "one of the two")


def _mass(mass: float | None, density: float | None, extent: float) -> float:
    return extent * (density or 0.0) if mass is None else mass


def _polygon(corners: Sequence[Place]) -> tuple[float, Place, float]:
    """Area, centroid and polar second moment about the centroid, by Green's theorem from the first corner."""
    x0, y0 = corners[0]
    places = [(x - x0, y - y0) for x, y in corners]
    twice, first_x, first_y, polar = 0.0, 0.0, 0.0, 0.0
    for (x, y), (u, v) in zip(places, [*places[1:], places[0]], strict=True):
        cross = x * v - u * y
        twice += cross
        first_x += (x + u) * cross
        first_y += (y + v) * cross
        polar += (x * x + x * u + u * u + y * y + y * v + v * v) * cross
    if twice == 0.0:
        return 0.0, (x0, y0), 0.0
    cx, cy = first_x / (3.0 * twice), first_y / (3.0 * twice)
    area = 0.5 * abs(twice)
    return area, (x0 + cx, y0 + cy), abs(polar) / 12.0 - area * (cx * cx + cy * cy)


def _refuse_crossing(corners: Sequence[Place], given: Sequence[PlaceOrName], where: str) -> None:
    """Raise where two edges that are no neighbours touch, or neighbours lie on each other."""
    count = len(corners)
    edges = [(corners[number], corners[(number + 1) % count]) for number in range(count)]
    names = [f"{brief(given[number])} to {brief(given[(number + 1) % count])}" for number in range(count)]
    for number, (start, end) in enumerate(edges):
        if start == end:
            raise NumberError(where, names[number], "corners at different places, each named once")
        for other in range(number + 1, count):
            meets = other == number + 1 or (number == 0 and other == count - 1)
            if meets and not _turns_back(edges[number], edges[other], number == 0 and other == count - 1):
                continue
            if meets or _touch(edges[number], edges[other]):
                found = f"edges {names[number]} and {names[other]} that touch or cross"
                raise FormError(where, found, "corners in the order of an outline that does not cross itself")


Edge = tuple[Place, Place]


def _side(edge: Edge, place: Place) -> float:
    """On which side of the line through an edge a place is: above zero on its left."""
    (x, y), (u, v) = edge
    return (u - x) * (place[1] - y) - (v - y) * (place[0] - x)


def _turns_back(one: Edge, other: Edge, is_last: bool) -> bool:
    """Whether neighbouring edges run back on each other; `is_last`: the second one ends where the first begins."""
    before, after = (other, one) if is_last else (one, other)
    (x, y), (u, v) = before
    (_, _), (p, q) = after
    return _side(before, (p, q)) == 0.0 and (u - x) * (p - u) + (v - y) * (q - v) < 0.0


def _touch(one: Edge, other: Edge) -> bool:
    """Whether two edges have a place in common."""
    sides = [_side(one, place) for place in other] + [_side(other, place) for place in one]
    if sides[0] * sides[1] < 0.0 and sides[2] * sides[3] < 0.0:
        return True
    ends = [(one, place, side) for place, side in zip(other, sides[:2], strict=True)]
    ends += [(other, place, side) for place, side in zip(one, sides[2:], strict=True)]
    return any(side == 0.0 and _within(edge, place) for edge, place, side in ends)


def _within(edge: Edge, place: Place) -> bool:
    """Whether a place on the line of an edge lies between its ends."""
    return all(min(low, high) <= middle <= max(low, high) for low, high, middle in zip(*edge, place, strict=True))


MASS_KINDS: dict[str, type[LinkMass]] = {kind.kind: kind for kind in (Mass, UniformBar, UniformDisc, UniformPolygon)}
