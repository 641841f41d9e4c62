"""Derivatives of the conditions of every kind of joint and driver, against differences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sgkin.conditions.statement import Statements
from sgkin.conditions.table import ConditionTable, Placed, place_conditions, residuals, without_turns
from sgkin.model.mechanism import Mechanism
from tests.conditions.samples import LINKS, SAMPLES

STEP = 1e-5


def table_of(mechanism: Mechanism) -> ConditionTable:
    statements = Statements(mechanism)
    stated = [statements.of_joint(joint) for joint in mechanism.joints]
    stated += [statements.of_driver(driver) for driver in mechanism.drivers]
    return ConditionTable.of(condition for each in stated for condition in each.scalars(statements.ground))


def random_poses(seed: int) -> np.ndarray:
    """At five configurations."""
    return np.random.default_rng(seed).normal(size=(5, len(LINKS), 3))


def value_at(table: ConditionTable, poses: np.ndarray) -> np.ndarray:
    return place_conditions(table, poses).value


@pytest.mark.parametrize("sample", SAMPLES)
def test_rates_and_second_derivatives(sample: str) -> None:
    table, poses = table_of(SAMPLES[sample]), random_poses(1)
    one, other = random_poses(2), random_poses(3)
    placed = place_conditions(table, poses)
    rates = (value_at(table, poses + STEP * one) - value_at(table, poses - STEP * one)) / (2.0 * STEP)
    np.testing.assert_allclose(placed.rate(one), rates, rtol=1e-7, atol=1e-8)

    def rate_at(step: float) -> np.ndarray:
        return place_conditions(table, poses + step * other).rate(one)

    np.testing.assert_allclose(placed.second(one, other), (rate_at(STEP) - rate_at(-STEP)) / (2.0 * STEP), atol=1e-8)


@pytest.mark.parametrize("sample", SAMPLES)
def test_derivatives_by_dimensions(sample: str) -> None:
    table, poses = table_of(SAMPLES[sample]), random_poses(1)
    found = place_conditions(table, poses).by_dimensions
    shapes = {"places": (2, 2), "angle": (), "weights": (3,), "constant": ()}
    number = 0
    for name, shape in shapes.items():
        for place in np.ndindex(*shape):

            def residual_at(step: float, name: str = name, place: tuple[int, ...] = place) -> np.ndarray:
                changed = getattr(table, name).copy()
                changed[(slice(None), *place)] += step
                return residuals(place_conditions(replace(table, **{name: changed}), poses), np.zeros((5, 3)))

            difference = (residual_at(STEP) - residual_at(-STEP)) / (2.0 * STEP)
            np.testing.assert_allclose(found[..., number], difference, atol=1e-8)
            number += 1
    assert number == found.shape[-1]


def test_only_frames_that_a_condition_involves_have_a_gradient() -> None:
    for mechanism in SAMPLES.values():
        table = table_of(mechanism)
        placed: Placed = place_conditions(table, random_poses(1))
        assert not np.abs(placed.gradient).max(axis=-1)[..., ~table.slots].any()


def test_whole_turns_do_not_count() -> None:
    period = np.array([2.0 * np.pi, 0.0, 0.5])
    np.testing.assert_allclose(without_turns(np.array([6.5, 6.5, 6.7]), period), [6.5 - 2.0 * np.pi, 6.5, 0.2])
