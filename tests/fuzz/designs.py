"""Designs of every registered group beside each by itself: `python -m tests.fuzz.designs`."""

from __future__ import annotations

import argparse
import sys

import numpy as np

from sgkin import DesignStatus, solve_designs
from tests.designs.witness import differences, spread, whole_study
from tests.motion.drives import initial_inputs
from tests.motion.groups import CASES, good_plan

STEPS = 61


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="designs of each example at each spread")
    parser.add_argument("--seed", type=int, default=0, help="of the designs")
    parser.add_argument("signatures", nargs="*", help="which groups, by default all")
    arguments = parser.parse_args()
    wrong = 0
    for signature, number in CASES:
        if arguments.signatures and signature not in arguments.signatures:
            continue
        mechanism = good_plan(signature, number).mechanism
        study = whole_study(mechanism)
        kinds = [mechanism.input_quantity(name) for name in study.plan.input_names]
        far = [2.0 * np.pi if kind == "angle" else 0.4 * mechanism.size for kind in kinds]
        inputs = initial_inputs(mechanism) + np.linspace(0.0, 1.0, STEPS)[:, None] * far
        for by in (0.02, 0.15):
            given = spread(study, arguments.count, by, arguments.seed)
            found = solve_designs(study, given, inputs=inputs, progress=False)
            bad = differences(found)
            wrong += len(bad)
            counts = ", ".join(f"{(found.status == each).sum()} {each.name.lower()}" for each in DesignStatus)
            print(f"{signature} {number}, {by:.0%}: {counts}; {len(bad)} differ {bad[:3] or ''}", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
