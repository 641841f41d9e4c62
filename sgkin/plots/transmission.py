"""Curves of transmission angles and of the quality of groups over a motion, with their extremes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.errors import InputError
from sgkin.model.mechanism import Mechanism
from sgkin.motion import Motion
from sgkin.plots.lines import line_look
from sgkin.plots.saving import new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sgkin.analysis.extremes import ExtremeValue
    from sgkin.analysis.group_quality import GroupQuality
    from sgkin.analysis.transmission import TransmissionAngle

RECOMMENDED = (40.0, 140.0)
"""Degrees between which textbooks want the transmission angle."""
SHADE = "#e9eef4"
ROOM = 0.07
"""Room for numbers above and below a scale, as a part of it."""


def plot_transmission_angle(*found: TransmissionAngle, ax: Axes | None = None) -> Axes:
    """Draw transmission angles over the input (over the time or the steps if there are several), and return the axes.

    Where links with pins at both ends meet, the angle between them is drawn, from 0 to 180°. The usual recommendation,
    40° to 140°, is shaded, and extremes are marked with their values; all are in degrees.
    """
    if not found:
        raise InputError("name at least one transmission angle to plot")
    ax = new_axes() if ax is None else ax
    motion = found[0].motion
    places, factor = _abscissa(motion, ax)
    order = _order(places)
    top = 90.0 if all(each.between is None for each in found) else 180.0
    for number, each in enumerate(found):
        values = each.angle if each.between is None else each.between
        extremes = each.extremes if each.between is None else each.between_extremes
        label = f"{each.joint}: {each.transmitting} drives {each.driven}"
        look = line_look(number)
        ax.plot(places[order] / factor, np.degrees(values[order]), lw=1.6, label=label, **look)
        _mark(ax, [(e.at / factor, float(np.degrees(e.value)), e) for e in extremes], look["color"], "{:.2f}°")
    low, high = RECOMMENDED[0], min(RECOMMENDED[1], top)
    ax.axhspan(low, high, color=SHADE, zorder=0, label=f"recommended: {low:.0f}° to {high:.0f}°")
    ax.axhline(90.0, color="0.5", lw=0.8, ls=(0, (4, 3)), zorder=1)
    ax.set_ylim(-ROOM * top, (1.0 + ROOM) * top)
    ax.set_yticks(np.arange(0.0, top + 1.0, 30.0 if top > 90.0 else 15.0))
    ax.set_ylabel("transmission angle [deg]")
    return _finish(ax, motion.mechanism)


def plot_group_quality(motion: Motion, found: Sequence[GroupQuality], ax: Axes | None = None) -> Axes:
    """Draw the quality of groups over the same motion, from 0 (it locks) to 1, and return the axes."""
    shown = [each for each in found if each.measure != "driven"]
    if not shown:
        raise InputError("all groups are driven links, which cannot lock; there is no quality to plot")
    ax = new_axes() if ax is None else ax
    places, factor = _abscissa(motion, ax)
    order = _order(places)
    for number, each in enumerate(shown):
        look = line_look(number)
        ax.plot(places[order] / factor, each.values[order], lw=1.6, label=f"{each.group.label}: {each.measure}", **look)
        lowest = [(e.at / factor, e.value, e) for e in (*each.extremes, *each.zeros) if e.kind == "minimum"]
        _mark(ax, lowest, look["color"], "{:.3f}")
    ax.set_ylim(-ROOM, 1.0 + ROOM)
    ax.set_ylabel("quality")
    return _finish(ax, motion.mechanism)


def _abscissa(motion: Motion, ax: Axes) -> tuple[Floats, float]:
    """Where the steps are in the sense of `ExtremeValue.at`, and the unit in which they are drawn."""
    from matplotlib.ticker import MultipleLocator

    mechanism = motion.mechanism
    if len(mechanism.input_names) != 1:
        ax.set_xlabel("step" if motion.times is None else "t [s]")
        return (np.arange(motion.steps, dtype=np.float64) if motion.times is None else motion.times), 1.0
    name = mechanism.input_names[0]
    kind = mechanism.input_quantity(name)
    unit, values, factor = getattr(mechanism.units, kind), motion.inputs[:, 0], mechanism.units.factor(kind)
    ax.set_xlabel(f"{name} [{unit}]")
    if unit == "deg" and 90.0 <= np.ptp(values) / factor <= 720.0:
        ax.xaxis.set_major_locator(MultipleLocator(30.0))
    return values, factor


def _order(places: Floats) -> Integers:
    """The steps in the order of their places: inputs may go to and fro."""
    return np.argsort(places, kind="stable")


def _mark(ax: Axes, marks: Sequence[tuple[float, float, ExtremeValue]], colour: str, form: str) -> None:
    for x, y, extreme in marks:
        if extreme.kind == "constant":
            continue
        ax.plot([x], [y], "o", ms=4.5, color=colour, zorder=4)
        below = extreme.kind == "minimum"
        ax.annotate(
            form.format(y),
            (x, y),
            xytext=(0, -6 if below else 6),
            textcoords="offset points",
            ha="center",
            va="top" if below else "bottom",
            fontsize=8,
            color=colour,
            bbox={"boxstyle": "square,pad=0.1", "fc": "white", "ec": "none", "alpha": 0.75},
            zorder=3,
        )


def _finish(ax: Axes, mechanism: Mechanism) -> Axes:
    ax.margins(x=0.05)
    ax.grid(visible=True, lw=0.4, color="0.85")
    ax.set_axisbelow(True)
    ax.set_title(mechanism.title or mechanism.name, fontsize=11)
    ax.legend(fontsize=8, framealpha=0.9, loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=2, frameon=False)
    return ax
