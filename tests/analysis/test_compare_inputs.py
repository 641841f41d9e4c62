"""By which inputs mechanisms can be driven, and how they come apart then."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from sgkin import (
    DistanceDriver,
    InitialConfigurationError,
    InputChoice,
    InputComparison,
    Mechanism,
    choose_inputs,
    compare_inputs,
    decompose,
    driven_comb,
    load_mechanism,
    make_plan,
    mechanism_names,
)
from sgkin.analysis.possible_inputs import possible_inputs
from sgkin.analysis.redriving import find_poses, is_driven, redriven
from sgkin.model.motion_law import ConstantSpeed
from sgkin.structure.structure import roman
from tests.fuzz.case import drawn
from tests.fuzz.strata.table import STRATA, stratum_of
from tests.structure.reference import reference
from tests.structure.test_file_order import rewritten

NAMES = mechanism_names("planar")
SETS = 20
"""Sets of a mechanism with several inputs that are looked at here."""


@cache
def compared(name: str) -> InputComparison:
    return compare_inputs(load_mechanism(name), sets=SETS)


def choice_of(found: InputComparison, *inputs: str) -> InputChoice:
    return next(choice for choice in found if set(choice.inputs) == set(inputs))


def test_stephenson_iii_by_both_sides() -> None:
    found = compared("Stephenson_III_input_fivebar_side")
    assert choice_of(found, "motor").groups == ("R*", "RR-RR-RR")
    assert choice_of(found, "motor").highest_class == 3
    for side in ("T1x", "T1y"):
        assert choice_of(found, side).groups == ("R*", "RRR", "RRR")
    assert found[0].inputs in (("T1x",), ("T1y",))


def test_robot_by_motors_and_by_pose() -> None:
    found = compare_inputs(load_mechanism("robot_3RRR_by_motor_angles"))
    assert found.is_complete
    motors, pose = choice_of(found, "motor_1", "motor_2", "motor_3"), choice_of(found, "platform_pose")
    assert (motors.groups[3:], motors.iterated) == (("RR-RR-RR",), 3)
    assert (pose.groups, pose.iterated) == (("pose*", "RRR", "RRR", "RRR"), 0)
    assert motors.is_present
    assert not pose.is_present
    assert pose.cost is not None
    assert motors.cost is not None
    assert pose.cost < motors.cost


def test_landing_gear_by_piston_and_by_strut() -> None:
    found = compared("landing_gear_by_piston")
    piston, strut = choice_of(found, "actuator"), choice_of(found, "A")
    assert (piston.structure.mechanism_class, strut.structure.mechanism_class) == ("IV", "II")
    assert strut.groups == ("R*", "RRR", "RPR")
    assert choose_inputs(load_mechanism("landing_gear_by_piston")).input_names == found[0].inputs == ("A",)


CHAINS = {"ECxo": "Stephenson_III_input_fivebar_side", "EEj_": "Watt_I_input_ternary"}
"""The two six-bar chains, and a mechanism of each."""
SIX_BARS = [(chain, row, end) for chain in reference()["six_bar_table"] for row in chain["inputs"] for end in (0, 1)]


@pytest.mark.parametrize(
    ("chain", "row", "end"), SIX_BARS, ids=[f"{chain['chain']}-{row['input']}-{end}" for chain, row, end in SIX_BARS]
)
def test_six_bar_table_from_one_file_each(chain: dict[str, Any], row: dict[str, Any], end: int) -> None:
    mechanism = load_mechanism(CHAINS[chain["chain"]])
    joined = {frozenset(joint.links): joint.name for joint in mechanism.joints}
    same = nx.isomorphism.GraphMatcher(nx.Graph(chain["edges"]), nx.Graph(map(tuple, joined)))
    for link_of in same.isomorphisms_iter():
        ground, driven = link_of[row["input"][end]], link_of[row["input"][1 - end]]
        structure = decompose(mechanism.inverted(ground, joined[frozenset((ground, driven))]))
        assert structure.groups[0].links == (driven,)
        found = [[len(group.links), roman(group.assur_class or 0), group.order] for group in structure.groups[1:]]
        assert sorted(found) == sorted(row["groups"])


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_what_decompose_says(name: str) -> None:
    mechanism, found = load_mechanism(name), compared(name)
    for choice in found:
        structure = decompose(mechanism.driven_by(*choice.inputs))
        assert structure.formula == choice.structure.formula
        assert structure.redundant == choice.structure.redundant
        assert structure.geometry == choice.structure.geometry
        assert choice.mechanism == mechanism.driven_by(*choice.inputs)


def check_single_inputs(mechanism: Mechanism, found: InputComparison) -> None:
    """Every input is in the table if, and only if, it drives the mechanism."""
    poses = find_poses(mechanism)
    assert poses is not None
    listed = {choice.inputs[0]: choice for choice in found}
    for possible in possible_inputs(mechanism):
        if len(possible.inputs) == 1:
            structure = decompose(redriven(mechanism, poses, [possible]))
            assert is_driven(structure) == (possible.name in listed)
            if possible.name in listed:
                assert structure.formula == listed[possible.name].structure.formula


@pytest.mark.parametrize("name", NAMES)
def test_no_single_input_is_missing(name: str) -> None:
    if compared(name).freedoms == 1:
        check_single_inputs(load_mechanism(name), compared(name))


@pytest.mark.parametrize("seed", range(20))
def test_random_mechanisms(seed: int) -> None:
    mechanism = drawn(STRATA[stratum_of(seed)], seed).mechanism
    found = compare_inputs(mechanism, sets=SETS)
    if found.freedoms == 1:
        check_single_inputs(mechanism, found)
    for choice in found[:4]:
        assert choice.mechanism is not None
        assert decompose(choice.mechanism).formula == choice.structure.formula
        assert choice.mechanism == mechanism.driven_by(*choice.inputs)


@pytest.mark.parametrize("name", NAMES)
def test_iterated_unknowns_are_those_of_the_plan(name: str) -> None:
    for choice in compared(name)[:8]:
        if choice.iterated is not None and not choice.dead and choice.mechanism is not None:
            plan = make_plan(choice.mechanism)
            assert choice.iterated == max(element.unknowns if element else 0 for element in plan.solvers)


def groups_of(found: InputComparison) -> dict[frozenset[str], Counter[str]]:
    """The groups by inputs; of redundant joints those come first that stand first in the file."""
    return {frozenset(choice.inputs): Counter(() if choice.structure.redundant else choice.groups) for choice in found}


ONE_MOTION = [name for name in NAMES if name != "parallelogram_at_change_point"]
"""Those in which no two motions meet at the start: which of them an input drives there is not to be told."""


@pytest.mark.parametrize("name", [name for name in ONE_MOTION if compared(name).is_complete])
def test_order_in_the_file_does_not_matter(name: str) -> None:
    again = compare_inputs(rewritten(load_mechanism(name), seed=3))
    assert groups_of(again) == groups_of(compared(name))
    assert {frozenset(choice.inputs) for choice in again if choice.dead} == {
        frozenset(choice.inputs) for choice in compared(name) if choice.dead
    }


def test_same_answer_for_every_hash_seed() -> None:
    script = """
