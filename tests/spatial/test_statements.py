"""What joints and drivers state in space: met in the design position, and derivatives against differences."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from sgkin.arrays import Floats
from sgkin.conditions.design_inputs import design_frames
from sgkin.conditions.space_statement import SpaceStatements
from sgkin.conditions.space_table import SpaceTable, place_in_space, right_side
from tests.spatial.every_kind import every_kind

STEP = 1e-3
FIRST = np.array([1 / 280, -4 / 105, 1 / 5, -4 / 5, 0, 4 / 5, -1 / 5, 4 / 105, -1 / 280]) / STEP
SECOND = np.array([-1 / 560, 8 / 315, -1 / 5, 8 / 5, -205 / 72, 8 / 5, -1 / 5, 8 / 315, -1 / 560]) / STEP**2


def all_conditions() -> SpaceTable:
    statements = SpaceStatements(every_kind())
    stated = (*statements.joints, *statements.drivers)
    return SpaceTable.of(each for one in stated for each in one.scalars(statements.ground))


def moving_frames(time: float, turns: Floats, places: Floats) -> Floats:
    """Frames that move by polynomials of second degree, of the place and of the vector of the turn."""
    powers = np.array([1.0, time, time * time])
    matrices = Rotation.from_rotvec(np.tensordot(powers, turns, axes=1)).as_matrix()
    return np.concatenate([matrices, np.tensordot(powers, places, axes=1)[:, :, None]], axis=2)


def spin(matrices: Floats) -> Floats:
    return np.stack([matrices[:, 2, 1], matrices[:, 0, 2], matrices[:, 1, 0]], axis=-1)


def test_every_condition_is_met_in_the_design_position() -> None:
    mechanism, table = every_kind(), all_conditions()
    inputs = np.array(list(mechanism.initial_inputs.values()))
    gap = place_in_space(table, design_frames(mechanism)).value - right_side(table, inputs)[0]
    assert np.abs(gap).max() < 1e-14


def test_first_and_second_derivatives() -> None:
    table, random = all_conditions(), np.random.default_rng(4)
    turns, places = 0.5 * random.normal(size=(3, 4, 3)), random.normal(size=(3, 4, 3))
    frames = np.stack([moving_frames(number * STEP, turns, places) for number in range(-4, 5)])
    first, second = (np.tensordot(weights, frames, axes=1) for weights in (FIRST, SECOND))
    matrices = frames[4, :, :, :3]
    rate = first[:, :, :3] @ matrices.transpose(0, 2, 1)
    bend = second[:, :, :3] @ matrices.transpose(0, 2, 1) - rate @ rate
    motion = np.concatenate([first[:, :, 3], spin(rate)], axis=1)
    acceleration = np.concatenate([second[:, :, 3], spin(bend)], axis=1)
    values = place_in_space(table, frames).value
    placed = place_in_space(table, frames[4])
    assert np.abs(placed.rate(motion) - np.tensordot(FIRST, values, axes=1)).max() < 1e-10
    assert np.abs(placed.rate(acceleration) + placed.second(motion) - np.tensordot(SECOND, values, axes=1)).max() < 1e-6


def test_conditions_act_only_on_their_own_frames() -> None:
    table, random = all_conditions(), np.random.default_rng(5)
    frames = moving_frames(0.0, random.normal(size=(3, 4, 3)), random.normal(size=(3, 4, 3)))
    gradient = place_in_space(table, frames).gradient
    assert not gradient[~table.slots].any()
    assert (np.abs(gradient).sum(axis=(1, 2)) > 0.1).all()
