"""What differs is found and called by its name; what does not, is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import pi

import numpy as np
import pytest

from sgkin import make_plan
from tests.fuzz.case import Drive
from tests.fuzz.comparison import HAIR, Answer, Comparison, answered
from tests.witness.four_bars import closed_four_bar
from tests.witness.witness import Witness

CRANK = np.linspace(0.3, 6.0, 20)[:, None]


def compared(lengths: tuple[float, float, float, float], inputs: np.ndarray) -> Comparison:
    """A four-bar on which sgkin and the witness agree."""
    mechanism, poses = closed_four_bar(*lengths, angle=float(inputs[0, 0]))
    ones = np.ones_like(inputs)
    drive = Drive({"inputs": inputs, "input_rates": ones, "input_accelerations": ones}, inputs, ones, ones)
    witness = Witness(mechanism, poses)
    return Comparison(witness, drive, witness.follow(inputs), answered(make_plan(mechanism), drive), False)


def rocker_turned(answer: Answer, by: float) -> Answer:
    poses = answer.poses.copy()
    poses[7:, 2, 2] += by
    return replace(answer, poses=poses)


def stretched(name: str) -> Callable[[Answer], Answer]:
    return lambda answer: replace(answer, derivatives=answer.derivatives | {name: answer.derivatives[name] * 1.00001})


@pytest.fixture(scope="module")
def agreed() -> Comparison:
    return compared((2.0, 5.5, 4.0, 6.0), CRANK)


def test_agreement(agreed: Comparison) -> None:
    assert agreed.differences() == []
    assert not agreed.ends_early


@pytest.mark.parametrize(
    ("spoil", "kinds"),
    [
        (lambda answer: rocker_turned(answer, 2.0 * pi), ["turns"]),
        (lambda answer: rocker_turned(answer, 1e-6), ["closure", "branch"]),
        *((stretched(name), [name]) for name in ("K", "L", "velocity", "acceleration")),
    ],
)
def test_what_differs_has_its_name(agreed: Comparison, spoil: Callable[[Answer], Answer], kinds: list[str]) -> None:
    found = replace(agreed, answer=spoil(agreed.answer)).differences()
    assert [kind for kind, _ in found] == kinds
    assert "step" in found[0][1]


def test_the_other_assembly_is_closed_and_a_branch(agreed: Comparison) -> None:
    mechanism, _ = closed_four_bar(2.0, 5.5, 4.0, 6.0, angle=0.3, side=-1)
    other = answered(make_plan(mechanism), agreed.drive)
    assert "branch" in [kind for kind, _ in replace(agreed, answer=other).differences()]
    assert "closure" not in [kind for kind, _ in replace(agreed, answer=other).differences()]


def test_an_early_end_is_seen(agreed: Comparison) -> None:
    answer = agreed.answer
    short = Answer(answer.poses[:9], {name: part[:9] for name, part in answer.derivatives.items()}, "SINGULAR")
    assert replace(agreed, answer=short).differences() == []
    assert replace(agreed, answer=short).ends_early


@pytest.mark.parametrize(("beyond", "missed"), [(0.5 * HAIR, False), (1e-3, True)])
def test_a_step_on_a_dead_point_may_be_taken_or_not(beyond: float, missed: bool) -> None:
    end = np.arccos((9.0 + 16.0 - 4.5**2) / 24.0)
    comparison = compared((3.0, 2.0, 2.5, 4.0), np.array([[0.5], [0.9], [end + beyond]]))
    assert comparison.said.steps == 2
    answer = comparison.answer
    last = {name: np.concatenate([part, part[-1:]])[:3] for name, part in answer.derivatives.items()}
    taken = Answer(np.concatenate([answer.poses[:2], comparison.said.poses[-1:]]), last, "")
    found = [kind for kind, _ in replace(comparison, answer=taken).differences()]
    assert ("end missed" in found) is missed
