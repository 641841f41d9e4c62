"""Axes of one's own, and pictures in files."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sgkin.errors import PictureError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (8.0, 5.5)
"""Width and height of a picture, in inches."""
LAYOUT: Literal["compressed"] = "compressed"
"""The constrained layout cuts off what stands beside axes whose two scales are equal."""


def new_axes(size: tuple[float, float] = SIZE) -> Axes:
    """Axes on a new figure of pyplot, for those who gave none."""
    import matplotlib.pyplot as plt

    _, ax = plt.subplots(figsize=size, layout=LAYOUT)
    return ax


def save_picture(
    draw: Callable[[Axes], Axes], path: str | PathLike[str], size: tuple[float, float] = SIZE, dpi: int = 150
) -> None:
    """Let something be drawn on new axes and write it into a file; its ending says the format."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout=LAYOUT)
    allowed = figure.canvas.get_supported_filetypes()
    if Path(path).suffix.removeprefix(".").lower() not in allowed:
        raise PictureError(Path(path), allowed)
    draw(figure.subplots())
    figure.savefig(path, dpi=dpi, bbox_inches="tight")
