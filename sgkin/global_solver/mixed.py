"""Mixed coordinates, as Saura et al. (2013) use them: the pins of the links, and angles where they are needed.

- A pin has two coordinates that all its links share; a pin on ground has none.
- A link with two pins or more, of which no angle is wanted, is known by two of them: their distance is a condition.
- A link has an angle if what a joint or driver states wants one, or if it has fewer than two pins. Links that guides or
  welds keep parallel share one angle, and an angle that is driven against ground is the input itself.
- Every further pin of a link gives two conditions.

On the paper's chain of k dyads these are the angle of the crank and 2 k + 2 coordinates of pins, n = 2 k + 3 with the
input, and m = 2 k + 2 conditions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

from sgkin.conditions.record import Condition as Record
from sgkin.conditions.statement import Statements
from sgkin.global_solver.condition import Bar, Owner, Plain, Substitution
from sgkin.global_solver.coordinates import Coordinates, nearest
from sgkin.global_solver.expression import CONSTANT, INPUT, Expression, Point
from sgkin.global_solver.frame import FixedFrame, PairFrame, TurningFrame, at
from sgkin.mathematics import Place, Pose, moved
from sgkin.model.joint import Joint
from sgkin.model.mechanism import Mechanism

APART = 1e-9
"""How far apart two pins must be, in typical lengths, for a link to be known by them."""

Key = tuple[Owner, str]
"""A condition: its owner, and which of its owner's it is."""


def mixed(mechanism: Mechanism, poses: Mapping[str, Pose], unit: float) -> Coordinates:
    """Pins, and angles where they are needed."""
    return MixedCoordinates(mechanism, poses, unit).found


class MixedCoordinates:
    """Makes the coordinates step by step: pins, angles, frames, conditions."""

    def __init__(self, mechanism: Mechanism, poses: Mapping[str, Pose], unit: float) -> None:
        self.mechanism, self.poses, self.unit = mechanism, poses, unit
        self.statements = Statements(mechanism)
        self.names = [link.name for link in mechanism.links]
        self.found = Coordinates()
        self.inputs = list(mechanism.initial_inputs.values())
        self.pins: dict[str, list[tuple[str, Place]]] = {link.name: [] for link in mechanism.links}
        self.places: dict[str, tuple[int, int]] = {}
        self.turning = {self.names[frame] for _, each in self.stated() for frame in turning_frames(each)}
        self.taken: set[Key] = set()  # conditions that the choice of coordinates fulfils
        self._add_pins()
        self.pairs = {link: pair for link in mechanism.moving_links if (pair := self._pair(link))}
        self.angles = SharedAngles(self)
        self._make_frames()
        self._write()

    def stated(self) -> Iterator[tuple[Key, Record]]:
        """The conditions of joints, but for their pins, and of drivers."""
        for joint, stated in zip(self.mechanism.joints, self.statements.joints, strict=True):
            yield from (((Owner("joint", joint.name), each.part), each) for each in stated.conditions)
        yield from ((self.driven(each), each) for stated in self.statements.drivers for each in stated.conditions)

    def driven(self, condition: Record) -> Key:
        """The key of the condition of an input."""
        return Owner("input", self.mechanism.input_names[condition.input]), condition.part

    def _add_pins(self) -> None:
        for joint, stated in zip(self.mechanism.joints, self.statements.joints, strict=True):
            if stated.coincident:
                places = ((point.x / self.unit, point.y / self.unit) for point in stated.coincident)
                local = dict(zip(joint.links, places, strict=True))
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

    def _make_frames(self) -> None:
        frames, ground = self.found.frames, self.mechanism.ground
        frames[ground] = FixedFrame(self.angles.zero)
        posed = self._posed()
        for link in self.mechanism.moving_links:
            pins = self.pins[link]
            if link in self.pairs:
                (one, first), (other, second) = (pins[number] for number in self.pairs[link])
                frames[link] = PairFrame(self.places[one], self.places[other], (first, second))
                continue
            turning, offset = self.angles.of(link)
            if link in posed:
                frames[link] = TurningFrame(at(*posed[link]), (0.0, 0.0), turning, offset)
            elif pins:
                base = self._point(self.places[pins[0][0]])
                frames[link] = TurningFrame(base, pins[0][1], turning, offset)
            else:
                x, y, _ = self.poses[link]
                base = at(self.found.unknown(f"{link}.x", x), self.found.unknown(f"{link}.y", y))
                frames[link] = TurningFrame(base, (0.0, 0.0), turning, offset)

    def _posed(self) -> dict[str, tuple[int, int]]:
        """Links whose whole pose is driven, the angle of which is an input: the inputs that are their x and y."""
        found = {}
        for stated in self.statements.drivers:
            *places, turn = stated.conditions
            if places and self.driven(turn) in self.taken:
                x, y = (INPUT + each.input for each in places)
                found[self.names[places[0].ends[1].frame]] = (x, y)
                self.taken.update(map(self.driven, places))
        return found

    def _point(self, place: tuple[int, int]) -> Point:
        if place[0] >= CONSTANT:
            x, y = (Expression(self.found.constants[number - CONSTANT]) for number in place)
            return x, y
        return at(*place)

    def _write(self) -> None:
        for link in self.mechanism.moving_links:
            self._hold_together(link)
        substituted = Substitution([self.found.frames[name] for name in self.names], self.unit)
        self.found.conditions += [substituted(key[0], each) for key, each in self.stated() if key not in self.taken]

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


def turning_frames(condition: Record) -> tuple[int, ...]:
    """The frames of which a condition wants the angle."""
    direction = (condition.frame,) if condition.ends and condition.kind == "projection" else ()
    return (*direction, *(frame for frame, _ in condition.turns))


class SharedAngles:
    """One variable for each set of links that guides and welds keep parallel."""

    def __init__(self, mixed: MixedCoordinates) -> None:
        self.mixed = mixed
        self.zero = mixed.found.constant(0.0)
        self.parent: dict[str, tuple[str, float]] = {}
        self.variables: dict[str, tuple[int, float]] = {mixed.mechanism.ground: (self.zero, 0.0)}
        for key, each in mixed.stated():
            if not each.ends and not each.rolls:
                (self._join if key[0].kind == "joint" else self._drive)(key, each)

    def root(self, link: str) -> tuple[str, float]:
        """The link whose angle is shared, and how far this one is turned against it."""
        turn = 0.0
        while link in self.parent:
            link, more = self.parent[link]
            turn += more
        return link, turn

    def _join(self, key: Key, condition: Record) -> None:
        """θ₂ = θ₁ + constant; the second shares the angle of the first, if it is not ground."""
        (second, _), (first, _) = condition.turns
        (one, turned_one), (other, turned_other) = (self.root(self.mixed.names[frame]) for frame in (first, second))
        if one == other:
            return
        self.mixed.taken.add(key)
        if other == self.mixed.mechanism.ground:
            self.parent[one] = (other, turned_other - condition.constant - turned_one)
        else:
            self.parent[other] = (one, turned_one + condition.constant - turned_other)

    def _drive(self, key: Key, condition: Record) -> None:
        """An angle that is driven against ground is the input itself."""
        (second, _), (first, _) = condition.turns
        root, turn = self.root(self.mixed.names[second])
        if self.mixed.names[first] == self.mixed.mechanism.ground and root not in self.variables:
            self.mixed.taken.add(key)
            self.variables[root] = (INPUT + condition.input, -turn)

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
