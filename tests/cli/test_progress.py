"""What is told of long work, to whom, and how it is stopped."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sgkin import load_mechanism, progress, solve, solving
from sgkin.cli import structure
from sgkin.kernels import numba_hooks
from sgkin.progress import LINE, ProgressBar, Ticker, is_watched, waiting

ROOT = Path(__file__).parents[2]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    """A terminal on which everything is told at once."""
    screen = Terminal()
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=screen, modules=sys.modules))
    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    monkeypatch.setattr(progress, "OFTEN", 0.005)
    monkeypatch.setattr(progress, "LINGER", 0.0)
    monkeypatch.setattr(progress, "TICKER", Ticker())
    monkeypatch.delenv("SGKIN_PROGRESS", raising=False)
    yield screen
    LINE.wipe()


def wait_for(text: str, screen: Terminal) -> None:
    end = monotonic() + 20.0
    while text not in screen.getvalue():
        assert monotonic() < end, screen.getvalue()
        sleep(0.005)


def test_a_bar_is_drawn_on_a_terminal_and_gone_in_the_end(screen: Terminal) -> None:
    with ProgressBar("steps") as bar:
        bar(512, 2048)
        assert screen.getvalue() == "\r[##########..............................]  25 %, 512 of 2048 steps"
        bar(2048, 2048)
    last = screen.getvalue().split("\r")[-2:]
    assert last[0].strip() == last[1] == ""
    assert len(last[0]) == len("[########################################] 100 %, 2048 of 2048 steps")


@pytest.mark.parametrize(("stream", "patience"), [(Terminal(), 60.0), (io.StringIO(), -1.0)])
def test_a_bar_is_not_drawn_early_or_into_a_file(
    stream: io.StringIO, patience: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", patience)
    with ProgressBar("steps", stream) as bar:
        bar(1, 2)
    assert stream.getvalue() == ""


def test_work_that_cannot_be_counted_is_told_until_it_is_done(screen: Terminal) -> None:
    with waiting("thinking"):
        wait_for("\rthinking … 0 s", screen)
        with waiting("compiling, once"):
            wait_for("\rcompiling, once … 0 s", screen)
    shown = screen.getvalue()
    assert shown.endswith("\r")
    assert shown.split("\r")[-2].strip() == ""
    sleep(0.05)
    assert screen.getvalue() == shown


def test_nothing_is_told_that_is_soon_over(screen: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 60.0)
    with waiting("thinking"):
        sleep(0.05)
    assert screen.getvalue() == ""


def test_who_looks_on(screen: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_watched()
    assert not is_watched(io.StringIO())
    notebook = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=1))
    monkeypatch.setitem(sys.modules, "IPython", notebook)  # type: ignore[arg-type]
    assert is_watched(io.StringIO())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))  # type: ignore[arg-type]
    assert not is_watched(io.StringIO())
    monkeypatch.setenv("SGKIN_PROGRESS", "0")
    assert not is_watched()
    with waiting("thinking"):
        sleep(0.05)
    assert screen.getvalue() == ""
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=None, modules=sys.modules))
    monkeypatch.delenv("SGKIN_PROGRESS")
    assert not is_watched()


@pytest.mark.parametrize("method", ["groups", "global-sparse"])
def test_long_motions_tell_their_steps(method: str, screen: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "LONG", 1000)
    monkeypatch.setattr(solving, "LONG_GLOBAL", 1000)
    mechanism, times = load_mechanism("slider_crank"), np.linspace(0.0, 1.0, 600)
    solve(mechanism, times, method=method, progress=False)
    assert "steps" not in screen.getvalue()  # that a plan is made may be told, where the machine is slow
    solve(mechanism, times[:20], method=method)
    assert "steps" not in screen.getvalue()
    solve(mechanism, times, method=method)
    assert "100 %, 600 of 600 steps" in screen.getvalue()


def test_a_check_tells_the_steps_of_the_whole_mechanism() -> None:
    told: list[tuple[int, int]] = []
    times = np.linspace(0.0, 1.0, 300)
    solve(load_mechanism("slider_crank"), times, check="global", progress=lambda *steps: told.append(steps))
    assert told[-1] == (300, 300)


def test_only_what_is_not_in_the_cache_is_told_as_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(numba_hooks, "TICKER", SimpleNamespace(begin=told.append, end=told.append))
    for expected in (["compiling, once"] * 2, []):
        told.clear()
        function = own_function(tmp_path)
        if not hasattr(function, "py_func"):
            pytest.skip("nothing is compiled with the JIT off")
        assert function(3.0) == 6.0
        assert told == expected


def own_function(folder: Path) -> Callable[[float], float]:
    """A function in a file of its own, compiled when it is called."""
    path = folder / "own.py"
    if not path.exists():
        path.write_text("def twice(x):\n    return 2.0 * x\n", encoding="utf-8")
    spec = spec_from_file_location("own", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    made: Callable[[float], float] = numba_hooks.jit(module.twice, {}, lambda function: "own")
    return made


def test_a_program_that_is_stopped_ends_without_a_word(
    sgkin: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(structure, "run", stopped)
    answer = sgkin("structure", "slider_crank")
    assert (answer.code, answer.out, answer.err) == (130, "", "")


@pytest.mark.parametrize("module", ["argparse", "numpy", "sgkin.errors", "sgkin.cli.plot"])
def test_a_program_that_is_stopped_while_it_is_imported(module: str) -> None:
    code = (
        "import sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop())\n"
        "from sgkin.cli.main import main\n"
        "sys.exit(main(['structure', 'slider_crank']))\n"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (answer.stdout, answer.stderr) == ("", "")
    assert answer.returncode in (130, -2)  # as a program, or as one that a signal has ended
