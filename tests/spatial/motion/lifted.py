"""Planar mechanisms lifted into a tilted plane of space, every pin at a height of its own."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin import JointDriver, Mechanism, make_plan
from sgkin.model.driver import DistanceDriver
from sgkin.model.initial import InitialConfiguration
from sgkin.model.joint import Joint, Prismatic, Revolute, Weld
from sgkin.model.link import Link
from sgkin.space import about, axis_and_angle, scaled, unit

Array = NDArray[np.float64]

TURN = np.array(about(unit((1.0, -2.0, 0.5)), 0.8)).T
"""Its columns are the axes of the plane, and across it."""
SHIFT = np.array([0.3, -0.2, 0.5])
HEIGHTS = 0.05


def can_be_lifted(mechanism: Mechanism) -> bool:
    """Whether all joints and drivers of a planar mechanism have a counterpart in space."""
    if mechanism.is_spatial or mechanism.expected.structure_only:
        return False
    joints = all(isinstance(joint, Revolute | Prismatic | Weld) for joint in mechanism.joints)
    return joints and all(isinstance(driver, JointDriver | DistanceDriver) for driver in mechanism.drivers)


def lifted(mechanism: Mechanism) -> Mechanism:
    """The same in space. Ground is in its own frame, other links stand where they do in the plane."""
    made = make_plan(mechanism)
    here = made.evaluate(made.initial_inputs)
    poses = {link: here.pose(link).tolist() for link in made.links} | {mechanism.ground: [0.0, 0.0, 0.0]}
    heights = {joint.name: HEIGHTS * number for number, joint in enumerate(mechanism.joints)}
    points: dict[str, dict[str, Any]] = {
        link.name: {name: placed(link.name, mechanism, (*place, 0.0)) for name, place in link.points.items()}
        for link in mechanism.links
    }
    joints = [_lifted(joint, mechanism, points, poses, heights[joint.name]) for joint in mechanism.joints]
    vectors = {}
    for link in made.links:
        x, y, theta = poses[link]
        place = TURN @ [x, y, 0.0] + SHIFT
        turn = TURN @ np.array(about((0.0, 0.0, 1.0), theta)).T
        axis, angle = axis_and_angle(tuple(map(tuple, turn.T.tolist())))  # type: ignore[arg-type]
        vectors[link] = (*place.tolist(), *scaled(angle, axis))
    return Mechanism(
        mechanism.name,
        [Link(name, found) for name, found in points.items()],
        joints,
        mechanism.drivers,
        ground=mechanism.ground,
        initial=InitialConfiguration(poses=vectors),
        space="spatial",
    )


def placed(link: str, mechanism: Mechanism, place: Any) -> tuple[float, float, float]:
    """A place of a link in its frame; ground's is not tilted."""
    x, y, z = (TURN @ place + SHIFT).tolist() if link == mechanism.ground else place
    return x, y, z


def directed(link: str, mechanism: Mechanism, direction: Any) -> tuple[float, float, float]:
    """The same of a direction."""
    x, y, z = (TURN @ direction).tolist() if link == mechanism.ground else direction
    return x, y, z


def _lifted(
    joint: Joint, mechanism: Mechanism, points: dict[str, Any], poses: dict[str, list[float]], height: float
) -> Joint:
    at = []
    for number, point in enumerate(joint.points):
        link, (x, y) = mechanism.point(point)
        if isinstance(joint, Prismatic):
            x -= joint.offset[number] * np.sin(joint.angle[number])
            y += joint.offset[number] * np.cos(joint.angle[number])
        name = f"{joint.name}_at_{number}"
        points[link][name] = placed(link, mechanism, (x, y, height))
        at.append(name)
    if isinstance(joint, Weld):
        return Weld(joint.name, joint.links, at=tuple(at))
    zero = 0.0
    if joint.coordinate == "angle":
        axes = tuple(directed(link, mechanism, (0.0, 0.0, 1.0)) for link in joint.links)
        zero = poses[joint.links[1]][2] - poses[joint.links[0]][2]
        return Revolute(joint.name, joint.links, at=tuple(at), axis=axes, zero=zero)
    axes = tuple(
        directed(link, mechanism, (np.cos(angle), np.sin(angle), 0.0))
        for link, angle in zip(joint.links, joint.angle, strict=True)
    )
    ends = []
    for point in joint.points:
        link, (px, py) = mechanism.point(point)
        x, y, theta = poses[link]
        c, s = np.cos(theta), np.sin(theta)
        ends.append((x + c * px - s * py, y + s * px + c * py))
    angle = poses[joint.links[0]][2] + joint.angle[0]
    stroke = np.cos(angle) * (ends[1][0] - ends[0][0]) + np.sin(angle) * (ends[1][1] - ends[0][1])
    return Prismatic(joint.name, joint.links, at=tuple(at), axis=axes, zero=float(stroke))
