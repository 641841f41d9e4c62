"""Drawing what slides: blocks on guides, pins in slots, and cylinders."""

from __future__ import annotations

from math import pi

from sgkin.drawing import symbols
from sgkin.drawing.reach import swing, travel
from sgkin.drawing.shapes import Bent, Circle, Path, Rounded, arc, hull
from sgkin.drawing.sheet import Sheet, ahead, left_of
from sgkin.mathematics import Place
from sgkin.model.joint import PinInCircularSlot, PinInSlot, Prismatic, RackAndPinion

BLOCK = 1.7
"""Half the height of a block, in radii of a pin."""
SLOT = 1.15
"""Half the width of a slot."""


def draw_slide(sheet: Sheet, joint: Prismatic) -> None:
    """A block on a guide that reaches as far as it goes, or a cylinder where the pair is driven."""
    guide = guide_number(sheet, joint)
    block = 1 - guide
    name, other = joint.links[guide], joint.links[block]
    origin, centre, angle = foot(sheet, joint, guide), foot(sheet, joint, block), joint.angle[guide]
    low, high = travel(sheet.configurations, name, origin, angle, other, centre)
    sheet.corners[other].append(centre)
    if sheet.is_cylinder(joint):
        draw_cylinder(sheet, (name, origin, angle), (other, centre, joint.angle[block]), (low, high))
        return
    spare = (8.0 if low == high else 4.5) * sheet.size
    ends = ahead(origin, angle, low - spare), ahead(origin, angle, high + spare)
    sheet.add(Path(name, "guide", ends))
    if not _is_rack(sheet, other):
        half, height = 2.6 * sheet.size, BLOCK * sheet.size
        pose = (*centre, joint.angle[block])
        sheet.add(symbols.rectangle(other, "block", pose, (-half, half), (-height, height)))
    if name == sheet.ground:
        side = symbols.across(angle)
        start, end = (
            left_of(place, angle, side * BLOCK * sheet.size) for place in (ends if side < 0.0 else ends[::-1])
        )
        sheet.add(*symbols.hatched_line(name, start, end, sheet.size))
    else:
        sheet.corners[name] += [origin, *ends]


def guide_number(sheet: Sheet, joint: Prismatic) -> int:
    """Which of the two links is the guide: ground; the longer one where the other is a mere block; or the first."""
    if sheet.ground in joint.links:
        return joint.links.index(sheet.ground)
    corners = [len(hull(sheet.mechanism.link(link).points.values())) for link in joint.links]
    return 1 if corners[0] == 1 and corners[1] > 1 else 0


def foot(sheet: Sheet, joint: Prismatic, number: int) -> Place:
    """The point of a link's guide line next to the point of the joint."""
    return left_of(sheet.place(joint.points[number]), joint.angle[number], joint.offset[number])


def _is_rack(sheet: Sheet, link: str) -> bool:
    return any(isinstance(joint, RackAndPinion) and joint.links[1] == link for joint in sheet.mechanism.joints)


def draw_slot(sheet: Sheet, joint: PinInSlot) -> None:
    """A slot that reaches as far as the pin in it goes."""
    pin, slot = joint.links
    place = sheet.place(joint.points[0])
    origin = left_of(sheet.place(joint.points[1]), joint.angle, joint.offset)
    low, high = travel(sheet.configurations, slot, origin, joint.angle, pin, place)
    spare = (6.0 if low == high else 1.5) * sheet.size
    ends = ahead(origin, joint.angle, low - spare), ahead(origin, joint.angle, high + spare)
    sheet.corners[slot] += ends
    sheet.slotted.add(slot)
    sheet.add(Rounded(slot, "slot", hull(ends), SLOT * sheet.size), Circle(pin, "pin", place, sheet.size))
    sheet.label(pin, "joint", place, joint.name)


def draw_circular_slot(sheet: Sheet, joint: PinInCircularSlot) -> None:
    """An arc about its centre that reaches as far as the pin in it goes."""
    pin, slot = joint.links
    place, centre = (sheet.place(point) for point in joint.points)
    low, high = swing(sheet.configurations, slot, centre, pin, place)
    spare = (6.0 if low == high else 1.5) * sheet.size / joint.radius
    low, high = low - spare, min(high + spare, low - spare + 2.0 * pi)
    line = tuple(arc(centre, joint.radius, low, high, segments=180))
    sheet.corners[slot] += line
    sheet.slotted.add(slot)
    sheet.add(Bent(slot, "slot", line, SLOT * sheet.size), Circle(pin, "pin", place, sheet.size))
    sheet.label(pin, "joint", place, joint.name)


Axis = tuple[str, Place, float]
"""A frame, an origin in it and a direction."""


def rubbing_place(sheet: Sheet, joint: Prismatic) -> tuple[str, tuple[float, float, float], float]:
    """Where friction of a sliding pair is drawn: a frame, a pose on the axis in it, and how far beside the axis.

    Above the block, and above the arrow of its driver; at the mouth of a cylinder.
    """
    guide = guide_number(sheet, joint)
    block = 1 - guide
    side = -symbols.across(joint.angle[guide])
    if sheet.is_cylinder(joint):
        frame, origin, angle = joint.links[guide], foot(sheet, joint, guide), joint.angle[guide]
        strokes = travel(sheet.configurations, frame, origin, angle, joint.links[block], foot(sheet, joint, block))
        forth, length, _ = _cylinder_lengths(sheet, strokes)
        return frame, (*ahead(origin, angle, forth * (length - 2.5 * sheet.size)), angle), side * 1.5 * sheet.size
    is_driven = side > 0.0 and any(driver.at_joint == joint.name for driver in sheet.mechanism.drivers)
    pose = (*foot(sheet, joint, block), joint.angle[block])
    return joint.links[block], pose, side * (BLOCK + (2.0 if is_driven else 0.0)) * sheet.size


def _cylinder_lengths(sheet: Sheet, strokes: tuple[float, float]) -> tuple[float, float, float]:
    """Which way a cylinder reaches, and the lengths of barrel and rod."""
    least, largest = sorted(abs(stroke) for stroke in strokes)
    rod = 0.85 * least
    return 1.0 if sum(strokes) >= 0.0 else -1.0, max(0.62 * least, largest - rod + 1.5 * sheet.size), rod


def draw_cylinder(sheet: Sheet, barrel: Axis, rod: Axis, strokes: tuple[float, float]) -> None:
    """Barrel and rod of a cylinder, which reach into each other at all strokes if they can.

    `strokes`: least and largest coordinate of the end of the rod on the axis of the barrel, from its origin.
    """
    size, (forth, barrel_length, rod_length) = sheet.size, _cylinder_lengths(sheet, strokes)
    for role, (frame, place, angle), ends, width in (
        ("barrel", barrel, (0.0, forth * barrel_length), 1.5),
        ("rod", rod, (-forth * rod_length, 0.0), 0.45),
        ("rod", rod, (-forth * (rod_length + 0.5 * size), -forth * (rod_length - 0.5 * size)), 1.2),
    ):
        reach = (min(ends), max(ends))
        sheet.add(symbols.rectangle(frame, role, (*place, angle), reach, (-width * size, width * size)))
