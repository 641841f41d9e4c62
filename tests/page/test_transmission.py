"""Transmission angles and the quality of groups on a page: those of Python, live, as bars and as curves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.support.ui import WebDriverWait

from sgkin import (
    Motion,
    assembly_modes,
    group_quality,
    load_mechanism,
    make_plan,
    mechanism_names,
    scalable_four_bar,
    solve,
    transmission_angle,
)
from sgkin.analysis.transmission import all_transmission_angles

from .test_charts import choose
from .test_contrast import as_hex
from .test_interaction import drag, screen, set_slider, state

Open = Callable[..., Chrome]
MOVING = [name for name in mechanism_names("planar") if not load_mechanism(name).expected.structure_only]
NOW = "return [sgkin.transmissionAngles(), sgkin.qualities()]"
STEPS = 40


def assert_same(found: Any, motion: Motion) -> None:
    """What a page shows is what `analysis` says of the last step of a motion."""
    angles, qualities = found
    wanted = {each.joint: each.angle[-1] for each in all_transmission_angles(motion)}
    assert {joint: angles[joint] for joint in wanted} == pytest.approx(wanted, abs=1e-9)
    assert set(angles) == set(wanted)
    assert qualities == pytest.approx([each.values[-1] for each in group_quality(motion)], abs=1e-9)


@pytest.mark.parametrize("name", MOVING)
def test_they_are_those_of_python(name: str, open_page: Open) -> None:
    mechanism = load_mechanism(name)
    browser, plan = open_page(mechanism), make_plan(mechanism)
    end = browser.execute_script("return data.laws.times.at(-1)")
    for part in (0.23, 0.71):
        found = browser.execute_script(f"sgkin.setTime(arguments[0]); {NOW}", part * end)
        assert_same(found, solve(plan, np.linspace(0.0, part * end, STEPS)))
    if len(plan.input_names) == 1:
        low, high = browser.execute_script("return [data.inputs[0].low, data.inputs[0].high]")
        target = low + 0.37 * (high - low)
        found = browser.execute_script(f"sgkin.setInputs([arguments[0]]); {NOW}", target)
        assert_same(found, solve(plan, inputs=np.linspace(plan.initial_inputs, [target], STEPS)))
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("name", ["jansen_leg", "class_III_triad_on_crank"])
def test_they_are_those_of_other_modes(name: str, open_page: Open) -> None:
    browser, modes = open_page(load_mechanism(name), 60), assembly_modes(load_mechanism(name))
    for number in (1, len(modes)):
        found = browser.execute_script(f"sgkin.setMode({number}); jump([...data.start.inputs]); {NOW}")
        plan = make_plan(modes[number - 1].mechanism)
        assert_same(found, solve(plan, inputs=plan.initial_inputs[None]))


def test_singular_values_are_those_of_numpy(open_page: Open) -> None:
    browser = open_page(load_mechanism("gear_pair"), 12)
    random = np.random.default_rng(5)
    for m, n in ((1, 1), (2, 1), (3, 3), (9, 6), (24, 24), (60, 57)):
        for scale in (1.0, 1e-7):
            matrix = random.normal(size=(m, n))
            matrix[:, 0] *= scale
            sizes = np.linalg.svd(matrix, compute_uv=False)
            found = browser.execute_script("return singularValues(...arguments)", matrix.ravel().tolist(), m, n)
            assert found == pytest.approx([sizes[-1], sizes[0]], rel=1e-12, abs=1e-14 * sizes[0])
    assert browser.execute_script("return singularValues([0, 0, 0, 0], 2, 2)") == pytest.approx([0.0, 0.0])
    dependent = [1.0, 2.0, 3.0, 6.0]
    assert browser.execute_script("return singularValues(arguments[0], 2, 2)", dependent)[0] == pytest.approx(0.0)


def meters(browser: Chrome) -> list[dict[str, Any]]:
    """What stands in the panel."""
    found: list[dict[str, Any]] = browser.execute_script(
        "return meters.map(({ line, bar, number, fill }) => ({ poor: line.classList.contains('poor'), role: bar.role,"
        " name: bar.getAttribute('aria-label'), said: bar.getAttribute('aria-valuetext'),"
        " now: Number(bar.getAttribute('aria-valuenow')), most: Number(bar.getAttribute('aria-valuemax')),"
        " text: number.textContent, title: line.title,"
        " share: fill.getBoundingClientRect().width / fill.parentElement.clientWidth }))"
    )
    return found


def test_bars_follow_the_input_and_mark_what_is_poor(open_page: Open) -> None:
    browser = open_page(load_mechanism("four_bar_crank_rocker"))
    angle, quality = meters(browser)
    assert angle["name"] == "transmission angle at C, coupler drives rocker"
    assert quality["name"] == "quality of RRR(coupler, rocker)"
    assert "force through B and C of coupler" in angle["title"]
    for value, degrees, poor in ((0.0, 25.2088, True), (np.pi, 58.4119, False)):  # as sgkin quality says
        set_slider(browser, "#input-0", value)
        angle, quality = meters(browser)
        assert angle["now"] == pytest.approx(degrees, abs=1e-4)
        assert quality["now"] == pytest.approx(np.sin(np.radians(degrees)), abs=1e-5)
        assert angle["share"] == pytest.approx(degrees / 90.0, abs=0.02)
        assert (angle["poor"], quality["poor"]) == (poor, poor)
        assert angle["text"] == f"{'▲ ' * poor}{degrees:.1f}°"
        assert angle["said"] == f"{degrees:.1f}°{', poor' * poor}"
    assert "below the 40 deg that textbooks" in browser.find_element("id", "poor").text


def test_bars_are_live_while_playing_and_dragging(open_page: Open) -> None:
    browser = open_page(load_mechanism("four_bar_crank_rocker"))
    browser.execute_script(
        "window.seen = new Set(); const show = showMeters; showMeters = () => {"
        " show(); if (state.playing || cursor.grabbed) seen.add(meters[0].number.textContent); }"
    )
    browser.execute_script("sgkin.play()")
    WebDriverWait(browser, 5, 0.05).until(lambda opened: opened.execute_script("return seen.size") > 3)
    browser.execute_script("sgkin.pause(); seen.clear()")
    x, y = screen(browser, "crank", 2.0)
    drag(browser, (x, y), (x + 10, y - 10), (x + 20, y - 30))
    assert browser.execute_script("return seen.size") > 1
    shown = solve(load_mechanism("four_bar_crank_rocker"), inputs=[state(browser)["inputs"]])
    wanted = np.degrees(transmission_angle(shown, "C").angle[0])
    assert meters(browser)[0]["now"] == pytest.approx(wanted, abs=1e-3)


def test_many_bars_are_folded(open_page: Open) -> None:
    browser = open_page(scalable_four_bar(60), 12)
    assert len(meters(browser)) == 120
    assert [each.text for each in browser.find_elements("css selector", "#transmission summary")] == [
        "55 more joints",
        "55 more groups",
    ]
    assert [each["text"] == "" for each in meters(browser)].count(False) == 10
    browser.find_element("css selector", "#transmission summary").click()
    WebDriverWait(browser, 5, 0.05).until(lambda opened: meters(opened)[59]["text"] != "")


def test_what_cannot_move_has_none(open_page: Open) -> None:
    browser = open_page(load_mechanism("cam_roller_follower"), 12)
    assert not browser.find_element("id", "transmission").is_displayed()


def test_what_has_a_bound_of_no_textbook_is_not_marked(open_page: Open) -> None:
    browser = open_page(load_mechanism("gear_pair"), 12)
    assert [each["poor"] for each in meters(browser)] == [False]
    assert not browser.find_element("id", "poor").is_displayed()


def test_curves_of_angle_and_quality(open_page: Open) -> None:
    mechanism = load_mechanism("crank_shaper")
    browser, plan = open_page(mechanism), make_plan(mechanism)
    for number, joint in enumerate(("C", "F")):
        found = choose(browser, 0, joint, "transmission angle")
        way = np.concatenate([np.linspace(plan.initial_inputs[0], found["x"][0], 30)[:-1], found["x"]])
        motion = solve(plan, inputs=way[:, None])
        wanted = np.degrees(transmission_angle(motion, joint).angle[29:])
        assert np.abs(np.array(found["values"]) - wanted).max() < 1e-7
        group = motion.structure.groups[number + 1]
        shown = choose(browser, 1, group.label, "quality")
        assert np.abs(np.array(shown["values"]) - group_quality(motion, group).values[29:]).max() < 1e-9
        assert np.array(shown["drawn"]) == pytest.approx(np.array(shown["wanted"]), abs=0.06)
        assert " " not in shown["now"]  # a number without a unit


def test_marks_and_bars_stand_out(open_page: Open) -> None:
    from sgkin.drawing.style import contrast
    from sgkin.page.palette import CONTRAST

    browser = open_page(load_mechanism("watt_straight_line"), 40)
    for theme in ("light", "dark"):
        painted = browser.execute_script(
            "document.documentElement.dataset.theme = arguments[0];"
            "const seen = (selector, kind) => getComputedStyle(document.querySelector(selector))[kind];"
            "return [seen('.mark', 'color'), seen('.bar', 'borderTopColor'), seen('aside', 'backgroundColor'),"
            " seen('.bar i', 'backgroundColor'), seen('.bar u', 'backgroundColor'), seen('.bar', 'backgroundColor')]",
            theme,
        )
        mark, border, panel, fill, bound, bar = map(as_hex, painted)
        for one, other in ((mark, panel), (border, panel), (fill, bar), (bound, bar)):
            assert contrast(one, other) >= CONTRAST, (theme, painted)
