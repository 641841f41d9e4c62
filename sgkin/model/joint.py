"""The joints: what they join, where, and which condition they state. Those of the plane alone, and those of both
spaces; `spatial_joint` has the others.

Notation in the plane: θ angle of a link, r world position of a point, u = (cos, sin) a direction, n its left normal.
In space a joint has an axis, see `sgkin.model.marker`.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from sgkin.errors import FormError, JointError, MechanismError, UnknownNameError
from sgkin.model.coordinate import Angle, Coordinate, Site, Stroke
from sgkin.model.form import axis, checked_name, entries, names
from sgkin.model.quantity import checked, quantity


@dataclass(frozen=True, slots=True)
class Joint(ABC):
    """Base of all joints: a name and the links it joins, in an order that gives signs their meaning.

    A joint that sits at points has a field `at`: the name of the point in each link, by default the joint's own.
    Facts of a kind: `letter` by which it stands in signatures, R and P of two conditions, HP of one, G of one with
    angles, empty where it makes links one body; `coordinate`, the `angle` or `stroke` that is measured and can be
    driven, if there is one; `spaces`, where it can be; `flat` and `upright`, its fields that are for the plane and for
    space alone; `is_described`, whether it says enough for a motion; `states`, its conditions in the plane in this
    notation, with numbers for its links and u and n inclined by its angle. `sgkin.conditions` has them for computing.
    """

    name: str = quantity("word")
    links: tuple[str, ...] = quantity("word")

    kind: ClassVar[str]
    letter: ClassVar[str]
    states: ClassVar[tuple[str, ...]]
    coordinate: ClassVar[str] = ""
    spaces: ClassVar[tuple[str, ...]] = ("planar",)
    flat: ClassVar[tuple[str, ...]] = ()
    upright: ClassVar[tuple[str, ...]] = ()
    is_described: ClassVar[bool] = True

    def __post_init__(self) -> None:
        checked_name(self.name, "joint")
        object.__setattr__(self, "links", names(self.links, f"joint {self.name!r}: links"))
        self._check_links()
        for entry in fields(self)[2:]:
            where = f"joint {self.name!r}: {entry.name}"
            object.__setattr__(self, entry.name, self._checked(getattr(self, entry.name), entry.metadata, where))

    def _check_links(self) -> None:
        if len(self.links) != 2:
            raise JointError(self.name, self.links, f"a {self.kind} joins two links, not {len(self.links)}; name two")
        self._refuse_repeated(self.links)

    def _refuse_repeated(self, links: tuple[str, ...]) -> None:
        for position, link in enumerate(links):
            if link in links[:position]:
                raise JointError(self.name, links, f"it joins {link!r} with itself; name the other link")

    def _checked(self, value: Any, metadata: Any, where: str) -> Any:
        if value is None:
            return None  # what was not given
        if metadata["kind"] == "axis" and not metadata["many"]:
            return self._axis(value, where)
        if not metadata["per_link"]:
            return checked(value, metadata, where)
        given = entries(value, where, f"an entry for each of {', '.join(self.links)}")
        if metadata["kind"] == "word" and not given:
            return (self.name,) * len(self.links)
        if len(given) != len(self.links):
            raise FormError(where, value, f"an entry for each of {', '.join(self.links)}")
        return tuple(checked(each, metadata, where) for each in given)

    def _axis(self, value: Any, where: str) -> tuple[Any, ...]:
        """An axis in the first link, or a table with one in each link; empty where there is none."""
        if isinstance(value, Mapping):
            for link in value:
                if link not in self.links:
                    raise UnknownNameError(where, "link of this joint named", link, self.links)
            value = tuple(value.get(link, ()) for link in self.links)
        given = entries(value, where, "a direction [x, y, z], two points, or a table of directions by link")
        if not given:
            return ()
        if any(isinstance(each, str) or not isinstance(each, Iterable) for each in given):
            return axis(given, where)
        if len(given) != len(self.links):
            raise FormError(where, value, f"a direction for each of {', '.join(self.links)}")
        return tuple(axis(each, f"{where}: {link}") for link, each in zip(self.links, given, strict=True))

    @property
    def all_links(self) -> tuple[str, ...]:
        """Every link whose motion the condition involves."""
        return self.links

    @property
    def coordinates(self) -> tuple[str, ...]:
        """All that is measured at it."""
        return (self.coordinate,) if self.coordinate else ()

    @property
    def sites(self) -> tuple[tuple[str, str], ...]:
        """The points at which it sits, one for each link, as link and point; empty where it needs none."""
        return tuple(zip(self.links, getattr(self, "at", ()), strict=False))

    @property
    def points(self) -> tuple[str, ...]:
        """The same, as `link.point`."""
        return tuple(f"{link}.{point}" for link, point in self.sites)

    def measured_links(
        self, links: tuple[str, ...], where: str, refused: Callable[[str], MechanismError]
    ) -> tuple[str, str]:
        """The two links between which its coordinate is measured: those given, by default its own if they are two.

        `where` and `refused`: who asks, and the error of a sentence if there are no such links.
        """
        if not self.coordinates:
            raise refused(f"joint {self.name!r} is a {self.kind}; name a revolute or a prismatic joint")
        for link in links:
            if link not in self.links:
                raise UnknownNameError(where, f"link at joint {self.name!r} named", link, self.links)
        if len(links or self.links) != 2 or len(set(links or self.links)) != 2:
            raise refused(f"joint {self.name!r} joins {', '.join(self.links)}; say with `links` which two are meant")
        first, second = links or self.links
        return first, second

    def measured(self, first: Site, second: Site) -> Coordinate:
        """What is measured from one of its links to another, at the points where it sits in them."""
        raise TypeError(f"{type(self).__name__} is a joint at which nothing is measured")

    def at_rest(self, link: str, carrier: str, angle: float) -> tuple[Joint, ...]:
        """What stands for it where one of its links only spins about it, and is left at rest on another, at an angle to
        it; nothing if a link cannot be left at rest here."""
        return ()


@dataclass(frozen=True, slots=True)
class Revolute(Joint):
    """A pin that joins two or more links at one point of each.

    In space it has an `axis`, in the frame of its first link or in each; its angle is `zero` in the design position.
    """

    at: tuple[str, ...] = quantity("word", per_link=True, default=())
    axis: tuple[Any, ...] = quantity("axis", default=())
    zero: float = quantity("angle", default=0.0)
    kind: ClassVar[str] = "revolute"
    spaces: ClassVar[tuple[str, ...]] = ("planar", "spatial")
    upright: ClassVar[tuple[str, ...]] = ("axis", "zero")
    letter: ClassVar[str] = "R"
    states: ClassVar[tuple[str, ...]] = ("r₁ = r₂",)
    coordinate: ClassVar[str] = "angle"

    def measured(self, first: Site, second: Site) -> Coordinate:
        return Angle(first[0], second[0])

    def at_rest(self, link: str, carrier: str, angle: float) -> tuple[Joint, ...]:
        at = dict(self.sites)
        left = tuple(other for other in self.links if other != link)
        name = self.name if len(left) == 1 else f"{self.name} ({link})"
        weld = Weld(name, (carrier, link), (at[carrier], at[link]), angle)
        return (weld,) if len(left) == 1 else (Revolute(self.name, left, tuple(at[other] for other in left)), weld)

    def _check_links(self) -> None:
        if len(self.links) < 2:
            raise JointError(self.name, self.links, "a pin joins two or more links; name the others")
        self._refuse_repeated(self.links)


@dataclass(frozen=True, slots=True)
class Prismatic(Joint):
    """Two guide lines, one fixed in each link, that coincide.

    The line of a link passes `offset` to the left of its point and is inclined by `angle` to its x axis:
    θ₁ + angle₁ = θ₂ + angle₂ and n·(r₂ − r₁) + offset₂ − offset₁ = 0.
    The stroke is u·(r₂ − r₁), along the line of the first link.

    In space a guide with an `axis`, in the frame of its first link or in each, along which its points lie; its stroke
    is `zero` in the design position.
    """

    at: tuple[str, ...] = quantity("word", per_link=True, default=())
    angle: tuple[float, ...] = quantity("angle", per_link=True, default=(0.0, 0.0))
    offset: tuple[float, ...] = quantity("length", per_link=True, default=(0.0, 0.0))
    axis: tuple[Any, ...] = quantity("axis", default=())
    zero: float = quantity("length", default=0.0)
    kind: ClassVar[str] = "prismatic"
    spaces: ClassVar[tuple[str, ...]] = ("planar", "spatial")
    flat: ClassVar[tuple[str, ...]] = ("angle", "offset")
    upright: ClassVar[tuple[str, ...]] = ("axis", "zero")
    letter: ClassVar[str] = "P"
    states: ClassVar[tuple[str, ...]] = ("θ₁ + angle₁ = θ₂ + angle₂", "n₁·(r₂ − r₁) = offset₁ − offset₂")
    coordinate: ClassVar[str] = "stroke"

    def measured(self, first: Site, second: Site) -> Coordinate:
        return Stroke(first, second, self.links[0], self.angle[0])


@dataclass(frozen=True, slots=True)
class PinInSlot(Joint):
    """A pin of the first link in a straight slot of the second: n·(r_pin − r_slot) = offset.

    The slot passes `offset` to the left of its point and is inclined by `angle` to the x axis of its link.
    """

    at: tuple[str, ...] = quantity("word", per_link=True, default=())
    angle: float = quantity("angle", default=0.0)
    offset: float = quantity("length", default=0.0)
    kind: ClassVar[str] = "pin-in-slot"
    letter: ClassVar[str] = "HP"
    states: ClassVar[tuple[str, ...]] = ("n₂·(r₁ − r₂) = offset",)

    def at_rest(self, link: str, carrier: str, angle: float) -> tuple[Joint, ...]:
        if link != self.links[0]:
            return ()
        return (
            Prismatic(self.name, self.links[::-1], self.at[::-1], (self.angle, self.angle - angle), (self.offset, 0.0)),
        )


@dataclass(frozen=True, slots=True)
class PinInCircularSlot(Joint):
    """A pin of the first link in a slot of the second that is an arc: it keeps its distance `radius` from the joint's
    point in the second link."""

    radius: float = quantity("length", above_zero=True)
    at: tuple[str, ...] = quantity("word", per_link=True, default=())
    kind: ClassVar[str] = "pin-in-circular-slot"
    letter: ClassVar[str] = "HP"
    states: ClassVar[tuple[str, ...]] = ("|r₁ − r₂| = radius",)


@dataclass(frozen=True, slots=True)
class GearPair(Joint):
    """Two gears whose centres keep their distance on a carrier: θ₁ − θ_c = ratio (θ₂ − θ_c) + phase.

    `teeth` are the numbers of teeth, or the pitch radii: only their ratio counts. The carrier counts as third link.
    The ratio is −teeth₂/teeth₁ in `external` mesh and +teeth₂/teeth₁ in `internal` mesh. In space the gears turn about
    `axes` of the carrier, one for each, and their angles are zero in the design position.

    >>> GearPair("mesh", ("sun", "planet"), carrier="arm", teeth=(20, 40)).ratio
    -2.0
    """

    carrier: str = quantity("word")
    teeth: tuple[float, ...] = quantity("plain", many=True, above_zero=True)
    mesh: str = quantity("word", default="external")
    phase: float = quantity("angle", default=0.0)
    axes: tuple[Any, ...] = quantity("axis", many=True, default=())
    kind: ClassVar[str] = "gear"
    spaces: ClassVar[tuple[str, ...]] = ("planar", "spatial")
    flat: ClassVar[tuple[str, ...]] = ("phase",)
    upright: ClassVar[tuple[str, ...]] = ("axes",)
    letter: ClassVar[str] = "G"
    states: ClassVar[tuple[str, ...]] = ("θ₁ − θ₃ = ratio (θ₂ − θ₃) + phase",)

    def __post_init__(self) -> None:
        Joint.__post_init__(self)
        self._refuse_repeated(self.all_links)
        where = f"joint {self.name!r}"
        if self.mesh not in ("external", "internal"):
            raise FormError(f"{where}: mesh", self.mesh, "'external' or 'internal'")
        if len(self.teeth) != 2:
            raise FormError(f"{where}: teeth", self.teeth, "two numbers, one for each gear")

    @property
    def all_links(self) -> tuple[str, ...]:
        return (*self.links, self.carrier)

    @property
    def ratio(self) -> float:
        """dθ₁/dθ₂ as seen from the carrier."""
        first, second = self.teeth
        return second / first if self.mesh == "internal" else -second / first


@dataclass(frozen=True, slots=True)
class RackAndPinion(Joint):
    """A pinion (first link) that rolls on the pitch line of a rack (second link).

    The pitch line passes through the rack's point, inclined by `angle`; the pinion lies on its left:
    u·(r_centre − r_rack) + radius (θ_pinion − θ_rack) = phase. The distance of the centre from the line is the
    matter of other joints.
    """

    radius: float = quantity("length", above_zero=True)
    at: tuple[str, ...] = quantity("word", per_link=True, default=())
    angle: float = quantity("angle", default=0.0)
    phase: float = quantity("length", default=0.0)
    kind: ClassVar[str] = "rack-and-pinion"
    letter: ClassVar[str] = "G"
    states: ClassVar[tuple[str, ...]] = ("u₂·(r₁ − r₂) + radius (θ₁ − θ₂) = phase",)


@dataclass(frozen=True, slots=True)
class Weld(Joint):
    """Two links made one: their points coincide and θ₂ − θ₁ = angle; in space they stay turned to each other as in the
    design position."""

    at: tuple[str, ...] = quantity("word", per_link=True, default=())
    angle: float = quantity("angle", default=0.0)
    kind: ClassVar[str] = "weld"
    spaces: ClassVar[tuple[str, ...]] = ("planar", "spatial")
    flat: ClassVar[tuple[str, ...]] = ("angle",)
    letter: ClassVar[str] = ""
    states: ClassVar[tuple[str, ...]] = ("r₁ = r₂", "θ₂ − θ₁ = angle")


@dataclass(frozen=True, slots=True)
class HigherPair(Joint):
    """A contact of two profiles that are not described: enough for the structure, not for a motion.

    The contact point is given in each link, the common normal by its inclination `angle` in the first.
    """

    at: tuple[str, ...] = quantity("word", per_link=True, default=())
    angle: float = quantity("angle", default=0.0)
    kind: ClassVar[str] = "higher-pair"
    letter: ClassVar[str] = "HP"
    states: ClassVar[tuple[str, ...]] = ("u₁·(r₂ − r₁) = 0",)
    is_described: ClassVar[bool] = False


JOINT_KINDS: dict[str, type[Joint]] = {
    joint.kind: joint
    for joint in (Revolute, Prismatic, PinInSlot, PinInCircularSlot, GearPair, RackAndPinion, Weld, HigherPair)
}
