"""With the JIT off the global solvers find the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sgkin import load_mechanism, solve

CODE = """
import json
import numpy as np
from sgkin import load_mechanism, solve
found = {}
for method in ("global-sparse", "global-dense"):
    motion = solve(load_mechanism("quick_return_pin_in_slot"), np.linspace(0.0, 0.05, 3), method=method)
    found[method] = [motion.acceleration(link).tolist() for link in motion.outputs]
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def interpreted() -> dict[str, list[list[list[float]]]]:
    command, root = [sys.executable, "-W", "error", "-c", CODE], Path(__file__).parents[2]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    answer = subprocess.run(command, env=environment, cwd=root, check=True, capture_output=True, text=True)
    return json.loads(answer.stdout)  # type: ignore[no-any-return]


@pytest.mark.parametrize("method", ["global-sparse", "global-dense"])
def test_same_accelerations(method: str, interpreted: dict[str, list[list[list[float]]]]) -> None:
    motion = solve(load_mechanism("quick_return_pin_in_slot"), np.linspace(0.0, 0.05, 3), method=method)
    expected = np.array([motion.acceleration(link) for link in motion.outputs])
    np.testing.assert_allclose(interpreted[method], expected, rtol=0.0, atol=1e-11 * np.abs(expected).max())
