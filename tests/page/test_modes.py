"""Assembly modes on a page: all that Python finds, and the page goes on in each of them as Python does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from selenium.webdriver import Chrome, Keys

from sgkin import AssemblyMode, assembly_modes, load_mechanism, make_plan, mechanism_names, scalable_four_bar, solve
from sgkin.page.content import page_content
from sgkin.page.modes import MOST, page_modes

from .test_library import STEPS, assert_same

ALL = {name: load_mechanism(name) for name in mechanism_names()}
MANY = [name for name, mechanism in ALL.items() if not mechanism.expected.structure_only and len(assembly_modes(mechanism)) > 1]
CHANGE_POINTS = {"parallelogram": 2, "antiparallelogram": 2}
Open = Callable[..., Chrome]

IN_EVERY_MODE = """
const read = () => [sgkin.poses(), sgkin.velocities(), sgkin.accelerations()];
return sgkin.modes.map((number) => {
  sgkin.setMode(number);
  const ends = data.inputs.map(({ low, high }) => [low, high]);
  const start = data.start.inputs;
  const inputs = arguments[0].map((shares) => start.map((z, i) => {
    const [low, high] = ends[i];
    return start.length === 1 ? low + shares[i] * (high - low) : z + 0.2 * (shares[i] - 0.5) * (high - low);
  }));
  const times = arguments[1].map((share) => share * data.laws.times.at(-1));
  return {
    number, inputs, times,
    reached: ends[0],
    along: times.map((time) => (sgkin.setTime(time), read())),
    anywhere: inputs.map((each) => (sgkin.setInputs(each), [sgkin.state.inputs, read()])),
    rates: data.inputs.map(({ handRate }) => handRate),
  };
});
"""


@pytest.mark.parametrize("name", MANY)
def test_the_page_goes_on_in_every_mode_as_python_does(name: str, open_page: Open) -> None:
    mechanism = ALL[name]
    browser, modes = open_page(mechanism, 60), assembly_modes(mechanism)
    random = np.random.default_rng(3)
    shares = random.uniform(0.03, 0.97, size=(3, len(mechanism.input_names))).tolist()
    found = browser.execute_script(IN_EVERY_MODE, shares, [0.31, 0.84])
    assert [page["number"] for page in found] == list(range(1, len(modes) + 1))
    for page in found:
        assert_mode(page, modes[page["number"] - 1])
    assert [entry["message"] for entry in browser.get_log("browser")] == []


def assert_mode(page: dict[str, Any], mode: AssemblyMode) -> None:
    """The page's configurations of a mode are those that Python comes to from there."""
    plan = make_plan(mode.mechanism)
    for time, shown in zip(page["times"], page["along"], strict=True):
        assert_same(shown, solve(plan, np.linspace(0.0, time, STEPS)), plan.size)
    for target, (reached, shown) in zip(page["inputs"], page["anywhere"], strict=True):
        assert reached == pytest.approx(target)
        way = np.linspace(plan.initial_inputs, target, STEPS)
        assert_same(shown, solve(plan, inputs=way, input_rates=np.tile(page["rates"], (STEPS, 1))), plan.size)
