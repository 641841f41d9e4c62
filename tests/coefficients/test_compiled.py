"""Velocity coefficients from compiled Python and from C are those of the plan."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from sgkin import MotionError, load_mechanism, make_plan
from sgkin.kernels.interface import NOT_FINITE, SOLVED, coefficients
from sgkin.kinematic_plan import KinematicPlan
from sgkin.sweep.compiled_plan import CompiledPlan
from tests.motion.four_bars import four_bar

Floats = NDArray[np.float64]
Call = Callable[[CompiledPlan, Floats, Floats, Floats, Floats, Floats], int]

POINTS = {
    "four_bar_crank_rocker": ("coupler.P", "rocker.C"),
    "jansen_leg": ("foot_triangle.foot",),
    "welded_crank_slider": ("counterweight.C",),
    "slider_crank": (),
    "class_III_triad_on_crank": (),
    "gear_pair": (),
    "planetary_ring_fixed": (),
    "landing_gear_by_piston": (),
    "five_bar_2dof": ("rod1.C",),
    "planetary_differential_2dof": (),
    "hydraulic_excavator_front": (),
    "robot_3RRR_by_motor_angles": (),
    "robot_3RRR_by_pose": (),
}
"""Mechanisms with one, two and three inputs, and points of theirs."""


@njit(nogil=True)
def call_in_numba(block, workspace, z, q, K, L):  # type: ignore[no-untyped-def]
    return coefficients(block, workspace, z, q, K, L)


def by_numba(compiled: CompiledPlan, workspace: Floats, z: Floats, q: Floats, K: Floats, L: Floats) -> int:
    return int(call_in_numba(compiled.block, workspace, z, q, K, L))


def by_ctypes(compiled: CompiledPlan, workspace: Floats, z: Floats, q: Floats, K: Floats, L: Floats) -> int:
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 6)
    arrays = compiled.block, workspace, z, q, K, L
    return int(kind(compiled.address)(*[array.ctypes.data for array in arrays]))


def empty(compiled: CompiledPlan) -> tuple[Floats, Floats, Floats]:
    """q, K and L with a number in them that no mechanism has."""
    c, f = len(compiled.names), compiled.inputs
    return np.full(c, 1e300), np.full((c, f), 1e300), np.full((c, f, f), 1e300)


def path(plan: KinematicPlan, steps: int = 21) -> Floats:
    """Inputs that go a little away from the initial configuration and back, (steps, f)."""
    swing = 0.02 * np.sin(np.linspace(0.0, np.pi, steps))
    return np.asarray(plan.initial_inputs + np.outer(swing, plan.input_scales))


@pytest.fixture(scope="module", params=POINTS)
def plan(request: pytest.FixtureRequest) -> KinematicPlan:
    return make_plan(load_mechanism(request.param))


@pytest.fixture(params=[by_numba, by_ctypes])
def call(request: pytest.FixtureRequest) -> Call:
    function: Call = request.param
    return function


def test_same_as_the_plan(plan: KinematicPlan, call: Call) -> None:
    points = POINTS[plan.mechanism.name]
    compiled = plan.compiled(points)
    workspace, near = compiled.workspace(), None
    for z in path(plan):
        found = empty(compiled)
        assert call(compiled, workspace, z, *found) == SOLVED
        expected = plan.coefficients(z, near=near, points=points)
        near = expected.configuration
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=0.0, atol=1e-13 * max(1.0, np.abs(other).max()))


def test_a_point_by_its_name_alone() -> None:
    plan = make_plan(load_mechanism("four_bar_crank_rocker"))
    assert plan.compiled(["P"]).names == plan.compiled(["coupler.P"]).names


def test_names_are_those_of_the_coordinates(plan: KinematicPlan) -> None:
    points = POINTS[plan.mechanism.name]
    compiled = plan.compiled(points)
    places = tuple(f"{point}.{axis}" for point in points for axis in "xy")
    f = len(plan.input_names)
    assert compiled.inputs == f
    assert compiled.names == (*plan.coordinate_names[:-f], *places, *plan.input_names)


def walk(compiled: CompiledPlan, inputs: Floats) -> Floats:
    """q, K and L at all inputs, one row for each, with a workspace of its own."""
    workspace, rows = compiled.workspace(), []
    for z in inputs:
        found = empty(compiled)
        assert by_numba(compiled, workspace, z, *found) == SOLVED
        rows.append(np.concatenate([part.ravel() for part in found]))
    return np.array(rows)


@pytest.mark.parametrize("name", ["jansen_leg", "class_III_triad_on_crank", "robot_3RRR_by_motor_angles"])
def test_threads_share_a_plan(name: str) -> None:
    plan = make_plan(load_mechanism(name))
    compiled = plan.compiled()
    block = compiled.block.copy()
    paths = [path(plan, steps) for steps in (400, 500, 600, 700)]
    expected = [walk(compiled, inputs) for inputs in paths]
    with ThreadPoolExecutor(len(paths)) as pool:
        found = list(pool.map(lambda inputs: walk(compiled, inputs), paths))
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(compiled.block, block)


def assert_unwritten(found: tuple[Floats, Floats, Floats]) -> None:
    for part in found:
        np.testing.assert_array_equal(part, 1e300)


UNSOLVED = [
    ("parallelogram", 0.0),  # a change point
    ("parallelogram", np.pi),
    ("watt_straight_line", 1.2),  # beyond a dead point
    ("slider_crank_piston_input", 100.0),
    ("landing_gear_by_piston", 0.5),  # solved by iteration
]


@pytest.mark.parametrize(("name", "z"), [*UNSOLVED, ("uchida_stephenson_III", 1.5)])
def test_status_names_the_group_and_nothing_is_written(name: str, z: float, call: Call) -> None:
    plan = make_plan(load_mechanism(name))
    with pytest.raises(MotionError) as caught:
        plan.coefficients(z)
    compiled = plan.compiled()
    found = empty(compiled)
    status = call(compiled, compiled.workspace(), np.array([z]), *found)
    assert compiled.groups[status] == caught.value.group
    assert_unwritten(found)


@pytest.mark.parametrize(("name", "z"), [*UNSOLVED, ("uchida_stephenson_III", 1.5)])
def test_a_workspace_is_as_good_after_a_failure_as_before(name: str, z: float, call: Call) -> None:
    plan = make_plan(load_mechanism(name))
    compiled = plan.compiled()
    workspace, found = compiled.workspace(), empty(compiled)
    assert call(compiled, workspace, np.array([z]), *found) >= 0
    assert call(compiled, workspace, plan.initial_inputs, *found) == SOLVED
    for one, other in zip(found, plan.coefficients(plan.initial_inputs), strict=True):
        np.testing.assert_allclose(one, other, rtol=0.0, atol=1e-10 * max(1.0, np.abs(other).max()))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("number", [0, 1])
def test_inputs_that_are_not_finite(bad: float, number: int, call: Call) -> None:
    plan = make_plan(load_mechanism("five_bar_2dof"))
    compiled = plan.compiled()
    workspace, found = compiled.workspace(), empty(compiled)
    z = plan.initial_inputs
    z[number] = bad
    assert call(compiled, workspace, z, *found) == NOT_FINITE
    assert_unwritten(found)
    assert call(compiled, workspace, plan.initial_inputs, *found) == SOLVED
    for one, other in zip(found, plan.coefficients(plan.initial_inputs), strict=True):
        np.testing.assert_allclose(one, other, rtol=0.0, atol=1e-13 * max(1.0, np.abs(other).max()))


@pytest.mark.parametrize("direction", [1.0, -1.0])
@pytest.mark.parametrize(
    ("name", "link"),
    [("four_bar_crank_rocker", "crank"), ("welded_crank_slider", "counterweight"), ("planetary_ring_fixed", "sun")],
)
def test_angles_are_continuous_through_several_turns(name: str, link: str, direction: float, call: Call) -> None:
    plan = make_plan(load_mechanism(name))
    compiled = plan.compiled()
    workspace, found = compiled.workspace(), empty(compiled)
    turning = compiled.names.index(f"{link}.theta")
    thetas = [number for number, coordinate in enumerate(compiled.names) if coordinate.endswith(".theta")]
    inputs = plan.initial_inputs + direction * np.linspace(0.0, 6.0 * np.pi, 541)[:, None]
    rows = []
    for z in inputs:
        assert call(compiled, workspace, z, *found) == SOLVED
        rows.append(found[0].copy())
    angles = np.array(rows)
    np.testing.assert_allclose(
        angles[:, turning] - angles[0, turning], (inputs - inputs[0])[:, 0], rtol=0.0, atol=1e-11
    )
    assert np.abs(np.diff(angles[:, thetas], axis=0)).max() < 0.5


def test_a_workspace_is_that_of_one_user() -> None:
    drag_link = four_bar(4.0, 5.0, 5.0, 2.0, angle=0.5)
    compiled = make_plan(drag_link).compiled()
    one, found = compiled.workspace(), empty(compiled)
    crank, rocker = (compiled.names.index(f"{link}.theta") for link in ("crank", "rocker"))
    for z in np.linspace(0.5, 20.0, 100):
        by_numba(compiled, one, np.array([z]), *found)
    assert found[0][crank] == pytest.approx(20.0)
    turned = found[0][rocker]
    by_numba(compiled, compiled.workspace(), np.array([20.0]), *found)
    assert found[0][crank] == pytest.approx(20.0)  # an input says what its link's angle is
    assert found[0][rocker] == pytest.approx(turned - 6.0 * np.pi)  # others are near where they were


def test_without_jit_the_error_says_so() -> None:
    code = "from sgkin import load_mechanism, make_plan; make_plan(load_mechanism('slider_crank')).compiled()"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, check=False)
    assert answer.returncode != 0
    assert answer.stderr.strip().splitlines()[-1].startswith("sgkin.errors.UnsolvableError: ")
    assert "unset NUMBA_DISABLE_JIT" in answer.stderr
