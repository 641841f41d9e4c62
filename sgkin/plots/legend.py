"""The legend beside a picture of a mechanism: never wider than a third of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sgkin.drawing.style import INK, fill_colour, group_hatch
from sgkin.drawing.text_size import GAP, wrapped

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FONT = 8.0
HANDLE = 4.5
"""Room for the signs beside the texts, in font sizes."""
MOST = 24
"""So many groups are listed."""


def add_legend(ax: Axes, titles: Sequence[str], lines: Sequence[Any] = (), hatched: bool = True) -> None:
    """List the groups in solving order, with colour, hatch and number, and lines that are drawn; beside the axes.

    hatched: whether the bodies are, too.
    """
    width = legend_width(ax) - HANDLE * FONT
    signs = [_group_sign(number, hatched) for number in range(min(len(titles), MOST))]
    texts = [f"{number}{GAP}{title}" for number, title in enumerate(titles[:MOST], start=1)]
    if len(titles) > MOST:
        signs.append(_no_sign())
        texts.append(f"… and {len(titles) - MOST} more")
    texts += [str(line.get_label()) for line in lines]
    legend = ax.legend(
        [*signs, *lines],
        ["\n".join(wrapped(text, width, FONT)) for text in texts],
        fontsize=FONT,
        title="solving order" if titles else None,
        title_fontsize=FONT,
        frameon=False,
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
        borderaxespad=0.0,
    )
    legend.set_alignment("left")


def legend_width(ax: Axes) -> float:
    """The points a legend may take: half the width that the axes get, which is a third of both."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    width, height = (72.0 * float(side) for side in figure.get_size_inches())
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    decorations = 60.0
    return min(width / 3.0, 0.48 * (height - decorations) * (right - left) / (high - low))


def _group_sign(number: int, hatched: bool) -> Any:
    from matplotlib.patches import Patch

    look: dict[str, Any] = {"facecolor": fill_colour("body", number), "edgecolor": INK, "hatch_linewidth": 0.4}
    return Patch(hatch=2 * group_hatch(number) if hatched else "", **look)


def _no_sign() -> Any:
    from matplotlib.lines import Line2D

    return Line2D([], [], linestyle="none")