from sgkin import compare_inputs, load_mechanism, mechanism_names

for name in mechanism_names("planar")[::4]:
    print(compare_inputs(load_mechanism(name), sets=10))
"""
    root = str(Path(__file__).parents[2])
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": root, "PYTHONIOENCODING": "utf-8"},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_sorted_by_cost_with_dead_points_last() -> None:
    for name in NAMES:
        dead = [bool(choice.dead) for choice in compared(name)]
        assert dead == sorted(dead)
        costs = [choice.cost for choice in compared(name) if choice.cost is not None and not choice.dead]
        assert costs == sorted(costs)


def test_a_dead_point_is_told() -> None:
    """Crank and coupler of Andrews' squeezer are in line at the start: nothing beyond them can begin to drive it."""
    found = compared("andrews_squeezer")
    rocker = choice_of(found, "B")
    assert rocker.dead == ("RRR(K1, K2)",)
    assert "at a dead point" in str(found)
    assert not choice_of(found, "motor").dead


def test_a_change_point_is_one_for_every_input() -> None:
    found = compared("parallelogram_at_change_point")
    assert len(found) == 5
    assert all(choice.dead for choice in found)


def test_what_the_joints_and_the_geometry_fix() -> None:
    assert compared("coupled_wheels_three_parallel_cranks").idle == ("rod_angle",)
    refused = compared("parallelogram").refused
    assert [each.inputs for each in refused] == [("coupler_angle",)]
    assert "still move" in refused[0].reason
    assert "not by coupler_angle" in str(compared("parallelogram"))


def test_idle_freedoms_need_no_input() -> None:
    found = compared("cam_roller_follower")
    assert found.freedoms == 1
    assert {choice.inputs for choice in found} == {("motor",), ("B",)}
    assert all(choice.cost is None for choice in found)
    assert "profiles are not described" in str(found)


def test_the_bound_is_told_and_the_nearest_sets_come_first() -> None:
    comb = driven_comb(6)
    found = compare_inputs(comb, sets=20)
    assert not found.is_complete
    assert len(found) == 20
    assert "only 20 sets were tried" in str(found)
    present = set(comb.input_names)
    assert all(len(present - set(choice.inputs)) <= 1 for choice in found)
    assert compare_inputs(comb, sets=1)[0].is_present


def test_a_distance_can_be_given_besides() -> None:
    gear = load_mechanism("landing_gear_by_strut_angle")
    diagonal = DistanceDriver("diagonal", ("main_strut.F", "ground.D"), ConstantSpeed(0.01))
    found = choice_of(compare_inputs(gear, also=[diagonal]), "diagonal")
    assert found.mechanism is not None
    assert found.mechanism.drivers == (diagonal,)
    assert found.mechanism.initial.inputs["diagonal"] > 0.1
    assert found.structure.mechanism_class == "II"


@pytest.mark.parametrize("is_driven_now", [False, True])
def test_a_mechanism_without_places_is_compared_by_structure(is_driven_now: bool) -> None:
    four_bar = load_mechanism("four_bar_crank_rocker")
    bare = Mechanism("bare", four_bar.links, four_bar.joints, four_bar.drivers if is_driven_now else ())
    found = compare_inputs(bare)
    crank = "motor" if is_driven_now else "A"
    assert {choice.inputs[0] for choice in found} == {crank, "B", "C", "D", "coupler_angle"}
    assert all(choice.mechanism is None for choice in found)
    with pytest.raises(InitialConfigurationError):
        choose_inputs(bare)


def test_as_data_and_in_a_notebook() -> None:
    found = compared("slider_crank")
    data = found.as_dict()
    assert [row["inputs"] for row in data["choices"]] == [list(choice.inputs) for choice in found]
    assert data["choices"][0]["groups"] == ["P*", "RRR"]
    assert found._repr_html_().count("<tr>") == len(found) + 1
    assert len(found) == len(list(found)) == 4
