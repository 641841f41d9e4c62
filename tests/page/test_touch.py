"""A page under fingers: one drags or pans, two zoom, a tap chooses."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from selenium.webdriver import Chrome

from sgkin import load_mechanism

from .test_interaction import pose, screen, state

Open = Callable[..., Chrome]
Place = tuple[float, float]


@pytest.fixture
def open_phone(open_page: Open, browser: Chrome) -> Iterator[Open]:
    """Opens pages as on a telephone."""
    size = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})
    yield open_page
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def touch(browser: Chrome, kind: str, *places: Place) -> None:
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
    browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})


def swipe(browser: Chrome, *frames: tuple[Place, ...]) -> None:
    """Put fingers down, move them from frame to frame, lift them."""
    touch(browser, "Start", frames[0][0])
    if len(frames[0]) > 1:
        touch(browser, "Start", *frames[0])
    for frame in frames[1:]:
        touch(browser, "Move", *frame)
    touch(browser, "End")


def test_a_finger_drags_a_link_and_reads_it_below_the_drawing(open_phone: Open) -> None:
    browser = open_phone(load_mechanism("slider_crank"))
    x, y = screen(browser, "piston")
    before = pose(browser, "piston")[0]
    touch(browser, "Start", (x, y))
    for step in (8, 16, 24):
        touch(browser, "Move", (x - step, y))
    assert not browser.find_element("id", "tip").is_displayed()
    held = browser.find_element("id", "held")
    assert held.text.startswith("rod.C: x ")
    assert (
        held.rect["y"]
        >= browser.find_element("id", "drawing").rect["y"] + browser.find_element("id", "drawing").rect["height"]
    )
    touch(browser, "End")
    assert pose(browser, "piston")[0] < before
    assert screen(browser, "piston")[0] == pytest.approx(x - 24, abs=2)


def test_two_fingers_zoom_about_what_is_between_them(open_phone: Open) -> None:
    browser = open_phone(load_mechanism("four_bar_crank_rocker"))
    full = browser.execute_script("return view.box")
    inputs = state(browser)["inputs"]
    x, y = screen(browser, "coupler")
    frames = [((x - reach, y), (x + reach, y)) for reach in (30, 45, 60)]
    swipe(browser, *frames)
    assert browser.execute_script("return view.box")[2] == pytest.approx(full[2] / 2, rel=0.02)
    assert screen(browser, "coupler") == pytest.approx((x, y), abs=2)
    assert state(browser)["inputs"] == inputs  # a pinch drags nothing
    swipe(browser, *frames[::-1])
    assert browser.execute_script("return view.box")[2] == pytest.approx(full[2], rel=0.02)
    browser.find_element("id", "zoom-in").click()
    browser.find_element("id", "zoom-all").click()
    assert browser.execute_script("return view.box") == full


def test_two_fingers_that_move_together_pan(open_phone: Open) -> None:
    browser = open_phone(load_mechanism("four_bar_crank_rocker"))
    x, y = screen(browser, "coupler")
    swipe(browser, *(((150 + step, 200 + step), (250 + step, 200 + step)) for step in (0, 10, 20, 30)))
    assert screen(browser, "coupler") == pytest.approx((x + 30, y + 30), abs=3)


def test_a_finger_on_empty_paper_pans(open_phone: Open) -> None:
    browser = open_phone(load_mechanism("hoeken"))
    x, y = screen(browser, "coupler")
    corner = browser.find_element("id", "drawing").rect
    start = (corner["x"] + 12, corner["y"] + corner["height"] - 12)
    swipe(browser, *(((start[0] + step, start[1] - step),) for step in (0, 20, 40)))
    assert screen(browser, "coupler") == pytest.approx((x + 40, y - 40), abs=2)


def test_a_tap_near_a_pin_chooses_it(open_phone: Open) -> None:
    browser = open_phone(load_mechanism("four_bar_crank_rocker"))
    x, y = screen(browser, "crank", 2.0)
    swipe(browser, ((x + 10, y + 8),))
    curves = browser.find_elements("css selector", ".curve")
    assert {curve.get_attribute("data-point") for curve in curves} == {"coupler.P", "crank.B"}


def test_the_hint_speaks_of_fingers(open_phone: Open) -> None:
    assert "Two fingers zoom" in open_phone(load_mechanism("hoeken")).find_element("id", "hint").text
