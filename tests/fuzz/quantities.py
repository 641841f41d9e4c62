"""Curves, transmission angles, qualities and strokes of random mechanisms: `python -m tests.fuzz.quantities`.

The witness is the whole mechanism, solved by Newton's method in many small steps, without the groups: places are
compared with it, lengths with those of its polygons, and every extreme that its samples have must have been found, and
no other but such as lie between two samples.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import pi

import numpy as np
from numpy.typing import NDArray

from sgkin import (
    InputError,
    Motion,
    MotionError,
    all_transmission_angles,
    coupler_curve,
    group_quality,
    make_plan,
    solve,
    strokes,
)
from sgkin.analysis.extremes import ExtremeValue
from sgkin.errors import SgkinError
from sgkin.kinematic_plan import KinematicPlan
from tests.fuzz.case import drawn
from tests.fuzz.strata.table import STRATA, stratum_of

Array = NDArray[np.float64]

STEPS = 720
"""Steps of the witness over a turn, or over the way that is looked at."""
FEW = 24
"""Steps of the motion of which qualities and transmission angles are read."""
ROOM = 0.03
"""How far from a dead point the way ends, as a part of it."""
PLACE = 1e-7
"""How far places may be from those of the witness, in sizes of the mechanism."""
NOISE = 1e-9
"""Differences of samples, as parts of how far they are spread, that may be errors of the witness."""
OTHER_MODE = 1e-3
"""Angles that differ by more are those of another mode."""
ROUNDING = 1e-12
"""The same as parts of the largest value."""


def reached(plan: KinematicPlan, number: int) -> tuple[float, float, bool]:
    """From where to where an input can be moved, a little before dead points; whether it goes round."""
    start = float(plan.initial_inputs[number])
    angle = bool(plan.angles[number])
    far = 2.0 * pi if angle else 0.5 * plan.mechanism.size
    ends = []
    for goal in (start - far, start + far):
        motion = solve(plan, inputs=_inputs(plan, number, np.linspace(start, goal, 121)), on_failure="return")
        stop = goal if motion.is_complete else float(motion.events[-1].inputs[number])
        ends.append(stop if motion.is_complete else stop - ROOM * (stop - start))
    if angle and abs(ends[1] - start - 2.0 * pi) < 1e-9:
        return start, start + 2.0 * pi, True
    return ends[0], ends[1], False


def _inputs(plan: KinematicPlan, number: int, values: Array) -> Array:
    inputs = np.tile(plan.initial_inputs, (len(values), 1))
    inputs[:, number] = values
    return inputs


def witnessed(plan: KinematicPlan, number: int, s: Array) -> Motion:
    """The whole mechanism, followed from the initial configuration to the first of the inputs and on through all."""
    start = float(plan.initial_inputs[number])
    lead = np.linspace(start, s[0], STEPS // 2)[:-1] if s[0] != start else np.zeros(0)
    values = np.concatenate([lead, s])
    return solve(plan, inputs=_inputs(plan, number, values), method="global-dense")


def missed(found: Sequence[ExtremeValue], s: Array, values: Array, closed: bool) -> str:
    """How extremes differ from those of samples, in words; empty if they do not."""
    size = max(float(np.abs(values).max()), 1e-300)
    if not found or found[0].kind == "constant":
        return "" if np.ptp(values) <= 1e-8 * size else "a constant that changes"
    step, rises = float(s[1] - s[0]), np.diff(values)
    clear = np.flatnonzero(np.abs(rises) > NOISE * float(np.ptp(values)) + ROUNDING * size)
    turns = [
        (float(s[before]) - 3.0 * step, float(s[after + 1]) + 3.0 * step)
        for before, after in pairwise(clear.tolist())
        if rises[before] * rises[after] < 0.0
    ]
    span = float(s[-1] - s[0])
    shifts = np.array([-span, 0.0, span]) if closed else np.zeros(1)
    at = np.sort(np.concatenate([each.at + shifts for each in found]))
    for low, high in turns:
        if not ((at >= low) & (at <= high)).any():
            return f"no extreme between {low!r} and {high!r}, but the samples have one"
    for each in found:
        is_sampled = any(((each.at + shifts >= low) & (each.at + shifts <= high)).any() for low, high in turns)
        hidden = int((np.abs(at - each.at) <= 3.0 * step).sum()) > 1
        at_seam = closed and min(each.at - s[0], s[-1] - each.at) <= 3.0 * step
        flat = np.abs(np.interp(each.at + step * np.array([-3.0, 3.0]), s, values) - each.value).max() <= 1e-7 * size
        if not each.is_end and not (is_sampled or hidden or at_seam or flat):
            return f"an extreme at {each.at!r} that the samples do not have"
        near = float(np.interp(each.at, s, values))
        around = values[np.abs(s - each.at) <= 3.0 * step]
        if abs(near - each.value) > 1e-6 * size + 2.0 * float(np.ptp(around) if len(around) else 0.0):
            return f"an extreme of {each.value!r} at {each.at!r}, where the samples have {near!r}"
    return ""


def wrong_curve(plan: KinematicPlan, number: int, random: np.random.Generator, s: Array, motion: Motion) -> str:
    """What is wrong with the path of some point."""
    mechanism = plan.mechanism
    points = [f"{link.name}.{point}" for link in mechanism.links for point in link.points if link.name in plan.links]
    if not points:
        return ""
    name = str(random.choice(points))
    try:
        curve = coupler_curve(plan, name, (float(s[0]), float(s[-1])), input=plan.input_names[number])
    except InputError:  # a point that does not move
        return ""
    at = len(motion.inputs) - len(s)
    places = motion.position(name)[at:]
    size = max(mechanism.size, float(np.abs(places).max()))
    apart = np.abs(curve.position(s[::31]) - places[::31]).max() / size
    if apart > PLACE:
        return f"{name}: {apart} from the witness"
    for axis, direction in enumerate("xy"):
        told = missed(curve.extremes(direction), s, places[:, axis], curve.is_closed)
        if told:
            return f"{name}.{direction}: {told}"
    sides, wide = (np.hypot(*np.diff(places[::each], axis=0).T).sum() for each in (1, 2))
    length = (4.0 * sides - wide) / 3.0
    if abs(curve.length - length) > 2e-3 * length + 1e-6 * size:
        return f"{name}: length {curve.length}, not {length}"
    return ""


def wrong_qualities(plan: KinematicPlan, number: int, s: Array) -> str:
    """What is wrong with the extremes of qualities and transmission angles, by samples of a fine motion."""
    few, fine = (solve(plan, inputs=_inputs(plan, number, values)) for values in (np.linspace(s[0], s[-1], FEW + 1), s))
    closed = len(plan.input_names) == 1 and bool(np.isclose(s[-1] - s[0], 2.0 * pi))
    if len(plan.input_names) > 1:
        return ""
    for found, dense in zip(group_quality(few), group_quality(fine), strict=True):
        told = missed(found.extremes, s, dense.values**2, closed) if not found.zeros else ""
        if told and "samples have" not in told:
            return f"quality of {found.group.label}: {told}"
        if found.least.value > dense.values.min() + 1e-9 or found.greatest.value < dense.values.max() - 1e-9:
            return f"quality of {found.group.label}: {found.least.value} to {found.greatest.value}"
    for angle, dense_angle in zip(all_transmission_angles(few), all_transmission_angles(fine), strict=True):
        if angle.least.value > dense_angle.angle.min() + 1e-7 or angle.greatest.value < dense_angle.angle.max() - 1e-7:
            return f"transmission angle of {angle.joint}: {angle.least.value} to {angle.greatest.value}"
    return ""


def wrong_strokes(plan: KinematicPlan, number: int, random: np.random.Generator, s: Array, motion: Motion) -> str:
    """What is wrong with dead centres and time ratio of some link."""
    link = str(random.choice(plan.links))
    try:
        found = strokes(plan, link, plan.input_names[number])
    except InputError:  # the link turns round, or stands still
        return ""
    if found.turns > 1:
        return ""
    angle = motion.pose(link)[len(motion.inputs) - len(s) :, 2]
    spread, between = float(np.ptp(angle)), 2.0 * float(np.abs(np.diff(angle)).max())
    if not spread - 1e-9 <= found.stroke <= spread + between + 1e-9:
        return f"stroke of {link}: {found.stroke}, not {spread}"
    grown = float((np.diff(angle) > 0.0).mean()) * 2.0 * pi
    if spread > 1e-6 and abs(found.forward - grown) > 2.0 * pi * (2.0 + len(found.dead_centres)) / len(s):
        return f"{link} grows over {found.forward}, not {grown}"
    return ""


def judged(seed: int) -> tuple[str, str]:
    """What came of the mechanism of a seed, and what is wrong with it."""
    random = np.random.default_rng(seed)
    try:
        plan = make_plan(drawn(STRATA[stratum_of(seed)], seed).mechanism)
        number = int(random.integers(len(plan.input_names)))
        low, high, turns = reached(plan, number)
    except SgkinError:
        return "no motion", ""
    if not high - low > 1e-3 * float(plan.input_scales[number]):
        return "no motion", ""
    s = np.linspace(low, high, STEPS + 1)
    try:
        motion = witnessed(plan, number, s)
    except MotionError:
        return "no witness", ""
    groups = solve(plan, inputs=motion.inputs)
    if any(np.abs(groups.pose(link)[:, 2] - motion.pose(link)[:, 2]).max() > OTHER_MODE for link in plan.links):
        return "other mode", ""  # next to a change point; which of the two is right `python -m tests.fuzz` judges
    for wrong in _wrongs(plan, number, random, s, motion, turns):
        if wrong:
            return "WRONG", wrong
    return "agreed", ""


def _wrongs(
    plan: KinematicPlan, number: int, random: np.random.Generator, s: Array, motion: Motion, turns: bool
) -> Iterator[str]:
    yield wrong_curve(plan, number, random, s, motion)
    yield wrong_qualities(plan, number, s)
    if turns:
        yield wrong_strokes(plan, number, random, s, motion)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=200, help="random mechanisms")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    for seed in range(given.start, given.start + given.count):
        kind, wrong = judged(seed)
        counts[kind] += 1
        if wrong:
            print(f"seed {seed}: {stratum_of(seed)}: {wrong}", flush=True)
    print(", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())))
    return 1 if counts["WRONG"] else 0


if __name__ == "__main__":
    sys.exit(main())
