"""The page on motion under forces prints what it says, and knows what `simulate` takes and plots there are."""

from __future__ import annotations

from inspect import signature
from pathlib import Path

import matplotlib
import numpy as np
import pytest

from sgkin import simulate
from tests.docs.code_blocks import DOCS, run_page

PAGE = "motion-under-forces.md"
TEXT = (DOCS / PAGE).read_text(encoding="utf-8")


def test_page_prints_what_it_says(tmp_path: Path) -> None:
    matplotlib.use("Agg")
    page = run_page(PAGE, tmp_path)
    shown = [part.split(")")[0] for part in TEXT.split("_made/motion-under-forces/")[1:]]
    assert shown
    for name in shown:
        assert (tmp_path / name).stat().st_size > 0
    matplotlib.pyplot.close("all")
    # the cut alone takes the area below its table; friction takes the rest of the mean torque
    cut = 0.5 * np.sum((page.FORCES[1:] + page.FORCES[:-1]) * np.diff(page.HEIGHTS))
    work = page.wheel.torque * 2.0 * np.pi
    assert cut < work < 1.6 * cut
    assert page.rate[page.late].mean() == pytest.approx(1.0, abs=0.05)
    assert page.fluctuation < 0.10


def test_page_knows_what_can_be_asked() -> None:
    known = {"mechanism", "until", "atol", "outputs", "on_failure", "progress"}
    for name in signature(simulate).parameters:
        assert name in known or f"`{name}=" in TEXT
