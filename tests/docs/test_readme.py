"""The code of the README runs, and its commands are those that there are."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from docs.leg import draw_leg
from docs.page_code import code_blocks
from docs.page_picture import PAGE, PICTURE, SIZE, browser, take_picture
from sgkin import solve
from sgkin.cli.main import COMMANDS
from tests.docs.code_blocks import DOCS, run_page


def test_code_runs(tmp_path: Path) -> None:
    page = run_page("../README.md", tmp_path)
    assert page.foot[0] == pytest.approx([0.303109, -0.825894], abs=1e-6)
    assert len((tmp_path / "motion.csv").read_text(encoding="utf-8").splitlines()) == 362
    assert solve(page.four_bar.mechanism()).is_complete
    assert "four_bar" in (tmp_path / PAGE).read_text(encoding="utf-8")


def test_the_four_bar_takes_six_lines() -> None:
    first = code_blocks(DOCS / "../README.md")[0]
    assert len([line for line in first.splitlines() if line]) == 6


def test_every_command_is_named() -> None:
    text = (DOCS / "../README.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"    sgkin {import_module(f'sgkin.cli.{command}').NAME} " in text


def test_the_picture_of_the_page_can_be_taken_again(tmp_path: Path) -> None:
    if browser() is None:
        pytest.skip("chromium is not installed; on Debian: apt-get install chromium")
    take_picture(tmp_path / "page.png")
    for file in (tmp_path / "page.png", PICTURE):
        with Image.open(file) as image:
            assert image.size == SIZE
        assert 10_000 < file.stat().st_size < 200_000


def test_the_picture_is_as_drawn_now(tmp_path: Path) -> None:
    draw_leg(tmp_path / "leg.svg")
    drawn, shown = ((folder / "leg.svg").read_text(encoding="utf-8") for folder in (tmp_path, DOCS))
    number = re.compile(r"-?\d+\.\d+")
    assert number.split(drawn) == number.split(shown)
    np.testing.assert_allclose(*(np.array(number.findall(text), dtype=float) for text in (drawn, shown)), atol=0.02)
