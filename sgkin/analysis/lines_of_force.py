"""Which way a joint transmits force and which way it lets a link move: lines, each as a vector.

At a joint J a transmitting link a acts on a driven link b. Links are taken without mass and joints without friction:

    line of force   J a pin, a with one other joint: through both pins of a; normal to the guide of a block; through the
                    pins at both ends of a cylinder that is driven. J a slot: normal to the slot, or along the radius of
                    a circular one. J a guide: normal to it, at the pin of the block.
    direction       b pinned at Q: at right angles to QJ; b on a guide: along the guide. A joint at ground decides;
                    without one, the only other joint of b. Where b has several and none at ground, or another kind:
                    that of the velocity of b at J, with its limit where it vanishes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sgkin.analysis.pose_vectors import RIGHT_ANGLE, Between, Inclined, LinkPoint, OfVelocity, PoseVector
from sgkin.errors import InputError, UnknownNameError, listing
from sgkin.model.driver import JointDriver
from sgkin.model.joint import Joint, PinInCircularSlot, PinInSlot, Prismatic, Revolute, Weld
from sgkin.model.mechanism import Mechanism


@dataclass(frozen=True, slots=True)
class Line:
    """A line as a vector along it, what it is in words, and the pin beside the joint through which it goes, if any."""

    vector: PoseVector
    words: str
    pin: str = ""


class Bodies:
    """A mechanism's links with those welded to them, and the joints by which such bodies hang together."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self._of = {link.name: frozenset({link.name}) for link in mechanism.links}
        for joint in mechanism.joints:
            if isinstance(joint, Weld):
                whole = frozenset().union(*(self._of[link] for link in joint.links))
                self._of.update(dict.fromkeys(whole, whole))
        self.ground = self._of[mechanism.ground]
        self._joints: dict[frozenset[str], list[Joint]] = {body: [] for body in self._of.values()}
        for joint in mechanism.joints:
            if not isinstance(joint, Weld):
                for body in dict.fromkeys(self._of[link] for link in joint.all_links):
                    self._joints[body].append(joint)

    def body(self, link: str) -> frozenset[str]:
        """All links that move as one with a link."""
        return self._of[link]

    def joints(self, link: str) -> list[Joint]:
        """The joints of a body, in file order."""
        return self._joints[self._of[link]]

    def others(self, link: str, joint: Joint) -> list[Joint]:
        """Its joints but one."""
        return [each for each in self.joints(link) if each.name != joint.name]

    def is_grounded(self, joint: Joint) -> bool:
        """Whether a joint holds a link to ground."""
        return bool(self.ground.intersection(joint.links))

    def site(self, joint: Joint, link: str) -> str:
        """The point of a joint in a body, as `link.point`."""
        return next(f"{name}.{point}" for name, point in joint.sites if name in self._of[link])

    def normal(self, joint: Prismatic, link: str) -> Inclined:
        """The normal of a guide that is fixed in a body."""
        place = next(number for number, name in enumerate(joint.links) if name in self._of[link])
        return Inclined(joint.links[place], joint.angle[place] + RIGHT_ANGLE)

    def between(self, first: str, second: str) -> Between:
        """The vector from one point to another, both written `link.point`."""
        return Between(LinkPoint.named(self.mechanism, first), LinkPoint.named(self.mechanism, second))

    @cached_property
    def distances(self) -> dict[str, int]:
        """How many joints, not at ground, lie between each link and the nearest one that a driver moves."""
        mechanism = self.mechanism
        moved = [link for driver in mechanism.drivers for link in mechanism.driven_links(driver)]
        found = {name: 0 for link in moved for name in self.body(link) if link not in self.ground}
        waiting = list(found)
        for link in waiting:
            for joint in self.joints(link):
                for near in joint.all_links:
                    for name in sorted(self.body(near)):
                        if near not in self.ground and name not in found:
                            found[name] = found[link] + 1
                            waiting.append(name)
        return found

    def drivers(self, link: str) -> list[str]:
        """The drivers that act on a body."""
        body, mechanism = self._of[link], self.mechanism
        return [driver.name for driver in mechanism.drivers if body.intersection(mechanism.driven_links(driver))]


def line_of_force(bodies: Bodies, joint: Joint, link: str, through: str | None) -> tuple[Line, str]:
    """The line of the force with which a link acts at a joint, and the point of that joint, as `link.point`.

    through: the other joint at which the force comes into the link.
    """
    match joint:
        case Revolute():
            return _through_link(bodies, joint, link, _entry(bodies, joint, link, through)), bodies.site(joint, link)
        case Prismatic():
            if any(_drives_guide_of(bodies, driver.name, [joint]) for driver in bodies.mechanism.drivers):
                raise InputError(
                    f"the guide {joint.name!r} is driven: it acts along itself; ask at the ends of its links"
                )
            entry = _entry(bodies, joint, link, through, needs_pin=True)
            words = f"normal to the guide {joint.name}, at {entry.name}"
            return Line(bodies.normal(joint, link), words), bodies.site(entry, link)
        case PinInSlot():
            slot = Inclined(joint.links[1], joint.angle + RIGHT_ANGLE)
            return Line(slot, f"normal to the slot {joint.name}"), joint.points[0]
        case PinInCircularSlot():
            radius = bodies.between(joint.points[1], joint.points[0])
            return Line(radius, f"along the radius of {joint.name}"), joint.points[0]
    raise TypeError(f"{type(joint).__name__} is a joint of which no line of force is known")


