"""Instant centres, centrodes and inflection circles against their definitions, on random four-bars."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from numpy.polynomial import Chebyshev

from sgkin import Centrodes, InputError, centrodes, coupler_curve, load_mechanism, make_plan
from tests.analysis.coupler_points import FourBar, crank_rockers

HUNDRED = list(islice(crank_rockers(19), 100))


def away_from_infinity(poles: Centrodes, four_bar: FourBar) -> float:
    """An input from the middle of the longest stretch in which the pole is finite."""
    ends = [poles.begin, *poles.at_infinity, poles.end]
    longest = int(np.diff(ends).argmax())
    return 0.5 * (ends[longest] + ends[longest + 1])


def placed(four_bar: FourBar, place: tuple[float, float]) -> FourBar:
    """The same four-bar with another coupler point, given in the frame of the coupler."""
    along = (four_bar.b - four_bar.a) / abs(four_bar.b - four_bar.a)
    return replace(four_bar, p=four_bar.a + along * complex(*place))


@pytest.mark.parametrize("tenth", range(10))
def test_definitions(tenth: int) -> None:
    for four_bar in HUNDRED[10 * tenth : 10 * tenth + 10]:
        plan = make_plan(four_bar.mechanism())
        poles = centrodes(plan, "coupler")
        at = away_from_infinity(poles, four_bar)
        check_pole(plan, poles, at)
        check_inflection_circle(four_bar, poles, at)
        check_rolling(poles, at)


def check_pole(plan, poles: Centrodes, at: float) -> None:  # type: ignore[no-untyped-def]
    """Both centrodes meet in the pole, where the coupler stands still for a moment."""
    now = plan.evaluate(at, 1.0)
    (x, y, theta), (vx, vy, omega) = now.pose("coupler"), now.velocities[now.links.index("coupler")]
    (px, py, one), (mx, my, _) = poles.fixed(at)[0], poles.moving(at)[0]
    assert one == 1.0
    speed = np.hypot(vx - omega * (py - y), vy + omega * (px - x))
    assert speed < 1e-11 * (1.0 + np.hypot(px, py))
    np.testing.assert_allclose(
        [x + np.cos(theta) * mx - np.sin(theta) * my, y + np.sin(theta) * mx + np.cos(theta) * my],
        [px, py],
        atol=1e-11 * (1.0 + np.hypot(px, py)),
    )


def check_inflection_circle(four_bar: FourBar, poles: Centrodes, at: float) -> None:
    """Points of the coupler that lie on the circle go straight on for a moment; others do not."""
    circle = poles.inflection_circle(at)
    pole, end = complex(*circle.pole[0, :2]), complex(*circle.inflection_pole[0, :2])
    assert abs(abs(end - pole) - circle.diameter[0]) < 1e-12 * circle.diameter[0]
    x, y, theta = make_plan(four_bar.mechanism()).evaluate(at).pose("coupler")
    middle, radius = 0.5 * (pole + end), 0.5 * (end - pole)
    for turn in (0.0, 0.7, 2.0, -2.5):
        local = (middle + radius * np.exp(1j * turn) - complex(x, y)) * np.exp(-1j * theta)
        curve = coupler_curve(placed(four_bar, (local.real, local.imag)).mechanism(), "coupler.P")
        assert abs(curve.curvature(curve.begin + (at - curve.begin) % (2.0 * np.pi))[0]) * abs(radius) < 1e-9
    inside = (middle - complex(x, y)) * np.exp(-1j * theta)
    curve = coupler_curve(placed(four_bar, (inside.real, inside.imag)).mechanism(), "coupler.P")
    assert abs(curve.curvature(at)[0]) * abs(radius) > 1e-3


def check_rolling(poles: Centrodes, at: float) -> None:
    """Both centrodes are equally long between two inputs; their lengths come from points of them alone."""
    room = min(abs(at - end) for end in (poles.begin, *poles.at_infinity, poles.end))
    low, high = at - 0.25 * room, at + 0.25 * room
    rolled = poles.rolled(low, high)
    for curve in (poles.fixed, poles.moving):
        assert polynomial_length(curve, low, high) == pytest.approx(rolled, rel=1e-8)


def polynomial_length(curve, low: float, high: float) -> float:  # type: ignore[no-untyped-def]
    """The length of a curve from a polynomial through 40 points of it."""
    nodes = 0.5 * (low + high) + 0.5 * (high - low) * np.cos(np.pi * (np.arange(40) + 0.5) / 40)
    slopes = [Chebyshev.fit(nodes, part, 39, domain=[low, high]).deriv() for part in curve(nodes)[:, :2].T]
    places, weights = np.polynomial.legendre.leggauss(60)
    at = 0.5 * (low + high) + 0.5 * (high - low) * places
    return float(0.5 * (high - low) * weights @ np.hypot(*(slope(at) for slope in slopes)))


def test_cusps_lie_on_the_moving_centrode() -> None:
    for four_bar in HUNDRED[:30]:
        poles = centrodes(four_bar.mechanism(), "coupler")
        at = away_from_infinity(poles, four_bar)
        x, y, _ = poles.moving(at)[0]
        curve = coupler_curve(placed(four_bar, (x, y)).mechanism(), "coupler.P")
        nearest = min(curve.cusps, key=lambda cusp: abs(np.sin(0.5 * (cusp.at - at))))
        assert abs(np.sin(0.5 * (nearest.at - at))) < 1e-10
        np.testing.assert_allclose(nearest.point, poles.fixed(at)[0, :2], atol=1e-8)
        assert np.isinf(curve.curvature(nearest.at)[0])
        np.testing.assert_allclose(curve.centre_of_curvature(nearest.at)[0], [*nearest.point, 1.0], atol=1e-9)


def test_every_cusp_is_a_pole() -> None:
    """Where a point of the coupler has a cusp it is the instant centre."""
    found = 0
    for four_bar in HUNDRED[:10]:
        poles = centrodes(four_bar.mechanism(), "coupler")
        x, y, _ = poles.moving(away_from_infinity(poles, four_bar))[0]
        for cusp in coupler_curve(placed(four_bar, (x, y)).mechanism(), "coupler.P").cusps:
            np.testing.assert_allclose(poles.moving(cusp.at)[0, :2], (x, y), atol=1e-7)
            found += 1
    assert found >= 10


def test_a_pole_at_infinity_is_told() -> None:
    """The coupler translates where crank and rocker are parallel; the circle is a line then."""
    four_bar = load_mechanism("four_bar_crank_rocker")
    poles = centrodes(four_bar, "coupler")
    assert len(poles.at_infinity) == 2
    plan = make_plan(four_bar)
    for at in poles.at_infinity:
        now = plan.evaluate(at, 1.0)
        assert abs(np.sin(now.pose("crank")[2] - now.pose("rocker")[2])) < 1e-12
        circle = poles.inflection_circle(at)
        assert circle.diameter[0] == np.inf
        assert circle.pole[0, 2] == circle.inflection_pole[0, 2] == circle.centre[0, 2] == 0.0
        assert poles.fixed(at)[0, 2] == poles.moving(at)[0, 2] == 0.0
        normal, offset = circle.line[0, :2], circle.line[0, 2]
        x, y, theta = now.pose("coupler")
        place = offset * normal + 1.3 * np.array([-normal[1], normal[0]]) - (x, y)
        local = (
            np.cos(theta) * place[0] + np.sin(theta) * place[1],
            np.cos(theta) * place[1] - np.sin(theta) * place[0],
        )
        coupler = replace(four_bar.link("coupler"), points={**four_bar.link("coupler").points, "Q": local})
        links = [coupler if link.name == "coupler" else link for link in four_bar.links]
        curve = coupler_curve(replace(four_bar, links=links), "coupler.Q")
        assert abs(curve.curvature(at)[0]) < 1e-10


def test_relative_centrodes_of_the_crank_seen_from_the_rocker() -> None:
    """The instant centres of three links lie on a line (Aronhold and Kennedy)."""
    four_bar = load_mechanism("four_bar_crank_rocker")
    at = np.linspace(0.6, 6.0, 7)
    relative, crank, rocker = (
        centrodes(four_bar, link, relative_to=base)
        for link, base in (("crank", "rocker"), ("crank", None), ("rocker", None))
    )
    seen = relative._coefficients(at).instant_centre("rocker", "crank")
    for centre in np.linalg.det(np.stack([seen, crank.fixed(at), rocker.fixed(at)], axis=1)):
        assert abs(centre) < 1e-9 * np.abs(seen).max()
    middle = polynomial_length(relative.fixed, 0.9, 1.0)
    assert middle == pytest.approx(polynomial_length(relative.moving, 0.9, 1.0), rel=1e-8)
    assert middle == pytest.approx(relative.rolled(0.9, 1.0), rel=1e-8)


def test_a_trammel_rolls_a_circle_in_one_of_twice_the_size() -> None:
    """Cardan circles: the bar of length 2.5 rolls a circle of that diameter inside one of radius 2.5."""
    poles = centrodes(load_mechanism("elliptic_trammel_slider_input"), "bar")
    at = np.linspace(-2.0, 2.4, 9)
    np.testing.assert_allclose(np.hypot(*poles.fixed(at)[:, :2].T), 2.5, atol=1e-12)
    np.testing.assert_allclose(np.hypot(*(poles.moving(at)[:, :2] - (1.25, 0.0)).T), 1.25, atol=1e-12)
    np.testing.assert_allclose(poles.inflection_circle(at).diameter, 2.5, atol=1e-12)


def test_bad_input() -> None:
    four_bar = load_mechanism("four_bar_crank_rocker")
    with pytest.raises(InputError, match="does not move against itself"):
        centrodes(four_bar, "coupler", relative_to="coupler")
    with pytest.raises(InputError, match="does not turn against ground: their instant centre is always at infinity"):
        centrodes(load_mechanism("slider_crank"), "piston")
    poles = centrodes(four_bar, "coupler")
    with pytest.raises(InputError, match="at infinity between"):
        poles.rolled(1.0, 3.0)
    with pytest.raises(InputError, match="give inputs from"):
        poles.fixed(100.0)
