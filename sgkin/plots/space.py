"""A mechanism in space as a picture: its solids as they appear from one side, hidden parts behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sgkin.arrays import Floats
from sgkin.drawing.shapes import Circle, Path, Rounded, Shape
from sgkin.drawing.space_scene import SpaceScene
from sgkin.drawing.style import STYLES, fill_colour
from sgkin.plots.lines import path_look

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

TRIAD = 5.0
"""Length of the arrows that show x, y and z, in radii of a bar."""
SHORTEST = 0.1
"""Part of its length below which such an arrow has no name, since it points to the eye."""


def paint_space(ax: Axes, scene: SpaceScene, step: int, labels: bool) -> list[Artist]:
    """Paint a scene at a step on axes that hold all its configurations, in the mechanism's unit of length."""
    factor = scene.mechanism.units.factor("length")
    painted = paint_step(ax, scene, step)
    if labels:
        for x, y, text in scene.drawing.seen_labels(scene.at(step), scene.view):
            _add_name(ax, (x / factor, y / factor), text)
    (left, right), (low, high) = scene.limits()
    ax.set_xlim(left / factor, right / factor)
    ax.set_ylim(low / factor, high / factor)
    ax.set_aspect("equal")
    ax.set_axis_off()
    ax.set_title(scene.mechanism.title or scene.mechanism.name, fontsize=11)
    _show_directions(ax, scene)
    return painted


def paint_step(ax: Axes, scene: SpaceScene, step: int) -> list[Artist]:
    """Add the shapes of a step to axes, in an order in which nearer ones hide others; what was added."""
    factor = scene.mechanism.units.factor("length")
    shapes = scene.seen(step)
    return [
        ax.add_artist(_artist(ax, shape, scene, factor, 1.0 + number / len(shapes)))
        for number, shape in enumerate(shapes)
    ]


def paint_paths(ax: Axes, scene: SpaceScene, paths: dict[str, Floats]) -> list[Line2D]:
    """Paths (n, 3) of points as they appear, above the mechanism."""
    factor = scene.mechanism.units.factor("length")
    return [
        ax.plot(*(scene.path(places) / factor).T, zorder=4.0, label=name, **path_look(number, 1.4))[0]
        for number, (name, places) in enumerate(paths.items())
    ]


def _artist(ax: Axes, shape: Shape, scene: SpaceScene, factor: float, order: float) -> Artist:
    """A flat shape as a patch; without hatches, which would move on it as it turns."""
    from matplotlib import patches

    style = STYLES[shape.role]
    fill = fill_colour(shape.role, scene.drawing.groups.get(shape.frame))
    look: dict[str, Any] = {
        "facecolor": fill or "none",
        "edgecolor": style.colour,
        "linewidth": style.line,
        "joinstyle": "round",
        "zorder": order,
        "linestyle": (0.0, style.dash) if style.dash else "-",
    }
    match shape:
        case Circle():
            middle = (shape.centre[0] / factor, shape.centre[1] / factor)
            return patches.Circle(middle, shape.radius / factor, fill=fill is not None, **look)
        case Path():
            points, closed = shape.points, shape.closed
        case Rounded():
            points, closed = shape.outline(), True
    return patches.Polygon(np.array(points) / factor, closed=closed, fill=closed and fill is not None, **look)


def _add_name(ax: Axes, place: tuple[float, float], text: str) -> None:
    """Put a name beside a place, with a halo of paper."""
    from matplotlib.patheffects import withStroke

    halo = [withStroke(linewidth=2.5, foreground="white")]
    look: dict[str, Any] = {"xytext": (5, 5), "textcoords": "offset points", "fontsize": 8, "zorder": 5.0}
    ax.annotate(text, place, path_effects=halo, **look)


def _show_directions(ax: Axes, scene: SpaceScene) -> None:
    """Show in the lower left corner where x, y and z point."""
    reach = 0.06
    start = np.array([0.06, 0.06])
    for name, column in zip("xyz", scene.view.matrix.T, strict=True):
        (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
        size = max(right - left, high - low)
        tip = start + reach * column[:2] * size / np.array([right - left, high - low])
        arrow = {"arrowstyle": "->", "color": "#1a1a1a", "lw": 0.9, "shrinkA": 0, "shrinkB": 0}
        where: dict[str, Any] = {"xycoords": "axes fraction", "textcoords": "axes fraction", "zorder": 5.0}
        ax.annotate("", tuple(tip), tuple(start), arrowprops=arrow, **where)
        if np.hypot(*column[:2]) > SHORTEST:
            x, y = (start + 1.3 * (tip - start)).tolist()
            ax.text(x, y, name, fontsize=8, ha="center", va="center", transform=ax.transAxes, zorder=5.0)
