"""Motion laws at times where their values are known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from sgkin import ConstantSpeed, Cycloidal, Harmonic, Polynomial, Polynomial345
from tests.model.laws import rising

RISING = pytest.mark.parametrize("kind", [Cycloidal, Polynomial345])


def numbers(law: object, time: float) -> tuple[float, ...]:
    return tuple(float(value) for value in law(time))  # type: ignore[operator]


def test_constant_speed() -> None:
    assert numbers(ConstantSpeed(2.0, start=1.0), 3.0) == (7.0, 2.0, 0.0)


def test_polynomial() -> None:
    assert numbers(Polynomial((1.0, 2.0, 3.0, 4.0)), 2.0) == (49.0, 62.0, 54.0)
    assert numbers(Polynomial((5.0,)), 2.0) == (5.0, 0.0, 0.0)


def test_harmonic_starts_at_its_mean_and_rises() -> None:
    assert numbers(Harmonic(0.2, 0.5, mean=1.0), 0.0) == pytest.approx((1.0, 0.2 * np.pi, 0.0))


def test_harmonic_with_a_phase_of_a_quarter_turn_starts_at_its_top() -> None:
    assert numbers(Harmonic(2.0, 1.0, phase=np.pi / 2), 0.0) == pytest.approx((2.0, 0.0, -8.0 * np.pi**2))


@pytest.mark.parametrize("law", [Cycloidal(1.0, 4.0, 2.0), Polynomial345(1.0, 4.0, 2.0)])
def test_half_of_the_rise_in_half_of_the_time(law: Cycloidal | Polynomial345) -> None:
    value, rate, acceleration = numbers(law, 1.0)
    peak = {Cycloidal: 2.0, Polynomial345: 1.875}[type(law)]
    assert (value, rate, acceleration) == pytest.approx((3.0, peak * 4.0 / 2.0, 0.0), abs=1e-14)


@given(law=rising(Cycloidal) | rising(Polynomial345))
def test_dwells_before_and_after(law: Cycloidal | Polynomial345) -> None:
    end = law.begin + law.duration * (1.0 + 1e-12)
    for time in (law.begin - 1e6, law.begin - 1.0, law.begin):
        assert numbers(law, time) == (law.start, 0.0, 0.0)
    for time in (end, end + 1.0, end + 1e6):
        assert numbers(law, time) == (law.start + law.rise, 0.0, 0.0)


@RISING
def test_a_rise_never_turns_back(kind: type[Cycloidal] | type[Polynomial345]) -> None:
    value, rate, _ = kind(0.0, 1.0, 1.0)(np.linspace(-0.5, 1.5, 401))
    assert (np.diff(value) >= 0.0).all()
    assert (rate >= 0.0).all()


@RISING
def test_no_jump_where_a_dwell_begins_and_ends(kind: type[Cycloidal] | type[Polynomial345]) -> None:
    law = kind(0.3, 0.7, 2.0, begin=1.0)
    for time in (1.0, 3.0):
        before, after = np.array(law(time - 1e-9)), np.array(law(time + 1e-9))
        np.testing.assert_allclose(before, after, atol=1e-7)
