"""A plan never changes: it is shared by threads, copied, pickled, and sent to other processes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import FrozenInstanceError
from multiprocessing import get_context
from threading import Thread

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import Mechanism, Motion, load_mechanism, make_plan, mechanism_names, scalable_four_bar, solve
from sgkin.kinematic_plan import KinematicPlan
from tests.motion.groups import CASES, good_plan

Array = NDArray[np.float64]

MOVING = [name for name in mechanism_names("planar") if not load_mechanism(name).expected.structure_only]
COPIES: dict[str, Callable[[KinematicPlan], KinematicPlan]] = {
    "pickle": lambda plan: pickle.loads(pickle.dumps(plan)),
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
}


def inputs_of(plan: KinematicPlan, steps: int = 9) -> Array:
    """A short way from the initial inputs on."""
    return plan.initial_inputs + np.linspace(0.0, 0.01, steps)[:, None] * plan.input_scales


def numbers(plan: KinematicPlan) -> list[Array]:
    """What a plan gives out: single configurations, one near the other, and a motion."""
    z = inputs_of(plan)
    ones = np.ones(z.shape[1])
    first = plan.evaluate(z[0], ones, ones)
    second = plan.evaluate(z[-1], ones, near=first)
    assert first.accelerations is not None
    motion = solve(plan, inputs=z, input_rates=np.ones_like(z), on_failure="return")
    return [first.poses, first.accelerations, second.poses, second.memory, *motion.to_mapping().values()]


def assert_equal(one: list[Array], other: list[Array]) -> None:
    for a, b in zip(one, other, strict=True):
        np.testing.assert_array_equal(a, b)


def test_nothing_of_it_can_be_set() -> None:
    plan = make_plan(load_mechanism("jansen_leg"))
    with pytest.raises(FrozenInstanceError):
        plan.start = np.zeros(0)  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        plan.start[0] = -1.0
    with pytest.raises(AssertionError, match="closed"):
        plan.site.link_features("foot_triangle")
    assert {plan: 1}[plan] == 1


@pytest.mark.parametrize("name", MOVING)
def test_using_a_plan_leaves_it_as_it_is(name: str) -> None:
    plan = make_plan(load_mechanism(name))
    before = pickle.dumps(plan)
    numbers(plan)
    plan.coefficients(plan.initial_inputs)
    plan.selection(
        (plan.links[0], *(f"{plan.links[0]}.{point}" for point in plan.mechanism.link(plan.links[0]).points))
    )
    assert pickle.dumps(plan) == before


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("name", MOVING)
def test_copies_give_the_same_numbers(name: str, how: str) -> None:
    plan = make_plan(load_mechanism(name))
    other = COPIES[how](plan)
    assert_equal(numbers(plan), numbers(other))
    here = plan.evaluate(plan.initial_inputs)
    again, there = (each.evaluate(plan.initial_inputs, near=here).poses for each in (plan, other))
    np.testing.assert_array_equal(there, again)


@pytest.mark.parametrize(("signature", "number"), dict(CASES).items())
def test_every_kind_of_group_travels(signature: str, number: int) -> None:
    plan = good_plan(signature, number)
    assert_equal(numbers(plan), numbers(pickle.loads(pickle.dumps(plan))))


def test_a_motion_travels_with_its_plan() -> None:
    plan = make_plan(load_mechanism("class_III_triad_on_crank"))
    motion = solve(plan, np.linspace(0.0, 1.0, 37), coefficients=True)
    plan_there, there = pickle.loads(pickle.dumps((plan, motion)))
    assert there.mechanism is plan_there.mechanism
    assert there.nbytes == motion.nbytes
    assert_equal(list(motion.to_mapping().values()), list(there.to_mapping().values()))
    assert_equal([*motion.coefficients()], [*there.coefficients()])
    np.testing.assert_array_equal(there.acceleration("platform.P1"), motion.acceleration("platform.P1"))


def solved_there(plan: KinematicPlan, times: Array) -> Motion:
    return solve(plan, times)


def test_processes_that_know_nothing_of_each_other() -> None:
    plan, times = make_plan(load_mechanism("jansen_leg")), np.linspace(0.0, 1.0, 37)
    here = solve(plan, times)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = pool.submit(solved_there, plan, times).result()
    assert_equal(list(here.to_mapping().values()), list(there.to_mapping().values()))


def in_two_threads(work: Callable[[int], bool], calls: int) -> int:
    """How many of the calls that two threads make, in opposite order, give something wrong."""
    wrong: list[int] = []

    def run(order: range) -> None:
        wrong.extend(number for number in order if not work(number))

    threads = [Thread(target=run, args=(order,)) for order in (range(calls), range(calls)[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(wrong)


THREADED: dict[str, Callable[[], Mechanism]] = {
    "60 dyads": lambda: scalable_four_bar(60),
    "1600 dyads": lambda: scalable_four_bar(1600),  # these let other threads run while they are computed
    "class III": lambda: load_mechanism("class_III_triad_on_crank"),
    "gears": lambda: load_mechanism("planetary_ring_fixed"),
    "Newton": lambda: load_mechanism("quick_return_pin_in_slot"),
}


@pytest.mark.parametrize("name", THREADED)
def test_single_configurations_on_two_threads(name: str) -> None:
    plan = make_plan(THREADED[name]())
    calls = 100 if name == "1600 dyads" else 400
    angles = [float(plan.initial_inputs[0]) + 0.5 * number / calls for number in range(calls)]
    expected = [plan.evaluate(angle, 1.0, 0.3) for angle in angles]
    coefficients = [plan.coefficients(angle).L for angle in angles]

    def work(number: int) -> bool:
        found = plan.evaluate(angles[number], 1.0, 0.3)
        assert found.accelerations is not None
        assert expected[number].accelerations is not None
        return (
            np.array_equal(found.poses, expected[number].poses)
            and np.array_equal(found.accelerations, expected[number].accelerations)
            and np.array_equal(plan.coefficients(angles[number]).L, coefficients[number])
        )

    assert in_two_threads(work, calls) == 0


@pytest.mark.parametrize("name", [name for name in THREADED if name != "1600 dyads"])
def test_motions_on_two_threads(name: str) -> None:
    plan, calls = make_plan(THREADED[name]()), 12
    begin = float(plan.initial_inputs[0])
    ways = [np.linspace(begin, begin + 0.1 * (number + 1), 40 + number) for number in range(calls)]
    ends = plan.links[-1]

    def solved(number: int) -> Motion:
        return solve(plan, inputs=ways[number], input_rates=np.ones(len(ways[number])))

    expected = [solved(number) for number in range(calls)]

    def work(number: int) -> bool:
        found = solved(number)
        return all(
            np.array_equal(getattr(found, read)(ends), getattr(expected[number], read)(ends))
            for read in ("pose", "velocity", "acceleration")
        )

    assert in_two_threads(work, calls) == 0


def test_a_fresh_plan_is_first_used_by_several_threads() -> None:
    for _ in range(5):
        plan = make_plan(load_mechanism("jansen_leg"))
        other = make_plan(load_mechanism("jansen_leg"))
        expected = solve(other, np.linspace(0.0, 1.0, 30)).to_mapping()

        def work(_: int, plan: KinematicPlan = plan, expected: dict[str, Array] = expected) -> bool:
            found = solve(plan, np.linspace(0.0, 1.0, 30)).to_mapping()
            return all(np.array_equal(found[name], expected[name]) for name in expected)

        assert in_two_threads(work, 3) == 0
