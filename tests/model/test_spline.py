"""The spline passes through its table and ends as it is told to."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from sgkin import Spline
from tests.model.laws import splines

TIMES, VALUES = (0.0, 1.0, 2.5, 3.0, 4.0), (0.0, 2.0, -1.0, 0.5, 0.0)


@given(law=splines())
def test_passes_through_the_table(law: Spline) -> None:
    np.testing.assert_allclose(law(law.times)[0], law.values, atol=1e-10 * max(1.0, *map(abs, law.values)))


@given(law=splines())
def test_periodic_repeats_itself(law: Spline) -> None:
    law = Spline(law.times, (*law.values[:-1], law.values[0]), "periodic")
    period = law.times[-1] - law.times[0]
    inside = law.times[0] + np.linspace(0.05, 0.95, 7) * period
    sizes = np.abs(np.array(law(np.linspace(law.times[0], law.times[-1], 50)))).max(axis=1) + 1.0
    for turns in (-2, 1, 3):
        for here, there, size in zip(law(inside), law(inside + turns * period), sizes, strict=True):
            np.testing.assert_allclose(here, there, atol=1e-9 * size * 100.0)


def test_periodic_closes_smoothly() -> None:
    law = Spline(TIMES, VALUES, "periodic")
    for first, last in zip(law(TIMES[0]), law(np.nextafter(TIMES[-1], 0.0)), strict=True):
        assert first == pytest.approx(last, abs=1e-12)


def test_natural_ends_without_curvature() -> None:
    np.testing.assert_allclose(Spline(TIMES, VALUES, "natural")([TIMES[0], TIMES[-1]])[2], 0.0, atol=1e-12)


def test_clamped_ends_at_rest() -> None:
    np.testing.assert_allclose(Spline(TIMES, VALUES, "clamped")([TIMES[0], TIMES[-1]])[1], 0.0, atol=1e-12)


def test_not_a_knot_recovers_a_cubic() -> None:
    def cubic(t: float) -> float:
        return 1.0 - 2.0 * t + 0.5 * t**3

    law = Spline(TIMES, tuple(cubic(t) for t in TIMES))
    for time in (-1.0, 0.7, 3.9, 6.0):  # beyond the table the last cubic goes on
        value, rate, acceleration = law(time)
        assert (value, rate, acceleration) == pytest.approx((cubic(time), -2.0 + 1.5 * time**2, 3.0 * time))


def test_two_times_make_a_line() -> None:
    assert [float(value) for value in Spline((0.0, 2.0), (1.0, 5.0))(1.0)] == pytest.approx([3.0, 2.0, 0.0])
