"""Tolerances by three methods agree with each other, with closed forms, and with designs that are solved one by one."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import (
    InputError,
    Mechanism,
    SgkinError,
    Tolerances,
    load_mechanism,
    make_study,
    solve,
    tolerances,
)
from sgkin.errors import NumberError, UnknownNameError
from sgkin.model.parameter import Parameter
from sgkin.tolerancing import question
from sgkin.tolerancing.stated import lengths_of

Array = NDArray[np.float64]

SLIDER_CRANK = load_mechanism("slider_crank")
FOUR_BAR = load_mechanism("four_bar_crank_rocker")
JANSEN = load_mechanism("jansen_leg")
T = 1e-3


def crank_and_rod() -> tuple[float, float]:
    return SLIDER_CRANK.link("crank").points["B"][0], SLIDER_CRANK.link("rod").points["C"][0]


def stroke(r: float, length: float, z: Array) -> Array:
    """Where the piston is."""
    return np.asarray(r * np.cos(z) + np.sqrt(length**2 - (r * np.sin(z)) ** 2))


class TestSliderCrank:
    """x = r cos z + √(l² − r² sin² z)."""

    def slopes(self, z: Array) -> Array:
        """∂x/∂r and ∂x/∂l (2, m)."""
        r, length = crank_and_rod()
        root = np.sqrt(length**2 - (r * np.sin(z)) ** 2)
        return np.array([np.cos(z) - r * np.sin(z) ** 2 / root, length / root])

    @pytest.mark.parametrize(("distribution", "per"), [("normal", 3.0), ("uniform", np.sqrt(3.0))])
    def test_first_order(self, distribution: str, per: float) -> None:
        sizes = np.array([T, 2.0 * T])
        given = dict(zip(["crank.B.x", "rod.C.x"], sizes.tolist(), strict=True))
        found = tolerances(SLIDER_CRANK, given, outputs=["piston"], distribution=distribution)
        variances = (self.slopes(found.inputs[:, 0]) * sizes[:, None] / per) ** 2
        assert found.deviation("piston")[:, 0] == pytest.approx(np.sqrt(variances.sum(axis=0)), rel=1e-8)
        assert found.shares("piston")[:, :, 0] == pytest.approx(variances / variances.sum(axis=0), abs=1e-8)
        assert found.importance("piston")[:, 0] == pytest.approx(variances.sum(axis=1) / variances.sum(), abs=1e-8)
        assert np.abs(found.deviation("piston")[:, 1:]).max() < 1e-12
        assert found.mean("piston") is found.nominal("piston")
        assert found.greatest("piston") == pytest.approx(found.mean("piston") + 3.0 * found.deviation("piston"))

    def test_worst_case(self) -> None:
        found = tolerances(SLIDER_CRANK, T, outputs=["piston"], method="worst-case")
        z, (r, length) = found.inputs[:, 0], crank_and_rod()
        corners = np.array([stroke(r + a * T, length + b * T, z) for a, b in product((-1.0, 1.0), repeat=2)])
        assert found.least("piston")[:, 0] == pytest.approx(corners.min(axis=0), abs=1e-12)
        assert found.greatest("piston")[:, 0] == pytest.approx(corners.max(axis=0), abs=1e-12)
        amounts = np.abs(self.slopes(z)) * T
        assert found.shares("piston")[:, :, 0] == pytest.approx(amounts / amounts.sum(axis=0), abs=1e-8)

    def test_monte_carlo(self) -> None:
        found = tolerances(SLIDER_CRANK, T, outputs=["piston"], method="monte-carlo", samples=20_000)
        random = np.random.default_rng(0).standard_normal((20_000, 2)) * T / 3.0
        lengths = np.array(crank_and_rod()) + random
        every = np.array([stroke(lengths[:, 0], lengths[:, 1], z) for z in found.inputs[:, 0]])  # type: ignore[arg-type]
        assert found.mean("piston")[:, 0] == pytest.approx(every.mean(axis=1), abs=1e-9)
        assert found.deviation("piston")[:, 0] == pytest.approx(every.std(axis=1, ddof=1), rel=1e-6)
        assert found.least("piston")[:, 0] == pytest.approx(every.min(axis=1), abs=1e-12)
        assert found.greatest("piston")[:, 0] == pytest.approx(every.max(axis=1), abs=1e-12)


CASES = {
    "jansen_leg": "foot_triangle.foot",
    "four_bar_crank_rocker": "rocker",
    "crank_shaper": "ram",
    "uchida_stephenson_III": None,
    "class_III_triad_on_crank": None,
    "five_bar_2dof": None,
}


@pytest.mark.parametrize("name", CASES)
def test_first_order_and_monte_carlo(name: str) -> None:
    """They know nothing of each other: one has derivatives, the other random designs and a regression."""
    mechanism, output = load_mechanism(name), CASES[name]
    outputs = None if output is None else [output]
    options: dict[str, Any] = {"outputs": outputs, "times": np.linspace(0.0, 0.2, 25)}
    size, samples = 2e-5 * mechanism.size, 8000
    linear = tolerances(mechanism, size, **options)
    random = tolerances(mechanism, size, method="monte-carlo", samples=samples, seed=3, **options)
    assert random.lost == 0
    for each in linear.outputs:
        one, other = linear.spread(each), random.spread(each)
        assert one.deviation is not None
        assert other.deviation is not None
        assert other.mean is not None
        floor = 1e-4 * one.deviation.max() + 1e-9 * size
        assert other.deviation == pytest.approx(one.deviation, rel=6.0 / np.sqrt(2.0 * samples), abs=floor)
        assert (np.abs(other.mean - one.nominal) <= 6.0 * one.deviation / np.sqrt(samples) + floor).all()
        moving = one.deviation > max(floor, 1e-9 * size)
        if not moving.any():
            continue
        assert np.abs(other.shares - one.shares)[:, moving].max() < 0.1
        assert one.shares.sum(axis=0)[moving] == pytest.approx(1.0)
        assert other.shares.sum(axis=0)[moving] == pytest.approx(1.0, abs=0.1)


def test_jansen_has_thirteen_dimensions() -> None:
    """First order within 2 % of a Monte Carlo at a tenth of a per cent of the leg's size."""
    options: dict[str, Any] = {"outputs": ["foot_triangle.foot"], "times": np.linspace(0.0, 1.0, 61)}
    linear = tolerances(JANSEN, 1e-4, **options)
    random = tolerances(JANSEN, 1e-4, method="monte-carlo", samples=40_000, **options)
    assert len(linear.tolerance) == 13
    ratio = random.deviation("foot") / linear.deviation("foot")
    assert np.abs(ratio - 1.0).max() < 0.02
    worst = tolerances(JANSEN, 1e-4, method="worst-case", **options)
    uniform = tolerances(JANSEN, 1e-4, method="monte-carlo", distribution="uniform", samples=5000, **options)
    assert (uniform.least("foot") >= worst.least("foot")).all()
    assert (uniform.greatest("foot") <= worst.greatest("foot")).all()


