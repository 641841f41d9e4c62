"""With the JIT off the kernels are plain Python, and give the same numbers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from tests.motion.interpreted import table


def test_same_numbers() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "tests.motion.interpreted"]
    root = Path(__file__).parents[2]
    answer = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, check=True)
    interpreted = json.loads(answer.stdout)
    compiled = table()
    assert interpreted.keys() == compiled.keys()
    for name, rows in compiled.items():
        for row, other in zip(rows, interpreted[name], strict=True):
            assert np.abs(np.subtract(row, other)).max() < 1e-13 * max(np.abs(row).max(), 1.0), name
