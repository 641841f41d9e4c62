"""Showing a page at once: in the cell of a notebook, elsewhere in the browser."""

from __future__ import annotations

import sys
import webbrowser
from html import escape
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp

from sgkin.assembly import AssemblyMode
from sgkin.errors import InputError, brief
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.mechanism import Mechanism
from sgkin.model.sketch import Sketch
from sgkin.motion import Motion
from sgkin.page.writing import write_page

PAGE_HEIGHT, FILM_HEIGHT = 640, 800
"""Pixels that a page and a film take in a cell."""
Shown = Mechanism | Sketch | KinematicPlan | AssemblyMode | Motion


def show(thing: Shown, *, height: int | None = None) -> None:
    """Show the page of a mechanism, on which it moves and can be dragged, or a motion as a film.

    In a notebook the page stands in the cell, `height` pixels high. Elsewhere it is written to a temporary file and
    opened in the browser, and a line says where it is. A sketch, a plan and an assembly mode stand for their mechanism.
    """
    if height is None:
        height = FILM_HEIGHT if isinstance(thing, Motion) else PAGE_HEIGHT
    if isinstance(height, bool) or not isinstance(height, int) or height < 1:
        raise InputError(f"height is {brief(height)}; give a whole number of pixels")
    file = _written(thing)
    if _in_notebook():
        display = import_module("IPython.display")
        display.display(display.HTML(cell(file.read_text(encoding="utf-8"), height)))
        return
    opened = webbrowser.open(file.as_uri())
    print(f"wrote {file}" + ("" if opened else "; no browser was found, open it in one"))


def cell(page: str, height: int) -> str:
    """A page as a cell of a notebook holds it: in a frame of its own."""
    look = "width: 100%; border: 1px solid #bbb; border-radius: 4px"
    return f'<div><iframe srcdoc="{escape(page)}" title="sgkin" height="{height}" style="{look}"></iframe></div>'


def _written(thing: Shown) -> Path:
    """The page in a new temporary file."""
    if isinstance(thing, Motion):
        from sgkin.plots.animation import animate_motion

        file = _new_file(thing.mechanism)
        animate_motion(thing, file)
        return file
    mechanism = _mechanism(thing)
    file = _new_file(mechanism)
    write_page(mechanism, file)
    return file


def _mechanism(thing: object) -> Mechanism:
    match thing:
        case Mechanism():
            return thing
        case Sketch():
            return thing.mechanism()
        case KinematicPlan() | AssemblyMode():
            return thing.mechanism
    raise InputError(f"show needs a mechanism, sketch, plan, assembly mode or motion, found {brief(thing)}")


def _new_file(mechanism: Mechanism) -> Path:
    name = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in mechanism.name)
    return Path(mkdtemp(prefix="sgkin-")) / f"{name or 'mechanism'}.html"


def _in_notebook() -> bool:
    """Whether Python runs as the kernel of a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None
