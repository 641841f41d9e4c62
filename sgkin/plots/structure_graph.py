"""The structure as a picture: groups from left to right in the order in which they can be solved."""

from __future__ import annotations

from os import PathLike
from textwrap import fill
from typing import TYPE_CHECKING

from sgkin.drawing.structure_layout import group_columns, group_places, layout_extent
from sgkin.errors import listing
from sgkin.plots.needs import need_structure
from sgkin.plots.saving import new_axes, save_picture
from sgkin.structure.structure import Group, Structure, roman

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text

# one face colour and one border for each class, told apart in grey and by colour-blind readers too
FACES = {1: "#ffffff", 2: "#cfe3f5", 3: "#f7d9a8", 4: "#9fc9a4", None: "#dddddd"}
OTHER_CLASS = "#d7b5d8"


def plot_structure(structure: Structure, ax: Axes | None = None, most: int = 60) -> Axes:
    """Draw the groups as boxes, each to the right of those it depends on, with arrows between them.

    Of a larger structure only the first `most` groups are drawn, and the title says so.
    """
    need_structure(structure)
    groups = structure.groups[:most]
    ax = new_axes(figure_size(structure, most)) if ax is None else ax
    column = group_columns(groups)
    depth, height = layout_extent(column)
    places = group_places(column)
    boxes = []
    for number, group in enumerate(groups):
        text = _box_text(number, group)
        face = FACES.get(group.assur_class, OTHER_CLASS)
        border = {"boxstyle": "round,pad=0.5", "fc": face, "ec": "black", "lw": 2.0 if group.inputs else 1.0}
        if group.loose or group.redundant:
            border["ls"] = "--"
        boxes.append(ax.text(*places[number], text, ha="center", va="center", fontsize=9, bbox=border, zorder=3))
    for number, group in enumerate(groups):
        for earlier in group.depends_on:
            _arrow(ax, boxes[earlier], boxes[number])
    title = f"{structure.name}: mobility {structure.mobility}, {len(structure.groups)} groups"
    if len(groups) < len(structure.groups):
        title += f" (the first {len(groups)} drawn)"
    ax.set_title(title, fontsize=11)
    ax.set_xlim(-0.55, depth - 0.45)
    ax.set_ylim(-height / 2, height / 2)
    ax.axis("off")
    return ax


def figure_size(structure: Structure, most: int = 60) -> tuple[float, float]:
    """Width and height in inches at which the boxes have room."""
    groups = structure.groups[:most]
    depth, height = layout_extent(group_columns(groups))
    lines = max((_box_text(number, group).count("\n") + 1 for number, group in enumerate(groups)), default=1)
    return 1.0 + 2.2 * depth, 0.9 + max(1.1, 0.5 + 0.16 * lines) * height


def _box_text(number: int, group: Group) -> str:
    name = fill(group.signature, 22) + ("" if group.assur_class is None else f"   {roman(group.assur_class)}")
    text = f"{number + 1}   {name}\n{fill(listing(group.links, verb=False, most=20), 22)}"
    return f"{text}\n← {fill(listing(group.inputs, verb=False, most=20), 20)}" if group.inputs else text


def _arrow(ax: Axes, start: Text, end: Text) -> None:
    """An arrow from box to box, bent where it would run through the boxes between them."""
    (x0, y0), (x1, y1) = start.get_position(), end.get_position()
    bend = -0.3 if y0 == y1 and x1 - x0 > 1 else 0.0
    style = {"arrowstyle": "-|>", "color": "0.35", "lw": 1.2, "connectionstyle": f"arc3,rad={bend}"}
    patches = {"patchA": start.get_bbox_patch(), "patchB": end.get_bbox_patch(), "shrinkA": 2, "shrinkB": 3}
    ax.annotate("", xy=(x1, y1), xytext=(x0, y0), arrowprops=style | patches, zorder=1)


def save_structure_plot(structure: Structure, path: str | PathLike[str]) -> None:
    """Draw the structure into a file; its ending says the format."""
    need_structure(structure)
    save_picture(lambda ax: plot_structure(structure, ax), path, figure_size(structure))
