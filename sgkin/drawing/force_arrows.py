"""The forces of joints and drives as arrows in the picture of a configuration, all to one scale."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import atan2, hypot

from sgkin.drawing import symbols
from sgkin.drawing.drawing import Drawing, limits
from sgkin.drawing.motion_drawing import Scene
from sgkin.drawing.shapes import Label, Shape
from sgkin.dynamics.energy_balance import driven_inputs
from sgkin.dynamics.force_table import shown_links
from sgkin.dynamics.reactions import Reactions
from sgkin.errors import UnknownNameError
from sgkin.mathematics import Place

LONGEST, LEAST = 0.25, 0.02
"""The longest arrow, as a part of the larger side of the mechanism; the least force that gets one, of the largest."""
TURN = 5.5
"""Radius of the arrow of a moment, in radii of a pin."""


@dataclass(frozen=True, slots=True)
class ForceArrow:
    """The force (x, y) in N and the moment in N·m of a joint, or of the drive of an input, on a link at a place."""

    owner: str
    link: str
    place: Place
    force: Place
    moment: float

    @property
    def size(self) -> float:
        """How large the force is."""
        return hypot(*self.force)


def force_arrows(found: Reactions, step: int, link: str | None = None) -> list[ForceArrow]:
    """The forces at a step that are drawn: of every joint and drive on one link, or all those on a link that is named.

    What is not determined all along the motion is left out.
    """
    mechanism = found.motion.mechanism
    if link is not None and not mechanism.has_link(link):
        raise UnknownNameError("forces", "link", link, [each.name for each in mechanism.links])
    owners = [joint.name for joint in mechanism.joints]
    owners += [name for name in driven_inputs(found.motion) if name not in owners]
    sites = []
    for owner in owners:
        if link is None:
            sites += [(owner, each) for each in _shown(found, owner)]
        elif link in found.links(owner):
            sites.append((owner, link))
    return [_arrow(found, step, *site) for site in sites if found.determined(*site).all()]


def with_forces(scene: Scene, arrows: list[ForceArrow], step: int) -> Scene:
    """A scene with arrows in it; the longest stands for the largest of them, numbers tell how large each is."""
    drawing = scene.drawing
    sides = [high - low for low, high in limits(drawing.placed(scene.poses(step)))]
    largest = max((arrow.size for arrow in arrows), default=0.0)
    scale = LONGEST * max(sides) / largest if largest > 0.0 else 0.0
    shapes: list[Shape] = list(drawing.shapes)
    labels = list(drawing.labels)
    turning = max((abs(arrow.moment) for arrow in arrows), default=0.0)
    for arrow in arrows:
        if arrow.size > LEAST * largest:
            tip = _draw_force(drawing, arrow, scale, shapes)
            labels.append(Label(drawing.ground, "point", tip, _told(arrow.size, "N")))
        if abs(arrow.moment) > LEAST * turning:
            symbol = symbols.turning_arrow(
                drawing.ground, arrow.place, TURN * drawing.size, arrow.moment, drawing.size, symbols.REACTION
            )
            shapes += symbol
            above = (arrow.place[0], arrow.place[1] + TURN * drawing.size)
            labels.append(Label(drawing.ground, "point", above, _told(arrow.moment, "N·m")))
    return replace(scene, drawing=replace(drawing, shapes=tuple(shapes), labels=tuple(labels)))


def _draw_force(drawing: Drawing, arrow: ForceArrow, scale: float, shapes: list[Shape]) -> Place:
    """An arrow from its place; where its tip is."""
    x, y = arrow.force
    pose = (*arrow.place, atan2(y, x))
    length = max(scale * arrow.size, 2.0 * drawing.size)
    shapes += symbols.straight_arrow(drawing.ground, pose, length, drawing.size, symbols.REACTION)
    return arrow.place[0] + length * x / arrow.size, arrow.place[1] + length * y / arrow.size


def _told(value: float, unit: str) -> str:
    """A force or a moment in three digits.

    >>> _told(12.345, "N"), _told(-3937.0, "N·m")
    ('12.3 N', '-3.94 kN·m')
    """
    return f"{value:.3g} {unit}" if abs(value) < 999.5 else f"{value / 1e3:.3g} k{unit}"


def _shown(found: Reactions, owner: str) -> tuple[str, ...]:
    """The links on which the force of a joint is drawn; of a drive that which is moved."""
    if owner in [joint.name for joint in found.motion.mechanism.joints]:
        return shown_links(found, owner)
    return found.links(owner)[-1:]


def _arrow(found: Reactions, step: int, owner: str, link: str) -> ForceArrow:
    x, y = found.point(owner, link)[step].tolist()
    along, across = found.at(owner, link)[step].tolist()
    return ForceArrow(owner, link, (x, y), (along, across), float(found.moment(owner, link)[step]))
