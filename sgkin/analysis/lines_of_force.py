"""Which way a joint transmits force and which way it lets a link move: lines, each read of a motion as a vector.

At a joint J a transmitting link a acts on a driven link b. Links are taken without mass and joints without friction:

    line of force   J a pin, a with one other joint: through both pins of a; normal to the guide of a block; through the
                    pins at both ends of a cylinder that is driven. J a slot: normal to the slot, or along the radius of
                    a circular one. J a guide: normal to it, at the pin of the block.
    direction       b pinned at Q: at right angles to QJ; b on a guide: along the guide. A joint at ground decides;
                    without one, the only other joint of b. Where b has several and none at ground, or another kind:
                    that of the velocity of b at J, with its limit where it vanishes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Floats
from sgkin.conditions.table import left, unit
from sgkin.errors import InputError, UnknownNameError, listing
from sgkin.model.driver import JointDriver
from sgkin.model.joint import Joint, PinInCircularSlot, PinInSlot, Prismatic, Revolute, Weld
from sgkin.model.mechanism import Mechanism
from sgkin.motion import Motion

RIGHT_ANGLE = 0.5 * np.pi
AT_REST = 1e-9
"""A velocity that counts as none, as a part of the largest along the motion."""

Vectors = Callable[[Motion], Floats]
"""Vectors (n, 2), of any length, that are read of a motion."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line as a vector along it, what it is in words, and the pin beside the joint through which it goes, if any."""

    vectors: Vectors
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

    def body(self, link: str) -> frozenset[str]:
        """All links that move as one with a link."""
        return self._of[link]

    def joints(self, link: str) -> list[Joint]:
        """The joints of a body, in file order."""
        body = self._of[link]
        return [j for j in self.mechanism.joints if not isinstance(j, Weld) and body.intersection(j.all_links)]

    def others(self, link: str, joint: Joint) -> list[Joint]:
        """Its joints but one."""
        return [each for each in self.joints(link) if each.name != joint.name]

    def is_grounded(self, joint: Joint) -> bool:
        """Whether a joint holds a link to ground."""
        return bool(self.ground.intersection(joint.links))

    def site(self, joint: Joint, link: str) -> str:
        """The point of a joint in a body, as `link.point`."""
        return next(f"{name}.{point}" for name, point in joint.sites if name in self._of[link])

    def normal(self, joint: Prismatic, link: str) -> Vectors:
        """The normal of a guide that is fixed in a body."""
        place = next(number for number, name in enumerate(joint.links) if name in self._of[link])
        return _inclined(joint.links[place], joint.angle[place] + RIGHT_ANGLE)

    def drivers(self, link: str) -> list[str]:
        """The drivers that act on a body."""
        body, mechanism = self._of[link], self.mechanism
        return [driver.name for driver in mechanism.drivers if body.intersection(mechanism.driven_links(driver))]


def _inclined(link: str, angle: float) -> Vectors:
    return lambda motion: unit(motion.pose(link)[:, 2] + angle)


def _between(first: str, second: str) -> Vectors:
    return lambda motion: motion.position(second) - motion.position(first)


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
            slot = _inclined(joint.links[1], joint.angle + RIGHT_ANGLE)
            return Line(slot, f"normal to the slot {joint.name}"), joint.points[0]
        case PinInCircularSlot():
            return Line(_between(joint.points[1], joint.points[0]), f"along the radius of {joint.name}"), joint.points[
                0
            ]
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
        return Line(_between(pin, here), f"through {entry.name} and {joint.name} of {link}", pin)
    assert isinstance(entry, Prismatic)
    if not any(_drives_guide_of(bodies, driver.name, [entry]) for driver in bodies.mechanism.drivers):
        return Line(bodies.normal(entry, link), f"normal to the guide {entry.name}")
    barrel = next(name for name in entry.links if name not in bodies.body(link))
    far = _entry(bodies, entry, barrel, None, needs_pin=True)
    pin = bodies.site(far, barrel)
    return Line(_between(pin, here), f"through {far.name} and {joint.name}, the ends of a cylinder", pin)


def direction_of_motion(bodies: Bodies, joint: Joint, link: str, at: str) -> Line:
    """The direction in which a link may move where a force acts on it, at a point written `link.point`."""
    others = bodies.others(link, joint)
    holding = [each for each in others if bodies.is_grounded(each)] or (others if len(others) == 1 else [])
    match holding:
        case [Revolute() as pin]:
            far = bodies.site(pin, link)
            across = _between(far, at)
            words = f"at right angles to {pin.name}–{at.rpartition('.')[2]}"
            return Line(lambda motion: left(across(motion)), words, far)
        case [Prismatic() as guide]:
            normal = bodies.normal(guide, link)
            return Line(lambda motion: left(normal(motion)), f"along the guide {guide.name}")
    return Line(lambda motion: velocity_direction(motion, link, at), f"as {link} moves at {at.rpartition('.')[2]}")


def velocity_direction(motion: Motion, link: str, at: str) -> Floats:
    """Unit vectors (n, 2) along the velocity of a link where a point of it or of another is; where that vanishes, along
    its derivative, which it has as a line before and behind."""
    place, moving = motion.position(at), motion.velocity(at)
    pose, rate, second = motion.pose(link), motion.velocity(link), motion.acceleration(link)
    arm, turn = place - pose[:, :2], rate[:, 2:]
    velocity = rate[:, :2] + turn * left(arm)
    bent = second[:, :2] + second[:, 2:] * left(arm) + turn * left(moving - rate[:, :2])
    speed = np.linalg.norm(velocity, axis=1)
    fastest = float(speed.max())
    if not fastest > AT_REST * float(np.abs(bent).max(initial=0.0)) or not fastest > 0.0:
        raise InputError(f"{link!r} does not move at {at}; there is no direction into which it could be driven")
    chosen = np.where((speed > AT_REST * fastest)[:, None], velocity, bent)
    return np.asarray(chosen / np.linalg.norm(chosen, axis=1)[:, None])
