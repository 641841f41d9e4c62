"""The mechanism as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sgkin.drawing.drawing import Drawing
from sgkin.drawing.shapes import Circle, Path, Pose, Rounded, Shape
from sgkin.drawing.style import INK, STYLES, fill_colour, group_hatch

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch


def paint(ax: Axes, drawing: Drawing, poses: Mapping[str, Pose], factor: float = 1.0) -> None:
    """Add the shapes of a configuration to axes, in units of `factor` metres."""
    for number, shape in enumerate(drawing.placed(poses)):
        patch = make_patch(shape, drawing, factor)
        patch.set_zorder(2.0 + 0.001 * number)
        ax.add_patch(patch)


def make_patch(shape: Shape, drawing: Drawing, factor: float) -> Patch:
    """A placed shape as a patch of matplotlib, painted as its role and group ask."""
    from matplotlib import patches

    style, group = STYLES[shape.role], drawing.groups.get(shape.frame)
    fill = fill_colour(shape.role, group)
    dash = (0.0, style.dash) if style.dash else "solid"
    look = {"facecolor": fill or "none", "edgecolor": INK, "linewidth": style.line, "linestyle": dash}
    if style.fill == "tint":
        look["hatch"] = group_hatch(group)
        look["hatch_linewidth"] = 0.4
    match shape:
        case Circle():
            x, y = shape.centre
            return patches.Circle((x / factor, y / factor), shape.radius / factor, **look)
        case Path():
            points = [(x / factor, y / factor) for x, y in shape.points]
            return patches.Polygon(points, closed=shape.closed, fill=fill is not None, **look)
        case Rounded():
            points = [(x / factor, y / factor) for x, y in shape.outline()]
            return patches.Polygon(points, closed=True, **look)
