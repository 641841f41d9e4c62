"""Modes that are published, that meet, that are too many, or that are only searched for."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from sgkin import (
    ConstantSpeed,
    CoordinateDriver,
    DistanceDriver,
    Expectation,
    InitialConfiguration,
    InputError,
    Link,
    Mechanism,
    MotionError,
    TooManyModesError,
    assembly_modes,
    load_mechanism,
    make_plan,
    scalable_four_bar,
    solve,
)
from tests.modes.multistart import apart, random_modes
from tests.motion.test_triad_modes import TRIAD

Array = NDArray[np.float64]


def test_the_published_triad_has_its_six_poses() -> None:
    modes = assembly_modes(load_mechanism("class_III_triad_on_crank"), 0.0)
    assert modes.complete
    poses = np.array([mode.pose("platform") for mode in modes])
    poses[:, 2] = np.remainder(poses[:, 2] + np.pi, 2.0 * np.pi) - np.pi
    np.testing.assert_allclose(poses, TRIAD["poses"], rtol=0.0, atol=2e-9)


def distances(angle: Array, side: float) -> Array:
    """From the third foot of that triad to the third pin, which the other legs hold, over the angle of the first."""
    feet, pins, lengths = (np.array(TRIAD[name]) for name in ("A", "p", "l"))
    first = feet[0] + lengths[0] * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    d = feet[1] - first
    square, bar = (d * d).sum(axis=-1), pins[1, 0]
    along = (square + bar**2 - lengths[1] ** 2) / (2.0 * square)
    across = side * np.sqrt(bar**2 / square - along**2)
    u = (along[..., None] * d + across[..., None] * np.stack([-d[..., 1], d[..., 0]], axis=-1)) / bar
    third = first + pins[2, 0] * u + pins[2, 1] * np.stack([-u[..., 1], u[..., 0]], axis=-1)
    return np.asarray(np.hypot(*np.moveaxis(third - feet[2], -1, 0)))


def triad_with(length: float) -> Mechanism:
    """That triad with another third leg."""
    mechanism = load_mechanism("class_III_triad_on_crank")
    leg = Link("leg3", {"A3": (0.0, 0.0), "P3": (length, 0.0)})
    return replace(mechanism, links=[leg if link.name == "leg3" else link for link in mechanism.links])


def crossings(length: float) -> int:
    """How often the pin's path crosses the circle that the third leg allows: changes of sign along it."""
    angles = np.linspace(-np.pi, np.pi, 200_001)
    count = 0
    with np.errstate(invalid="ignore"):
        for side in (1.0, -1.0):
            above = distances(angles, side) - length
            count += int((above[1:] * above[:-1] < 0.0).sum())
    return count


@pytest.mark.parametrize("length", [1.0, 3.0, 5.0, 6.5, 8.0, 9.0, 11.0, 20.0])
def test_a_circle_meets_a_coupler_curve_as_often(length: float) -> None:
    assert len(assembly_modes(triad_with(length), 0.0)) == crossings(length)


def test_modes_that_meet_are_one() -> None:
    """Where the circle touches the curve; a little further there are two modes, or none."""
    angles = np.linspace(-np.pi, np.pi, 2001)
    with np.errstate(invalid="ignore"):
        values = distances(angles, 1.0)
        lowest = np.flatnonzero((values[1:-1] < values[:-2]) & (values[1:-1] < values[2:])) + 1
        assert len(lowest)
        for place in lowest.tolist():
            bracket = (angles[place - 1], angles[place + 1])
            least = minimize_scalar(lambda a: float(distances(np.array(a), 1.0)), bounds=bracket, method="bounded").fun
            counts = [len(assembly_modes(triad_with(least + more), 0.0)) for more in (-1e-4, 1e-4)]
            assert counts[1] == counts[0] + 2
            touching = assembly_modes(triad_with(least), 0.0)
            assert len(touching) == counts[0] + 1
            assert [mode.singular for mode in touching if mode.singular] == [(1,)]


