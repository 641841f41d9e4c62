"""A mechanism in a few lines: points where they lie in a sketch, links between them, and a drive.

A sketch is plain data. It makes an ordinary `Mechanism`, with link frames and an initial configuration, so that none
of them need be worked out by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import atan2, cos, hypot, sin

from sgkin.display import as_html, as_svg
from sgkin.errors import FormError, UnknownNameError
from sgkin.mathematics import Place
from sgkin.model import form
from sgkin.model.driver import DistanceDriver, Driver, JointDriver
from sgkin.model.initial import InitialConfiguration
from sgkin.model.joint import Joint, Prismatic, Revolute
from sgkin.model.link import Link
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import ConstantSpeed
from sgkin.model.quantity import Units
from sgkin.text_table import count

Names = str | Sequence[str]
"""Names as a list, or in one text with spaces between them."""


@dataclass(frozen=True, slots=True)
class Slider:
    """A block that is pinned to other links at a point and slides along a line through it.

    `on`: the link that carries the line. `angle`: the inclination of the line in the sketch, in the sketch's unit.
    """

    pin: str
    angle: float = 0.0
    on: str = "ground"

    def __post_init__(self) -> None:
        for name in ("pin", "on"):
            form.text(getattr(self, name), f"slider: {name}")
        object.__setattr__(self, "angle", form.finite(self.angle, "slider: angle"))


@dataclass(frozen=True, slots=True)
class Drive:
    """A drive that starts in the sketched position and runs at a constant speed, in the sketch's units a second.

    `at`: a pin, a slider by its name, or two points, `"A B"`, whose distance is driven. `links`: at a pin of more than
    two links, the two that are driven against each other.
    """

    at: Names
    speed: float
    links: Names = ()

    def __post_init__(self) -> None:
        for name in ("at", "links"):
            object.__setattr__(self, name, _names(getattr(self, name), f"drive: {name}"))
        object.__setattr__(self, "speed", form.finite(self.speed, "drive: speed"))


@dataclass(frozen=True, slots=True)
class Sketch:
    """Points in a sketched position, links between them, sliders and drives. All numbers are in its `units`.

    A point of two or more links is a pin of that name; a point of one link is just carried along. The frame of a link
    has its origin at the link's first point and its x axis towards the second; ground has the frame of the sketch.

    >>> sketch = Sketch(
    ...     "four_bar",
    ...     points={"O": (0, 0), "A": (20, 35), "B": (60, 110), "C": (100, 0)},
    ...     links={"ground": "O C", "crank": "O A", "coupler": "A B", "rocker": "C B"},
    ...     drives={"motor": Drive("O", speed=360)},
    ...     units=Units("mm", "deg"),
    ... )
    >>> sketch.mechanism().moving_links
    ('crank', 'coupler', 'rocker')
    """

    name: str
    points: Mapping[str, Place]
    links: Mapping[str, Names]
    sliders: Mapping[str, Slider] = field(default_factory=dict)
    drives: Mapping[str, Drive] = field(default_factory=dict)
    units: Units = field(default_factory=Units)
    title: str = ""
    source: str = ""
    ground: str = "ground"

    def __post_init__(self) -> None:
        places = form.table(self.points, "sketch: points").items()
        points = {form.checked_name(name, "point"): form.pair(place, f"points: {name}") for name, place in places}
        object.__setattr__(self, "points", points)
        links = {name: _names(given, f"links: {name}") for name, given in form.table(self.links, "links").items()}
        object.__setattr__(self, "links", links)
        for name, given in links.items():
            for point in given:
                if point not in points:
                    raise UnknownNameError(f"links: {name}", "point", point, points)
        if not isinstance(self.units, Units):
            raise FormError("sketch: units", self.units, "a value made with Units(…)")
        if form.text(self.ground, "sketch: ground") not in links:
            raise UnknownNameError("sketch: ground", "link", self.ground, links)
        for name, slider in form.table(self.sliders, "sliders").items():
            self._check_slider(name, slider)
        for name, drive in form.table(self.drives, "drives").items():
            self._check_drive(name, drive)
        used = {point for given in links.values() for point in given}
        for point in points:
            if point not in used:
                raise FormError(f"points: {point}", points[point], "a point of at least one link; add it to one")

    def __repr__(self) -> str:
        links = count(len(self.links) + len(self.sliders), "link")
        return f"Sketch {self.name}: {count(len(self.points), 'point')}, {links}, {count(len(self.drives), 'drive')}"

    def __str__(self) -> str:
        from sgkin.model.mechanism_text import describe_sketch

        return describe_sketch(self)

    def _repr_html_(self) -> str:
        return as_html(self)

    def _repr_svg_(self) -> str | None:
        return as_svg(self)

    def _check_slider(self, name: str, slider: Slider) -> None:
        where = f"sliders: {name}"
        if not isinstance(slider, Slider):
            raise FormError(where, slider, "a value made with Slider(…)")
        if name in self.links:
            raise FormError(where, name, "a name that no link has")
        if slider.pin not in self.points:
            raise UnknownNameError(where, "point", slider.pin, self.points)
        if slider.on not in self.links:
            raise UnknownNameError(where, "link", slider.on, self.links)
        if slider.pin in self.links[slider.on]:
            raise FormError(where, slider.pin, f"a point that {slider.on!r} does not have, so that it can slide on it")

    def _check_drive(self, name: str, drive: Drive) -> None:
        where = f"drives: {name}"
        if not isinstance(drive, Drive):
            raise FormError(where, drive, "a value made with Drive(…)")
        at = drive.at
        if len(at) == 1 and at[0] in self.sliders:
            return
        if len(at) not in (1, 2):
            raise FormError(f"{where}: at", drive.at, "a pin, a slider, or two points")
        for point in at:
            if point not in self.points:
                raise UnknownNameError(where, "pin or slider", point, (*self.points, *self.sliders))

    def mechanism(self) -> Mechanism:
        """The mechanism that is sketched, in the position in which it is sketched."""
        return Mechanism(
            self.name,
            links=[self._link(name) for name in (*self.links, *self.sliders)],
            joints=[*self._pins(), *self._guides()],
            drivers=[self._driver(name, drive) for name, drive in self.drives.items()],
            initial=self._initial(),
            title=self.title,
            source=self.source,
            units=self.units,
            ground=self.ground,
        )

    def _place(self, point: str) -> Place:
        """A point in metres."""
        x, y = self.points[point]
        return self.units.read(x, "length"), self.units.read(y, "length")

    def _pose(self, link: str) -> tuple[float, float, float]:
        """The frame of a link or slider in the sketch."""
        if link == self.ground:
            return 0.0, 0.0, 0.0
        if link in self.sliders:
            slider = self.sliders[link]
            return (*self._place(slider.pin), self.units.read(slider.angle, "angle"))
        places = [self._place(point) for point in self.links[link]]
        x, y = places[0] if places else (0.0, 0.0)
        apart = next(((px, py) for px, py in places[1:] if hypot(px - x, py - y) > 0.0), None)
        return x, y, 0.0 if apart is None else atan2(apart[1] - y, apart[0] - x)

    def _local(self, link: str, place: Place) -> Place:
        """A place of the sketch in the frame of a link."""
        x, y, angle = self._pose(link)
        dx, dy = place[0] - x, place[1] - y
        return cos(angle) * dx + sin(angle) * dy, cos(angle) * dy - sin(angle) * dx

    def _link(self, name: str) -> Link:
        if name in self.sliders:
            return Link(name, {self.sliders[name].pin: (0.0, 0.0)})
        points = {point: self._local(name, self._place(point)) for point in self.links[name]}
        second = next((point for point in list(points)[1:] if points[point][0] > 0.0), None)
        if name != self.ground and second is not None:
            points[second] = (points[second][0], 0.0)  # on the x axis, to the last digit
        for slider, given in self.sliders.items():
            if given.on == name:
                points[slider] = self._local(name, self._place(given.pin))
        return Link(name, points)

    def _links_at(self, point: str) -> tuple[str, ...]:
        """The links and sliders that a point joins, ground first."""
        links = [name for name, points in self.links.items() if point in points]
        links += [name for name, slider in self.sliders.items() if slider.pin == point]
        return tuple(sorted(links, key=lambda name: name != self.ground))

    def _pins(self) -> list[Joint]:
        shared = {point: self._links_at(point) for point in self.points}
        return [Revolute(point, links) for point, links in shared.items() if len(links) > 1]

    def _guides(self) -> list[Joint]:
        """The joint of a slider has its name; its stroke counts from the sketched position."""
        return [
            Prismatic(
                name,
                (slider.on, name),
                at=(name, slider.pin),
                angle=(self.units.read(slider.angle, "angle") - self._pose(slider.on)[2], 0.0),
            )
            for name, slider in self.sliders.items()
        ]

    def _driver(self, name: str, drive: Drive) -> Driver:
        at, links = drive.at, tuple(drive.links)
        if len(at) == 2:
            ends = [self._place(point) for point in at]
            start = hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1])
            points = (f"{self._links_at(at[0])[0]}.{at[0]}", f"{self._links_at(at[1])[-1]}.{at[1]}")
            return DistanceDriver(name, points, ConstantSpeed(self.units.read(drive.speed, "length"), start))
        if at[0] in self.sliders:
            return JointDriver(name, at[0], ConstantSpeed(self.units.read(drive.speed, "length"), 0.0))
        joined = self._links_at(at[0])
        if len(joined) < 2:
            raise FormError(f"drives: {name}: at", at[0], f"a pin; {at[0]} is a point of {joined[0]!r} alone")
        first, second = (links if len(links) == 2 else joined)[:2]
        for link in (first, second):
            if link not in joined:
                raise UnknownNameError(f"drives: {name}: links", f"link at {at[0]!r} named", link, joined)
        start = self._pose(second)[2] - self._pose(first)[2]
        return JointDriver(name, at[0], ConstantSpeed(self.units.read(drive.speed, "angle"), start), links)

    def _initial(self) -> InitialConfiguration:
        """Two points of each link, as far as it has two, and the directions of all others."""
        points: dict[str, Place] = {}
        angles: dict[str, float] = {}
        for name, given in self.links.items():
            if name == self.ground:
                continue
            for point in given[:2]:
                joined = len(self._links_at(point)) > 1
                points[point if joined else f"{name}.{point}"] = self._place(point)
            if len(given) < 2:
                angles[name] = 0.0
        angles |= {name: self._pose(name)[2] for name in self.sliders}
        fixed = set(self.links[self.ground])
        return InitialConfiguration({name: place for name, place in points.items() if name not in fixed}, angles)


def _names(given: Names, where: str) -> tuple[str, ...]:
    return tuple(given.split()) if isinstance(given, str) else form.names(given, where)
