"""The structure as a picture: groups from left to right in the order in which they can be solved."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from sgkin.drawing.structure_drawing import FONT, Arrow, Box, draw_structure
from sgkin.drawing.style import INK
from sgkin.plots.before_drawing import before_drawing
from sgkin.plots.needs import need_structure
from sgkin.plots.saving import new_axes, save_picture
from sgkin.structure.structure import Structure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text

PIXELS = 96.0
"""Pixels of the drawing in an inch of a figure of its own."""
CORNER = 6.0
"""The radius of the corners of boxes, in pixels."""


def plot_structure(structure: Structure, ax: Axes | None = None, most: int = 60) -> Axes:
    """Draw the groups as boxes, each to the right of those it depends on, with arrows between them.

    Colours are those of the groups in the picture of the mechanism; a box with a thick border has inputs, one with a
    dashed border is redundant or leaves links loose. Of a larger structure only the first `most` groups are drawn, and
    the title says so.
    """
    need_structure(structure)
    drawing = draw_structure(structure, most)
    ax = new_axes(figure_size(structure, most)) if ax is None else ax
    for arrow in drawing.arrows:
        _add_arrow(ax, arrow)
    texts = [_add_box(ax, box) for box in drawing.boxes]
    ax.set_title(drawing.title, fontsize=11)
    ax.set_xlim(0.0, drawing.width)
    ax.set_ylim(drawing.height, 0.0)
    ax.set_aspect("equal")
    ax.axis("off")

    def fit(points: float) -> None:
        for text in texts:
            text.set_fontsize(FONT * points)

    before_drawing(ax, fit)
    return ax


def figure_size(structure: Structure, most: int = 60) -> tuple[float, float]:
    """Width and height in inches at which the boxes have their size, with room for the title."""
    drawing = draw_structure(structure, most)
    return max(drawing.width, 240.0) / PIXELS, max(drawing.height, 60.0) / PIXELS + 0.4


def _add_box(ax: Axes, box: Box) -> Text:
    from matplotlib.patches import FancyBboxPatch

    x, y = box.centre
    look = {"facecolor": box.fill, "edgecolor": INK, "linewidth": box.line, "zorder": 2.0}
    corner = (x - 0.5 * box.width, y - 0.5 * box.height)
    style = f"round,pad=0,rounding_size={CORNER}"
    patch = FancyBboxPatch(corner, box.width, box.height, boxstyle=style, **look)  # type: ignore[arg-type]
    patch.set_linestyle((0.0, (5.0, 3.0)) if box.is_dashed else "solid")
    ax.add_patch(patch)
    text = ax.text(x, y, "\n".join(box.lines), ha="center", va="center", zorder=3.0, linespacing=1.3)
    text.set_in_layout(False)  # it has room in its box
    return text


def _add_arrow(ax: Axes, arrow: Arrow) -> None:
    from matplotlib.patches import PathPatch, Polygon
    from matplotlib.path import Path

    codes = [Path.MOVETO, *[Path.CURVE4] * (len(arrow.points) - 1)]
    ax.add_patch(PathPatch(Path(arrow.points, codes), facecolor="none", edgecolor=INK, linewidth=1.0, zorder=1.0))
    ax.add_patch(Polygon(arrow.head, closed=True, facecolor=INK, edgecolor="none", zorder=1.5))


def save_structure_plot(structure: Structure, path: str | PathLike[str]) -> None:
    """Draw the structure into a file; its ending says the format."""
    need_structure(structure)
    save_picture(lambda ax: plot_structure(structure, ax), path, figure_size(structure))
