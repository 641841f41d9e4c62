"""Limits on the sliders of a page: dead points and change points at the inputs that `motion_range` finds."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.support.ui import WebDriverWait

from sgkin import load_mechanism, make_plan, mechanism_names, motion_range

from .test_interaction import set_slider, state

Open = Callable[..., Chrome]
SINGLE = [
    name
    for name in mechanism_names("planar")
    if not load_mechanism(name).expected.structure_only and len(load_mechanism(name).input_names) == 1
]
PLACES = """
const slider = part("input-0").getBoundingClientRect();
return [...document.querySelectorAll("#inputs .mark")].map((mark) => {
  const { left, width } = mark.getBoundingClientRect();
  return (left + width / 2 - slider.left - 8) / (slider.width - 16);
});
"""


@pytest.mark.parametrize("name", SINGLE)
def test_limits_are_those_of_the_whole_range(name: str, open_page: Open) -> None:
    """The page asks for the present mode alone; all modes together must say the same of it."""
    mechanism = load_mechanism(name)
    browser, found = open_page(mechanism, 24), motion_range(make_plan(mechanism))
    assert found.present is not None
    mode = found[found.present]
    shown = browser.execute_script("return sgkin.limits(0)")
    low, high, turns = browser.execute_script("const { low, high, turns } = data.inputs[0]; return [low, high, turns]")
    turn = mode.turn or np.inf
    slack = 0.02 * (high - low)
    wanted = [limit for limit in mode.limits if limit.kind != "end of the interval"]
    if not turns:
        wanted = [
            limit for limit in wanted if low - slack <= nearest(limit.value, 0.5 * (low + high), turn) <= high + slack
        ]
    if name == "rapson_slide":  # it is shown where links are within ten sizes of the mechanism
        assert len(wanted) == 0
        assert [limit["stops"] for limit in shown] == [True, True]
        return
    assert len(shown) == len(wanted)
    for each in shown:
        apart = [abs(nearest(limit.value, each["value"], turn) - each["value"]) for limit in wanted]
        limit = wanted[int(np.argmin(apart))]
        assert min(apart) < 1e-8
        assert each["stops"] == (limit.kind != "change point")
        assert each["sentence"].startswith(f"{limit.kind.capitalize()} of {limit.groups[0].label}")


def nearest(value: float, middle: float, turn: float) -> float:
    """The value that is the same but for whole turns, next to a middle."""
    return value if turn == np.inf else value + turn * round((middle - value) / turn)


def test_change_points_are_marked_where_they_are(open_page: Open) -> None:
    browser = open_page(load_mechanism("parallelogram"))
    marks = browser.find_elements("css selector", "#inputs .mark.change")
    assert [mark.text for mark in marks] == ["◇", "◇"]
    assert sorted(browser.execute_script(PLACES)) == pytest.approx([0.0, 0.5], abs=0.005)
    said = "Change point of RRR(coupler, rocker) at motor = 180 deg: two assembly modes meet here"
    assert (marks[0].get_attribute("title") or "").startswith(said)
    assert marks[0].accessible_name.startswith(said)
    assert browser.execute_script("return sgkin.deadPoints(0)") == []


def test_a_mark_is_pressed_to_go_there(open_page: Open) -> None:
    browser = open_page(load_mechanism("watt_straight_line"))
    low, high = browser.find_elements("css selector", "#inputs .mark.dead")
    assert browser.execute_script(PLACES) == pytest.approx([0.0, 1.0], abs=0.005)
    high.click()
    assert np.degrees(state(browser)["inputs"][0]) == pytest.approx(44.1774, abs=1e-3)
    assert min(browser.execute_script("return sgkin.qualities()")) < 5e-3
    low.send_keys(Keys.ENTER)
    assert np.degrees(state(browser)["inputs"][0]) == pytest.approx(-25.2527, abs=1e-3)


def test_of_several_inputs_they_are_exact_at_the_start_and_followed_elsewhere(open_page: Open) -> None:
    mechanism = load_mechanism("robot_3RRR_by_motor_angles")
    browser, found = open_page(mechanism), motion_range(make_plan(mechanism), "motor_1", present=True)
    browser.execute_script("findLimits()")
    WebDriverWait(browser, 5, 0.05).until(lambda opened: opened.execute_script("return sgkin.limits(0).length"))
    (limit,) = browser.execute_script("return sgkin.limits(0)")
    assert found[0].high is not None
    assert limit["value"] == pytest.approx(found[0].high.value, abs=1e-9)
    assert "RR-RR-RR(rod1, rod2, rod3, platform) at motor_1 = 162.665 deg" in limit["sentence"]
    set_slider(browser, "#input-1", state(browser)["inputs"][1] + 0.02)
    WebDriverWait(browser, 5, 0.05).until(lambda opened: opened.execute_script("return sgkin.limits(0).length"))
    (moved,) = browser.execute_script("return sgkin.limits(0)")
    assert 1e-4 < abs(moved["value"] - limit["value"]) < 0.2
    assert moved["sentence"].startswith("Dead point of RR-RR-RR(rod1, rod2, rod3, platform) at motor_1 = ")


def test_marks_do_not_move_what_is_below(open_page: Open) -> None:
    browser = open_page(load_mechanism("robot_3RRR_by_motor_angles"))
    WebDriverWait(browser, 5, 0.05).until(lambda opened: opened.execute_script("return sgkin.limits(0).length"))
    rates = [element.rect["y"] for element in browser.find_elements("css selector", ".rate")]
    browser.execute_script("clearLimits()")
    assert [element.rect["y"] for element in browser.find_elements("css selector", ".rate")] == rates
