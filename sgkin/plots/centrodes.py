"""Fixed and moving centrode, where they touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sgkin.analysis.centrodes import Centrodes
from sgkin.arrays import Floats
from sgkin.drawing.motion_drawing import make_scene
from sgkin.drawing.style import INK
from sgkin.errors import InputError, brief
from sgkin.plots.lines import line_look
from sgkin.plots.mechanism import paint_scene
from sgkin.plots.saving import new_axes
from sgkin.solving import solve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STEPS = 1440
ROOM = 1.5
"""How far beyond the mechanism centrodes that go to infinity are drawn, by its size."""


def plot_centrodes(
    centrodes: Centrodes, at: float | None = None, *, ax: Axes | None = None, inflection_circle: bool = True
) -> Axes:
    """Draw both centrodes and the mechanism at an input, by default the first, and return the axes.

    They are drawn as they lie in the ground frame. inflection_circle: whether that of the moving link is drawn too.
    """
    if not isinstance(centrodes, Centrodes):
        raise InputError(f"centrodes are needed, found {brief(centrodes)}; centrodes(mechanism, link) gives them")
    ax = new_axes() if ax is None else ax
    units = centrodes.mechanism.units
    factor = units.factor("length")
    s = centrodes.begin if at is None else float(at)
    motion = solve(centrodes.course.plan, inputs=centrodes.course.inputs(np.array([s])))
    paint_scene(ax, make_scene(motion), 0, labels=False)
    limits = _limits(ax)
    along = _steps(centrodes)
    both = (("fixed", centrodes.fixed, centrodes.relative_to), ("moving", centrodes.moving, centrodes.link))
    for number, (kind, curve, link) in enumerate(both):
        places = _placed(_finite(curve(along)), motion.position(link)[0]) / factor
        label = f"{kind} centrode of {centrodes.link}" if number else f"{kind} centrode in {link}"
        ax.plot(*_cut(places, limits).T, label=label, lw=2.2, zorder=4.0, **line_look(3 * number))
    _draw_pole(ax, centrodes, s, factor, inflection_circle)
    ax.set_xlim(*limits[:, 0])
    ax.set_ylim(*limits[:, 1])
    ax.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0.0, frameon=False)
    return ax


def _steps(centrodes: Centrodes) -> Floats:
    """Inputs, with those at which the pole is at infinity, so that curves are not joined across it."""
    even = np.linspace(centrodes.begin, centrodes.end, STEPS + 1)
    return np.unique(np.concatenate([even, centrodes.at_infinity]))


def _limits(ax: Axes) -> Floats:
    """Low and high corner (2, 2) of what is drawn, with room around the mechanism."""
    low, high = np.array([ax.get_xlim(), ax.get_ylim()]).T
    air = ROOM * 0.5 * float((high - low).max())
    return np.array([low - air, high + air])


def _finite(poles: Floats) -> Floats:
    """Places (n, 2); points at infinity interrupt the line."""
    return np.where(poles[:, 2:] == 1.0, poles[:, :2], np.nan)


def _placed(places: Floats, pose: Floats) -> Floats:
    x, y, angle = pose
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray(places @ turn + (x, y))


def _cut(places: Floats, limits: Floats) -> Floats:
    """Without what lies far outside, where a line across the picture would join two parts."""
    width = limits[1] - limits[0]
    far = ((places < limits[0] - width) | (places > limits[1] + width)).any(axis=1)
    return np.where(far[:, None], np.nan, places)


def _draw_pole(ax: Axes, centrodes: Centrodes, s: float, factor: float, with_circle: bool) -> None:
    from matplotlib.patches import Circle

    circle = centrodes.inflection_circle(s)
    if circle.pole[0, 2] != 1.0:
        return
    ax.plot(*(circle.pole[0, :2] / factor), "o", ms=6, color=INK, zorder=5.5, label="instant centre")
    if with_circle:
        radius = 0.5 * float(circle.diameter[0]) / factor
        look = {"fill": False, "edgecolor": "#d55e00", "linestyle": (0, (2, 2)), "linewidth": 1.0, "zorder": 4.2}
        ax.add_patch(Circle(tuple(circle.centre[0, :2] / factor), radius, label="inflection circle", **look))
