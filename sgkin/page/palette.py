"""The colours of a page, light and dark: every line stands out from paper and from every link that it can cross."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sgkin.drawing.style import COLOURS, contrast, mixed

CONTRAST = 3.0
"""Least contrast of lines and signs with what is behind them: WCAG 2.2, success criterion 1.4.11."""
TEXT_CONTRAST = 4.5
"""Least contrast of text: WCAG 2.2, success criterion 1.4.3."""
BODY, PART = 1.9, 2.2
"""Most contrast of bodies, and of blocks and rods on them, with paper, so that lines can stand out from both."""
PALE = 0.3
"""How much paper there is at least in what links are filled with."""
SHARES = tuple(number / 50 for number in range(51))
"""How much of another colour is tried until the contrast is as wanted."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a page that do not depend on groups.

    `strong` is what lines are mixed with to stand out.
    """

    paper: str
    panel: str
    ink: str
    faint: str
    line: str
    no_group: str
    glow: str
    dead: str
    velocity: str
    acceleration: str
    strong: str


LIGHT = Theme(
    paper="#ffffff",
    panel="#f4f5f7",
    ink="#1d2430",
    faint="#5c6471",
    line="#d5d9e0",
    no_group="#c4c9d1",
    glow="#d08000",
    dead="#c00030",
    velocity="#0060a0",
    acceleration="#b8360a",
    strong="#000000",
)
DARK = Theme(
    paper="#14171c",
    panel="#1d2128",
    ink="#e8ebf0",
    faint="#98a1b0",
    line="#353c47",
    no_group="#454c57",
    glow="#ffd36a",
    dead="#ff5c7c",
    velocity="#6cc3ff",
    acceleration="#ff9a66",
    strong="#ffffff",
)


def standing_out(colour: str, behind: Sequence[str], strong: str) -> str:
    """The colour mixed with as little of `strong` as makes it stand out from all that is behind it."""
    found = (mixed(colour, share, strong) for share in SHARES)
    return next(each for each in found if min(contrast(each, other) for other in behind) >= CONTRAST)


def receding(colour: str, paper: str, most: float) -> str:
    """The colour mixed with as little paper as keeps its contrast with paper within a limit."""
    found = (mixed(colour, share, paper) for share in SHARES if share >= PALE)
    return next(each for each in found if contrast(each, paper) <= most)


def fills(theme: Theme) -> dict[str, str]:
    """What links are filled with, by the name of its CSS variable."""
    kinds = (("body", BODY), ("part", PART))
    filled = {
        f"{kind}-{number}": receding(colour, theme.paper, most)
        for kind, most in kinds
        for number, colour in enumerate(COLOURS)
    }
    return {"no-group": theme.no_group, **filled}


def page_colours(theme: Theme) -> dict[str, str]:
    """All colours of a page, by the names of their CSS variables."""
    filled = fills(theme)
    behind = (theme.paper, *filled.values())
    plain = {name: getattr(theme, name) for name in ("paper", "panel", "ink", "faint", "line", "glow", "dead")}
    arrows = {name: getattr(theme, name) for name in ("velocity", "acceleration")}
    lines = {f"line-{number}": colour for number, colour in enumerate(COLOURS)}
    drawn = {name: standing_out(colour, behind, theme.strong) for name, colour in (arrows | lines).items()}
    return {**plain, **filled, **drawn}


def style_colours() -> str:
    """The colours of both themes as CSS."""
    rules = []
    for selector, scheme, theme in ((":root", "light", LIGHT), (':root[data-theme="dark"]', "dark", DARK)):
        variables = " ".join(f"--{name}: {colour};" for name, colour in page_colours(theme).items())
        rules.append(f"{selector} {{ color-scheme: {scheme}; {variables} }}")
    return "\n".join(rules)
