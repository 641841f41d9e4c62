"""The legend below an SVG picture: the groups in solving order, and the paths that are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from sgkin.drawing.style import INK, fill_colour, group_hatch, line_style
from sgkin.drawing.text_size import GAP, wrapped

LINE, FONT = 18.0, 12.0
"""Height of a line of the legend and its font size, in pixels."""
STROKES = {
    "//": "M0,10L10,0M-2,2L2,-2M8,12L12,8",
    "\\\\": "M0,0L10,10M-2,8L2,12M8,-2L12,2",
    "xx": "M0,0L10,10M0,10L10,0",
    "--": "M0,5L10,5",
    "..": "M2,3h1.6M7,8h1.6",
}


@dataclass(frozen=True, slots=True)
class Legend:
    """A legend of so many pixels of height, to be put below a picture."""

    height: float
    elements: tuple[str, ...]


def make_legend(titles: Sequence[str], curves: Sequence[str], top: float, width: float) -> Legend:
    """The legend of groups and curves, from a height down; lines that are too long for the width are broken."""
    entries: list[tuple[Callable[[int, float], str], int, str]] = [
        (_group_sign, number, f"{number + 1}{GAP}{title}") for number, title in enumerate(titles)
    ]
    entries += [(_curve_sign, number, name) for number, name in enumerate(curves)]
    y, elements = top + 5.0, []
    for sign, number, text in entries:
        elements.append(sign(number, y + 0.5 * LINE))
        for line in wrapped(text, width - 50.0, FONT):
            elements.append(f'<text x="40" y="{y + 0.5 * LINE + 4.0:.1f}" font-size="{FONT:g}">{escape(line)}</text>')
            y += LINE
    return Legend(y + 5.0 - top if entries else 0.0, tuple(elements))


def group_fill(role: str, group: int | None) -> str:
    """What a tinted shape of a group is filled with: a colour, or the pattern that `group_pattern` defines."""
    return f"url(#sgkin-group-{group})" if group_hatch(group) else str(fill_colour(role, group))


def group_pattern(group: int) -> str:
    """The fill of the bodies of a group: its colour, hatched."""
    hatch = group_hatch(group)
    if not hatch:
        return ""
    return (
        f'<pattern id="sgkin-group-{group}" width="10" height="10" patternUnits="userSpaceOnUse">'
        f'<rect width="10" height="10" fill="{fill_colour("body", group)}"/>'
        f'<path d="{STROKES[hatch]}" stroke="{INK}" stroke-width="{1.6 if hatch == ".." else 0.5}"/></pattern>'
    )


def line_look(number: int, width: float) -> str:
    """The attributes of a curve."""
    colour, dash = line_style(number)
    look = f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round"'
    return look + (f' stroke-dasharray="{" ".join(f"{part * width:g}" for part in dash)}"' if dash else "")


def _group_sign(group: int, y: float) -> str:
    look = f'fill="{group_fill("body", group)}" stroke="{INK}" stroke-width="0.8"'
    return f'<rect x="10" y="{y - 6:.1f}" width="22" height="12" {look}/>'


def _curve_sign(number: int, y: float) -> str:
    return f'<path d="M8,{y:.1f}H34" {line_look(number, 2.0)}/>'
