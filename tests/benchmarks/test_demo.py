"""The demonstration: it prints a structure and four methods, and writes what it says it writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import demo


def test_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(demo, "DYADS", 2)
    monkeypatch.setattr(demo, "STEPS", 20)
    monkeypatch.setattr(demo, "ROUNDS", 1)
    demo.main()
    printed = capsys.readouterr().out
    assert "RRR    II     2      coupler2, rocker2" in printed
    assert all(f"\n{method} " in printed for method in ("I", "II", "III", "IV"))
    assert all((tmp_path / name).stat().st_size > 10_000 for name in (demo.PICTURE, demo.PAGE))
