"""`sgkin tolerances` prints what `tolerances` finds, in the units of the file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sgkin import load_mechanism, tolerances
from tests.conftest import Answer

GENERATOR = load_mechanism("four_bar_path_generator")


def test_stated_tolerances(sgkin: Callable[..., Answer]) -> None:
    found = sgkin("tolerances", "four_bar_path_generator", "--point", "coupler.P")
    assert (found.code, found.err) == (0, "")
    assert found.out == f"{tolerances(GENERATOR, outputs=['coupler.P'])}\n"
    assert "Tolerances of four_bar_path_generator: 3 dimensions, first-order, over 361 steps" in found.out


def test_units(sgkin: Callable[..., Answer]) -> None:
    """Millimetres and degrees in the file and in what is printed."""
    options = ("--tolerance", "0.1", "--tolerance", "phi=2", "--tolerance", "r2=0.2", "--json", "--steps", "12")
    data = json.loads(sgkin("tolerances", "four_bar_path_generator", "--point", "rocker", *options).out)
    assert data["tolerance"] == pytest.approx(
        {"x0": 0.1, "y0": 0.1, "r1": 0.1, "r2": 0.2, "r3": 0.05, "r4": 0.05, "cx": 0.1, "cy": 0.1, "phi": 2.0}
    )
    given = dict.fromkeys(("x0", "y0", "r1", "cx", "cy"), 0.0001) | {"r2": 2e-4, "phi": np.radians(2.0)}
    wanted = tolerances(GENERATOR, given, np.linspace(0.0, 1.0, 13), outputs=["rocker"])
    assert data["outputs"]["θ of rocker"]["unit"] == "deg"
    turning = data["outputs"]["θ of rocker"]["deviation"]
    assert turning == pytest.approx(np.degrees(wanted.deviation("rocker")[:, 2]).tolist())
    assert data["outputs"]["x of rocker"]["deviation"] == pytest.approx(1e3 * wanted.deviation("rocker")[:, 0])
    assert data["outputs"]["θ of rocker"]["importance"]["phi"] == pytest.approx(
        wanted.importance("rocker")[list(wanted.tolerance).index("phi"), 2]
    )


def test_set_comes_first(sgkin: Callable[..., Answer]) -> None:
    other = GENERATOR.with_parameters(r2=0.025)
    found = sgkin("tolerances", "four_bar_path_generator", "--set", "r2=25", "--point", "coupler.P")
    assert found.out == f"{tolerances(other, outputs=['coupler.P'])}\n"


def test_methods_and_picture(sgkin: Callable[..., Answer], tmp_path: Path) -> None:
    call = ("tolerances", "slider_crank", "--tolerance", "0.01", "--point", "piston", "--steps", "20")
    sampled = sgkin(*call, "--samples", "50", "--seed", "3", "--distribution", "uniform").out
    assert "50 samples, uniform within ±" in sampled
    assert "designs with all dimensions at their limits" in sgkin(*call, "--method", "worst-case").out
    assert sgkin(*call, "--plot", tmp_path / "parts.svg").out.endswith("parts.svg: the part of each dimension\n")
    assert (tmp_path / "parts.svg").stat().st_size > 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "slider_crank: no dimension has a tolerance; state it in [parameters]"),
        (["--tolerance", "0"], "no dimension has a tolerance"),
        (["--tolerance", "crank.B.z=1"], "there is no parameter or number 'crank.B.z'"),
        (["--tolerance", "thin"], "--tolerance thin: 'thin' is no finite number; write NAME=VALUE"),
        (["--tolerance", "=1"], "there is no parameter or number ''"),
        (["--tolerance", "crank.B.x=-1"], "tolerance of crank.B.x"),
        (["--tolerance", "1", "--point", "nowhere"], "nowhere"),
        (["--tolerance", "1", "--samples", "0"], "samples"),
        (["--tolerance", "1", "--samples", "9", "--method", "worst-case"], "--samples belongs to a Monte Carlo"),
        (["--tolerance", "1", "--plot", "parts.xlsx"], "parts.xlsx"),
    ],
)
def test_refused(sgkin: Callable[..., Answer], options: list[str], sentence: str) -> None:
    found = sgkin("tolerances", "slider_crank", *options)
    assert found.code == 2
    assert sentence in found.err
    assert found.out == ""
