"""The page on transmission angles prints what it says, and knows everything that can be read."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import matplotlib

from sgkin import GroupQuality, TransmissionAngle
from tests.docs.code_blocks import DOCS, run_page

TEXT = (DOCS / "transmission.md").read_text(encoding="utf-8")


def test_page_prints_what_it_says(tmp_path: Path) -> None:
    matplotlib.use("Agg")
    run_page("transmission.md", tmp_path)
    assert (tmp_path / "transmission.png").stat().st_size > 0
    matplotlib.pyplot.close("all")


def test_page_knows_all_that_is_told() -> None:
    for field in fields(TransmissionAngle):
        assert field.name in ("motion", "joint") or f"`found.{field.name}`" in TEXT
    for field in fields(GroupQuality):
        assert f"`quality.{field.name}`" in TEXT
