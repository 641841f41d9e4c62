"""Curves of points against closed forms, and what cannot be answered."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from scipy.special import ellipe, gamma

from sgkin import (
    InputError,
    MotionError,
    SgkinError,
    coupler_curve,
    load_mechanism,
    make_plan,
    solve,
)
from sgkin.kinematic_plan import KinematicPlan
from tests.analysis.coupler_points import FourBar, crank_rockers


def test_a_crank_draws_a_circle() -> None:
    curve = coupler_curve(load_mechanism("four_bar_crank_rocker"), "crank.B")
    assert curve.is_closed
    assert curve.length == pytest.approx(4.0 * np.pi, rel=1e-14)
    assert curve.area == pytest.approx(4.0 * np.pi, rel=1e-14)
    at = np.linspace(curve.begin, curve.end, 11)
    np.testing.assert_allclose(curve.curvature(at), 0.5, rtol=1e-13)
    np.testing.assert_allclose(curve.centre_of_curvature(at), [[0.0, 0.0, 1.0]] * 11, atol=1e-12)
    assert (curve.cusps, curve.double_points, curve.inflections, curve.runs_over_itself) == ((), (), (), False)
    high, low = curve.extremes((3.0, 4.0))
    assert (high.kind, low.kind) == ("maximum", "minimum")
    np.testing.assert_allclose([high.value, low.value], [2.0, -2.0], rtol=1e-14)
    np.testing.assert_allclose(high.at, np.arctan2(4.0, 3.0), atol=1e-13)
    nearest = curve.extremes(distance_from=(6.0, 0.0))
    np.testing.assert_allclose([each.value for each in nearest], [8.0, 4.0], rtol=1e-14)
    np.testing.assert_allclose([each.at for each in nearest], [np.pi, 2.0 * np.pi], atol=1e-13)


def test_half_an_ellipse_between_dead_points() -> None:
    """The trammel locks at both ends of the guide; between them its point draws half an ellipse, axes 1 and 3.5."""
    trammel = load_mechanism("elliptic_trammel_slider_input")
    with pytest.raises(MotionError, match="dead point"):
        coupler_curve(trammel, "bar.P", (-3.0, 3.0))
    curve = coupler_curve(trammel, "bar.P", (-3.0, 3.0), on_failure="return")
    assert curve.ends_at_dead_points == (True, True)
    np.testing.assert_allclose([curve.begin, curve.end], [-2.5, 2.5], atol=1e-13)
    assert curve.accuracy[0] < 1e-11
    assert curve.length == pytest.approx(0.5 * 4.0 * 3.5 * ellipe(1.0 - 1.0 / 3.5**2), rel=1e-10)
    at = np.linspace(-2.3, 2.3, 9)
    x, y = curve.position(at).T
    np.testing.assert_allclose(x**2 + (y / 3.5) ** 2, 1.0, atol=1e-13)
    known = 3.5 / (3.5**2 * x**2 + y**2 / 3.5**2) ** 1.5
    np.testing.assert_allclose(np.abs(curve.curvature(at)), known, rtol=1e-10)
    (top,) = (each for each in curve.extremes("y") if not each.is_end)
    np.testing.assert_allclose([top.at, top.value], [0.0, 3.5], atol=1e-12)
    with pytest.raises(InputError, match="is not closed and has no area"):
        _ = curve.area


def test_an_end_on_a_dead_point_is_reached() -> None:
    curve = coupler_curve(load_mechanism("elliptic_trammel_slider_input"), "bar.P", (0.0, 2.5))
    assert curve.ends_at_dead_points == (False, True)
    assert curve.length == pytest.approx(3.5 * ellipe(1.0 - 1.0 / 3.5**2), rel=1e-10)
    np.testing.assert_allclose(np.abs(curve.position(2.5)[0]), [1.0, 0.0], atol=1e-10)


def test_an_end_beside_a_dead_point_is_resolved() -> None:
    angle = np.arccos((2.5 - 1e-9) / 2.5)
    curve = coupler_curve(load_mechanism("elliptic_trammel_slider_input"), "bar.P", (0.0, 2.5 - 1e-9))
    x, y = curve.path(np.array([curve.end - 1e-9]))[0, :2]
    np.testing.assert_allclose([x**2 + (y / 3.5) ** 2, abs(y)], [1.0, 3.5 * np.sin(angle) * 2.0**0.5], atol=1e-8)


def lemniscate() -> FourBar:
    """An antiparallelogram whose coupler middle draws Bernoulli's lemniscate with foci at (±1, 0)."""
    a0, b0, phi = -1.0 + 0.0j, 1.0 + 0.0j, 1.1
    a = a0 + 2.0**0.5 * np.exp(1j * phi)
    reach = b0 - a
    along = (abs(reach) ** 2 + 4.0 - 2.0) / (2.0 * abs(reach))
    for side in (1.0, -1.0):
        b = a + reach / abs(reach) * complex(along, side * np.sqrt(4.0 - along**2))
        if abs((b - b0) - (a - a0)) > 0.1:  # the parallelogram is the other one
            break
    return FourBar(a0, a, b, b0, 0.5 * (a + b))


