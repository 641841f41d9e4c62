"""Links that only spin: rollers, washers, wheels on an axle. They are left at rest.

A body, a link or several that are welded, spins idly if all joints that hold it act at one and the same point of it and
never on its angle, and no driver acts on it: then nothing else moves when it turns. It is left at rest on the link that
carries it: as if its pin were welded, or the slot in which it slides were a guide. All others move as if it were not
there.

A link that hangs on a single pin is idle only if it has no other point: a coupler whose joint was forgotten, or a
pendulum without a driver, is not. Nothing is idle where nothing is driven.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from sgkin.conditions.record import Point, Statement
from sgkin.conditions.statement import Statements
from sgkin.conditions.welding import WeldedBodies
from sgkin.errors import InitialConfigurationError
from sgkin.mathematics import Place, is_same, moved
from sgkin.model.initial import InitialConfiguration
from sgkin.model.joint import Joint
from sgkin.model.mechanism import Mechanism
from sgkin.structure.placement import Placement


class IdleSpin(NamedTuple):
    """A body that spins idly: its links, the joint about which, and the link on which it rests.

    `link`: the one of its links that the joint holds. `carrier` is empty where the body touches a profile that is not
    described, so that there is no motion.
    """

    links: tuple[str, ...]
    link: str
    joint: str
    carrier: str


def leave_at_rest(mechanism: Mechanism) -> tuple[Mechanism, tuple[IdleSpin, ...], tuple[IdleSpin, ...]]:
    """The mechanism with its idle bodies held; these; and those that are idle if the profiles that they touch let them
    spin, which are not held."""
    spins: list[IdleSpin] = []
    found: list[IdleSpin] = []
    while mechanism.drivers:
        found = _idle_spins(mechanism)
        ready = _ready(found)
        if not ready:
            break
        mechanism = _hold(mechanism, ready)
        spins += ready
    return mechanism, tuple(spins), tuple(spin for spin in found if not spin.carrier)


def _ready(found: Sequence[IdleSpin]) -> list[IdleSpin]:
    """Those that rest on a link that does not spin itself; if there are only others, the first of them."""
    carried = [spin for spin in found if spin.carrier]
    spinning = {link for spin in carried for link in spin.links}
    return [spin for spin in carried if spin.carrier not in spinning] or carried[:1]


@dataclass(slots=True)
class _Hold:
    """What holds a body: the places at which it does, and through which joints."""

    links: list[str]
    places: list[Place] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)
    is_driven: bool = False
    touches: bool = False
    is_turned: bool = False

    def add(self, frame: int, stated: Statement) -> bool:
        """Note what a joint states of the body; whether it says anything of it."""
        ends: list[Point] = [*stated.coincident, *(end for each in stated.conditions for end in each.ends)]
        own = [(end.x, end.y) for end in ends if end.frame == frame]
        turned = any(frame in each.directed or frame in dict(each.turns) for each in stated.conditions)
        self.places += own
        self.is_turned = self.is_turned or turned
        return bool(own) or turned

    @property
    def acts_at_one_point(self) -> bool:
        """Whether it is held at one point, its angle not at all, and nothing of it is driven."""
        is_one = bool(self.places) and all(is_same(self.places[0], each) for each in self.places)
        return is_one and not self.is_turned and not self.is_driven


def _idle_spins(mechanism: Mechanism) -> list[IdleSpin]:
    """Every body that spins idly, in file order."""
    loose = _held_at_one_place(mechanism)
    if not loose:
        return []
    welds = WeldedBodies(mechanism)
    bodies: dict[str, list[str]] = {}
    for link, (root, _) in welds.parts.items():
        bodies.setdefault(root, []).append(link)
    number = {root: place for place, root in enumerate(bodies)}
    statements = Statements(mechanism, {link: (number[root], pose) for link, (root, pose) in welds.parts.items()})
    holds = {
        root: _Hold(links) for root, links in bodies.items() if root != mechanism.ground and loose.issuperset(links)
    }
    for joint in mechanism.joints:
        roots = {welds.parts[link][0] for link in joint.all_links}
        if len(roots) > 1:
            for root in [root for root in roots if root in holds]:
                _add_joint(holds[root], number[root], joint, statements)
    roots_by_number = list(bodies)
    for stated in statements.drivers:
        for frame in {frame for condition in stated.conditions for frame in condition.frames}:
            if roots_by_number[frame] in holds:
                holds[roots_by_number[frame]].is_driven = True
    found = (_idle_spin(mechanism, welds, hold) for hold in holds.values())
    return [spin for spin in found if spin is not None]


def _add_joint(hold: _Hold, frame: int, joint: Joint, statements: Statements) -> None:
    if not joint.is_described:
        hold.touches = True
    elif hold.add(frame, statements.of_joint(joint)):
        hold.joints.append(joint)


def _held_at_one_place(mechanism: Mechanism) -> set[str]:
    """Links that could be idle: those that joints hold at one place at most. Of most mechanisms there are none."""
    places: dict[str, Place] = {}
    others = set[str]()
    for joint in mechanism.joints:
        if not joint.letter or not joint.is_described:
            continue
        sites = joint.sites
        if not sites:
            others.update(joint.all_links)
        for link, point in sites:
            if link not in others:
                place = mechanism.link(link).points[point]
                if not is_same(places.setdefault(link, place), place):
                    others.add(link)
    return {link.name for link in mechanism.links} - others - {mechanism.ground}


def _idle_spin(mechanism: Mechanism, welds: WeldedBodies, hold: _Hold) -> IdleSpin | None:
    """How a body spins, if it does so idly."""
    pins = [joint for joint in hold.joints if joint.letter == "R"]
    is_placed = len(pins) == 1 or (not pins and len(hold.joints) > 1)  # two pins on one point are a mistake
    if not hold.acts_at_one_point or not is_placed:
        return None
    hangs = len(hold.joints) + hold.touches == 1
    if hangs and any(not is_same(place, hold.places[0]) for place in _points(mechanism, welds, hold)):
        return None
    for joint in pins or hold.joints:
        link = next(link for link in joint.links if link in hold.links)
        carrier = next(other for other in joint.links if other not in hold.links)
        if joint.at_rest(link, carrier, 0.0):
            return IdleSpin(tuple(hold.links), link, joint.name, "" if hold.touches else carrier)
    return None


def _points(mechanism: Mechanism, welds: WeldedBodies, hold: _Hold) -> Iterator[Place]:
    """All points of a body."""
    for link in hold.links:
        pose = welds.parts[link][1]
        for place in mechanism.link(link).points.values():
            yield moved(pose, place)


def _hold(mechanism: Mechanism, spins: Sequence[IdleSpin]) -> Mechanism:
    """The mechanism with some bodies held on the links that carry them; without forces, which may name the pins about
    which these spin."""
    angles = _angles_at_rest(mechanism, spins)
    joints = {joint.name: [joint] for joint in mechanism.joints}
    for spin, angle in zip(spins, angles, strict=True):
        joint, *others = joints[spin.joint]
        joints[spin.joint] = [*joint.at_rest(spin.link, spin.carrier, angle), *others]
    every = [joint for made in joints.values() for joint in made]
    return replace(mechanism, joints=every, initial=_initial(mechanism, spins, every), forces=())


def _angles_at_rest(mechanism: Mechanism, spins: Sequence[IdleSpin]) -> list[float]:
    """The angles of idle links to those that carry them: as the initial configuration has them, else 0."""
    placement = Placement(Statements(mechanism), WeldedBodies(mechanism))
    found = []
    for spin in spins:
        own, carrier = (placement.angles.get(placement.number[link]) for link in (spin.link, spin.carrier))
        if own is not None and carrier is None:
            raise InitialConfigurationError(
                f"{mechanism.name}: the initial configuration has an angle for {spin.link!r}, which spins idly, but "
                f"none for {spin.carrier!r}, on which it is left at rest; give both, or leave it out",
                (spin.link, spin.carrier),
            )
        found.append(0.0 if own is None or carrier is None else own - carrier)
    return found


def _initial(mechanism: Mechanism, spins: Sequence[IdleSpin], joints: Sequence[Joint]) -> InitialConfiguration:
    """The initial configuration without what it says of idle links, and without pins that are no longer there."""
    given = mechanism.initial
    resting = {link for spin in spins for link in spin.links}
    pins = {joint.name for joint in joints if joint.letter == "R"}
    points: dict[str, Place] = {}
    for name, place in given.points.items():
        sites = [name] if "." in name else mechanism.joint(name).points
        told = [name] if name in pins else [site for site in sites if site.partition(".")[0] not in resting]
        points |= dict.fromkeys(told, place)
    angles = {link: angle for link, angle in given.angles.items() if link not in resting}
    return replace(given, points=points, angles=angles)
