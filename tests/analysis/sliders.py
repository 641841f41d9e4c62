"""Mechanisms with sliders by their dimensions, and small things to build others from."""

from __future__ import annotations

from dataclasses import replace
from math import acos, atan2, cos, hypot, pi, sin

from sgkin import ConstantSpeed, InitialConfiguration, JointDriver, Link, Mechanism, MotionLaw, Prismatic, Revolute
from tests.analysis.four_bars import Lengths, four_bar


def placed_four_bar(lengths: Lengths, branch: int = 1) -> Mechanism:
    """A four-bar that begins with its crank along the ground, in a given branch."""
    return replace(four_bar(lengths), initial=InitialConfiguration(inputs={"motor": 0.0}, branches={"coupler": branch}))


def slider_crank(r: float, l: float, e: float, law: MotionLaw | None = None) -> Mechanism:  # noqa: E741
    """A crank at the origin; a slider ahead of it on a line that lies e above."""
    return Mechanism(
        "slider-crank",
        links=[
            Link("ground", {"A": (0.0, 0.0), "D": (0.0, e)}),
            Link("crank", {"A": (0.0, 0.0), "B": (r, 0.0)}),
            Link("rod", {"B": (0.0, 0.0), "C": (l, 0.0)}),
            Link("slider", {"C": (0.0, 0.0), "D": (0.0, 0.0)}),
        ],
        joints=[
            Revolute("A", ("ground", "crank")),
            Revolute("B", ("crank", "rod")),
            Revolute("C", ("rod", "slider")),
            Prismatic("D", ("ground", "slider")),
        ],
        drivers=[JointDriver("motor", "A", law or ConstantSpeed(1.0))],
        initial=InitialConfiguration(inputs={"motor": 0.3}, branches={"rod": 1}),
    )


def slotted_lever(r: float, d: float, offset: float = 0.0) -> Mechanism:
    """A crank at (0, d) whose pin slides in a lever that turns at the origin, with the slot beside its pivot."""
    return Mechanism(
        "slotted lever",
        links=[
            Link("ground", {"A": (0.0, d), "D": (0.0, 0.0)}),
            Link("crank", {"A": (0.0, 0.0), "B": (r, 0.0)}),
            Link("block", {"B": (0.0, 0.0), "C": (0.0, 0.0)}),
            Link("lever", {"D": (0.0, 0.0), "C": (0.0, 0.0), "E": (3.0 * d, 0.0)}),
        ],
        joints=[
            Revolute("A", ("ground", "crank")),
            Revolute("B", ("crank", "block")),
            Prismatic("C", ("lever", "block"), offset=(offset, 0.0)),
            Revolute("D", ("ground", "lever")),
        ],
        drivers=[JointDriver("motor", "A", ConstantSpeed(1.0))],
        initial=InitialConfiguration(inputs={"motor": 0.3}, angles={"lever": atan2(d + r * sin(0.3), r * cos(0.3))})
        if not offset
        else InitialConfiguration(inputs={"motor": 0.3}, branches={"lever": 1}),
    )


def with_slider(mechanism: Mechanism, link: str, arm: float, rod: float) -> Mechanism:
    """A mechanism with a rod at a point `E` of a link, at a distance from its pivot D, that drives a slider on the
    horizontal line through D."""
    links = [
        replace(each, points={**each.points, "E": (arm, 0.0)}) if each.name == link else each
        for each in mechanism.links
    ]
    added = [Link("rod", {"E": (0.0, 0.0), "F": (rod, 0.0)}), Link("ram", {"F": (0.0, 0.0)})]
    return replace(
        mechanism,
        links=[*links, *added],
        joints=[
            *mechanism.joints,
            Revolute("E", (link, "rod")),
            Revolute("F", ("rod", "ram")),
            Prismatic("H", ("ground", "ram"), at=("D", "F")),
        ],
        initial=replace(mechanism.initial, branches={**mechanism.initial.branches, "ram": 1}),
    )


def crank_angles(lengths: Lengths, output: float) -> list[float]:
    """The crank angles of a four-bar whose output link has an angle, by the law of cosines."""
    g, a, b, c = lengths
    x, y = g + c * cos(output), c * sin(output)
    d = hypot(x, y)
    corner = acos((a * a + d * d - b * b) / (2.0 * a * d))
    return [(atan2(y, x) + sign * corner) % (2.0 * pi) for sign in (1.0, -1.0)]
