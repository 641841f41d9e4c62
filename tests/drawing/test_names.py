"""Names and numbers in pictures: on every mechanism of the library, and where there is no room."""

from __future__ import annotations

from itertools import combinations

import matplotlib
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from sgkin import Mechanism, load_mechanism, mechanism_names, scalable_four_bar
from sgkin.drawing.ink import Box, Ink
from sgkin.drawing.label_placement import Wish, around, place_labels
from sgkin.drawing.motion_drawing import Scene, make_scene
from sgkin.drawing.names import Name, place_names
from sgkin.drawing.shapes import Circle
from sgkin.drawing.svg import FONT, make_canvas
from sgkin.drawing.text_size import text_width, wrapped

matplotlib.use("agg")
PICTURE = (0.0, 0.0, 200.0, 120.0)


def box(name: Name) -> Box:
    (x, y), (width, height) = name.centre, name.size
    return x - 0.5 * width, y - 0.5 * height, x + 0.5 * width, y + 0.5 * height


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] - 1e-9 and b[0] < a[2] - 1e-9 and a[1] < b[3] - 1e-9 and b[1] < a[3] - 1e-9


def named(scene: Scene) -> tuple[list[Name], Box, float]:
    canvas = make_canvas(scene)
    names = place_names(scene.drawing, scene.poses(), canvas.scale, canvas.box, FONT)
    return [name for name in names if name is not None], canvas.box, canvas.scale


@pytest.mark.parametrize("mechanism", mechanism_names("planar"))
def test_no_name_leaves_the_frame_or_lies_on_another_or_on_its_own_pin(mechanism: str) -> None:
    scene = make_scene(load_mechanism(mechanism))
    names, frame, scale = named(scene)
    drawn = [each for each in scene.drawing.labels if each.role != "link" or each.frame in scene.drawing.groups]
    assert len(names) == len(drawn)  # none is left out
    for name in names:
        left, low, right, high = box(name)
        assert frame[0] <= left
        assert frame[1] <= low
        assert right <= frame[2]
        assert high <= frame[3]
        if not name.is_number:
            x, y = np.clip(name.anchor[0], left, right), np.clip(name.anchor[1], low, high)
            assert np.hypot(x - name.anchor[0], y - name.anchor[1]) > scene.drawing.size * scale
    for one, other in combinations(names, 2):
        assert not overlap(box(one), box(other)), (one.text, other.text)


@pytest.mark.parametrize("mechanism", mechanism_names("planar"))
def test_most_names_hide_no_pin(mechanism: str) -> None:
    """Where there is room, no name lies on any pin; in crowded places one may touch another's."""
    scene = make_scene(load_mechanism(mechanism))
    names, _, scale = named(scene)
    pins = [
        shape
        for shape in scene.drawing.placed(scene.poses())
        if isinstance(shape, Circle) and shape.role in ("pin", "point")
    ]
    hidden = 0
    for name in names:
        left, low, right, high = box(name)
        x = [np.clip(pin.centre[0] * scale, left, right) - pin.centre[0] * scale for pin in pins]
        y = [np.clip(pin.centre[1] * scale, low, high) - pin.centre[1] * scale for pin in pins]
        hidden += sum(np.hypot(dx, dy) < 0.8 * pin.radius * scale for dx, dy, pin in zip(x, y, pins, strict=True))
    assert hidden == 0


def test_a_far_name_has_a_line_to_what_it_names() -> None:
    names, _, _ = named(make_scene(load_mechanism("blake_jaw_crusher_double_toggle")))
    far = [name for name in names if name.leader is not None]
    assert far
    for name in far:
        assert name.leader is not None
        left, low, right, high = box(name)
        assert left - 1e-9 <= name.leader[0] <= right + 1e-9
        assert low - 1e-9 <= name.leader[1] <= high + 1e-9


def test_the_same_names_at_the_same_places_every_time() -> None:
    first, second = (named(make_scene(load_mechanism("hydraulic_excavator_front")))[0] for _ in range(2))
    assert first == second


def test_what_has_no_room_is_left_out() -> None:
    wishes = [Wish((90.0, 50.0), (100.0, 60.0), around((100.0, 60.0), (90.0, 50.0), 5.0, 10.0)) for _ in range(9)]
    spots = place_labels(wishes, Ink([], 1.0, PICTURE, 2.0))
    assert 1 <= sum(spot is not None for spot in spots) <= 4


def test_a_large_mechanism_has_names_that_do_not_overlap() -> None:
    mechanism: Mechanism = scalable_four_bar(40)
    names, _, _ = named(make_scene(mechanism))
    boxes = [box(name) for name in names]
    assert len(boxes) > 30
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))


@settings(deadline=None, max_examples=30)
@given(st.lists(st.tuples(st.integers(5, 195), st.integers(5, 115)), min_size=1, max_size=12))
def test_labels_of_any_places_neither_overlap_nor_leave(places: list[tuple[int, int]]) -> None:
    size = (24.0, 12.0)
    wishes = [Wish(size, (x, y), around((x, y), size, 4.0, 10.0)) for x, y in places]
    placed = [
        Name("", wish.anchor, spot.centre, size, None, False)
        for wish, spot in zip(wishes, place_labels(wishes, Ink([], 1.0, PICTURE, 2.0)), strict=True)
        if spot is not None
    ]
    assert len(placed) == len(places) or len(places) > 6
    boxes = [box(name) for name in placed]
    assert not any(overlap(a, b) for a, b in combinations(boxes, 2))
    assert all(a >= 0.0 and b >= 0.0 and c <= 200.0 and d <= 120.0 for a, b, c, d in boxes)


def test_ink_under_a_box_is_what_was_put_there() -> None:
    ink = Ink([Circle("a", "pin", (1.0, 0.6), 0.1)], 100.0, PICTURE, 2.0)
    far, on, beside = ink.under(np.array([[0, 0, 40, 40], [90, 50, 110, 70], [112, 72, 130, 90]], dtype=float))
    assert far == beside == 0.0
    inside, outline = np.pi * 10.0**2 / 4.0, 2.0 * np.pi * 10.0 / 2.0  # in cells of 2 by 2 pixels
    assert on == pytest.approx(6.0 * (inside + outline), rel=0.2)


@pytest.mark.parametrize("text", ["hydraulic_cylinder", "Mm Ww 100 %", "RR-RR-RR(x, T2, y, v)", "θ of ← crank"])
def test_texts_are_not_wider_than_thought(text: str) -> None:
    ends = TextPath((0, 0), text, prop=FontProperties(family="DejaVu Sans", size=100)).get_extents()
    assert ends.width <= text_width(text, 100.0) <= 1.25 * ends.width


def test_lines_are_broken_to_a_width_without_loss() -> None:
    text = "RR-RR-RR(leg1_barrel, leg1_rod, a_name_that_is_longer_than_any_line, platform)"
    lines = wrapped(text, 90.0, 9.0)
    assert all(text_width(line, 9.0) <= 90.0 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
