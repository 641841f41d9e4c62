"""A mechanism in space as SVG, still or moving.

What hides what changes as it moves, so a moving picture is a few pictures that take turns, played without a script.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from sgkin.drawing.space_scene import SpaceScene
from sgkin.drawing.style import PAPER
from sgkin.drawing.svg import FONT, TALLEST, WIDTH, Canvas, Curves, curve_svg, shape_svg, svg_document

MOST = 60
"""So many pictures take turns at most."""


def space_canvas(scene: SpaceScene) -> Canvas:
    """A canvas that holds all configurations of a scene."""
    (left, right), (low, high) = scene.limits()
    scale = min(WIDTH / (right - left), TALLEST / (high - low))
    return Canvas(scale, left - 0.5 * (WIDTH / scale - (right - left)), high, WIDTH, (high - low) * scale)


def still_space_svg(scene: SpaceScene, step: int = 0, legend: bool = True) -> str:
    """The picture of one configuration, with the names of joints."""
    canvas = space_canvas(scene)
    names = []
    for x, y, text in scene.drawing.seen_labels(scene.at(step), scene.view):
        across, down = canvas.place((x, y)).split(",")
        halo = f'stroke="{PAPER}" stroke-width="3" paint-order="stroke"'
        where = f'x="{float(across) + 7:.1f}" y="{float(down) - 7:.1f}"'
        names.append(f'<text {where} font-size="{FONT:g}" {halo}>{escape(text)}</text>')
    return svg_document(scene, canvas, [_picture(scene, canvas, step), *names], (), legend)


def moving_space_svg(
    scene: SpaceScene, steps: Sequence[int], seconds: float, curves: Curves | None = None, legend: bool = True
) -> str:
    """The picture of a motion that shows some of its steps, equally long, and repeats every so many seconds.

    curves: paths (n, 3) of points in ground, by name.
    """
    canvas, count = space_canvas(scene), len(steps)
    parts = []
    for number, step in enumerate(steps):
        turns = ";".join("visible" if number == other else "hidden" for other in range(count))
        common = f'attributeName="visibility" calcMode="discrete" dur="{seconds:g}s" repeatCount="indefinite"'
        shown = "visible" if number == 0 else "hidden"
        animation = f'<animate {common} values="{turns}"/>'
        parts.append(f'<g visibility="{shown}">{animation}{_picture(scene, canvas, step)}</g>')
    parts += [
        curve_svg(canvas, number, name, scene.path(places))
        for number, (name, places) in enumerate((curves or {}).items())
    ]
    return svg_document(scene, canvas, parts, tuple(curves or ()), legend)


def _picture(scene: SpaceScene, canvas: Canvas, step: int) -> str:
    groups = scene.drawing.groups
    shapes = "".join(shape_svg(canvas, shape, groups.get(shape.frame)) for shape in scene.seen(step))
    return f'<g transform="translate({canvas.place((0.0, 0.0))})" stroke-linejoin="round">{shapes}</g>'
