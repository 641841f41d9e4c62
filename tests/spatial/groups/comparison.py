"""Random mechanisms of all kinds of joints, by groups: beside the conditions themselves, the whole mechanism, an
independent solve with Euler parameters, and themselves at coarse steps: `make fuzz` and `make fuzz-spatial`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

import numpy as np

from sgkin import Mechanism, make_plan, solve
from sgkin.arrays import Floats
from sgkin.errors import SgkinError
from sgkin.spatial_motion import SpatialMotion
from tests.spatial.global_solver.running import drive
from tests.spatial.groups.left_open import Frames, frames_of, left_open, smallest_singular_value
from tests.spatial.groups.random_loops import random_loops
from tests.spatial.groups.random_mechanisms import random_mechanisms
from tests.spatial.witness.euler_parameters import Witness

STEPS, REACH, NEAR, DEAD, CLOSER = 13, 0.3, 0.05, 1e-3, 30
ALLOWED = (1e-9, 1e-8, 1e-7)
"""How far positions, velocities and accelerations by groups may be from those of the whole mechanism."""
BEGINS_DEAD = 2e-4
"""The smallest singular value where a mechanism begins, below which it may be past a dead point by rounding."""
USUAL = 1e-3
"""The smallest singular value of a configuration that is nowhere near a dead point."""


def differences(mechanism: Mechanism, seed: int) -> tuple[list[str], set[str]]:
    """What differs, in words; and of what sort the mechanism is."""
    plan = make_plan(mechanism)
    sorts = {"iterated" if plan.iterated.any() else "in closed form"}
    z, rates, accelerations = drive(mechanism, STEPS, REACH, seed)
    given = {"input_rates": rates, "input_accelerations": accelerations}
    motion = solve(plan, inputs=z, **given, on_failure="return")
    assert isinstance(motion, SpatialMotion)
    reached, found = len(motion.inputs), list[str]()
    for what, value, allowed in zip(
        ("position", "rates", "second derivatives"), left_open(motion), (1e-10, 1e-9, 1e-8), strict=True
    ):
        if not value < allowed:
            found.append(f"{what} open by {value:.1e}")
    if reached == STEPS:
        given = {name: values[[0, -1]] for name, values in given.items()}
        coarse = solve(plan, inputs=z[[0, -1]], **given, on_failure="return")
        if len(coarse.inputs) < 2 or np.abs(frames_of(coarse).frames[-1] - frames_of(motion).frames[-1]).max() > 1e-8:
            found.append("coarse steps lead elsewhere")
    else:
        sorts.add("with a dead point")
        found += _not_dead(plan, motion, z[reached - 1])
    near = drive(mechanism, 2, NEAR, seed)
    if reached > 2:
        witness = Witness(mechanism).solve(*near).frames
        short = dict(zip(("inputs", "input_rates", "input_accelerations"), near, strict=True))
        own = frames_of(solve(plan, **short))
        spinning = {link for spin in plan.structure.spins for link in spin.links}
        told = [link.name not in spinning for link in mechanism.links]  # how a link spins idly, nothing says
        apart = float(np.abs(own.frames - witness)[:, told].max())
        beside = _beside_the_whole(mechanism, short, own, told)
        is_witnessed = apart < 1e-9
        if smallest_singular_value(motion)[0] < BEGINS_DEAD:  # so near to one the others may take either mode
            sorts.add("beginning at a dead point")
            beside, is_witnessed = ([], True) if is_witnessed or not beside else (beside, is_witnessed)
        if not is_witnessed:
            found.append(f"{apart:.1e} from Euler parameters")
        found += beside
    return found, sorts


def _beside_the_whole(mechanism: Mechanism, given: dict[str, Floats], own: Frames, told: list[bool]) -> list[str]:
    """What differs from all conditions solved at once."""
    try:
        whole = frames_of(solve(mechanism, **given, method="global-dense"))  # type: ignore[arg-type]
    except SgkinError as error:
        return [f"the whole mechanism is not solved: {error}"]
    found = []
    for what, one, other, allowed in zip(("position", "rates", "second derivatives"), own, whole, ALLOWED, strict=True):
        apart = float(np.abs(one - other)[:, told].max()) / max(1.0, float(np.abs(one).max()))
        if not apart < allowed:
            found.append(f"{what} {apart:.1e} from the whole mechanism")
    return found


def _not_dead(plan: object, motion: SpatialMotion, start: Floats) -> list[str]:
    """Where a motion ends, the conditions must come to depend on each other."""
    ways = 1.0 - np.geomspace(1.0, 1e-10, CLOSER)
    inputs = start + ways[:, None] * (motion.events[-1].inputs - start)
    closer = solve(
        plan,
        inputs=np.concatenate([motion.inputs, inputs]),
        input_rates=np.ones((len(motion.inputs) + CLOSER, len(start))),
        on_failure="return",
    )  # type: ignore[call-overload]
    values = smallest_singular_value(closer)
    if not values[-1] < DEAD * max(values[0], USUAL):
        return [f"ends where the smallest singular value is {values[-1]:.1e} of {values[0]:.1e} at the start"]
    return []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=1000, help="how many mechanisms")
    parser.add_argument("--loops", action="store_true", help="overconstrained loops")
    given = parser.parse_args()
    wrong, sorts, seen = 0, Counter[str](), 0
    drawn = random_loops if given.loops else random_mechanisms
    for seed, mechanism in drawn(range(given.start, given.start + 100 * given.count)):
        told, own = differences(mechanism, seed)
        sorts.update(own)
        if told:
            wrong += 1
            print(f"seed {seed}: {'; '.join(told)}", flush=True)
        seen += 1
        if seen == given.count:
            break
    what = "overconstrained loops" if given.loops else "spatial mechanisms"
    print(f"{seen} {what}, {dict(sorts)}: {wrong} differ")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
