"""What a page looks like at once: names in one piece, the hint seen, symbols smaller than links, a true scale bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from selenium.webdriver import Chrome

from sgkin import Mechanism, load_mechanism, scalable_four_bar

from .test_interaction import drag, screen

Open = Callable[..., Chrome]
SIZES = {390: 844, 768: 1024, 1280: 900}
SHOWN = [
    *(load_mechanism(name) for name in ("jansen_leg", "hydraulic_excavator_front", "cam_roller_follower", "gear_pair")),
    scalable_four_bar(60),
]
BROKEN = """
const pieces = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const broken = [];
while (pieces.nextNode()) {
  const node = pieces.currentNode;
  if (!node.parentElement.closest("#choices, #legend, #inputs") || / /.test(node.data.trim())) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
  if (tops.size > 1) broken.push(node.data);
}
return broken;
"""


@pytest.fixture(params=SIZES, ids=str)
def open_sized(request: pytest.FixtureRequest, open_page: Open, browser: Chrome) -> Iterator[Open]:
    size = {"width": request.param, "height": SIZES[request.param], "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    yield open_page
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("mechanism", SHOWN, ids=lambda each: each.name)
def test_it_fits_at_every_width(mechanism: Mechanism, open_sized: Open) -> None:
    browser = open_sized(mechanism, 40)
    assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    assert browser.execute_script(BROKEN) == []
    if browser.execute_script("return sgkin.moves"):
        hint, height = browser.find_element("id", "hint"), browser.execute_script("return innerHeight")
        assert hint.text.startswith("Drag any link or pin.")
        assert hint.rect["y"] + hint.rect["height"] <= height
        assert browser.execute_script("return part('reading').scrollHeight <= part('reading').clientHeight")
    drawing, foot = (browser.find_element("id", name).rect for name in ("drawing", "foot"))
    assert foot["y"] >= drawing["y"] + drawing["height"] - 1  # nothing lies on the drawing


def test_the_drawing_does_not_jump_when_something_is_read(open_sized: Open) -> None:
    browser = open_sized(load_mechanism("hydraulic_excavator_front"), 40)
    before = browser.find_element("id", "drawing").rect
    browser.execute_script("cursor.client = [9, 9]; cursor.finger = true; cursor.point = data.points.at(-1); showTip()")
    assert browser.find_element("id", "held").text.startswith("bucket")
    assert browser.find_element("id", "drawing").rect == before


def test_while_dragging_the_numbers_stand_below_the_drawing(open_page: Open) -> None:
    browser = open_page(load_mechanism("four_bar_crank_rocker"))
    browser.execute_script(
        "window.tips = []; const show = showTip;"
        "showTip = () => { show(); if (cursor.grabbed) tips.push([part('tip').hidden, part('held').textContent]); }"
    )
    x, y = screen(browser, "crank", 2.0)
    drag(browser, (x, y), (x + 5, y + 5), (x + 10, y + 10))
    tips = browser.execute_script("return tips")
    assert len(tips) > 1
    assert all(hidden and text.startswith("crank.B: x ") for hidden, text in tips)


def test_the_drawing_says_what_it_is(open_page: Open) -> None:
    drawing = open_page(load_mechanism("jansen_leg"), 40).find_element("id", "drawing")
    assert drawing.aria_role == "application"
    assert drawing.accessible_name.startswith("Drawing of Leg of Theo Jansen's Strandbeest: 7 moving links, 4 groups")
    still = open_page(load_mechanism("cam_roller_follower"), 40).find_element("id", "drawing")
    assert still.get_attribute("role") == "img"
    assert still.accessible_name.startswith("Drawing of Cam with a roller follower")


def test_every_control_has_a_name(open_page: Open) -> None:
    browser = open_page(load_mechanism("robot_3RRR_by_pose"), 40)
    controls = browser.find_elements("css selector", ":is(button, input, select):not([hidden] *)")
    assert len(controls) > 30
    assert [each.get_attribute("outerHTML") for each in controls if not each.accessible_name] == []


def test_the_scale_bar_is_as_long_as_it_says(open_page: Open) -> None:
    browser = open_page(load_mechanism("welded_crank_slider"), 40)
    for _ in range(3):
        number, unit = browser.find_element("css selector", "#scale span").text.split()
        assert unit == "mm"
        left, right = (screen(browser, "ground", x)[0] for x in (0.0, 0.001 * float(number)))
        width = browser.find_element("css selector", "#scale i").rect["width"]
        assert width == pytest.approx(right - left, abs=1.5)
        assert 40 <= width <= 121
        browser.find_element("id", "zoom-in").click()


def test_symbols_are_smaller_than_links_in_a_large_mechanism(open_page: Open) -> None:
    browser = open_page(scalable_four_bar(60), 12)
    pins, bodies = browser.execute_script(
        "const size = (role) => [...document.querySelectorAll(`.shape.${role}`)].map((made) => made.getBBox());"
        "const longer = ({ width, height }) => Math.max(width, height);"
        "return [size('pin').map(longer), size('body').map(longer)]"
    )
    lengths = sorted(bodies)
    assert max(pins) < 0.5 * lengths[len(lengths) // 4]
    thin = "return parseFloat(getComputedStyle(document.querySelector('.shape.body')).strokeWidth)"
    before = browser.execute_script(thin)
    browser.execute_script("view.zoom(1 / 6)")
    assert before < 0.7
    assert browser.execute_script(thin) > 1.2  # lines have their full width again where symbols are large
