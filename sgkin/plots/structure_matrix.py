"""The kinematic-structure matrix as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sgkin.drawing.style import INK, fill_colour, group_hatch
from sgkin.plots.needs import need_structure
from sgkin.plots.saving import new_axes
from sgkin.structure.structure import Structure

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_structure_matrix(structure: Structure, ax: Axes | None = None, most: int = 60) -> Axes:
    """Draw the kinematic-structure matrix and return the axes: a row for each group, a column for each link.

    A full square (1) is a link of the group, an open circle (−1) an earlier link it hangs on. Of a larger structure
    only the first `most` groups and the links they name are drawn, and the title says so.
    """
    from matplotlib.patches import Circle, Rectangle

    need_structure(structure)
    groups = structure.groups[:most]
    named = {link for group in groups for link in (*group.links, *group.hangs_on)}
    links = [link for link in structure.links if link in named or link == structure.ground]
    column = {link: number for number, link in enumerate(links)}
    ax = new_axes((2.4 + 0.42 * len(links), 1.6 + 0.42 * len(groups))) if ax is None else ax
    for row, group in enumerate(groups):
        for link in group.links:
            look: dict[str, Any] = {
                "facecolor": fill_colour("body", row),
                "hatch": 2 * group_hatch(row),
                "hatch_linewidth": 0.4,
            }
            ax.add_patch(Rectangle((column[link] - 0.4, row - 0.4), 0.8, 0.8, edgecolor=INK, **look))
        for link in group.hangs_on:
            ax.add_patch(Circle((column[link], row), 0.22, facecolor="white", edgecolor=INK))
    ax.set_xlim(-0.6, len(links) - 0.4)
    ax.set_ylim(len(groups) - 0.4, -0.6)
    ax.set_aspect("equal")
    ax.set_xticks(range(len(links)), [str(link) for link in links], rotation=60, ha="left", rotation_mode="anchor")
    ax.set_yticks(range(len(groups)), [f"{row + 1}  {group.signature[:24]}" for row, group in enumerate(groups)])
    ax.xaxis.tick_top()
    ax.set_xlabel("■ a link of the group    ○ an earlier link on which it hangs", fontsize=8)
    ax.tick_params(length=0, labelsize=8)
    ax.set_xticks([number + 0.5 for number in range(len(links) - 1)], minor=True)
    ax.set_yticks([number + 0.5 for number in range(len(groups) - 1)], minor=True)
    ax.grid(visible=True, which="minor", lw=0.4, color="0.8")
    ax.tick_params(which="minor", length=0)
    partly = (
        f" (the first {len(groups)} of {len(structure.groups)} groups)" if len(groups) < len(structure.groups) else ""
    )
    ax.set_title(f"{structure.name}{partly}", fontsize=11)
    return ax
