"""The second answer is right where the answer is known: a slider-crank with its textbook formulas."""

from __future__ import annotations

import numpy as np

from sgkin import ConstantSpeed, InitialConfiguration, JointDriver, Link, Mechanism, Prismatic, Revolute
from tests.motion.dense_newton import DenseMechanism

R, L = 0.3, 0.8


def test_slider_crank() -> None:
    mechanism = Mechanism(
        "slider_crank",
        links=[
            Link("ground", {"A": (0, 0), "D": (0, 0)}),
            Link("crank", {"A": (0, 0), "B": (R, 0)}),
            Link("rod", {"B": (0, 0), "C": (L, 0)}),
            Link("piston", {"C": (0, 0), "D": (0, 0)}),
        ],
        joints=[
            Revolute("A", ("ground", "crank")),
            Revolute("B", ("crank", "rod")),
            Revolute("C", ("rod", "piston")),
            Prismatic("D", ("ground", "piston")),
        ],
        drivers=[JointDriver("motor", "A", ConstantSpeed(1.0))],
        initial=InitialConfiguration(),
    )
    dense = DenseMechanism(mechanism)
    theta, speed, acceleration = 0.7, 1.9, -2.3
    start = [0, 0, theta, R * np.cos(theta), R * np.sin(theta), -0.2, 1.0, 0.0, 0.0]
    q = dense.close(start, [theta])
    qd, qdd = dense.rates(q, np.array([theta]), np.array([speed]), np.array([acceleration]))

    s, c = np.sin(theta), np.cos(theta)
    root = np.sqrt(L**2 - R**2 * s**2)
    first = -R * s - R**2 * s * c / root
    second = -R * c - R**2 * (c**2 - s**2) / root - R**4 * s**2 * c**2 / root**3
    np.testing.assert_allclose(q[6], R * c + root, rtol=1e-14)
    np.testing.assert_allclose(qd[6], first * speed, rtol=1e-13)
    np.testing.assert_allclose(qdd[6], second * speed**2 + first * acceleration, rtol=1e-11)
