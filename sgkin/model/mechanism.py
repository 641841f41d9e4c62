"""A mechanism: links, joints, drivers and the assembly that is meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from math import dist, hypot
from typing import Any, TypeVar
from warnings import warn

from sgkin.display import as_html, as_svg
from sgkin.errors import (
    DisconnectedError,
    DriverError,
    DuplicateNameError,
    FormError,
    GravityWarning,
    JointError,
    MassError,
    MechanismError,
    UnknownNameError,
    ZeroLengthError,
    listing,
)
from sgkin.model.action import Action
from sgkin.model.coordinate import Along, Angle, Coordinate, Distance
from sgkin.model.driver import Driver
from sgkin.model.force import Force
from sgkin.model.form import pair, table, text, truth
from sgkin.model.formulas import NOTHING, Formulas, HeldExpressions, checked_parameters, with_parameters
from sgkin.model.initial import Expectation, InitialConfiguration
from sgkin.model.joint import Joint
from sgkin.model.link import Link
from sgkin.model.mass import STANDARD_GRAVITY, LinkMass, RigidMass
from sgkin.model.motion_law import Free, Polynomial
from sgkin.model.numbers import Numbers
from sgkin.model.parameter import Parameter
from sgkin.model.quantity import Units

WEAKEST, STRONGEST = 0.1, 100.0
"""Between which magnitudes gravity is believed, in m/s²."""
SHORTEST = 1e-12
"""Distance of the pins of a link, in parts of the largest coordinate, up to which they are one point."""
SMALLEST = 1e-50
"""Metres that the largest coordinate of a mechanism has at least, so that its powers are not zero."""

REDRIVING = "sgkin.analysis.redriving"
"""Where a mechanism is given other inputs: far above, since its configuration must be found."""

DESIGN_INPUTS = "sgkin.conditions.design_inputs"
"""Where inputs are measured in space: above, since that needs what drivers state."""
SPATIAL = "sgkin.model.spatial_mechanism"
"""What must be so of a mechanism in space: it needs the mechanism."""
SPACES = {"planar": 2, "spatial": 3}
"""How many coordinates a point has in every space."""

Thing = TypeVar("Thing")

ROUNDED = 1e-14
"""Distance of two points, by their distance from the origin, that is rounding alone."""
FAR_AWAY = 100.0
"""How far from the origin a mechanism may lie, by its longest link, before places are counted from one of its own."""


def _extent(places: Sequence[tuple[float, ...]]) -> float:
    """The largest distance of a place from the first."""
    return max((dist(place, places[0]) for place in places), default=0.0)


@dataclass(frozen=True, slots=True)
class Mechanism:
    """What the user says: valid, or it does not exist.

    Lengths are in metres and angles in radians; `units` are those of the file, of tables and of plots. `masses` (by
    link), `gravity` (in m/s²) and `forces` are for dynamics; a mechanism that only moves needs none.

    `parameters` are named dimensions, `expressions` compute numbers from them: texts by the address of the number, in
    `units`. The numbers themselves are given too, as everywhere; `with_parameters` changes both. Where
    `dataclasses.replace` puts other numbers in their places, these have no expressions any more.

    >>> from sgkin import ConstantSpeed, JointDriver, Link, Mechanism, Revolute
    >>> crank = Mechanism(
    ...     "crank",
    ...     links=[
    ...         Link("ground", {"O": (0, 0)}),
    ...         Link("crank", {"O": (0, 0), "A": (0.04, 0)}),
    ...     ],
    ...     joints=[Revolute("O", ("ground", "crank"))],
    ...     drivers=[JointDriver("motor", "O", ConstantSpeed(1.0))],
    ... )
    >>> crank.moving_links
    ('crank',)
    """

    name: str
    links: Sequence[Link]
    joints: Sequence[Joint]
    drivers: Sequence[Driver] = ()
    initial: InitialConfiguration = field(default_factory=InitialConfiguration)
    title: str = ""
    source: str = ""
    notes: str = ""
    units: Units = field(default_factory=Units)
    ground: str = "ground"
    floating: bool = False
    space: str = "planar"
    expected: Expectation = field(default_factory=Expectation)
    category: str = ""
    masses: Mapping[str, LinkMass] = field(default_factory=dict)
    gravity: tuple[float, float] = (0.0, 0.0)
    forces: Sequence[Force] = ()
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    expressions: Mapping[str, str] = field(default_factory=dict)
    _links: Mapping[str, Link] = field(init=False, repr=False, compare=False)
    _joints: Mapping[str, Joint] = field(init=False, repr=False, compare=False)
    _drivers: Mapping[str, Driver] = field(init=False, repr=False, compare=False)
    _forces: Mapping[str, Force] = field(init=False, repr=False, compare=False)
    _measured: dict[str, float] = field(default_factory=dict, init=False, repr=False, compare=False)
    _formulas: Formulas = field(default=NOTHING, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._collect("link", Link)
        self._collect("joint", Joint)
        self._collect("driver", Driver)
        self._collect("force", Force)
        self._check_forms()
        self._named("link", self._links, self.ground, "ground")
        self._check_space()
        for joint in self.joints:
            self._check_joint(joint)
        for driver in self.drivers:
            self._check_driver(driver)
        self._check_poses_driven_once()
        self._check_initial()
        self._check_expected()
        self._check_lengths()
        if self.is_spatial:
            import_module(SPATIAL).check_spatial(self)
        self._check_masses()
        self._check_gravity()
        for force in self.forces:
            force.actions(self)
        if not self.floating:
            self._check_connected()
        self._check_parameters()

    def __repr__(self) -> str:
        from sgkin.model.mechanism_text import counts

        return f"Mechanism {self.name}: {counts(self)}"

    def __str__(self) -> str:
        from sgkin.model.mechanism_text import describe_mechanism

        return describe_mechanism(self)

    def _repr_html_(self) -> str:
        return as_html(self)

    def _repr_svg_(self) -> str | None:
        return as_svg(self)

    def has_link(self, name: str) -> bool:
        """Whether there is a link of that name, the ground included."""
        return name in self._links

    def link(self, name: str, where: str = "") -> Link:
        """The link of that name; `where` stands in the error if there is none."""
        return self._named("link", self._links, name, where or f"mechanism {self.name!r}")

    def joint(self, name: str, where: str = "") -> Joint:
        """The joint of that name."""
        return self._named("joint", self._joints, name, where or f"mechanism {self.name!r}")

    def driver(self, name: str) -> Driver:
        """The driver of that name."""
        return self._named("driver", self._drivers, name, f"mechanism {self.name!r}")

    def force(self, name: str) -> Force:
        """The force of that name."""
        return self._named("force", self._forces, name, f"mechanism {self.name!r}")

    @property
    def numbers(self) -> Numbers:
        """Every number of the mechanism by its address, such as `coupler.P.x`; printed, a table of all."""
        return Numbers(self)

    @property
    def formulas(self) -> Formulas:
        """How its numbers are made from its parameters, in SI."""
        return self._formulas

    def with_parameters(self, given: Mapping[str, float] | None = None, /, **named: float) -> Mechanism:
        """The same with other values of parameters, and of all numbers that are computed from them; in SI and radians.

        Numbers without a name are given by their addresses: `with_parameters({"coupler.P.x": 0.03})`. Raises where a
        value lies outside the bounds of its parameter, and where the mechanism cannot be with these numbers.

        >>> from sgkin import load_mechanism
        >>> load_mechanism("slider_crank").with_parameters({"crank.B.x": 0.05}).link("crank").points["B"]
        (0.05, 0.0)
        """
        return with_parameters(self, {**table(given or {}, "with_parameters"), **named})

    @property
    def is_spatial(self) -> bool:
        """Whether it moves in space, not in the plane."""
        return self.space == "spatial"

    @property
    def actions(self) -> tuple[Action, ...]:
        """What all forces come down to, in their order: laws on coordinates."""
        return tuple(action for force in self.forces for action in force.actions(self))

    def rigid_mass(self, link: str) -> RigidMass:
        """Mass, centre and inertia of a link in its own frame; raises `MassError` where it has no entry in `masses`."""
        found = self.link(link)
        if link not in self.masses:
            raise _missing_masses(self.name, [link])
        return self.masses[link].rigid(found)

    def rigid_masses(self) -> dict[str, RigidMass]:
        """The same of all moving links, in their order; one error names all that have none."""
        missing = [link for link in self.moving_links if link not in self.masses]
        if missing:
            raise _missing_masses(self.name, missing)
        return {link: self.masses[link].rigid(self._links[link]) for link in self.moving_links}

    def input_coordinate(self, name: str) -> Coordinate:
        """The coordinate that an input is, on which a force can act."""
        driver = self._driver_of(name)
        return driver.coordinates(self)[driver.inputs.index(name)]

    def joint_coordinate(self, joint: str, links: Sequence[str] = (), where: str = "") -> Coordinate:
        """The angle or the stroke of a joint, measured from one of its links to another, by default the two it has."""
        place = where or f"mechanism {self.name!r}"
        found = self.joint(joint, place)
        first, second = found.measured_links(
            tuple(links), place, lambda sentence: MechanismError(f"{place}: {sentence}")
        )
        at = dict(zip(found.links, found.points, strict=True))
        return found.measured(self.point(at[first]), self.point(at[second]))

    def coordinate(self, given: str | Sequence[str], where: str = "") -> Coordinate:
        """A coordinate on which a force can act, by name.

        An input; a joint, its angle or stroke; `link.point.x` and `link.point.y`; `link.x`, `link.y` and `link.theta`
        of a link's origin; two points, their distance; a joint and two of its links.
        """
        place = where or f"mechanism {self.name!r}"
        if not isinstance(given, str):
            return self._distance_or_joint(tuple(given), place)
        if given in self.input_names:
            return self.input_coordinate(given)
        if given in self._joints:
            return self.joint_coordinate(given, where=where)
        body, _, axis = given.rpartition(".")
        if (body in self._links and axis == "theta") or (body and axis in ("x", "y")):
            link, local = (body, (0.0, 0.0)) if body in self._links else self.point(body, place)
            if link == self.ground:
                raise FormError(place, given, "a coordinate of a link that moves")
            return Angle(self.ground, link) if axis == "theta" else Along.axis(self.ground, link, local, axis)
        remedy = "or name a coordinate 'link.point.x', or two points for their distance"
        raise UnknownNameError(place, "input or joint", given, (*self.input_names, *self._joints), remedy)

    def _distance_or_joint(self, given: tuple[str, ...], where: str) -> Coordinate:
        if len(given) == 3:
            return self.joint_coordinate(given[0], given[1:], where)
        if len(given) != 2:
            raise FormError(where, given, "two points, or a joint and two of its links")
        first, second = (self.point(point, where) for point in given)
        if first[0] == second[0]:
            raise FormError(where, given, "points of two links, since the distance of these does not change")
        return Distance(first, second)

    def point(self, reference: str, where: str = "") -> tuple[str, Any]:
        """The link and the local coordinates of a point written `link.point`."""
        place = where or f"mechanism {self.name!r}"
        if not isinstance(reference, str) or reference.count(".") != 1:
            such_as = "".join(f", such as {name!r}" for name in self._points_named(reference)[-1:])
            raise FormError(place, reference, f"a point written as 'link.point'{such_as}")
        link_name, point_name = reference.split(".")
        points = self._named("link", self._links, link_name, place).points
        if point_name not in points:
            raise UnknownNameError(place, f"point of link {link_name!r} named", point_name, points)
        return link_name, points[point_name]

    def full_name(self, name: str, where: str = "") -> str:
        """A point by its name alone as `link.point`, if only one link has such a point; any other name as it is."""
        found = () if not isinstance(name, str) or "." in name or name in self._links else self._points_named(name)
        if len(found) > 1:
            remedy = "several links have a point of this name, say which is meant"
            raise UnknownNameError(where or f"mechanism {self.name!r}", "single point", name, found, remedy)
        return found[0] if found else name

    def _points_named(self, name: object) -> tuple[str, ...]:
        return tuple(f"{link.name}.{name}" for link in self.links if name in tuple(link.points))

    @property
    def moving_links(self) -> tuple[str, ...]:
        """Every link but ground, in order."""
        return tuple(link.name for link in self.links if link.name != self.ground)

    @property
    def origin(self) -> Any:
        """The point of ground from which places are counted inside: where the mechanism lies far away, one of its own,
        so that digits are not lost to the distance; otherwise zero."""
        places = list(self.link(self.ground).points.values())
        is_far = bool(places) and hypot(*places[0]) > FAR_AWAY * self._longest
        return places[0] if is_far else (0.0,) * SPACES[self.space]

    @property
    def _longest(self) -> float:
        return max((_extent(list(link.points.values())) for link in self.links), default=0.0)

    @property
    def size(self) -> float:
        """The largest distance of a point from the first of its link, or from its origin if none is elsewhere."""
        places = (place for link in self.links for place in link.points.values())
        farthest = max((hypot(*place) for place in places), default=0.0)
        return self._longest if self._longest > ROUNDED * farthest else farthest

    @property
    def input_names(self) -> tuple[str, ...]:
        """The inputs in the order of the drivers; a pose driver has three."""
        return tuple(name for driver in self.drivers for name in driver.inputs)

    @property
    def initial_inputs(self) -> dict[str, float]:
        """The inputs to which the initial configuration belongs: as stated, otherwise the motion laws at t = 0.

        A free input that says nothing of its start is measured in the initial configuration, and so are all in space,
        where that is the design position.
        """
        stated = dict(self.initial.inputs)
        if self.is_spatial:
            found: dict[str, float] = import_module(DESIGN_INPUTS).design_inputs(self)
            return found | stated
        for driver in self.drivers:
            for name, law in zip(driver.inputs, driver.laws, strict=True):
                if name not in stated:
                    start = law.start if isinstance(law, Free) else float(law(0.0)[0])
                    stated |= {} if start is None else {name: start}
        if any(name not in stated for name in self.input_names):
            if not self._measured:
                self._measured.update(import_module(REDRIVING).measured_inputs(self, stated))
            stated = self._measured | stated
        return {name: stated[name] for name in self.input_names}

    @property
    def free_inputs(self) -> tuple[str, ...]:
        """The inputs without a motion law."""
        return tuple(
            name for driver in self.drivers for name, law in zip(driver.inputs, driver.laws, strict=True) if law.is_free
        )

    def at_rest(self) -> Mechanism:
        """The same with every free input held where it is initially."""
        if not self.free_inputs:
            return self
        start = self.initial_inputs
        drivers = []
        for driver in self.drivers:
            parts = zip(driver.law_fields, driver.laws, driver.inputs, strict=True)
            held = {field: Polynomial((start[name],)) for field, law, name in parts if law.is_free}
            drivers.append(replace(driver, **held))  # type: ignore[arg-type]
        return replace(self, drivers=drivers)

    def input_quantity(self, name: str) -> str:
        """Whether an input is an `angle` or a `length`."""
        return "angle" if self.input_freedom(name) == "angle" else "length"

    def input_freedom(self, name: str) -> str:
        """What an input is: an `angle`, a `stroke`, a `distance`, or a coordinate `x` or `y`."""
        driver = self._driver_of(name)
        return driver.freedoms(self)[driver.inputs.index(name)]

    def _driver_of(self, name: str) -> Driver:
        driver = next((driver for driver in self.drivers if name in driver.inputs), None)
        if driver is None:
            raise UnknownNameError(f"mechanism {self.name!r}", "input", name, self.input_names)
        return driver

    def driven_links(self, driver: Driver) -> tuple[str, str]:
        """The two links between which a driver acts; one of them may be ground."""
        return driver.driven_links(self)

    def driven_by(self, *inputs: str | Driver) -> Mechanism:
        """The same mechanism in the same configuration, driven by other inputs.

        Each is named: a joint whose angle or stroke is to be driven (of a pin that joins more than two links, what
        `compare_inputs` calls the angle of two of them), a present driver, or any other name of that table, such as
        `coupler_angle`, `coupler.P` for x and y of a point, or `platform_pose`; or it is a driver with a motion law
        of its own. Named inputs begin where the mechanism is, at the constant speed of what drove it before, or at
        1 rad/s and a tenth of its size a second. What the file expects is left out. Forces act where they did: a motor
        on an input that is no longer driven acts on the joint, the points or the coordinate that it was.

        Raises `MobilityError` where these inputs cannot drive it, `InitialConfigurationError` where it is not known
        where its links are.

        >>> from sgkin import decompose, load_mechanism
        >>> print(decompose(load_mechanism("slider_crank").driven_by("D")).formula)
        I(piston) → RRR(crank, rod)
        """
        found: Mechanism = import_module(REDRIVING).driven_by(self, inputs)
        return found

    def inverted(self, ground: str, *inputs: str | Driver) -> Mechanism:
        """The same mechanism in the same configuration, seen from another link, which is the ground then.

        Its drivers stay unless others are named as for `driven_by`. Drivers that move links against ground (of a link's
        angle, of coordinates, of a pose) cannot stay. Masses, gravity and forces are left out: what holds still is
        another link, so its dynamics is that of another machine.

        >>> from sgkin import load_mechanism
        >>> load_mechanism("slider_crank").inverted("piston").moving_links
        ('ground', 'crank', 'rod')
        """
        found: Mechanism = import_module(REDRIVING).inverted(self, ground, inputs)
        return found

    def _collect(self, thing: str, kind: type[Link | Joint | Driver | Force]) -> None:
        """Check the links, joints, drivers or forces, and make them known by name."""
        given = getattr(self, f"{thing}s")
        if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
            raise FormError(f"{thing}s", given, f"a list of {thing}s")
        things = tuple(given)
        table: dict[str, object] = {}
        for entry in things:
            if not isinstance(entry, kind):
                raise FormError(f"{thing}s", entry, f"a {kind.__name__}")
            if entry.name in table:
                raise DuplicateNameError(thing, entry.name)
            table[entry.name] = entry
        object.__setattr__(self, f"{thing}s", things)
        object.__setattr__(self, f"_{thing}s", table)

    def _check_forms(self) -> None:
        for name in ("name", "title", "source", "notes", "space", "category"):
            text(getattr(self, name), name)
        truth(self.floating, "floating")
        for name, kind in (("initial", InitialConfiguration), ("units", Units), ("expected", Expectation)):
            if not isinstance(getattr(self, name), kind):
                raise FormError(name, getattr(self, name), f"a value made with {kind.__name__}(…)")
        if self.space not in SPACES:
            raise FormError("space", self.space, "'planar' or 'spatial'")

    def _check_space(self) -> None:
        """Raise where a link, a joint or a driver is not of this space."""
        for link in self.links:
            for name, place in link.points.items():
                if len(place) != SPACES[self.space]:
                    expected = "two coordinates [x, y]" if self.space == "planar" else "three coordinates [x, y, z]"
                    raise FormError(f"{link.name}.{name}", list(place), expected)
        for thing, every in (("joint", self.joints), ("driver", self.drivers)):
            for each in every:
                if self.space not in each.spaces:
                    raise FormError(
                        f"{thing} {each.name!r}", each.kind, f"a kind of {thing} of {self.space} mechanisms"
                    )
        rods = [joint for joint in self.joints if joint.letter == "SS"]
        if rods:  # they stand behind the other joints, as in files
            object.__setattr__(self, "joints", (*(each for each in self.joints if each.letter != "SS"), *rods))
        for joint in self.joints:
            for name in joint.upright if self.space == "planar" else joint.flat:
                default = joint.__dataclass_fields__[name].default
                if getattr(joint, name) != default:
                    where = f"joint {joint.name!r}: {name}"
                    raise FormError(where, getattr(joint, name), f"nothing, since the mechanism is {self.space}")
        if not self.is_spatial and self.initial.poses:
            raise FormError("initial: poses", dict(self.initial.poses), "points and angles, since it is planar")

    @staticmethod
    def _named(thing: str, table: Mapping[str, Thing], name: str, where: str) -> Thing:
        if not isinstance(name, str) or name not in table:
            raise UnknownNameError(where, thing, name, table)
        return table[name]

    def _check_joint(self, joint: Joint) -> None:
        where = f"joint {joint.name!r}"
        for link in joint.all_links:
            self._named("link", self._links, link, where)
        for reference in joint.points:
            link, _, point = reference.partition(".")
            points = self._links[link].points
            if point not in points:
                remedy = "add it to the link, or say with `at` which point is meant"
                raise UnknownNameError(where, f"point of link {link!r} named", point, points, remedy)

    def _check_driver(self, driver: Driver) -> None:
        first, second = self.driven_links(driver)
        if first == second:
            raise DriverError(driver.name, f"it moves {first!r} against itself; name two different links")

    def _check_poses_driven_once(self) -> None:
        drivers: dict[str, str] = {}
        for driver in self.drivers:
            if len(driver.inputs) > 1:
                link = self.driven_links(driver)[1]
                other = drivers.setdefault(link, driver.name)
                if other != driver.name:
                    raise DriverError(driver.name, f"{other!r} drives the pose of {link!r} too; remove one of them")

    def _check_initial(self) -> None:
        for name in self.initial.points:
            if "." in name:
                self.point(name, "initial")
            elif self.joint(name, "initial").letter != "R":
                raise JointError(name, self._joints[name].links, "only a pin has a place; give 'link.point' instead")
        for name in (*self.initial.angles, *self.initial.branches, *self.initial.poses):
            self._named("link", self._links, name, "initial")
        for name in self.initial.inputs:
            if name not in self.input_names:
                raise UnknownNameError("initial: inputs", "input", name, self.input_names)

    def _check_expected(self) -> None:
        if self.expected.full_turn and [self.input_quantity(name) for name in self.input_names] != ["angle"]:
            raise FormError(
                "expected: range", "full turn", "an interval [from, to] for each input, unless one angle is driven"
            )
        for name in self.expected.range:
            if name not in self.input_names:
                raise UnknownNameError("expected: range", "input", name, self.input_names)
        for name in self.expected.undetermined:
            self._named("link", self._links, name, "expected: undetermined")

    def _check_lengths(self) -> None:
        size = max((abs(c) for link in self.links for place in link.points.values() for c in place), default=0.0)
        if 0.0 < size < SMALLEST:
            raise MechanismError(f"{self.name}: its largest coordinate is {size:g} m, expected at least {SMALLEST:g} m")
        if self.is_spatial:
            return
        pins: dict[str, list[tuple[str, tuple[float, float]]]] = {name: [] for name in self._links}
        others = {self.ground}
        for joint in self.joints:
            if joint.letter == "R":
                for link, place in map(self.point, joint.points):
                    pins[link].append((joint.name, place))
            else:
                others.update(joint.all_links)
        for link, placed in pins.items():
            if link not in others and len(placed) > 1:
                x, y = placed[0][1]
                length = max(hypot(px - x, py - y) for _, (px, py) in placed)
                if length <= SHORTEST * size:
                    raise ZeroLengthError(link, [name for name, _ in placed], SHORTEST if length else 0.0)

    def _check_masses(self) -> None:
        masses = dict(table(self.masses, "masses"))
        for link, mass in masses.items():
            found = self._named("link", self._links, link, "masses")
            if link == self.ground:
                raise MassError(f"masses: {link!r} is ground, which does not move; leave it out", [link])
            if not isinstance(mass, LinkMass):
                raise FormError(f"masses: {link}", mass, "a mass such as Mass(2.0, centre=(0, 0), inertia=0.1)")
            mass.rigid(found)
        object.__setattr__(self, "masses", masses)

    def _check_gravity(self) -> None:
        gravity = pair(self.gravity, "gravity", "two components [x, y]")
        object.__setattr__(self, "gravity", gravity)
        size = hypot(*gravity)
        if size != 0.0 and not WEAKEST <= size <= STRONGEST:
            unit, earth = self.units.length, hypot(*STANDARD_GRAVITY)
            usual = self.units.write(earth, "length")
            warn(
                f"{self.name}: gravity is {size:.6g} m/s²; that of the Earth is {earth:g} m/s², {usual:.6g} in the "
                f'length of this mechanism\'s units ({unit}), or gravity = "down" in its file',
                GravityWarning,
                stacklevel=2,
            )

    def _check_parameters(self) -> None:
        parameters, expressions = table(self.parameters, "parameters"), table(self.expressions, "expressions")
        if not parameters and not expressions:
            return
        numbers = self.numbers
        if isinstance(expressions, HeldExpressions):
            expressions = expressions.still_held(numbers)
        found, formulas = checked_parameters(parameters, expressions, numbers, self.units)
        object.__setattr__(self, "parameters", found)
        object.__setattr__(self, "expressions", HeldExpressions(expressions, numbers))
        object.__setattr__(self, "_formulas", formulas)

    def _check_connected(self) -> None:
        neighbours: dict[str, set[str]] = {name: set() for name in self._links}
        pairs = [joint.all_links for joint in self.joints] + [self.driven_links(driver) for driver in self.drivers]
        for joined in pairs:
            for link in joined[1:]:
                neighbours[joined[0]].add(link)
                neighbours[link].add(joined[0])
        reached, waiting = {self.ground}, [self.ground]
        while waiting:
            for link in neighbours[waiting.pop()] - reached:
                reached.add(link)
                waiting.append(link)
        loose = [name for name in self._links if name not in reached]
        if loose:
            raise DisconnectedError(loose, self.ground)


def _missing_masses(mechanism: str, links: Sequence[str]) -> MassError:
    has = "has no entry" if len(links) == 1 else "have no entries"
    return MassError(
        f"{mechanism}: {listing(links, verb=False)} {has} in masses; give mass, centre and inertia of each "
        "(a mass of 0 is allowed)",
        links,
    )


def at_inputs(mechanism: Mechanism, values: Iterable[float]) -> str:
    """Where all inputs are, as it stands in a sentence, in the mechanism's units: ` at motor = 30 deg`."""
    units, parts = mechanism.units, []
    for name, value in zip(mechanism.input_names, values, strict=True):
        kind = mechanism.input_quantity(name)
        parts.append(f"{name} = {value / units.factor(kind):.6g} {getattr(units, kind)}")
    return f" at {', '.join(parts)}" if parts else ""
