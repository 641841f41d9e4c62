"""Exact inputs: numbers in the units of the file, and steps of the keyboard."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from selenium.webdriver import Chrome, Keys

from sgkin import load_mechanism, scalable_four_bar

from .test_interaction import state

Open = Callable[..., Chrome]


def typed(browser: Chrome, number: int, text: str) -> str:
    """Type a value into the field of an input, and read what stands there then."""
    field = browser.find_element("id", f"value-{number}")
    field.send_keys(Keys.CONTROL, "a", Keys.NULL, Keys.BACKSPACE, text, Keys.ENTER)
    return field.get_attribute("value") or ""


def test_an_angle_is_typed_in_degrees(open_page: Open) -> None:
    browser = open_page(load_mechanism("four_bar_crank_rocker"))
    assert typed(browser, 0, "123.456") == "123.456"
    assert state(browser)["inputs"][0] == pytest.approx(np.radians(123.456), abs=1e-12)
    assert typed(browser, 0, "400") == "40"
    assert typed(browser, 0, "") == "40"  # nothing typed, nothing done
    assert browser.find_element("css selector", "#inputs .unit").text == "°"


def test_a_stroke_is_typed_in_the_files_unit_and_ends_at_a_dead_point(open_page: Open) -> None:
    browser = open_page(load_mechanism("landing_gear_by_piston"))
    low, high = browser.execute_script("return [data.inputs[0].low, data.inputs[0].high]")
    assert typed(browser, 0, "200.5") == "200.5"
    assert state(browser)["inputs"][0] == pytest.approx(0.2005, abs=1e-12)
    assert float(typed(browser, 0, "9999")) == pytest.approx(1e3 * high, rel=1e-5)
    assert browser.find_element("id", "stop").is_displayed()
    assert float(typed(browser, 0, "-5")) == pytest.approx(1e3 * low, rel=1e-5)


def test_several_inputs_are_typed_one_by_one(open_page: Open) -> None:
    browser = open_page(load_mechanism("robot_3RRR_by_motor_angles"))
    before = state(browser)["inputs"]
    start = np.degrees(before)
    typed(browser, 1, f"{start[1] + 4.5:.3f}")
    wanted = [before[0], np.radians(round(start[1] + 4.5, 3)), before[2]]
    assert state(browser)["inputs"] == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("place", ["#input-0", "#drawing", "#value-0"])
def test_arrow_keys_move_by_a_degree_and_with_shift_by_ten(place: str, open_page: Open) -> None:
    browser = open_page(load_mechanism("four_bar_crank_rocker"))
    start = np.degrees(state(browser)["inputs"][0])
    at = browser.find_element("css selector", place)

    def moved() -> float:
        return float(np.degrees(state(browser)["inputs"][0]) - start)

    browser.execute_script("arguments[0].focus()", at)
    at.send_keys(Keys.ARROW_UP, Keys.ARROW_UP)
    assert moved() == pytest.approx(2.0)
    at.send_keys(Keys.ARROW_DOWN)
    assert moved() == pytest.approx(1.0)
    at.send_keys(Keys.SHIFT, Keys.ARROW_UP, Keys.NULL)
    assert moved() == pytest.approx(11.0)
    at.send_keys(Keys.PAGE_DOWN)
    assert moved() == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("name", "step"),
    [("scissor_lift_1_stage", 0.01), ("landing_gear_by_piston", 0.001), ("scalable", 0.01)],
)
def test_steps_fit_the_input_and_its_unit(name: str, step: float, open_page: Open) -> None:
    browser = open_page(scalable_four_bar(3) if name == "scalable" else load_mechanism(name), 40)
    before = state(browser)["inputs"][0]
    slider = browser.find_element("id", "input-0")
    slider.send_keys(Keys.ARROW_RIGHT)
    assert state(browser)["inputs"][0] - before == pytest.approx(step)
    if name == "scalable":
        return  # it turns: the end is the beginning
    slider.send_keys(Keys.END)
    assert float(slider.get_attribute("value") or "") == pytest.approx(float(slider.get_attribute("max") or ""))


def test_keys_on_the_drawing_zoom_and_play(open_page: Open) -> None:
    browser = open_page(load_mechanism("hoeken"))
    full = browser.execute_script("return view.box")
    drawing = browser.find_element("id", "drawing")
    browser.execute_script("arguments[0].focus()", drawing)
    drawing.send_keys("++")
    assert browser.execute_script("return view.box")[2] == pytest.approx(full[2] / 1.25**2)
    drawing.send_keys("0")
    assert browser.execute_script("return view.box") == full
    drawing.send_keys(Keys.SPACE)
    assert state(browser)["playing"]


def test_time_goes_in_round_steps(open_page: Open) -> None:
    browser = open_page(load_mechanism("hoeken"))
    browser.find_element("id", "time").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert state(browser)["time"] == pytest.approx(0.02)
