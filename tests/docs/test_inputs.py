"""The page on inputs: its code runs and prints what the page shows, and it knows everything a comparison tells."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from sgkin import InputChoice, InputComparison
from tests.docs.code_blocks import DOCS, run_page

TEXT = (DOCS / "inputs.md").read_text(encoding="utf-8")


def test_page_prints_what_it_shows(tmp_path: Path) -> None:
    run_page("inputs.md", tmp_path)


def test_page_knows_what_comparisons_tell() -> None:
    for field in fields(InputChoice):
        assert f"`choice.{field.name}`" in TEXT
    for field in fields(InputComparison):
        assert field.name in ("name", "choices") or f"`table.{field.name}`" in TEXT
