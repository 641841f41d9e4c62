"""How fast a point is along its path: the path in colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sgkin.drawing.motion_drawing import make_scene
from sgkin.drawing.style import INK
from sgkin.motion import Motion
from sgkin.plots.curve_features import make_room
from sgkin.plots.mechanism import paint_scene
from sgkin.plots.needs import need_motion
from sgkin.plots.saving import new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_speed(motion: Motion, point: str, *, ax: Axes | None = None, step: int | None = 0) -> Axes:
    """Draw the path of a point, written `link.point`, coloured by its speed, and return the axes.

    step: the mechanism is drawn there too, unless it is None. Fastest and slowest step are marked.
    """
    from matplotlib.collections import LineCollection

    need_motion(motion)
    speeds = motion.speed(point)
    ax = new_axes() if ax is None else ax
    units = motion.mechanism.units
    factor = units.factor("length")
    places, speeds = motion.position(point) / factor, speeds / factor
    if step is not None:
        paint_scene(ax, make_scene(motion), step, labels=False)
    parts = np.stack([places[:-1], places[1:]], axis=1)
    lines = LineCollection(list(parts), cmap="viridis", linewidths=4.0, zorder=4.0, capstyle="round")
    lines.set_array(0.5 * (speeds[:-1] + speeds[1:]))
    ax.add_collection(lines)
    for kind, number, mark in (("fastest", int(speeds.argmax()), "^"), ("slowest", int(speeds.argmin()), "v")):
        label = f"{kind}: {speeds[number]:.4g} {units.length}/s"
        ax.plot(*places[number], mark, ms=8, color=INK, mfc="white", zorder=5.5, label=label)
    ax.set_aspect("equal")
    ax.set_xlabel(f"x [{units.length}]")
    ax.set_ylabel(f"y [{units.length}]")
    make_room(ax, places)
    ax.legend(fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2, frameon=False)
    figure = ax.get_figure()
    assert figure is not None
    figure.colorbar(lines, ax=ax, label=f"|v| of {point} [{units.length}/s]", shrink=0.8)
    return ax
