"""Ranges against formulas, against all modes at random inputs, and in two ways."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import acos, degrees, pi

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    InputError,
    JointDriver,
    MotionRange,
    NeverAssembledError,
    TooManyModesError,
    assembly_modes,
    load_mechanism,
    make_plan,
    mechanism_names,
    motion_range,
    scalable_four_bar,
    solve,
)
from sgkin.analysis.branch_pieces import BranchPieces
from sgkin.analysis.input_line import input_line
from sgkin.analysis.pieces import Joined, chains
from sgkin.analysis.tracked_pieces import TrackedPieces
from sgkin.errors import SgkinError, UnknownNameError
from sgkin.kinematic_plan import KinematicPlan
from sgkin.modes.modes import Openings
from sgkin.structure.decomposition import decompose
from tests.analysis.four_bars import four_bar, within_turn
from tests.fuzz.ranges import covering


def movable() -> list[str]:
    """The library mechanisms that have a structure to be solved."""
    return [
        name for name in mechanism_names("planar") if decompose(load_mechanism(name)).is_determined and _has_plan(name)
    ]


def _has_plan(name: str) -> bool:
    try:
        make_plan(load_mechanism(name))
    except SgkinError:
        return False
    return True


MOVABLE = movable()


@pytest.fixture(scope="module", params=MOVABLE)
def plan(request: pytest.FixtureRequest) -> KinematicPlan:
    return make_plan(load_mechanism(request.param))


def test_modes_at_random_inputs(plan: KinematicPlan) -> None:
    """At any input there are as many modes as intervals that hold it."""
    rng = np.random.default_rng(5)
    for number, name in list(enumerate(plan.input_names))[:1]:
        found = motion_range(plan, name)
        assert found.present is not None
        assert float(plan.initial_inputs[number]) in found[found.present]
        for _ in range(4):
            z = plan.initial_inputs
            z[number] = rng.uniform(*found.between)
            assert covering(found, z[number]) == len(assembly_modes(plan, z))


def test_limits_close(plan: KinematicPlan) -> None:
    """The mechanism is assembled at every dead point and change point."""
    found = motion_range(plan, plan.input_names[0])
    links = plan.links
    for mode in found:
        for limit in mode.limits:
            if limit.kind in ("dead point", "change point"):
                here = limit.configuration
                poses = {link: tuple(pose) for link, pose in zip(links, here.poses.tolist(), strict=True)}
                openings = Openings(plan, limit.inputs).at([poses | {plan.mechanism.ground: (0.0, 0.0, 0.0)}])
                assert openings.max() < 2e-7 * plan.unit_length
                assert limit.groups


@pytest.mark.parametrize(
    "name", ["jansen_leg", "Watt_II_input_ternary", "landing_gear_by_strut_angle", "scissor_lift_1_stage"]
)
def test_two_finders_agree(name: str) -> None:
    """Groups in closed form: their margins alone, and all modes followed from many places."""
    plan = make_plan(load_mechanism(name))
    line = input_line(plan, None, None, None)
    finder = BranchPieces(line)
    first, second = ends(finder.joined(list(finder.pieces()))), ends(TrackedPieces(line, None).found())
    assert len(first) == len(second)
    assert np.abs(np.array(first) - np.array(second)).max() < 1e-9 * plan.unit_length


def ends(joined: Joined) -> list[tuple[float, ...]]:
    """Where modes begin and end, in order; rings without a place."""
    found = []
    for chain, ring in chains(joined):
        low, high = joined.pieces[chain[0]].low.place, joined.pieces[chain[-1]].high.place
        found.append((0.0, 0.0) if ring else (low, high))
    return sorted((round(low, 8), low, round(high, 8), high) for low, high in found)


def test_slider_crank_by_its_piston() -> None:
    found = motion_range(load_mechanism("slider_crank_piston_input"))
    (_, second) = found.circuits
    mode = found[second[0]]
    assert mode.low is not None
    assert mode.high is not None
    assert (mode.low.value, mode.high.value) == pytest.approx((2.0, 4.0), abs=1e-12)  # rod 3, crank 1
    assert mode.low.groups[0].label == "RRR(crank, rod)"


def test_slider_crank_with_offset_makes_full_turns() -> None:
    assert motion_range(load_mechanism("slider_crank")).full_turn


def test_parallelogram_has_change_points() -> None:
    found = motion_range(load_mechanism("parallelogram"))
    assert found.full_turn
    for mode in found:
        values = [degrees(limit.value) % 360.0 for limit in mode.change_points]
        assert sorted(round(value, 9) % 360.0 for value in values) == [0.0, 180.0]
        assert {limit.kind for limit in mode.limits} == {"change point"}


def test_stephenson_of_uchida() -> None:
    """The published limit of its driven link."""
    found = motion_range(load_mechanism("uchida_stephenson_III"))
    assert found.present is not None
    low = found[found.present].low
    assert low is not None
    assert low.value == pytest.approx(1.9628, abs=5e-5)
    assert not found.complete
    assert "iteration" in found.remark


def test_drag_link_and_shaper_turn() -> None:
    for name in ("drag_link_press", "crank_shaper", "quick_return_slotted_lever"):
        assert motion_range(load_mechanism(name)).full_turn


def test_rocker_of_a_crank_rocker() -> None:
    """Driven at the rocker, it swings between the outer and the inner dead centre."""
    crank, coupler, rocker, ground = 1.0, 3.0, 2.5, 3.2
    found = motion_range(four_bar((ground, rocker, coupler, crank)))
    wanted = [
        acos((rocker**2 + ground**2 - reach**2) / (2.0 * rocker * ground))
        for reach in (coupler - crank, coupler + crank)
    ]
    values = sorted({round(abs(within_turn(limit.value)), 10) for limit in found.dead_points})
    assert values == pytest.approx(wanted, abs=1e-10)
    assert len(found) == 4
    assert found.circuits == ((0, 2), (1, 3))


def test_along_a_line_of_inputs() -> None:
    """Two cranks of a five-bar turned together: as one mechanism with their sum."""
    plan = make_plan(load_mechanism("five_bar_2dof"))
    one = motion_range(plan, along={"motor_A": 1.0})
    other = motion_range(
        plan, "motor_A", between=(plan.initial_inputs[0] - 2.0 * pi, plan.initial_inputs[0] + 2.0 * pi)
    )
    for a, b in zip(one, other, strict=True):
        assert (a.low is None) == (b.low is None)
        if a.low is not None and b.low is not None:
            assert a.low.value == pytest.approx(b.low.value - plan.initial_inputs[0], abs=1e-9)


def test_present_mode_alone() -> None:
    """The present mode of a long chain is found without the others."""
    chain = scalable_four_bar(60)
    found = motion_range(chain, present=True)
    assert len(found) == 1
    assert found.present == 0
    assert not found.complete
    assert "only the mode" in found.remark
    with pytest.raises(TooManyModesError):
        motion_range(load_mechanism("jansen_leg"), limit=3)


def test_present_is_one_of_all(plan: KinematicPlan) -> None:
    every, alone = motion_range(plan, plan.input_names[0]), motion_range(plan, plan.input_names[0], present=True)
    assert every.present is not None
    assert alone.present is not None
    mode, only = every[every.present], alone[alone.present]
    assert only.turns == mode.turns
    for one, other in ((mode.low, only.low), (mode.high, only.high)):
        assert (one is None) == (other is None)
        if one is not None and other is not None:
            assert one.kind == other.kind
            assert abs(within_turn(one.value - other.value)) < 1e-9
            assert one.groups == other.groups
    values, others = (np.exp(1j * np.array([limit.value for limit in each.change_points])) for each in (mode, only))
    assert len(values) == len(others)
    assert all(np.abs(others - value).min() < 1e-9 for value in values)


@pytest.mark.parametrize("branch", [0, 1])
def test_present_mode_that_comes_back_after_two_turns(branch: int) -> None:
    """A kite, whose one change point changes the branch once in a turn."""
    kite = replace(four_bar((1.0, 1.0, 2.0, 2.0)), drivers=[JointDriver("motor", "A", ConstantSpeed(1.0, start=1.0))])
    plan = make_plan(assembly_modes(kite, 1.0)[branch].mechanism)
    (mode,) = motion_range(plan, present=True)
    assert mode.turns == 2
    assert [within_turn(limit.value) for limit in mode.change_points] == pytest.approx([0.0, 0.0], abs=1e-9)
    motion = solve(plan, inputs=np.linspace(1.0, 1.0 + 4.0 * pi, 201))
    rocker = np.exp(1j * motion.pose("rocker")[:, 2])
    assert abs(rocker[100] - rocker[0]) > 0.1
    assert abs(rocker[200] - rocker[0]) < 1e-9


@pytest.mark.parametrize("start", [2.000000001, 3.999999999999])
def test_present_mode_that_begins_on_a_dead_point(start: float) -> None:
    piston = load_mechanism("slider_crank_piston_input")
    driven = replace(piston, drivers=[JointDriver("actuator", "D", ConstantSpeed(0.1, start=start))])
    (mode,) = motion_range(make_plan(driven), present=True)
    assert [limit.value for limit in mode.limits] == pytest.approx([2.0, 4.0], abs=1e-8)
    assert [limit.kind for limit in mode.limits] == ["dead point", "dead point"]
    assert {group.label for limit in mode.limits for group in limit.groups} == {"RRR(crank, rod)"}


@pytest.mark.parametrize("name", ["four_bar_crank_rocker", "slider_crank_piston_input", "landing_gear_by_piston"])
@pytest.mark.parametrize("beside", [(0.0, 1e-3), (-1e-3, 0.0), (-1e-3, 1e-3)])
def test_present_mode_in_an_interval(name: str, beside: tuple[float, float]) -> None:
    """The initial input may be an end of the interval."""
    plan = make_plan(load_mechanism(name))
    low, high = (float(plan.initial_inputs[0]) + aside for aside in beside)
    (mode,) = motion_range(plan, between=(low, high), present=True)
    assert [(limit.value, limit.kind) for limit in mode.limits] == [
        (low, "end of the interval"),
        (high, "end of the interval"),
    ]


@pytest.mark.parametrize("name", ["four_bar_crank_rocker", "landing_gear_by_piston"])
@pytest.mark.parametrize("between", [(3.0, 3.1), (-3.1, -3.0)])
def test_present_mode_is_not_in_every_interval(name: str, between: tuple[float, float]) -> None:
    with pytest.raises(InputError, match=r"the present mode is followed from .* which is not between"):
        motion_range(make_plan(load_mechanism(name)), between=between, present=True)


def test_present_mode_alone_is_not_searched_for_with_iterated_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sgkin.analysis.tracked_pieces.assemblies", None)
    found = motion_range(load_mechanism("landing_gear_by_piston"), present=True)
    assert len(found) == 1
    assert not found.complete


def test_scissor_of_two_equal_links() -> None:
    """A slider that comes to its limit where both links are in line."""
    found = motion_range(load_mechanism("boom_by_distance"))
    assert all(mode.low is not None and mode.low.value > 0.0 for mode in found)


def test_inputs_that_cannot_be() -> None:
    mechanism = load_mechanism("five_bar_2dof")
    with pytest.raises(UnknownNameError, match="motor_A"):
        motion_range(mechanism, "motor")
    with pytest.raises(InputError, match="several inputs"):
        motion_range(mechanism)
    with pytest.raises(InputError, match="empty"):
        motion_range(mechanism, "motor_A", between=(1.0, 1.0))
    with pytest.raises(InputError, match="moves no input"):
        motion_range(mechanism, along={"motor_A": 0.0})
    with pytest.raises(UnknownNameError, match="motor_A"):
        motion_range(mechanism, along={"crank": 1.0})
    with pytest.raises(InputError, match="two numbers"):
        motion_range(mechanism, "motor_A", between=(1.0, np.nan))
    with pytest.raises(InputError, match="either an input or a line"):
        motion_range(mechanism, "motor_A", along={"motor_A": 1.0})
    with pytest.raises(InputError, match="mechanism or a plan"):
        motion_range("four_bar")  # type: ignore[arg-type]


def test_what_can_never_be_assembled_says_why() -> None:
    with pytest.raises(NeverAssembledError, match="RRR") as error:
        motion_range(four_bar((5.0, 1.0, 1.0, 1.0)))
    assert error.value.gap == pytest.approx(2.0, abs=1e-6)
    assert error.value.joints == ("B", "C", "D")


def test_text_names_limits() -> None:
    told = str(motion_range(load_mechanism("landing_gear_by_strut_angle")))
    assert "dead point of RRR(drag_strut, lower_link)" in told
    assert "initial configuration" in told


@pytest.mark.parametrize("name", ["jansen_leg", "uchida_stephenson_III", "scissor_lift_1_stage", "drag_link_press"])
def test_several_threads_at_once(name: str) -> None:
    """The same numbers, to the last digit, from a plan that others use at the same time, and from one of their own."""
    shared = make_plan(load_mechanism(name))
    alone = told(motion_range(make_plan(load_mechanism(name))))
    with ThreadPoolExecutor(4) as pool:
        plans = [shared, shared, shared, make_plan(load_mechanism(name))]
        found = [told(each) for each in pool.map(motion_range, plans)]
    assert found == [alone] * 4


def told(found: MotionRange) -> list[object]:
    """All numbers of a range."""
    return [
        found.circuits,
        found.present,
        *((mode.turns, mode.branches, [(each.kind, each.value) for each in mode.limits]) for mode in found),
        *(limit.configuration.poses.tolist() for mode in found for limit in mode.limits),
    ]
