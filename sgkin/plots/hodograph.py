"""The force of a joint as an arrow that turns: the curve of its tip over a motion, as bearings are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sgkin.drawing.style import INK
from sgkin.dynamics.reactions import Reactions
from sgkin.errors import InputError
from sgkin.plots.forces import named_sites, need_reactions
from sgkin.plots.lines import line_look
from sgkin.plots.saving import new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_force_hodograph(
    found: Reactions, *joints: str, relative_to: str | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the forces of joints as curves of their tips from a common origin, and return the axes.

    Joints are named as for `plot_joint_forces`. relative_to: a link along whose axes the forces are drawn, as for the
    wear of a journal that turns; by default ground. Dots mark the first step, crosses the greatest force.
    """
    need_reactions(found)
    sites = named_sites(found, joints)
    if not sites:
        raise InputError("no joint force is determined and not zero; there is nothing to plot")
    ax = new_axes() if ax is None else ax
    turn = np.zeros(found.motion.steps) if relative_to is None else found.motion.pose(relative_to)[:, 2]
    cosine, sine = np.cos(turn), np.sin(turn)
    for number, (joint, link) in enumerate(sites):
        x, y = found.at(joint, link).T
        along, across = cosine * x + sine * y, cosine * y - sine * x
        look = line_look(number)
        greatest = int(np.hypot(x, y).argmax())
        label = f"{joint} on {link}; × at most {np.hypot(x[greatest], y[greatest]):.4g} N"
        ax.plot(along, across, lw=1.6, label=label, **look)
        mark: dict[str, Any] = {"color": look["color"], "ls": "none", "zorder": 4}
        ax.plot(along[:1], across[:1], marker="o", ms=5, **mark)
        ax.plot(along[greatest], across[greatest], marker="x", ms=7, mew=1.8, **mark)
    for axis in (ax.axhline, ax.axvline):
        axis(0.0, color=INK, lw=0.7, zorder=1)
    seen = f" along the axes of {relative_to}" if relative_to else ""
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_xlabel(f"force{seen}, x [N]")
    ax.set_ylabel(f"force{seen}, y [N]")
    ax.set_title(found.motion.mechanism.title or found.motion.mechanism.name, fontsize=11)
    ax.grid(visible=True, lw=0.4, color="0.8")
    ax.set_axisbelow(True)
    ax.legend(fontsize=8, frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2)
    return ax
