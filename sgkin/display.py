"""How things show themselves in a notebook: asked here, answered by `sgkin.drawing.notebook` for each kind of thing."""

from __future__ import annotations

from functools import singledispatch


@singledispatch
def as_html(thing: object) -> str:
    """A thing as HTML, as notebooks show it."""
    raise NotImplementedError(f"{type(thing).__name__} has no HTML")


@singledispatch
def as_svg(thing: object) -> str | None:
    """A thing as SVG, as notebooks show it; None where there is nothing to draw."""
    raise NotImplementedError(f"{type(thing).__name__} has no SVG")
