"""Records in compiled code, one lane at a time, against the same conditions all at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sgkin.conditions.record import Condition, Point
from sgkin.conditions.table import ConditionTable, place_conditions, residuals
from sgkin.kernels.records import DISTANCE, FRAME, PIN, PROJECTION, RECORD, assemble, by_dimensions, differentiate

ENDS = (Point(1, 0.4, -0.3), Point(2, -0.2, 0.6))
TURNS = ((2, 0.7), (1, -1.3), (0, 0.6))
CONDITIONS = {
    "angles alone": Condition("", turns=TURNS, constant=0.4, input=0),
    "projection": Condition("", "projection", 0, 0.8, ENDS, constant=0.3, input=0),
    "projection on its own link": Condition("", "projection", 2, -0.5, ENDS),
    "rolling": Condition("", "projection", 1, 1.1, ENDS, TURNS, 0.2, input=0),
    "distance": Condition("", "distance", ends=ENDS, constant=0.7, input=0),
}
LAMBDA, WIDTH = 1.7, 9
FRAMES, INPUTS, JACOBIAN, RIGHT, RATES, PLACE = 0, 15, 20, 60, 70, 120
"""Where three frames, all unknown, and the rest stand in the memory."""


def record_of(each: Condition) -> list[float]:
    ends = [float(number) for end in each.ends for number in end] or [0.0] * 6
    direction = [np.cos(each.angle), np.sin(each.angle)] if each.ends and each.kind == "projection" else [0.0, 0.0]
    turns = [*(float(frame) for frame, _ in each.turns), 0.0, 0.0, 0.0][:3]
    weights = [*(weight for _, weight in each.turns), 0.0, 0.0, 0.0][:3]
    code = DISTANCE if each.kind == "distance" else PROJECTION
    number = 1.0 if each.input < 0 else 0.0  # the second input is always zero
    return [code, *ends, each.frame, *direction, len(each.turns), *turns, *weights, each.constant, number, 0.0]


def memory_at(poses: Any, z: float) -> Any:
    memory = np.zeros(140)
    for number, (x, y, theta) in enumerate(poses):
        memory[FRAME * number : FRAME * number + FRAME] = x, y, np.cos(theta), np.sin(theta), theta
    memory[INPUTS] = z
    return memory


def residual_of(record: Any, poses: Any, z: float, row: int = 0) -> float:
    memory = memory_at(poses, z)
    assemble(np.asarray(record, dtype=float), memory, 0, 1, FRAMES, 0, INPUTS, JACOBIAN, WIDTH, RIGHT, LAMBDA)
    return float(memory[RIGHT + row])


@pytest.fixture
def poses() -> Any:
    return np.random.default_rng(5).normal(size=(3, 3))


@pytest.mark.parametrize("name", CONDITIONS)
def test_value_and_gradient(name: str, poses: Any) -> None:
    each = CONDITIONS[name]
    placed = place_conditions(ConditionTable.of([each]), poses)
    value = float(residuals(placed, np.array([0.9]))[0])
    length = each.constant + (0.9 if each.input >= 0 else 0.0)
    factor = LAMBDA if not each.ends else 1.0
    expected = factor * value
    if each.kind == "distance":
        expected = ((value + length) ** 2 - length**2) / (2.0 * LAMBDA)
        factor = (value + length) / LAMBDA
    assert residual_of(record_of(each), poses, 0.9) == pytest.approx(expected, abs=1e-14)
    memory = memory_at(poses, 0.9)
    assemble(np.array(record_of(each)), memory, 0, 1, FRAMES, 0, INPUTS, JACOBIAN, WIDTH, RIGHT, LAMBDA)
    gradient = np.zeros((3, 3))
    for slot, frame in enumerate(placed.table.frames[0].tolist()):
        gradient[frame] += factor * placed.gradient[0, slot]
    gradient[:, 2] /= LAMBDA
    np.testing.assert_allclose(memory[JACOBIAN : JACOBIAN + WIDTH], gradient.ravel(), atol=1e-14)


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("name", CONDITIONS)
def test_derivatives_along_motions(name: str, order: int, poses: Any) -> None:
    """Right sides of the first and second derivative, against differences of the residual along a curved motion."""
    each, record = CONDITIONS[name], record_of(CONDITIONS[name])
    random = np.random.default_rng(6)
    one, other, mixed = random.normal(size=(3, 3, 3))
    zi, zj, zij = random.normal(size=3).tolist()
    if each.input < 0:
        zi = zj = zij = 0.0

    def at(s: float, t: float) -> float:
        return residual_of(record, poses + s * one + t * other + s * t * mixed, 0.9 + s * zi + t * zj + s * t * zij)

    h = 1e-4
    memory = memory_at(poses, 0.9)
    for number, motion in enumerate((one, other, mixed)):
        memory[RATES + 9 * number : RATES + 9 * number + 9] = motion.ravel()
    memory[INPUTS + 2], memory[RATES + 28], memory[RATES + 30] = zi, zj, zij
    i, j, second = RATES, RATES + 9, RATES + (18 if order == 2 else 0)
    place = 0 if each.input >= 0 else 1
    rates = (INPUTS + 2 - place, RATES + 28 - place, RATES + 30 - place if order == 2 else INPUTS + 2 - place)
    differentiate(np.array(record), memory, 0, 1, FRAMES, i, j, second, INPUTS, *rates, RIGHT, LAMBDA, order)
    expected = (at(h, 0.0) - at(-h, 0.0)) / (2.0 * h)
    if order == 2:
        expected = (at(h, h) - at(h, -h) - at(-h, h) + at(-h, -h)) / (4.0 * h * h)
    assert -memory[RIGHT] == pytest.approx(expected, abs=3e-6)


PIN_RECORD = [PIN, *(float(number) for end in ENDS for number in end), *[0.0] * (RECORD - 7)]


@pytest.mark.parametrize("name", [*CONDITIONS, "pin x", "pin y"])
def test_derivatives_by_dimensions(name: str, poses: Any) -> None:
    record = np.array(PIN_RECORD if name.startswith("pin") else record_of(CONDITIONS[name]))
    row, h = int(name == "pin y"), 1e-6
    memory = memory_at(poses, 0.9)
    by_dimensions(record, memory, 0, FRAMES, INPUTS, LAMBDA, row, PLACE)
    angle = np.arctan2(record[9], record[8])

    def changed(number: int, step: float) -> float:
        other = record.copy()
        if number == 4:
            other[8:10] = np.cos(angle + step), np.sin(angle + step)
        else:
            other[[2, 3, 5, 6, -1, 14, 15, 16, 17][number]] += step
        return residual_of(other, poses, 0.9, row)

    for number in range(9):
        if number == 4 and not record[8:10].any():
            assert memory[PLACE + 4] == 0.0
            continue
        difference = (changed(number, h) - changed(number, -h)) / (2.0 * h)
        assert memory[PLACE + number] == pytest.approx(difference, abs=1e-8), number
