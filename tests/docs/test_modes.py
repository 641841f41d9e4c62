"""The page on assembly modes: its code runs, and it knows everything a mode tells."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from sgkin import AssemblyMode, AssemblyModes
from tests.docs.code_blocks import DOCS, run_page


def test_page_runs(tmp_path: Path) -> None:
    assert len(run_page("modes.md", tmp_path).modes) == 6


def test_page_knows_what_modes_tell() -> None:
    text = (DOCS / "modes.md").read_text(encoding="utf-8")
    for field in fields(AssemblyMode):
        assert field.name in ("given", "structure") or f"`mode.{field.name}`" in text
    for field in fields(AssemblyModes):
        assert field.name in ("modes", "structure", "inputs", "given") or f"`modes.{field.name}`" in text
