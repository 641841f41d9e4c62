"""The page on global solvers: its code runs."""

from __future__ import annotations

from pathlib import Path

from tests.docs.code_blocks import run_page


def test_whole_page(tmp_path: Path) -> None:
    page = run_page("global-solvers.md", tmp_path)
    assert page.motion.is_complete
