"""How the witness is compiled."""

from __future__ import annotations

from pathlib import Path

from numba import njit

compiled = njit(cache=True, error_model="numpy")
"""Divisions by zero are infinite, as in all other arithmetic of the witness."""


def forget_old_code(folder: Path) -> None:
    """Remove what was compiled before a source last changed: functions are compiled into those of other files."""
    newest = max(source.stat().st_mtime for source in folder.glob("*.py"))
    for stored in folder.glob("__pycache__/*.nb[ci]"):
        if stored.stat().st_mtime < newest:
            stored.unlink(missing_ok=True)


forget_old_code(Path(__file__).parent)
