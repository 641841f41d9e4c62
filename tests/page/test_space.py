"""What a user does with the page of a mechanism in space: turn it, play, pull an input, choose points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.support.ui import WebDriverWait

from sgkin import load_mechanism, mechanism_names, solve
from sgkin.drawing.space_scene import make_space_scene
from sgkin.drawing.view import View
from tests.page.test_interaction import drag, set_slider

Open = Callable[..., Chrome]


def state(browser: Chrome) -> dict[str, Any]:
    found: dict[str, Any] = browser.execute_script("return sgkin.state")
    return found


def middle(browser: Chrome) -> tuple[int, int]:
    box = browser.execute_script(
        "const b = document.getElementById('drawing').getBoundingClientRect(); return [b.x, b.y, b.width, b.height]"
    )
    return round(box[0] + 0.5 * box[2]), round(box[1] + 0.5 * box[3])


def paths(browser: Chrome) -> list[str]:
    found: list[str] = browser.execute_script(
        "return [...document.querySelectorAll('.shape')].map((e) => e.getAttribute('d'))"
    )
    return found


def test_no_errors_and_everything_named(open_page: Open) -> None:
    browser = open_page(load_mechanism("double_wishbone"))
    assert browser.get_log("browser") == []
    assert browser.find_element("id", "title").text == "Double wishbone suspension, front left"
    assert "lower_arm" in browser.find_element("id", "legend").text
    assert browser.find_element("id", "inputs").text.splitlines()[1:4:2] == ["travel", "steering"]


def test_dragging_turns_it(open_page: Open) -> None:
    browser = open_page(load_mechanism("rssr"))
    before, seen = state(browser), paths(browser)
    x, y = middle(browser)
    drag(browser, (x, y), (x + 50, y + 20))
    after = state(browser)
    assert after["azimuth"] == pytest.approx(before["azimuth"] - 20.0)
    assert after["elevation"] == pytest.approx(before["elevation"] + 8.0)
    assert paths(browser) != seen
    assert not after["playing"]


def test_views_by_name(open_page: Open) -> None:
    browser = open_page(load_mechanism("rssr"))
    browser.find_element("css selector", "[data-view='-90,90']").click()
    assert (state(browser)["azimuth"], state(browser)["elevation"]) == (-90.0, 90.0)


def test_keys_turn_zoom_and_play(open_page: Open) -> None:
    browser = open_page(load_mechanism("rssr"))
    drawing = browser.find_element("id", "drawing")
    browser.execute_script("arguments[0].focus()", drawing)
    ActionChains(browser).send_keys(Keys.ARROW_LEFT, Keys.ARROW_UP, "+").perform()
    now = state(browser)
    assert (now["azimuth"], now["elevation"]) == (-65.0, 30.0)
    assert now["zoom"] == pytest.approx(1.25)
    ActionChains(browser).send_keys("0", " ").perform()
    WebDriverWait(browser, 5).until(lambda opened: state(opened)["step"] > 3)
    ActionChains(browser).send_keys(" ").perform()
    assert not state(browser)["playing"]
    assert state(browser)["zoom"] == 1.0


def test_the_input_is_pulled_and_links_are_where_they_are_solved(open_page: Open) -> None:
    mechanism = load_mechanism("rssr")
    browser = open_page(mechanism, 180)
    set_slider(browser, "#inputs input", 45)
    assert state(browser)["step"] == 45
    assert "90 deg" in browser.find_element("id", "inputs").text
    place = browser.execute_script("return sgkin.place('rocker', 1.3, 0.15, 1.3)")
    np.testing.assert_allclose(place, solve(mechanism, [0.25]).position("rocker.C")[0], atol=1e-8)


def test_chosen_points_show_their_path_and_place(open_page: Open) -> None:
    browser = open_page(load_mechanism("rssr"))
    browser.find_element("css selector", "#choices input").click()
    assert len(browser.find_elements("css selector", ".path")) == 1
    assert "crank.B (300, 100, 0) mm" in browser.find_element("id", "held").text


def test_the_page_sees_as_pictures_do(open_page: Open) -> None:
    browser = open_page(load_mechanism("rssr"))
    browser.execute_script("sgkin.turn(33, -20)")
    rows = browser.execute_script("return sight()")
    np.testing.assert_allclose(rows, View(33.0, -20.0).matrix, atol=1e-12)


@pytest.mark.parametrize("name", ["seven_revolutes", "stewart_3_2_1", "double_wishbone"])
def test_the_page_hides_what_pictures_hide(open_page: Open, name: str) -> None:
    motion = solve(load_mechanism(name), np.linspace(0.0, 1.0, 5))
    browser = open_page(load_mechanism(name), 4)
    scene = make_space_scene(motion, View(33.0, 20.0))
    for step in (0, 2):
        browser.execute_script(f"sgkin.goTo({step}); sgkin.turn(33, 20)")
        found = browser.execute_script(
            "return inPaintingOrder(data.solids.flatMap((each) => near(each, sight())))"
            ".flatMap((each) => each.shapes.map(() => [each.solid.role, data.links[each.solid.frame]]))"
        )
        assert found == [[shape.role, shape.frame] for shape in scene.seen(step)]


@pytest.mark.parametrize("name", mechanism_names("spatial"))
def test_all_of_it_is_seen_from_every_side(open_page: Open, name: str) -> None:
    """On a wide and on a narrow screen, at every step and from every side, nothing is cut off; and no errors."""
    browser = open_page(load_mechanism(name), 12)
    for width, height in ((1200, 800), (390, 844)):
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        try:
            outside = browser.execute_script(
                """
                const box = document.getElementById("drawing").getBoundingClientRect(), found = [];
                for (const step of [0, 3, 7]) for (const view of [[-60, 25], [-90, 0], [0, 0], [-90, 90]]) {
                  sgkin.goTo(step); sgkin.turn(...view);
                  const all = layers.shapes.getBoundingClientRect();
                  if (all.left < box.left || all.right > box.right || all.top < box.top || all.bottom > box.bottom)
                    found.push([step, ...view]);
                }
                return found;
                """
            )
            assert outside == []
            across = browser.execute_script("return document.documentElement.scrollWidth - innerWidth")
            assert across <= 0
        finally:
            browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert browser.get_log("browser") == []


def test_a_narrow_screen(open_page: Open) -> None:
    browser = open_page(load_mechanism("double_wishbone"))
    try:
        browser.set_window_size(500, 860)
        width = browser.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1]
        assert browser.find_element("id", "drawing").size["height"] > 200
    finally:
        browser.set_window_size(1280, 900)


def test_what_does_not_move_says_why(open_page: Open) -> None:
    mechanism = load_mechanism("rssr")
    without = type(mechanism)("loose", mechanism.links, mechanism.joints, space="spatial", units=mechanism.units)
    browser = open_page(without)
    assert browser.find_element("id", "still").text
    assert not browser.find_element("id", "motion").is_displayed()
    assert paths(browser)
