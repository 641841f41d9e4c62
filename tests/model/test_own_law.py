"""A user's own function as a motion law: what it may do, and what is said when it fails."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgkin import Link, Mechanism, MechanismError, OwnLaw, Revolute, SgkinError, decompose, save_mechanism
from sgkin.errors import FormError, MotionLawError
from sgkin.model.driver import JointDriver


def test_is_called_with_one_plain_number_at_a_time() -> None:
    seen: list[Any] = []

    def function(time: float) -> tuple[float, float, float]:
        seen.append(time)
        return time, 1.0, 0.0

    OwnLaw(function)(np.array([[1.0, 2.0]]))
    assert seen == [1.0, 2.0]
    assert all(type(time) is float for time in seen)


def test_may_return_numpy_numbers_and_lists() -> None:
    law = OwnLaw(lambda time: [np.float64(time), np.int64(1), 0])  # type: ignore[arg-type,return-value]
    assert [float(value) for value in law(3.0)] == [3.0, 1.0, 0.0]


BAD: dict[str, tuple[Callable[[float], Any], str]] = {
    "raises": (lambda time: 1.0 / 0.0, "raised ZeroDivisionError"),
    "two numbers": (lambda time: (time, 1.0), "returned (2.5, 1.0)"),
    "one number": (lambda time: time, "returned 2.5"),
    "nothing": (lambda time: None, "returned None"),
    "text": (lambda time: "abc", "returned 'abc'"),
    "not a number": (lambda time: (time, float("nan"), 0.0), "returned (2.5, nan, 0.0)"),
    "infinite": (lambda time: (time, float("inf"), 0.0), "returned (2.5, inf, 0.0)"),
    "too large": (lambda time: (10**400, 0.0, 0.0), "returned (1000"),
    "arrays": (lambda time: np.zeros((3, 3)), "returned array("),
}


@pytest.mark.parametrize(("function", "words"), BAD.values(), ids=BAD)
def test_failure_names_the_time(function: Callable[[float], Any], words: str) -> None:
    with pytest.raises(MotionLawError) as caught:
        OwnLaw(function)(2.5)
    assert caught.value.time == 2.5
    assert str(caught.value).startswith("the motion law at t = 2.5 s " + words)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, SgkinError)


def test_the_first_error_is_kept() -> None:
    with pytest.raises(MotionLawError) as caught:
        OwnLaw(lambda time: 1.0 / 0.0)(0.0)  # type: ignore[arg-type,return-value]
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_must_be_a_function() -> None:
    with pytest.raises(FormError, match="expected a function of the time"):
        OwnLaw(3.0)  # type: ignore[arg-type]


def crank(law: OwnLaw) -> Mechanism:
    links = [Link("ground", {"O": (0, 0)}), Link("crank", {"O": (0, 0)})]
    return Mechanism("own", links, [Revolute("O", ("ground", "crank"))], [JointDriver("motor", "O", law)])


def test_drives_a_mechanism() -> None:
    assert decompose(crank(OwnLaw(lambda time: (time**2, 2.0 * time, 2.0)))).formula == "I(crank)"


def test_cannot_be_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    with pytest.raises(MechanismError, match=r"'motor'.*replace it by a spline"):
        save_mechanism(crank(OwnLaw(lambda time: (time, 1.0, 0.0))), file)
    assert not file.exists()
