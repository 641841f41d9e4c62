"""What the angles of links are made of, so that they are continuous over a motion and never wrapped.

What follows from the inputs, or from gears, is known with its whole turns. Any other angle is counted along the motion,
see `sgkin.sweep.counted_angles`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sgkin.groups.continuous_angles import NOTHING, initial_angle, turning
from sgkin.groups.element import Feature, Heading
from sgkin.groups.plan_builder import PlanBuilder
from sgkin.mathematics import Place
from sgkin.whole_turns import whole_turns

if TYPE_CHECKING:
    from sgkin.plan.plan import Plan


class LinkAngle(NamedTuple):
    """What the angle of a link is made of: that of a link or of a direction, which is counted, and what it is in the
    initial configuration; a scalar, and a constant. `free`: whether nothing is known of it in the initial
    configuration, so that it begins within half a turn of zero."""

    counted: Feature | str | None
    first: float
    more: Feature
    constant: float
    free: bool = False


def line_of(builder: PlanBuilder, link: str) -> tuple[tuple[Feature, Place], tuple[Feature, Place]]:
    """The two points between which the direction of a link is that of a line; first its origin, if it is one."""
    first, second = builder.frames[link].anchors[:2]
    return (second, first) if second[1] == (0.0, 0.0) else (first, second)


def heading_of(builder: PlanBuilder, counted: Feature | str) -> Heading:
    """The heading of a link whose direction is that of a line, or a direction."""
    if isinstance(counted, Feature):
        return Heading(counted)
    (first, (px, py)), (second, (qx, qy)) = line_of(builder, counted)
    return Heading(first, second, (qx - px) ** 2 + (qy - py) ** 2)


def link_angle(plan: Plan, link: str) -> LinkAngle:
    """How the angle of a link is read; it is what was stated, or found, in the initial configuration.

    Only a link turned by an input has the angle that its input says.
    """
    builder, root = plan.site, plan.site.root(link)
    counted: Feature | str | None
    counted, more, inclination, of = root, NOTHING, 0.0, root
    if not builder.is_spanned(root):
        direction = builder.frames[root].direction
        assert direction is not None
        feature, more = turning(builder, direction)
        counted = feature
        if feature is not None:
            of, inclination = feature.link, feature.local[0]
            if builder.is_spanned(of) and builder.frames[of].direction is feature:
                counted = of
    turn = builder.turn(link)
    first = None if counted is None else plan.initial_angle(of)
    base = 0.0 if counted is None or first is None else first + inclination
    stated = plan.initial_angle(link)
    if stated is None or (counted is not None and first is None):
        return LinkAngle(counted, base, more, turn, free=counted is not None)
    here = base + initial_angle(builder, more, plan.initial) + turn
    return LinkAngle(counted, base, more, turn + whole_turns(stated - here))