def test_lemniscate_through_change_points() -> None:
    """|P − F₁| |P − F₂| = 1: its length is Γ(1/4)² / √π, both loops have one area, and cross at a right angle."""
    curve = coupler_curve(lemniscate().mechanism(), "coupler.P")
    x, y = curve.position(np.linspace(curve.begin, curve.end, 40)).T
    np.testing.assert_allclose(np.hypot(x - 1.0, y) * np.hypot(x + 1.0, y), 1.0, atol=1e-9)
    assert curve.length == pytest.approx(gamma(0.25) ** 2 / np.sqrt(np.pi), rel=1e-9)
    assert abs(curve.area) < 1e-9
    (cross,) = curve.double_points
    np.testing.assert_allclose(cross.point, 0.0, atol=1e-9)
    assert abs(cross.tangents[0] @ cross.tangents[1]) < 1e-8
    assert sorted(round(abs(each.value), 9) for each in curve.extremes("y")) == [0.5] * 4


def test_extremes_are_those_of_a_fine_motion() -> None:
    for four_bar in islice(crank_rockers(5), 20):
        plan = make_plan(four_bar.mechanism())
        curve = coupler_curve(plan, "coupler.P")
        places = solve(plan, inputs=np.linspace(curve.begin, curve.end, 20001)).position("coupler.P")
        for direction, heights in (("x", places[:, 0]), ("y", places[:, 1])):
            found = curve.extremes(direction)
            inner = heights[:-1]
            turns = (inner - np.roll(inner, 1)) * (inner - np.roll(inner, -1)) > 0.0
            assert len(found) == turns.sum()
            values = [each.value for each in found]
            assert max(values) - heights.max() == pytest.approx(0.0, abs=1e-6)
            assert min(values) <= heights.min() + 1e-15
            for each in found:
                speed = solve(plan, inputs=[each.at], input_rates=[1.0]).velocity("coupler.P")[0]
                assert abs(speed[0 if direction == "x" else 1]) < 1e-12 * curve.length


def test_curvature_and_length_are_those_of_differences() -> None:
    four_bar = next(crank_rockers(2))
    curve = coupler_curve(four_bar.mechanism(), "coupler.P")
    at, step = np.linspace(curve.begin + 0.1, curve.end - 0.1, 9), 1e-3
    before, here, after = (curve.position(at + shift) for shift in (-step, 0.0, step))
    one, other, across = here - before, after - here, after - before
    sides = np.prod([np.hypot(*side.T) for side in (one, other, across)], axis=0)
    area = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    np.testing.assert_allclose(curve.curvature(at), 2.0 * area / sides, rtol=1e-4, atol=1e-4)
    places = curve.position(np.linspace(curve.begin, curve.end, 4001))
    assert np.hypot(*np.diff(places, axis=0).T).sum() == pytest.approx(curve.length, rel=1e-6)
    for inflection in curve.inflections:
        assert abs(curve.curvature(inflection)[0]) < 1e-9


def test_a_rocker_runs_there_and_back() -> None:
    curve = coupler_curve(load_mechanism("four_bar_crank_rocker"), "rocker.C")
    assert curve.runs_over_itself
    assert (curve.cusps, curve.double_points) == ((), ())
    assert [each.is_cusp for each in curve.turning_points] == [False, False]
    assert abs(curve.area) < 1e-12
    ends = np.sort(np.cos([each.at for each in curve.turning_points]))
    np.testing.assert_allclose(ends, 1.0 / 3.0, atol=1e-12)  # crank and coupler in line, by the law of cosines


def test_a_path_twice_runs_over_itself() -> None:
    curve = coupler_curve(load_mechanism("four_bar_crank_rocker"), "coupler.P", (0.5, 0.5 + 4.0 * np.pi))
    assert curve.runs_over_itself
    assert curve.double_points == ()


def test_seen_from_another_link() -> None:
    four_bar = load_mechanism("four_bar_crank_rocker")
    curve = coupler_curve(four_bar, "coupler.C", relative_to="crank")
    np.testing.assert_allclose(np.abs(curve.curvature(np.linspace(1.0, 6.0, 5))), 1.0 / 7.0, rtol=1e-10)


def test_along_a_line_of_two_inputs() -> None:
    plan = make_plan(load_mechanism("five_bar_2dof"))
    start = plan.initial_inputs
    curve = coupler_curve(plan, "rod1.C", [start, start + np.array([0.4, -0.3])])
    assert (curve.begin, curve.end) == (0.0, 1.0)
    there = solve(plan, inputs=curve.course.inputs(np.array([0.3]))).position("rod1.C")
    np.testing.assert_allclose(curve.position(0.3), there, atol=1e-14)
    one = coupler_curve(plan, "rod1.C", (start[0], start[0] + 0.2), input=plan.input_names[0])
    np.testing.assert_allclose(
        one.position(one.end)[0], solve(plan, inputs=[start + np.array([0.2, 0.0])]).position("rod1.C")[0], atol=1e-14
    )


