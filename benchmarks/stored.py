"""Where the run that is kept with the code stands, and what is made from it."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
STORED = Path(__file__).parent / "results" / "stored.json"
PAGE = ROOT / "docs" / "benchmarks.md"
NOT_YET_STORED = {
    "dynamics_baseline",
    "dynamics_speed",
    "designs_speed",
    "derivatives_speed",
    "cluster_speed",
    "space_speed",
    "space_whole",
    "space_groups",
}
"""Benchmarks that are newer than the stored run, and so are not on the page."""
