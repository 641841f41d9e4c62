"""The steps of a motion as plain data, which becomes JSON."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sgkin.arrays import Floats
from sgkin.motion import Motion

FORCE_UNITS = MappingProxyType({"force": "N", "moment": "N·m", "power": "W", "energy": "J"})


def motion_as_json(
    motion: Motion, more: Mapping[str, Floats], units: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """All steps that were reached, in the units of the file, with more columns (n,), and the units of those."""
    of_file = motion.mechanism.units
    columns = motion.to_mapping(units=True) | dict(more)
    return {
        "name": motion.mechanism.name,
        "units": {"length": of_file.length, "angle": of_file.angle, "time": "s", **(units or {})},
        "complete": motion.is_complete,
        "columns": {name: values.tolist() for name, values in columns.items()},
    }
