"""The witness's derivatives are those of its positions, for every joint and driver; units and places do not matter."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

from tests.fuzz.case import Case, drawn
from tests.fuzz.strata.gears import gears
from tests.fuzz.strata.mixtures import anything, slots
from tests.witness.witness import Witness

FIRST = np.array([-1.0, 9.0, -45.0, 0.0, 45.0, -9.0, 1.0]) / 60.0
"""The weights of a central difference of sixth order."""


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("stratum", [anything, gears, slots])
def test_derivatives_are_those_of_the_positions(stratum, seed: int) -> None:  # type: ignore[no-untyped-def]
    case: Case = drawn(stratum, seed)
    witness = Witness(case.mechanism, case.poses)
    scales = witness.scales
    start, unit = scales.given_inputs(witness.start.z), np.array([scales.size, scales.size, 1.0])
    here = witness.follow([start])
    bend = np.abs(here.L).max()  # next to a dead point, at a distance e from it, it grows with the power -3/2 of e
    h = 3e-3 / (10.0 + witness.start_condition + bend ** (2.0 / 3.0))
    for number in range(witness.f):
        way = np.eye(witness.f)[number] * scales.input_scale[number]
        said = witness.follow([start + k * h * way for k in range(-3, 4)])
        speeds = [np.tensordot(FIRST, part, axes=1) / h for part in (said.poses, said.K * scales.input_scale)]
        size = 1.0 + np.abs(said.L).max()
        np.testing.assert_allclose(
            (speeds[0] - here.K[0, ..., number] * scales.input_scale[number]) / unit, 0.0, atol=1e-7 * size
        )
        second = here.L[0, ..., number] * scales.input_scale * scales.input_scale[number]
        np.testing.assert_allclose((speeds[1] - second) / unit[:, None], 0.0, atol=1e-5 * size)


@pytest.mark.parametrize("seed", range(10))
def test_there_and_back_again(seed: int) -> None:
    """The way back leads to where it came from, over all kinds of joints."""
    case = drawn(anything, seed)
    witness = Witness(case.mechanism, case.poses)
    inputs = case.drives[0].inputs
    reached = witness.follow(inputs)
    if reached.ending == "":
        back = witness.follow([*inputs, *inputs[::-1]])
        np.testing.assert_allclose(back.poses[-1], reached.poses[0], rtol=1e-9, atol=1e-7)


def test_the_witness_knows_nothing_but_the_model() -> None:
    files = [path for path in Path(__file__).parent.glob("*.py") if not path.name.startswith("test_")]
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                assert not str(name).startswith("sgkin") or str(name).startswith("sgkin.model."), f"{path}: {name}"
