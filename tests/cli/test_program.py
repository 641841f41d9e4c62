"""The program as a whole, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sgkin import __version__, save_mechanism, scalable_four_bar

ROOT = Path(__file__).parents[2]


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=ROOT, check=False)


def test_runs_as_a_module() -> None:
    answer = python("-m", "sgkin", "structure", "slider_crank")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "I(crank) → RRP(rod, piston)" in answer.stdout


def test_fails_without_a_traceback() -> None:
    answer = python("-m", "sgkin", "structure", "no_such_mechanism")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith("sgkin: no_such_mechanism: no such file")
    assert answer.stderr.count("\n") == 1


def test_a_reader_that_stops_early_is_no_error(tmp_path: Path) -> None:
    save_mechanism(scalable_four_bar(200), tmp_path / "long.toml")  # more text than a pipe holds
    command = [sys.executable, "-m", "sgkin", "structure", str(tmp_path / "long.toml"), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == ""
    assert program.returncode == 0


@pytest.mark.parametrize("arguments", [[], ["--help"], ["list", "--help"], ["structure", "--help"], ["new", "--help"]])
def test_help(arguments: list[str], sgkin: Callable[..., Any]) -> None:
    answer = sgkin(*arguments)
    assert answer.code == (0 if arguments else 2)
    assert "usage: sgkin" in answer.out + answer.err


def test_version(sgkin: Callable[..., Any]) -> None:
    assert sgkin("--version").out == f"sgkin {__version__}\n"
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["list", "structure", "new"])
def test_help_gives_an_example(command: str, sgkin: Callable[..., Any]) -> None:
    assert f"example: sgkin {command}" in sgkin(command, "--help").out


@pytest.mark.parametrize("arguments", [["dance"], ["structure"], ["structure", "a", "--loud"], ["new"]])
def test_unknown_arguments(arguments: list[str], sgkin: Callable[..., Any]) -> None:
    answer = sgkin(*arguments)
    assert answer.code == 2
    assert answer.err.startswith("usage: sgkin")
