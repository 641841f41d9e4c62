"""The strata, and which of them a seed draws from."""

from __future__ import annotations

from tests.fuzz.strata.elsewhere import far, units
from tests.fuzz.strata.gears import gears
from tests.fuzz.strata.groups import class_four, class_three, six_links
from tests.fuzz.strata.mixtures import anything, slots
from tests.fuzz.strata.singular import singular

STRATA = {
    "class III": class_three,
    "class IV": class_four,
    "six links": six_links,
    "gears and racks": gears,
    "next to singular": singular,
    "slots, two inputs": slots,
    "far from origin": far,
    "units": units,
    "anything": anything,
}
SHARES = {
    "class III": 4,
    "class IV": 2,
    "six links": 2,
    "gears and racks": 2,
    "next to singular": 2,
    "slots, two inputs": 2,
    "far from origin": 1,
    "units": 1,
    "anything": 4,
}
"""Of twenty successive seeds, so many."""
CYCLE = tuple(name for name, share in SHARES.items() for _ in range(share))


def stratum_of(seed: int) -> str:
    """The stratum from which a seed draws."""
    return CYCLE[seed % len(CYCLE)]
