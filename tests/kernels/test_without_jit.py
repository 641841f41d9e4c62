"""With the JIT off the same functions give the same numbers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.kernels.numbers import MECHANISMS, ORDERS, numbers

Numbers = dict[str, dict[str, list[float]]]


@pytest.fixture(scope="module")
def interpreted() -> Numbers:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-m", "tests.kernels.numbers"]
    root = Path(__file__).parents[2]
    answer = subprocess.run(command, env=environment, cwd=root, check=True, capture_output=True, text=True)
    found: Numbers = json.loads(answer.stdout)
    return found


@pytest.mark.parametrize("kind", MECHANISMS)
def test_same_numbers(interpreted: Numbers, kind: str) -> None:
    compiled = numbers(MECHANISMS[kind])
    for order in ORDERS:
        expected = np.array(compiled[order])
        scale = np.abs(expected).max()
        np.testing.assert_allclose(interpreted[kind][order], expected, rtol=0.0, atol=1e-12 * scale, err_msg=order)
