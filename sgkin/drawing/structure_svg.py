"""A structure as SVG: groups as boxes in solving order, arrows to those that depend on them."""

from __future__ import annotations

from textwrap import shorten
from xml.sax.saxutils import escape

from sgkin.drawing.structure_layout import group_columns, group_places, layout_extent
from sgkin.drawing.style import INK, PAPER, fill_colour
from sgkin.structure.structure import Group, Structure, roman

BOX, GAP = (150.0, 58.0), (44.0, 22.0)
"""Width and height of a box and of the gap between two, in pixels."""


def structure_svg(structure: Structure, most: int = 40) -> str:
    """The picture of a structure; of a larger one, of its first groups."""
    groups = structure.groups[:most]
    column = group_columns(groups)
    depth, height = layout_extent(column)
    pitch = (BOX[0] + GAP[0], BOX[1] + GAP[1])
    places = [(GAP[1] + pitch[0] * x, GAP[1] + pitch[1] * ((height - 1) / 2 - y)) for x, y in group_places(column)]
    size = (pitch[0] * depth - GAP[0] + 2 * GAP[1], pitch[1] * height - GAP[1] + 2 * GAP[1])
    arrows = [
        _arrow(places[earlier], places[number]) for number, group in enumerate(groups) for earlier in group.depends_on
    ]
    boxes = [_box(number, group, places[number]) for number, group in enumerate(groups)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]:g} {size[1]:g}" width="{size[0]:g}" '
            f'height="{size[1]:g}" font-family="sans-serif" font-size="12" fill="{INK}" role="img">',
            f"<title>{escape(structure.name)}: {escape(structure.formula)}</title>",
            '<defs><marker id="sgkin-head" markerWidth="9" markerHeight="7" refX="8" refY="3.5" orient="auto">'
            f'<path d="M0,0L9,3.5L0,7Z" fill="{INK}"/></marker></defs>',
            f'<rect width="100%" height="100%" fill="{PAPER}"/>',
            *arrows,
            *boxes,
            "</svg>\n",
        ]
    )


def _box(number: int, group: Group, place: tuple[float, float]) -> str:
    x, y = place
    name = f"{number + 1}  {group.signature}" + ("" if group.assur_class is None else f"  {roman(group.assur_class)}")
    links = shorten(", ".join(map(str, group.links)), 26, placeholder=" …")
    lines = [shorten(name, 24, placeholder="…"), links]
    if group.inputs:
        lines.append("← " + shorten(", ".join(group.inputs), 24, placeholder=" …"))
    top = y + BOX[1] / 2 - 7.5 * (len(lines) - 1) + 4.0
    texts = "".join(
        f'<text x="{x + BOX[0] / 2:g}" y="{top + 15.0 * line:g}" text-anchor="middle">{escape(text)}</text>'
        for line, text in enumerate(lines)
    )
    look = f'fill="{fill_colour("body", number)}" stroke="{INK}" stroke-width="{2 if group.inputs else 1}"'
    return f'<rect x="{x:g}" y="{y:g}" width="{BOX[0]:g}" height="{BOX[1]:g}" rx="6" {look}/>{texts}'


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """From the right side of a box to the left side of another; bent below the boxes between them."""
    x, y = start[0] + BOX[0], start[1] + BOX[1] / 2
    to_x, to_y = end[0], end[1] + BOX[1] / 2
    is_far = to_x - x > GAP[0] + 1.0 and y == to_y
    middle = (x + to_x) / 2
    bend = f"Q{middle:g},{y + BOX[1] + GAP[1]:g} " if is_far else f"C{middle:g},{y:g} {middle:g},{to_y:g} "
    path = f"M{x:g},{y:g}{bend}{to_x:g},{to_y:g}"
    return f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="1.2" marker-end="url(#sgkin-head)"/>'
