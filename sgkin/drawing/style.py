"""How the roles of shapes are painted: colours for colour-blind readers, and hatches for print in black.

The colours are those of Okabe and Ito, "Color universal design" (2008), in an order in which neighbours differ in
brightness too. Groups take them in solving order; the hatches repeat after another number, so that the pair of both
names many groups.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

INK, PAPER, NO_GROUP = "#1a1a1a", "#ffffff", "#c8c8c8"
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442")
HATCHES = ("", "//", "..", "\\\\", "xx", "--")
"""In the notation of matplotlib; `sgkin.drawing.svg` draws the same."""
LINES = ("#004f8a", "#b00020", "#005c45", "#8a1f66", "#8f3b00", "#5c4a00")
DASHES = ((), (6.0, 2.0), (1.5, 1.5), (6.0, 2.0, 1.5, 2.0))
"""Colours and dashes of curves and paths. The colours keep a contrast of 3:1 with paper and with the tint of every
group; dashes count in line widths and tell curves apart in print."""
IN_FRONT = ("weld", "point", "pin")
"""Roles that are painted above the paths of points; all others, with the arrows of drivers, stay below them."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a shape is painted. `fill`: `group`, `tint` (lighter), `paper`, `ink`, `line` or None.

    `line` is the width of its outline in points, 0 for none; `dash` counts in line widths, or is None;
    `colour` is that of the outline.
    """

    fill: str | None
    line: float = 1.0
    dash: tuple[float, ...] | None = None
    colour: str = INK


STYLES: Mapping[str, Style] = {
    "hatch": Style(None, 0.7),
    "support": Style("paper", 1.0),
    "ground": Style(None, 1.4),
    "gear": Style("tint", 0.6),
    "pitch": Style(None, 1.0, (8.0, 3.0, 1.5, 3.0)),
    "body": Style("tint", 1.0),
    "guide": Style(None, 0.7, (10.0, 3.0, 2.0, 3.0)),
    "rack": Style("tint", 1.0),
    "slot": Style("paper", 1.0),
    "barrel": Style("paper", 1.2),
    "rod": Style("group", 1.0),
    "block": Style("group", 1.0),
    "contact": Style(None, 2.2),
    "weld": Style("ink", 0.8),
    "point": Style("ink", 0.0),
    "pin": Style("paper", 1.1),
    "arrow": Style(None, 1.6),
    "arrowhead": Style("ink", 0.0),
    "spring": Style(None, 1.2),
    "mass": Style("paper", 0.9),
    "quarter": Style("ink", 0.0),
    "force": Style(None, 1.6),
    "forcehead": Style("paper", 1.2),
    "reaction": Style(None, 1.8, colour=LINES[1]),
    "reactionhead": Style("line", 0.5, colour=LINES[1]),
}


def group_colour(number: int | None) -> str:
    """The colour of a group, grey where there is none."""
    return NO_GROUP if number is None else COLOURS[number % len(COLOURS)]


def group_hatch(number: int | None) -> str:
    """The hatch of a group."""
    return "" if number is None else HATCHES[number % len(HATCHES)]


def line_style(number: int) -> tuple[str, tuple[float, ...]]:
    """Colour and dashes of the curve of a number."""
    return LINES[number % len(LINES)], DASHES[number % len(DASHES)]


def mixed(colour: str, part: float, other: str = PAPER) -> str:
    """A colour mixed with another.

    >>> mixed("#000000", 0.5)
    '#808080'
    """
    both = [[int(text[place : place + 2], 16) for place in (1, 3, 5)] for text in (colour, other)]
    return "#" + "".join(f"{round(a + part * (b - a)):02x}" for a, b in zip(*both, strict=True))


def contrast(colour: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, as the Web Content Accessibility Guidelines 2.1 define it.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    darker, brighter = sorted((_luminance(colour), _luminance(other)))
    return round((brighter + 0.05) / (darker + 0.05), 6)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255.0 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def fill_colour(role: str, number: int | None) -> str | None:
    """What a shape of a role is filled with in a group."""
    colour = group_colour(number)
    line = STYLES[role].colour
    fills = {"group": colour, "tint": mixed(colour, 0.45), "paper": PAPER, "ink": INK, "line": line, None: None}
    return fills[STYLES[role].fill]
