"""Where the run that is kept with the code stands, and what is made from it."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
STORED = Path(__file__).parent / "results" / "stored.json"
PAGE = ROOT / "docs" / "benchmarks.md"
