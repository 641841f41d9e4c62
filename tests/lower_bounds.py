"""The oldest versions that pyproject.toml allows, as constraints for pip: ``python -m tests.lower_bounds``."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path


def lower_bounds() -> list[str]:
    """Each package that sgkin needs, at its lower bound."""
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = [re.match(r"([\w-]+)>=([\d.]+)", dependency) for dependency in project["dependencies"]]
    assert all(found), "every dependency has a lower bound"
    return [f"{match[1]}=={match[2]}" for match in found if match]


if __name__ == "__main__":
    print(*lower_bounds(), sep="\n")
