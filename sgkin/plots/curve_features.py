"""A coupler curve with what was found on it: extremes, cusps, double points, inflections and straight intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sgkin.analysis.curve import CouplerCurve
from sgkin.analysis.straight import StraightInterval
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

STEPS = 720
"""Places through which a curve is drawn."""
SMALL = 0.4
"""The part of a mechanism's size up to which a curve is drawn by itself."""
MARKS: dict[str, dict[str, Any]] = {
    "extreme in x": {"marker": "|", "ms": 12, "mew": 1.6, "color": INK},
    "extreme in y": {"marker": "_", "ms": 12, "mew": 1.6, "color": INK},
    "cusp": {"marker": "^", "ms": 8, "color": "#d55e00"},
    "turning point": {"marker": "s", "ms": 6, "color": INK, "mfc": "white"},
    "double point": {"marker": "D", "ms": 6, "color": "#cc3377", "mfc": "white", "mew": 1.6},
    "inflection": {"marker": "o", "ms": 5, "color": INK, "mfc": "white"},
}


def plot_curve_features(
    curve: CouplerCurve,
    *,
    ax: Axes | None = None,
    straight: Sequence[StraightInterval] = (),
    mechanism: bool | None = None,
) -> Axes:
    """Draw a coupler curve in the mechanism's unit of length with all that is special on it, and return the axes.

    straight: intervals that `curve.straight_intervals` gave, drawn thick. mechanism: whether it is drawn too, as it is
    at the beginning, by default unless it would hide a small curve; of one seen from another link it never is.
    """
    if not isinstance(curve, CouplerCurve):
        raise InputError(f"a coupler curve is needed, found {brief(curve)}; coupler_curve(mechanism, point) gives one")
    ax = new_axes() if ax is None else ax
    units = curve.mechanism.units
    factor = units.factor("length")
    places = path_places(curve) / factor
    large = float(np.ptp(places, axis=0).max()) > SMALL * curve.mechanism.size / factor
    if (large if mechanism is None else mechanism) and curve.relative_to is None:
        motion = solve(curve.course.plan, inputs=curve.course.inputs(np.linspace(curve.begin, curve.end, 61)[1:-1]))
        paint_scene(ax, make_scene(motion), 0, labels=False)
    ax.plot(*places.T, label=curve.point, lw=1.8, zorder=4.0, **line_look(0))
    for each in straight:
        part = _between(curve, each) / factor
        ax.plot(*part.T, color="#009e73", lw=5.0, alpha=0.6, zorder=3.9, label=_straight_label(curve, each))
    for name, marked in special_places(curve).items():
        if len(marked):
            ax.plot(*(marked / factor).T, ls="none", zorder=5.5, label=f"{name} ({len(marked)})", **MARKS[name])
    ax.update_datalim(places)
    ax.set_aspect("equal")
    seen = f" seen from {curve.relative_to}" if curve.relative_to else ""
    ax.set_xlabel(f"x{seen} [{units.length}]")
    ax.set_ylabel(f"y{seen} [{units.length}]")
    make_room(ax, places)
    ax.set_title(_title(curve), fontsize=11)
    ax.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0.0, frameon=False)
    return ax


def special_places(curve: CouplerCurve) -> dict[str, Floats]:
    """Places (n, 2) of each kind that is marked."""
    turning = curve.turning_points
    return {
        "extreme in x": _points([each.point for each in curve.extremes("x") if not each.is_end]),
        "extreme in y": _points([each.point for each in curve.extremes("y") if not each.is_end]),
        "cusp": _points([each.point for each in turning if each.is_cusp]),
        "turning point": _points([each.point for each in turning if not each.is_cusp]),
        "double point": _points([each.point for each in curve.double_points]),
        "inflection": curve.position(curve.inflections) if curve.inflections else np.zeros((0, 2)),
    }


def path_places(curve: CouplerCurve) -> Floats:
    """The path (n, 2), evenly spread over the input, or closer together towards dead points."""
    return curve.path(np.linspace(*curve.course.limits(), STEPS + 1))[:, :2]


def make_room(ax: Axes, places: Floats) -> None:
    """Let the axes hold places beside what they hold already."""
    air = 0.04 * float(np.ptp(places, axis=0).max())
    low, high = places.min(axis=0) - air, places.max(axis=0) + air
    for get, put, part in ((ax.get_xlim, ax.set_xlim, 0), (ax.get_ylim, ax.set_ylim, 1)):
        put(min(get()[0], low[part]), max(get()[1], high[part]))


def _points(places: list[Floats]) -> Floats:
    return np.array(places).reshape(-1, 2)


def _between(curve: CouplerCurve, each: StraightInterval) -> Floats:
    at = np.linspace(each.begin, each.end, 121)
    return curve.position(np.where(at > curve.end, at - curve.course.span, at))


def _straight_label(curve: CouplerCurve, each: StraightInterval) -> str:
    units = curve.mechanism.units
    factor = units.factor("length")
    return f"straight to {each.deviation / factor:.3g} {units.length} over {each.distance / factor:.4g} {units.length}"


def _title(curve: CouplerCurve) -> str:
    units = curve.mechanism.units
    factor = units.factor("length")
    title = f"{curve.mechanism.title or curve.mechanism.name}\nlength {curve.length / factor:.6g} {units.length}"
    if curve.is_closed and not curve.runs_over_itself:
        title += f", area {abs(curve.area) / factor**2:.6g} {units.length}²"
    return title