def test_order_of_inputs_does_not_matter() -> None:
    curve = coupler_curve(load_mechanism("four_bar_crank_rocker"), "coupler.P", (-1.0, 3.0))
    at = np.array([2.0, -0.5, 0.6, -0.9])
    np.testing.assert_array_equal(curve.position(at), np.concatenate([curve.position(each) for each in at]))


@pytest.mark.parametrize(
    "name",
    ["jansen_leg", "class_III_triad_on_crank", "scotch_yoke", "planetary_ring_fixed", "landing_gear_by_piston"],
)
def test_points_of_other_groups(name: str) -> None:
    """Every point that moves has a curve, known to rounding; its places are those of the motion."""
    plan = make_plan(load_mechanism(name))
    course = coupler_curve(plan, _moving_points(plan)[0]).course
    motion = solve(plan, inputs=course.inputs(np.linspace(course.anchor, course.high, 9)))
    for point in _moving_points(plan):
        curve = coupler_curve(plan, point)
        assert curve.accuracy[0] < 1e-12
        assert curve.length > 0.0
        np.testing.assert_allclose(curve.path(motion.inputs[:, 0])[:, :2], motion.position(point), atol=1e-12)


def _moving_points(plan: KinematicPlan) -> list[str]:
    motion = solve(plan)
    points = [f"{link.name}.{point}" for link in plan.mechanism.links for point in link.points]
    return [point for point in points if np.ptp(motion.position(point), axis=0).max() > 1e-9]


@pytest.mark.parametrize(
    ("name", "point", "options", "sentence"),
    [
        ("four_bar_crank_rocker", "coupler.Q", {}, "there is no point of link 'coupler' named 'Q'"),
        ("four_bar_crank_rocker", "ground.A", {}, "ground.A is a point of 'ground' itself, where it does not move"),
        ("four_bar_crank_rocker", "crank.A", {}, "crank.A does not move; name a point that does"),
        ("four_bar_crank_rocker", "coupler.P", {"between": (1.0, 1.0)}, "the interval of motor from 1 to 1 is empty"),
        ("four_bar_crank_rocker", "coupler.P", {"between": (2.0, 1.0)}, "give the smaller value first"),
        ("four_bar_crank_rocker", "coupler.P", {"between": (2.0, np.nan)}, "give two values of an input"),
        ("four_bar_crank_rocker", "coupler.P", {"input": "engine"}, "there is no input 'engine'"),
        ("four_bar_crank_rocker", "coupler.P", {"relative_to": "coupler"}, "is a point of 'coupler' itself"),
        ("four_bar_crank_rocker", "coupler.P", {"relative_to": "wheel"}, "there is no link 'wheel'"),
        ("four_bar_crank_rocker", "coupler.P", {"on_failure": "ignore"}, "use 'raise' or 'return'"),
        ("five_bar_2dof", "rod1.C", {}, "say with `input` which one moves"),
        ("five_bar_2dof", "rod1.C", {"between": [[1.0, 2.0], [1.0, 2.0]]}, "between is empty"),
        ("watt_straight_line", "coupler.T", {"between": (0.0, 1.0)}, "dead point"),
    ],
)
def test_bad_input(name: str, point: str, options: dict[str, object], sentence: str) -> None:
    with pytest.raises(SgkinError) as error:
        coupler_curve(load_mechanism(name), point, **options)  # type: ignore[arg-type]
    assert sentence in str(error.value)


def test_bad_questions() -> None:
    curve = coupler_curve(load_mechanism("four_bar_crank_rocker"), "coupler.P")
    for ask, sentence in (
        (lambda: curve.extremes("z"), "there is no direction 'z'"),
        (lambda: curve.extremes((0.0, 0.0)), "give a vector that has a length"),
        (lambda: curve.extremes(distance_from=(1.0,)), "give two numbers"),
        (lambda: curve.curvature(99.0), "give inputs from"),
        (lambda: curve.straight_intervals(0.0), "give a distance in metres above 0"),
        (lambda: curve.straight_intervals(0.1, most=0), "give a whole number from 1 on"),
    ):
        with pytest.raises(SgkinError) as error:
            ask()
        assert sentence in str(error.value)


def test_a_turn_that_does_not_exist_is_taken_between_both_dead_points() -> None:
    """A triple rocker: A and C are farthest apart, and nearest, where coupler and rocker are in line."""
    four_bar = FourBar(0.0j, 2.0 * np.exp(1.2j), 0.0j, 3.0 + 0.0j, 0.0j)
    reach = four_bar.b0 - four_bar.a
    b = four_bar.a + reach / abs(reach) * complex(0.5 * abs(reach), np.sqrt(2.25 - 0.25 * abs(reach) ** 2))
    mechanism = replace(four_bar, b=b, p=0.5 * b).mechanism()  # 2, 1.5, 1.5, 3: too short for a turn
    with pytest.raises(MotionError, match="dead point"):
        coupler_curve(mechanism, "coupler.P")
    curve = coupler_curve(mechanism, "coupler.P", on_failure="return")
    assert curve.ends_at_dead_points == (True, True)
    end = np.arccos((4.0 + 9.0 - 9.0) / 12.0)
    np.testing.assert_allclose([curve.begin, curve.end], [-end, end], atol=1e-12)
