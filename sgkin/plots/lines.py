"""Lines that can be told apart by their colour and, in black and white, by their dashes."""

from __future__ import annotations

from typing import Any

from sgkin.drawing.style import COLOURS

DASHES = ("solid", (0, (6, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)))
DARK = 6
"""So many of the colours are dark enough for a line on white."""


def line_look(number: int) -> dict[str, Any]:
    """Colour and dashes of the curve of a number."""
    return {"color": COLOURS[number % DARK], "linestyle": DASHES[number % len(DASHES)]}
