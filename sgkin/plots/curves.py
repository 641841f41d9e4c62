"""Curves of position, velocity, acceleration and velocity coefficients against time or an input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sgkin.errors import InputError
from sgkin.motion import Motion
from sgkin.plots.angle_ticks import PER_TURN, set_angle_ticks
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
    `x`, `y` and `theta`; in space of `x`, `y`, `z`, the angles of Bryant `alpha`, `beta`, `gamma`, and as rates `wx`,
    `wy`, `wz`. against: `time` or the name of an input. All in the units of the mechanism's file; curves of another
    unit than the first get an axis of their own on the right. What is constant gets no curve: the legend says its
    value.
    """
    need_motion(motion)
    if not names:
        raise InputError("name at least one link, point or joint to plot")
    return draw_series(motion, motion_series(motion, names, quantity, parts), abscissa(motion, against), ax)


def draw_series(motion: Motion, series: Sequence[Series], below: Series, ax: Axes | None) -> Axes:
    """Draw curves of a motion, of one unit or of two, and return the axes."""
    varying = [each for each in series if each.constant is None]
    units = list(dict.fromkeys(each.unit for each in varying)) or [""]
    if len(units) > 2:
        raise InputError(f"the curves have the units {', '.join(units)}; choose with `parts` or names at most two")
    ax = new_axes() if ax is None else ax
    axes = [ax] if len(units) == 1 else [ax, ax.twinx()]
    for number, each in enumerate(varying):
        axes[units.index(each.unit)].plot(below.values, each.values, lw=1.6, label=_label(each), **line_look(number))
    for side, unit in zip(axes, units, strict=True):
        _name_axis(side, [each for each in varying if each.unit == unit])
    finish_axes(ax, below)
    ax.set_title(motion.mechanism.title or motion.mechanism.name, fontsize=11)
    constant = [_sentence(each) for each in series if each.constant is not None]
    if varying:
        _add_legend(axes, constant)
    else:
        ax.set_yticks([])
        ax.text(0.5, 0.5, "\n".join(constant), ha="center", va="center", transform=ax.transAxes)
    return ax


def _label(series: Series) -> str:
    return f"{series.name} [{series.unit}]"


def _sentence(series: Series) -> str:
    return f"{series.name} = {series.constant:.6g} {series.unit}, constant"


def _name_axis(ax: Axes, series: Sequence[Series]) -> None:
    """What the curves of an axis are, with ticks that suit angles where they are angles."""
    if not series:
        return
    what = list(dict.fromkeys(each.quantity for each in series))
    ax.set_ylabel(f"{' and '.join(what)} [{series[0].unit}]")
    if series[0].unit in PER_TURN:
        set_angle_ticks(ax.yaxis, *ax.get_ylim(), series[0].unit)


def finish_axes(ax: Axes, below: Series) -> None:
    """The axis below, and the grid."""
    ax.set_xlabel(f"{below.name} [{below.unit}]")
    ax.update_datalim([(float(value), 0.0) for value in (below.values.min(), below.values.max())], updatey=False)
    if below.kind == "angle":
        set_angle_ticks(ax.xaxis, float(below.values.min()), float(below.values.max()), below.unit)
    ax.grid(visible=True, lw=0.4, color="0.8")
    ax.set_axisbelow(True)


def _add_legend(axes: Sequence[Axes], constant: Sequence[str]) -> None:
    """The curves below the axes, where they hide nothing; what is constant as a line of text."""
    from matplotlib.lines import Line2D

    lines = [line for side in axes for line in side.get_lines()]
    texts = [*(str(line.get_label()) for line in lines), *constant]
    lines += [Line2D([], [], linestyle="none") for _ in constant]
    columns = max(1, min(len(lines), 100 // (8 + max(map(len, texts)))))
    where: dict[str, Any] = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.12), "ncols": columns}
    axes[0].legend(lines, texts, fontsize=8, frameon=False, **where)
