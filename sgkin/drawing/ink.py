"""How much of a picture is taken where: shapes as weights on a grid, whose sum over a rectangle is four look-ups.

Lengths are those of the picture (pixels or points), with y upwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil

import numpy as np

from sgkin.arrays import Floats
from sgkin.drawing.shapes import Circle, Path, Shape, arc
from sgkin.mathematics import Place

Box = tuple[float, float, float, float]
"""Left, bottom, right and top."""
OUTLINE = {
    **{
        "pin": 6.0,
        "point": 6.0,
        "path": 3.0,
        "weld": 4.0,
        "arrow": 4.0,
        "arrowhead": 4.0,
        "force": 4.0,
        "forcehead": 4.0,
        "reaction": 4.0,
        "reactionhead": 4.0,
        "spring": 3.0,
        "mass": 3.0,
        "block": 2.0,
        "contact": 2.0,
    },
    **{"support": 2.0, "ground": 1.5, "barrel": 1.5, "rod": 1.5, "hatch": 0.5, "guide": 0.7, "pitch": 0.7, "gear": 0.5},
    **{"body": 1.6},
}
INSIDE = {"pin": 6.0, "point": 6.0, "weld": 4.0, "arrowhead": 4.0, "block": 0.8, "body": 0.15, "gear": 0.1, "rack": 0.3}
"""How much a name that covers a cell of the outline or of the inside of a shape hides, by its role; others 1 and 0."""


class Ink:
    """What lies under a rectangle of a picture, from placed shapes."""

    def __init__(self, shapes: Sequence[Shape], scale: float, frame: Box, cell: float) -> None:
        """scale: length in the picture of one metre. frame: what is looked at. cell: the width of a cell."""
        self.frame, self.cell = frame, cell
        self.columns = max(1, ceil((frame[2] - frame[0]) / cell))
        self.rows = max(1, ceil((frame[3] - frame[1]) / cell))
        weights = np.zeros((self.columns, self.rows))
        for shape in shapes:
            outline = scale * np.array(_outline(shape))
            self._add(weights, _dotted(outline, cell), OUTLINE.get(shape.role, 1.0))
            if shape.role in INSIDE and len(outline) > 3:
                self._add(weights, self._inside(outline), INSIDE[shape.role])
        self.sums = np.zeros((self.columns + 1, self.rows + 1))
        self.sums[1:, 1:] = weights.cumsum(axis=0).cumsum(axis=1)

    def _add(self, weights: Floats, places: Floats, weight: float) -> None:
        """Add a weight once to every cell that holds one of the places."""
        cells = np.floor((places - self.frame[:2]) / self.cell).astype(int)
        held = ((cells >= 0) & (cells < (self.columns, self.rows))).all(axis=1)
        x, y = np.unique(cells[held], axis=0).T
        weights[x, y] += weight

    def _inside(self, outline: Floats) -> Floats:
        """The centres of the cells inside a polygon: those from which a ray crosses it an odd number of times."""
        low = np.maximum(outline.min(axis=0), self.frame[:2])
        high = np.minimum(outline.max(axis=0), self.frame[2:])
        axes = [np.arange(a + 0.5 * self.cell, b, self.cell) for a, b in zip(low, high, strict=True)]
        x, y = (values.ravel() for values in np.meshgrid(*axes))
        is_inside = np.zeros(len(x), dtype=bool)
        for (ax, ay), (bx, by) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
            if ay != by:
                is_inside ^= ((ay > y) != (by > y)) & (x < ax + (y - ay) / (by - ay) * (bx - ax))
        return np.stack([x, y], axis=1)[is_inside]

    def under(self, boxes: Floats) -> Floats:
        """The ink (n,) under boxes (n, 4)."""
        cells = np.floor((boxes - np.tile(self.frame[:2], 2)) / self.cell).astype(int)
        left, right = (np.clip(cells[:, 2 * end] + end, 0, self.columns) for end in (0, 1))
        low, high = (np.clip(cells[:, 2 * end + 1] + end, 0, self.rows) for end in (0, 1))
        sums = self.sums
        return np.asarray(sums[right, high] - sums[left, high] - sums[right, low] + sums[left, low])


def _outline(shape: Shape) -> Sequence[Place]:
    """The outline as points; the first again at the end where it is closed."""
    if isinstance(shape, Circle):
        return arc(shape.centre, shape.radius, 0.0, 2.0 * np.pi)
    if isinstance(shape, Path):
        return (*shape.points, shape.points[0]) if shape.closed else shape.points
    outline = shape.outline()
    return (*outline, outline[0])


def _dotted(line: Floats, step: float) -> Floats:
    """Places (n, 2) along a line, not further apart than a step."""
    parts = [line[-1:]]
    for start, end in pairwise(line):
        count = max(1, ceil(float(np.hypot(*(end - start))) / step))
        parts.append(start + (end - start) * np.linspace(0.0, 1.0, count, endpoint=False)[:, None])
    return np.concatenate(parts)
