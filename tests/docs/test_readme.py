"""The code of the README runs, and its commands are those that there are."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from docs.leg import draw_leg
from sgkin.cli.main import COMMANDS
from tests.docs.code_blocks import DOCS, run_page


def test_code_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    page = run_page("../README.md", tmp_path)
    assert page.foot[0] == pytest.approx([0.303109, -0.825894], abs=1e-6)
    assert len((tmp_path / "motion.csv").read_text(encoding="utf-8").splitlines()) == 362
    assert "jansen_leg" in capsys.readouterr().out


def test_every_command_is_named() -> None:
    text = (DOCS / "../README.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"    sgkin {command.NAME} " in text


def test_the_picture_is_as_drawn_now(tmp_path: Path) -> None:
    draw_leg(tmp_path / "leg.svg")
    drawn, shown = ((folder / "leg.svg").read_text(encoding="utf-8") for folder in (tmp_path, DOCS))
    number = re.compile(r"-?\d+\.\d+")
    assert number.split(drawn) == number.split(shown)
    np.testing.assert_allclose(*(np.array(number.findall(text), dtype=float) for text in (drawn, shown)), atol=0.02)
