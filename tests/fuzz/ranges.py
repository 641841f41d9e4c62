"""Ranges of random mechanisms against what follows from their motions and modes: `python -m tests.fuzz.ranges`.

At random inputs there must be as many modes as intervals that hold the input; and a motion from the initial
configuration, in small steps, must end where the range of its mode does, and so must that mode followed alone. Random
four-bars are held to Grashof's law.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from math import pi

import numpy as np

from sgkin import MotionError, MotionRange, TooManyModesError, assembly_modes, make_plan, motion_range, solve
from sgkin.analysis.motion_range import ModeRange
from sgkin.errors import SgkinError
from sgkin.kinematic_plan import KinematicPlan
from tests.analysis.four_bars import four_bars_of, refuted
from tests.fuzz.case import drawn
from tests.fuzz.strata.table import STRATA, stratum_of

STEPS = 400
"""Steps of a motion over the interval that was looked at."""
BESIDE = 1e-6
"""Random inputs this near to a limit, by the interval, are not counted; nor are limits told apart that are as near."""
SAME_END = 1e-8
"""How far limits that are found in two ways may differ, by the interval."""


def covering(found: MotionRange, value: float) -> int:
    """In how many modes the input has a value; with a period a mode may go further than a turn, and have it twice."""
    turn = 2.0 * pi
    periodic = abs(found.between[1] - found.between[0] - turn) < 1e-9
    count = 0
    for mode in found:
        if mode.low is None or mode.high is None:
            count += mode.turns
        else:
            shifts = np.arange(-3, 4) * turn if periodic else np.zeros(1)
            count += int(((value + shifts >= mode.low.value) & (value + shifts <= mode.high.value)).sum())
    return count


def ends_of_motion(plan: KinematicPlan, number: int, low: float, high: float) -> list[float | None]:
    """The values at which motions from the initial one to two others end early; None where they do not."""
    found: list[float | None] = []
    start = plan.initial_inputs
    for goal in (low, high):
        inputs = np.tile(start, (STEPS + 1, 1))
        inputs[:, number] = np.linspace(start[number], goal, STEPS + 1)
        try:
            solve(plan, inputs=inputs)
            found.append(None)
        except MotionError as error:
            found.append(error.inputs[plan.input_names[number]])
    return found


def judged(seed: int) -> tuple[str, str]:
    """What came of the mechanism of a seed, and what is wrong with it."""
    case = drawn(STRATA[stratum_of(seed)], seed)
    try:
        plan = make_plan(case.mechanism)
    except SgkinError:
        return "no plan", ""
    number = int(np.random.default_rng(seed).integers(len(plan.input_names)))
    name = plan.input_names[number]
    try:
        found = motion_range(plan, name, limit=64)
    except TooManyModesError:
        return "many modes", ""
    kind = "closed" if found.complete else "iterated"
    for wrong in (
        _wrong_counts(plan, found, number, seed),
        _wrong_ends(plan, found, number),
        _wrong_alone(plan, found, number),
    ):
        if wrong:
            return f"{kind}: WRONG", wrong
    return kind, ""


def _wrong_counts(plan: KinematicPlan, found: MotionRange, number: int, seed: int) -> str:
    random = np.random.default_rng(seed + 1)
    limits = np.array([limit.value for mode in found for limit in mode.limits])
    for value in random.uniform(*found.between, 5).tolist():
        near = np.abs(limits - value) < BESIDE * (found.between[1] - found.between[0])
        z = plan.initial_inputs
        z[number] = value
        modes = assembly_modes(plan, z)
        if near.any() or modes.loose or any(mode.singular for mode in modes):
            continue
        count = covering(found, value)
        if (count < len(modes) and found.complete) or (count > len(modes) and modes.complete):
            return f"{count} modes at {value!r}, but {len(modes)} assemblies"
    return ""


def _wrong_ends(plan: KinematicPlan, found: MotionRange, number: int) -> str:
    if found.present is None:
        return "the initial configuration is in no mode"
    mode = found[found.present]
    start = float(plan.initial_inputs[number])
    low, high = _reached(mode, found, start)
    span = found.between[1] - found.between[0]
    is_distance = plan.mechanism.input_freedom(plan.input_names[number]) == "distance"
    lowest = max(start - span, 0.0) if is_distance else start - span
    for told, ended in zip((low, high), ends_of_motion(plan, number, lowest, start + span), strict=True):
        if ended is None and (told is None or not lowest <= told <= start + span):
            continue
        if told is None or ended is None or abs(told - ended) > BESIDE * span:
            outside = ended is not None and told is None and not found.between[0] <= ended <= found.between[1]
            if not outside:
                return f"the mode ends at {told!r}, the motion at {ended!r}"
    return ""


def _wrong_alone(plan: KinematicPlan, found: MotionRange, number: int) -> str:
    """How the present mode that is followed alone differs from the one among all."""
    if found.present is None:
        return "the initial configuration is in no mode"
    (alone,), mode = motion_range(plan, plan.input_names[number], present=True), found[found.present]
    one, other = ([(limit.kind, limit.value) for limit in each.limits] for each in (mode, alone))
    if mode.turns != alone.turns or sorted(kind for kind, _ in one) != sorted(kind for kind, _ in other):
        return f"{mode.turns} turns and {one}, but {alone.turns} turns and {other} alone"
    apart = [abs(value - again) for (_, value), (_, again) in zip(one, other, strict=True)]
    if not mode.turns and max(apart) > SAME_END * (found.between[1] - found.between[0]):
        return f"limits {one}, but {other} alone"
    return ""


def _reached(mode: ModeRange, found: MotionRange, start: float) -> tuple[float | None, float | None]:
    """Between which dead points the mode lies, seen from the initial value; None where it is the interval that ends."""
    ends: list[float | None] = []
    for limit in (mode.low, mode.high):
        ends.append(None if limit is None or limit.kind == "end of the interval" else limit.value)
    if mode.low is not None and mode.high is not None and not mode.low.value <= start <= mode.high.value:
        shift = 2.0 * pi * round((start - 0.5 * (mode.low.value + mode.high.value)) / (2.0 * pi))
        ends = [None if end is None else end + shift for end in ends]
    return ends[0], ends[1]


def grashof(seed: int) -> tuple[str, str]:
    """What came of four-bars of random lengths, in four inversions."""
    for lengths, turned in four_bars_of(seed):
        wrong = refuted(lengths, turned)
        if wrong:
            return "Grashof: WRONG", f"{lengths}, {turned}: {wrong}"
    return "Grashof", ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=200, help="random mechanisms")
    parser.add_argument(
        "--four-bars", type=int, default=10_000, help="random chains of four bars, four inversions each"
    )
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    with ProcessPoolExecutor(2) as pool:
        for judge, count in ((judged, given.count), (grashof, given.four_bars)):
            seeds = range(given.start, given.start + count)
            for seed, (kind, wrong) in zip(seeds, pool.map(judge, seeds, chunksize=20), strict=True):
                counts[kind] += 1
                if wrong:
                    print(f"seed {seed}: {kind}: {wrong}", flush=True)
    print(", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())))
    return 1 if any("WRONG" in kind for kind in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
