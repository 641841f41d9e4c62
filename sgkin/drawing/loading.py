"""Drawing masses and forces: centres of mass, springs, dampers, friction, and hollow arrows for forces, torques and
gravity."""

from __future__ import annotations

from math import atan2, cos, pi, sin

from sgkin.drawing import symbols
from sgkin.drawing.shapes import Aim, Circle
from sgkin.drawing.sheet import Sheet
from sgkin.drawing.sliding import rubbing_place
from sgkin.mathematics import Place
from sgkin.model.action import Action
from sgkin.model.coordinate import Along, Angle, Distance, Stroke
from sgkin.model.force import Force, JointFriction
from sgkin.model.force_law import Elastic, ElasticTable, ForceLaw, Friction, OwnForceLaw, StateLaw
from sgkin.model.joint import Prismatic

TURN, LENGTH, GAP = 4.8, 7.0, 1.3
"""Radius of the arrow of a torque, length of that of a force, and how far its tip stays from its point, in radii of a
pin."""
BESIDE = 1.9
"""How far a spring and its damper are drawn beside their line, in radii of a pin."""


def draw_masses(sheet: Sheet) -> None:
    """The centre of mass of every link that has one."""
    for link in sheet.mechanism.masses:
        mass = sheet.mechanism.rigid_mass(link)
        if mass.mass > 0.0:
            sheet.add(*symbols.mass_centre(link, mass.centre, 1.1 * sheet.size))


def draw_gravity(sheet: Sheet, left: float, top: float) -> None:
    """An arrow the way of gravity, to the left of the mechanism and below its top; where there are masses to move."""
    x, y = sheet.mechanism.gravity
    if (x or y) and sheet.mechanism.masses:
        half, angle = 0.5 * LENGTH * sheet.size, atan2(y, x)
        across, below = left - half - 3.3 * sheet.size, top - half - 1.3 * sheet.size
        pose = (across + half * cos(angle), below + half * sin(angle), angle)
        sheet.add(*symbols.force_arrow(sheet.ground, pose, 2.0 * half, 0.0, sheet.size))
        sheet.label(sheet.ground, "point", pose[:2], "g")


def draw_force(sheet: Sheet, force: Force) -> None:
    """What a force is, where it acts. Forces on inputs are seen by the arrows of their drivers."""
    if isinstance(force, JointFriction):
        _draw_friction(sheet, force)
        return
    if getattr(force, force.subject, None) in sheet.mechanism.input_names:
        return
    for number, action in enumerate(force.actions(sheet.mechanism)):
        frame = f"{force.name}.force{number or ''}"
        match action.coordinate:
            case Distance():
                _draw_between(sheet, frame, action.coordinate, action.law)
            case Along():
                _draw_push(sheet, frame, action.coordinate, action.law)
            case Angle():
                _draw_turn(sheet, frame, action, getattr(force, "joint", ""))
            case Stroke():
                _draw_push_along(sheet, frame, action.coordinate, action.law)


def _is_damped(law: ForceLaw) -> bool:
    return isinstance(law, Friction) or (isinstance(law, Elastic | ElasticTable) and law.damping > 0.0)


def _draw_between(sheet: Sheet, frame: str, coordinate: Distance, law: ForceLaw) -> None:
    """A spring, a damper or both side by side, as long as the points are apart."""
    sheet.aims.append(Aim(frame, *coordinate.first, towards=coordinate.second, stretches=True))
    is_spring = not isinstance(law, Friction)
    beside = BESIDE * sheet.size if is_spring and _is_damped(law) else 0.0
    if is_spring:
        sheet.add(symbols.spring(frame, beside, sheet.size))
    if _is_damped(law):
        sheet.add(*symbols.damper(frame, -beside, sheet.size))
    for link, place in (coordinate.first, coordinate.second):
        at = [name for name, local in sheet.mechanism.link(link).points.items() if local == place]
        if link == sheet.ground and Circle(link, "pin", place, sheet.size) not in sheet.shapes:
            sheet.jointed.update((link, name) for name in at)
            sheet.add(Circle(link, "pin", place, sheet.size), *symbols.support(link, place, -pi / 2, sheet.size))
            sheet.label(link, "joint", place, at[0])


