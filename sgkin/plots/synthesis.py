"""What was wanted of a linkage, and what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sgkin.errors import InputError, brief
from sgkin.plots.lines import path_look
from sgkin.plots.saving import new_axes
from sgkin.synthesis.result import Synthesis

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_synthesis(found: Synthesis, *, ax: Axes | None = None) -> Axes:
    """Draw targets and what the linkage does, and return the axes.

    Of paths and poses: the targets, the path of the output, and short lines to where it is for each target; poses have
    their directions. Of functions: outputs against inputs, both from the first on.
    """
    if not isinstance(found, Synthesis):
        raise InputError(f"a result of synthesis is needed, found {brief(found)}; synthesise_path(points) gives one")
    ax = new_axes() if ax is None else ax
    if "y" in found.parts:
        _draw_path(found, ax)
    else:
        _draw_function(found, ax)
    ax.set_title(found.mechanism.title or found.mechanism.name, fontsize=11)
    ax.legend(fontsize=8, frameon=False)
    return ax


def _draw_path(found: Synthesis, ax: Axes) -> None:
    units = found.mechanism.units
    factor = units.factor("length")
    wanted, reached, path = found.wanted / factor, found.found / factor, found.path() / factor
    ax.plot(*path.T, label=f"path of {found.output}", **path_look(0))
    for one, two in zip(wanted, reached, strict=True):
        ax.plot([one[0], two[0]], [one[1], two[1]], color="0.5", lw=0.8)
    ax.plot(*wanted[:, :2].T, "o", ms=5, mfc="none", color="k", label="targets")
    ax.plot(*reached[:, :2].T, ".", ms=5, color=path_look(0)["color"])
    if "theta" in found.parts:
        for poses, colour in ((found.wanted, "k"), (found.found, path_look(0)["color"])):
            length = 0.15 * float(np.ptp(path, axis=0).max())
            arrows = length * np.stack([np.cos(poses[:, 2]), np.sin(poses[:, 2])], axis=1)
            for place, arrow in zip(poses[:, :2] / factor, arrows, strict=True):
                ax.plot(*np.stack([place, place + arrow]).T, color=colour, lw=1.0)
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_xlabel(f"x [{units.length}]")
    ax.set_ylabel(f"y [{units.length}]")


def _draw_function(found: Synthesis, ax: Axes) -> None:
    units, mechanism = found.mechanism.units, found.mechanism
    kind = mechanism.input_quantity(mechanism.input_names[0])
    quantity = "angle" if found.is_angle else "length"
    inputs = (found.inputs - found.inputs[0]) / units.factor(kind)
    ax.plot(inputs, found.wanted[:, 0] / units.factor(quantity), "o", ms=5, mfc="none", color="k", label="targets")
    ax.plot(inputs, found.found[:, 0] / units.factor(quantity), ".-", ms=5, lw=1.2, label=found.output)
    ax.set_xlabel(f"input from its start [{units.angle if kind == 'angle' else units.length}]")
    ax.set_ylabel(f"output [{units.angle if quantity == 'angle' else units.length}]")
