"""Mechanisms in space as they appear: from any side, with everything of the model, hidden parts behind."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import InputError, Mechanism, load_mechanism, mechanism_names
from sgkin.arrays import Floats
from sgkin.conditions.design_inputs import design_frames
from sgkin.drawing.label_placement import overlaps
from sgkin.drawing.shapes import Circle, Path
from sgkin.drawing.solid_drawing import SIGNS, draw_solid
from sgkin.drawing.solids import Ball, Surface, Tube, ring
from sgkin.drawing.space_scene import make_space_scene, shape_box
from sgkin.drawing.space_svg import space_canvas
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
    (across,) = tube.seen({"a": STILL}, SIDES["front"])
    (outline,) = across.shapes
    x, y = np.array(outline.points).T  # type: ignore[union-attr]
    assert (x.min(), x.max()) == pytest.approx((0.0, 2.0))
    assert (y.min(), y.max()) == pytest.approx((-0.5, 0.5), abs=0.01)
    (along,) = tube.seen({"a": STILL}, SIDES["side"])
    _, end = along.shapes
    assert np.hypot(*np.array(end.points).T) == pytest.approx(0.5)  # type: ignore[union-attr]
    assert Tube("a", "body", (1.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.5).seen({"a": STILL}, View()) == []


def test_a_rod_goes_from_link_to_link() -> None:
    moved: Floats = np.column_stack([np.eye(3), [0.0, 0.0, 3.0]])
    rod = Tube("a", "rod", (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.1, "b")
    (seen,) = rod.seen({"a": STILL, "b": moved}, SIDES["front"])
    (outline,) = seen.shapes
    assert isinstance(outline, Path)
    assert max(y for _, y in outline.points) == pytest.approx(3.0)


def test_a_cylinder_keeps_its_length_on_the_way_to_a_link() -> None:
    for away in (2.0, 3.0):
        moved: Floats = np.column_stack([np.eye(3), [0.0, 0.0, away]])
        barrel = Tube("a", "barrel", (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.1, "b", 0.0, 1.5)
        (seen,) = barrel.seen({"a": STILL, "b": moved}, SIDES["front"])
        assert max(y for _, y in seen.shapes[0].points) == pytest.approx(1.5)  # type: ignore[union-attr]


@pytest.mark.parametrize("name", NAMES)
def test_names_can_be_read(name: str) -> None:
    """No name is on another, nor beyond the picture."""
    for view in SIDES.values():
        scene = make_space_scene(load_mechanism(name), view)
        canvas = space_canvas(scene)
        left, low, right, high = canvas.box
        boxes = []
        for each in filter(None, scene.names(0, canvas.scale, canvas.box, 12.0)):
            (x, y), (width, height) = each.centre, each.size
            boxes.append((x - 0.5 * width, y - 0.5 * height, x + 0.5 * width, y + 0.5 * height))
        assert len(boxes) == len(scene.drawing.labels)
        found = np.array(boxes).reshape(-1, 4)
        assert overlaps(found, found).sum() == len(found)
        assert (found >= (left, low, left, low)).all()
        assert (found <= (right, high, right, high)).all()


def test_directions_are_arrows_or_point_to_the_eye() -> None:
    scene = make_space_scene(load_mechanism("rssr"), SIDES["front"])
    x, y, z = scene.directions()
    assert (x.is_place, y.is_place, z.is_place) == (False, True, False)
    assert not y.towards  # one looks along y
    assert x.tip[0] > x.start[0]
    assert z.tip[1] > z.start[1]
    assert make_space_scene(load_mechanism("rssr"), SIDES["top"]).directions()[2].towards
    (left, _), (low, _) = scene.limits()
    for shape in scene.seen():
        right_of = shape_box(shape)[0]
        assert right_of > max(x.named[0], left)
    assert low <= x.start[1]


def test_pins_sit_where_their_axes_are_given() -> None:
    """A wishbone has two bearings, and the pins of a spherical linkage sit on its sphere, not all in its middle."""
    for name, places in (("double_wishbone", 4), ("spherical_four_bar", 4)):
        mechanism = load_mechanism(name)
        drawing = draw_solid(mechanism, frames_of(mechanism))
        sleeves = [each for each in drawing.solids if isinstance(each, Tube) and each.role == "block"]
        pins = [each for each in sleeves if each.lift == pytest.approx(2.5 * drawing.size)]
        middles = {tuple(np.round(0.5 * (np.array(each.start) + each.end), 9)) for each in pins}
        assert len(middles) == places
        assert (0.0, 0.0, 0.0) not in middles


def test_a_disc_lies_across_its_axis() -> None:
    disc = ring("a", "gear", (1.0, 2.0, 3.0), (0.0, 0.6, 0.8), 2.0)
    assert isinstance(disc, Surface)
    arms = np.array(disc.points) - (1.0, 2.0, 3.0)
    np.testing.assert_allclose(arms @ (0.0, 0.6, 0.8), 0.0, atol=1e-15)
    np.testing.assert_allclose(np.linalg.norm(arms, axis=1), 2.0)
