"""Parts to be cut in files: SVG at true scale, and DXF. Millimetres, a layer for each link."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import cos, dist, sin, tan
from os import PathLike
from pathlib import Path as FilePath
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from sgkin.drawing.drawing import limits
from sgkin.drawing.parts import Part
from sgkin.drawing.shapes import FULL, Rounded
from sgkin.drawing.text_size import text_width
from sgkin.errors import MissingToolError, PictureError
from sgkin.mathematics import Place

MM = 1000.0
"""Millimetres in a metre."""
ENDINGS = ("svg", "dxf")
HAIRLINE = 'vector-effect="non-scaling-stroke"'
"""Lines are a tenth of a millimetre wide on paper, and on a screen as wide when a large sheet is shown small."""


def save_parts(parts: Sequence[Part], path: str | PathLike[str]) -> None:
    """Write parts to an .svg or a .dxf file, in millimetres; a .dxf needs the extra `dxf`."""
    file = FilePath(path)
    ending = file.suffix.removeprefix(".").lower()
    if ending not in ENDINGS:
        raise PictureError(file, ENDINGS, "file of parts", ENDINGS)
    if ending == "svg":
        file.write_text(parts_svg(parts), encoding="utf-8")
    else:
        parts_dxf(parts).saveas(file)


def parts_svg(parts: Sequence[Part]) -> str:
    """Parts as SVG: a group for each link, black lines to be cut, blue lines and its name to be marked."""
    (left, right), (low, high) = limits([part.outline for part in parts])
    width, height = (right - left) * MM + 2.0, (high - low) * MM + 2.0

    def place(x: float, y: float) -> str:
        return f"{(x - left) * MM + 1.0:.4f} {(high - y) * MM + 1.0:.4f}"

    groups = []
    for part in parts:
        cuts = [_svg_path(part.outline, place), *(_svg_path(slot, place) for slot in part.slots)]
        cuts += [_svg_path(Rounded(part.link, "pin", (hole.centre,), hole.radius), place) for hole in part.holes]
        marks = ["M" + "L".join(place(*point) for point in mark.points) for mark in part.marks]
        x, y = place(*name_place(part)).split()
        name = (
            f'<text x="{x}" y="{y}" font-size="{name_size(part) * MM:.3f}" font-family="sans-serif" '
            f'fill="#0000ff" text-anchor="middle" dominant-baseline="central">{escape(part.link)}</text>'
        )
        groups.append(
            f"<g id={quoteattr(part.link)}><title>{escape(part.link)}</title>"
            f'<path d="{"".join(cuts)}" stroke="#000000" {HAIRLINE}/>'
            f'<path d="{"".join(marks)}" stroke="#0000ff" {HAIRLINE}/>{name}</g>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.3f}mm" height="{height:.3f}mm" '
        f'viewBox="0 0 {width:.3f} {height:.3f}" fill="none" stroke-width="0.1mm">\n' + "\n".join(groups) + "\n</svg>\n"
    )


def name_size(part: Part) -> float:
    """The size at which the name of a link fits on its part."""
    (left, right), _ = limits([part.outline])
    return min(0.5 * part.outline.radius, 0.12 * (right - left), 0.6 * (right - left) / text_width(part.link, 1.0))


def name_place(part: Part) -> Place:
    """Where the name stands: of the middle and the middles between corners and holes the one furthest from what is cut
    out; on a disc between its middle and its edge."""
    x, y = part.outline.middle
    if len(part.outline.corners) == 1:
        return x, y - 0.5 * part.outline.radius
    cut = [hole.centre for hole in part.holes] + [place for slot in part.slots for place in _along(slot.corners)]
    ends = [*part.outline.corners, *cut]
    middles = [(0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])) for number, a in enumerate(ends) for b in ends[:number]]

    def clear(place: Place) -> float:
        return round(min((dist(place, each) for each in cut), default=0.0) / part.outline.radius, 6)

    enough = 1.0 + name_size(part) * 0.5 * text_width(part.link, 1.0) / part.outline.radius
    return (x, y) if clear((x, y)) >= enough or not cut else max(middles, key=clear)


def _along(corners: Sequence[Place]) -> list[Place]:
    """Places along a line from corner to corner."""
    return [
        (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]))
        for a, b in pairwise(corners)
        for part in (0.0, 0.25, 0.5, 0.75, 1.0)
    ]


def _svg_path(shape: Rounded, place: Any) -> str:
    """Arcs and straight lines; a full circle as two halves, because an arc cannot end where it begins."""
    arcs = shape.arcs()
    if len(arcs) == 1:
        centre, first, _ = arcs[0]
        arcs = [(centre, first, first + FULL / 2), (centre, first + FULL / 2, first + FULL)]
    radius, parts = f"{shape.radius * MM:.4f}", []
    for number, (centre, first, last) in enumerate(arcs):
        start, end = _on_circle(centre, shape.radius, first), _on_circle(centre, shape.radius, last)
        large = int(last - first > FULL / 2 + 1e-9)
        parts.append(f"{'L' if number else 'M'}{place(*start)}A{radius} {radius} 0 {large} 0 {place(*end)}")
    return "".join(parts) + "Z"


def parts_dxf(parts: Sequence[Part]) -> Any:
    """Parts as a DXF document of ezdxf: a layer with the cuts of each link, and one with its marks."""
    try:
        from ezdxf.enums import TextEntityAlignment
        from ezdxf.filemanagement import new
        from ezdxf.units import MM as MILLIMETRES
    except ImportError as error:
        raise MissingToolError("ezdxf", "writing a .dxf", "dxf") from error
    document = new("R2010")
    document.units = MILLIMETRES
    space = document.modelspace()
    for part in parts:
        layer = re.sub(r'[<>/\\":;?*|=`,]', "_", part.link)
        cut, mark = {"layer": layer}, {"layer": f"{layer} marks"}
        document.layers.add(layer, color=7)
        document.layers.add(f"{layer} marks", color=5)
        for shape in (part.outline, *part.slots):
            _add_rounded(space, shape, cut)
        for hole in part.holes:
            space.add_circle(_mm(hole.centre), hole.radius * MM, dxfattribs=cut)
        for line in part.marks:
            space.add_lwpolyline([_mm(point) for point in line.points], dxfattribs=mark)
        text = space.add_text(part.link, height=name_size(part) * MM, dxfattribs=mark)
        text.set_placement(_mm(name_place(part)), align=TextEntityAlignment.MIDDLE_CENTER)
    return document


def _add_rounded(space: Any, shape: Rounded, attributes: dict[str, str]) -> None:
    """An outline with true arcs; a bulge is the tangent of a quarter of the angle of an arc."""
    if len(shape.corners) == 1:
        space.add_circle(_mm(shape.corners[0]), shape.radius * MM, dxfattribs=attributes)
        return
    points = []
    for centre, first, last in shape.arcs():
        points.append((*_mm(_on_circle(centre, shape.radius, first)), tan((last - first) / 4.0)))
        points.append((*_mm(_on_circle(centre, shape.radius, last)), 0.0))
    space.add_lwpolyline(points, format="xyb", close=True, dxfattribs=attributes)


def _on_circle(centre: Place, radius: float, angle: float) -> Place:
    return centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)


def _mm(place: Place) -> Place:
    return place[0] * MM, place[1] * MM
