"""Four-bars A B C D: a crank AB, a coupler BC and a rocker DC, with A at the origin and D on the x axis."""

from __future__ import annotations

import numpy as np

from sgkin import ConstantSpeed, InitialConfiguration, JointDriver, Link, Mechanism, Revolute
from sgkin.model.motion_law import MotionLaw


def four_bar(
    crank: float,
    coupler: float,
    rocker: float,
    ground: float,
    *,
    angle: float,
    branch: int | None = None,
    side: int = 1,
    law: MotionLaw | None = None,
) -> Mechanism:
    """A four-bar whose crank turns with 1 rad/s from an angle.

    Its assembly is the branch, or that with C on the left (side 1) or right (−1) of the way from B to D.
    """
    if branch is None:
        points = {"C": inner_pin(crank, coupler, rocker, ground, angle, side)}
        initial = InitialConfiguration(points=points, inputs={"motor": angle})
    else:
        initial = InitialConfiguration(branches={"coupler": branch}, inputs={"motor": angle})
    return Mechanism(
        "four_bar",
        links=[
            Link("ground", {"A": (0.0, 0.0), "D": (ground, 0.0)}),
            Link("crank", {"A": (0.0, 0.0), "B": (crank, 0.0)}),
            Link("coupler", {"B": (0.0, 0.0), "C": (coupler, 0.0)}),
            Link("rocker", {"D": (0.0, 0.0), "C": (rocker, 0.0)}),
        ],
        joints=[
            Revolute("A", ("ground", "crank")),
            Revolute("B", ("crank", "coupler")),
            Revolute("C", ("coupler", "rocker")),
            Revolute("D", ("ground", "rocker")),
        ],
        drivers=[JointDriver("motor", "A", law or ConstantSpeed(1.0, start=angle))],
        initial=initial,
    )


def inner_pin(
    crank: float, coupler: float, rocker: float, ground: float, angle: float, side: int
) -> tuple[float, float]:
    """The pin C at a crank angle."""
    b = np.array([crank * np.cos(angle), crank * np.sin(angle)])
    d = np.array([ground, 0.0]) - b
    square = d @ d
    u = (square + coupler**2 - rocker**2) / (2.0 * square)
    h = side * np.sqrt(coupler**2 / square - u**2)
    x, y = b + u * d + h * np.array([-d[1], d[0]])
    return float(x), float(y)