@pytest.mark.parametrize("quantity", ["velocity", "acceleration"])
def test_rates(quantity: str) -> None:
    """Differences of motions that are solved one by one."""
    times, step = np.linspace(0.0, 1.0, 13), 1e-4
    found = tolerances(FOUR_BAR, {"coupler.C.x": T}, times, outputs=["coupler.P"], quantity=quantity)
    sides = [
        getattr(solve(FOUR_BAR.with_parameters({"coupler.C.x": 7.0 + side * step}), times), quantity)("coupler.P")
        for side in (-1.0, 1.0)
    ]
    slope = (sides[1] - sides[0]) / (2.0 * step)
    assert found.deviation("coupler.P") == pytest.approx(np.abs(slope) * T / 3.0, rel=1e-5, abs=1e-9)


def parametric() -> Mechanism:
    """A four-bar whose crank and rocker are made of one parameter."""
    parameters = {"r": Parameter(2.0, tolerance=0.003), "k": Parameter(4.5, quantity="plain"), "c": Parameter(7.0)}
    expressions = {"crank.B.x": "= r", "rocker.C.x": "= k*r", "coupler.C.x": "= c"}
    return replace(FOUR_BAR, parameters=parameters, expressions=expressions)


def test_parameters() -> None:
    mechanism, times = parametric(), np.linspace(0.0, 1.0, 13)
    found = tolerances(mechanism, times=times, outputs=["rocker"])
    assert found.tolerance == {"r": 0.003}
    sides = [solve(mechanism.with_parameters(r=2.0 + h), times).position("rocker") for h in (-1e-5, 1e-5)]
    assert found.deviation("rocker") == pytest.approx(np.abs(sides[1] - sides[0]) / 2e-5 * 0.001, rel=1e-6, abs=1e-9)
    both = tolerances(mechanism, {"c": 0.001, "ground.D.x": 0.002, "r": 0.004}, times)
    assert both.tolerance == {"r": 0.004, "c": 0.001, "ground.D.x": 0.002}
    assert tolerances(mechanism, {"c": 0.001, "r": 0.0}, times).tolerance == {"c": 0.001}


