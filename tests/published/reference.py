"""The numbers of tests/reference/published.yaml, with their sources."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

PUBLISHED: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parents[1] / "reference" / "published.yaml").read_text(encoding="utf-8")
)
