"""The rates and accelerations of a motion law are the derivatives of its values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from sgkin import Cycloidal, Harmonic, MotionLaw, Polynomial345, Spline
from tests.model.laws import LAWS

# seven-point central difference, sixth order
OFFSETS = np.array([-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0])
WEIGHTS = np.array([-1.0, 9.0, -45.0, 0.0, 45.0, -9.0, 1.0]) / 60.0


def place_and_step(law: MotionLaw, fraction: float) -> tuple[float, float]:
    """A time at which the law is smooth, and a step that is small for it."""
    match law:
        case Harmonic():
            return 3.0 * fraction, 0.02 / law.frequency / (2.0 * np.pi)
        case Cycloidal() | Polynomial345():
            return law.begin + (0.02 + 0.96 * fraction) * law.duration, 0.003 * law.duration
        case Spline():
            interval = min(int(fraction * (len(law.times) - 1)), len(law.times) - 2)
            first, last = law.times[interval], law.times[interval + 1]
            return first + (0.1 + 0.8 * fraction) * (last - first), 0.02 * (last - first)
    return 5.0 * fraction, 0.02


def assert_derivative(values: NDArray[Any], rates: NDArray[Any], step: float) -> None:
    difference = values @ WEIGHTS / step
    rounding = 1e-12 * np.abs(values).max() / step
    assert rates[3] == pytest.approx(difference, rel=1e-7, abs=rounding + 1e-8 * np.abs(rates).max())


@pytest.mark.parametrize("kind", LAWS)
@given(data=st.data(), fraction=st.floats(0.0, 1.0))
def test_rate_and_acceleration(kind: str, data: st.DataObject, fraction: float) -> None:
    law = data.draw(LAWS[kind])
    time, step = place_and_step(law, fraction)
    value, rate, acceleration = law(time + OFFSETS * step)
    assert_derivative(value, rate, step)
    assert_derivative(rate, acceleration, step)