@pytest.mark.parametrize("method", ["first-order", "worst-case", "monte-carlo"])
def test_bounds_are_for_designs_and_not_for_what_is_made(method: str) -> None:
    """A dimension at its upper bound is made larger, too, of a mechanism and of a study."""
    free, times = parametric(), np.linspace(0.0, 1.0, 5)
    r = free.parameters["r"]
    bounded = replace(free, parameters=free.parameters | {"r": replace(r, bounds=(0.5 * r.value, r.value))})
    expected = tolerances(free, times=times, method=method, outputs=["rocker"])
    assert (expected.greatest("rocker") - expected.least("rocker")).max() > 0.0
    for given in (bounded, make_study(bounded, ["r"])):
        found = tolerances(given, times=times, method=method, outputs=["rocker"])
        assert np.array_equal(found.greatest("rocker"), expected.greatest("rocker"))
        assert np.array_equal(found.least("rocker"), expected.least("rocker"))


def test_the_speed_of_a_motor() -> None:
    """What a motion law says varies, too."""
    address, times = "drivers.motor.speed", np.linspace(0.1, 1.0, 5)
    speed = FOUR_BAR.numbers[address].value
    found = tolerances(FOUR_BAR, {address: 0.003}, times, outputs=["rocker"])
    sides = [solve(FOUR_BAR.with_parameters({address: speed + h}), times).position("rocker") for h in (-1e-5, 1e-5)]
    assert found.deviation("rocker") == pytest.approx(np.abs(sides[1] - sides[0]) / 2e-5 * 0.001, rel=1e-6, abs=1e-9)
    assert found.deviation("rocker")[:, 2].min() > 0.0


def test_a_number_is_for_all_lengths_that_have_none() -> None:
    assert lengths_of(parametric()) == ["r", "c", "ground.D.x", "coupler.P.x", "coupler.P.y"]
    assert tolerances(parametric(), 0.001, [0.0]).tolerance["r"] == 0.003
    assert tolerances(parametric(), 0.001, [0.0]).tolerance["c"] == 0.001


def test_a_study() -> None:
    study = make_study(FOUR_BAR, ["crank.B.x", "coupler.C.x"], ["coupler", "rocker"])
    found = tolerances(study, {"coupler.C.x": T}, outputs=["rocker"])
    alone = tolerances(FOUR_BAR, {"coupler.C.x": T}, outputs=["rocker"])
    assert found.study is study
    assert found.deviation("rocker") == pytest.approx(alone.deviation("rocker"), rel=1e-9, abs=1e-15)
    assert tolerances(study, T).tolerance == {"crank.B.x": T, "coupler.C.x": T}
    assert tolerances(study, T).outputs == ("coupler", "rocker")


def test_the_same_however_it_is_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    def sampled(**options: Any) -> Tolerances:
        return tolerances(FOUR_BAR, T, np.linspace(0.0, 1.0, 7), method="monte-carlo", samples=500, **options)

    whole = sampled(seed=5)
    monkeypatch.setattr(question, "FEWEST", 90)
    monkeypatch.setattr(question, "ROOM", 0)
    told = list[tuple[int, int]]()
    parts = sampled(seed=5, threads=2, progress=lambda *each: told.append(each))
    assert told[0] == (90, 500)
    assert told[-1] == (500, 500)
    for name in whole.outputs:
        assert parts.deviation(name) == pytest.approx(whole.deviation(name), rel=1e-9, abs=1e-15)
        assert np.array_equal(parts.least(name), whole.least(name))
    assert not np.array_equal(sampled(seed=6).least("rocker"), whole.least("rocker"))


def test_designs_that_do_not_run_through_are_told() -> None:
    """A crank that is sometimes too long for a full turn: at 4 m all links can lie on a line."""
    close = FOUR_BAR.with_parameters({"crank.B.x": 3.99})
    found = tolerances(close, {"crank.B.x": 0.02}, outputs=["rocker"], method="monte-carlo", samples=1000)
    longer = (np.random.default_rng(0).standard_normal(1000) * 0.02 / 3.0 + 3.99 > 4.0).sum()
    assert found.lost == longer > 0
    assert f"1000 samples, normal, ± is 3σ; {longer} of them do not run through" in str(found)
    for name in ("mean", "deviation", "least", "greatest", "shares", "importance"):
        assert np.isfinite(getattr(found, name)("rocker")).all()
    worst = tolerances(close, {"crank.B.x": 0.02}, outputs=["rocker"], method="worst-case")
    assert (worst.designs, worst.lost) == (2, 1)


