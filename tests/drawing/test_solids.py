"""Mechanisms in space as they appear: from any side, with everything of the model, hidden parts behind."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import InputError, Mechanism, load_mechanism, mechanism_names
from sgkin.arrays import Floats
from sgkin.conditions.design_inputs import design_frames
from sgkin.drawing.shapes import Circle, Path
from sgkin.drawing.solid_drawing import SIGNS, draw_solid
from sgkin.drawing.solids import Ball, Surface, Tube, ring
from sgkin.drawing.style import STYLES
from sgkin.drawing.view import SIDES, View, as_view
from sgkin.model.spatial_joint import SPATIAL_KINDS
from tests.spatial.every_kind import every_kind

NAMES = mechanism_names("spatial")
STILL: Floats = np.column_stack([np.eye(3), np.zeros(3)])


def frames_of(mechanism: Mechanism) -> dict[str, Floats]:
    return dict(zip((link.name for link in mechanism.links), design_frames(mechanism), strict=True))


@pytest.mark.parametrize("view", [*SIDES.values(), View(33.0, -70.0)])
def test_views_keep_lengths_and_hands(view: View) -> None:
    np.testing.assert_allclose(view.matrix @ view.matrix.T, np.eye(3), atol=1e-15)
    assert np.linalg.det(view.matrix) == pytest.approx(1.0)


def test_sides_show_what_they_are_called() -> None:
    x, y, z = np.eye(3)
    np.testing.assert_allclose(SIDES["front"].seen(np.array([x, z])), [[1, 0, 0], [0, 1, 0]], atol=1e-15)
    np.testing.assert_allclose(SIDES["side"].seen(np.array([y, z])), [[1, 0, 0], [0, 1, 0]], atol=1e-15)
    np.testing.assert_allclose(SIDES["top"].seen(np.array([x, y])), [[1, 0, 0], [0, 1, 0]], atol=1e-15)


@pytest.mark.parametrize("given", ["below", (1.0,), (1.0, float("nan")), 5, ("a", "b")])
def test_a_view_that_is_none(given: object) -> None:
    with pytest.raises(InputError, match="view"):
        as_view(given)


def test_every_kind_of_joint_has_a_sign() -> None:
    assert SIGNS.keys() == SPATIAL_KINDS.keys()
    mechanism = every_kind()
    drawing = draw_solid(mechanism, frames_of(mechanism))
    assert {solid.role for solid in drawing.solids} <= STYLES.keys()
    assert {label.text for label in drawing.labels} >= {"revolute", "screw", "weld"}


@pytest.mark.parametrize("name", NAMES)
def test_every_link_that_has_points_is_seen_from_all_sides(name: str) -> None:
    mechanism = load_mechanism(name)
    frames = frames_of(mechanism)
    drawing = draw_solid(mechanism, frames)
    for view in SIDES.values():
        shapes = drawing.seen(frames, view)
        drawn = {shape.frame for shape in shapes}
        assert drawn >= {link.name for link in mechanism.links if link.points and link.name != mechanism.ground}
        for shape in shapes:
            places = [shape.centre] if isinstance(shape, Circle) else shape.points  # type: ignore[union-attr]
            assert np.isfinite(np.array(places)).all()


def test_what_is_behind_is_painted_first() -> None:
    mechanism = load_mechanism("rssr")
    frames = frames_of(mechanism)
    near, far = Ball("crank", "pin", (0.0, -1.0, 0.0), 0.1), Ball("rocker", "pin", (0.0, 1.0, 0.0), 0.1)
    drawing = draw_solid(mechanism, frames)
    seen = type(drawing)(**{**{f: getattr(drawing, f) for f in drawing.__slots__}, "solids": (near, far)})
    assert [shape.frame for shape in seen.seen(frames, SIDES["front"])] == ["rocker", "crank"]
    assert [shape.frame for shape in seen.seen(frames, View(90.0, 0.0))] == ["crank", "rocker"]


def test_a_tube_shows_its_length_and_the_end_that_is_near() -> None:
    tube = Tube("a", "body", (0.0, 0.0, 0.0), (2.0, 0.0, 0.0), 0.5)
    across = tube.seen({"a": STILL}, SIDES["front"])
    assert len(across) == 1
    x, y = np.array(across[0][1].points).T  # type: ignore[union-attr]
    assert (x.min(), x.max()) == pytest.approx((0.0, 2.0))
    assert (y.min(), y.max()) == pytest.approx((-0.5, 0.5), abs=0.01)
    along = tube.seen({"a": STILL}, SIDES["side"])
    assert len(along) == 2
    assert np.hypot(*np.array(along[1][1].points).T) == pytest.approx(0.5)  # type: ignore[union-attr]
    assert Tube("a", "body", (1.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.5).seen({"a": STILL}, View()) == []


def test_a_rod_goes_from_link_to_link() -> None:
    moved: Floats = np.column_stack([np.eye(3), [0.0, 0.0, 3.0]])
    rod = Tube("a", "rod", (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.1, "b")
    (_, outline), *_ = rod.seen({"a": STILL, "b": moved}, SIDES["front"])
    assert isinstance(outline, Path)
    assert max(y for _, y in outline.points) == pytest.approx(3.0)


def test_a_disc_lies_across_its_axis() -> None:
    disc = ring("a", "gear", (1.0, 2.0, 3.0), (0.0, 0.6, 0.8), 2.0)
    assert isinstance(disc, Surface)
    arms = np.array(disc.points) - (1.0, 2.0, 3.0)
    np.testing.assert_allclose(arms @ (0.0, 0.6, 0.8), 0.0, atol=1e-15)
    np.testing.assert_allclose(np.linalg.norm(arms, axis=1), 2.0)
