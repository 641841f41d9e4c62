"""With the JIT off iterated groups in space give the same numbers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from tests.spatial.groups.interpreted import table


def test_same_numbers() -> None:
    command = [sys.executable, "-m", "tests.spatial.groups.interpreted"]
    environment, root = {**os.environ, "NUMBA_DISABLE_JIT": "1"}, Path(__file__).parents[3]
    answer = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, check=True)
    interpreted, compiled = json.loads(answer.stdout), table()
    assert interpreted.keys() == compiled.keys()
    for name, rows in compiled.items():
        for row, other in zip(rows, interpreted[name], strict=True):
            assert np.abs(np.subtract(row, other)).max() < 1e-12 * max(np.abs(row).max(), 1.0), name
