"""With the JIT off closed forms in space give the same numbers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.space.cases import CASES
from tests.space.numbers import numbers


@pytest.fixture(scope="module")
def interpreted() -> Any:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-m", "tests.space.numbers"]
    root = Path(__file__).parents[2]
    answer = subprocess.run(command, env=environment, cwd=root, check=True, capture_output=True, text=True)
    return json.loads(answer.stdout)


@pytest.mark.parametrize("name", CASES)
def test_same_numbers(interpreted: Any, name: str) -> None:
    expected = np.array(numbers(name))
    np.testing.assert_allclose(interpreted[name], expected, rtol=1e-11, atol=1e-12 * np.abs(expected).max())
