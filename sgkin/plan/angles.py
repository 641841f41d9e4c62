"""The angles of links, continuous over a motion and never wrapped.

What follows from the inputs, or from gears, is known with its whole turns. Any other angle is counted: from one lane to
the next it turns less than half a turn, and where that is in doubt the way between them was followed in detail and the
turn over it is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgkin.groups.element import Entity
from sgkin.groups.turning import NOTHING, initial_angle, turning, whole_turns

if TYPE_CHECKING:
    from sgkin.plan.plan import KinematicPlan

Array = NDArray[np.float64]


class Followed(NamedTuple):
    """A way that was followed in detail to a lane, from another or (−1) from the initial inputs, and how far directions
    turned on it."""

    lane: int
    start: int
    turns: Mapping[Entity, float]


class LinkAngle(NamedTuple):
    """What the angle of a link is made of: a direction whose angle is counted and what that is in the initial
    configuration, a scalar, and a constant; `free`: whether nothing is known of it in the initial configuration, so
    that it begins within half a turn of zero."""

    counted: Entity | None
    first: float
    more: Entity
    constant: float
    free: bool = False

    @property
    def entities(self) -> list[Entity]:
        """What must be kept to read it."""
        return [entity for entity in (self.counted, self.more) if entity is not None and entity is not NOTHING]


def link_angle(plan: KinematicPlan, link: str) -> LinkAngle:
    """How the angle of a link is read; it is what was stated, or found, in the initial configuration.

    Only a link turned by an input has the angle that its input says.
    """
    site = plan.site
    direction = site.direction(site.root(link))
    counted, more = turning(site, direction)
    turn = site.turn(link)
    first = None if counted is None else initial_link_angle(plan, counted.link)
    base = 0.0 if counted is None or first is None else first + counted.local[0]
    stated = initial_link_angle(plan, link)
    if stated is None or (counted is not None and first is None):
        return LinkAngle(counted, base, more, turn, free=counted is not None)
    here = base + initial_angle(site, more, plan.initial) + turn
    return LinkAngle(counted, base, more, turn + whole_turns(stated - here))


def initial_link_angle(plan: KinematicPlan, link: str) -> float | None:
    """The angle of a link in the initial configuration: as its input says, as stated, or as found, if it was."""
    site = plan.site
    direction = site.direction(site.root(link))
    if link == plan.mechanism.ground:
        return 0.0
    if direction in site.turned_on:
        before, maker = initial_link_angle(plan, site.turned_on[direction]), site.makers[direction]
        if before is None:
            return None
        sign, shift = maker.geometry
        return before + sign * float(plan.initial_inputs[maker.inputs[1].input]) + shift + site.turn(link)
    stated = plan.mechanism.initial.angles
    if link in stated:
        return stated[link]
    return plan.initial[link][2] if link in plan.initial else None


def counted_angle(cosine: Array, sine: Array, first: float, direction: Entity, followed: Sequence[Followed]) -> Array:
    """The angle (n,) of a direction that was `first` before the first lane."""
    wrapped = np.arctan2(sine, cosine)
    change = np.diff(wrapped)
    change = nearest_angle(change, 0.0)
    known = [way for way in followed if way.lane < len(wrapped)]
    steps = [way for way in known if way.start == way.lane - 1 >= 0]
    places = np.array([way.lane - 1 for way in steps], dtype=np.int64)
    change[places] = nearest_angle(change[places], np.array([way.turns[direction] for way in steps]))
    angle = np.cumsum(np.concatenate([nearest_angle(wrapped[:1], first), change]))
    for lane, start, turns in known:
        if start != lane - 1 or start < 0:
            before = angle[start] if start >= 0 else first
            angle[lane:] += nearest_angle(angle[lane], before + turns[direction]) - angle[lane]
    return nearest_angle(wrapped, angle)


def nearest_angle(angle: Array, near: Array | float) -> Array:
    """Angles with whole turns added, so that they are nearest to others."""
    return np.asarray(angle + 2.0 * np.pi * np.round((near - angle) / (2.0 * np.pi)))
