"""The command that runs benchmarks, and the file it writes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks import __main__ as command
from benchmarks.report import Case, Figure, Run, figure_of, line, run_benchmarks, write_run
from sgkin import progress

FIGURES = [
    Figure("slow", 3.0, "×", 2.0, spread=(2.5, 3.5), series="methods", at=8.0),
    Figure("fast", 60.0, "×", 50.0, at_least=True, series="methods", at=4.0),
    Figure("told", 1.0, "s"),
]


def made_up(smoke: bool) -> Sequence[Case]:
    return [Case("first", lambda: [FIGURES[0], "nothing to compare with"]), Case("second", lambda: FIGURES[1:])]


def test_names_of_the_benchmarks(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--list"]) == 0
    assert capsys.readouterr().out.split() == list(command.BENCHMARKS)


def test_an_unknown_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["speed_of_light"]) == 2
    assert "there is no benchmark 'speed_of_light'; there are experiment, " in capsys.readouterr().err


def test_a_run_is_printed_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "BENCHMARKS", {"made_up": made_up})
    path = tmp_path / "results" / "run.json"
    assert command.main(["--smoke", "--output", str(path)]) == 0
    printed = capsys.readouterr().out
    assert all(line(figure) in printed for figure in FIGURES)
    assert "nothing to compare with" in printed
    run = Run(path)
    assert list(run.figures["made_up"].values()) == FIGURES
    assert run.notes("made_up") == ["nothing to compare with"]
    assert {"date", "processor", "versions"} <= run.document.keys()
    assert {"python", "numpy", "numba"} <= run.document["versions"].keys()


def test_bars() -> None:
    assert [figure.reached for figure in FIGURES] == [False, True, None]
    assert [figure.verdict for figure in FIGURES] == ["at most 2 ×: NOT REACHED", "at least 50 ×: reached", ""]


def test_curves_run_from_left_to_right(tmp_path: Path) -> None:
    write_run(run_benchmarks({"made_up": made_up}, smoke=True), tmp_path / "run.json")
    run = Run(tmp_path / "run.json")
    assert run.series("made_up") == ["methods"]
    assert [figure.at for figure in run.curve("made_up", "methods")] == [4.0, 8.0]
    assert run.figure("made_up", "slow") == figure_of(run.document["benchmarks"]["made_up"]["figures"][0])


def test_text_stands_above_the_progress_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    terminal = Terminal()
    with progress.ProgressBar("cases", terminal) as bar:
        bar(1, 4)
        drawn = terminal.getvalue()
        bar.print("found")
        wiped = terminal.getvalue().removeprefix(drawn)
    assert drawn.endswith("25 %, 1 of 4 cases")
    assert wiped.strip() == ""
    assert len(wiped.strip("\r")) == len(drawn.strip("\r"))
    assert capsys.readouterr().out == "found\n"
