"""Parameters on a page: the mechanism moves with other dimensions as Python says, and stops where it cannot be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By

from sgkin import Mechanism, load_mechanism, make_plan, motion_range, solve
from sgkin.model.mechanism_file import parse_mechanism
from sgkin.model.mechanism_writer import format_mechanism
from sgkin.page.content import page_content
from sgkin.solving import motion_laws
from tests.model.named_numbers import named

from .test_library import READ, STEPS, assert_same

Open = Callable[..., Chrome]
FILE = Path("four_bar_path_generator.toml")
GENERATOR = load_mechanism("four_bar_path_generator")
KINDS = (
    *("jansen_leg", "planetary_ring_fixed", "rack_and_pinion", "quick_return_pin_in_slot", "four_bar_circular_slot"),
    *(
        "planar_3RPR_driven_P",
        "robot_3RRR_by_pose",
        "welded_crank_slider",
        "hydraulic_excavator_front",
        "oldham_coupling",
    ),
    *("Stephenson_III_input_fivebar_side", "five_bar_2dof", "slider_crank_piston_input", "rapson_slide"),
)
"""Mechanisms of every joint, of one and of several inputs, none with redundant conditions."""


def set_all(browser: Chrome, values: dict[str, float]) -> None:
    browser.execute_script("sgkin.setParameters(arguments[0])", values)


def stop(browser: Chrome) -> str | None:
    found: str | None = browser.execute_script("return sgkin.state.stop")
    return found


def shown_parameters(browser: Chrome) -> dict[str, float]:
    return {each["name"]: each["value"] for each in browser.execute_script("return sgkin.parameters")}


def beside(mechanism: Mechanism, names: list[str], part: float) -> dict[str, float]:
    """Other values of parameters, a part of each beside what it is."""
    random = np.random.default_rng(3)
    scale = {name: abs(mechanism.parameters[name].value) for name in names}
    usual = {"length": mechanism.size, "angle": 1.0}
    return {
        name: mechanism.parameters[name].value
        + part * (scale[name] or usual[mechanism.parameters[name].quantity]) * random.uniform(-1.0, 1.0)
        for name in names
    }


@pytest.mark.parametrize("name", ["four_bar_path_generator", "hoeken", "uchida_slider_crank", *KINDS])
def test_moves_with_other_dimensions_as_python_says(name: str, open_page: Open) -> None:
    given = load_mechanism(name)
    mechanism, part = (named(given), 0.01) if name in KINDS else (given, 0.15)
    browser = open_page(mechanism, 60)
    values = beside(mechanism, list(shown_parameters(browser)), part)
    set_all(browser, values)
    assert stop(browser) is None
    assert shown_parameters(browser) == pytest.approx(values, rel=1e-12)
    plan = make_plan(mechanism.with_parameters(values))
    end = browser.execute_script("return data.laws.times.at(-1)")
    times = (np.array([0.1, 0.45, 0.8]) * end).tolist()
    found = browser.execute_script(READ + "return arguments[0].map((time) => (sgkin.setTime(time), read()))", times)
    for time, shown in zip(times, found, strict=True):
        assert_same(shown, solve(plan, np.linspace(0.0, time, STEPS)), plan.size or 1.0)
    assert [entry["message"] for entry in browser.get_log("browser")] == []


def test_everything_that_is_shown_follows(open_page: Open) -> None:
    """All numbers of a page of other dimensions, as the page computes them and as Python writes them."""
    mechanism = parse_mechanism(format_mechanism(GENERATOR).replace("speed = 360", 'speed = "= 10*phi + 300"'), FILE)
    browser = open_page(mechanism, 24)
    values = {"r1": 0.065, "r2": 0.018, "r3": 0.08, "r4": 0.085, "cx": 0.02, "cy": -0.03, "x0": 0.01, "phi": 0.1}
    set_all(browser, values)
    wanted = page_content(mechanism.with_parameters(values), 24)
    for key in ("rows", "points", "transmission", "quality"):
        found = browser.execute_script(f"return {'whole' if key == 'rows' else 'data'}.{key}")
        assert numbers(found) == pytest.approx(numbers(wanted[key]), rel=1e-9, abs=1e-12)
    laws = browser.execute_script("return whole.laws")
    expected = motion_laws(mechanism.with_parameters(values), np.array(laws["times"]))
    for kind, law in zip(("inputs", "rates", "accelerations"), expected, strict=True):
        np.testing.assert_allclose(laws[kind], law, atol=1e-9)
    bodies = [shape for shape in wanted["modes"][0]["shapes"] if shape["role"] == "body"]
    shown = [shape for shape in browser.execute_script("return data.shapes") if shape["role"] == "body"]
    for one, other in zip(shown, bodies, strict=True):
        corners = np.array(other["corners"])
        distances = np.hypot(*(np.array(one["points"])[:, None] - corners[None]).transpose(2, 0, 1)).min(axis=1)
        np.testing.assert_allclose(distances, one["round"], rtol=1e-3)  # on arcs about the corners


def numbers(value: Any) -> list[float]:
    """All numbers of a part of a page, but those of what is no dimension."""
    if isinstance(value, bool) or not isinstance(value, int | float | dict | list | tuple):
        return []
    if isinstance(value, int | float):
        return [float(value)]
    inner = [value[key] for key in sorted(value)] if isinstance(value, dict) else value
    return [each for part in inner for each in numbers(part)]


@pytest.mark.parametrize("r2", [0.02, 0.05, 0.075])
def test_ranges_are_found_anew(r2: float, open_page: Open) -> None:
    """A crank that turns becomes a rocker, and one again."""
    browser = open_page(GENERATOR, 60)
    set_all(browser, {"r2": 0.03})
    set_all(browser, {"r2": r2})
    (mode,) = motion_range(GENERATOR.with_parameters(r2=r2), present=True)
    low, high, turns = browser.execute_script("const { low, high, turns } = data.inputs[0]; return [low, high, turns]")
    assert turns == mode.full_turn
    if not turns:
        assert (low, high) == pytest.approx((mode.low.value, mode.high.value), abs=1e-5)
        assert browser.execute_script("return sgkin.deadPoints(0).length") == 2
        browser.execute_script("sgkin.setInputs([arguments[0]])", high + 0.3)
        assert "Dead point of RRR(coupler, rocker)" in (stop(browser) or "")


def test_it_stops_where_it_cannot_be_assembled(open_page: Open) -> None:
    browser = open_page(GENERATOR, 60)
    set_all(browser, {"r4": 0.15})
    sentence = "Dead point of RRR(coupler, rocker): with the inputs as they are, r4 cannot go further this way"
    assert stop(browser) == sentence
    assert browser.find_element(By.ID, "stop").text == sentence
    reached = shown_parameters(browser)["r4"]
    a, c = (0.02 * np.cos(np.pi / 6), 0.02 * np.sin(np.pi / 6)), (0.06, 0.0)
    assert reached == pytest.approx(0.07 + np.hypot(a[0] - c[0], a[1] - c[1]), rel=1e-4)
    assert float(browser.execute_script("return part('parameter-6').value")) == pytest.approx(reached)
    set_all(browser, {"r4": 0.09})
    assert stop(browser) is None


def test_as_in_the_file(open_page: Open) -> None:
    browser = open_page(GENERATOR, 60)
    state = "sgkin.setTime(0.3); return [sgkin.poses(), sgkin.velocities(), sgkin.limits(0), data.bounds]"
    before = browser.execute_script(state)
    assert not browser.find_element(By.ID, "as-in-file").is_enabled()
    set_all(browser, {"r2": 0.05, "cy": 0.08})
    assert browser.execute_script(state) != before
    browser.find_element(By.ID, "as-in-file").click()
    assert browser.execute_script(state) == before
    assert shown_parameters(browser) == {name: each.value for name, each in GENERATOR.parameters.items()}


def test_sliders_values_and_keys(open_page: Open) -> None:
    browser = open_page(GENERATOR, 60)
    browser.execute_script(
        "const slider = part('parameter-4'); slider.value = 0.03;"
        "slider.dispatchEvent(new Event('input')); slider.dispatchEvent(new Event('change'));"
    )
    assert shown_parameters(browser)["r2"] == pytest.approx(0.03)
    field = browser.find_element(By.ID, "parameter-value-4")
    assert field.get_attribute("value") == "30"
    field.send_keys(Keys.CONTROL, "a", Keys.NULL, "25", Keys.ENTER)
    assert shown_parameters(browser)["r2"] == pytest.approx(0.025)
    browser.find_element(By.ID, "parameter-4").send_keys(Keys.ARROW_RIGHT)
    assert shown_parameters(browser)["r2"] == pytest.approx(0.025 + 0.145 / 100)
    field.send_keys(Keys.CONTROL, "a", Keys.NULL, "1000", Keys.ENTER)  # beyond its bounds
    assert shown_parameters(browser)["r2"] == pytest.approx(0.15)


def test_other_modes_have_the_same_dimensions(open_page: Open) -> None:
    browser = open_page(GENERATOR, 60)
    set_all(browser, {"r2": 0.025, "r3": 0.08})
    there = browser.execute_script("sgkin.setMode(2); sgkin.setInputs([1.2]); return sgkin.poses()")
    assert browser.execute_script("return sgkin.state.mode") == 2
    mechanism = GENERATOR.with_parameters(r2=0.025, r3=0.08)
    found = make_plan(mechanism).assembly_modes([1.2])
    links = ("coupler", "rocker")
    apart = [max(abs(np.sin((mode.pose(link)[2] - there[link][2]) / 2)) for link in links) for mode in found]
    assert min(apart) < 1e-6
    other = solve(mechanism, inputs=np.linspace(make_plan(mechanism).initial_inputs, [1.2], STEPS))
    assert max(abs(other.pose(link)[-1, 2] - there[link][2]) for link in links) > 0.1


def test_a_mode_that_cannot_be_assembled_is_not_entered(open_page: Open) -> None:
    """The second mode is found from that of the file, on the way to which it cannot be assembled."""
    browser = open_page(GENERATOR, 60)
    browser.execute_script("sgkin.setInputs([Math.PI])")
    set_all(browser, {"r4": 0.149})
    assert stop(browser) is None
    browser.execute_script("sgkin.setMode(2)")
    assert stop(browser) == "Mode 2 cannot be assembled with these dimensions"
    assert browser.execute_script("return sgkin.state.mode") == 1


def test_what_a_page_cannot_move_is_named(open_page: Open) -> None:
    browser = open_page(load_mechanism("uchida_slider_crank"), 24)
    assert browser.find_element(By.ID, "parameters-note").text == "Not moved on this page: piston, load"
    assert list(shown_parameters(browser)) == ["r", "l"]


def test_without_parameters_there_is_nothing_to_see(open_page: Open) -> None:
    browser = open_page(load_mechanism("slider_crank"), 24)
    assert not browser.find_element(By.ID, "parameters").is_displayed()


def test_bounds_of_sliders(open_page: Open) -> None:
    text = format_mechanism(GENERATOR)
    free = parse_mechanism(text.replace("{value = 20, bounds = [5, 150], tolerance = 0.05}", "20"), FILE)
    free = parse_mechanism(format_mechanism(free).replace("{value = 0, bounds = [-180, 180]}", "0"), FILE)
    found = {each["name"]: each for each in open_page(free, 24).execute_script("return sgkin.parameters")}
    assert (found["r1"]["low"], found["r1"]["high"]) == pytest.approx((0.005, 0.15))
    assert (found["r2"]["low"], found["r2"]["high"]) == pytest.approx((0.01, 0.03))
    assert (found["phi"]["low"], found["phi"]["high"]) == pytest.approx((-0.5, 0.5))
