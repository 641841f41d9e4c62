"""Random mechanisms with masses and springs that fall: their energy must stay. `python -m tests.fuzz.falls`."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

import numpy as np

from sgkin import SgkinError, SimulationError, energy, kinetic_energy, simulate
from tests.dynamics.test_library_falls import springs_only
from tests.fuzz.case import drawn
from tests.fuzz.strata.table import STRATA, stratum_of

DRIFT = 1e-6
UNTIL = 0.5


def judged(seed: int) -> tuple[str, str]:
    """What came of the mechanism of a seed, and what is wrong with it."""
    mechanism = drawn(STRATA[stratum_of(seed)], seed).mechanism
    try:
        falling = springs_only(mechanism)
        free = list(falling.input_names)
        motion = simulate(falling, UNTIL, free=free, inputs="auto", rtol=1e-10, times=np.linspace(0.0, UNTIL, 21))
    except SimulationError as error:
        if error.motion is None or error.motion.steps < 3:
            return error.reason, ""
        motion = error.motion
        told = error.reason
    except (SgkinError, ValueError) as error:
        return f"refused: {type(error).__name__}", str(error)
    else:
        told = "took over" if motion.happenings else "fell"
    whole, moving = energy(motion), float(kinetic_energy(motion).max())
    drift = float(np.abs(whole - whole[0]).max()) / max(moving, 1e-300)
    return (f"{told}: WRONG", f"energy changes by {drift:.1e}") if drift > DRIFT else (told, "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=100, help="random mechanisms")
    arguments = parser.parse_args()
    counts: Counter[str] = Counter()
    for seed in range(arguments.start, arguments.start + arguments.count):
        begin = time.perf_counter()
        outcome, sentence = judged(seed)
        counts[outcome] += 1
        taken = time.perf_counter() - begin
        if "WRONG" in outcome or taken > 20.0 or outcome.startswith("refused"):
            print(f"{seed}: {outcome} {sentence} ({taken:.1f} s)")
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    return int(any("WRONG" in outcome for outcome in counts))


if __name__ == "__main__":
    sys.exit(main())
