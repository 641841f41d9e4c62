"""Solve short motions of all iterated groups in space, and print all numbers: with the JIT on or off."""

from __future__ import annotations

import json

from sgkin import make_plan
from tests.spatial.groups.cases import ITERATED, moved, short_way
from tests.spatial.groups.left_open import frames_of


def table() -> dict[str, list[list[float]]]:
    """Frames, velocities and accelerations, and K and L."""
    found = {}
    for name in ITERATED:
        mechanism, (z, rates, accelerations) = short_way(name, steps=2, reach=0.02)
        rows = [*frames_of(moved(mechanism, z, rates, accelerations))]
        here = make_plan(mechanism).coefficients(z[-1])
        found[name] = [row.ravel().tolist() for row in (*rows, here.K, here.L)]
    return found


if __name__ == "__main__":
    print(json.dumps(table()))
