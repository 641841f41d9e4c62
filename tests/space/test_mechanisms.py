"""Groups in space on links that move: beside an iteration on the equations of the joints, and beside differences."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from sgkin.kernels.lanes import LaneOperation
from sgkin.plan.tape import Seeds
from tests.kernels.running import overlapping
from tests.space.mechanisms import MODELS, Model
from tests.space.plans import Plan, State, solved
from tests.space.running import EIGHTH

SEEDS = range(3)
STEP = 2e-3


@cache
def model(name: str, seed: int) -> Model:
    """A mechanism that is far enough from where its groups end."""
    for attempt in range(200):
        made = MODELS[name](np.random.default_rng([seed, attempt]))
        plan = Plan(made)
        plan.run(made.start[None])
        if (plan.margins > 3e-3).all():
            return made
    raise AssertionError(f"{name} has no example")


def differences(plan: Plan, number: int, seeds: Seeds | None) -> dict[str, State]:
    """Derivatives by an input of everything that is found at the start; of matrices instead of ω."""
    start = plan.model.start
    inputs = np.repeat(start[None], len(EIGHTH), axis=0)
    inputs[:, number] += STEP * np.arange(-4, 5)

    def rate(values: np.ndarray) -> np.ndarray:
        return np.tensordot(EIGHTH, values, axes=1) / STEP

    return {
        link: State(
            rate(state.origin),
            rate(state.turn),
            {i: (rate(v), rate(w)) for i, (v, w) in state.first.items()},
            {},
        )
        for link, state in plan.run(inputs, seeds).items()
    }


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", MODELS)
class TestEveryMechanism:
    def test_links_stand_where_they_were_put(self, name: str, seed: int) -> None:
        made = model(name, seed)
        for link, state in Plan(made).run(made.start[None]).items():
            np.testing.assert_allclose(state.origin[0], made.poses[link][0], atol=1e-12)
            np.testing.assert_allclose(state.turn[0], made.poses[link][1], atol=1e-12)

    def test_positions(self, name: str, seed: int) -> None:
        made = model(name, seed)
        inputs = made.start + np.random.default_rng(seed).uniform(-0.03, 0.03, made.count)
        expected = solved(made, inputs)
        for link, state in Plan(made).run(inputs[None]).items():
            np.testing.assert_allclose(state.origin[0], expected[link][0], atol=1e-10)
            np.testing.assert_allclose(state.turn[0], expected[link][1], atol=1e-10)

    def test_coefficients(self, name: str, seed: int) -> None:
        """K by differences of positions, L by differences of K: ∂ⱼωᵢ = ωᵢⱼ + ½ ωⱼ × ωᵢ."""
        made = model(name, seed)
        plan, seeds = Plan(made), Seeds(made.count, False)
        here = plan.run(made.start[None], seeds)
        for j in range(made.count):
            for link, rate in differences(plan, j, seeds).items():
                state = here[link]
                spin = rate.turn @ state.turn[0].T
                omega = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
                size = max(1.0, *(np.abs(each).max() for pair in rate.first.values() for each in pair))
                np.testing.assert_allclose(state.first[j][0][0], rate.origin, atol=1e-9 * size)
                np.testing.assert_allclose(state.first[j][1][0], omega, atol=1e-9 * size)
                for i in range(made.count):
                    v, w = state.second[min(i, j), max(i, j)]
                    turned = w[0] + 0.5 * np.cross(state.first[j][1][0], state.first[i][1][0])
                    np.testing.assert_allclose(v[0], rate.first[i][0], atol=1e-7 * size)
                    np.testing.assert_allclose(turned, rate.first[i][1], atol=1e-7 * size)

    def test_motion(self, name: str, seed: int) -> None:
        """Velocity and acceleration are K ż and K z̈ + żᵀ L ż, also of rotations."""
        made = model(name, seed)
        plan, random = Plan(made), np.random.default_rng(seed)
        rates = random.uniform(-1.0, 1.0, (2, 1, made.count))
        along = plan.run(made.start[None], Seeds(1, True), rates)
        by_inputs = plan.run(made.start[None], Seeds(made.count, False))
        (z1, z2) = rates[:, 0]
        for link, state in by_inputs.items():
            for part in (0, 1):
                velocity = sum(z1[i] * state.first[i][part][0] for i in range(made.count))
                acceleration = sum(z2[i] * state.first[i][part][0] for i in range(made.count)) + sum(
                    (1.0 if i == j else 2.0) * z1[i] * z1[j] * pair[part][0] for (i, j), pair in state.second.items()
                )
                size = max(1.0, float(np.abs(acceleration).max()))
                np.testing.assert_allclose(along[link].first[0][part][0], velocity, atol=1e-11 * size)
                np.testing.assert_allclose(along[link].second[0, 0][part][0], acceleration, atol=1e-11 * size)


@pytest.mark.parametrize("name", MODELS)
def test_no_row_is_written_under_two_names(name: str) -> None:
    made = model(name, 0)
    for seeds in (None, Seeds(1, True), Seeds(made.count, False)):
        tape = Plan(made).tape(seeds)
        assert any(isinstance(operation, LaneOperation) for operation in tape.operations)
        assert not overlapping(tape)


def test_frames_stay_frames() -> None:
    """Over 10⁵ steps of a double wishbone, with rods that keep their lengths."""
    made = model("wishbone", 0)
    plan, steps = Plan(made), np.linspace(0.0, 40.0, 100_000)
    inputs = made.start + 0.02 * np.stack([np.sin(steps), np.cos(1.3 * steps) - 1.0], axis=1)
    found = plan.run(inputs)
    assert (plan.margins > 0.0).all()
    for state in found.values():
        square = np.einsum("nij,nik->njk", state.turn, state.turn)
        np.testing.assert_allclose(square, np.broadcast_to(np.eye(3), square.shape), atol=1e-13)


def modes(made: Model) -> list[np.ndarray]:
    """How the upright of a double wishbone is turned in each mode that it has; all of them satisfy the joints."""
    plan = Plan(made)
    places, found = [element.start for element in made.groups], []
    for branches in product((1.0, -1.0), repeat=2):
        plan.memory[places] = branches
        links = plan.run(made.start[None])
        if (plan.margins > 1e-6).all():
            poses = dict(made.poses) | {link: (state.origin[0], state.turn[0]) for link, state in links.items()}
            for equation in made.equations:
                np.testing.assert_allclose(equation(poses, made.start), 0.0, atol=1e-11)
            found.append(poses["upright"][1])
    return found


def test_four_modes_of_a_double_wishbone() -> None:
    """Two by the upper arm, for each of them two by the rod, if it reaches; no two are the same."""
    counts = set()
    for seed in range(12):
        found = modes(model("wishbone", seed))
        counts.add(len(found))
        for one, other in combinations(found, 2):
            assert np.abs(one - other).max() > 1e-3
    assert counts == {2, 4}
