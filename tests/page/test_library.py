"""Every library mechanism in a real browser: opens without a complaint, asks for nothing, moves as Python says."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from selenium.webdriver import Chrome

from sgkin import Motion, load_mechanism, make_plan, mechanism_names, solve
from sgkin.kinematic_plan import KinematicPlan

ALL = {name: load_mechanism(name) for name in mechanism_names("planar")}
MOVING = [name for name, mechanism in ALL.items() if not mechanism.expected.structure_only]
STEPS = 40
READ = """
const read = () => [sgkin.poses(), sgkin.velocities(), sgkin.accelerations()];
"""


def requests(browser: Chrome) -> list[str]:
    """What the page asked for, itself included; not what the browser's own empty first page asked for."""
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    sent = [message["params"] for message in messages if message["method"] == "Network.requestWillBeSent"]
    return [entry["request"]["url"] for entry in sent if entry["documentURL"] == browser.current_url]


def assert_same(found: list[dict[str, list[float]]], motion: Motion, size: float) -> None:
    """Poses, velocities and accelerations at the last step, to 1e-6 of the largest."""
    units = np.array([size, size, 1.0])
    for shown, read in zip(found, (motion.position, motion.velocity, motion.acceleration), strict=True):
        wanted = {link: read(link)[-1] / units for link in motion.mechanism.moving_links}
        scale = max(1.0, *(float(np.abs(each).max()) for each in wanted.values()))
        for link, values in wanted.items():
            np.testing.assert_allclose(np.array(shown[link]) / units, values, rtol=0.0, atol=1e-6 * scale)


@pytest.mark.parametrize("name", MOVING)
def test_moves_as_python_says(name: str, open_page: Callable[..., Chrome]) -> None:
    browser, plan = open_page(ALL[name]), make_plan(ALL[name])
    random = np.random.default_rng(7)
    page: dict[str, Any] = browser.execute_script(
        "return { end: data.laws.times.at(-1), ends: data.inputs.map(({ low, high }) => [low, high]),"
        " rates: data.inputs.map((input) => input.handRate) }"
    )
    times = (random.uniform(0.02, 0.98, size=4) * page["end"]).tolist()
    targets = chosen_inputs(plan, np.array(page["ends"]), random)
    along, anywhere = browser.execute_script(
        READ + "return [arguments[0].map((time) => (sgkin.setTime(time), read())),"
        " arguments[1].map((inputs) => (sgkin.setInputs(inputs), read()))]",
        times,
        [target.tolist() for target in targets],
    )
    size = plan.size or 1.0
    for time, found in zip(times, along, strict=True):
        assert_same(found, solve(plan, np.linspace(0.0, time, STEPS)), size)
    for target, found in zip(targets, anywhere, strict=True):
        way = np.linspace(plan.initial_inputs, target, STEPS)
        assert_same(found, solve(plan, inputs=way, input_rates=np.tile(page["rates"], (STEPS, 1))), size)
    assert [entry["message"] for entry in browser.get_log("browser")] == []
    assert {url for url in requests(browser) if not url.startswith("data:")} == {browser.current_url}


@pytest.mark.parametrize("name", ["parallelogram", "antiparallelogram", "coupled_wheels_three_parallel_cranks"])
def test_passes_change_points_as_python_does(name: str, open_page: Callable[..., Chrome]) -> None:
    browser, plan = open_page(ALL[name]), make_plan(ALL[name])
    offsets = (0.0, 1e-3, -1e-5, 1e-7, -1e-9)
    targets = [[np.pi * turns + offset] for turns in (1, 2, 3) for offset in offsets]
    found = browser.execute_script(
        READ + "return arguments[0].map((inputs) => (sgkin.setInputs(inputs), read()))", targets
    )
    rate = browser.execute_script("return data.inputs[0].handRate")
    for target, shown in zip(targets, found, strict=True):
        way = np.linspace(plan.initial_inputs, target, STEPS)
        assert_same(shown, solve(plan, inputs=way, input_rates=np.full((STEPS, 1), rate)), plan.size)


def chosen_inputs(plan: KinematicPlan, ends: Any, random: Any) -> list[Any]:
    """Inputs anywhere for one, and where all directions are free of dead points for several."""
    low, high = ends.T
    if len(low) == 1:
        return [low + part * (high - low) for part in random.uniform(0.01, 0.99, size=(6, 1))]
    return [plan.initial_inputs + part * (high - low) for part in random.uniform(-0.1, 0.1, size=(6, len(low)))]


@pytest.mark.parametrize("name", [name for name in ALL if name not in MOVING])
def test_what_cannot_move_is_shown_with_the_reason(name: str, open_page: Callable[..., Chrome]) -> None:
    browser = open_page(ALL[name])
    still = browser.find_element("id", "still")
    assert still.is_displayed()
    assert name in still.text
    assert not browser.find_element("id", "play").is_displayed()
    assert len(browser.find_elements("css selector", "#legend li")) > 0
    assert len(browser.find_elements("css selector", "#drawing .moving")) > 0
    assert [entry["message"] for entry in browser.get_log("browser")] == []
