"""A motion law takes times of any shape and returns three arrays of that shape."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from sgkin import MotionLaw, OwnLaw
from tests.model.laws import LAWS, laws

own_law = OwnLaw(lambda time: (np.sin(time), np.cos(time), -np.sin(time)))


@pytest.mark.parametrize("times", [1.5, 2, [0.0, 1.0, 2.0], [], np.zeros((2, 3)), np.float64(1.0), np.arange(4)])
@given(law=st.one_of(laws, st.just(own_law)))
def test_shape(times: ArrayLike, law: MotionLaw) -> None:
    for answer in law(times):
        assert isinstance(answer, np.ndarray)
        assert answer.dtype == np.float64
        assert answer.shape == np.shape(times)


@pytest.mark.parametrize("kind", [*LAWS, "own"])
@given(data=st.data())
def test_one_time_is_many_times(kind: str, data: st.DataObject) -> None:
    law = data.draw(LAWS.get(kind, st.just(own_law)))
    times = np.linspace(-3.0, 3.0, 7)
    together = np.array(law(times))
    alone = np.array([law(time) for time in times]).T
    np.testing.assert_allclose(together, alone, rtol=1e-13, atol=1e-13 * np.abs(together).max())
