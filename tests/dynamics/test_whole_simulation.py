"""A mechanism falls the same way in its inputs and in all coordinates; what is wrong is said in a sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgkin import InputError, load_mechanism, make_plan, solve
from sgkin.dynamics.equations import EquationsOfMotion
from sgkin.dynamics.form_comparison import compare_forms
from sgkin.dynamics.integration import Accuracy, Integration
from sgkin.dynamics.multiplier_form import MultiplierForm, along_motion
from sgkin.dynamics.whole_simulation import WholeSimulation, simulate_whole
from sgkin.errors import MassError, NumberError, WholeMechanismError
from sgkin.kernels import equations_block, integrators
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.force import OwnForce
from sgkin.model.mass import Mass
from tests.dynamics.loaded import loaded
from tests.dynamics.states import Array

WAYS = [
    (stabilisation, matrix) for stabilisation in ("baumgarte", "augmented-lagrangian") for matrix in ("dense", "sparse")
]
TIMES = np.linspace(0.0, 2.0, 41)
ACCURACY = Accuracy(1e-10, 1e-10)


def by_groups(plan: KinematicPlan, free: tuple[str, ...], method: str = "DOP853", step: float | None = None) -> Array:
    """Free inputs, rates and accelerations (n, 3f), from rest."""
    numbers = [plan.input_names.index(name) for name in free]
    equations = EquationsOfMotion(plan, numbers)
    y = np.concatenate([plan.initial_inputs[numbers], np.zeros(len(numbers))])
    accuracy = replace(ACCURACY, step=step)
    integration = Integration(equations, equations.workspace(), y, TIMES, 0.0, method, accuracy)
    assert integration.begin() == equations_block.SOLVED
    assert integration.advance(1_000_000) == integrators.DONE
    return integration.found


def whole(plan: KinematicPlan, free: tuple[str, ...] | None = None, **how: Any) -> WholeSimulation:
    """From rest in free inputs; the others as their laws have them."""
    laws = [law(0.0) for driver in plan.mechanism.drivers for law in driver.laws]
    chosen = plan.input_names if free is None else free
    rates = [0.0 if name in chosen else float(law[1]) for name, law in zip(plan.input_names, laws, strict=True)]
    how = {"accuracy": ACCURACY} | how
    return simulate_whole(plan, TIMES, chosen, plan.initial_inputs, np.array(rates), **how)


@pytest.mark.parametrize(("stabilisation", "matrix"), WAYS)
@pytest.mark.parametrize(
    "name", ["four_bar_crank_rocker", "slider_crank", "rack_and_pinion", "quick_return_pin_in_slot"]
)
def test_falls_the_same_way(name: str, stabilisation: str, matrix: str) -> None:
    plan = make_plan(loaded(load_mechanism(name), 1))
    expected = by_groups(plan, plan.input_names)
    found = whole(plan, stabilisation=stabilisation, matrix=matrix)
    assert found.is_complete
    assert found.input_rates is not None
    scale = np.abs(expected).max()
    assert np.abs(np.hstack([found.inputs, found.input_rates]) - expected[:, :2]).max() < 1e-8 * scale
    assert found.drift.max() < 1e-8
    assert found.drift_rate.max() < 1e-7


@pytest.mark.parametrize(("stabilisation", "matrix"), WAYS)
def test_free_and_given_inputs(stabilisation: str, matrix: str) -> None:
    """One motor of a five-bar follows its law, the other is free."""
    plan = make_plan(loaded(load_mechanism("five_bar_2dof"), 1))
    free = plan.input_names[1:]
    expected = by_groups(plan, free)
    found = whole(plan, free, stabilisation=stabilisation, matrix=matrix)
    np.testing.assert_allclose(found.inputs[:, 1], expected[:, 0], rtol=0.0, atol=1e-7)
    laws = [law(TIMES)[0] for driver in plan.mechanism.drivers for law in driver.laws]
    np.testing.assert_allclose(found.inputs[:, 0], laws[0], rtol=0.0, atol=1e-8)


@pytest.mark.parametrize("method", ["RK4", "Euler"])
def test_fixed_steps(method: str) -> None:
    plan = make_plan(loaded(load_mechanism("slider_crank"), 1))
    accuracy = replace(ACCURACY, step=5e-4)
    found = whole(plan, method=method, accuracy=accuracy, stabilisation="augmented-lagrangian")
    allowed = 1e-6 if method == "RK4" else 0.1
    assert np.abs(found.inputs[:, 0] - by_groups(plan, plan.input_names)[:, 0]).max() < allowed
    assert found.drift.max() < 1e-6


def test_redundant_joints_are_no_obstacle() -> None:
    """With three parallel cranks the augmented form passes the position in which all bars lie in line, and the cranks
    stay parallel; errors of the second order are not seen there."""
    plan = make_plan(loaded(load_mechanism("coupled_wheels_three_parallel_cranks"), 1))
    found = whole(plan, stabilisation="augmented-lagrangian")
    assert found.is_complete
    assert found.drift.max() < 1e-8
    assert found.inputs.min() < 0.0 < found.inputs.max()
    wheels = [found.pose(link)[:, 2] for link in ("w1", "w2", "w3")]
    assert np.abs(np.diff(wheels, axis=0) - np.diff(wheels, axis=0)[:, :1]).max() < 1e-5


def test_baumgarte_brings_back_what_drifts() -> None:
    plan = make_plan(loaded(load_mechanism("slider_crank"), 1))
    loose = Accuracy(1e-6, 1e-6)
    drifts = [whole(plan, accuracy=loose, rate=rate).drift.max() for rate in (0.0, 20.0)]
    assert drifts[1] < 0.3 * drifts[0]


def test_energy_stays() -> None:
    """Kinetic energy is the work of weight, in a mechanism that nothing else moves."""
    plan = make_plan(replace(loaded(load_mechanism("jansen_leg"), 1), forces=()))
    found = whole(plan, stabilisation="augmented-lagrangian")
    mechanism = plan.mechanism
    energy = np.zeros(len(TIMES))
    largest = np.zeros(len(TIMES))
    for link, mass in mechanism.rigid_masses().items():
        pose, rate = found.pose(link), found.velocity(link)
        c, s = np.cos(pose[:, 2]), np.sin(pose[:, 2])
        arm = np.stack([c * mass.centre[0] - s * mass.centre[1], s * mass.centre[0] + c * mass.centre[1]])
        velocity = rate[:, :2].T + rate[:, 2] * np.stack([-arm[1], arm[0]])
        kinetic = 0.5 * mass.mass * (velocity**2).sum(axis=0) + 0.5 * mass.inertia * rate[:, 2] ** 2
        energy += kinetic - mass.mass * (np.array(mechanism.gravity) @ (pose[:, :2].T + arm))
        largest += kinetic
    assert np.ptp(energy) < 1e-8 * largest.max()


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"stabilisation": "hope"}, "stabilisation is 'hope'; use 'baumgarte' or 'augmented-lagrangian'"),
        ({"matrix": "full"}, "matrix is 'full'; use 'sparse' or 'dense'"),
        ({"method": "LSODA"}, "method is 'LSODA'; use 'DOP853' or 'RK4' or 'Euler'"),
        ({"on_failure": "ignore"}, "on_failure is 'ignore'; use 'raise' or 'return'"),
    ],
)
def test_what_is_not_there_is_refused(how: dict[str, str], sentence: str) -> None:
    plan = make_plan(loaded(load_mechanism("slider_crank"), 1))
    with pytest.raises(InputError, match=sentence):
        whole(plan, **how)


def test_negative_rate_is_refused() -> None:
    with pytest.raises(NumberError, match="rate"):
        whole(make_plan(loaded(load_mechanism("slider_crank"), 1)), rate=-1.0)


def test_missing_masses_are_named() -> None:
    mechanism = loaded(load_mechanism("slider_crank"), 1)
    masses = {link: mass for link, mass in mechanism.masses.items() if link != "rod"}
    plan = make_plan(replace(mechanism, masses=masses))
    with pytest.raises(MassError, match="rod"):
        whole(plan)
    with pytest.raises(MassError, match="rod"):
        MultiplierForm(plan.mechanism, plan.input_names)


def test_nothing_that_has_mass_is_refused() -> None:
    mechanism = load_mechanism("slider_crank")
    nothing = {link: Mass(0.0, (0.0, 0.0), 0.0) for link in mechanism.moving_links}
    plan = make_plan(replace(mechanism, masses=nothing))
    for _, matrix in WAYS[:2]:
        with pytest.raises(WholeMechanismError, match="mass"):
            whole(plan, matrix=matrix)
    motion = solve(plan, np.linspace(0.0, 0.1, 3))
    with pytest.raises(WholeMechanismError, match="without moving any mass"):
        along_motion(motion, plan.input_names)


def test_massless_links_are_allowed() -> None:
    """As long as something that moves with them has mass."""
    mechanism = load_mechanism("slider_crank")
    masses = {link: Mass(float(link == "piston"), (0.0, 0.0), 0.0) for link in mechanism.moving_links}
    plan = make_plan(replace(mechanism, masses=masses, gravity=(3.0, 0.0)))
    z = plan.initial_inputs + np.linspace(0.0, 1.0, 9)[:, None]
    found = compare_forms(plan, plan.input_names, np.zeros(9), z, np.ones_like(z))
    assert found.largest < 1e-9
    assert np.abs(found.input_accelerations).min() > 0.1


def test_motion_without_velocities_is_refused() -> None:
    plan = make_plan(loaded(load_mechanism("slider_crank"), 1))
    motion = solve(plan, inputs=plan.initial_inputs[None])
    with pytest.raises(WholeMechanismError, match="has no velocities; solve it with times"):
        along_motion(motion)


def test_force_that_fails_ends_the_motion() -> None:
    mechanism = loaded(load_mechanism("slider_crank"), 1)
    failing = OwnForce("failing", mechanism.input_names[0], lambda t, value, rate: 0.0 if t < 0.5 else float("nan"))
    plan = make_plan(replace(mechanism, forces=(failing,)))
    with pytest.raises(WholeMechanismError, match="a force is not a number") as caught:
        whole(plan)
    assert caught.value.time == pytest.approx(0.5, abs=1e-6)
    assert 0 < caught.value.motion.steps < len(TIMES)
    assert whole(plan, on_failure="return").steps == caught.value.motion.steps


CODE = """
import json
import numpy as np
from sgkin import load_mechanism, make_plan
from sgkin.dynamics.whole_simulation import simulate_whole
from tests.dynamics.loaded import loaded
plan = make_plan(loaded(load_mechanism("slider_crank"), 1))
found = []
for stabilisation in ("baumgarte", "augmented-lagrangian"):
    for matrix in ("dense", "sparse"):
        motion = simulate_whole(
            plan, np.array([0.0, 0.02]), plan.input_names, plan.initial_inputs, np.zeros(1),
            stabilisation=stabilisation, matrix=matrix,
        )
        found.append(motion.input_rates[-1].tolist())
print(json.dumps(found))
"""


def test_same_without_jit() -> None:
    command, root = [sys.executable, "-W", "error", "-c", CODE], Path(__file__).parents[2]
    answers = []
    for disabled in ("0", "1"):
        environment = os.environ | {"NUMBA_DISABLE_JIT": disabled}
        answer = subprocess.run(command, env=environment, cwd=root, check=True, capture_output=True, text=True)
        answers.append(json.loads(answer.stdout))
    np.testing.assert_allclose(answers[1], answers[0], rtol=1e-10)
    np.testing.assert_allclose(np.ptp(answers[0], axis=0), 0.0, atol=1e-8)
