"""The moving picture on a page of its own, in a real browser."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.support.ui import WebDriverWait

from sgkin import load_mechanism, solve
from sgkin.plots import animate_motion

SECONDS = 2.0
ANGLES = """
const angle = matrix => Math.atan2(matrix.b, matrix.a);
return [...document.querySelectorAll("g")].filter(g => g.querySelector(":scope > animateTransform"))
  .map(g => angle(g.getCTM()));
"""


@pytest.fixture
def player(browser: Chrome, tmp_path: Path) -> Chrome:
    """The page of a four-bar that turns once in two seconds."""
    motion = solve(load_mechanism("four_bar_crank_rocker"), np.linspace(0.0, 1.0, 121))
    animate_motion(motion, tmp_path / "film.html", points=["coupler.P"], seconds=SECONDS)
    browser.get_log("browser")
    browser.get((tmp_path / "film.html").as_uri())
    return browser


def moment(player: Chrome) -> float:
    return float(player.execute_script("return document.getElementById('moment').value"))


def test_it_plays_and_stops(player: Chrome) -> None:
    WebDriverWait(player, 10).until(lambda browser: moment(browser) > 0.1)
    button = player.find_element("id", "play")
    assert button.text == "stop"
    button.click()
    assert button.text == "play"
    held, angles = moment(player), player.execute_script(ANGLES)
    player.execute_async_script("setTimeout(arguments[0], 200)")
    assert (moment(player), player.execute_script(ANGLES)) == (held, angles)
    button.click()
    WebDriverWait(player, 10).until(lambda browser: moment(browser) != held)
    assert [entry for entry in player.get_log("browser") if entry["level"] == "SEVERE"] == []


def test_pulled_to_a_moment_every_link_is_where_it_is_then(player: Chrome) -> None:
    mechanism = load_mechanism("four_bar_crank_rocker")
    for part in (0.25, 0.5, 0.8):
        player.execute_script(
            "const slider = document.getElementById('moment'); slider.value = arguments[0];"
            "slider.dispatchEvent(new Event('input'));",
            part * SECONDS,
        )
        motion = solve(mechanism, [0.0, part])
        expected = [-motion.pose(link)[-1, 2] for link in mechanism.moving_links]  # y points down on a page
        turned = np.exp(1j * np.array(player.execute_script(ANGLES)))
        for angle in expected:
            assert np.abs(turned - np.exp(1j * angle)).min() < 2e-2
        assert player.find_element("id", "shown").text == f"{100 * part:.0f} %"
        assert player.find_element("id", "play").text == "play"