def _draw_push(sheet: Sheet, frame: str, coordinate: Along, law: ForceLaw) -> None:
    """An arrow on the point, with the tip towards it."""
    axes = "" if coordinate.frame == sheet.ground else coordinate.frame
    sheet.aims.append(Aim(frame, coordinate.link, coordinate.place, axes=axes))
    x, y = coordinate.direction
    pose = (0.0, 0.0, atan2(y, x) if _sign(law) > 0.0 else atan2(-y, -x))
    sheet.add(*symbols.force_arrow(frame, pose, LENGTH * sheet.size, GAP * sheet.size, sheet.size))


def _draw_push_along(sheet: Sheet, frame: str, coordinate: Stroke, law: ForceLaw) -> None:
    """An arrow on the block of a guide, along the guide."""
    sheet.aims.append(Aim(frame, *coordinate.second, axes=coordinate.guide))
    pose = (0.0, 0.0, coordinate.angle if _sign(law) > 0.0 else coordinate.angle + pi)
    sheet.add(*symbols.force_arrow(frame, pose, LENGTH * sheet.size, 2.0 * GAP * sheet.size, sheet.size))


def _draw_friction(sheet: Sheet, force: JointFriction) -> None:
    """A shoe for dry friction and a damper for viscous friction, round a pin or on a block."""
    (action,) = force.actions(sheet.mechanism)
    joint = sheet.mechanism.joint(force.joint)
    if isinstance(joint, Prismatic):
        frame, pose, beside = rubbing_place(sheet, joint)
        away = 2.2 * sheet.size if beside > 0.0 else -2.2 * sheet.size
        if force.dry > 0.0:
            sheet.add(*symbols.shoe(frame, pose, beside, sheet.size))
        if force.viscous > 0.0:
            sheet.add(*symbols.small_damper(frame, pose, beside + (away if force.dry else 0.6 * away), sheet.size))
    elif isinstance(action.coordinate, Angle):
        base, centre = _turning_about(sheet, action.coordinate, force.joint)
        if force.dry > 0.0:
            sheet.add(*symbols.round_shoe(base, centre, sheet.size))
        if force.viscous > 0.0:
            sheet.add(*symbols.turning_damper(base, centre, sheet.size))


def _draw_turn(sheet: Sheet, frame: str, action: Action, joint: str) -> None:
    """A spiral or a cup at a pin for springs and dampers, a round arrow for torques; a torque on a link is drawn at its
    origin, or at its centre of mass."""
    coordinate, law = action
    assert isinstance(coordinate, Angle)
    base, centre = _turning_about(sheet, coordinate, joint)
    if isinstance(law, Elastic | ElasticTable):
        sheet.add(symbols.spiral(base, centre, sheet.size))
    elif isinstance(law, Friction):
        sheet.add(*symbols.turning_damper(base, centre, sheet.size))
    else:
        sheet.aims.append(Aim(frame, base, centre))
        sheet.add(*symbols.torque_arrow(frame, TURN * sheet.size, _sign(law), sheet.size))


def _turning_about(sheet: Sheet, coordinate: Angle, joint: str) -> tuple[str, Place]:
    if joint:
        at = dict(sheet.mechanism.joint(joint).sites)
        return coordinate.first, sheet.mechanism.link(coordinate.first).points[at[coordinate.first]]
    link = coordinate.second
    centre = sheet.mechanism.rigid_mass(link).centre if link in sheet.mechanism.masses else (0.0, 0.0)
    return link, centre


def _sign(law: ForceLaw) -> float:
    """Which way a force acts at first; a function of the user's is not asked."""
    if isinstance(law, OwnForceLaw | StateLaw):
        return 1.0
    forces = (float(law(t, 0.0, 0.0)) for t in (0.0, 0.01, 0.1, 1.0))
    return next((1.0 if force > 0.0 else -1.0 for force in forces if force), 1.0)
