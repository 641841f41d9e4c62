"""Along a mode whose change points are known, the motion is that of a sweep which looks for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from numpy.typing import NDArray

from sgkin import Motion, UniformBar, load_mechanism, make_plan, simulate, solve
from sgkin.dynamics.change_points import change_points
from sgkin.dynamics.mode_motion import ModeMotion
from sgkin.kinematic_plan import KinematicPlan
from sgkin.sweep import known_branches
from tests.dynamics.models import rods
from tests.dynamics.motions import MOVING
from tests.dynamics.test_turning_mode import four_bar

Array = NDArray[np.float64]

PLANS: dict[str, Callable[[], KinematicPlan]] = {
    "rods": lambda: make_plan(rods(2)),
    "parallelogram": lambda: make_plan(load_mechanism("parallelogram")),
    "antiparallelogram": lambda: make_plan(load_mechanism("antiparallelogram")),
    "once a turn": lambda: four_bar(1.0, 2.0, 3.0, 4.0),
    "kite": lambda: four_bar(1.0, 2.0, 2.0, 1.0),
    "lift": lambda: make_plan(load_mechanism("scissor_lift_1_stage")),
    "lifts": lambda: make_plan(load_mechanism("scissor_lift_3_stage")),
}
PARTS = 6
"""Into which steps are divided for a sweep."""
KINDS = ("fine", "to and fro", "coarse", "many turns", "on change points", "rests")


def has_map(name: str) -> bool:
    """Whether the change points of a library mechanism can be known."""
    plan = make_plan(load_mechanism(name))
    return len(plan.input_names) == 1 and not plan.iterated.any()


def mode_of(plan: KinematicPlan) -> ModeMotion:
    """Motions of all links."""
    return ModeMotion(plan, plan.links, change_points(plan))


def some_way(mode: ModeMotion, kind: str, random: np.random.Generator) -> Array:
    """Inputs along the mode, and away from its ends."""
    low, high = mode.changes.low, mode.changes.high
    start, span = float(mode.plan.initial_inputs[0]), 2.0 * np.pi
    if np.isfinite([low, high]).all():
        middle, width = 0.5 * (low + high), 0.4 * (high - low)
        return middle + width * np.sin(some_steps(kind, random, np.arcsin((start - middle) / (high - low)), span))
    found = some_steps(kind, random, start, span)
    if kind in ("on change points", "rests"):
        places = mode.changes.places
        on = random.choice(len(found), len(found) // 3, replace=False)
        turn = np.round((found[on] - places[0]) / mode.changes.period)
        found[on] = random.choice(places, len(on)) + turn * mode.changes.period
    return found


def some_steps(kind: str, random: np.random.Generator, start: float, span: float) -> Array:
    match kind:
        case "fine":
            return start + np.linspace(0.0, random.choice([-1.0, 1.0]) * 2.3 * span, 120)
        case "to and fro":
            return start + 1.7 * span * np.sin(np.linspace(0.0, 7.0, 80))
        case "coarse":
            return start + np.cumsum(random.uniform(-0.7, 0.9, 15)) * span
        case "many turns":
            return start + np.cumsum(random.uniform(-4.0, 6.0, 3)) * span
        case "rests":
            return start + np.repeat(np.cumsum(random.uniform(-0.3, 0.4, 8)), 3) * span
    return start + np.cumsum(random.uniform(-0.4, 0.6, 15)) * span


def agree(mode: ModeMotion, z: Array, random: np.random.Generator) -> Motion:
    """The motion in both ways, which must be the same, but for digits that a sweep loses next to change points.

    On a change point of several groups rounding decides for a sweep which of them have passed it. The sweep takes small
    steps: it sees what happens between them by their being even.
    """
    plan, scale = mode.plan, float(mode.plan.input_scales[0])
    rates, accelerations = random.uniform(-1.0, 1.0, (2, len(z), 1)) * scale
    found = mode.motion(z[:, None], rates, accelerations)
    swept = solve(plan, inputs=closer(z), input_rates=closer(rates), input_accelerations=closer(accelerations))
    assert found is not None
    aside, status, branches = (found.status == 0).all(axis=1), swept.status[::PARTS], swept.branches[::PARTS]
    assert (found.status >= status).all()
    assert (found.branches == branches)[aside].all()
    if aside.all() or all(len(groups) == 1 for groups in mode.changes.groups):
        assert (found.status == status).all()
        assert (found.branches == branches).all()
        assert {*events_of(found, scale)} == {*events_of(swept, scale, PARTS)}
    assert len({*events_of(found, scale)}) == len(found.events)
    sizes = np.array([plan.unit_length, plan.unit_length, 1.0])
    for link in plan.links:
        position, velocity, acceleration = (
            of(link)[::PARTS] / sizes for of in (swept.pose, swept.velocity, swept.acceleration)
        )
        assert_allclose(found.pose(link) / sizes, position, rtol=0, atol=1e-9)
        assert_allclose(found.velocity(link) / sizes, velocity, rtol=1e-6, atol=1e-6)
        assert_allclose(found.acceleration(link) / sizes, acceleration, rtol=1e-3, atol=1e-3)
    return found


def closer(values: Array) -> Array:
    """Values (n,) or (n, 1) with others between them, in a column."""
    steps = np.arange(len(values))
    return np.interp(np.arange(PARTS * (len(values) - 1) + 1) / PARTS, steps, values.reshape(-1))[:, None]


def events_of(motion: Motion, scale: float, parts: int = 1) -> list[tuple[int, int, int]]:
    """Steps, groups and places of events, of a motion each of whose steps was divided into parts."""
    return [(-(-each.step // parts), each.group, round(each.inputs[0] / scale * 1e5)) for each in motion.events]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", PLANS)
def test_it_is_the_motion_of_a_sweep(name: str, kind: str) -> None:
    mode, random = mode_of(PLANS[name]()), np.random.default_rng(0)
    assert len(agree(mode, some_way(mode, kind, random), random).events) > 1


@pytest.mark.parametrize("name", [name for name in MOVING if has_map(name)])
def test_whole_turns_are_counted_over_long_steps(name: str) -> None:
    mode, random = mode_of(make_plan(load_mechanism(name))), np.random.default_rng(1)
    agree(mode, some_way(mode, "coarse", random), random)


@settings(max_examples=8, deadline=None)
@given(
    st.floats(0.3, 1.0),
    st.floats(1.5, 3.0),
    st.floats(1.5, 3.0),
    st.sampled_from([0.0, 0.0, -1e-3, -1e-2, -0.3]),
    st.sampled_from(KINDS),
    st.integers(0, 100),
)
def test_four_bars(crank: float, coupler: float, rocker: float, off: float, kind: str, seed: int) -> None:
    """On the limit of Grashof, where they pass change points, and next to it, where links only turn quickly."""
    mode, random = (
        mode_of(four_bar(crank, coupler, rocker, coupler + rocker - crank + off)),
        np.random.default_rng(seed),
    )
    if not len(mode.changes.places):
        kind = "coarse"
    agree(mode, some_way(mode, kind, random), random)


@pytest.mark.parametrize("count", [1, 10])
def test_nothing_is_lost_next_to_change_points(count: int) -> None:
    """Uprights turn as the input does, and bars not at all, whatever the distance from where all lie in line."""
    mode = mode_of(make_plan(rods(count)))
    away = np.concatenate([[0.0], np.logspace(-14, -0.3, 60)])
    z = np.concatenate([np.pi - away[::-1], np.pi + away])[:, None]
    found = mode.motion(z, np.full_like(z, -2.0), np.full_like(z, 3.0))
    assert found is not None
    for link in mode.plan.links:
        angle, rate, acceleration = (z[:, 0], -2.0, 3.0) if link.startswith("upright") else (0.0, 0.0, 0.0)
        assert_allclose(found.pose(link)[:, 2], angle, rtol=0, atol=1e-12)
        assert_allclose(found.velocity(link)[:, 2], rate, rtol=0, atol=1e-10)
        assert_allclose(found.acceleration(link)[:, 2], acceleration, rtol=0, atol=1e-8)


def test_what_the_mode_does_not_reach_is_left_to_others() -> None:
    mode = mode_of(PLANS["lift"]())
    z = np.array([[0.5], [mode.changes.high + 0.01]])
    assert mode.motion(z[:1], z[:1], z[:1]) is not None
    assert mode.motion(z, z, z) is None


def test_parts_of_the_way_can_be_run_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan(rods(2))
    z = 0.5 * np.pi + np.linspace(0.0, 40.0, 5000)[:, None]
    alone = mode_of(plan).motion(z, np.ones_like(z), z)
    monkeypatch.setattr(known_branches, "useful_threads", lambda *given: 3)
    together = mode_of(plan).motion(z, np.ones_like(z), z)
    assert alone is not None
    assert together is not None
    for link in plan.links:
        assert (alone.pose(link) == together.pose(link)).all()
        assert (alone.acceleration(link) == together.acceleration(link)).all()


@pytest.mark.parametrize("start", [0.0, 0.4, np.pi, -17.0, 40.0])
def test_a_simulation_begins_anywhere(start: float) -> None:
    """Also on a change point, and in other periods: links have turned on the way there."""
    motion = simulate(rods(2), 3.0, start={"swing": start}, rates=-1.0, times=np.linspace(0.0, 3.0, 31))
    swept = solve(make_plan(rods(2)), inputs=motion.inputs)
    for link in motion.outputs:
        assert_allclose(motion.pose(link), swept.pose(link), rtol=0, atol=1e-9)
    aside = np.abs(np.sin(motion.inputs[:, 0])) > 1e-9
    assert (motion.branches == swept.branches)[aside].all()
    assert_allclose(motion.pose("upright1")[:, 2], motion.inputs[:, 0], rtol=0, atol=1e-9)


@pytest.mark.parametrize("beside", [0.1, 0.25, 0.4])
def test_moments_next_to_each_other_before_a_change_point(beside: float) -> None:
    """However the moments are spaced that are kept, the motion stays in its mode."""
    mechanism = load_mechanism("parallelogram")
    bars = {link: UniformBar(tuple(mechanism.link(link).points)[:2], mass=1.0) for link in mechanism.moving_links}
    start, times = np.pi + beside + 0.01, 0.5 * np.array([0.01, 0.013, 0.01 + 2.0 * beside])  # at two radians a second
    plan = make_plan(replace(mechanism, masses=bars))
    (free,) = mechanism.input_names
    motion = simulate(plan, 1.0, free=[free], start={free: start}, rates={free: -2.0}, times=times)
    assert motion.inputs[0, 0] > np.pi > motion.inputs[-1, 0]
    assert_allclose(motion.pose("rocker")[:, 2], motion.inputs[:, 0], rtol=0, atol=1e-9)
