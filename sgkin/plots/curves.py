"""Curves of position, velocity, acceleration and velocity coefficients against time or an input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sgkin.errors import InputError
from sgkin.motion import Motion
from sgkin.plots.lines import line_look
from sgkin.plots.needs import need_motion
from sgkin.plots.saving import new_axes
from sgkin.plots.series import Series, abscissa, motion_series

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_curves(
    motion: Motion,
    *names: str,
    quantity: str = "position",
    parts: Sequence[str] | None = None,
    against: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw curves of links, points (`link.point` or `point`) and joints over a motion, and return the axes.

    quantity: `position`, `velocity`, `acceleration`, or `K` and `L` (from a motion with coefficients). parts: which of
    `x`, `y` and `theta`. against: `time` or the name of an input. All in the units of the mechanism's file; curves of
    another unit than the first get an axis of their own on the right.
    """
    need_motion(motion)
    if not names:
        raise InputError("name at least one link, point or joint to plot")
    below = abscissa(motion, against)
    series = motion_series(motion, names, quantity, parts)
    units = list(dict.fromkeys(each.unit for each in series))
    if len(units) > 2:
        raise InputError(f"the curves have the units {', '.join(units)}; choose with `parts` or names at most two")
    ax = new_axes() if ax is None else ax
    axes = [ax] if len(units) == 1 else [ax, ax.twinx()]
    for number, each in enumerate(series):
        axes[units.index(each.unit)].plot(below.values, each.values, lw=1.6, label=_label(each), **line_look(number))
    for side, unit in zip(axes, units, strict=True):
        side.set_ylabel(f"{quantity} [{unit}]")
    ax.set_xlabel(f"{below.name} [{below.unit}]")
    ax.grid(visible=True, lw=0.4, color="0.8")
    ax.set_axisbelow(True)
    ax.set_title(motion.mechanism.title or motion.mechanism.name, fontsize=11)
    lines = [line for side in axes for line in side.get_lines()]
    # inside, a legend would keep clear of the curves of its own axis alone
    where: dict[str, Any] = {"loc": "best"}
    if len(axes) > 1:
        where = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.12), "ncols": min(len(lines), 3), "frameon": False}
    ax.legend(lines, [str(line.get_label()) for line in lines], fontsize=8, framealpha=0.9, **where)
    return ax


def _label(series: Series) -> str:
    return f"{series.name} [{series.unit}]"
