"""By how much outputs are off over a motion, and which dimensions have which part in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sgkin.errors import InputError, UnknownNameError, brief
from sgkin.plots.curves import finish_axes
from sgkin.plots.lines import line_look
from sgkin.plots.saving import new_axes
from sgkin.plots.series import PARTS, abscissa
from sgkin.tolerancing.tolerances import Tolerances
from sgkin.tolerancing.tolerances_text import Course, moving_courses

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FAINT = 0.15
MOST = 15
"""Dimensions that are drawn; the others matter least."""


def plot_tolerances(
    found: Tolerances,
    *names: str,
    parts: Sequence[str] | None = None,
    against: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw by how much outputs are off their nominal course, and return the axes.

    A band goes from least to greatest; the line in it is the mean, and dotted lines are 3σ away from it, where these
    are known. names: outputs, by default all; parts: which of `x`, `y` and `theta`; against: `time` or the name of an
    input, by default the input if there is only one.
    """
    chosen = _chosen(found, names, parts)
    units = list(dict.fromkeys(each.unit for each in chosen))
    if len(units) > 1:
        raise InputError(f"the curves have the units {', '.join(units)}; choose some with `parts` or by their names")
    ax = new_axes() if ax is None else ax
    only = found.mechanism.input_names[0] if len(found.mechanism.input_names) == 1 else None
    below = abscissa(found, against or only)
    for number, each in enumerate(chosen):
        look = line_look(number)
        ax.fill_between(below.values, each.least, each.greatest, color=look["color"], alpha=FAINT, lw=0)
        ax.plot(below.values, each.middle, lw=1.4, label=each.name, **look)
        if each.deviation is not None:
            for side in (-3.0, 3.0):
                ax.plot(below.values, each.middle + side * each.deviation, lw=0.9, ls=":", color=look["color"])
    finish_axes(ax, below)
    ax.set_ylabel(f"off by [{units[0]}]")
    ax.set_title(found.mechanism.title or found.mechanism.name, fontsize=11)
    told = "from least to greatest" + ("" if found.method == "worst-case" else "; dots: 3σ from the mean")
    ax.legend(fontsize=8, frameon=False, title=told, title_fontsize=8)
    return ax


def plot_contributions(
    found: Tolerances, *names: str, parts: Sequence[str] | None = None, ax: Axes | None = None
) -> Axes:
    """Draw which part each dimension has in the spread of outputs over all steps, as bars, and return the axes.

    The dimension that matters most stands above. names: outputs, by default all; parts: which of `x`, `y`, `theta`.
    """
    chosen = _chosen(found, names, parts)
    ax = new_axes() if ax is None else ax
    shares = 100.0 * np.array([each.importance for each in chosen])
    order = np.argsort(-shares.sum(axis=0), kind="stable")[:MOST]
    height, dimensions = 0.8 / len(chosen), list(found.tolerance)
    for number, each in enumerate(chosen):
        places = np.arange(len(order)) + height * (number - 0.5 * (len(chosen) - 1))
        ax.barh(places, shares[number, order], height, label=each.name, color=line_look(number)["color"])
    ax.set_yticks(np.arange(len(order)), [dimensions[place] for place in order.tolist()], fontsize=8)
    ax.invert_yaxis()
    ax.set_xlabel("part of the width of the worst case [%]" if found.method == "worst-case" else "part of variance [%]")
    ax.set_title(found.mechanism.title or found.mechanism.name, fontsize=11)
    ax.grid(visible=True, axis="x", lw=0.4, color="0.8")
    ax.set_axisbelow(True)
    ax.legend(fontsize=8, frameon=False)
    return ax


def _chosen(found: Tolerances, names: Sequence[str], parts: Sequence[str] | None) -> list[Course]:
    """What is to be drawn, if it moves."""
    if not isinstance(found, Tolerances):
        raise InputError(f"tolerances are needed, found {brief(found)}; tolerances(mechanism) gives them")
    for part in parts or ():
        if part not in PARTS:
            raise UnknownNameError("plot", "part", part, PARTS)
    for name in names:
        found.spread(name)
    full = [found.mechanism.full_name(name) for name in names] or found.outputs
    chosen = [each for each in moving_courses(found) if each.output in full and (not parts or each.part in parts)]
    if not chosen:
        raise InputError(f"there is nothing to plot: nothing of {', '.join(full)} moves within these tolerances")
    return chosen