def refuse_without_line(joint: Joint) -> None:
    """Raise where a joint has no line of force in the sense of the textbooks."""
    if isinstance(joint, Revolute | Prismatic | PinInSlot | PinInCircularSlot):
        return
    what = "its links are one body"
    if joint.letter == "G":
        what = "teeth have a pressure angle of their own, which kinematics does not know"
    raise InputError(f"joint {joint.name!r} is a {joint.kind}: {what}; ask at a pin, a guide or a slot")


def _entry(bodies: Bodies, joint: Joint, link: str, through: str | None, needs_pin: bool = False) -> Joint:
    """The joint at which the force comes into a link that acts at another."""
    others = bodies.others(link, joint)
    told = f"at joint {joint.name!r} {link!r} transmits"
    fitting = [each for each in others if isinstance(each, Revolute if needs_pin else Revolute | Prismatic)]
    names = [each.name for each in fitting]
    if through is not None:
        if through not in names:
            raise UnknownNameError("through", f"joint of {link!r} named", through, names)
        return next(each for each in fitting if each.name == through)
    loads = [name for name in bodies.drivers(link) if not _drives_guide_of(bodies, name, [joint, *others])]
    if loads:
        remedy = f"ask at another joint of {listing(_next_links(bodies, joint, link), verb=False)}"
        raise InputError(
            f"{told}, but {listing(loads, verb=False)} drives it, so that its force has no fixed line; {remedy}"
        )
    if len(others) != 1 or not fitting:
        if not fitting:
            raise InputError(f"{told}, but it has no other {'pin' if needs_pin else 'pin or guide'}; ask elsewhere")
        joined = listing([each.name for each in others], verb=False)
        raise InputError(
            f"{told}, but it has other joints besides ({joined}), so that its force has no fixed line; "
            f"say with through= at which of them the force comes in, or with driven= that it is the driven link"
        )
    return fitting[0]


def _drives_guide_of(bodies: Bodies, driver: str, joints: list[Joint]) -> bool:
    """Whether a driver moves a guide among joints, as that of a hydraulic cylinder."""
    found = bodies.mechanism.driver(driver)
    return isinstance(found, JointDriver) and any(j.name == found.joint and isinstance(j, Prismatic) for j in joints)


def _next_links(bodies: Bodies, joint: Joint, link: str) -> list[str]:
    """The other moving links at a joint."""
    return [name for name in joint.links if name not in bodies.body(link) | bodies.ground]


def _through_link(bodies: Bodies, joint: Joint, link: str, entry: Joint) -> Line:
    """The line of force of a link with two joints, the one at which it acts a pin."""
    here = bodies.site(joint, link)
    if isinstance(entry, Revolute):
        pin = bodies.site(entry, link)
        return Line(bodies.between(pin, here), f"through {entry.name} and {joint.name} of {link}", pin)
    assert isinstance(entry, Prismatic)
    if not any(_drives_guide_of(bodies, driver.name, [entry]) for driver in bodies.mechanism.drivers):
        return Line(bodies.normal(entry, link), f"normal to the guide {entry.name}")
    barrel = next(name for name in entry.links if name not in bodies.body(link))
    far = _entry(bodies, entry, barrel, None, needs_pin=True)
    pin = bodies.site(far, barrel)
    return Line(bodies.between(pin, here), f"through {far.name} and {joint.name}, the ends of a cylinder", pin)


def direction_of_motion(bodies: Bodies, joint: Joint, link: str, at: str) -> Line:
    """The direction in which a link may move where a force acts on it, at a point written `link.point`."""
    others = bodies.others(link, joint)
    holding = [each for each in others if bodies.is_grounded(each)] or (others if len(others) == 1 else [])
    match holding:
        case [Revolute() as pin]:
            far = bodies.site(pin, link)
            words = f"at right angles to {pin.name}–{at.rpartition('.')[2]}"
            return Line(bodies.between(far, at).left, words, far)
        case [Prismatic() as guide]:
            return Line(bodies.normal(guide, link).left, f"along the guide {guide.name}")
    moving = OfVelocity(link, LinkPoint.named(bodies.mechanism, at), at)
    return Line(moving, f"as {link} moves at {at.rpartition('.')[2]}")
