"""Joints that do not close, in a picture."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from sgkin.drawing.motion_drawing import Scene
from sgkin.errors import listing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RED = "#c8102e"
IN_FRONT = 7.0
"""Gaps are painted above all that they lie on."""


def paint_gaps(ax: Axes, scene: Scene) -> None:
    """Draw every gap as a red line with its length, and say in the title where the joints are open."""
    from matplotlib.patheffects import withStroke

    if not scene.gaps:
        return
    units = scene.mechanism.units
    factor, halo = units.factor("length"), [withStroke(linewidth=3.0, foreground="white")]
    for gap in scene.gaps:
        xs, ys = ([place[axis] / factor for place in gap.places] for axis in (0, 1))
        ax.plot(xs, ys, color=RED, linewidth=2.0, marker="o", markersize=5.0, markerfacecolor="white", zorder=IN_FRONT)
        middle, side = (sum(xs) / len(xs), sum(ys) / len(ys)), _beside(xs[-1] - xs[0], ys[-1] - ys[0])
        text = ax.annotate(
            gap.told(units), middle, side, textcoords="offset points", fontsize=9, color=RED, va="center"
        )
        text.set(zorder=IN_FRONT + 1.0, path_effects=halo)
    told = listing([f"{gap.joint} by {gap.told(units)}" for gap in scene.gaps], verb=False)
    ax.set_title(f"{ax.get_title()}\ndoes not close: {told}", fontsize=11, color=RED)


def _beside(dx: float, dy: float) -> tuple[float, float]:
    """Where the text begins that stands to the right of a line, in points from its middle."""
    length = hypot(dx, dy) or 1.0
    right = (dy / length, -dx / length) if dy >= 0.0 else (-dy / length, dx / length)
    return 6.0 + 4.0 * right[0], 14.0 * right[1]
