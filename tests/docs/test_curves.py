"""The page on curves: its code runs, prints what the page shows, and makes its pictures."""

from __future__ import annotations

import re
from pathlib import Path

import matplotlib

from tests.docs.code_blocks import DOCS, run_page


def test_page_prints_what_it_shows(tmp_path: Path) -> None:
    matplotlib.use("Agg")
    run_page("curves.md", tmp_path)
    text = (DOCS / "curves.md").read_text(encoding="utf-8")
    for picture in re.findall(r"_made/curves/([\w.]+)", text):
        assert (tmp_path / picture).stat().st_size > 0
