"""The benchmark of dynamics runs at a tiny size; what it measures is not judged here."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import dynamics_baseline, dynamics_speed, page, report
from benchmarks.c_dynamics import HandWritten, built_by_hand
from benchmarks.c_library import NO_COMPILER, find_compiler
from benchmarks.dynamics_baseline import GRAVITY, four_bars
from benchmarks.dynamics_speed import beside_c, largest_error, pendulum_pin, slider_crank, slider_numbers, some_states
from benchmarks.exudyn_rods import MISSING, is_there
from benchmarks.many_states import ManyStates
from benchmarks.stored import STORED
from benchmarks.timing import compare_here, sampler_of_new
from sgkin.arrays import Floats
from sgkin.dynamics.equations import EquationsOfMotion

needs_compiler = pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")


@pytest.fixture(scope="module")
def hand() -> HandWritten:
    found = built_by_hand()
    assert found is not None
    return found


@pytest.fixture(scope="module")
def tiny() -> dict[str, Any]:
    """A tiny run of both benchmarks of dynamics."""
    benchmarks = {"dynamics_speed": dynamics_speed.cases, "dynamics_baseline": dynamics_baseline.cases}
    return report.run_benchmarks(benchmarks, smoke=True)


@needs_compiler
def test_every_figure_at_a_tiny_size(tiny: dict[str, Any]) -> None:
    run = tiny["benchmarks"]["dynamics_speed"]
    figures = {entry["name"]: report.figure_of(entry) for entry in run["figures"]}
    assert all(np.isfinite(figure.value) for figure in figures.values())
    assert figures["growth exponent, integration, change points known, N = 1 to 3"].bar == 1.05
    assert figures["step of RK4 / right-hand side, slider-crank"].bar == 5.0
    for rtol in ("1e-08", "1e-10"):
        figure = figures[f"SciPy's DOP853 / compiled DOP853, Andrews' squeezer, rtol {rtol}"]
        assert (figure.bar, figure.at_least) == (5.0, True)
    if is_there():
        ratio = figures["exudyn / whole simulation, N = 1"]
        assert (ratio.bar, ratio.at_least) == (10.0, True)
        assert figures["N = 1, 1 s, sgkin: largest error"].reached
    else:
        assert MISSING in run["notes"]


class Resting:
    """In the place of exudyn: rods that know where they should be, and fall in no time."""

    way = "none"

    def __init__(self, loops: int, gravity: float, until: float) -> None:
        self.loops, self.until = loops, until

    def run(self) -> None:
        """Fall."""
        np.ones(1000).sum()

    def pin(self, every: float) -> Floats:
        """A little off."""
        return pendulum_pin(self.loops, np.linspace(0.0, self.until, dynamics_speed.MOMENTS)) + 1e-4


@needs_compiler
def test_what_is_found_can_be_told(tiny: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Once it is added to the stored run, pages have sentences of it, and figures by their names."""
    found = json.loads(json.dumps(tiny))
    speed = found["benchmarks"]["dynamics_speed"]["figures"]
    if not is_there():
        monkeypatch.setattr(dynamics_speed, "is_there", lambda: True)
        monkeypatch.setattr(dynamics_speed, "ExudynRods", Resting)
        (case,) = (case for case in dynamics_speed.cases(smoke=True) if case.title.startswith("exudyn"))
        speed += [asdict(each) for each in case.run() if isinstance(each, report.Figure)]
    warm = next(each for each in speed if each["name"].startswith("fresh process"))
    speed.append({**warm, "name": warm["name"].replace("warm", "cold")})
    earlier = json.loads(STORED.read_text(encoding="utf-8"))
    earlier["benchmarks"] = {
        name: each for name, each in earlier["benchmarks"].items() if name not in found["benchmarks"]
    }
    path = tmp_path / "run.json"
    report.write_run(report.added(found, earlier), path)
    run = report.Run(path)
    told = page.render(run)
    assert told.count("## Motion under forces\n") == 1
    assert f" On {found['date']}: dynamics_speed." in told or found["date"] == earlier["date"]
    ratio = run.figure("dynamics_speed", "exudyn / whole simulation, N = 1")
    assert f"| exudyn, by the whole simulation | {page.quantity(ratio)} |" in told
    assert f"exudyn, which is compiled\n  too, takes {page.number(ratio.value)} times as long" in page.how_fast(run)
    assert "exudyn is less accurate" in page.claims(run)


