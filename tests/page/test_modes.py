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

ALL = {name: load_mechanism(name) for name in mechanism_names("planar")}
MANY = [
    name
    for name, mechanism in ALL.items()
    if not mechanism.expected.structure_only and len(assembly_modes(mechanism)) > 1
]
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
    shares = random.uniform(0.03, 0.97, size=(2, len(mechanism.input_names))).tolist()
    found = browser.execute_script(IN_EVERY_MODE, shares, [0.84])
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


@pytest.mark.parametrize("name", ["parallelogram", "antiparallelogram"])
def test_other_modes_pass_change_points_as_python_does(name: str, open_page: Open) -> None:
    mechanism = ALL[name]
    browser = open_page(mechanism)
    targets = [[np.pi * turns + offset] for turns in (1, 2, 3) for offset in (0.0, 1e-3, -1e-5, 0.3)]
    number, shown = browser.execute_script(
        "sgkin.setMode(sgkin.modes.find((number) => number !== sgkin.state.mode));"
        "return [sgkin.state.mode, arguments[0].map((inputs) => (sgkin.setInputs(inputs), sgkin.poses()))]",
        targets,
    )
    plan = make_plan(assembly_modes(mechanism)[number - 1].mechanism)
    for target, poses in zip(targets, shown, strict=True):
        motion = solve(plan, inputs=np.linspace(plan.initial_inputs, target, 90))
        for link in mechanism.moving_links:
            assert poses[link] == pytest.approx(motion.pose(link)[-1].tolist(), abs=2e-6 * plan.size)


def test_a_mode_is_chosen_in_the_list_and_kept_while_dragging(open_page: Open) -> None:
    mechanism = ALL["four_bar_crank_rocker"]
    browser = open_page(mechanism)
    browser.execute_script("sgkin.setInputs([1.3])")
    labels = browser.find_elements("css selector", "#mode-list label")
    assert [label.text for label in labels] == ["1 file", "2"]
    assert "differs in RRR(coupler, rocker)" in (labels[1].get_attribute("title") or "")
    labels[1].click()
    assert browser.execute_script("return [sgkin.state.mode, sgkin.state.inputs[0]]") == [2, pytest.approx(1.3)]
    assert_pose(browser, assembly_modes(mechanism, 1.3)[1])
    browser.find_element("id", "value-0").send_keys(Keys.CONTROL, "a", Keys.NULL, "200", Keys.ENTER)
    assert_pose(browser, assembly_modes(mechanism, np.radians(200.0))[1])
    browser.find_element("css selector", "#mode-list input[value='2']").send_keys(Keys.ARROW_LEFT)
    assert browser.execute_script("return sgkin.state.mode") == 1
    assert_pose(browser, assembly_modes(mechanism, np.radians(200.0))[0])


def assert_pose(browser: Chrome, mode: AssemblyMode) -> None:
    shown = browser.execute_script("return sgkin.poses()")
    for link in mode.links:
        assert shown[link][:2] == pytest.approx(mode.pose(link)[:2].tolist(), abs=1e-9)
        assert np.sin(0.5 * (shown[link][2] - mode.pose(link)[2])) == pytest.approx(0.0, abs=1e-9)


def test_a_mode_that_does_not_reach_the_input_stops_at_its_dead_point(open_page: Open) -> None:
    browser = open_page(ALL["jansen_leg"])
    dead = browser.execute_script("sgkin.setInputs([3.9]); sgkin.setMode(3); return data.inputs[0].high")
    assert dead < 3.9
    assert browser.execute_script("return sgkin.state.inputs[0]") == pytest.approx(dead)
    stop = browser.find_element("id", "stop")
    assert stop.is_displayed()
    assert stop.text.startswith("Dead point of RRR(foot_triangle, f) at motor = 165.036 deg")
    assert len(browser.find_elements("css selector", "#inputs .mark")) == 2


def test_a_mode_is_shown_whole(open_page: Open) -> None:
    browser = open_page(ALL["slider_crank"])
    browser.execute_script("sgkin.setMode(2)")
    outside = browser.execute_script(
        "const frame = part('drawing').getBoundingClientRect();"
        "return [...document.querySelectorAll('.shape')].map((made) => made.getBoundingClientRect())"
        ".filter((box) => box.left < frame.left - 1 || box.right > frame.right + 1"
        " || box.top < frame.top - 1 || box.bottom > frame.bottom + 1).length"
    )
    assert outside == 0


def test_playing_goes_on_in_another_mode(open_page: Open) -> None:
    browser = open_page(ALL["five_bar_2dof"])
    browser.execute_script("sgkin.play(); sgkin.setMode(sgkin.modes.find((number) => number !== sgkin.state.mode))")
    assert browser.execute_script("return sgkin.state.playing")
    assert browser.execute_script("return sgkin.state.time") is not None


def test_too_many_modes_are_not_listed() -> None:
    content = page_content(scalable_four_bar(60), 12)
    assert (len(content["modes"]), content["modesNote"]) == (1, f"There are more than {MOST}; sgkin modes lists them.")


def test_a_mode_in_which_no_motion_begins_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan(ALL["jansen_leg"])
    found = assembly_modes(plan)
    marked = replace(found, modes=(replace(found[0], singular=(1,)), *found.modes[1:]))
    monkeypatch.setattr("sgkin.page.modes.assembly_modes", lambda *_, **__: marked)
    modes, note = page_modes(plan, 24)
    assert sorted(mode.number for mode in modes) == [2, 3, 4, 5, 6, 7, 8]
    assert note == "Left out, since modes meet there: 1."
