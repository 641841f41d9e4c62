"""Designs on one tape are what they are by themselves: on every library mechanism and with every registered group."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from sgkin import (
    DesignMotions,
    DesignStatus,
    InitialConfigurationError,
    InputError,
    MechanismError,
    MobilityError,
    StudyError,
    UnsolvableError,
    load_mechanism,
    make_study,
    mechanism_names,
    scalable_four_bar,
    solve,
    solve_designs,
    transmission_angle,
)
from sgkin.analysis.pose_vectors import OfVelocity
from sgkin.analysis.transmission import all_transmission_lines
from sgkin.designs import running
from sgkin.designs.study import Kept
from sgkin.kernels.compiled import JIT
from sgkin.synthesis.families import family_named
from tests.designs.straight_way import followed
from tests.designs.witness import differences, different_outputs, dimensions, spread, whole_study
from tests.motion.drives import initial_inputs
from tests.motion.groups import SIGNATURES, good_plan

FOUR_BAR = load_mechanism("four_bar_crank_rocker")


def movable() -> list[str]:
    """The library mechanisms of which all dimensions may vary."""
    found = []
    for name in mechanism_names("planar"):
        try:
            whole_study(load_mechanism(name))
        except (MobilityError, StudyError, UnsolvableError):
            continue
        found.append(name)
    return found


@pytest.mark.parametrize("name", movable())
def test_nominal_design(name: str) -> None:
    """It is the motion of `solve`: rows of closed forms to the last bit, what is iterated or formed of them nearly."""
    study = whole_study(load_mechanism(name))
    found = solve_designs(study, study.nominal, progress=False)
    motion = solve(study.plan, found.drive.times, on_failure="return", progress=False)
    assert found.ended_at[0] == motion.steps
    for link in study.outputs:
        assert found.position(link)[0, : motion.steps] == pytest.approx(motion.position(link), rel=1e-12, abs=1e-12)


def test_closed_forms_to_the_last_bit() -> None:
    for name in ("four_bar_crank_rocker", "jansen_leg", "slider_crank", "crank_shaper", "watt_straight_line"):
        mechanism = load_mechanism(name)
        points = [f"{joint.links[-1]}.{joint.at[-1]}" for joint in mechanism.joints if joint.letter == "R"]  # type: ignore[attr-defined]
        points = [point for point in points if not point.startswith(mechanism.ground)]
        study = make_study(mechanism, dimensions(mechanism), points)
        found = solve_designs(study, study.nominal, progress=False)
        motion = solve(study.plan, found.drive.times, outputs=points, progress=False)
        for point in points:
            assert np.array_equal(found.position(point)[0], motion.position(point)), (name, point)


@pytest.mark.parametrize("by", [0.02, 0.15])
@pytest.mark.parametrize("signature", SIGNATURES)
def test_every_group(signature: str, by: float) -> None:
    mechanism = good_plan(signature, 0).mechanism
    study = whole_study(mechanism)
    far = [
        2.0 * np.pi if mechanism.input_quantity(name) == "angle" else 0.4 * mechanism.size
        for name in study.plan.input_names
    ]
    inputs = initial_inputs(mechanism) + np.linspace(0.0, 1.0, 41)[:, None] * far
    found = solve_designs(study, spread(study, 20, by), inputs=inputs, progress=False)
    assert differences(found) == []


@pytest.mark.parametrize(
    "name", ["Stephenson_III_input_fivebar_side", "landing_gear_by_piston", "planetary_ring_fixed"]
)
def test_iterated_groups_and_gears(name: str) -> None:
    study = whole_study(load_mechanism(name))
    assert differences(solve_designs(study, spread(study, 15, 0.1, seed=1), progress=False)) == []


@pytest.mark.parametrize(
    ("signature", "number", "design"),
    [("RR-RR-RP", 0, 119), ("RR-RR-PR", 1, 565), ("RR-RP-RP", 0, 14), ("RP-PR-PR", 1, 3), ("RR-PR-PP", 0, 510)],
)
def test_the_mode_on_the_straight_way(signature: str, number: int, design: int) -> None:
    """Designs whose modes come near others on the way to them, and one (14) behind a gap in its mode: they are
    assembled where Newton's method on the whole mechanism gets there in small steps, and then in the same mode."""
    study = whole_study(good_plan(signature, number).mechanism)
    given = spread(study, 1000, 0.15, seed=7)[design]
    poses, done = followed(study, given)
    found = solve_designs(study, given, inputs=study.plan.initial_inputs[None], progress=False)
    assert found.solved[0] == (done == 1.0)
    if found.solved[0]:
        mine = np.array([found.position(link)[0, 0] for link in study.mechanism.moving_links])
        assert mine[:, :2] == pytest.approx(poses[:, :2], abs=1e-9)
        assert np.exp(1j * mine[:, 2]) == pytest.approx(np.exp(1j * poses[:, 2]), abs=1e-9)


