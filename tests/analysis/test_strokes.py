"""Dead centres, stroke and time ratio of textbook mechanisms, from their formulas."""

from __future__ import annotations

from math import asin, cos, pi, sin, sqrt

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    Cycloidal,
    Harmonic,
    SgkinError,
    load_mechanism,
    motion_range,
    quick_return,
    solve,
    strokes,
)
from tests.analysis.four_bars import Lengths, within_turn
from tests.analysis.sliders import crank_angles, placed_four_bar, slider_crank, slotted_lever, with_slider

EXACT = {"rel": 0.0, "abs": 1e-10}


@pytest.mark.parametrize(("r", "l", "e"), [(1.0, 3.0, 0.0), (0.7, 2.2, 0.4), (0.5, 1.9, -0.6)])
def test_slider_crank(r: float, l: float, e: float) -> None:  # noqa: E741
    found = strokes(slider_crank(r, l, e), "D")
    outer, inner = asin(e / (l + r)), pi + asin(e / (l - r))
    assert found.stroke == pytest.approx(sqrt((l + r) ** 2 - e * e) - sqrt((l - r) ** 2 - e * e), **EXACT)
    assert within_turn(found.greatest.input - outer) == pytest.approx(0.0, **EXACT)
    assert within_turn(found.least.input - inner) == pytest.approx(0.0, **EXACT)
    back = inner - outer
    assert found.back == pytest.approx(back, **EXACT)
    assert found.forward == pytest.approx(2.0 * pi - back, **EXACT)
    ratio = back / (2.0 * pi - back)
    assert found.time_ratio == pytest.approx(max(ratio, 1.0 / ratio), **EXACT)
    assert found.time_ratio_by_law == pytest.approx(found.time_ratio, **EXACT)


def test_inverted_slider_crank() -> None:
    r, d = 0.8, 2.1
    found, swing = strokes(slotted_lever(r, d), "lever.theta"), asin(r / d)
    assert found.stroke == pytest.approx(2.0 * swing, **EXACT)
    assert {round(each.value, 9) for each in found.dead_centres} == {
        round(0.5 * pi - swing, 9),
        round(0.5 * pi + swing, 9),
    }
    assert found.time_ratio == pytest.approx((pi + 2.0 * swing) / (pi - 2.0 * swing), **EXACT)
    wanted = sorted([-swing % (2.0 * pi), (pi + swing) % (2.0 * pi)])
    assert [each.input for each in found.dead_centres] == pytest.approx(wanted, **EXACT)


def test_whitworth() -> None:
    r, d, arm = 1.3, 0.5, 0.9
    found, angle = strokes(with_slider(slotted_lever(r, d), "lever", arm, 3.0), "H"), asin(d / r)
    assert found.stroke == pytest.approx(2.0 * arm, **EXACT)
    assert found.time_ratio == pytest.approx((pi + 2.0 * angle) / (pi - 2.0 * angle), **EXACT)
    wanted = sorted([-angle % (2.0 * pi), pi + angle])
    assert [each.input for each in found.dead_centres] == pytest.approx(wanted, **EXACT)


@pytest.mark.parametrize("branch", [1, -1])
@pytest.mark.parametrize("seed", range(5))
def test_drag_link(seed: int, branch: int) -> None:
    """The ram is farthest where the second crank points along its guide; the crank is there by the law of cosines."""
    lengths, arm, rod = drag_link(seed), 0.7, 3.0
    found = strokes(with_slider(placed_four_bar(lengths, branch), "rocker", arm, rod), "H")
    outer, inner = (crank_angle(lengths, output, branch) for output in (0.0, pi))
    assert found.turns == 1
    assert len(found.dead_centres) == 2
    assert within_turn(found.greatest.input - outer) == pytest.approx(0.0, **EXACT)
    assert within_turn(found.least.input - inner) == pytest.approx(0.0, **EXACT)
    assert found.greatest.value == pytest.approx(rod + arm, **EXACT)
    assert found.least.value == pytest.approx(rod - arm, **EXACT)
    forward = (outer - inner) % (2.0 * pi)
    assert found.forward == pytest.approx(forward, **EXACT)
    assert found.back == pytest.approx(2.0 * pi - forward, **EXACT)
    slow, quick = max(forward, 2.0 * pi - forward), min(forward, 2.0 * pi - forward)
    assert found.time_ratio == pytest.approx(slow / quick, **EXACT)


