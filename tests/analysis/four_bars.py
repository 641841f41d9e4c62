"""Four-bars by the lengths of their links, and what Grashof's law says of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import atan2, cos, inf, pi, sin, sqrt

import numpy as np

from sgkin import (
    ConstantSpeed,
    InitialConfiguration,
    JointDriver,
    Link,
    Mechanism,
    NeverAssembledError,
    Revolute,
    motion_range,
)

Lengths = tuple[float, float, float, float]

NEAR = 1e-12
"""Distance from the limit of the law, in parts of all lengths, from which on it must be decided."""


def four_bar(lengths: Lengths, turned: float = 0.0) -> Mechanism:
    """Ground, crank, coupler and rocker of these lengths, driven at the crank, in no assembly in particular."""
    g, a, b, c = lengths
    return Mechanism(
        "four-bar",
        links=[
            Link("ground", {"A": (0.0, 0.0), "D": (g * cos(turned), g * sin(turned))}),
            Link("crank", {"A": (0.0, 0.0), "B": (a, 0.0)}),
            Link("coupler", {"B": (0.0, 0.0), "C": (b, 0.0)}),
            Link("rocker", {"D": (0.0, 0.0), "C": (c, 0.0)}),
        ],
        joints=[
            Revolute("A", ("ground", "crank")),
            Revolute("B", ("crank", "coupler")),
            Revolute("C", ("coupler", "rocker")),
            Revolute("D", ("ground", "rocker")),
        ],
        drivers=[JointDriver("motor", "A", ConstantSpeed(1.0))],
        initial=InitialConfiguration(),
    )


def limit_angles(lengths: Lengths) -> list[float]:
    """The crank angles between 0 and π at which coupler and rocker are in line, by the law of cosines.

    For the half angle, and exact up to the root: next to 0 the cosine itself has only half the digits.
    """
    g, a, b, c = map(Fraction, lengths)
    found = []
    for d in (abs(b - c), b + c):
        above, below = d * d - (a - g) ** 2, (a + g) ** 2 - d * d
        if above >= 0 and below >= 0:
            found.append(2.0 * atan2(sqrt(above), sqrt(below)))
    return found


def excess(lengths: Lengths) -> float:
    """Shortest and longest less the other two, by the sum of all: negative where a link makes full turns."""
    shortest, p, q, longest = map(Fraction, sorted(lengths))  # exact: it may be less than rounding
    return float((shortest + longest - p - q) / (shortest + longest + p + q))


def crank_turns(lengths: Lengths) -> bool:
    """Whether the crank makes full turns: in a Grashof four-bar if it or the ground is the shortest."""
    return excess(lengths) < 0.0 and min(lengths) in lengths[:2]


def circuits(lengths: Lengths) -> int:
    """Two in a Grashof four-bar, otherwise one."""
    return 2 if excess(lengths) < 0.0 else 1


def within_turn(angle: float) -> float:
    """An angle between −π and π."""
    return angle - 2.0 * pi * round(angle / (2.0 * pi))


def inversions(lengths: Lengths) -> list[Lengths]:
    """The same chain on each of its links, driven at the next."""
    return [(*lengths[k:], *lengths[:k]) for k in range(4)]  # type: ignore[list-item]


def four_bars_of(seed: int) -> Iterator[tuple[Lengths, float]]:
    """A random chain in its four inversions, the ground turned; some are next to the limit of the law."""
    random = np.random.default_rng(seed)
    s, p, q, longest = np.sort(random.uniform(0.2, 1.0, 4)).tolist()
    if random.random() < 0.3:
        aside = random.choice([-1.0, 1.0]) * 10.0 ** random.uniform(-12.0, -2.0) * 2.0 * (p + q)
        longest = max(p + q - s + aside, q)
    order = random.permutation([s, p, q, longest]).tolist()
    for lengths in inversions(tuple(order)):
        yield lengths, float(random.uniform(-pi, pi))


def refuted(lengths: Lengths, turned: float = 0.0) -> str:
    """How the range that is found of a four-bar differs from the laws, in words; empty if it does not."""
    if max(lengths) > 0.5 * sum(lengths):
        try:
            motion_range(four_bar(lengths, turned))
        except NeverAssembledError:
            return ""
        return "it cannot be assembled, but a range was found"
    found = motion_range(four_bar(lengths, turned))
    if found.undecided:
        return "" if abs(excess(lengths)) < NEAR else "undecided"
    if found.full_turn != crank_turns(lengths):
        return f"full turn {found.full_turn}"
    if len(found.circuits) != circuits(lengths):
        return f"{len(found.circuits)} circuits"
    expected = [] if crank_turns(lengths) else limit_angles(lengths)
    wanted = sorted({within_turn(sign * angle + turned) for angle in expected for sign in (1.0, -1.0)})
    values = sorted({within_turn(limit.value) for limit in found.dead_points})
    distinct = [value for value, after in pairwise([*values, inf]) if after - value > 1e-9]
    if len(distinct) != len(wanted):
        return f"dead points {distinct}, not {wanted}"
    ratio = max(1.0, lengths[0] / lengths[1], lengths[1] / lengths[0])
    for value, angle in zip(distinct, wanted, strict=True):
        if not abs(value - angle) < 1e-10 + 4e-15 * ratio / abs(sin(angle - turned)):
            return f"dead point {value!r}, not {angle!r}"
    return ""