def test_coarse_steps_and_a_start_elsewhere() -> None:
    """With links that turn far from step to step, and steps that do not begin at the initial inputs."""
    study = whole_study(FOUR_BAR)
    for inputs in (np.linspace(0.0, 40.0, 14), np.linspace(7.0, -3.0, 9), np.array([2.0])):
        found = solve_designs(study, spread(study, 12, 0.35), inputs=inputs, progress=False)
        assert differences(found) == []
        assert len(set(found.status.tolist())) > 1 or len(inputs) == 1


def test_change_points_are_settled_by_the_tracker() -> None:
    """A parallelogram stays one in designs that keep its sides equal; all of them pass its change points."""
    study = make_study(load_mechanism("parallelogram"), ["ground.D.x", "coupler.C.x"])
    for rate in (1.0, 1.3):
        found = solve_designs(study, study.nominal * rate, progress=False)
        assert differences(found) == []


def test_a_direction_that_is_constant_in_each_design() -> None:
    """The guide of a slider-crank may be inclined: its piston never turns. Designs with a folded crank are settled by
    the tracker, whose tape has no direction that is counted."""
    linkage = family_named("slider-crank")
    study = make_study(linkage.mechanisms[0], linkage.vary)
    given = np.repeat(study.nominal[None], 4, axis=0)
    given[:, linkage.vary.index("phi")] = [0.0, 0.4, 0.4, -3.0]
    given[1:, linkage.vary.index("e")] = 0.0
    given[2:, linkage.vary.index("r2")] = given[2:, linkage.vary.index("r3")]
    found = solve_designs(study, given, inputs=np.linspace(0.0, 6.0, 9))
    assert found.solved.all()
    wanted = np.array([0.0, 0.4, 0.4, -3.0])[:, None] * np.ones(9)
    assert np.allclose(found.position("piston")[..., 2], wanted, atol=1e-14)
    assert differences(found) == []


def test_the_frame_of_a_link_is_turned_in_settled_designs() -> None:
    """Where its inclination in its own body varies, its direction is that of the design, as the tape of all has it."""
    linkage = family_named("four-bar", with_frame=True)
    study = make_study(linkage.mechanisms[0], linkage.vary)
    given = np.repeat(study.nominal[None], 2, axis=0)
    lengths = [linkage.vary.index(name) for name in linkage.lengths]
    given[:, lengths] = [[0.06, 0.02, 0.06, 0.02], [0.06, 0.02, 0.07, 0.09]]  # a parallelogram, through change points
    given[:, [linkage.vary.index(name) for name in ("phi", "alpha")]] = [0.7, 0.3]
    assert differences(solve_designs(study, given, inputs=np.linspace(0.2, 7.0, 9))) == []


def test_designs_begun_elsewhere() -> None:
    """A double rocker, which cannot be assembled at the initial input, runs where it can."""
    linkage = family_named("four-bar")
    study = make_study(linkage.mechanisms[0], linkage.vary, ["coupler.P"])
    design = study.nominal.copy()
    design[[linkage.vary.index(name) for name in linkage.lengths]] = [0.1, 0.06, 0.03, 0.04]
    design[linkage.vary.index("phi")] = 1.0
    inputs = np.linspace(0.9, 1.1, 5)
    assert solve_designs(study, design, inputs=inputs).status[0] == DesignStatus.NOT_ASSEMBLED
    begun = pickle.loads(pickle.dumps(study.begun_at(inputs[:1])))
    found = solve_designs(begun, design, inputs=inputs)
    assert found.solved[0]
    pin = 0.06 * np.exp(1j * inputs)
    point = found.position("coupler.P")[0] @ [1.0, 1j]
    assert np.allclose(np.abs(point - pin), np.hypot(35.0, 15.0))
    iterated = whole_study(load_mechanism("uchida_stephenson_III"))
    assert iterated.begun_at(inputs[:1]) is iterated


def test_velocities_coefficients_and_margins() -> None:
    study = whole_study(load_mechanism("five_bar_2dof"))
    given = spread(study, 4, 0.02)
    moving = solve_designs(study, given, quantities=["position", "velocity", "acceleration", "margin"], progress=False)
    linear = solve_designs(study, given, quantities=["position", "coefficients"], progress=False)
    rates, accelerations = moving.drive.rates, moving.drive.accelerations
    assert rates is not None
    assert accelerations is not None
    for link in study.outputs:
        K, L = linear.velocity_coefficients(link), linear.coefficient_gradients(link)
        velocity = np.einsum("nmcf,mf->nmc", K, rates)
        assert moving.velocity(link) == pytest.approx(velocity, rel=1e-9, abs=1e-9)
        acceleration = np.einsum("nmcf,mf->nmc", K, accelerations) + np.einsum("nmcfg,mf,mg->nmc", L, rates, rates)
        assert moving.acceleration(link) == pytest.approx(acceleration, rel=1e-9, abs=1e-9)
    for design in range(len(given)):
        motion = solve(study.design(given[design]), moving.drive.times, progress=False)
        for link in study.outputs:
            assert moving.velocity(link)[design] == pytest.approx(motion.velocity(link), rel=1e-9, abs=1e-9)
            assert moving.acceleration(link)[design] == pytest.approx(motion.acceleration(link), rel=1e-9, abs=1e-9)
    for group in study.plan.solved_groups:
        assert (moving.margin(group) > 0.0).all()


