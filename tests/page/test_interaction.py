"""What a user does with a page: play, drag, scrub, choose, step through the groups, read numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.support.ui import WebDriverWait

from sgkin import MotionError, load_mechanism, make_plan, scalable_four_bar, solve

Open = Callable[..., Chrome]


def state(browser: Chrome) -> dict[str, Any]:
    found: dict[str, Any] = browser.execute_script("return sgkin.state")
    return found


def screen(browser: Chrome, link: str, x: float = 0.0, y: float = 0.0) -> tuple[int, int]:
    place = browser.execute_script("return sgkin.screen(...arguments)", link, x, y)
    return round(place[0]), round(place[1])


def drag(browser: Chrome, start: tuple[int, int], *way: tuple[int, int]) -> None:
    """Press the mouse at a place of the window, move it and let it go."""
    actions = ActionChains(browser, duration=10)
    actions.w3c_actions.pointer_action.move_to_location(*start)
    actions.w3c_actions.pointer_action.pointer_down()
    for place in way:
        actions.w3c_actions.pointer_action.move_to_location(*place)
    actions.w3c_actions.pointer_action.pointer_up()
    actions.perform()


def hover(browser: Chrome, place: tuple[int, int]) -> str:
    actions = ActionChains(browser, duration=10)
    actions.w3c_actions.pointer_action.move_to_location(*place)
    actions.perform()
    return browser.find_element("id", "tip").text.replace("−", "-")


def set_slider(browser: Chrome, selector: str, value: float) -> None:
    browser.execute_script(
        "const slider = document.querySelector(arguments[0]); slider.value = arguments[1];"
        "slider.dispatchEvent(new Event('input')); slider.dispatchEvent(new Event('change'));",
        selector,
        value,
    )


def pose(browser: Chrome, link: str) -> list[float]:
    found: list[float] = browser.execute_script("return sgkin.poses()[arguments[0]]", link)
    return found


@pytest.mark.parametrize("name", ["four_bar_crank_rocker", "scissor_lift_1_stage", "five_bar_2dof"])
def test_plays_and_stops(name: str, open_page: Open) -> None:
    browser = open_page(load_mechanism(name))
    shapes = "return [...document.querySelectorAll('.moving')].map((shape) => shape.getAttribute('transform')).join()"
    before = browser.execute_script(shapes)
    browser.find_element("id", "play").click()
    WebDriverWait(browser, 5, 0.05).until(lambda opened: state(opened)["time"] > 0.02)
    assert state(browser)["playing"]
    browser.find_element("tag name", "body").send_keys(Keys.SPACE)
    assert not state(browser)["playing"]
    assert browser.execute_script(shapes) != before
    time = state(browser)["time"]
    mechanism = load_mechanism(name)
    motion = solve(mechanism, np.linspace(0.0, time, 50))
    link = mechanism.moving_links[-1]
    assert pose(browser, link) == pytest.approx(motion.pose(link)[-1].tolist(), abs=1e-6)
    assert browser.get_log("browser") == []


def test_goes_on_from_the_start_or_back_from_the_end(open_page: Open) -> None:
    browser = open_page(load_mechanism("four_bar_crank_rocker"))
    browser.execute_script("document.getElementById('speed').value = 5; sgkin.setTime(0.9); sgkin.play()")
    WebDriverWait(browser, 5, 0.02).until(lambda opened: 0.0 < state(opened)["time"] < 0.8)
    browser = open_page(load_mechanism("scissor_lift_1_stage"))
    browser.execute_script(
        "document.getElementById('speed').value = 5; sgkin.setTime(data.laws.times.at(-1) * 0.98); sgkin.play()"
    )
    rate = load_mechanism("scissor_lift_1_stage").drivers[0].laws[0](0.0)[1]
    WebDriverWait(browser, 5, 0.02).until(lambda opened: state(opened)["rates"][0] == pytest.approx(-rate))


def test_drags_the_crank_round(open_page: Open) -> None:
    browser = open_page(load_mechanism("four_bar_crank_rocker"))
    length = load_mechanism("four_bar_crank_rocker").link("crank").points["B"][0]
    start = state(browser)["inputs"][0]
    way = [start + turn for turn in np.radians(np.arange(15.0, 400.0, 15.0))]
    places = [screen(browser, "ground", length * np.cos(angle), length * np.sin(angle)) for angle in way]
    drag(browser, screen(browser, "crank", length), *places)
    found = state(browser)
    assert found["inputs"][0] == pytest.approx(way[-1], abs=0.03)
    assert (found["time"], found["stop"]) == (None, None)
    motion = solve(load_mechanism("four_bar_crank_rocker"), inputs=np.linspace(start, found["inputs"][0], 400))
    assert pose(browser, "rocker") == pytest.approx(motion.pose("rocker")[-1].tolist(), abs=1e-6)


def test_drags_a_link_that_is_not_driven(open_page: Open) -> None:
    browser = open_page(load_mechanism("slider_crank"))
    before = pose(browser, "piston")[0]
    x, y = screen(browser, "piston")
    drag(browser, (x, y), (x - 20, y), (x - 40, y))
    left, _ = screen(browser, "piston")
    assert left == pytest.approx(x - 40, abs=2)
    assert pose(browser, "piston")[0] < before


def test_dragging_stops_at_a_dead_point_and_says_so(open_page: Open) -> None:
    mechanism = load_mechanism("watt_straight_line")
    browser = open_page(mechanism)
    dead = browser.execute_script("return sgkin.deadPoints(0)")
    assert np.degrees(dead) == pytest.approx([-25.25, 44.18], abs=0.01)
    assert len(browser.find_elements("css selector", "#inputs .mark")) == 2
    places = [screen(browser, "ground", 3 * np.cos(a), 3 * np.sin(a)) for a in np.radians(np.arange(10, 80, 5))]
    drag(browser, screen(browser, "arm1", 3.0), *places)
    assert state(browser)["inputs"][0] == pytest.approx(dead[1], abs=1e-4)
    stop = browser.find_element("id", "stop")
    assert stop.is_displayed()
    assert stop.text.startswith("Dead point of RRR(coupler, arm2) at motor = 44.1773 deg: its links do not reach")
    drag(browser, screen(browser, "arm1", 3.0), places[2])
    assert state(browser)["inputs"][0] < dead[1] - 0.1
    assert not stop.is_displayed()


def test_slider_and_rate(open_page: Open) -> None:
    browser = open_page(load_mechanism("slider_crank"))
    set_slider(browser, "#input-0", 2.0)
    assert state(browser)["inputs"][0] == pytest.approx(2.0)
    rate = browser.find_element("id", "rate-0")
    rate.clear()
    rate.send_keys("90")
    motion = solve(load_mechanism("slider_crank"), inputs=[[2.0]], input_rates=[[np.pi / 2]])
    found = browser.execute_script("return [sgkin.velocities().piston, sgkin.accelerations().piston]")
    assert found[0] == pytest.approx(motion.velocity("piston")[0].tolist(), abs=1e-6)
    assert found[1] == pytest.approx(motion.acceleration("piston")[0].tolist(), abs=1e-6)


def test_several_inputs_have_a_slider_each_and_live_dead_points(open_page: Open) -> None:
    mechanism = load_mechanism("robot_3RRR_by_motor_angles")
    browser = open_page(mechanism)
    plan = make_plan(mechanism)
    target = plan.initial_inputs.copy()
    for number, change in enumerate((0.2, -0.1, 0.15)):
        target[number] += change
        set_slider(browser, f"#input-{number}", target[number])
    motion = solve(plan, inputs=np.linspace(plan.initial_inputs, target, 40))
    assert state(browser)["inputs"] == pytest.approx(target.tolist())
    assert pose(browser, "platform") == pytest.approx(motion.pose("platform")[-1].tolist(), abs=1e-6)
    WebDriverWait(browser, 5, 0.05).until(lambda opened: opened.execute_script("return sgkin.deadPoints(0).length"))
    (dead,) = browser.execute_script("return sgkin.deadPoints(0)")
    further = np.linspace(target, [dead + 0.3, *target[1:]], 400)
    with pytest.raises(MotionError) as caught:
        solve(plan, inputs=np.concatenate([motion.inputs, further]))
    assert dead == pytest.approx(caught.value.inputs["motor_1"], abs=1e-5)
    set_slider(browser, "#input-0", dead + 0.2)
    assert state(browser)["inputs"][0] == pytest.approx(dead, abs=1e-5)
    assert state(browser)["stop"]


def test_inputs_that_nothing_stops_have_no_dead_points(open_page: Open) -> None:
    browser = open_page(load_mechanism("planetary_differential_2dof"))
    browser.execute_script(
        "window.looked = 0; const draw = drawMarks; drawMarks = (...given) => (looked++, draw(...given))"
    )
    browser.execute_script("findLimits()")
    WebDriverWait(browser, 5, 0.05).until(lambda opened: opened.execute_script("return looked") >= 2)
    assert browser.execute_script("return [sgkin.deadPoints(0), sgkin.deadPoints(1)]") == [[], []]


def test_drags_a_platform_with_all_its_inputs(open_page: Open) -> None:
    browser = open_page(load_mechanism("robot_3RRR_by_pose"))
    before = state(browser)["inputs"]
    x, y = screen(browser, "platform")
    drag(browser, (x, y), (x + 15, y - 5), (x + 30, y - 10))
    assert screen(browser, "platform") == pytest.approx((x + 30, y - 10), abs=2)
    assert state(browser)["inputs"][0] > before[0]
    assert state(browser)["inputs"][1] > before[1]


def test_points_are_chosen_in_the_list_and_in_the_drawing(open_page: Open) -> None:
    browser = open_page(load_mechanism("four_bar_crank_rocker"))

    def curves() -> set[str]:
        return {curve.get_attribute("data-point") or "" for curve in browser.find_elements("css selector", ".curve")}

    assert curves() == {"coupler.P"}
    drag(browser, screen(browser, "crank", 2.0))  # a click
    assert curves() == {"coupler.P", "crank.B"}
    labels = browser.find_elements("css selector", "#choices label")
    next(label for label in labels if label.text == "coupler.C").click()
    assert curves() == {"coupler.P", "crank.B", "coupler.C"}
    assert len(browser.find_elements("css selector", "path.arrow.velocity")) == 3
    assert len(browser.find_elements("css selector", "path.arrow.acceleration")) == 0
    browser.find_element("id", "acceleration").click()
    assert len(browser.find_elements("css selector", "path.arrow.acceleration")) == 3
    browser.find_element("id", "curves").click()
    assert curves() == set()


def test_any_place_of_a_link_can_be_traced(open_page: Open) -> None:
    browser = open_page(load_mechanism("gear_pair"))
    assert browser.find_elements("css selector", ".curve") == []
    ActionChains(browser).key_down(Keys.SHIFT).perform()
    drag(browser, screen(browser, "gear2", 0.5, 0.25))  # a click
    ActionChains(browser).key_up(Keys.SHIFT).perform()
    assert len(browser.find_elements("css selector", ".curve")) == 1
    (name,) = browser.execute_script("return sgkin.points")
    place = [float(number) for number in re.findall(r"[\d.]+", name)[1:]]
    assert name.startswith("gear2 (")
    assert place == pytest.approx([0.5, 0.25], abs=0.01)


def test_a_curve_goes_where_python_says(open_page: Open) -> None:
    mechanism = load_mechanism("hoeken")
    browser = open_page(mechanism)
    scale = browser.execute_script("return view.scale")
    path = browser.find_element("css selector", ".curve").get_attribute("d") or ""
    drawn = np.array(re.findall(r"[ML](\S+) ([^MLz]+)", path), dtype=float) * [1.0, -1.0] / scale
    plan = make_plan(mechanism)
    motion = solve(plan, inputs=np.linspace(plan.initial_inputs, plan.initial_inputs + 2 * np.pi, len(drawn)))
    np.testing.assert_allclose(drawn, motion.position("coupler.T"), atol=0.01 / scale)


def test_groups_light_up_in_solving_order(open_page: Open) -> None:
    browser = open_page(load_mechanism("jansen_leg"))
    items = browser.find_elements("css selector", "#legend .signature")
    assert [item.text for item in items] == ["R*", "RRR", "RRR", "RRR"]

    def shown(kind: str) -> set[str]:
        shapes = browser.find_elements("css selector", f".shape.{kind}")
        return {shape.get_attribute("data-group") or "" for shape in shapes}

    following = browser.find_element("id", "next")
    for number in range(4):
        following.click()
        assert shown("lit") == {str(number)}
        assert shown("dim") == {str(later) for later in range(number + 1, 4)}
    following.click()
    assert (shown("lit"), shown("dim")) == (set(), set())
    items[2].click()
    assert shown("lit") == {"2"}
    browser.find_element("id", "before").click()
    assert shown("lit") == {"1"}


def test_numbers_under_the_cursor_are_those_of_python_in_the_files_units(open_page: Open) -> None:
    mechanism = load_mechanism("welded_crank_slider")
    browser = open_page(mechanism)
    motion = solve(mechanism, [0.0])
    text = hover(browser, screen(browser, "rod"))
    wanted = [*motion.position("web.A")[0], *motion.velocity("web.A")[0], *motion.acceleration("web.A")[0]]
    found = [float(number) for number in re.findall(r"(\S+) mm", text)]
    assert text.startswith("web.A\n")
    assert re.findall(r"mm\S*", text) == ["mm", "mm", "mm/s", "mm/s", "mm/s²", "mm/s²"]
    assert found == pytest.approx([1e3 * each for each in wanted], rel=1e-4)
    text = hover(browser, screen(browser, "rod", 0.06))
    wanted = [read("rod")[0, 2] for read in (motion.position, motion.velocity, motion.acceleration)]
    found = [float(number) for number in re.findall(r"(\S+) (?:°|deg)", text)]
    assert text.startswith("rod\n")
    assert found == pytest.approx(np.degrees(wanted).tolist(), rel=1e-4)
    assert "RRP" in text


@pytest.mark.parametrize("preferred", ["light", "dark"])
def test_light_and_dark(preferred: str, open_page: Open) -> None:
    browser = open_page(load_mechanism("gear_pair"))
    feature = {"features": [{"name": "prefers-color-scheme", "value": preferred}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", feature)
    background = "return getComputedStyle(document.body).backgroundColor"
    theme = "return document.documentElement.dataset.theme"
    WebDriverWait(browser, 5, 0.05).until(lambda opened: opened.execute_script(theme) == preferred)
    first = browser.execute_script(background)
    browser.find_element("id", "theme").click()
    assert browser.execute_script(background) != first
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_the_wheel_zooms_and_a_double_click_shows_all(open_page: Open) -> None:
    browser = open_page(load_mechanism("slider_crank"))
    full = browser.execute_script("return view.box")
    x, y = screen(browser, "ground", 1.0, 1.0)
    browser.execute_script(
        "document.getElementById('drawing').dispatchEvent("
        "new WheelEvent('wheel', { deltaY: -300, clientX: arguments[0], clientY: arguments[1] }))",
        x,
        y,
    )
    assert screen(browser, "ground", 1.0, 1.0) == pytest.approx((x, y), abs=1)
    assert browser.execute_script("return view.box")[2] < full[2]
    ActionChains(browser).double_click(browser.find_element("id", "drawing")).perform()
    assert browser.execute_script("return view.box") == full


def test_a_hundred_links_move_fast_enough_to_play(open_page: Open) -> None:
    browser = open_page(scalable_four_bar(50), 60)
    milliseconds = browser.execute_script(
        "const start = performance.now(); for (let i = 0; i < 20; i++) sgkin.setTime(0.001 * i);"
        "return (performance.now() - start) / 20"
    )
    assert milliseconds < 200.0  # a generous bound: it is some 10 ms on an idle machine