def test_in_words() -> None:
    text = str(tolerances(JANSEN, 1e-3, outputs=["foot_triangle.foot"]))
    first, *_ = text.split("by dimension\n")[1].splitlines()[1:]
    assert first.startswith("c.V.x ")
    assert "dimensions are normal, ± is 3σ" in text
    assert "nothing moves" in str(tolerances(SLIDER_CRANK, {"rod.C.x": T}, outputs=["crank"]))
    assert repr(tolerances(SLIDER_CRANK, T)) == "Tolerances of slider_crank: 2 dimensions, first-order"


class TestBadInput:
    @pytest.mark.parametrize(
        ("given", "sentence"),
        [
            ({"tolerance": {"crank.B.z": T}}, "no parameter or number 'crank.B.z'"),
            ({"tolerance": {"crank.B.x": -T}}, "tolerance of crank.B.x"),
            ({"tolerance": {"crank.B.x": "thin"}}, "tolerance of crank.B.x"),
            ({"tolerance": "thin"}, "tolerance"),
            ({"tolerance": float("nan")}, "tolerance"),
            ({"tolerance": None}, "no dimension has a tolerance; state it in \\[parameters\\]"),
            ({"tolerance": {}}, "no dimension has a tolerance"),
            ({"tolerance": 0.0}, "no dimension has a tolerance"),
            ({"tolerance": {"drivers.motor.speed": T}, "times": None, "inputs": [0.0]}, "give times"),
            ({"method": "guess"}, "no method 'guess'"),
            ({"distribution": "cauchy"}, "no distribution 'cauchy'"),
            ({"quantity": "colour"}, "no quantity 'colour'"),
            ({"samples": 0}, "samples"),
            ({"samples": 1.5}, "samples"),
            ({"seed": -1}, "seed"),
            ({"outputs": ["nowhere"]}, "nowhere"),
            ({"outputs": []}, "no outputs"),
            ({"quantity": "velocity", "times": None, "inputs": [0.0, 0.1]}, "velocity needs the rates"),
        ],
    )
    def test_arguments(self, given: dict[str, Any], sentence: str) -> None:
        with pytest.raises(SgkinError, match=sentence):
            tolerances(FOUR_BAR, **{"tolerance": T, "times": [0.0], **given})

    def test_no_mechanism(self) -> None:
        with pytest.raises(InputError, match="needs a mechanism or a study"):
            tolerances("slider_crank")  # type: ignore[arg-type]

    def test_computed_numbers(self) -> None:
        with pytest.raises(SgkinError, match=r"crank.B.x.*it is computed; set r instead"):
            tolerances(parametric(), {"crank.B.x": T})

    def test_a_study_without_that(self) -> None:
        study = make_study(FOUR_BAR, ["crank.B.x"], ["coupler"])
        with pytest.raises(UnknownNameError, match=r"no dimension of the study 'coupler\.C\.x'"):
            tolerances(study, {"coupler.C.x": T})
        with pytest.raises(UnknownNameError, match="no output of the study 'rocker'"):
            tolerances(study, T, outputs=["rocker"])
        with pytest.raises(InputError, match="no dimension has a tolerance"):
            tolerances(study)

    def test_a_nominal_design_that_locks(self) -> None:
        locking = FOUR_BAR.with_parameters({"crank.B.x": 4.5})
        with pytest.raises(InputError, match="the nominal design comes to a dead point of RRR"):
            tolerances(locking, T, method="monte-carlo")

    def test_a_nominal_design_on_the_edge(self) -> None:
        with pytest.raises(InputError, match=r"beside the nominal value of crank\.B\.x"):
            tolerances(FOUR_BAR.with_parameters({"crank.B.x": 3.99999}), {"crank.B.x": T})

    def test_too_few_that_run_through(self) -> None:
        with pytest.raises(InputError, match="of 3 samples run through, which is too few for 6 dimensions"):
            tolerances(FOUR_BAR, T, [0.0], method="monte-carlo", samples=3)

    def test_what_is_not_there(self) -> None:
        found = tolerances(SLIDER_CRANK, T, outputs=["piston"], method="worst-case")
        with pytest.raises(InputError, match="a worst case has no deviation"):
            found.deviation("piston")
        with pytest.raises(UnknownNameError, match="no output 'rod'"):
            found.least("rod")


def test_a_negative_tolerance_is_a_number_error() -> None:
    with pytest.raises(NumberError):
        tolerances(SLIDER_CRANK, -1.0)