@pytest.mark.parametrize(
    "name", ["four_bar_crank_rocker", "slider_crank", "crank_shaper", "jansen_leg", "parallelogram"]
)
def test_transmission_angles(name: str) -> None:
    study = whole_study(load_mechanism(name))
    found = solve_designs(study, spread(study, 3, 0.02), quantities=["position", "transmission angle"], progress=False)
    lines = all_transmission_lines(study.mechanism, study.plan.structure)
    joints = [each.joint for each in lines if not isinstance(each.direction.vector, OfVelocity)]
    assert joints
    for design, parameters in enumerate(found.parameters):
        motion = solve(study.design(parameters), found.drive.times, on_failure="return", progress=False)
        for joint in joints:
            angle = transmission_angle(motion, joint).angle
            mine = found.transmission_angle(joint)[design, : motion.steps]
            assert mine == pytest.approx(angle, abs=1e-7)
    with pytest.raises(InputError, match="was not kept"):
        found.transmission_angle("nowhere")


def test_nearest_is_the_mode_of_each_by_itself() -> None:
    study = whole_study(load_mechanism("uchida_stephenson_III"))
    given = spread(study, 8, 0.15)
    found = solve_designs(study, given, branches="nearest", progress=False)
    for design, parameters in enumerate(given):
        try:
            motion = solve(study.design(parameters), found.drive.times, on_failure="return", progress=False)
        except InitialConfigurationError:
            assert found.status[design] == DesignStatus.NOT_ASSEMBLED
        else:
            assert motion.steps == found.ended_at[design]
            assert different_outputs(found, design, motion) == ""
    continued = solve_designs(study, given, progress=False)
    both = found.solved & continued.solved
    assert both.any()
    ways = [followed(study, parameters)[1] for parameters in given]
    assert np.array_equal(continued.status == DesignStatus.NOT_ASSEMBLED, np.array(ways) < 1.0)


def test_threads_and_reducers_give_the_same() -> None:
    study = make_study(FOUR_BAR, ["crank.B.x", "coupler.C.x", "rocker.C.x"], ["coupler"])
    given = spread(study, 3 * running.DESIGNS + 7, 0.3)
    one = solve_designs(study, given, threads=1, progress=False)
    many = solve_designs(study, given, threads=3, progress=False)
    highest = solve_designs(study, given, keep=highest_point, threads=2, progress=False)
    bare = solve_designs(study, given, keep="status", progress=False)
    for found in (many, highest, bare):
        assert np.array_equal(found.status, one.status)
        assert np.array_equal(found.ended_at, one.ended_at)
        assert np.array_equal(found.ended_by, one.ended_by)
    assert np.array_equal(one.position("coupler"), many.position("coupler"), equal_nan=True)
    assert highest.scores is not None
    assert np.array_equal(highest.scores, highest_point(one), equal_nan=True)
    assert {*one.status.tolist()} == {*DesignStatus}


def highest_point(motions: DesignMotions) -> np.ndarray:
    """How far up the origin of the coupler comes."""
    return np.asarray(motions.position("coupler")[:, :, 1].max(axis=1))


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_compiled_reducer() -> None:
    @numba.njit
    def first(rows):  # type: ignore[no-untyped-def]
        return rows[0].sum()

    study = make_study(FOUR_BAR, ["crank.B.x"], ["coupler.B"])
    given = spread(study, 5, 0.1)
    found = solve_designs(study, given, keep=first, progress=False)
    whole = solve_designs(study, given, progress=False)
    assert found.scores == pytest.approx(whole.position("coupler.B")[:, :, 0].sum(axis=1))


def test_a_study_travels() -> None:
    study = make_study(FOUR_BAR, ["crank.B.x"], ["coupler"])
    again = pickle.loads(pickle.dumps(study))
    mine, its = (solve_designs(each, [[2.1]], progress=False).position("coupler") for each in (study, again))
    assert np.array_equal(mine, its)


