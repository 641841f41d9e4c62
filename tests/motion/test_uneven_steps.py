"""Steps may be as uneven as one likes: none at all, tiny, back to where they came from; the mode is the same."""

from __future__ import annotations

from itertools import pairwise
from math import pi

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import load_mechanism, make_plan, mechanism_names, solve
from sgkin.kernels.watch import set_spacing, set_spacing_of_one
from tests.motion.four_bars import four_bar

Array = NDArray[np.float64]

MOVING = [name for name in mechanism_names("planar") if not load_mechanism(name).expected.structure_only]


def restless_path(random: np.random.Generator, low: Array, high: Array, start: Array) -> Array:
    """A path (n, f) from a start between two sets of inputs."""
    path = [start]
    for kind in random.integers(0, 6, size=random.integers(3, 9)):
        here, before = path[-1], path[-2] if len(path) > 1 else path[-1]
        near = np.clip(here + 0.05 * (high - low) * random.standard_normal(len(low)), low, high)
        anywhere = random.uniform(low, high)
        hair = here + 1e-5 * (high - low) * random.standard_normal()
        path.append([here, hair, before, near, anywhere, anywhere][kind])
    return np.array(path)


def divided(path: Array, parts: int) -> Array:
    """Each step of a path in so many."""
    ways = [a + (b - a) * np.arange(1, parts + 1)[:, None] / parts for a, b in pairwise(path)]
    return np.concatenate([path[:1], *ways])


@pytest.mark.parametrize("name", MOVING)
def test_a_mechanism_is_where_fine_steps_lead(name: str) -> None:
    plan = make_plan(load_mechanism(name))
    cycle = solve(plan, on_failure="return").inputs
    random = np.random.default_rng(len(name))
    for _ in range(2):
        path = restless_path(random, cycle.min(axis=0), cycle.max(axis=0), cycle[0])
        motion = solve(plan, inputs=path, on_failure="return")
        fine = solve(plan, inputs=divided(path, 131), on_failure="return")
        assert motion.steps == (fine.steps + 130) // 131
        for link in plan.links:
            expected = fine.pose(link)[::131]
            np.testing.assert_allclose(motion.pose(link), expected, atol=1e-6 * max(1.0, np.abs(expected).max()))


@pytest.mark.parametrize("seed", range(40))
def test_a_parallelogram_passes_its_change_points_once_each(seed: int) -> None:
    plan = make_plan(load_mechanism("parallelogram"))
    random = np.random.default_rng(seed)
    crank = [float(plan.initial_inputs[0])]
    for kind in random.choice(["flat", "again", "anywhere"], size=random.integers(2, 7), p=[0.4, 0.1, 0.5]):
        flat, anywhere = pi * random.integers(-3, 6), random.uniform(-8.0, 8.0)
        crank.append({"flat": flat, "again": crank[-1], "anywhere": anywhere}[kind])
    passed = [
        (step, number)
        for step, (before, here) in enumerate(pairwise(crank), start=1)
        for number in sorted(range(-6, 9), reverse=bool(here < before))
        if min(before, here) - 1e-12 <= number * pi <= max(before, here) + 1e-12 and abs(before - number * pi) > 1e-12
    ]
    motion = solve(plan, inputs=np.array(crank))
    np.testing.assert_allclose(motion.pose("rocker")[:, 2], crank, atol=1e-7)
    assert [(event.step, round(event.inputs[0] / pi)) for event in motion.events] == passed


def test_a_step_after_none_is_watched() -> None:
    motion = solve(load_mechanism("parallelogram"), inputs=np.array([1.2, 3.5577, 3.5577, 2.8986]))
    np.testing.assert_allclose(motion.pose("rocker")[:, 2], motion.inputs[:, 0], atol=1e-9)


def test_a_link_that_turns_round_at_a_change_point_is_counted() -> None:
    """The rocker stands still but for a hundredth of a radian of the crank, in which it turns round."""
    kite = four_bar(1.0, 1.003, 1.0, 1.003, angle=-1.241)
    crank = np.array([-1.241, 0.0, 1.241])
    coarse, fine = (solve(kite, inputs=path) for path in (crank, divided(crank[:, None], 4001)))
    turned = fine.pose("rocker")[:, 2][[0, -1]]
    assert abs(turned[1] - turned[0]) > 6.0
    np.testing.assert_allclose(
        coarse.pose("rocker")[2, 2] - coarse.pose("rocker")[0, 2], turned[1] - turned[0], atol=1e-6
    )


def test_the_first_angle_does_not_depend_on_how_long_the_first_step_is() -> None:
    """The strut lies between its pins opposite to its own axis, half a turn away: neither way is nearer."""
    plan = make_plan(load_mechanism("landing_gear_by_strut_angle"))
    start = float(plan.initial_inputs[0])
    firsts = [solve(plan, inputs=np.array([start, start + step])).pose("drag_strut")[0, 2] for step in (0.1, 0.8, 1.1)]
    np.testing.assert_allclose(firsts, firsts[0])


def spacing_of(inputs: list[list[float]]) -> NDArray[np.float64]:
    lanes, rows = np.shape(inputs)
    state = np.concatenate([np.ravel(inputs, order="F"), np.full(lanes, np.nan)])
    if rows == 1:
        set_spacing_of_one(state, 0, lanes, lanes)
    else:
        set_spacing(state, lanes * np.arange(rows), np.ones(rows), rows * lanes, lanes)
    return state[rows * lanes :]


@pytest.mark.parametrize("also", [[], [0.0]])
def test_spacing_tells_how_even_lanes_are(also: list[float]) -> None:
    inputs = [[z, *also] for z in (0.0, 1.0, 2.0, 4.0, 4.0, 5.0, 4.5)]
    np.testing.assert_allclose(spacing_of(inputs), [1.0, 1.0, 1.0, 0.5, 0.0, 0.0, -2.0])


@pytest.mark.parametrize("inputs", [1, 2])
def test_few_lanes_are_even(inputs: int) -> None:
    for lanes in (1, 2):
        np.testing.assert_array_equal(spacing_of([[0.5] * inputs] * lanes), np.ones(lanes))


def test_spacing_says_nothing_behind_a_corner() -> None:
    spacing = spacing_of([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [1.1, 2.0]])
    assert spacing[2] == 0.0
    assert spacing[3] == pytest.approx(1.0, abs=0.02)
