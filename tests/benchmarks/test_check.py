"""Ratios that have become worse than those of a stored run are named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import check
from benchmarks.report import Figure, run_benchmarks, write_run


def test_only_ratios_that_are_worse_by_more_than_the_margin_are_named() -> None:
    less, more = Figure("slow", 2.0, "×"), Figure("fast", 50.0, "×", at_least=True)
    then = {"slow": less, "fast": more, "time": Figure("time", 1.0, "s")}

    def named(*figures: Figure) -> list[str]:
        return [line.partition(":")[0] for line in check.regressions(figures, then, 1.4)]

    assert named(replace(less, value=2.7), replace(more, value=36.0)) == []
    assert named(replace(less, value=2.9), replace(more, value=500.0)) == ["slow"]
    assert named(replace(less, value=0.1), replace(more, value=35.0)) == ["fast"]
    assert named(Figure("time", 100.0, "s"), Figure("new", 9.0, "×")) == []


def test_check_fails_beyond_the_margin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def cases(smoke: bool) -> list[check.Case]:
        return [check.Case("ratio", lambda: [Figure("slow", 2.0, "×")])]

    monkeypatch.setattr(check, "CHECKED", {"made_up": cases})
    run = run_benchmarks(check.CHECKED, smoke=True)
    write_run(run, tmp_path / "same.json")
    run["benchmarks"]["made_up"]["figures"][0]["value"] = 1.0
    write_run(run, tmp_path / "faster.json")
    assert check.main(["--stored", str(tmp_path / "same.json")]) == 0
    assert f"1 ratios compared, margin {check.MARGIN}\nnone is worse" in capsys.readouterr().out
    assert check.main(["--stored", str(tmp_path / "faster.json")]) == 1
    assert "slow: 1 × when stored, 2 × now" in capsys.readouterr().out
    assert check.main(["--stored", str(tmp_path / "faster.json"), "--margin", "3"]) == 0
