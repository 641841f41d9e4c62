"""Mixed coordinates, as Saura et al. (2013) use them: the pins of the links, and angles where they are needed.

- A pin has two coordinates that all its links share; a pin on ground has none.
- A link with two pins or more, of which no angle is wanted, is known by two of them: their distance is a condition.
- A link has an angle if a gear, a rack, a guide, a slot, a weld or a driven angle wants one, or if it has fewer than
  two pins. Links that guides or welds keep parallel share one angle, and an angle that is driven against ground is the
  input itself.
- Every further pin of a link gives two conditions.

On the paper's chain of k dyads these are the angle of the crank and 2 k + 2 coordinates of pins, n = 2 k + 3 with the
input, and m = 2 k + 2 conditions.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from sgkin.conditions.welding import moved
from sgkin.global_solver.condition import TURN, Bar, ConditionWriter, Owner, Plain
from sgkin.global_solver.coordinates import Coordinates, Pose, nearest
from sgkin.global_solver.expression import CONSTANT, INPUT, Expression, Point
from sgkin.global_solver.frame import FixedFrame, PairFrame, Place, TurningFrame, at
from sgkin.model.driver import Driver, JointDriver, LinkAngleDriver, PoseDriver
from sgkin.model.joint import GearPair, Joint, PinInSlot, Prismatic, RackAndPinion, Revolute, Weld
from sgkin.model.mechanism import Mechanism

APART = 1e-9
"""How far apart two pins must be, in typical lengths, for a link to be known by them."""


def mixed(mechanism: Mechanism, poses: Mapping[str, Pose], unit: float) -> Coordinates:
    """Pins, and angles where they are needed."""
    return MixedCoordinates(mechanism, poses, unit).found


class MixedCoordinates:
    """Makes the coordinates step by step: pins, angles, frames, conditions."""

    def __init__(self, mechanism: Mechanism, poses: Mapping[str, Pose], unit: float) -> None:
        self.mechanism, self.poses, self.unit = mechanism, poses, unit
        self.found = Coordinates()
        self.inputs = list(mechanism.initial_inputs.values())
        self.pins: dict[str, list[tuple[str, Place]]] = {link.name: [] for link in mechanism.links}
        self.places: dict[str, tuple[int, int]] = {}
        self.turning = {link for joint in mechanism.joints for link in turned_by_joint(joint)}
        self.turning |= {link for driver in mechanism.drivers for link in self._turned_by(driver)}
        self.taken: set[str] = set()  # drivers and guides whose angle is no condition of its own
        self._take_pins()
        self.pairs = {link: pair for link in mechanism.moving_links if (pair := self._pair(link))}
        self.angles = SharedAngles(self)
        self._make_frames()
        self._write()

    def local(self, reference: str) -> Place:
        """A point in its link, in typical lengths."""
        x, y = self.mechanism.point(reference)[1]
        return x / self.unit, y / self.unit

    def _take_pins(self) -> None:
        for joint in self.mechanism.joints:
            if isinstance(joint, Revolute | Weld):
                local = {link: self.local(point) for link, point in zip(joint.links, joint.points, strict=True)}
                for link, place in local.items():
                    self.pins[link].append((joint.name, place))
                self.places[joint.name] = self._place(joint, local)

    def _place(self, joint: Joint, local: Mapping[str, Place]) -> tuple[int, int]:
        ground = self.mechanism.ground
        if ground in local:
            x, y = local[ground]
            return self.found.constant(x), self.found.constant(y)
        first = joint.links[0]
        x, y = moved(self.poses[first], local[first])
        return self.found.unknown(f"{joint.name}.x", x), self.found.unknown(f"{joint.name}.y", y)

    def _pair(self, link: str) -> tuple[int, int] | None:
        """Two pins, the first and the one furthest from it, by which a link can be known."""
        if link in self.turning or not self.pins[link]:
            return None
        x, y = self.pins[link][0][1]
        reach = [hypot(place[0] - x, place[1] - y) for _, place in self.pins[link]]
        furthest = max(range(len(reach)), key=reach.__getitem__)
        return (0, furthest) if reach[furthest] > APART else None

    def _turned_by(self, driver: Driver) -> tuple[str, ...]:
        match driver:
            case JointDriver():
                return self.mechanism.driven_links(driver)
            case LinkAngleDriver() | PoseDriver():
                return (driver.link,)
        return ()

    def _make_frames(self) -> None:
        frames, ground = self.found.frames, self.mechanism.ground
        frames[ground] = FixedFrame(self.angles.zero)
        posed = {driver.link: driver for driver in self.mechanism.drivers if isinstance(driver, PoseDriver)}
        for link in self.mechanism.moving_links:
            pins = self.pins[link]
            if link in self.pairs:
                (one, first), (other, second) = (pins[number] for number in self.pairs[link])
                frames[link] = PairFrame(self.places[one], self.places[other], (first, second))
                continue
            turning, offset = self.angles.of(link)
            if link in posed and posed[link].name in self.taken:
                number = INPUT + self.mechanism.input_names.index(posed[link].inputs[0])
                base = at(number, number + 1)
                frames[link] = TurningFrame(base, (0.0, 0.0), turning, offset)
            elif pins:
                base = self._point(self.places[pins[0][0]])
                frames[link] = TurningFrame(base, pins[0][1], turning, offset)
            else:
                x, y, _ = self.poses[link]
                base = at(self.found.unknown(f"{link}.x", x), self.found.unknown(f"{link}.y", y))
                frames[link] = TurningFrame(base, (0.0, 0.0), turning, offset)

    def _point(self, place: tuple[int, int]) -> Point:
        if place[0] >= CONSTANT:
            x, y = (Expression(self.found.constants[number - CONSTANT]) for number in place)
            return x, y
        return at(*place)

    def _write(self) -> None:
        writer = ConditionWriter(self.mechanism, self.unit, self.found.frames)
        conditions = self.found.conditions
        for link in self.mechanism.moving_links:
            self._hold_together(link)
        for joint in self.mechanism.joints:
            match joint:
                case Revolute():
                    continue
                case Weld():
                    if joint.name not in self.taken:
                        turn = writer.heading(joint.links[1]) - writer.heading(joint.links[0])
                        conditions.append(Plain(Owner("joint", joint.name), turn - Expression(joint.angle), TURN))
                case Prismatic():
                    if joint.name not in self.taken:
                        conditions.append(writer.aligned(joint))
                    conditions.append(writer.across(joint))
                case _:
                    conditions.append(writer.of_joint(joint))
        for driver in self.mechanism.drivers:
            if driver.name not in self.taken:
                conditions += writer.of_driver(driver)

    def _hold_together(self, link: str) -> None:
        """The conditions between the pins of a link."""
        frame, owner = self.found.frames[link], Owner("link", link)
        known: tuple[int, ...] = ()
        if isinstance(frame, PairFrame):
            known = self.pairs[link]
            self.found.conditions.append(Bar(owner, frame.first, frame.second, hypot(*frame.span)))
        elif self.pins[link] and frame.point(self.pins[link][0][1]) == self._point(self.places[self.pins[link][0][0]]):
            known = (0,)
        for number, (joint, place) in enumerate(self.pins[link]):
            if number not in known:
                held = frame.point(place)
                for value, follows in zip(self._point(self.places[joint]), held, strict=True):
                    self.found.conditions.append(Plain(owner, value - follows))


def turned_by_joint(joint: Joint) -> tuple[str, ...]:
    """The links of which a joint wants the angle."""
    match joint:
        case GearPair() | RackAndPinion() | Prismatic() | Weld():
            return joint.all_links
        case PinInSlot():
            return (joint.links[1],)
    return ()


class SharedAngles:
    """One variable for each set of links that guides and welds keep parallel."""

    def __init__(self, mixed: MixedCoordinates) -> None:
        self.mixed = mixed
        self.zero = mixed.found.constant(0.0)
        self.parent: dict[str, tuple[str, float]] = {}
        self.variables: dict[str, tuple[int, float]] = {mixed.mechanism.ground: (self.zero, 0.0)}
        for joint in mixed.mechanism.joints:
            if isinstance(joint, Prismatic):
                self._join(joint, joint.angle[0] - joint.angle[1])
            elif isinstance(joint, Weld):
                self._join(joint, joint.angle)
        for driver in mixed.mechanism.drivers:
            self._drive(driver)

    def root(self, link: str) -> tuple[str, float]:
        """The link whose angle is shared, and how far this one is turned against it."""
        turn = 0.0
        while link in self.parent:
            link, more = self.parent[link]
            turn += more
        return link, turn

    def _join(self, joint: Joint, turn: float) -> None:
        """θ₂ = θ₁ + turn."""
        (first, one), (second, other) = (self.root(link) for link in joint.links)
        if first == second:
            return
        self.mixed.taken.add(joint.name)
        if second == self.mixed.mechanism.ground:
            self.parent[first] = (second, other - turn - one)
        else:
            self.parent[second] = (first, one + turn - other)

    def _drive(self, driver: Driver) -> None:
        """An angle that is driven against ground is the input itself."""
        mechanism = self.mixed.mechanism
        first, second = mechanism.driven_links(driver)
        is_angle = mechanism.input_quantity(driver.inputs[-1]) == "angle"
        root, turn = self.root(second)
        if not is_angle or first != mechanism.ground or root in self.variables:
            return
        self.mixed.taken.add(driver.name)
        self.variables[root] = (INPUT + mechanism.input_names.index(driver.inputs[-1]), -turn)

    def of(self, link: str) -> tuple[int, float]:
        """The variable and the offset that make the angle of a link, near the angle at which it starts."""
        root, turn = self.root(link)
        if root not in self.variables:
            self.variables[root] = (self.mixed.found.unknown(f"{root}.theta", self.mixed.poses[root][2]), 0.0)
        number, offset = self.variables[root]
        return number, nearest(offset + turn + self._start(number), self.mixed.poses[link][2]) - self._start(number)

    def _start(self, number: int) -> float:
        if number < INPUT:
            return self.mixed.found.start[number]
        if number >= CONSTANT:
            return 0.0
        return self.mixed.inputs[number - INPUT]