def test_what_cannot_be_added() -> None:
    here = {"processor": "A", "smoke": False, "versions": {"numpy": "2", "exudyn": "1"}}
    assert report.hindrance(here, {**here, "versions": {"numpy": "2", "scipy": "1"}}) == ""
    assert "processor is B, here it is A" in report.hindrance(here, {**here, "processor": "B"})
    assert "other versions of numpy" in report.hindrance(here, {**here, "versions": {"numpy": "1"}})


@pytest.mark.parametrize("loops", [1, 4])
def test_falling_rods_are_one_pendulum(loops: int) -> None:
    """The closed form solves the equation of motion: compared with differences of it, and with the start."""
    step = 1e-3
    times = np.arange(0.0, 3.0, step)
    x, y = pendulum_pin(loops, times).T
    angle = np.unwrap(np.arctan2(y, x))
    assert x[0] == pytest.approx(0.0, abs=1e-15)
    assert (angle[1] - angle[0]) / step == pytest.approx(-1.0, abs=1e-3)
    factor = ((loops + 1) / 2.0 + loops) / ((loops + 1) / 3.0 + loops)
    bend = (angle[2:] - 2.0 * angle[1:-1] + angle[:-2]) / step**2
    assert bend == pytest.approx(GRAVITY[1] * factor * x[1:-1], abs=1e-4)


@pytest.mark.parametrize("loops", [1, 3])
def test_right_hand_side_is_that_of_the_pendulum(loops: int) -> None:
    states = some_states(7, (0.8, 2.3))
    many = ManyStates(EquationsOfMotion(four_bars(loops).plan, [0]), states)
    many.run()
    factor = ((loops + 1) / 2.0 + loops) / ((loops + 1) / 3.0 + loops)
    assert many.rates[:, 0] == pytest.approx(states[:, 1])
    assert many.rates[:, 1] == pytest.approx(GRAVITY[1] * factor * np.cos(states[:, 0]), rel=1e-12)


@needs_compiler
def test_slider_crank_in_c_and_by_groups_agree(hand: HandWritten) -> None:
    plan = slider_crank()
    states = some_states(97, (-7.0, 7.0))
    many, rates = ManyStates(EquationsOfMotion(plan, [0]), states), np.zeros_like(states)
    many.run()
    hand.slider_crank(slider_numbers(plan), states, rates)()
    assert many.rates == pytest.approx(rates, rel=1e-12, abs=1e-12 * np.abs(rates).max())


@needs_compiler
def test_what_does_not_agree_is_not_timed(hand: HandWritten) -> None:
    def other(states: Floats, rates: Floats) -> Callable[[], None]:
        return hand.rods(1, GRAVITY[1] * (1.0 + 1e-11), 1.0, states, rates)

    equations = EquationsOfMotion(four_bars(1).plan, [0])
    with pytest.raises(AssertionError, match="differ from those of C"):
        list(beside_c("rods", equations, other, some_states(5, (0.8, 2.3)), 1, None))
    with pytest.raises(ValueError, match="contiguous"):
        hand.rods(1, GRAVITY[1], 1.0, some_states(5, (0.8, 2.3))[::2], np.zeros((3, 2)))


def test_errors_are_measured_from_the_closed_form() -> None:
    times = np.linspace(0.0, 1.0, 11)
    pin = pendulum_pin(2, times)
    pin[4] += (3e-5, 4e-5)
    assert largest_error(2, pin, times) == pytest.approx(5e-5)
    with pytest.raises(AssertionError, match="11 moments"):
        largest_error(2, pin[1:], times)


def test_without_a_compiler_and_without_exudyn_the_rest_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dynamics_speed, "built_by_hand", lambda: None)
    monkeypatch.setattr(dynamics_speed, "is_there", lambda: False)
    found = dynamics_speed.cases(smoke=True)
    notes = [list(case.run()) for case in found if case.title == "C" or case.title.startswith("exudyn")]
    assert notes == [[NO_COMPILER], [MISSING]]


def test_what_is_made_anew_is_not_timed() -> None:
    made: list[int] = []

    def make() -> int:
        made.append(sum(range(2_000_000)))
        return len(made)

    called: list[int] = []
    times = compare_here({"new": sampler_of_new(make, called.append)}, 1)
    assert called == list(range(1, len(made) + 1))
    assert len(made) >= 2
    assert times.seconds("new") < 1e-3