def test_what_became_of_designs_in_words() -> None:
    study = make_study(FOUR_BAR, ["crank.B.x"], ["coupler"])
    found = solve_designs(study, study.nominal[:, None] * [[1.0], [3.0], [100.0]], progress=False)
    assert "runs through all steps" in found.describe(0)
    assert "comes to a dead point of RRR(coupler, rocker) before step" in found.describe(1)
    assert "cannot be assembled at the initial inputs: RRR(coupler, rocker) does not close" in found.describe(2)
    assert "1  comes to a dead point" in str(found)
    assert np.isnan(found.position("coupler")[~found.reached]).all()
    assert np.isfinite(found.position("coupler")[found.reached]).all()


def test_dimensions_that_coincide_do_not_change_the_tape() -> None:
    """A parallelogram, whose sides are equal in pairs, is laid out as any four-bar is."""
    special, other = (
        make_study(
            load_mechanism(name), [address for address in dimensions(load_mechanism(name)) if ".P." not in address]
        )
        for name in ("parallelogram", "antiparallelogram")
    )
    sides = ["ground.D.x", "crank.B.x", "coupler.C.x", "rocker.C.x"]
    unlike = make_study(special.design(special.nominal + 0.1 * np.arange(len(special.vary))), special.vary)
    for one, two in ((special, other), (special, unlike)):
        tapes = [study.prepared(Kept(None)).tapes.tape for study in (one, two)]
        assert tapes[0].operations == tapes[1].operations
        assert np.array_equal(tapes[0].rows, tapes[1].rows)
        assert list(tapes[0].varied) == list(tapes[1].varied)
    assert {*sides} <= {*special.vary}


def test_many_groups() -> None:
    mechanism = scalable_four_bar(30)
    pivots = [
        address for address, number in mechanism.numbers.items() if address.startswith("ground.") and number.value
    ]
    study = make_study(mechanism, pivots)
    assert differences(solve_designs(study, spread(study, 3, 0.001), progress=False)) == []


class TestBadInput:
    def test_unknown_dimension(self) -> None:
        with pytest.raises(MechanismError, match=r"crank\.A\.z"):
            make_study(FOUR_BAR, ["crank.A.z"])

    def test_special_dimensions(self) -> None:
        with pytest.raises(StudyError, match="special"):
            whole_study(load_mechanism("coupled_wheels_three_parallel_cranks"))

    def test_no_outputs(self) -> None:
        with pytest.raises(InputError, match="no outputs"):
            make_study(FOUR_BAR, ["crank.B.x"], [])

    @pytest.mark.parametrize("given", [[1.0, 2.0], [[1.0], [float("nan")]], "many", [[[1.0]]]])
    def test_parameters(self, given: object) -> None:
        with pytest.raises(InputError, match=r"parameters|design 1"):
            solve_designs(make_study(FOUR_BAR, ["crank.B.x"]), given)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("option", "value"),
        [
            ("keep", "all"),
            ("branches", "some"),
            ("quantities", ["colour"]),
            ("quantities", ["velocity", "coefficients"]),
        ],
    )
    def test_options(self, option: str, value: object) -> None:
        with pytest.raises((InputError, MechanismError)):
            solve_designs(make_study(FOUR_BAR, ["crank.B.x"]), [[2.1]], **{option: value})  # type: ignore[arg-type]

    def test_what_was_not_kept(self) -> None:
        study = make_study(FOUR_BAR, ["crank.B.x"], ["coupler"])
        found = solve_designs(study, study.nominal, progress=False)
        with pytest.raises(InputError, match="velocity was not kept"):
            found.velocity("coupler")
        with pytest.raises(InputError, match="margin of group 1 was not kept"):
            found.margin(1)
        with pytest.raises(MechanismError, match="rocker"):
            found.position("rocker")
        with pytest.raises(InputError, match="keep='outputs'"):
            solve_designs(study, study.nominal, keep="status", progress=False).position("coupler")

    def test_a_reducer_that_loses_designs(self) -> None:
        with pytest.raises(InputError, match="an entry for each"):
            solve_designs(make_study(FOUR_BAR, ["crank.B.x"]), [[2.1], [2.2]], keep=lambda _: [1.0], progress=False)


@pytest.mark.skipif(not JIT, reason="this is the run without")
def test_without_jit() -> None:
    code = (
        "from tests.designs.witness import *\nfrom sgkin import load_mechanism, solve_designs\n"
        "for name in ('four_bar_crank_rocker', 'class_III_triad_on_crank'):\n"
        "    study = whole_study(load_mechanism(name))\n"
        "    found = solve_designs(study, spread(study, 3, 0.3), np.linspace(0.0, 1.0, 13), progress=False)\n"
        "    assert differences(found) == []\n"
    )
    root, environment = Path(__file__).parents[2], os.environ | {"NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=root, env=environment, check=False
    )
    assert run.returncode == 0, run.stderr
