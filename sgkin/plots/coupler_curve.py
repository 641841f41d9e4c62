"""The paths of points, with velocities and accelerations as arrows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sgkin.drawing.motion_drawing import make_scene
from sgkin.drawing.style import INK
from sgkin.errors import InputError, UnknownNameError
from sgkin.motion import Motion
from sgkin.plots.lines import line_look
from sgkin.plots.mechanism import paint_scene
from sgkin.plots.needs import need_motion
from sgkin.plots.saving import new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ARROWS = {"velocity": (INK, "/s"), "acceleration": ("#d55e00", "/s²")}
LONGEST = 0.25
"""The longest arrow, as a part of the larger side of the picture."""


def plot_coupler_curve(
    motion: Motion,
    *points: str,
    ax: Axes | None = None,
    marks: int = 0,
    arrows: Sequence[str] = (),
    step: int | None = 0,
    relative_to: str | None = None,
) -> Axes:
    """Draw the paths of points (`link.point` or `point`) in the mechanism's unit of length, and return the axes.

    marks: so many steps are marked with a dot, evenly spread. arrows: `velocity`, `acceleration` or both, drawn at the
    marks; the legend says how long the longest is. step: the mechanism is drawn there too, unless it is None.
    relative_to: a link from which the paths are seen, instead of ground; the mechanism is left out then.
    """
    need_motion(motion)
    points = tuple(motion.mechanism.full_name(name, "curve") for name in points)
    _check(motion, points, arrows, marks)
    ax = new_axes() if ax is None else ax
    units = motion.mechanism.units
    factor = units.factor("length")
    if step is not None and relative_to is None:
        paint_scene(ax, make_scene(motion), step, labels=False)
    places = {name: motion.position(name, relative_to) / factor for name in points}
    chosen = np.unique(np.linspace(0, motion.steps - 1, marks).round().astype(int)) if marks else np.zeros(0, dtype=int)
    for number, (name, place) in enumerate(places.items()):
        ax.plot(*place.T, label=name, lw=1.8, zorder=4.0, **line_look(number))
        ax.plot(*place[chosen].T, "o", ms=4, color=INK, zorder=4.1)
    for kind in arrows:
        vectors = {name: getattr(motion, kind)(name, relative_to)[chosen] / factor for name in points}
        _draw_arrows(ax, kind, places, vectors, chosen, units.length)
    _make_room(ax, np.concatenate(list(places.values())), step is not None and relative_to is None)
    ax.set_aspect("equal")
    seen = f" seen from {relative_to}" if relative_to else ""
    ax.set_xlabel(f"x{seen} [{units.length}]")
    ax.set_ylabel(f"y{seen} [{units.length}]")
    ax.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0.0, frameon=False)
    return ax


def _check(motion: Motion, points: Sequence[str], arrows: Sequence[str], marks: int) -> None:
    if not points:
        raise InputError("name at least one point, written 'link.point'")
    for name in points:
        motion.mechanism.point(name, "curve")
    for kind in arrows:
        if kind not in ARROWS:
            raise UnknownNameError("arrows", "kind of arrow", kind, ARROWS)
    if arrows and marks < 1:
        raise InputError("arrows are drawn at marks; say how many with `marks`")


def _draw_arrows(
    ax: Axes,
    kind: str,
    places: dict[str, NDArray[np.float64]],
    vectors: dict[str, NDArray[np.float64]],
    chosen: NDArray[np.int64],
    unit: str,
) -> None:
    """Arrows of one kind, all to one scale."""
    longest = max(float(np.hypot(*each.T).max()) for each in vectors.values())
    if longest == 0.0:
        return
    extent = max(float(np.ptp(each, axis=0).max()) for each in places.values()) or 1.0
    extent = max(extent, 0.5 * max(np.ptp(ax.get_xlim()), np.ptp(ax.get_ylim())))
    colour, per = ARROWS[kind]
    for name, each in vectors.items():
        look = {"angles": "xy", "scale_units": "xy", "scale": longest / (LONGEST * extent), "width": 0.004}
        ax.quiver(*places[name][chosen].T, *each.T, color=colour, zorder=4.2, **look)
        tips = places[name][chosen] + each * (LONGEST * extent / longest)
        ax.update_datalim(tips)
    ax.plot([], [], color=colour, marker=">", lw=1.5, label=f"{kind}, longest {longest:.4g} {unit}{per}")


def _make_room(ax: Axes, places: NDArray[np.float64], with_mechanism: bool) -> None:
    """Let the axes hold the curves and arrows beside the mechanism."""
    low, high = ax.dataLim.min, ax.dataLim.max
    low, high = np.minimum(low, places.min(axis=0)), np.maximum(high, places.max(axis=0))
    air = 0.04 * float((high - low).max())
    x, y = ax.get_xlim(), ax.get_ylim()
    if not with_mechanism:
        x, y = (low[0] - air, high[0] + air), (low[1] - air, high[1] + air)
    ax.set_xlim(min(x[0], low[0] - air), max(x[1], high[0] + air))
    ax.set_ylim(min(y[0], low[1] - air), max(y[1], high[1] + air))
