"""Two states do the same tasks in turn; how long they take is not judged here."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

from benchmarks import before_after, task_server
from benchmarks.before_after import Comparison, agree, main
from benchmarks.states import ROOT, is_revision
from benchmarks.task_server import Failed, Server
from benchmarks.tasks import TASKS, Task
from benchmarks.timing import Times

needs_git = pytest.mark.skipif(not (ROOT / ".git").exists() or not is_revision("HEAD"), reason="not a checkout")


def worktrees() -> str:
    return subprocess.run(["git", "-C", str(ROOT), "worktree", "list"], capture_output=True, text=True).stdout


@pytest.mark.parametrize("name", TASKS)
def test_every_task_can_be_done(name: str) -> None:
    found = TASKS[name].make()()
    assert found.size
    assert np.isfinite(found).all()


@needs_git
def test_states_take_turns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(before_after, "PAIRS", 1)
    before = worktrees()
    assert main(["HEAD", "--only", "make_plan of a four-bar", "import", "--rounds", "2", "--limit", "1000"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines] == [
        "make_plan of a four-bar",
        "import sgkin",
        "",
        "none of 2 above 1000",
    ]
    assert all("2 rounds counted" in line for line in lines[:2])
    assert worktrees() == before


def test_tasks_are_named_and_chosen_by_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    assert capsys.readouterr().out.splitlines() == [*TASKS, *before_after.FRESH]
    assert main(["--only", "speed of light"]) == 2
    assert "there is no such task" in capsys.readouterr().err


@needs_git
def test_an_unknown_state(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such-state"]) == 2
    assert capsys.readouterr().err == "there is no state 'no-such-state' in git\n"


def test_what_is_above_the_limit() -> None:
    slower, coarse, broken, unknown = (
        Comparison("slower"), Comparison("coarse", held=False), Comparison("broken"), Comparison("unknown"),
    )  # fmt: skip
    for comparison in (slower, coarse):
        comparison.add(Times({"before": [1.0, 1.0], "after": [1.0, 1.2]}))
        comparison.add(Times({"before": [2.0], "after": [2.4]}, disturbed=1))
    broken.failed = True
    assert [each.is_above(1.1) for each in (slower, coarse, broken, unknown)] == [True, False, True, False]
    assert not slower.is_above(1.3)
    assert str(slower).split() == "slower 1.200 (1.100 … 1.200) 1000.000 ms 3 rounds counted, 1 disturbed".split()


def test_a_failing_task_is_told_and_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise ValueError("no such thing")

    monkeypatch.setattr(task_server, "TASKS", {"broken": Task(fails), "fine": Task(lambda: lambda: np.ones(2))})  # type: ignore[arg-type,return-value]
    server = Server()
    assert Path(server.package).is_relative_to(ROOT)
    assert server.prepare("broken") == Failed("ValueError: no such thing")
    found = server.prepare("fine")
    assert isinstance(found, np.ndarray)
    assert server.sample() > 0.0


def test_what_both_found_is_compared() -> None:
    found = np.array([1.0, 100.0])
    assert agree(found, found + 5e-8)
    assert not agree(found, found + 5e-7)
    assert not agree(found, found[:1])
