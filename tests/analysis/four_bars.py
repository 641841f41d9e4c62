"""Four-bars by the lengths of their links, and what Grashof's law says of them."""

from __future__ import annotations

from math import acos, cos, pi, sin

from sgkin import ConstantSpeed, InitialConfiguration, JointDriver, Link, Mechanism, Revolute

Lengths = tuple[float, float, float, float]


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
    """The crank angles between 0 and π at which coupler and rocker are in line, by the law of cosines."""
    g, a, b, c = lengths
    cosines = [(a * a + g * g - d * d) / (2.0 * a * g) for d in (abs(b - c), b + c)]
    return [acos(each) for each in cosines if -1.0 <= each <= 1.0]


def excess(lengths: Lengths) -> float:
    """Shortest and longest less the other two, by the sum of all: negative where a link makes full turns."""
    s, p, q, l = sorted(lengths)  # noqa: E741
    return (s + l - p - q) / sum(lengths)


def crank_turns(lengths: Lengths) -> bool:
    """Whether the crank makes full turns: in a Grashof four-bar if it or the ground is the shortest."""
    return excess(lengths) < 0.0 and min(lengths) in lengths[:2]


def circuits(lengths: Lengths) -> int:
    """Two in a Grashof four-bar, otherwise one."""
    return 2 if excess(lengths) < 0.0 else 1


def within_turn(angle: float) -> float:
    """An angle between −π and π."""
    return angle - 2.0 * pi * round(angle / (2.0 * pi))
