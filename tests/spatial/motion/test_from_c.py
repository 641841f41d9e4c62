"""K and L of mechanisms in space from C: a loop of a C program has the numbers of Python."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from sgkin import load_mechanism, make_plan
from sgkin.sweep.compiled_plan import HEADER

SOURCE = """
#include "sgkin.h"
#include <string.h>

/* q, K and L at n inputs one after the other; how many were found */
int64_t sweep(sgkin_coefficients coefficients, const int64_t *plan, double *workspace, int64_t n, int64_t inputs,
              int64_t coordinates, const double *z, double *q, double *K, double *L)
{
    int64_t k;
    for (k = 0; k < n; k++) {
        int64_t c = coordinates, f = inputs;
        if (coefficients(plan, workspace, z + k * f, q + k * c, K + k * c * f, L + k * c * f * f) != -1)
            break;
    }
    return k;
}
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler: there is no command 'cc'")
    folder: Path = tmp_path_factory.mktemp("c")
    (folder / "sgkin.h").write_text(HEADER, encoding="utf-8")
    (folder / "sweep.c").write_text(SOURCE, encoding="utf-8")
    options = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", "sweep.so", "sweep.c"]
    subprocess.run([compiler, *options], cwd=folder, check=True)
    found = ctypes.CDLL(str(folder / "sweep.so"))
    numbers, integers = (np.ctypeslib.ndpointer(kind, flags="C_CONTIGUOUS") for kind in (np.float64, np.int64))
    found.sweep.restype = ctypes.c_int64
    found.sweep.argtypes = [ctypes.c_void_p, integers, numbers, *[ctypes.c_int64] * 3, *[numbers] * 4]
    return found


@pytest.mark.parametrize(
    ("name", "points"), [("double_wishbone", ["carrier.G"]), ("five_link", ["carrier.G"]), ("screw_jack", [])]
)
def test_same_numbers(library: ctypes.CDLL, name: str, points: list[str]) -> None:
    plan = make_plan(load_mechanism(name))
    compiled = plan.compiled(points)
    scale = 0.02 * np.asarray(plan.input_scales)
    z = np.ascontiguousarray(plan.initial_inputs + np.linspace(0.0, 1.0, 9)[:, None] * scale)
    n, f, c = len(z), compiled.inputs, len(compiled.names)
    q, K, L = np.empty((n, c)), np.empty((n, c, f)), np.empty((n, c, f, f))
    done = library.sweep(compiled.address, compiled.block, compiled.workspace(), n, f, c, z, q, K, L)
    assert done == n
    near = None
    for step, inputs in enumerate(z):
        here = plan.coefficients(inputs, points=points, near=near)
        near = here.configuration
        for one, other in ((q[step], here.q), (K[step], here.K), (L[step], here.L)):
            assert np.abs(one - other).max() <= 1e-11 * max(np.abs(other).max(), 1.0)
    z[4] = np.nan
    assert library.sweep(compiled.address, compiled.block, compiled.workspace(), n, f, c, z, q, K, L) == 4
