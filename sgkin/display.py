"""How things show themselves in a notebook: asked here, answered by `sgkin.drawing.notebook` for each kind of thing."""

from __future__ import annotations

import sys
from functools import singledispatch
from importlib import import_module

ANSWERS = "sgkin.drawing.notebook"
"""Imported when something is first asked to show itself."""


@singledispatch
def as_html(thing: object) -> str:
    """A thing as HTML, as notebooks show it."""
    if ANSWERS in sys.modules:
        raise NotImplementedError(f"{type(thing).__name__} has no HTML")
    import_module(ANSWERS)
    return as_html(thing)


@singledispatch
def as_svg(thing: object) -> str | None:
    """A thing as SVG, as notebooks show it; None where there is nothing to draw."""
    if ANSWERS in sys.modules:
        raise NotImplementedError(f"{type(thing).__name__} has no SVG")
    import_module(ANSWERS)
    return as_svg(thing)
