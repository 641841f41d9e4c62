"""What can only be settled when a figure is drawn, because only then it is known how large the axes are."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def before_drawing(ax: Axes, act: Callable[[float], None]) -> None:
    """Let something be done each time before the artists of axes are drawn; it is told the points of one unit of x."""
    ax.add_artist(_hook()(act))


@cache
def _hook() -> type[Any]:
    """An artist that draws nothing, below all others; made here so that matplotlib is imported late."""
    from matplotlib.artist import Artist

    class Hook(Artist):
        def __init__(self, act: Callable[[float], None]) -> None:
            super().__init__()
            self.act = act
            self.set_zorder(-100.0)
            self.set_in_layout(False)

        def draw(self, renderer: Any) -> None:
            ax: Any = self.axes
            left, right = ax.get_xlim()
            self.act(ax.bbox.width / (right - left) * 72.0 / ax.get_figure(root=True).dpi)

    return Hook
