"""Lines that can be told apart by their colour and, in black and white, by their dashes."""

from __future__ import annotations

from typing import Any

from sgkin.drawing.style import line_style


def line_look(number: int) -> dict[str, Any]:
    """Colour and dashes of the curve of a number."""
    colour, dash = line_style(number)
    return {"color": colour, "linestyle": (0.0, dash) if dash else "solid"}


def path_look(number: int, width: float = 1.8) -> dict[str, Any]:
    """The look of the path of a point: on a band of paper, so that it is seen on bodies too."""
    from matplotlib.patheffects import Normal, Stroke

    band = Stroke(linewidth=width + 1.8, foreground="white", alpha=0.75, dashes={"dash_offset": 0.0, "dash_list": None})
    return {**line_look(number), "lw": width, "path_effects": [band, Normal()], "solid_joinstyle": "round"}
