"""Dyads of links of very unlike length are found to as many digits as their coordinates have."""

from __future__ import annotations

from decimal import Decimal, localcontext

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import ConstantSpeed, InitialConfiguration, JointDriver, Link, Mechanism, Revolute, make_plan, solve
from sgkin.kernels.rrr import RRR
from sgkin.solving import METHODS
from tests.kernels.running import placed

EPSILON = float(np.finfo(float).eps)
INPUTS = np.linspace(1.0, 2.6, 33)
CRANK, ROCKER, HEIGHT = 1.0, 2.0, 1.0


def four_bar(length: float, **initial: object) -> Mechanism:
    """A crank and a rocker with a rod between them as long as they are apart."""
    return Mechanism(
        "long_rod",
        [
            Link("ground", {"O": (0, 0), "C": (length, HEIGHT)}),
            Link("crank", {"O": (0, 0), "A": (CRANK, 0)}),
            Link("rod", {"A": (0, 0), "B": (length, 0)}),
            Link("rocker", {"C": (0, 0), "B": (ROCKER, 0)}),
        ],
        [
            Revolute("O", ("ground", "crank")),
            Revolute("A", ("crank", "rod")),
            Revolute("B", ("rod", "rocker")),
            Revolute("C", ("ground", "rocker")),
        ],
        [JointDriver("motor", "O", ConstantSpeed(1.0, start=1.0))],
        initial=InitialConfiguration(**initial),  # type: ignore[arg-type]
    )


def exact(length: float) -> NDArray[np.float64]:
    """Angle, rate and K of the rocker (n, 2) for a unit rate of the crank, with 60 digits."""
    found = []
    with localcontext() as context:
        context.prec = 60
        for z in INPUTS.tolist():
            cosine, sine, rod = Decimal(float(np.cos(z))), Decimal(float(np.sin(z))), Decimal(length)
            dx, dy = rod - cosine, Decimal(HEIGHT) - sine
            square = dx * dx + dy * dy
            u = (square + rod**2 - Decimal(ROCKER) ** 2) / (2 * square)
            h = (rod**2 / square - u * u).sqrt()
            ex, ey = u * dx - h * dy, u * dy + h * dx
            fx, fy = ex - dx, ey - dy
            rate = (ex * -sine + ey * cosine) / (ey * fx - ex * fy)
            found.append((float(np.arctan2(float(fy), float(fx))), float(rate)))
    return np.array(found)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("digits", range(1, 11))
def test_the_rocker_of_a_long_rod(digits: int, method: str) -> None:
    length = 10.0**digits
    place = InitialConfiguration({"B": (length + 0.54, 2.93)}).points
    motion = solve(four_bar(length, points=place), inputs=INPUTS, input_rates=np.ones_like(INPUTS), method=method)
    allowed = 10.0 * EPSILON * length + 1e-13
    expected = exact(length)
    np.testing.assert_allclose(motion.pose("rocker")[:, 2], expected[:, 0], rtol=0.0, atol=allowed)
    if method == "groups":
        np.testing.assert_allclose(motion.velocity("rocker")[:, 2], expected[:, 1], rtol=0.0, atol=allowed)


@pytest.mark.parametrize("digits", range(1, 11))
def test_single_configurations_with_a_named_branch(digits: int) -> None:
    length = 10.0**digits
    plan, expected = make_plan(four_bar(length, branches={"rod": 1})), exact(length)
    allowed = 10.0 * EPSILON * length + 1e-13
    for z, (angle, rate) in zip(INPUTS.tolist(), expected.tolist(), strict=True):
        found = plan.evaluate(z, 1.0, 0.0)
        assert found.pose("rocker")[2] == pytest.approx(angle, abs=allowed, rel=0.0)
        assert plan.coefficients(z).K[8, 0] == pytest.approx(rate, abs=allowed, rel=0.0)


@pytest.mark.parametrize("digits", range(10))
def test_equal_links_that_are_folded(digits: int) -> None:
    """Of two links of one length, whose pins nearly meet, the inner pin lies across the line between them."""
    apart = 10.0**-digits
    found = placed(RRR, {"p": (0.0, 0.0), "q": (apart, 0.0)}, [1.0, 1.0, 1.0], branch=1)
    across = np.sqrt(1.0 - apart**2 / 4.0)
    np.testing.assert_allclose(found["c"], [apart / 2.0, across], rtol=8.0 * EPSILON)
    np.testing.assert_allclose(found["e"], [apart / 2.0, across], rtol=8.0 * EPSILON)
    np.testing.assert_allclose(found["f"], [-apart / 2.0, across], rtol=8.0 * EPSILON)
    assert found["margin"][0] == pytest.approx(apart**2 * (1.0 - apart**2 / 4.0), rel=8.0 * EPSILON)
