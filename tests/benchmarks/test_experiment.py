"""The paper's experiment: its methods agree, its fits are right, and every case runs at its smallest size."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from benchmarks import cold_start, distribution, experiment, growth, peers, shape_speed
from benchmarks.c_library import find_compiler
from benchmarks.c_reference import Chain, built_reference
from benchmarks.experiment import (
    METHODS,
    SMOKE,
    SPARSE,
    SWEPT,
    SWEPT_K,
    check,
    constraints,
    crossover,
    degrees,
    growth_exponent,
    prepare,
    steps_of,
)
from benchmarks.report import Benchmark, Figure
from sgkin import make_plan, scalable_four_bar


def figures(benchmark: Benchmark) -> Iterator[Figure]:
    for case in benchmark(True):
        for finding in case.run():
            if isinstance(finding, Figure):
                yield finding


@pytest.mark.parametrize("benchmark", [experiment, shape_speed, peers, growth, cold_start], ids=lambda m: m.__name__)
def test_every_figure_is_a_positive_number(benchmark: object) -> None:
    found = list(figures(benchmark.cases))  # type: ignore[attr-defined]
    names = [figure.name for figure in found]
    assert len(names) == len(set(names))
    assert all(np.isfinite(figure.value) for figure in found)
    wrong = [
        figure for figure in found if figure.value <= 0.0 and figure.unit
    ]  # exponents of tiny runs may be anything
    assert not wrong
    assert found or benchmark is peers


def test_shares_add_up() -> None:
    shares: dict[str, float] = {}
    for figure in figures(distribution.cases):
        method = figure.name.partition(":")[0]
        shares[method] = shares.get(method, 0.0) + figure.value
        assert figure.value >= 0.0
    assert len(shares) == 4
    assert list(shares.values()) == pytest.approx([100.0] * 4)
    assert all(figure.spread is not None for figure in figures(distribution.cases))


def test_parts_of_a_sweep_find_what_the_whole_finds() -> None:
    swept = prepare(SWEPT, make_plan(scalable_four_bar(3)), 3, 40)
    assert isinstance(swept, experiment.Swept)
    whole = distribution.Ablated(swept, len(distribution.STAGES))
    expected = swept.found.copy()
    for stages, kept in ((4, 2), (5, 4), (6, 6)):
        part = distribution.Ablated(swept, stages)
        for feature in swept.features[1:]:
            for row in swept.sweep.tape.features[feature].position:
                swept.sweep.layout.row(row)[:] = 0.0
        part.run()
        np.testing.assert_allclose(swept.found[:, :kept], expected[:, :kept], rtol=1e-13, atol=1e-13)
    whole.run()
    np.testing.assert_array_equal(swept.found, expected)


@pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")
def test_all_methods_agree_with_c() -> None:
    reference = built_reference()
    assert reference is not None
    plan = make_plan(scalable_four_bar(3))
    chain = Chain(reference, 3, degrees(20))
    chain.run_by_step()
    for method in METHODS:
        candidate = prepare(method, plan, 3, 20)
        candidate.run()
        found = candidate.found_at(range(4))
        if method in experiment.COEFFICIENTS:
            found = experiment.along_motion(found, degrees(20))
        np.testing.assert_allclose(found, chain.found_by_step, rtol=0.0, atol=1e-9)


def test_methods_that_do_not_agree_are_not_timed() -> None:
    plan = make_plan(scalable_four_bar(2))
    candidates = {method: prepare(method, plan, 2, 12) for method in (SWEPT, SWEPT_K, SPARSE)}
    for candidate in candidates.values():
        candidate.run()
    check(candidates, 2)
    with pytest.raises(AssertionError, match="derivatives of order 0"):
        check(candidates | {SPARSE: Shifted(candidates[SPARSE])}, 2)


class Shifted:
    """A method whose results are wrong."""

    def __init__(self, right: experiment.Candidate) -> None:
        self.right = right

    def run(self) -> None:
        self.right.run()

    def found_at(self, points: object) -> experiment.Floats:
        return self.right.found_at(points) + 1e-6  # type: ignore[arg-type]


def test_exponent_of_a_power_law() -> None:
    seconds = {dyads: 3.0 * constraints(dyads) ** 1.7 for dyads in (1, 17, 71, 500)}
    assert growth_exponent(seconds | {1: 100.0}, 17) == pytest.approx(1.7)
    assert growth_exponent({17: 1.0}, 17) is None


def test_crossover_of_power_laws() -> None:
    sizes = (1, 3, 17, 71)
    cubic, linear = {k: constraints(k) ** 3.0 / 900.0 for k in sizes}, {k: float(constraints(k)) for k in sizes}
    assert crossover(cubic, linear) == pytest.approx(30.0)
    assert crossover(linear, cubic) is None
    assert crossover(dict.fromkeys(sizes, 2.0), dict.fromkeys(sizes, 1.0)) is None


def test_the_paper_slip() -> None:
    assert [constraints(17), constraints(71)] == [36, 144]


def test_shorter_runs_are_never_longer_than_asked() -> None:
    for method in METHODS:
        for dyads in experiment.Scale().dyads:
            assert 4 <= steps_of(method, dyads, experiment.Scale()) <= 36_000
            assert steps_of(method, dyads, SMOKE) <= SMOKE.most_steps
