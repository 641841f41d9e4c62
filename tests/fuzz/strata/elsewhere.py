"""The mechanisms of other strata far from the origin, or in other units."""

from __future__ import annotations

from math import cos, sin

from tests.fuzz.case import Case
from tests.fuzz.drawing import Drawing
from tests.fuzz.strata.gears import gears
from tests.fuzz.strata.groups import class_four, class_three, six_links
from tests.fuzz.strata.mixtures import anything, slots

ORDINARY = (class_three, class_four, six_links, gears, slots, anything)


def far(drawing: Drawing) -> Case:
    """1e3 … 1e6 metres away, for mechanisms of the size of a metre."""
    distance, way = 10.0 ** drawing.random.uniform(3.0, 6.0), drawing.any_angle()
    drawing.shift = (float(distance * cos(way)), float(distance * sin(way)))
    return drawing.choose(ORDINARY)(drawing)


def units(drawing: Drawing) -> Case:
    """1e-9 … 1e9 metres large."""
    drawing.unit = float(10.0 ** drawing.random.uniform(-9.0, 9.0))
    return drawing.choose(ORDINARY)(drawing)
