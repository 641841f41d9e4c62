"""The picture of a structure, for every way of painting it: groups as boxes, arrows to those that depend on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sgkin.drawing.structure_layout import Node, arrow_ways, group_columns, ordered_columns
from sgkin.drawing.style import fill_colour
from sgkin.drawing.text_size import LINE, text_width, wrapped
from sgkin.mathematics import Place
from sgkin.structure.structure import Group, Structure, roman

FONT = 12.0
WIDEST = 170.0
"""Width of the text of a box, in pixels; longer lines are broken."""
PADDING, GAP, PASSAGE = 9.0, (46.0, 18.0), 12.0
"""Air in a box, gaps between columns and between boxes, and the height that an arrow takes where it passes a column."""
HEAD = (9.0, 3.5)
"""Length and half the width of the head of an arrow."""


@dataclass(frozen=True, slots=True)
class Box:
    """A group: the centre and the sides of its box, what is written in it, and how it looks."""

    centre: Place
    width: float
    height: float
    lines: tuple[str, ...]
    fill: str
    line: float
    is_dashed: bool


@dataclass(frozen=True, slots=True)
class Arrow:
    """From the border of a box to that of another: the 3 n + 1 points of cubic Bézier curves, the last at the tip."""

    start: int
    end: int
    points: tuple[Place, ...]

    @property
    def head(self) -> tuple[Place, Place, Place]:
        """The triangle whose tip is on the border; arrows arrive from the left."""
        x, y = self.points[-1]
        return (x, y), (x - HEAD[0], y + HEAD[1]), (x - HEAD[0], y - HEAD[1])


@dataclass(frozen=True, slots=True)
class StructureDrawing:
    """A structure in pixels, y downwards, with what it is called."""

    name: str
    title: str
    width: float
    height: float
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]


def draw_structure(structure: Structure, most: int = 60) -> StructureDrawing:
    """The drawing of a structure; of a larger one, of its first groups, and the title says so."""
    groups = structure.groups[:most]
    texts = [_lines(number, group) for number, group in enumerate(groups)]
    column = group_columns(groups)
    ways = arrow_ways(groups, column)
    columns = ordered_columns(column, ways)
    widths = [max(_width(texts[int(str(node))]) for node in nodes if isinstance(node, int)) for nodes in columns]
    heights = {number: _height(lines) for number, lines in enumerate(texts)}
    tallest = max((_stack(nodes, heights) for nodes in columns), default=0.0)
    centres = _centres(columns, widths, heights, tallest)
    boxes = tuple(
        Box(
            centres[number],
            widths[column[number]],
            heights[number],
            texts[number],
            str(fill_colour("body", number)),
            2.0 if group.inputs else 1.0,
            bool(group.loose or group.redundant),
        )
        for number, group in enumerate(groups)
    )
    count = len(structure.groups)
    title = f"{structure.name}: mobility {structure.mobility}, {count} group{'' if count == 1 else 's'}"
    if len(groups) < count:
        title += f" (the first {len(groups)} drawn)"
    width = sum(widths) + GAP[0] * max(0, len(widths) - 1) + 2.0 * GAP[1]
    arrows = tuple(_arrow(way, boxes, centres, widths, column) for way in ways)
    return StructureDrawing(structure.name, title, width, tallest + 2.0 * GAP[1], boxes, arrows)


def _lines(number: int, group: Group) -> tuple[str, ...]:
    """What a box says: number, signature and class, the links, the inputs."""
    head = f"{number + 1}  {group.signature}" + ("" if group.assur_class is None else f"  {roman(group.assur_class)}")
    lines = wrapped(head, WIDEST, FONT) + wrapped(", ".join(map(str, group.links)), WIDEST, FONT)
    return tuple(lines + (wrapped("← " + ", ".join(group.inputs), WIDEST, FONT) if group.inputs else []))


def _width(lines: Sequence[str]) -> float:
    return max(60.0, max(text_width(line, FONT) for line in lines) + 2.0 * PADDING)


def _height(lines: Sequence[str]) -> float:
    return LINE * FONT * len(lines) + 2.0 * PADDING


def _stack(nodes: Sequence[Node], heights: Mapping[int, float]) -> float:
    """The height of a column with its gaps."""
    return sum(_taken(node, heights) for node in nodes) + GAP[1] * (len(nodes) - 1)


def _taken(node: Node, heights: Mapping[int, float]) -> float:
    return heights[node] if isinstance(node, int) else PASSAGE


def _centres(
    columns: Sequence[Sequence[Node]], widths: Sequence[float], heights: Mapping[int, float], tallest: float
) -> dict[Node, Place]:
    """The centres of boxes and passages; columns stand about one middle line."""
    centres: dict[Node, Place] = {}
    x = GAP[1]
    for nodes, width in zip(columns, widths, strict=True):
        y = GAP[1] + 0.5 * (tallest - _stack(nodes, heights))
        for node in nodes:
            taken = _taken(node, heights)
            centres[node] = (x + 0.5 * width, y + 0.5 * taken)
            y += taken + GAP[1]
        x += width + GAP[0]
    return centres


def _arrow(
    way: Sequence[Node],
    boxes: Sequence[Box],
    centres: Mapping[Node, Place],
    widths: Sequence[float],
    column: Sequence[int],
) -> Arrow:
    """From the right side of a box to the left side of another, straight through the columns it passes."""
    start, end = int(str(way[0])), int(str(way[-1]))
    stops = [(centres[start][0] + 0.5 * widths[column[start]], centres[start][1])]
    for passed, node in enumerate(way[1:-1], start=column[start] + 1):
        x, y = centres[node]
        stops += [(x - 0.5 * widths[passed], y), (x + 0.5 * widths[passed], y)]
    stops.append((centres[end][0] - 0.5 * widths[column[end]], centres[end][1]))
    points = stops[:1]
    for (x, y), (to_x, to_y) in pairwise(stops):
        middle = 0.5 * (x + to_x)
        points += [(middle, y), (middle, to_y), (to_x, to_y)]
    return Arrow(start, end, tuple(points))