def test_branches_that_meet_are_one() -> None:
    """A parallelogram is flat at 180 degrees."""
    modes = assembly_modes(load_mechanism("parallelogram"), np.pi)
    assert [mode.singular for mode in modes] == [(1,)]
    assert [len(assembly_modes(load_mechanism("parallelogram"), np.pi + step)) for step in (-1e-3, 1e-3)] == [2, 2]


def test_what_moves_on_its_own_is_no_mode() -> None:
    """With both its arms on one side, the rhombus of Peaucellier's linkage is folded and turns freely."""
    modes = assembly_modes(load_mechanism("peaucellier_lipkin"))
    assert modes.loose == (3,)
    assert modes.complete
    assert [mode.branches[1:3] for mode in modes] == [(1, -1), (1, -1), (-1, 1), (-1, 1)]


def test_parallel_legs_carry_a_platform_about() -> None:
    """Three equal legs on a base like the platform: without turning it goes round in circles, and that is no mode."""
    triad = load_mechanism("class_III_triad_on_crank")
    alike = {"A1": (0.0, 0.0), "A2": (6.0, 0.0), "A3": (1.0, 8.0)}
    links = {
        "ground": Link("ground", {"O": (-0.3, 0.0), "A2": alike["A2"], "A3": alike["A3"]}),
        **{f"leg{n}": Link(f"leg{n}", {f"A{n}": (0.0, 0.0), f"P{n}": (3.0, 0.0)}) for n in (1, 2, 3)},
    }
    mechanism = replace(
        triad, links=[links.get(link.name, link) for link in triad.links], initial=InitialConfiguration()
    )
    modes = assembly_modes(mechanism, 0.0)
    assert modes.loose == (1,)
    assert all(abs(mode.pose("platform")[2]) > 0.01 for mode in modes)


def test_what_cannot_be_assembled_has_no_mode() -> None:
    watt = load_mechanism("watt_straight_line")
    modes = assembly_modes(watt, np.pi / 2.0)
    assert len(modes) == 0
    assert modes.complete
    assert modes.counts == ((1, 1), (0, 0))


def test_no_initial_configuration_is_needed() -> None:
    for name in ("class_III_triad_on_crank", "jansen_leg", "planar_3RPR_driven_P"):
        mechanism = load_mechanism(name)
        inputs = [mechanism.initial_inputs[each] for each in mechanism.input_names]
        nothing = assembly_modes(replace(mechanism, initial=InitialConfiguration()), inputs)
        assert len(nothing) == len(assembly_modes(mechanism)) > 1
        for mode in nothing:
            make_plan(mode.mechanism)


def test_modes_can_be_too_many() -> None:
    plan = make_plan(scalable_four_bar(60))
    z = plan.initial_inputs + 0.5
    with pytest.raises(TooManyModesError, match=r"more than 20 .*plan\.modes") as caught:
        assembly_modes(plan, z, limit=20)
    assert caught.value.limit == 20
    few = list(islice(plan.assembly_modes(z), 4))
    assert [mode.branches[-2:] for mode in few[:3]] == [(1, 1), (1, -1), (-1, 1)]
    assert sorted({mode.numbers for mode in few}) == [mode.numbers for mode in few]
    assert len(plan.modes(60, z)) == 2


def test_a_group_whose_predecessors_fail_says_which() -> None:
    plan = make_plan(load_mechanism("stephenson_link_motion_fixed_cutoff"))
    here = plan.modes(3, plan.initial_inputs)
    assert len(here) == 2
    lift = make_plan(load_mechanism("scissor_lift_1_stage"))
    assert len(lift.modes(1, 1e3)) == 0
    with pytest.raises(MotionError, match="cannot be assembled") as caught:
        lift.modes(2, 1e3)
    assert caught.value.group == lift.structure.groups[1].label


