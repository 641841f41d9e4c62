"""A sweep on several threads gives the numbers of a sweep on one."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import Motion, load_mechanism, scalable_four_bar, solve
from sgkin.model.mechanism import Mechanism
from sgkin.sweep import parallel

STEPS = 30_011


def motions(mechanism: Mechanism, inputs: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> tuple[Motion, Motion]:
    def swept() -> Motion:
        rates = np.full_like(inputs, 2.0)
        return solve(mechanism, inputs=inputs, input_rates=rates, on_failure="return")

    one = swept()
    monkeypatch.setattr(parallel, "LEAST_WORK", 0)
    monkeypatch.setattr(parallel, "usable_cores", lambda: 3)
    return one, swept()


def assert_same(one: Motion, several: Motion) -> None:
    assert one.steps == several.steps
    np.testing.assert_array_equal(several.status, one.status)
    np.testing.assert_array_equal(several.branches, one.branches)
    for link in one.outputs:
        np.testing.assert_array_equal(several.pose(link), one.pose(link))
        np.testing.assert_array_equal(several.velocity(link), one.velocity(link))
        np.testing.assert_array_equal(several.acceleration(link), one.acceleration(link))


@pytest.mark.parametrize(
    "name", ["jansen_leg", "crank_shaper", "scotch_yoke", "oldham_coupling", "class_III_triad_on_crank", "gear_pair"]
)
def test_full_turns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mechanism = load_mechanism(name)
    inputs = mechanism.initial_inputs["motor"] + np.linspace(0.0, 6.0 * np.pi, STEPS)
    one, several = motions(mechanism, inputs, monkeypatch)
    assert several.is_complete
    assert_same(one, several)


def test_a_large_four_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    mechanism = scalable_four_bar(6)
    inputs = mechanism.initial_inputs[mechanism.input_names[0]] + np.linspace(0.0, 6.0, STEPS)
    assert_same(*motions(mechanism, inputs, monkeypatch))


def test_change_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parallelogram goes through change points in the part of every thread."""
    mechanism = load_mechanism("parallelogram")
    one, several = motions(mechanism, np.radians(np.linspace(60.0, 3660.0, 36_001)), monkeypatch)
    assert_same(one, several)
    np.testing.assert_allclose(several.pose("rocker")[:, 2], several.pose("crank")[:, 2], atol=1e-9)


@pytest.mark.parametrize("end", [44.5, 60.0, 200.0])
def test_dead_points(end: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The part of a thread behind a dead point may assemble again, and must not count."""
    one, several = motions(load_mechanism("watt_straight_line"), np.radians(np.linspace(8.0, end, STEPS)), monkeypatch)
    assert not several.is_complete
    assert_same(one, several)
