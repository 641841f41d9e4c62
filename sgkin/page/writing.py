"""Writing the page of a mechanism: one HTML file that needs nothing else."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from json import dumps
from os import PathLike
from pathlib import Path
from re import sub
from typing import Any

from sgkin.errors import InputError, brief
from sgkin.model.mechanism import Mechanism
from sgkin.page.palette import style_colours
from sgkin.progress import waiting

SCRIPTS = tuple(
    f"{name}.js"
    for name in (
        "solver singular_values track motion graph view state dimensions driving samples traces reading transmission "
        "quantities axes charts meters playing modes controls parameters keys pointer page"
    ).split()
)
"""In the order in which they stand in the page: each uses those before it."""


def write_page(mechanism: Mechanism, path: str | PathLike[str], steps: int = 360) -> str:
    """Write a page to play with: one HTML file that shows the mechanism move, in any browser and without a network.

    steps: how many configurations are stored along the motion; those between them are solved in the page. A mechanism
    that cannot move is shown as it stands; the returned sentence says why, and is empty otherwise.

    Raises `InitialConfigurationError` where it is not clear which assembly is meant.
    """
    if not isinstance(mechanism, Mechanism):
        raise InputError(f"write_page needs a mechanism, found {brief(mechanism)}; use load_mechanism(name) first")
    if isinstance(steps, bool) or not isinstance(steps, int) or steps < 4:
        raise InputError(f"steps is {brief(steps)}; give a whole number from 4 on")
    with waiting("solving what the page shows"):
        content, text = _in_space(mechanism, steps) if mechanism.is_spatial else _in_plane(mechanism, steps)
    Path(path).write_text(text, encoding="utf-8")
    return str(content["still"])


def _in_plane(mechanism: Mechanism, steps: int) -> tuple[dict[str, Any], str]:
    from sgkin.page.content import page_content

    content = page_content(mechanism, steps)
    return content, page_text(content)


def _in_space(mechanism: Mechanism, steps: int) -> tuple[dict[str, Any], str]:
    from sgkin.page.space import space_page_content

    content = space_page_content(mechanism, steps)
    return content, page_text(content, "space.html", ("space.js",))


def page_text(content: dict[str, Any], template: str = "template.html", scripts: tuple[str, ...] = SCRIPTS) -> str:
    """The page with its data, style and scripts inside."""
    room = files("sgkin.page")
    parts = {
        "title": escape(f"{content['title']} – sgkin"),
        "colours": style_colours(),
        "style": room.joinpath("page.css").read_text(encoding="utf-8"),
        "script": "\n".join(room.joinpath(name).read_text(encoding="utf-8") for name in scripts),
        "data": dumps(content, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c"),
    }
    text = room.joinpath(template).read_text(encoding="utf-8")
    return sub(r"@(title|colours|style|script|data)@", lambda place: parts[place[1]], text)
