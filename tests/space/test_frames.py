"""Frames stay frames, and what is published of them: the universal joint."""

from __future__ import annotations

import numpy as np
import pytest

from tests.kernels.closed_forms import IN_SPACE
from tests.space.cases import CASES, Case, triad
from tests.space.jets import Jet, Turns, matrix
from tests.space.running import Runner, runner

FRAMES = [
    name for name, kernel in IN_SPACE.items() if kernel.form is not None and kernel.form.outputs[0].kind == "frame"
]


@pytest.mark.parametrize("name", FRAMES)
def test_frames_are_orthonormal(name: str) -> None:
    """Wherever they are turned; `test_mechanisms` has the same over 10⁵ steps."""
    made = Runner(IN_SPACE[name], CASES[name](np.random.default_rng(4)))
    (frame,) = made.run(np.linspace(-9.0, 9.0, 1000)[:, None] * np.ones(2)).value.values()
    axes = frame.reshape(-1, 3, 3)
    np.testing.assert_allclose(axes @ axes.transpose(0, 2, 1), np.broadcast_to(np.eye(3), axes.shape), atol=1e-14)
    np.testing.assert_allclose(np.linalg.det(axes), 1.0, atol=1e-14)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", [name for name in FRAMES if IN_SPACE[name].tangent])
def test_turns_do_not_commute(name: str, seed: int) -> None:
    """∂ⱼωᵢ − ∂ᵢωⱼ = ωⱼ × ωᵢ, by differences."""
    made, origin = runner(name, seed), np.zeros(2)
    (output,) = (value.name for value in made.form.outputs)
    here = made.run(origin[None])
    one, other = (here.first[i][output][0] for i in (0, 1))
    by_other = made.differences(lambda found: found.first[0], 1, origin)[output]
    by_one = made.differences(lambda found: found.first[1], 0, origin)[output]
    assert np.abs(np.cross(other, one)).max() > 1e-3
    np.testing.assert_allclose(by_other - by_one, np.cross(other, one), atol=1e-9)


@pytest.mark.parametrize("angle", [0.1, 0.7, 1.4])
@pytest.mark.parametrize("branch", [1, -1])
def test_universal_joint(angle: float, branch: int) -> None:
    """Shafts at an angle β: the second turns cos β / (1 − sin²β cos²z) times as fast as the first, over a turn.

    The fork of the first shaft lies in the plane of both where z = 0. Its derivative by z is the published one too.
    """
    first, second = np.array([1.0, 0.0, 0.0]), np.array([np.cos(angle), np.sin(angle), 0.0])
    fork = Turns([first], lambda z: Jet(z[:1], np.array([[1.0], [0.0]]), np.zeros((2, 2, 1))), np.eye(3))
    still = Turns([second], lambda z: Jet(np.zeros(1), np.zeros((2, 1)), np.zeros((2, 2, 1))), np.eye(3))
    arm = np.array([0.0, 1.0, 0.0])
    cones = Case({"u": fork.carried(arm), "v": still.carried(second)}, lambda m: 0.0, [0.0, 0.0], [0, 0], branch)
    turn = np.linspace(0.0, 2.0 * np.pi, 721)
    cross = Runner(IN_SPACE["two cones"], cones).run(np.stack([turn, np.zeros_like(turn)], axis=1))

    def placed(number: int) -> Jet:
        return Jet(
            cross.value["w"][number],
            np.array([each["w"][number] for each in cross.first]),
            np.array([[cross.second[min(i, j), max(i, j)]["w"][number] for j in (0, 1)] for i in (0, 1)]),
        )

    local = triad(second, np.array([0.0, 0.0, 1.0]))
    shaft = Case(
        {"u": still.carried(second), "v": lambda z: placed(round(z[0] / turn[1]))}, lambda m: 0.0, local, [0] * 9
    )
    found = Runner(IN_SPACE["frame of directions"], shaft).run(np.stack([turn, np.zeros_like(turn)], axis=1))
    square = 1.0 - (np.sin(angle) * np.cos(turn)) ** 2
    ratio = np.cos(angle) / square
    bend = -np.cos(angle) * np.sin(angle) ** 2 * np.sin(2.0 * turn) / square**2
    np.testing.assert_allclose(found.first[0]["r"], ratio[:, None] * second, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(found.second[0, 0]["r"], bend[:, None] * second, atol=1e-11 * np.abs(bend).max())
    turned = np.array([matrix(columns) for columns in found.value["r"]])
    np.testing.assert_allclose(turned @ second, np.broadcast_to(second, (721, 3)), atol=1e-14)