def test_a_group_follows_the_configuration_it_is_near() -> None:
    plan = make_plan(load_mechanism("jansen_leg"))
    z = plan.initial_inputs
    for mode in plan.assembly_modes(z):
        found = plan.modes(2, z, near=mode.configuration)
        pose = found[mode.numbers[2]]
        for link in pose.links:
            np.testing.assert_allclose(pose.pose(link), mode.pose(link), atol=1e-9)


@pytest.mark.parametrize("name", ["gear_pair", "rack_and_pinion", "planetary_ring_fixed"])
def test_what_is_searched_says_so(name: str) -> None:
    modes = assembly_modes(load_mechanism(name))
    assert not modes.complete
    assert modes.searched == (len(modes.structure.groups) - 1,)
    assert not make_plan(load_mechanism(name)).modes(modes.searched[0], modes.inputs).complete


def test_a_slotted_lever_points_either_way() -> None:
    modes = assembly_modes(load_mechanism("quick_return_pin_in_slot"))
    assert modes.complete
    one, other = (mode.pose("lever")[2] for mode in modes)
    assert abs(one - other) == pytest.approx(np.pi)


@pytest.mark.parametrize("name", ["planar_3RPR_driven_P", "four_bar_input_at_coupler", "landing_gear_by_piston"])
def test_driven_lengths_and_angles_inside_a_group_are_no_obstacle(name: str) -> None:
    assert assembly_modes(load_mechanism(name)).complete


def test_three_driven_distances_hold_a_platform_in_six_ways() -> None:
    """The published triad with drivers of the lengths of its legs in their place."""
    platform = Link("platform", {f"P{n}": place for n, place in enumerate(TRIAD["p"], 1)})
    ground = Link("ground", {f"A{n}": place for n, place in enumerate(TRIAD["A"], 1)})
    drivers = [DistanceDriver(f"leg{n}", (f"ground.A{n}", f"platform.P{n}"), ConstantSpeed(0.1)) for n in (1, 2, 3)]
    mechanism = Mechanism("hexapod", [ground, platform], [], drivers, floating=True)
    modes = assembly_modes(mechanism, TRIAD["l"])
    assert modes.complete
    np.testing.assert_allclose([mode.pose("platform") for mode in modes], TRIAD["poses"], rtol=0.0, atol=2e-9)
    start = solve(modes[2].mechanism, inputs=np.array([TRIAD["l"]]))
    np.testing.assert_allclose(start.pose("platform")[0], TRIAD["poses"][2], atol=2e-9)


@pytest.mark.parametrize(("axis", "value"), [("x", 2.0), ("y", 5.0)])
def test_a_driven_coordinate_of_a_coupler_point(axis: str, value: float) -> None:
    four_bar = load_mechanism("four_bar_crank_rocker")
    driver = CoordinateDriver("pull", "coupler.P", axis, ConstantSpeed(0.1))
    mechanism = replace(four_bar, drivers=[driver], initial=InitialConfiguration(), expected=Expectation())
    modes = assembly_modes(mechanism, value)
    assert modes.complete
    others = random_modes(mechanism, np.array([value]), starts=60)
    away = np.array([apart(mechanism, others.copy(), mode) for mode in modes])
    assert len(modes) >= 2
    assert away.min(axis=0).max(initial=0.0) < 1e-6
    for mode in modes:
        assert mode.residual < 1e-12


@pytest.mark.parametrize("limit", [0, -1, 1.5, True, "2"])
def test_limit_is_a_whole_number(limit: object) -> None:
    with pytest.raises(InputError, match="limit is"):
        assembly_modes(load_mechanism("slider_crank"), limit=limit)  # type: ignore[arg-type]


@pytest.mark.parametrize("inputs", [[1.0, 2.0], np.nan, "one", [[1.0]]])
def test_inputs_are_checked(inputs: object) -> None:
    with pytest.raises(InputError):
        assembly_modes(load_mechanism("slider_crank"), inputs)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="needs a mechanism"):
        assembly_modes("slider_crank")  # type: ignore[arg-type]
