"""Mass, centre and inertia of links: uniform bodies against sums over many small pieces."""

from __future__ import annotations

import math
import warnings
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sgkin import (
    GravityWarning,
    Link,
    Mass,
    MassError,
    Mechanism,
    UniformBar,
    UniformDisc,
    UniformPolygon,
    Units,
    load_mechanism,
)
from sgkin.model.mass import MASS_KINDS, STANDARD_GRAVITY

LINK = Link("plate", {"A": (0.5, -0.25), "B": (3.0, 1.0)})
places = st.tuples(st.floats(-5.0, 5.0), st.floats(-5.0, 5.0))
masses = st.floats(0.1, 10.0)


@given(start=places, end=places, density=masses)
def test_a_bar_is_a_row_of_small_masses(start: Any, end: Any, density: float) -> None:
    assume(start != end)
    found = UniformBar((start, end), density=density).rigid(LINK)
    count = 2000
    part = (np.arange(count) + 0.5) / count
    pieces = np.array(start) + part[:, None] * (np.array(end) - np.array(start))
    mass = density * math.dist(start, end)
    assert found.mass == pytest.approx(mass)
    assert found.centre == pytest.approx(pieces.mean(axis=0))
    own = ((pieces - found.centre) ** 2).sum() * mass / count
    assert found.inertia == pytest.approx(own, rel=1e-6, abs=1e-12)


def test_a_disc_is_many_rings() -> None:
    found = UniformDisc("A", radius=0.8, density=3.0).rigid(LINK)
    radii = (np.arange(100_000) + 0.5) * 0.8e-5
    rings = 2.0 * math.pi * radii * 0.8e-5 * 3.0
    assert found.mass == pytest.approx(rings.sum(), rel=1e-9)
    assert found.centre == LINK.points["A"]
    assert found.inertia == pytest.approx((rings * radii**2).sum(), rel=1e-9)


@st.composite
def outlines(draw: st.DrawFn) -> list[tuple[float, float]]:
    """Outlines that all corners of can be seen from one place, which need not be convex."""
    steps = draw(st.lists(st.floats(0.2, 1.0), min_size=5, max_size=12))
    angles = np.cumsum(steps) * (2.0 * math.pi / sum(steps))
    radii = draw(st.lists(st.floats(0.3, 3.0), min_size=len(steps), max_size=len(steps)))
    x, y = draw(places)
    corners = [(x + r * math.cos(a), y + r * math.sin(a)) for r, a in zip(radii, angles.tolist(), strict=True)]
    return corners[:: draw(st.sampled_from([1, -1]))]


def triangle(corners: np.ndarray[Any, Any]) -> tuple[float, np.ndarray[Any, Any], float]:
    """Area, centroid and polar moment about the origin, by the three middles of the edges, exact for squares."""
    (u, v), (p, q) = corners[1] - corners[0], corners[2] - corners[0]
    area = 0.5 * abs(u * q - v * p)
    middles = 0.5 * (corners + np.roll(corners, 1, axis=0))
    return area, corners.mean(axis=0), area * (middles**2).sum() / 3.0


@given(corners=outlines(), mass=masses)
def test_a_polygon_is_its_triangles(corners: list[tuple[float, float]], mass: float) -> None:
    found = UniformPolygon(tuple(corners), mass=mass).rigid(LINK)
    places = np.array(corners)
    # seen from the middle of the outline all triangles turn the same way; from anywhere, their signs say so
    apex = places.mean(axis=0)
    area, first, polar = 0.0, np.zeros(2), 0.0
    for start, end in zip(places, np.roll(places, -1, axis=0), strict=True):
        (a, b), (c, d) = start - apex, end - apex
        sign = math.copysign(1.0, a * d - b * c)
        own, middle, moment = triangle(np.array([apex, start, end]))
        area, first, polar = area + sign * own, first + sign * own * middle, polar + sign * moment
    centre = first / area
    assert found.mass == mass
    assert found.centre == pytest.approx(centre, rel=1e-9, abs=1e-9)
    assert found.inertia == pytest.approx(mass * (polar / area - centre @ centre), rel=1e-7)
    by_density = UniformPolygon(tuple(corners), density=1.0).rigid(LINK)
    assert by_density.mass == pytest.approx(abs(area))
    assert by_density.inertia / by_density.mass == pytest.approx(found.inertia / mass)


@pytest.mark.parametrize(
    "corners",
    [
        ((0, 0), (1, 1), (1, 0), (0, 1)),
        ((0, 0), (2, 0), (1, 0), (1, 1)),
        ((0, 0), (2, 0), (2, 2), (1, 0), (0, 2)),
        ((0, 0), (1, 0), (1, 0), (0, 1)),
        ((0, 0), (1, 0), (2, 0)),
        ((0, 0), (1, 1), (2, 2), (3, 3.0000000000001)),
    ],
)
def test_what_encloses_no_area_is_refused(corners: Any) -> None:
    with pytest.raises(ValueError, match=r"mass of 'plate': polygon: found .*, expected corners"):
        UniformPolygon(corners, mass=1.0).rigid(LINK)


@pytest.mark.parametrize("turn", [1, -1])
def test_a_square_with_corners_on_an_edge(turn: int) -> None:
    corners = ((0, 0), (1, 0), (2, 0), (2, 2), (0, 2))[::turn]
    found = UniformPolygon(corners, mass=6.0).rigid(LINK)
    assert found.centre == pytest.approx((1.0, 1.0))
    assert found.inertia == pytest.approx(4.0)


def test_every_kind_is_public() -> None:
    import sgkin

    assert all(getattr(sgkin, kind.__name__) is kind for kind in MASS_KINDS.values())


def test_masses_of_all_links_or_one_error() -> None:
    mechanism = load_mechanism("slider_crank")
    some = replace(mechanism, masses={"rod": Mass(1.0, centre="C", inertia=0.0)})
    assert some.rigid_mass("rod").mass == 1.0
    with pytest.raises(MassError, match="crank and piston have no entries in masses") as caught:
        some.rigid_masses()
    assert caught.value.links == ("crank", "piston")
    with pytest.raises(MassError, match="crank has no entry in masses"):
        some.rigid_mass("crank")
    nothing = Mass(0.0, centre=(0, 0), inertia=0.0)
    every = replace(mechanism, masses=dict.fromkeys(mechanism.moving_links, nothing))
    assert list(every.rigid_masses()) == list(mechanism.moving_links)


def four_bar(**others: Any) -> Mechanism:
    return replace(load_mechanism("four_bar_crank_rocker"), **others)


@pytest.mark.parametrize("size", [0.0, 0.1, 1.62, 9.81, 100.0])
def test_gravity_that_is_believed(size: float) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert four_bar(gravity=(0, -size)).gravity == (0.0, -size)


@pytest.mark.parametrize(("size", "unit", "meant"), [(0.00981, "mm", "9806.65"), (9810.0, "m", "9.80665")])
def test_gravity_in_another_unit_is_warned_of(size: float, unit: str, meant: str) -> None:
    with pytest.warns(GravityWarning, match=rf"{size:g} m/s².*, {meant} in the length .*\({unit}\)"):
        four_bar(units=Units(unit, "deg"), gravity=(size, 0.0))


def test_standard_gravity() -> None:
    assert STANDARD_GRAVITY == (0.0, -9.80665)
