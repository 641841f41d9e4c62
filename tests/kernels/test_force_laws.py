"""Every force law and motion law is in compiled code what it is in numpy, from an array and from a pointer."""

from __future__ import annotations

import math
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgkin import ConstantSpeed, OwnLaw
from sgkin.errors import ForceLawError, FormError
from sgkin.kernels.compiled import JIT, compiled
from sgkin.kernels.executor import element_pointer
from sgkin.kernels.force_laws import fill_forces, force_of, input_law
from sgkin.kernels.own_function import OwnFunction
from sgkin.model.action import Action, forces_of
from sgkin.model.coordinate import Angle
from sgkin.model.force_law import FORCE_LAW_KINDS, ForceLaw, OverTime, OwnForceLaw, StateLaw
from sgkin.model.motion_law import LAW_KINDS, MotionLaw
from tests.model.force_laws import FORCE_LAWS, OVER_TIME
from tests.model.laws import LAWS

PADDING = 3
numbers = st.floats(-50.0, 50.0)


def recorded(law: ForceLaw | MotionLaw) -> tuple[int, Any]:
    """The code of a law, and its numbers after some others."""
    code, own = law.record()
    return code, np.array([math.nan] * PADDING + list(own))


@compiled
def from_pointer(code, G, at, t, value, rate):
    return force_of(code, element_pointer(G, 0), at, t, value, rate)


def test_every_kind_is_here() -> None:
    assert set(FORCE_LAWS) == set(FORCE_LAW_KINDS)
    assert set(LAWS) == set(LAW_KINDS)


@pytest.mark.parametrize("kind", [*FORCE_LAWS, *OVER_TIME])
@given(data=st.data(), t=numbers, value=numbers, rate=numbers)
def test_compiled_and_numpy_agree(kind: str, data: Any, t: float, value: float, rate: float) -> None:
    law = data.draw((FORCE_LAWS | OVER_TIME)[kind])
    code, G = recorded(law)
    expected = float(law(t, value, rate))
    scale = max(1.0, float(np.nanmax(np.abs(G))) ** 2)
    for found in (force_of(code, G, PADDING, t, value, rate), from_pointer(code, G, PADDING, t, value, rate)):
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-9 * scale)


@pytest.mark.parametrize("kind", LAWS)
@given(data=st.data(), t=numbers)
def test_motion_laws_agree(kind: str, data: Any, t: float) -> None:
    law = data.draw(LAWS[kind])
    code, G = recorded(law)
    for found, expected in zip(input_law(code, G, PADDING, t), law(t), strict=True):
        assert found == pytest.approx(float(expected), rel=1e-9, abs=1e-7)


def plain(t: float, value: float, rate: float) -> float:
    return t + 2.0 * value * rate


def failing(t: float, value: float, rate: float) -> float:
    if t > 1.0:
        raise ValueError("too late")
    return t


def several(t: float, values: Any, rates: Any) -> Any:
    return np.array([t * values[1], rates[0] - values[0], 3.0])


