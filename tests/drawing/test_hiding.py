"""What hides what: compared with rays through the solids themselves."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import load_mechanism, mechanism_names, solve
from sgkin.arrays import Floats
from sgkin.drawing.hiding import Near, how_much_nearer, in_painting_order
from sgkin.drawing.solids import Frames, Surface, Tube, placed
from sgkin.drawing.space_scene import make_space_scene
from sgkin.drawing.view import SIDES, View

STILL: Floats = np.column_stack([np.eye(3), np.zeros(3)])
VIEWS = (*SIDES.values(), View(20.0, 40.0), View(-120.0, 10.0))
TOP = SIDES["top"]


def seen(solid: Tube | Surface, view: View = TOP) -> Near:
    return solid.seen({"a": STILL}, view)[0]


def bar(start: tuple[float, float, float], end: tuple[float, float, float]) -> Near:
    return seen(Tube("a", "body", start, end, 0.05))


def test_crossed_bars_are_compared_where_they_cross() -> None:
    """The middle of the steep bar is higher, but where they cross it is below the other."""
    steep, flat = bar((0.0, 0.0, -1.0), (4.0, 0.0, 5.0)), bar((0.5, -1.0, 1.0), (0.5, 1.0, 1.0))
    assert steep.depth > flat.depth
    assert how_much_nearer(flat, steep) == pytest.approx(1.25)
    assert in_painting_order([flat, steep]) == in_painting_order([steep, flat]) == [steep, flat]
    assert how_much_nearer(flat, bar((2.0, 2.0, 0.0), (3.0, 3.0, 0.0))) == 0.0


def test_bars_on_faces() -> None:
    face = seen(Surface("a", "body", ((0.0, 0.0, 0.0), (4.0, 0.0, 4.0), (0.0, 4.0, 0.0))))
    under, over = bar((3.0, 0.2, 1.0), (3.2, 0.2, 1.0)), bar((0.2, 0.2, 1.0), (0.3, 0.2, 1.0))
    assert [how_much_nearer(each, face) > 0.0 for each in (under, over)] == [False, True]
    assert in_painting_order([over, face, under]) == [under, face, over]
    aside = bar((5.0, 5.0, 1.0), (6.0, 5.0, 1.0))
    assert how_much_nearer(aside, face) == 0.0


def test_a_face_on_a_face() -> None:
    low = seen(Surface("a", "body", ((0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (4.0, 4.0, 0.0), (0.0, 4.0, 0.0))))
    high = seen(Surface("a", "body", ((1.0, 1.0, 1.0), (2.0, 1.0, 1.0), (2.0, 2.0, 1.0))))
    assert in_painting_order([high, low]) == [low, high]
    on_edge = seen(Surface("a", "body", ((1.0, 1.0, 1.0), (2.0, 1.0, 1.0), (2.0, 1.0, 2.0))))
    assert how_much_nearer(on_edge, low) > 0.0


def test_bars_in_a_ring_are_all_painted() -> None:
    """Each lies on the next; no order is right."""
    turn = np.array([[np.cos(2.1), -np.sin(2.1), 0.0], [np.sin(2.1), np.cos(2.1), 0.0], [0.0, 0.0, 1.0]])
    ends = np.array([[-2.0, -0.7, 0.0], [2.0, -0.7, 1.0]])
    bars = [bar(*map(tuple, (ends @ np.linalg.matrix_power(turn, number).T).tolist())) for number in range(3)]
    over = [how_much_nearer(bars[number], bars[number - 1]) > 0.0 for number in range(3)]
    assert len(set(over)) == 1
    assert sorted(map(id, in_painting_order(bars))) == sorted(map(id, bars))


def axis(tube: Tube, frames: Frames, view: View) -> tuple[Floats, Floats]:
    start = view.seen(placed(frames[tube.frame], (tube.start,)))[0]
    end = view.seen(placed(frames[tube.other or tube.frame], (tube.end,)))[0]
    part = tube.reach / float(np.linalg.norm(end - start)) if tube.reach else 1.0
    return start, start + min(part, 1.0) * (end - start)


def crossing(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> tuple[float, float] | None:
    """The depths of two lines where they cross in the picture, if they are seen as lines."""
    (a, b), (c, d) = one, other
    matrix = np.column_stack([(b - a)[:2], (c - d)[:2]])
    if np.linalg.norm(matrix, axis=0).min() < 0.1 * max(np.linalg.norm(b - a), np.linalg.norm(d - c)):
        return None
    if abs(np.linalg.det(matrix)) <= 1e-3 * np.linalg.norm(matrix[:, 0]) * np.linalg.norm(matrix[:, 1]):
        return None
    s, t = np.linalg.solve(matrix, (c - a)[:2])
    if not (0.0 < s < 1.0 and 0.0 < t < 1.0):
        return None
    return float(a[2] + s * (b - a)[2]), float(c[2] + t * (d - c)[2])


@pytest.mark.parametrize("name", mechanism_names("spatial"))
def test_bars_of_the_library_that_cross(name: str) -> None:
    """From six sides along a motion, whatever bar is nearer where two cross is painted later."""
    scene = make_space_scene(solve(load_mechanism(name), np.linspace(0.0, 0.5, 3), on_failure="return"), View())
    tubes = [solid for solid in scene.drawing.solids if isinstance(solid, Tube)]
    for view in VIEWS:
        for step in range(scene.steps):
            frames = scene.at(step)
            found = {id(solid): near for solid in scene.drawing.solids for near in solid.seen(frames, view)}
            rank = {id(near): number for number, near in enumerate(in_painting_order([*found.values()]))}
            axes = [axis(tube, frames, view) for tube in tubes]
            ranks = [rank[id(found[id(tube)])] for tube in tubes]
            for i, j in zip(*np.triu_indices(len(tubes), 1), strict=True):
                depths = crossing(axes[i], axes[j])
                if depths and abs(depths[0] - depths[1]) > 3.0 * (tubes[i].radius + tubes[j].radius):
                    assert (depths[0] > depths[1]) == (ranks[i] > ranks[j])
