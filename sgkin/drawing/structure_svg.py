"""A structure as SVG."""

from __future__ import annotations

from xml.sax.saxutils import escape

from sgkin.drawing.structure_drawing import FONT, Arrow, Box, StructureDrawing, draw_structure
from sgkin.drawing.style import INK, PAPER
from sgkin.drawing.text_size import LINE
from sgkin.mathematics import Place
from sgkin.structure.structure import Structure


def structure_svg(structure: Structure, most: int = 40) -> str:
    """The picture of a structure; of a larger one, of its first groups."""
    drawing = draw_structure(structure, most)
    return "\n".join(
        [
            _head(drawing),
            f"<title>{escape(structure.name)}: {escape(structure.formula)}</title>",
            f'<rect width="100%" height="100%" fill="{PAPER}"/>',
            *(_arrow(arrow) for arrow in drawing.arrows),
            *(_box(box) for box in drawing.boxes),
            "</svg>\n",
        ]
    )


def _head(drawing: StructureDrawing) -> str:
    width, height = f"{drawing.width:.0f}", f"{drawing.height:.0f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="{FONT:g}" fill="{INK}" role="img">'
    )


def _box(box: Box) -> str:
    x, y = box.centre
    corner = f'x="{x - 0.5 * box.width:.1f}" y="{y - 0.5 * box.height:.1f}"'
    look = f'fill="{box.fill}" stroke="{INK}" stroke-width="{box.line:g}"'
    dash = ' stroke-dasharray="5 3"' if box.is_dashed else ""
    texts = "".join(
        f'<text x="{x:.1f}" y="{y + LINE * FONT * (number - 0.5 * (len(box.lines) - 1)):.1f}" text-anchor="middle" '
        f'dominant-baseline="central" xml:space="preserve">{escape(line)}</text>'
        for number, line in enumerate(box.lines)
    )
    return f'<rect {corner} width="{box.width:.1f}" height="{box.height:.1f}" rx="6" {look}{dash}/>{texts}'


def _arrow(arrow: Arrow) -> str:
    start, *rest = (_place(point) for point in arrow.points)
    head = "L".join(_place(corner) for corner in arrow.head)
    return (
        f'<path d="M{start}C{" ".join(rest)}" fill="none" stroke="{INK}" stroke-width="1.2"/>'
        f'<path d="M{head}Z" fill="{INK}"/>'
    )


def _place(place: Place) -> str:
    return f"{place[0]:.1f},{place[1]:.1f}"