@pytest.mark.parametrize("seed", range(5))
def test_limits_of_a_drag_link(seed: int) -> None:
    """Both cranks go round, whatever the branch, as long as the rod is longer than the arm that moves it; a shorter one
    locks where it stands across the guide."""
    lengths, arm, rod = drag_link(seed), 0.7, 0.5
    free = motion_range(with_slider(placed_four_bar(lengths), "rocker", arm, 3.0))
    assert [mode.turns for mode in free] == [1] * 4
    assert len(free.circuits) == 4
    assert not free.dead_points
    found = motion_range(with_slider(placed_four_bar(lengths), "rocker", arm, rod))
    across = asin(rod / arm)
    outputs = (across, pi - across, -across, pi + across)
    wanted = sorted(within_turn(crank_angle(lengths, each, branch)) for each in outputs for branch in (1, -1))
    values = sorted({round(within_turn(limit.value), 11) for limit in found.dead_points})
    assert values == pytest.approx(wanted, **EXACT)
    assert {group.label for limit in found.dead_points for group in limit.groups} == {"RRP(rod, ram)"}
    assert not found.full_turn
    assert len(found) == 8
    assert len(found.circuits) == 4


def drag_link(seed: int) -> Lengths:
    """Ground, crank, coupler and second crank of a four-bar on its shortest link."""
    return 0.4, *np.random.default_rng(seed).uniform(1.0, 1.3, 3).tolist()


def crank_angle(lengths: Lengths, output: float, branch: int) -> float:
    """The crank angle at which the output link has an angle, in the branch of the coupler's pin left or right of the
    line from the crank's pin to the fixed pivot."""
    g, a, _, c = lengths
    x, y = g + c * cos(output), c * sin(output)
    for angle in crank_angles(lengths, output):
        bx, by = a * cos(angle), a * sin(angle)
        if branch * ((g - bx) * (y - by) - (0.0 - by) * (x - bx)) > 0.0:
            return angle
    raise AssertionError("both crank angles belong to the other branch")


def test_shaper() -> None:
    mechanism = load_mechanism("crank_shaper")
    r = mechanism.link("crank").points["B"][0]
    (ax, ay), (dx, dy) = (mechanism.link("ground").points[name] for name in ("A", "D"))
    swing = asin(r / np.hypot(ax - dx, ay - dy))
    found = strokes(mechanism, "H")
    assert found.time_ratio == pytest.approx((pi + 2.0 * swing) / (pi - 2.0 * swing), **EXACT)
    assert found.stroke == pytest.approx(2.0 * mechanism.link("lever").points["E"][0] * np.sin(swing), **EXACT)
    assert quick_return(mechanism, "H") == found.time_ratio


def test_time_ratio_by_a_law_of_its_own() -> None:
    """A cycloidal turn: the time at which the crank has turned by z is the zero of the law less z."""
    law = Cycloidal(start=0.0, rise=2.0 * pi, duration=2.0)
    found = strokes(slider_crank(0.7, 2.2, 0.4, law), "D")
    for centre in found.dead_centres:
        assert centre.time is not None
        assert law(np.array([centre.time]))[0][0] == pytest.approx(centre.input, abs=1e-9)
    assert sum(each.duration or 0.0 for each in found.strokes) == pytest.approx(2.0)
    assert found.time_ratio_by_law != pytest.approx(found.time_ratio, abs=1e-3)
    back = strokes(slider_crank(0.7, 2.2, 0.4, ConstantSpeed(-2.0)), "D")
    assert back.time_ratio_by_law == pytest.approx(back.time_ratio, **EXACT)
    to_and_fro = strokes(slider_crank(0.7, 2.2, 0.4, Harmonic(amplitude=1.0, frequency=1.0)), "D")
    assert to_and_fro.time_ratio_by_law is None


def test_double_strokes_are_a_list() -> None:
    found = strokes(load_mechanism("jansen_leg"), "foot_triangle.foot.y")
    assert [each.kind for each in found.dead_centres] == ["maximum", "minimum", "maximum", "minimum"]
    assert sum(each.length for each in found.strokes) == pytest.approx(0.0, abs=1e-12)
    motion = solve(load_mechanism("jansen_leg"))
    y = motion.position("foot_triangle.foot")[:, 1]
    assert found.least.value <= y.min()
    assert found.stroke == pytest.approx(np.ptp(y), rel=1e-4)


@pytest.mark.parametrize(
    ("name", "output", "sentence"),
    [
        ("four_bar_crank_rocker", "nothing", "there is no link, joint or coordinate 'nothing'"),
        ("four_bar_crank_rocker", "coupler.Z.x", "point of link 'coupler' named 'Z'"),
        ("parallelogram", "coupler", "coupler does not move with the input"),
        ("drag_link_press", "crank2", "crank2 goes round with the input"),
        ("chebyshev_straight_line", "arm2", "makes no whole turn: the motion ends at motor = 101.537 deg"),
        ("slider_crank_piston_input", "crank", "is a length and makes no turns"),
        ("five_bar_2dof", "rod1", "several inputs; say which is meant: motor_A, motor_E"),
    ],
)
def test_what_cannot_be_asked(name: str, output: str, sentence: str) -> None:
    with pytest.raises(SgkinError) as caught:
        strokes(load_mechanism(name), output)
    assert sentence in str(caught.value)
