"""Slopes of force laws against differences, for every kind of law that is registered."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sgkin import OwnForceLaw
from sgkin.model.force_law import FORCE_LAW_KINDS
from tests.model.force_laws import FORCE_LAWS, OVER_TIME

STEP = 1e-5
places = st.floats(-20.0, 20.0)


def straight(law: Any, value: float, rate: float) -> bool:
    """Whether there is no kink nearby: the law continues on both sides as it does in the middle."""
    wide = 40.0 * STEP
    around = [law.slopes(0.3, value + a, rate + b) for a in (-wide, 0.0, wide) for b in (-wide, 0.0, wide)]
    return all(np.allclose(each, around[4], rtol=1e-2, atol=1e-9) for each in around)


def agree(law: Any, value: float, rate: float) -> None:
    assume(straight(law, value, rate))
    by_value, by_rate = law.slopes(0.3, value, rate)
    size = max(abs(float(law(0.3, value, rate))), abs(float(by_value)), abs(float(by_rate)), 1.0)
    ahead, behind = law(0.3, value + STEP, rate), law(0.3, value - STEP, rate)
    assert by_value == pytest.approx((ahead - behind) / (2.0 * STEP), abs=1e-5 * size)
    ahead, behind = law(0.3, value, rate + STEP), law(0.3, value, rate - STEP)
    assert by_rate == pytest.approx((ahead - behind) / (2.0 * STEP), rel=1e-3, abs=1e-5 * size)


@pytest.mark.parametrize("kind", FORCE_LAW_KINDS)
@given(data=st.data(), value=places, rate=places)
def test_slopes_are_those_of_the_force(kind: str, data: st.DataObject, value: float, rate: float) -> None:
    agree(data.draw(FORCE_LAWS[kind]), value, rate)


@pytest.mark.parametrize("kind", OVER_TIME)
@given(data=st.data())
def test_forces_over_time_have_none(kind: str, data: st.DataObject) -> None:
    law = data.draw(OVER_TIME[kind])
    assert [float(each) for each in law.slopes(0.3, 1.0, 2.0)] == [0.0, 0.0]


@given(value=st.floats(-3.0, 3.0), rate=st.floats(-3.0, 3.0))
def test_own_laws_by_differences(value: float, rate: float) -> None:
    law = OwnForceLaw(lambda t, c, v: -3.0 * c**3 + c * v * v)
    by_value, by_rate = law.slopes(0.0, value, rate)
    assert by_value == pytest.approx(-9.0 * value**2 + rate**2, abs=1e-7)
    assert by_rate == pytest.approx(2.0 * value * rate, abs=1e-7)
