"""What a motion in space leaves open of all that joints and drivers state, and of its first and second derivatives.

It is read of poses, velocities and accelerations by name, and put into the vectorised table of conditions: positions,
velocities and accelerations that fulfil all of them are right wherever links are determined.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.conditions.space_statement import SpaceStatements
from sgkin.conditions.space_table import SpaceTable, place_in_space, right_side
from sgkin.spatial_motion import SpatialMotion


class Frames(NamedTuple):
    """Of all links with ground: frames (n, links, 3, 4), motions and accelerations (n, links, 6)."""

    frames: Floats
    motions: Floats
    accelerations: Floats


def frames_of(motion: SpatialMotion) -> Frames:
    """Poses and their derivatives, from what is read by name; places in ground."""
    mechanism, steps = motion.mechanism, len(motion.inputs)
    links = len(mechanism.links)
    frames = np.tile(np.eye(3, 4), (steps, links, 1, 1))
    motions, accelerations = np.zeros((2, steps, links, 6))
    for number, link in enumerate(mechanism.links):
        if link.name == mechanism.ground:
            continue
        turn = motion.orientation(link.name)
        frames[:, number, :, :3] = turn
        frames[:, number, :, 3] = motion.position(link.name)
        if motion.input_rates is not None:
            motions[:, number, :3], motions[:, number, 3:] = (
                motion.velocity(link.name),
                motion.angular_velocity(link.name),
            )
            accelerations[:, number, :3] = motion.acceleration(link.name)
            accelerations[:, number, 3:] = motion.angular_acceleration(link.name)
    return Frames(frames, motions, accelerations)


def left_open(motion: SpatialMotion) -> tuple[float, float, float]:
    """The largest of all conditions and of their rates and second derivatives; lengths by the size of the mechanism,
    rates by the largest of them."""
    mechanism = motion.mechanism
    unit = mechanism.size or 1.0
    found = frames_of(motion)
    found.frames[..., 3] -= mechanism.origin
    statements = SpaceStatements(mechanism)
    stated = [*statements.joints, *statements.drivers]
    table = SpaceTable.of(each for one in stated for each in one.scalars(statements.ground))
    scale = np.where(table.has_ends, unit, 1.0)
    placed = place_in_space(table, found.frames)
    value, first, second = right_side(table, motion.inputs)
    open_rows = placed.value - value
    position = float(np.abs(without_whole_turns(open_rows, table) / scale).max())
    if motion.input_rates is None or motion.input_accelerations is None:
        return position, 0.0, 0.0
    padded = [
        np.c_[given, np.zeros(len(given))][:, table.input] for given in (motion.input_rates, motion.input_accelerations)
    ]
    rates = placed.rate(found.motions) - first * padded[0]
    bends = (
        placed.rate(found.accelerations) + placed.second(found.motions) - first * padded[1] - second * padded[0] ** 2
    )
    speed = float(np.abs(found.motions / [unit, unit, unit, 1.0, 1.0, 1.0]).max())
    growth = float(np.abs(found.accelerations / [unit, unit, unit, 1.0, 1.0, 1.0]).max()) + speed**2
    return position, float(np.abs(rates / scale).max()) / speed, float(np.abs(bends / scale).max()) / growth


def without_whole_turns(open_rows: Floats, table: SpaceTable) -> Floats:
    """What is left open when whole turns of the angles of a condition do not count; of the second of two angles, whose
    weight is that of a gear, up to three of them."""
    ways = []
    for turns in range(-3, 4):
        own = open_rows + 2.0 * np.pi * turns * table.weights[:, 1]
        period = np.where(table.period > 0.0, table.period, np.inf)
        ways.append(own - np.where(table.period > 0.0, table.period * np.round(own / period), 0.0))
    return np.min(np.abs(ways), axis=0)


def smallest_singular_value(motion: SpatialMotion) -> Floats:
    """Of the conditions by the motions of all moving links (n,), by the largest."""
    mechanism = motion.mechanism
    statements = SpaceStatements(mechanism)
    table = SpaceTable.of(
        each for one in (*statements.joints, *statements.drivers) for each in one.scalars(statements.ground)
    )
    gradient = place_in_space(table, frames_of(motion).frames).gradient
    steps, rows, slots, _ = gradient.shape
    matrix = np.zeros((steps, rows, len(mechanism.links), 6))
    for row in range(rows):
        for slot in range(slots):
            matrix[:, row, table.frames[row, slot]] += gradient[:, row, slot]
    moving = [number for number, link in enumerate(mechanism.links) if link.name != mechanism.ground]
    values = np.linalg.svd(matrix[:, :, moving].reshape(steps, rows, -1), compute_uv=False)
    return np.asarray(values[:, -1] / values[:, 0])
