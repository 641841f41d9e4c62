"""The benchmark of groups runs at a tiny size; what it measures is not judged here."""

from __future__ import annotations

import os

import numpy as np
import pytest

from benchmarks import group_speed, report, timing
from benchmarks.c_library import find_compiler
from benchmarks.c_reference import Chain, Reference, built_reference
from benchmarks.chain import OneByOne, Swept, agree, crank_inputs, pin_names
from sgkin import make_plan, scalable_four_bar

needs_compiler = pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")


@pytest.fixture(scope="module")
def reference() -> Reference:
    found = built_reference()
    assert found is not None
    return found


@needs_compiler
def test_every_figure_at_a_tiny_size() -> None:
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    run = report.run_benchmarks({"group_speed": group_speed.cases}, smoke=True)
    figures = [report.figure_of(entry) for entry in run["benchmarks"]["group_speed"]["figures"]]
    assert all(np.isfinite(figure.value) and figure.value > 0.0 for figure in figures)
    bars = {figure.name: figure.bar for figure in figures}
    assert bars["sweep / vectorised C, 3 dyads, 60 steps"] == 2.0
    assert bars["one by one / scalar C, 3 dyads"] == 2.0
    assert bars["class III triad per step / dyad in scalar C"] == 12.0
    assert bars["plan.evaluate of a four-bar with rates and near"] == 10.0
    assert cores is None or os.sched_getaffinity(0) == cores


def test_without_a_compiler_the_rest_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_speed, "built_reference", lambda: None)
    run = report.run_benchmarks({"group_speed": group_speed.cases}, smoke=True)["benchmarks"]["group_speed"]
    assert run["notes"] == ["there is no C compiler (gcc or cc): the comparisons with C are left out"]
    assert [figure["name"] for figure in run["figures"]] == [
        "plan.evaluate of a four-bar with rates and near",
        "plan.evaluate of a four-bar, position only",
    ]


@needs_compiler
def test_reference_is_vectorised_over_steps(reference: Reference) -> None:
    assert reference.packed_roots >= 2


@needs_compiler
@pytest.mark.parametrize("dyads", [1, 17, 71])
def test_all_ways_to_compute_the_chain_agree(reference: Reference, dyads: int) -> None:
    inputs = crank_inputs(1013)
    chain, plan = Chain(reference, dyads, inputs, block=64), make_plan(scalable_four_bar(dyads))
    swept, single = Swept(plan, pin_names(dyads), inputs), OneByOne(plan, pin_names(dyads), inputs)
    chain.run_by_step()
    expected = chain.found_by_step
    for run in (chain.run_by_rows, chain.run_by_rows_fixed):
        run()
        agree(chain.found_by_rows, expected, "C")
    swept.run()
    agree(swept.found, expected, "sweep")
    swept.run()
    agree(swept.found, expected, "second sweep")
    single.run()
    agree(single.found, expected, "one by one")


@needs_compiler
def test_reference_keeps_the_lengths(reference: Reference) -> None:
    chain = Chain(reference, 5, crank_inputs(100))
    chain.run_by_step()
    places = chain.found_by_step[:, :2]
    np.testing.assert_allclose(np.hypot(*places[0]), 2.0)
    np.testing.assert_allclose(np.hypot(*(places[1:] - places[:-1]).transpose(1, 0, 2)), 6.0)
    assert (places[1:, 1] > 0.0).all()


def test_what_does_not_agree_is_not_timed() -> None:
    expected = np.ones((2, 6, 3))
    wrong = expected.copy()
    wrong[1, 5, 2] += 1e-11
    agree(expected, expected, "the same")
    with pytest.raises(AssertionError, match="other: derivatives of order 2"):
        agree(wrong, expected, "other")
    wrong[:] = np.nan
    with pytest.raises(AssertionError, match="order 0"):
        agree(wrong, expected, "other")


def test_ratio_is_taken_round_by_round() -> None:
    times = timing.Times({"one": [2.0, 4.0, 60.0], "other": [1.0, 2.0, 20.0]})
    assert times.seconds("one") == 4.0
    assert times.ratio("one", "other") == 2.0
    assert times.spread("other") == (1.5, 11.0)
    assert times.ratio_spread("one", "other") == (2.0, 2.5)


class ScriptedGauge(timing.Gauge):
    """A gauge that takes the times it is told to take, the last of them for ever."""

    def __init__(self, *seconds: float) -> None:
        super().__init__()
        self.script = [each for each in seconds for _ in range(2)]

    def measure(self) -> float:
        return self.script.pop(0) if len(self.script) > 1 else self.script[0]


def test_samples_on_a_shared_core_are_taken_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "GAUGE", ScriptedGauge(1.0, 1.3, 1.05))
    monkeypatch.setattr(timing, "SHORTEST", 1e-9)
    calls: list[int] = []
    times = timing.compare({"one": lambda: calls.append(len(calls))}, rounds=3)
    warm_start, counted, disturbed_at_the_end, disturbed_at_the_beginning = 2, 3, 1, 1
    assert len(calls) == warm_start + counted + disturbed_at_the_end + disturbed_at_the_beginning
    assert len(times.rounds["one"]) == 3


def test_rounds_that_stay_disturbed_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "PATIENCE", 0.0)
    monkeypatch.setattr(timing, "GAUGE", ScriptedGauge(1.0, *[1.4] * timing.TRIES, 1.0))
    times = timing.compare({"one": lambda: None, "other": lambda: None}, rounds=7)
    assert [len(each) for each in times.rounds.values()] == [6, 6]


def test_a_core_that_is_always_shared_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(timing, "PATIENCE", 0.0)
    monkeypatch.setattr(timing, "GAUGE", ScriptedGauge(1.0, 1.4))
    times = timing.compare({"one": lambda: None}, rounds=4)
    assert len(times.rounds["one"]) == 4
    assert caplog.messages == ["one: others used the core in 4 of 4 rounds"]
