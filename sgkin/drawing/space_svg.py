"""A mechanism in space as SVG, still or moving.

What hides what changes as it moves, so a moving picture is a few pictures that take turns, played without a script.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from sgkin.drawing.space_scene import SpaceScene
from sgkin.drawing.style import INK
from sgkin.drawing.svg import FONT, TALLEST, WIDTH, Canvas, Curves, curve_svg, name_svg, shape_svg, svg_document
from sgkin.mathematics import Place

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
    names = [name_svg(canvas, name) for name in scene.names(step, canvas.scale, canvas.box, FONT) if name]
    return svg_document(scene, canvas, [_directions(scene, canvas), _picture(scene, canvas, step), *names], (), legend)


def moving_space_svg(
    scene: SpaceScene, steps: Sequence[int], seconds: float, curves: Curves | None = None, legend: bool = True
) -> str:
    """The picture of a motion that shows some of its steps, equally long, and repeats every so many seconds.

    curves: paths (n, 3) of points in ground, by name.
    """
    canvas, count = space_canvas(scene), len(steps)
    parts = [_directions(scene, canvas)]
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


def _directions(scene: SpaceScene, canvas: Canvas) -> str:
    """Where x, y and z point: arrows, and a dot or a cross in a circle for what points to the eye or away from it."""
    parts = []
    for each in scene.directions():
        (x, y), tip, (s, t) = (_pixels(canvas, place) for place in (each.start, each.tip, each.named))
        if each.is_place:
            inner = (
                f'<circle cx="{x}" cy="{y}" r="1"/>' if each.towards else f'<path d="M{x - 3} {y - 3}l6 6m0 -6l-6 6"/>'
            )
            parts.append(f'<circle cx="{x}" cy="{y}" r="4"/>{inner}')
        else:
            parts.append(f'<path d="{_arrow((x, y), tip)}"/>')
        look = 'stroke="none" text-anchor="middle" dominant-baseline="central" font-size="11"'
        parts.append(f'<text x="{s}" y="{t}" fill="{INK}" {look}>{each.name}</text>')
    return f'<g fill="none" stroke="{INK}">{"".join(parts)}</g>'


def _pixels(canvas: Canvas, place: Place) -> tuple[float, float]:
    """A place in pixels from the upper left corner."""
    x, y = canvas.pixels((place[0] * canvas.scale, place[1] * canvas.scale))
    return round(x, 1), round(y, 1)


def _arrow(start: Place, tip: Place) -> str:
    """A line with a head of two strokes, in pixels."""
    size = hypot(tip[0] - start[0], tip[1] - start[1])
    a, b = (tip[0] - start[0]) / size, (tip[1] - start[1]) / size
    sides = [(tip[0] - 5 * a + 3 * side * b, tip[1] - 5 * b - 3 * side * a) for side in (-1, 1)]
    (p, q), (r, s) = sides
    return f"M{start[0]} {start[1]}L{tip[0]} {tip[1]}M{p:.1f} {q:.1f}L{tip[0]} {tip[1]}L{r:.1f} {s:.1f}"


def _picture(scene: SpaceScene, canvas: Canvas, step: int) -> str:
    groups = scene.drawing.groups
    shapes = "".join(shape_svg(canvas, shape, groups.get(shape.frame)) for shape in scene.seen(step))
    return f'<g transform="translate({canvas.place((0.0, 0.0))})" stroke-linejoin="round">{shapes}</g>'
