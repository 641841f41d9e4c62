"""A mechanism in space as a picture: its solids as they appear from one side, hidden parts behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sgkin.arrays import Floats
from sgkin.drawing.ink import Box
from sgkin.drawing.shapes import Circle, Path, Rounded, Shape
from sgkin.drawing.space_scene import SpaceScene
from sgkin.drawing.style import INK, STYLES, fill_colour, group_hatch
from sgkin.plots.before_drawing import before_drawing
from sgkin.plots.lines import path_look
from sgkin.plots.names import FONT, annotation, show_name

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D


ABOVE = 5.0
"""Names and directions are painted above all else."""


def paint_space(ax: Axes, scene: SpaceScene, step: int, labels: bool) -> list[Artist]:
    """Paint a scene at a step on axes that hold all its configurations, in the mechanism's unit of length."""
    factor = scene.mechanism.units.factor("length")
    painted = paint_step(ax, scene, step, is_still=labels)
    if labels:
        _add_names(ax, scene, step)
    (left, right), (low, high) = scene.limits()
    ax.set_xlim(left / factor, right / factor)
    ax.set_ylim(low / factor, high / factor)
    ax.set_aspect("equal")
    ax.set_axis_off()
    ax.set_title(scene.mechanism.title or scene.mechanism.name, fontsize=11)
    _show_directions(ax, scene)
    return painted


def paint_step(ax: Axes, scene: SpaceScene, step: int, is_still: bool = False) -> list[Artist]:
    """Add the shapes of a step to axes, in an order in which nearer ones hide others; what was added.

    is_still: bodies are hatched, as in the legend; the hatches would swim on what moves.
    """
    factor = scene.mechanism.units.factor("length")
    shapes = scene.seen(step)
    return [
        ax.add_artist(_artist(shape, scene, factor, 1.0 + number / len(shapes), is_still))
        for number, shape in enumerate(shapes)
    ]


def paint_paths(ax: Axes, scene: SpaceScene, paths: dict[str, Floats]) -> list[Line2D]:
    """Paths (n, 3) of points as they appear, above the mechanism."""
    factor = scene.mechanism.units.factor("length")
    return [
        ax.plot(*(scene.path(places) / factor).T, zorder=4.0, label=name, **path_look(number, 1.4))[0]
        for number, (name, places) in enumerate(paths.items())
    ]


def _artist(shape: Shape, scene: SpaceScene, factor: float, order: float, is_still: bool) -> Artist:
    """A flat shape as a patch."""
    from matplotlib import patches

    style, group = STYLES[shape.role], scene.drawing.groups.get(shape.frame)
    fill = fill_colour(shape.role, group)
    look: dict[str, Any] = {
        "facecolor": fill or "none",
        "edgecolor": style.colour,
        "linewidth": style.line,
        "joinstyle": "round",
        "zorder": order,
        "linestyle": (0.0, style.dash) if style.dash else "-",
    }
    if is_still and style.fill == "tint":
        look |= {"hatch": group_hatch(group), "hatch_linewidth": 0.4}
    match shape:
        case Circle():
            middle = (shape.centre[0] / factor, shape.centre[1] / factor)
            return patches.Circle(middle, shape.radius / factor, fill=fill is not None, **look)
        case Path():
            points, closed = shape.points, shape.closed
        case Rounded():
            points, closed = shape.outline(), True
    return patches.Polygon(np.array(points) / factor, closed=closed, fill=closed and fill is not None, **look)


def _add_names(ax: Axes, scene: SpaceScene, step: int) -> None:
    """Put the names of joints where they can be read, whenever the axes are drawn."""
    factor = scene.mechanism.units.factor("length")
    labels = scene.drawing.seen_labels(scene.at(step), scene.view)
    texts = [annotation(ax, text, ABOVE) for _, _, text in labels]
    for text, (x, y, _) in zip(texts, labels, strict=True):
        text.xy = (x / factor, y / factor)
    placed_for: list[Box] = []

    def place(points: float) -> None:
        (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
        frame = (left * points, low * points, right * points, high * points)
        if placed_for != [frame]:
            placed_for[:] = [frame]
            for text, name in zip(texts, scene.names(step, points / factor, frame, FONT), strict=True):
                show_name(text, name)

    before_drawing(ax, place)


def _show_directions(ax: Axes, scene: SpaceScene) -> None:
    """Show in the lower left corner where x, y and z point: a dot in a circle to the eye, a cross away from it."""
    factor = scene.mechanism.units.factor("length")
    arrow = {"arrowstyle": "->", "color": INK, "lw": 0.9, "shrinkA": 0, "shrinkB": 0}
    for each in scene.directions():
        start, tip, named = ((x / factor, y / factor) for x, y in (each.start, each.tip, each.named))
        if each.is_place:
            look: dict[str, Any] = {"color": INK, "linestyle": "none", "zorder": ABOVE}
            ax.plot(*start, marker="o", markersize=6, fillstyle="none", markeredgewidth=0.9, **look)
            ax.plot(*start, marker="." if each.towards else "x", markersize=3, **look)
        else:
            ax.annotate("", tip, start, arrowprops=arrow, zorder=ABOVE)
        ax.text(*named, each.name, fontsize=8, ha="center", va="center", zorder=ABOVE)
