"""The page on dynamics: its code runs in Python, compiled and in C, and all three find the same fall."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from sgkin.sweep.compiled_plan import HEADER
from tests.docs.code_blocks import DOCS, run_page

TEXT = (DOCS / "dynamics.md").read_text(encoding="utf-8")
WITHOUT_C, _, IN_C = TEXT.partition("## From C\n")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The page up to its last section, which needs a compiler."""
    folder = tmp_path_factory.mktemp("dynamics")
    path = folder / "dynamics.md"
    path.write_text(WITHOUT_C, encoding="utf-8")
    return run_page(str(path), folder)


def build(folder: Path) -> None:
    """Compile the C of the page with the command that the page gives."""
    (source,) = re.findall(r"^```c\n(.*?)^```$", IN_C, flags=re.DOTALL | re.MULTILINE)
    (command,) = re.findall(r"^```sh\n(.*?)\n```$", IN_C, flags=re.MULTILINE)
    compiler, *options = shlex.split(command)
    found = shutil.which(compiler)
    if found is None:
        pytest.skip(f"no C compiler: there is no command {compiler!r}")
    (folder / "sgkin.h").write_text(HEADER, encoding="utf-8")
    (folder / "fall.c").write_text(source, encoding="utf-8")
    answer = subprocess.run([found, *options], cwd=folder, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr


def test_fall_in_python_and_compiled(page: ModuleType) -> None:
    assert IN_C
    np.testing.assert_allclose(page.by_numba, page.by_scipy, rtol=0.0, atol=1e-7)


def test_compiled_loop_stops_where_there_is_no_solution(page: ModuleType) -> None:
    y = np.array([np.nan, 0.0])
    arguments = page.compiled.block, page.compiled.workspace(), page.M, page.Q, y, 1e-4, 10
    assert page.integrate(*arguments) == -2


def test_reduced_inertia_has_the_stated_derivative(page: ModuleType) -> None:
    def inertia(z: float) -> float:
        K = page.plan.coefficients(z).K[:-1, 0]
        return float(K @ (page.M * K))

    _, K, L = page.plan.coefficients(0.7)
    difference = (inertia(0.7 + 1e-5) - inertia(0.7 - 1e-5)) / 2e-5
    assert difference == pytest.approx(2.0 * K[:-1, 0] @ (page.M * L[:-1, 0, 0]), rel=1e-7)


def test_whole_page_with_the_fall_in_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    build(tmp_path)
    page = run_page("dynamics.md", tmp_path)
    np.testing.assert_allclose(page.by_c, page.by_numba, rtol=0.0, atol=1e-8)
