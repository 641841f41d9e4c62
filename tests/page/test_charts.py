"""Curves beside the drawing: the values of Python over the input or over time, and where the mechanism is on them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.support.ui import Select, WebDriverWait

from sgkin import load_mechanism, make_plan, solve

from .test_interaction import set_slider, state

Open = Callable[..., Chrome]
READ = """
const chart = charts[arguments[0]];
const along = samplesOver(part("over").value);
const values = along.found.map((at) => chartValue(chart, at));
const places = [...chart.root.querySelector(".track").getAttribute("d").matchAll(/[ML](\\S+) ([^ML]+)/g)];
return {
  x: along.places, values,
  drawn: places.map(([, x, y]) => [Number(x), Number(y)]),
  wanted: values.map((value, k) => [chart.x(along.places[k] / chart.axis.factor), chart.y(value)]),
  now: chart.value.textContent, dot: [Number(chart.dot.getAttribute("cx")), Number(chart.dot.getAttribute("cy"))],
  shown: chart.dot.style.display === "",
};
"""


def read(browser: Chrome, number: int) -> dict[str, Any]:
    """A chart when all of its motion has been found."""
    complete = "return samplesOver(part('over').value).complete"
    WebDriverWait(browser, 10, 0.02).until(lambda opened: opened.execute_script(complete))
    browser.execute_script("redrawCharts()")
    found: dict[str, Any] = browser.execute_script(READ, number)
    return found


def choose(browser: Chrome, number: int, thing: str, quantity: str) -> dict[str, Any]:
    boxes = browser.find_elements("css selector", ".chart")[number].find_elements("css selector", "select")
    Select(boxes[0]).select_by_visible_text(thing)
    Select(boxes[1]).select_by_visible_text(quantity)
    return read(browser, number)


def test_first_curves_are_those_of_the_last_link_and_the_chosen_point(open_page: Open) -> None:
    browser = open_page(load_mechanism("four_bar_crank_rocker"))
    chosen = "return charts.map(({ thing, quantity }) => [thing.name, quantity.name])"
    assert browser.execute_script(chosen) == [["rocker", "angle"], ["coupler.P", "velocity"]]
    browser.find_element("id", "add-chart").click()
    assert len(browser.find_elements("css selector", ".chart .track")) == 3
    browser.find_elements("css selector", ".chart .remove")[0].click()
    assert len(browser.find_elements("css selector", ".chart .track")) == 2


@pytest.mark.parametrize(
    ("quantity", "part"),
    [("angle", "position"), ("angular velocity", "velocity"), ("angular acceleration", "acceleration")],
)
def test_curves_over_the_input_are_those_of_python(quantity: str, part: str, open_page: Open) -> None:
    mechanism = load_mechanism("crank_shaper")
    browser = open_page(mechanism)
    found = choose(browser, 0, "lever", quantity)
    rate = browser.execute_script("return data.inputs[0].handRate")
    plan = make_plan(mechanism)
    z = np.concatenate([np.linspace(plan.initial_inputs, found["x"][0], 90)[:-1, 0], found["x"]])
    motion = solve(plan, inputs=z[:, None], input_rates=np.full((len(z), 1), rate))
    wanted = np.degrees(getattr(motion, part)("lever")[89:, 2])
    scale = np.abs(wanted).max()
    assert np.abs(np.array(found["values"]) - wanted).max() <= 1e-6 * scale
    assert np.array(found["drawn"]) == pytest.approx(np.array(found["wanted"]), abs=0.06)


@pytest.mark.parametrize(("quantity", "read_it"), [
    ("x", lambda motion: motion.position("platform.centre")[:, 0]),
    ("velocity", lambda motion: np.hypot(*motion.velocity("platform.centre").T)),
    ("acceleration in y", lambda motion: motion.acceleration("platform.centre")[:, 1]),
])  # fmt: skip
def test_curves_over_time_are_those_of_python(quantity: str, read_it: Callable[..., Any], open_page: Open) -> None:
    mechanism = load_mechanism("robot_3RRR_by_motor_angles")
    browser = open_page(mechanism)
    found = choose(browser, 0, "platform.centre", quantity)
    wanted = read_it(solve(mechanism, found["x"]))
    assert np.abs(np.array(found["values"]) - wanted).max() <= 1e-6 * max(1.0, np.abs(wanted).max())


def test_the_cursor_is_where_the_mechanism_is(open_page: Open) -> None:
    browser = open_page(load_mechanism("four_bar_crank_rocker"))
    for value in (0.4, 3.0, 6.1):
        set_slider(browser, "#input-0", value)
        found = read(browser, 0)
        nearest = min(found["drawn"], key=lambda place: abs(place[0] - found["dot"][0]))
        assert found["shown"]
        assert found["dot"] == pytest.approx(nearest, abs=4.0)
        angle = browser.execute_script("return sgkin.poses().rocker[2]")
        assert float(re.sub("−", "-", found["now"]).split()[0]) == pytest.approx(np.degrees(angle), abs=0.01)


def test_whole_turns_do_not_leave_the_curve(open_page: Open) -> None:
    browser = open_page(load_mechanism("four_bar_crank_rocker"))
    choose(browser, 0, "crank", "angle")
    browser.execute_script("sgkin.setInputs([2.0 + 6 * Math.PI])")
    assert read(browser, 0)["now"] == "114.59 °"


def test_by_hand_over_time_the_value_is_a_level(open_page: Open) -> None:
    browser = open_page(load_mechanism("five_bar_2dof"))
    assert read(browser, 0)["shown"]
    set_slider(browser, "#input-0", state(browser)["inputs"][0] + 0.1)
    assert not read(browser, 0)["shown"]
    assert browser.execute_script("return charts[0].level.style.display") == ""


def test_pointing_at_a_curve_goes_there(open_page: Open) -> None:
    browser = open_page(load_mechanism("four_bar_crank_rocker"))
    chart = browser.find_element("css selector", ".chart > svg")
    offset = browser.execute_script("return charts[0].x(270) - charts[0].root.clientWidth / 2")
    ActionChains(browser).move_to_element_with_offset(chart, round(offset), 0).click().perform()
    assert np.degrees(state(browser)["inputs"][0]) % 360 == pytest.approx(270.0, abs=1.5)
    Select(browser.find_element("id", "over")).select_by_value("time")
    ActionChains(browser).move_to_element_with_offset(chart, 20, 0).click().perform()
    assert state(browser)["time"] == pytest.approx(0.5, abs=0.2)


def test_what_runs_away_at_a_dead_point_leaves_the_rest_to_be_seen(open_page: Open) -> None:
    browser = open_page(load_mechanism("watt_straight_line"))
    found = choose(browser, 0, "arm2", "angular acceleration")
    low, high = browser.execute_script("return charts[0].range")
    sizes = np.abs([value for value in found["values"] if value is not None])
    assert max(abs(low), abs(high)) < 0.2 * sizes.max()
    assert high > low


def test_ticks_of_angles_are_parts_of_a_turn(open_page: Open) -> None:
    browser = open_page(load_mechanism("four_bar_crank_rocker"))
    assert browser.execute_script("return ticks([0, 360], 4, true)") == [0, 90, 180, 270, 360]
    assert browser.execute_script("return ticks([-0.31, 0.64], 4)") == pytest.approx([-0.25, 0.0, 0.25, 0.5])
