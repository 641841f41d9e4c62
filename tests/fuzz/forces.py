"""Forces on random mechanisms against the laws of mechanics: `python -m tests.fuzz.forces`.

Mechanisms are those of the search, with masses and forces; what is asked is asked of the library in
`tests/dynamics/test_laws_of_mechanics.py`.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from sgkin import SgkinError, driving_forces, reactions
from tests.dynamics import newton_euler as laws
from tests.dynamics.loaded import loaded
from tests.dynamics.motions import some_motion
from tests.fuzz.case import drawn
from tests.fuzz.strata.table import STRATA, stratum_of

EXACT = 1e-9


def judged(seed: int) -> tuple[str, str]:
    """What came of the mechanism of a seed, and what is wrong with it."""
    mechanism = drawn(STRATA[stratum_of(seed)], seed).mechanism
    if not any(link.points for link in mechanism.links if link.name != mechanism.ground):
        return "no points", ""
    try:
        motion = some_motion(loaded(mechanism, seed), seed)
    except SgkinError as error:
        return "no motion", str(error) if "force" in str(error) else ""
    if not motion.is_complete:
        return "no motion", ""
    with warnings.catch_warnings(action="error"):
        found = reactions(motion)
        if found.singular_steps:
            return "singular", ""
        expected = laws.by_coefficients(motion)
        worst = {
            "power": laws.worst_of_power_balance(motion),
            "driving": float(np.abs(driving_forces(motion) - expected).max() / np.abs(expected).max()),
        }
        if not found.undetermined:
            worst["Newton and Euler"] = laws.worst_of_newton_and_euler(motion, found)
            worst["reaction"] = laws.worst_of_action_and_reaction(motion, found)
            worst["virtual power"] = laws.worst_of_virtual_power(motion, found)
    wrong = [f"{law} {number:.1e}" for law, number in worst.items() if not number < EXACT]
    kind = "overconstrained" if found.undetermined else "determined"
    return (f"{kind}: WRONG", ", ".join(wrong)) if wrong else (kind, "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=300, help="random mechanisms")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    seeds = range(given.start, given.start + given.count)
    with ProcessPoolExecutor(given.workers) as pool:
        for seed, (kind, wrong) in zip(seeds, pool.map(judged, seeds, chunksize=10), strict=True):
            counts[kind] += 1
            if wrong:
                print(f"seed {seed}, {stratum_of(seed)}: {kind}: {wrong}", flush=True)
    print(", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())))
    return 1 if any("WRONG" in kind for kind in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
