"""The angles of links, continuous over a motion and never wrapped.

What follows from the inputs, or from gears, is known with its whole turns. Any other angle is counted: from one lane to
the next it turns less than half a turn, and where that is in doubt the way between them was followed in detail and the
turn over it is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgkin.conditions.welding import Place
from sgkin.groups.element import Entity, Heading
from sgkin.groups.site import Site
from sgkin.groups.turning import NOTHING, initial_angle, turning, whole_turns
from sgkin.plan.tape import HeadingRows

if TYPE_CHECKING:
    from sgkin.plan.plan import KinematicPlan

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class Followed(NamedTuple):
    """A way that was followed in detail to a lane, from another or (−1) from the initial inputs, and how far headings
    (h,) turned on it."""

    lane: int
    start: int
    turns: Floats


class LinkAngle(NamedTuple):
    """What the angle of a link is made of: that of a link or of a direction, which is counted, and what it is in the
    initial configuration; a scalar, and a constant. `free`: whether nothing is known of it in the initial
    configuration, so that it begins within half a turn of zero."""

    counted: Entity | str | None
    first: float
    more: Entity
    constant: float
    free: bool = False


def line_of(site: Site, link: str) -> tuple[tuple[Entity, Place], tuple[Entity, Place]]:
    """The two points between which the direction of a link is that of a line; first its origin, if it is one."""
    first, second = site.frames[link].anchors[:2]
    return (second, first) if second[1] == (0.0, 0.0) else (first, second)


def heading_of(site: Site, counted: Entity | str) -> Heading:
    """The heading of a link whose direction is that of a line, or a direction."""
    if isinstance(counted, Entity):
        return Heading(counted)
    (first, (px, py)), (second, (qx, qy)) = line_of(site, counted)
    return Heading(first, second, (qx - px) ** 2 + (qy - py) ** 2)


def link_angle(plan: KinematicPlan, link: str) -> LinkAngle:
    """How the angle of a link is read; it is what was stated, or found, in the initial configuration.

    Only a link turned by an input has the angle that its input says.
    """
    site, root = plan.site, plan.site.root(link)
    counted: Entity | str | None
    counted, more, inclination, of = root, NOTHING, 0.0, root
    if not site.is_spanned(root):
        direction = site.frames[root].direction
        assert direction is not None
        entity, more = turning(site, direction)
        counted = entity
        if entity is not None:
            of, inclination = entity.link, entity.local[0]
            if site.is_spanned(of) and site.frames[of].direction is entity:
                counted = of
    turn = site.turn(link)
    first = None if counted is None else plan.initial_angle(of)
    base = 0.0 if counted is None or first is None else first + inclination
    stated = plan.initial_angle(link)
    if stated is None or (counted is not None and first is None):
        return LinkAngle(counted, base, more, turn, free=counted is not None)
    here = base + initial_angle(site, more, plan.initial) + turn
    return LinkAngle(counted, base, more, turn + whole_turns(stated - here))


def known_changes(
    headings: HeadingRows, kept: Floats, first: Floats, followed: Sequence[Followed]
) -> tuple[Integers, Floats]:
    """Lanes (k,) to which ways were followed, and how headings (k, h) change from the lane before to them.

    `kept` (rows, n): at the lanes that were reached; `first` (h,): the angles at the start, from which those of the
    first lane change.
    """
    changes: dict[int, Floats] = {}
    for lane, start, turns in followed if len(first) else ():
        if lane >= kept.shape[1]:
            continue
        if start == lane - 1:
            changes[lane] = turns
            continue
        begin = max(start, 0)
        wrapped = headings.angles(kept[:, begin : lane + 1])
        between = {number - begin: change for number, change in changes.items() if begin < number < lane}
        passed = angle_changes(wrapped[:, :-1], between).sum(axis=1)
        if start < 0:
            passed += nearest_angle(wrapped[:, 0], first + changes.get(0, 0.0)) - first
        changes[lane] = turns - passed
    lanes = sorted(changes)
    return np.array(lanes, dtype=np.int64), np.array([changes[lane] for lane in lanes]).reshape(len(lanes), len(first))


def angle_changes(wrapped: Floats, known: dict[int, Floats]) -> Floats:
    """How angles (h, m) change from each lane to the next (h, m − 1); known changes, by lane, to their whole turns."""
    change = np.diff(wrapped, axis=1)
    near = np.zeros_like(change)
    for lane, turns in known.items():
        if lane > 0:
            near[:, lane - 1] = turns
    return nearest_angle(change, near)


def counted_angles(wrapped: Floats, first: Floats, lanes: Integers, changes: Floats) -> Floats:
    """Continuous angles (h, m), which are `first` (h,) before the first lane."""
    known = dict(zip(lanes.tolist(), changes, strict=True))
    begin = nearest_angle(wrapped[:, :1], (first + known.get(0, 0.0))[:, None])
    angle = np.cumsum(np.concatenate([begin, angle_changes(wrapped, known)], axis=1), axis=1)
    return nearest_angle(wrapped, angle)


def nearest_angle(angle: Floats, near: Floats | float) -> Floats:
    """Angles with whole turns added, so that they are nearest to others."""
    return np.asarray(angle + 2.0 * np.pi * np.round((near - angle) / (2.0 * np.pi)))
