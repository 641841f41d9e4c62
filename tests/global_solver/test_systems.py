"""What the equations of a whole mechanism are, and how they are solved."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import DistanceDriver, Mechanism, MotionError, Outcome, load_mechanism, scalable_four_bar, solve
from sgkin.global_solver import ordering
from sgkin.global_solver.blame import open_rows
from sgkin.global_solver.failure import failure
from sgkin.global_solver.march_motion import GlobalRun
from sgkin.global_solver.marching import Marched, make_results
from sgkin.global_solver.ordering import Entries, find_order
from sgkin.global_solver.system import Solver
from sgkin.kernels.block_triangular import factor_blocks, solve_blocks
from sgkin.kernels.continuation import FAILED, INCONSISTENT
from sgkin.model.motion_law import ConstantSpeed
from tests.motion.four_bars import four_bar


@pytest.mark.parametrize("dyads", [1, 3, 17])
def test_paper_counts_of_the_chain(dyads: int) -> None:
    whole = GlobalRun(scalable_four_bar(dyads), False, "mixed").whole
    assert whole.coordinate_count == 2 * dyads + 3
    assert whole.condition_count == 2 * dyads + 2
    reference = GlobalRun(scalable_four_bar(dyads), False, "reference-point").whole
    assert reference.size == reference.condition_count == 3 * (2 * dyads + 1)


@pytest.mark.parametrize("coordinates", ["mixed", "reference-point"])
def test_derivatives_against_differences(coordinates: str) -> None:
    """First and second derivatives of every kind of condition that the library has."""
    for name in ("quick_return_pin_in_slot", "rack_and_pinion", "boom_by_distance", "planetary_differential_2dof"):
        whole = GlobalRun(load_mechanism(name), False, coordinates).whole
        random = np.random.default_rng(4)
        w = whole.start + 0.1 * random.normal(size=len(whole.start))
        jacobian = whole.jacobian(w).toarray()
        for column in range(whole.size):
            step = np.zeros(len(w))
            step[column] = 1e-6
            change = (whole.residuals(w + step) - whole.residuals(w - step)) / 2e-6
            np.testing.assert_allclose(change, jacobian[:, column], atol=1e-8)


def random_blocks(size: int, seed: int) -> tuple[Entries, NDArray[np.float64]]:
    """A shuffled matrix with several strongly connected blocks."""
    random = np.random.default_rng(seed)
    full = np.where(random.random((size, size)) < 3.0 / size, random.normal(size=(size, size)), 0.0)
    third = size // 3
    full[:third, third:] = 0.0
    full += np.diag(random.normal(size=size)) + np.eye(size, k=-1) + np.diag(np.ones(third - 1), 1).sum() * 0.0
    for first in (0, third):  # a ring makes a block
        full[first, (third if first == 0 else size) - 1] = 2.0
    full = full[random.permutation(size)][:, random.permutation(size)]
    rows, columns = np.nonzero(full)
    return Entries(rows, columns, size), full


@pytest.mark.parametrize("square", [1, 4, 100])
@pytest.mark.parametrize("seed", range(4))
def test_blocks_solve_what_numpy_solves(square: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ordering, "SQUARE", square)
    entries, full = random_blocks(30, seed)
    order = find_order(entries, full[entries.row, entries.column])
    assert order is not None
    count = len(order.blocks.start) - 1
    values, pivots = np.zeros(order.stored), np.zeros(30, dtype=np.int64)
    values[order.slot] = full[entries.row, entries.column]
    sign, quality = np.zeros(count), np.zeros(count)
    assert factor_blocks(order.blocks, values, pivots, sign, quality, 1e4) == -1
    right, solution = np.random.default_rng(seed).normal(size=30), np.zeros(30)
    solve_blocks(order.blocks, values, pivots, right, solution, np.zeros(30))
    np.testing.assert_allclose(full @ solution, right, atol=1e-10)
    assert (quality > 0.0).all()


def test_pivots_that_no_longer_suit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ordering, "SQUARE", 1)
    full = np.array([[1.0, 2.0, 0.0], [3.0, 1.0, 1.0], [0.0, 1.0, 5.0]])
    rows, columns = np.nonzero(full)
    order = find_order(Entries(rows, columns, 3), full[rows, columns])
    assert order is not None
    first = (order.blocks.row[0], order.blocks.column[0])
    full[first] = 1e-7
    values = np.zeros(order.stored)
    values[order.slot] = full[rows, columns]
    sign, quality = np.zeros(1), np.zeros(1)
    assert factor_blocks(order.blocks, values, np.zeros(3, dtype=np.int64), sign, quality, 1e4) == 0


def one_large_group(dyads: int) -> Mechanism:
    """The chain driven by the distance of its ends, so that all links are one group."""
    chain = scalable_four_bar(dyads)
    ends = ("crank.B", f"rocker{dyads}.C{dyads}")
    place = np.array(chain.initial.points[f"C{dyads}"]) - np.array(chain.initial.points["B"])
    law = ConstantSpeed(-0.5, start=float(np.hypot(*place)))
    return Mechanism("ring", chain.links, chain.joints, [DistanceDriver("cylinder", ends, law)], initial=chain.initial)


def test_a_large_block_is_solved_as_the_group_is() -> None:
    mechanism, times = one_large_group(7), np.linspace(0.0, 0.5, 9)
    expected = solve(mechanism, times)
    for coordinates in ("mixed", "reference-point"):
        found = solve(mechanism, times, method="global-sparse", coordinates=coordinates)
        for link in expected.outputs:
            np.testing.assert_allclose(found.pose(link), expected.pose(link), atol=1e-9)
            np.testing.assert_allclose(found.acceleration(link), expected.acceleration(link), atol=1e-7)


@pytest.mark.parametrize("method", ["global-sparse", "global-dense"])
def test_long_chains(method: str) -> None:
    dyads = 150
    mechanism, times = scalable_four_bar(dyads), np.linspace(0.0, 1.0, 5)
    found = solve(mechanism, times, method=method, outputs=[f"rocker{dyads}"])
    expected = solve(mechanism, times, outputs=[f"rocker{dyads}"])
    last = f"rocker{dyads}"
    np.testing.assert_allclose(found.acceleration(last), expected.acceleration(last), atol=1e-8)


@pytest.mark.parametrize("coordinates", ["mixed", "reference-point"])
@pytest.mark.parametrize("method", ["global-sparse", "global-dense"])
class TestFailure:
    """Where a motion ends, it is told where and why, and what was solved before is kept."""

    def test_a_dead_point_is_told(self, method: str, coordinates: str) -> None:
        mechanism = load_mechanism("slider_crank_piston_input")
        name = mechanism.input_names[0]
        stroke = np.linspace(mechanism.initial_inputs[name], 10.0 * abs(mechanism.expected.range[name][1]), 40)
        with pytest.raises(MotionError) as groups:
            solve(mechanism, inputs=stroke)
        with pytest.raises(MotionError, match="dead point") as caught:
            solve(mechanism, inputs=stroke, method=method, coordinates=coordinates)
        error = caught.value
        assert error.outcome is Outcome.CANNOT_ASSEMBLE
        assert error.step == groups.value.step == error.motion.steps
        assert error.gap == pytest.approx(groups.value.gap, rel=1e-6)
        assert error.inputs == pytest.approx(groups.value.inputs, rel=1e-6)
        assert error.conditions
        assert set(error.joints) <= {joint.name for joint in mechanism.joints} | {name}
        same = solve(mechanism, inputs=stroke, method=method, coordinates=coordinates, on_failure="return")
        assert same.status[same.steps].max() == Outcome.NOT_REACHED
        assert (same.status[: same.steps] == Outcome.SOLVED).all()

    def test_change_points_are_passed_and_said_so(self, method: str, coordinates: str) -> None:
        mechanism = load_mechanism("parallelogram")
        angles = np.linspace(0.5, 0.5 + 2.0 * np.pi, 9)
        angles[4] = np.pi
        rates = np.ones_like(angles)
        expected = solve(mechanism, inputs=angles, input_rates=rates)
        found = solve(mechanism, inputs=angles, input_rates=rates, method=method, coordinates=coordinates)
        assert (found.status[4] == Outcome.CHANGE_POINT).any()
        np.testing.assert_array_equal(found.status, expected.status)
        for link in expected.outputs:
            np.testing.assert_allclose(found.pose(link), expected.pose(link), atol=1e-9)
            np.testing.assert_allclose(found.velocity(link), expected.velocity(link), atol=1e-8)

    def test_a_near_change_point_is_not_jumped(self, method: str, coordinates: str) -> None:

        mechanism = four_bar(2.0, 6.0, 2.0001, 6.0, angle=0.3)
        angles = np.linspace(0.3, 0.3 + 2.0 * np.pi, 37)
        expected = solve(mechanism, inputs=angles)
        found = solve(mechanism, inputs=angles, method=method, coordinates=coordinates)
        for link in expected.outputs:
            np.testing.assert_allclose(found.pose(link), expected.pose(link), atol=1e-8)


def ended(name: str, ending: int, row: int) -> MotionError:
    """What is said of a march that ended at its third step, with the largest residual in one condition."""
    whole = GlobalRun(load_mechanism(name), False, "reference-point").whole
    drive = Marched(make_results(Solver(whole, False, np.zeros((0, 4), dtype=np.int64)), np.zeros(0, np.int64), 5, 0))
    drive.ending, drive.solved, drive.reached = ending, 3, whole.start
    drive.residual = np.full(whole.condition_count, 1e-6)
    drive.residual[row] = 0.25
    drive.rows = open_rows(drive.residual)
    return failure(whole, drive, whole.start[whole.size : whole.size + whole.inputs] * whole.input_scales, None)


def test_no_convergence_tells_step_residual_and_conditions() -> None:
    error = ended("four_bar_crank_rocker", FAILED, 3)
    whole = GlobalRun(load_mechanism("four_bar_crank_rocker"), False, "reference-point").whole
    assert error.outcome is Outcome.NOT_CONVERGED
    assert error.step == 3
    assert error.conditions == (str(whole.conditions[3].owner),)
    assert error.joints == (whole.conditions[3].owner.name,)
    for text in ("the whole mechanism (9 conditions) was not found", "before step 3", "largest residual is"):
        assert text in str(error)
    assert f"{error.conditions[0]} is involved" in str(error)


def test_contradictions_of_redundant_conditions_are_told() -> None:
    error = ended("coupled_wheels_three_parallel_cranks", INCONSISTENT, -1)
    assert error.outcome is Outcome.CANNOT_ASSEMBLE
    assert "redundant conditions contradict the others" in str(error)
    assert error.conditions == ("joint B3",)
