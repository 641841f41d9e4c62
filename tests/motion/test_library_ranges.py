"""Every mechanism of the library moves through the range its file states, and three answers agree.

The motion by groups is held against the conditions of the joints, against differences of its own positions and against
Newton's method on the whole mechanism.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import Mechanism, Motion, Outcome, decompose, load_mechanism, mechanism_names
from tests.motion.coordinates import accelerations, positions, velocities
from tests.motion.dense_newton import DenseMechanism
from tests.motion.differences import first_difference, inner, second_difference
from tests.motion.drives import Drive, ways

MOVING = [name for name in mechanism_names("planar") if not load_mechanism(name).expected.structure_only]
DYADS = ("RRR", "RRP", "RPR", "PRP", "RPP")
STEPS = dict.fromkeys(MOVING, 2000) | {"landing_gear_by_piston": 4000}  # it starts next to a dead point


@cache
def motions(name: str) -> list[tuple[Drive, Motion]]:
    mechanism = load_mechanism(name)
    return [(drive, drive.solve(mechanism)) for drive in ways(mechanism, STEPS[name])]


def scaled(mechanism: Mechanism, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Lengths in sizes of the mechanism."""
    return values / DenseMechanism(mechanism).scales[:, None]


def is_closed_form(mechanism: Mechanism) -> bool:
    """Whether all groups are driven links and dyads without inputs of their own."""
    groups = decompose(mechanism).groups
    return all(g.assur_class == 1 or (g.signature in DYADS and not g.inputs) for g in groups)


def far_from_change_points(motion: Motion, reach: int = 4) -> NDArray[np.bool_]:
    """Steps with a difference whose neighbours are not at or next to a change point."""
    changes = (motion.status == Outcome.CHANGE_POINT).any(axis=1)
    flipped = (np.diff(motion.branches.astype(int), axis=0) != 0).any(axis=1)
    changes[1:] |= flipped
    changes[:-1] |= flipped
    near = np.convolve(changes, np.ones(2 * reach + 1), mode="same") > 0.0
    return ~near[2:-2]


@pytest.mark.parametrize("name", MOVING)
def test_every_joint_closes(name: str) -> None:
    mechanism = load_mechanism(name)
    dense = DenseMechanism(mechanism)
    limit = 1e-12 if is_closed_form(mechanism) else 1e-11
    for drive, motion in motions(name):
        assert motion.is_complete
        assert np.abs(dense.conditions(positions(motion), drive.inputs.T)).max() < limit


@pytest.mark.parametrize("name", MOVING)
def test_rates_are_differences_of_position(name: str) -> None:
    mechanism = load_mechanism(name)
    for drive, motion in motions(name):
        q, qd, qdd = (scaled(mechanism, rows(motion)) for rows in (positions, velocities, accelerations))
        used = far_from_change_points(motion)
        assert used.mean() > 0.9
        for rate, difference in (
            (qd, first_difference(q, drive.interval)),
            (qdd, second_difference(q, drive.interval)),
        ):
            wrong = np.abs(difference - inner(rate))[:, used]
            assert wrong.max() < 1e-6 * np.abs(rate).max()


@pytest.mark.parametrize("name", MOVING)
def test_agrees_with_newton_on_the_whole_mechanism(name: str) -> None:
    mechanism = load_mechanism(name)
    dense = DenseMechanism(mechanism)
    random = np.random.default_rng(1)
    for drive, motion in motions(name):
        found = [positions(motion), velocities(motion), accelerations(motion)]
        largest = [np.abs(scaled(mechanism, rows)).max() for rows in found]
        for step in np.linspace(0, STEPS[name], 7).astype(int):
            start = found[0][:, step] + 1e-4 * dense.scales * random.normal(size=len(dense.scales))
            q = dense.close(start, drive.inputs[step])
            answers = (q, *dense.rates(q, drive.inputs[step], drive.rates[step], drive.accelerations[step]))
            for rows, answer, most in zip(found, answers, largest, strict=True):
                assert np.abs((rows[:, step] - answer) / dense.scales).max() < 1e-9 * most


@pytest.mark.parametrize("name", MOVING)
def test_stays_in_the_mode_that_newton_follows(name: str) -> None:
    mechanism = load_mechanism(name)
    dense = DenseMechanism(mechanism)
    for drive, motion in motions(name):
        if not far_from_change_points(motion).all():
            continue  # where modes meet, Newton's method cannot tell them apart
        followed = dense.follow(positions(motion)[:, 0], drive.inputs[::50]).T
        assert np.abs(scaled(mechanism, positions(motion)[:, ::50] - followed)).max() < 1e-9
