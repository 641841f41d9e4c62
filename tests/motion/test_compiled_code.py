"""Machine code from the cache is that of the kernels as they are now."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import sgkin

PROGRAM = """
from sgkin.kernels.frames import TURN
print(TURN.position.library.cache_hits)
"""


def cache_hits(folder: Path) -> int:
    """How often a fresh process finds the code of a kernel in the cache."""
    command = [sys.executable, "-c", PROGRAM]
    return int(subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout)


def test_a_kernel_that_changes_makes_all_of_them_new(tmp_path: Path) -> None:
    shutil.copytree(Path(sgkin.__file__).parent, tmp_path / "sgkin", ignore=shutil.ignore_patterns("__pycache__"))
    assert cache_hits(tmp_path) == 0
    assert cache_hits(tmp_path) == 1
    conditions = tmp_path / "sgkin" / "kernels" / "pin_conditions.py"
    conditions.write_text(conditions.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert cache_hits(tmp_path) == 0
