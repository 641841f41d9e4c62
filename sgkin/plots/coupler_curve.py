"""The paths of points, with velocities and accelerations as arrows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sgkin.drawing.motion_drawing import FLATTEST, NARROWEST, make_scene, widened
from sgkin.drawing.style import INK, PAPER
from sgkin.drawing.view import as_view
from sgkin.errors import InputError, UnknownNameError
from sgkin.motion import Motion
from sgkin.plots.legend import add_legend
from sgkin.plots.lines import path_look
from sgkin.plots.mechanism import paint_scene
from sgkin.plots.needs import need_motion
from sgkin.plots.saving import new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

ARROWS = {"velocity": (INK, "/s"), "acceleration": ("#d55e00", "/s²")}
LONGEST, SHORTEST, BY_PATH = 0.2, 0.07, 0.6
"""The length of the longest arrow: at most and at least these parts of the larger side of the picture, and between them
this part of the largest path, so that arrows do not hide a small one."""
BELOW, ABOVE = 3.5, 4.5
"""Arrows are painted below the paths they start from, marks above them."""


def plot_coupler_curve(
    motion: Motion,
    *points: str,
    ax: Axes | None = None,
    marks: int = 0,
    arrows: Sequence[str] = (),
    step: int | None = 0,
    relative_to: str | None = None,
    view: object = None,
) -> Axes:
    """Draw the paths of points (`link.point` or `point`) in the mechanism's unit of length, and return the axes.

    marks: so many steps are marked with a dot, evenly spread. arrows: `velocity`, `acceleration` or both, drawn at the
    marks; the legend says how long the longest is. step: the mechanism is drawn there too, unless it is None.
    relative_to: a link from which the paths are seen, instead of ground; the mechanism is left out then. view: of a
    mechanism in space, from where it is seen, as for `plot_mechanism`; marks and arrows are planar.
    """
    need_motion(motion)
    points = tuple(motion.mechanism.full_name(name, "curve") for name in points)
    _check(motion, points, arrows, marks)
    if motion.mechanism.is_spatial:
        if marks or relative_to is not None or step is None:
            raise InputError("marks, arrows, relative_to and step=None are for mechanisms in the plane")
        return _curve_in_space(motion, points, ax, step, view)
    if view is not None:
        raise InputError("view is for mechanisms in space; this one is in the plane of the picture")
    ax = new_axes() if ax is None else ax
    units = motion.mechanism.units
    factor = units.factor("length")
    with_mechanism = step is not None and relative_to is None
    if with_mechanism:
        scene = make_scene(motion)
        paint_scene(ax, scene, step or 0, labels=False)
        (left, right), (low, high) = scene.limits(step)
        ax.update_datalim(np.array([[left, low], [right, high]]) / factor)
    places = {name: motion.position(name, relative_to) / factor for name in points}
    chosen = np.unique(np.linspace(0, motion.steps - 1, marks).round().astype(int)) if marks else np.zeros(0, dtype=int)
    lines = []
    for number, (name, place) in enumerate(places.items()):
        lines += ax.plot(*place.T, label=name, zorder=4.0, **path_look(number))
        look: dict[str, Any] = {
            "markerfacecolor": PAPER,
            "markeredgecolor": lines[-1].get_color(),
            "markeredgewidth": 1.0,
        }
        ax.plot(*place[chosen].T, "o", ms=3.5, zorder=ABOVE, **look)
    length = _arrow_length(ax, places)
    for kind in arrows:
        vectors = {name: getattr(motion, kind)(name, relative_to)[chosen] / factor for name in points}
        lines += _draw_arrows(ax, kind, places, vectors, chosen, length, units.length)
    _make_room(ax)
    ax.set_aspect("equal")
    seen = f" seen from {relative_to}" if relative_to else ""
    ax.set_xlabel(f"x{seen} [{units.length}]")
    ax.set_ylabel(f"y{seen} [{units.length}]")
    ax.set_title(motion.mechanism.title or motion.mechanism.name, fontsize=11)
    add_legend(ax, (), lines)
    return ax


def _curve_in_space(motion: Motion, points: Sequence[str], ax: Axes | None, step: int, view: object) -> Axes:
    """The paths of points in space and the mechanism at a step, as they are seen from one side."""
    from sgkin.drawing.space_scene import make_space_scene
    from sgkin.plots.space import paint_paths, paint_space

    scene = make_space_scene(motion, as_view("corner" if view is None else view))
    ax = new_axes() if ax is None else ax
    paint_space(ax, scene, step, labels=False)
    add_legend(ax, (), paint_paths(ax, scene, {name: motion.position(name) for name in points}))
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


def _arrow_length(ax: Axes, places: dict[str, NDArray[np.float64]]) -> float:
    """How long the longest arrow is, in the unit of the axes."""
    picture = float(np.ptp(ax.dataLim.get_points(), axis=0).max()) or 1.0
    path = max(float(np.ptp(place, axis=0).max()) for place in places.values())
    return max(SHORTEST * picture, min(LONGEST * picture, BY_PATH * path))


def _draw_arrows(
    ax: Axes,
    kind: str,
    places: dict[str, NDArray[np.float64]],
    vectors: dict[str, NDArray[np.float64]],
    chosen: NDArray[np.int64],
    length: float,
    unit: str,
) -> list[Line2D]:
    """Arrows of one kind, all to one scale; the line that stands for them in the legend."""
    longest = max(float(np.hypot(*each.T).max()) for each in vectors.values())
    if longest == 0.0:
        return []
    colour, per = ARROWS[kind]
    for name, each in vectors.items():
        look: dict[str, Any] = {"angles": "xy", "scale_units": "xy", "scale": longest / length}
        ax.quiver(*places[name][chosen].T, *each.T, color=colour, zorder=BELOW, width=0.003, headwidth=4.5, **look)
        ax.update_datalim(places[name][chosen] + each * (length / longest))
    return ax.plot([], [], color=colour, marker=">", lw=1.2, ms=4, label=f"{kind}, longest {longest:.4g} {unit}{per}")


def _make_room(ax: Axes) -> None:
    """Let the axes hold the mechanism where it is drawn, the curves and the arrows."""
    (left, low), (right, high) = ax.dataLim.get_points().tolist()
    air = 0.04 * max(right - left, high - low)
    x, y = (left - air, right + air), (low - air, high + air)
    ax.set_xlim(*widened(x, NARROWEST * (y[1] - y[0])))
    ax.set_ylim(*widened(y, FLATTEST * (x[1] - x[0])))
