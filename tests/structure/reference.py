"""The reference structures: planar mechanisms in one snapshot, with the decomposition that is expected of each."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

FILE = Path(__file__).parents[1] / "reference" / "structures.yaml"


@cache
def reference() -> dict[str, Any]:
    """The whole file."""
    content: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return content


def entries() -> dict[str, dict[str, Any]]:
    """The mechanisms, by name."""
    return {entry["name"]: entry for entry in reference()["planar"]}


def rows_of(joint: dict[str, Any]) -> int:
    """The number of scalar conditions of a joint."""
    links = len(joint["bodies"])
    return {"R": 2 * (links - 1), "P": 2, "HP": 1, "RATIO": 1}[joint["type"]]
