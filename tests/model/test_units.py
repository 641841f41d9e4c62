"""Units: known factors, and numbers that survive being written."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sgkin import Units

KINDS = pytest.mark.parametrize("kind", ["length", "angle", "time", "plain"])
LENGTHS = ("m", "cm", "mm", "um", "km", "in", "ft")
units = st.builds(Units, st.sampled_from(LENGTHS), st.sampled_from(["rad", "deg", "turn"]))
numbers = st.floats(-1e12, 1e12, allow_subnormal=False)


def test_lengths() -> None:
    factors = [Units(length=unit).factor("length") for unit in LENGTHS]
    assert factors == [1.0, 0.01, 0.001, 1e-6, 1000.0, 0.0254, 0.3048]


@pytest.mark.parametrize(("unit", "turn"), [("rad", 2.0 * math.pi), ("deg", 360.0), ("turn", 1.0)])
def test_angles(unit: str, turn: float) -> None:
    assert Units(angle=unit).read(turn, "angle") == pytest.approx(2.0 * math.pi)


@KINDS
@given(units=units, number=numbers)
@example(units=Units("mm", "deg"), number=53.13010235415598)
def test_a_number_of_a_file_is_the_same_after_reading_writing_and_reading(
    kind: str, units: Units, number: float
) -> None:
    value = units.read(number, kind)
    assert units.read(units.write(value, kind), kind) == value


@KINDS
@given(units=units, value=numbers)
def test_any_number_is_written_to_the_last_digit(kind: str, units: Units, value: float) -> None:
    assert units.read(units.write(value, kind), kind) == pytest.approx(value, rel=3e-16, abs=1e-300)


@given(units=units, number=st.integers(-999999, 999999))
def test_short_numbers_stay_short(units: Units, number: int) -> None:
    assert units.write(units.read(number / 100.0, "length"), "length") == number / 100.0
