"""With the JIT off the same functions give the same numbers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgkin.groups.registry import REGISTRY
from tests.kernels.numbers import MECHANISMS, ORDERS, Numbers, of_example, of_library


@pytest.fixture(scope="module")
def interpreted() -> Any:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-m", "tests.kernels.numbers"]
    root = Path(__file__).parents[2]
    answer = subprocess.run(command, env=environment, cwd=root, check=True, capture_output=True, text=True)
    return json.loads(answer.stdout)


def assert_same(interpreted: Numbers, compiled: Numbers, accuracy: float) -> None:
    """To an accuracy relative to the largest number of each order."""
    for order in ORDERS:
        expected = np.array(compiled[order])
        error = np.abs(np.array(interpreted[order]) - expected).max()
        assert error <= accuracy * np.abs(expected).max(), order


@pytest.mark.parametrize("kind", MECHANISMS)
def test_mechanisms_of_the_library(interpreted: Any, kind: str) -> None:
    assert_same(interpreted["library"][kind], of_library(kind), 1e-12)


@pytest.mark.parametrize("signature", REGISTRY)
def test_every_registered_group(interpreted: Any, signature: str) -> None:
    """At random geometry, which is not always well conditioned."""
    assert_same(interpreted["examples"][signature], of_example(signature), 1e-11)
