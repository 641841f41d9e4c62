"""The paper's own II and III find what sgkin's find; the tensors of its groups are the derivatives of their places."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from benchmarks import composed_coefficients, newton_groups
from benchmarks.chain import Iterated, OneByOne, OtherGroups, agree, pin_names
from benchmarks.experiment import (
    COEFFICIENTS,
    METHODS,
    NEWTON,
    SINGLE,
    SINGLE_K,
    SWEPT,
    SWEPT_K,
    Candidate,
    along_motion,
    degrees,
    per_experiment,
    prepare,
    with_velocities,
)
from benchmarks.timing import Times
from benchmarks.velocities import Velocities
from sgkin import make_plan, scalable_four_bar
from sgkin.kernels import rrr
from sgkin.kinematic_plan import KinematicPlan

STEPS = 400
"""More than a turn: predictions go on through all of it."""


@pytest.fixture(scope="module")
def plan() -> KinematicPlan:
    return make_plan(scalable_four_bar(5))


def solved(method: str, plan: KinematicPlan) -> Candidate:
    candidate = prepare(method, plan, 5, STEPS)
    candidate.run()
    return candidate


@pytest.mark.parametrize("method", METHODS)
def test_methods_agree_and_can_be_run_again(method: str, plan: KinematicPlan) -> None:
    expected = solved(SWEPT, plan).found_at(range(6))
    candidate = prepare(method, plan, 5, STEPS)
    for _ in range(2):
        candidate.run()
        found = candidate.found_at(range(6))
        agree(along_motion(found, degrees(STEPS)) if method in COEFFICIENTS else found, expected, method, 1e-9)


def test_groups_iterate_as_often_as_whole_mechanisms(plan: KinematicPlan) -> None:
    candidate = solved(NEWTON, plan)
    assert isinstance(candidate, Iterated)
    assert candidate.iterations == pytest.approx(2.0, abs=0.02)


def test_an_iteration_that_does_not_end_gives_no_number(plan: KinematicPlan) -> None:
    iterated = Iterated(plan, pin_names(5), degrees(3), newton_groups.BY_NEWTON)
    number = next(n for n, operation in enumerate(iterated.tape.operations) if operation.name == "RRR.motion")
    start = newton_groups.MEMORY * number
    iterated.begin[start + newton_groups.PLACE : start + newton_groups.MEMORY] = np.nan
    iterated.run()
    assert np.isfinite(iterated.found[0]).all()
    assert np.isnan(iterated.found[1:, :2]).all()
    with pytest.raises(AssertionError, match="order 0"):
        agree(iterated.found, prepared(SINGLE, plan).found, NEWTON)


def prepared(method: str, plan: KinematicPlan) -> OneByOne:
    candidate = prepare(method, plan, 5, 3)
    assert isinstance(candidate, OneByOne)
    candidate.run()
    return candidate


def test_a_stand_in_for_what_is_not_on_the_tape_is_refused(plan: KinematicPlan) -> None:
    with pytest.raises(AssertionError, match="the tape has no RPR"):
        OtherGroups(plan, pin_names(5), degrees(3), {"RPR.motion": newton_groups.dyad})


@numba.njit
def dyad_place(h, s1, s2):  # type: ignore[no-untyped-def]
    return rrr.place((h[0], h[1]), (h[2], h[3]), s1, s2, 1.0, 1.0)[:4]


@numba.njit
def dyad_matrix(e, f, inverse):  # type: ignore[no-untyped-def]
    return composed_coefficients.matrix(e, f, inverse)


@numba.njit
def dyad_tensor(e, f, inverse):  # type: ignore[no-untyped-def]
    return composed_coefficients.tensor(e, f, inverse, composed_coefficients.matrix(e, f, inverse))


def coefficients(h: np.ndarray, lengths: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    """K_φh (2, 4) and L_φh (2, 4, 4)."""
    _, e, f, inverse = dyad_place(tuple(h), *lengths)
    return np.array(dyad_matrix(e, f, inverse)).T, np.array(dyad_tensor(e, f, inverse)).transpose(2, 1, 0)


@pytest.mark.parametrize("seed", range(5))
def test_matrix_and_tensor_of_a_dyad_are_derivatives_of_its_place(seed: int) -> None:
    random = np.random.default_rng(seed)
    h, lengths = np.array([0.0, 0.0, 1.5, 0.2]) + 0.2 * random.normal(size=4), (1.0, 1.3)
    K, L = coefficients(h, lengths)
    step = 1e-5
    for j, unit in enumerate(np.eye(4)):
        ahead, behind = h + step * unit, h - step * unit
        moved = np.subtract(dyad_place(tuple(ahead), *lengths)[0], dyad_place(tuple(behind), *lengths)[0])
        np.testing.assert_allclose(K[:, j], moved / (2.0 * step), atol=1e-7)
        bent = coefficients(ahead, lengths)[0] - coefficients(behind, lengths)[0]
        np.testing.assert_allclose(L[:, :, j], bent / (2.0 * step), atol=1e-6)
    np.testing.assert_allclose(L, L.transpose(0, 2, 1), atol=1e-12 * np.abs(L).max())


@pytest.mark.parametrize("method", [SINGLE_K, SWEPT_K])
def test_velocities_from_coefficients_are_those_of_the_motion(method: str, plan: KinematicPlan) -> None:
    velocities = Velocities(solved(method, plan), degrees(STEPS))
    velocities.run()
    expected = solved(SINGLE, plan).found_at(range(6))[:, 2:]
    np.testing.assert_allclose(velocities.found_at([0, 3]), expected[[0, 3]], atol=1e-12 * np.abs(expected).max())


def test_velocities_are_counted_with_the_coefficients() -> None:
    names = (SINGLE_K, SWEPT_K, f"{SINGLE_K}: velocities", f"{SWEPT_K}: velocities")
    times = Times({name: [2.0, 4.0] for name in names})
    whole = per_experiment(times, dict.fromkeys(names, 180_000))
    assert whole.rounds[with_velocities(SWEPT_K)] == [4.0, 8.0]
