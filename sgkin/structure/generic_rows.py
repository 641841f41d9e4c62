"""The rows of a topology and their coefficients at random geometry, in the plane or in space."""

from __future__ import annotations

from sgkin.structure.rows import Integers, RowPattern, generic_coefficients, row_pattern
from sgkin.structure.spatial_rows import spatial_rows
from sgkin.structure.topology import Topology


def generic_rows(topology: Topology) -> tuple[RowPattern, Integers]:
    """Where all rows act, and with which coefficients modulo PRIME."""
    if topology.is_spatial:
        rows = spatial_rows(topology)
        return rows.pattern, rows.generic()
    pattern = row_pattern(topology)
    return pattern, generic_coefficients(pattern)
