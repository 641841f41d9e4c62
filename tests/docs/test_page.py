"""The page on pages: its code runs, and it knows what scripts may use."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.code_blocks import DOCS, run_page


def test_page_runs(tmp_path: Path) -> None:
    run_page("page.md", tmp_path)
    assert {path.name for path in tmp_path.glob("*.html")} == {"leg.html", "cam.html"}


@pytest.mark.parametrize("name", ["state", "poses()", "velocities()", "setInputs", "setTime", "play()", "screen("])
def test_page_tells_what_scripts_may_use(name: str) -> None:
    assert name in (DOCS / "page.md").read_text(encoding="utf-8")