@pytest.mark.parametrize("make", [lambda function: function, numba.njit], ids=["plain", "compiled"])
class TestOwn:
    def test_called_by_address(self, make: Callable[[Any], Any]) -> None:
        law = OwnForceLaw(make(plain))
        code, G = recorded(law)
        assert force_of(code, G, PADDING, 1.0, 2.0, 3.0) == 13.0 == law(1.0, 2.0, 3.0)
        assert law.record() == law.record()

    def test_what_raises_gives_nan_and_its_sentence(self, make: Callable[[Any], Any]) -> None:
        law = OwnForceLaw(make(failing))
        code, G = recorded(law)
        assert force_of(code, G, PADDING, 1.0, 2.0, 3.0) == 1.0
        assert math.isnan(force_of(code, G, PADDING, 2.0, 3.0, 4.0))
        error = law.failure(2.0, [3.0], [4.0])
        assert str(error) == ("the force law at t = 2 s, coordinate 3 and rate 4 raised ValueError: too late")
        with pytest.raises(ForceLawError, match="raised ValueError: too late"):
            law(2.0, 3.0, 4.0)

    def test_what_is_not_finite_is_told(self, make: Callable[[Any], Any]) -> None:
        law = OwnForceLaw(make(lambda t, value, rate: np.inf))
        code, G = recorded(law)
        assert math.isinf(force_of(code, G, PADDING, 2.0, 3.0, 4.0))
        assert "returned inf, expected a finite number" in str(law.failure(2.0, [3.0], [4.0]))
        with pytest.raises(ForceLawError, match="returned inf"):
            law(2.0, 3.0, 4.0)

    def test_of_several_coordinates(self, make: Callable[[Any], Any]) -> None:
        function = make(several)
        laws = [OwnForceLaw(make(plain)), *(StateLaw(function, 3, index) for index in range(3))]
        actions = [Action(Angle("ground", "crank"), law) for law in laws]
        records = [law.record() for law in laws]
        codes = np.array([code for code, _ in records])
        starts = np.cumsum([0] + [len(own) for _, own in records[:-1]])
        G = np.concatenate([own for _, own in records])
        values, rates, forces = np.array([1.0, 2.0, 3.0, 4.0]), np.array([5.0, 6.0, 7.0, 8.0]), np.empty(4)
        fill_forces(4, codes, starts, G, 0.5, values, rates, forces)
        assert forces.tolist() == [10.5, 1.5, 4.0, 3.0]
        assert forces_of(actions, 0.5, values, rates).tolist() == forces.tolist()
        many = forces_of(actions, np.array([0.5, 1.0]), values[:, None] + [[0, 1]], rates[:, None] + [[0, 0]])
        assert many[:, 0].tolist() == forces.tolist()
        assert many[:, 1].tolist() == [21.0, 4.0, 3.0, 3.0]

    def test_pickled(self, make: Callable[[Any], Any]) -> None:
        law = OwnForceLaw(make(plain) if make is numba.njit else plain)
        law.record()
        again = pickle.loads(pickle.dumps(law))
        code, G = recorded(again)
        assert force_of(code, G, PADDING, 1.0, 2.0, 3.0) == 13.0

    def test_too_few_forces(self, make: Callable[[Any], Any]) -> None:
        law = StateLaw(make(lambda t, values, rates: values[:1]), 2, 0)
        code, own = law.record()
        forces = np.zeros(2)
        fill_forces(1, np.array([code]), np.array([0]), np.array(own), 0.0, np.ones(2), np.ones(2), forces)
        assert np.isnan(forces).all()
        with pytest.raises(ForceLawError, match="one for each of 2"):
            law.together(0.0, np.ones((2, 1)), np.ones((2, 1)))


def test_own_motion_law_over_time() -> None:
    law = OverTime(OwnLaw(lambda t: (t**2, 2 * t, 2.0)))
    code, G = recorded(law)
    assert force_of(code, G, PADDING, 3.0, 0.0, 0.0) == 9.0 == law(3.0, 0.0, 0.0)


def test_own_motion_law_of_an_input() -> None:
    law = OwnLaw(lambda t: (t**2, 2 * t, 2.0))  # kept: its addresses live as long as it
    code, G = recorded(law)
    assert input_law(code, G, PADDING, 3.0) == (9.0, 6.0, 2.0)


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_what_numba_cannot_compile_is_told() -> None:
    law = OwnForceLaw(numba.njit(lambda t, value, rate: "text"))
    with pytest.raises(FormError, match="a function that numba can compile"):
        law.record()


def test_interrupts_are_kept() -> None:
    def interrupted(t: float, value: float, rate: float) -> float:
        raise KeyboardInterrupt

    own = OwnFunction(interrupted)
    assert math.isnan(force_of(*_own(own), 0.0, 0.0, 0.0))
    assert isinstance(own.error, KeyboardInterrupt)


def _own(own: OwnFunction) -> tuple[int, Any, int]:
    from sgkin.kernels.law_codes import OWN

    return OWN, np.array([float(own.address)]), 0


def test_a_code_that_is_none_gives_no_number() -> None:
    G = np.zeros(4)
    assert math.isnan(force_of(99, G, 0, 0.0, 0.0, 0.0))
    assert all(map(math.isnan, input_law(99, G, 0, 0.0)))


@pytest.mark.skipif(not JIT, reason="this is the run without")
def test_without_jit() -> None:
    again = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", __file__]
    root = Path(__file__).parents[2]
    run = subprocess.run(
        again, capture_output=True, text=True, cwd=root, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, check=False
    )
    assert run.returncode == 0, run.stdout


def test_a_constant_speed_as_force() -> None:
    assert OverTime(ConstantSpeed(2.0, start=1.0))(3.0, 0.0, 0.0) == 7.0
