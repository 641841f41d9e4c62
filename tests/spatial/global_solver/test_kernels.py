"""The compiled conditions against the vectorised ones, and with the JIT off."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from sgkin import load_mechanism, solve
from sgkin.conditions.space_table import SpaceTable, place_in_space
from sgkin.global_solver.march_motion import GlobalRun
from sgkin.kernels.space_conditions import fill_second
from tests.spatial.global_solver.random_mechanisms import random_mechanism

CODE = """
import json
import numpy as np
from sgkin import load_mechanism, solve
found = {}
for method in ("global-sparse", "global-dense"):
    motion = solve(load_mechanism("bennett"), np.linspace(0.0, 0.02, 2), method=method)
    found[method] = [motion.acceleration(link).tolist() for link in motion.outputs]
print(json.dumps(found))
"""


@pytest.mark.parametrize("seed", [0, 2, 6, 9, 24, 27])
def test_values_and_derivatives(seed: int) -> None:
    """At frames moved at random, where nothing is closed."""
    whole, random = GlobalRun(random_mechanism(seed), False, "reference-point").whole, np.random.default_rng(seed)
    table = SpaceTable.of(each.condition for each in whole.conditions)
    w, count = whole.start.copy(), len(whole.mechanism.links)
    w[: whole.size] += 0.3 * random.normal(size=whole.size)
    frames, motion = np.zeros((count, 3, 4)), np.zeros((count, 6))
    u = np.zeros(len(w))
    u[: whole.size] = random.normal(size=whole.size)
    counted = whole.counted(w)
    for number in range(count):
        at, matrix = whole.layout.at[number], whole.layout.matrix[number]
        frames[number, :, :3] = Rotation.from_rotvec(w[at + 3 : at + 6]).as_matrix() @ w[matrix : matrix + 9].reshape(
            3, 3
        )
        frames[number, :, 3] = whole.unit * w[at : at + 3]
        motion[number] = u[at : at + 6] * np.repeat([whole.unit, 1.0], 3)
    placed, scale = place_in_space(table, frames), np.where(table.has_ends, whole.unit, 1.0)
    change = np.where(table.period > 0.0, table.period, 1.0)
    apart = placed.value - table.constant - scale * (whole.residuals(w) + given(whole, table))
    turns = np.where(table.period > 0.0, change * np.round(apart / change), 0.0)
    assert np.abs(apart - turns).max() < 1e-13
    assert np.abs(placed.rate(motion) / scale - whole.single_jacobian(w) @ u[: whole.size]).max() < 1e-13
    bend = np.zeros(whole.condition_count)
    fill_second(whole.equations, counted, u, u, bend)
    assert np.abs(placed.second(motion) / scale - bend).max() < 1e-12


def given(whole: object, table: SpaceTable) -> np.ndarray:
    """What inputs are on the right of every condition."""
    inputs = whole.start[whole.size : whole.size + whole.inputs]  # type: ignore[attr-defined]
    value = np.append(inputs, 0.0)[table.input]
    return np.where(table.is_sine, np.sin(value), value)


@pytest.fixture(scope="module")
def interpreted() -> dict[str, list[list[list[float]]]]:
    command, root = [sys.executable, "-W", "error", "-c", CODE], Path(__file__).parents[3]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    answer = subprocess.run(command, env=environment, cwd=root, check=True, capture_output=True, text=True)
    return json.loads(answer.stdout)  # type: ignore[no-any-return]


@pytest.mark.parametrize("method", ["global-sparse", "global-dense"])
def test_same_accelerations_with_the_jit_off(method: str, interpreted: dict[str, list[list[list[float]]]]) -> None:
    motion = solve(load_mechanism("bennett"), np.linspace(0.0, 0.02, 2), method=method)
    expected = np.array([motion.acceleration(link) for link in motion.outputs])
    np.testing.assert_allclose(interpreted[method], expected, rtol=0.0, atol=1e-10 * max(np.abs(expected).max(), 1.0))
