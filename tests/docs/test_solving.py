"""The page on solving: its code runs, and it knows every outcome."""

from __future__ import annotations

from pathlib import Path

from sgkin import Outcome
from tests.docs.code_blocks import DOCS, run_page


def test_page_runs(tmp_path: Path) -> None:
    assert run_page("solving.md", tmp_path).reached.steps == 73


def test_page_knows_every_outcome() -> None:
    text = (DOCS / "solving.md").read_text(encoding="utf-8")
    for outcome in Outcome:
        assert f"| `{outcome.name}` |" in text
