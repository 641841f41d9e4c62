"""A report as a page to print: text and pictures in one HTML file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from html import escape
from io import StringIO
from typing import Any

from sgkin.analysis.report import Report, Section
from sgkin.drawing.motion_drawing import make_scene
from sgkin.drawing.notebook import MOST, structure_picture
from sgkin.drawing.range_drawing import range_svg
from sgkin.drawing.svg import still_svg
from sgkin.errors import SgkinError
from sgkin.model.mechanism import Mechanism

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 54rem; padding: 0 1rem; color: #1a1a1a; }
h1 { margin-bottom: 0.1rem; } h2 { border-bottom: 1px solid #bbb; margin-top: 2rem; }
pre { overflow-x: auto; font-size: 12.5px; line-height: 1.35; }
svg { max-width: 100%; height: auto; } p.sentence { background: #fff4d6; padding: 0.5rem 0.8rem; }
.sides { display: flex; gap: 0.5rem; } figure { flex: 1; margin: 0; min-width: 0; text-align: center; }
section { break-inside: avoid; } @media print { body { margin: 0; max-width: none; font-size: 11pt; } }
"""


def report_page(report: Report) -> str:
    """The page: a picture of the mechanism, and each section with its text and its picture."""
    mechanism = report.mechanism
    head = f"<h1>{escape(mechanism.name)}</h1>" + (f"<p>{escape(mechanism.title)}</p>" if mechanism.title else "")
    sections = "".join(_section(report, each) for each in report.sections)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(mechanism.name)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>'
        f"{head}{_mechanism_picture(report)}{sections}</body></html>\n"
    )


def _section(report: Report, section: Section) -> str:
    said = (
        f"<pre>{escape(section.text)}</pre>" if section.is_found else f'<p class="sentence">{escape(section.text)}</p>'
    )
    pictures = "".join(PICTURES[section.title](report)) if section.is_found and section.title in PICTURES else ""
    return f"<section><h2>{escape(section.title)}</h2>{said}{pictures}</section>"


def _mechanism_picture(report: Report) -> str:
    if len(report.mechanism.links) > MOST:
        return f'<p class="sentence">No picture: it has {len(report.mechanism.links)} links.</p>'
    try:
        return _in_space(report.mechanism) if report.mechanism.is_spatial else still_svg(make_scene(report.mechanism))
    except SgkinError as error:
        return f'<p class="sentence">No picture: {escape(str(error))}</p>'


def _in_space(mechanism: Mechanism) -> str:
    """The mechanism from a corner, and smaller from three sides."""
    from sgkin.drawing.space_scene import make_space_scene
    from sgkin.drawing.space_svg import still_space_svg
    from sgkin.drawing.view import SIDES

    scene = make_space_scene(mechanism, SIDES["corner"])
    sides = "".join(
        f"<figure>{still_space_svg(replace(scene, view=view), legend=False)}<figcaption>{name}</figcaption></figure>"
        for name, view in SIDES.items()
        if name != "corner"
    )
    return f'{still_space_svg(scene)}<div class="sides">{sides}</div>'


def _structure(report: Report) -> Iterator[str]:
    yield structure_picture(report.structure) or ""


def _range(report: Report) -> Iterator[str]:
    yield from map(range_svg, report.ranges or ())


def _quality(report: Report) -> Iterator[str]:
    from sgkin.plots.transmission import plot_group_quality

    motion, qualities = report.motion, report.qualities
    if motion is not None and qualities and motion.steps > 1:
        yield _plotted(lambda ax: plot_group_quality(motion, qualities, ax=ax))


def _angles(report: Report) -> Iterator[str]:
    from sgkin.plots.transmission import plot_transmission_angle

    angles = report.angles
    if angles and report.motion is not None and report.motion.steps > 1:
        yield _plotted(lambda ax: plot_transmission_angle(*angles, ax=ax))


PICTURES: dict[str, Callable[[Report], Iterator[str]]] = {
    "Structure": _structure,
    "Range": _range,
    "Quality": _quality,
    "Transmission angle": _angles,
}
"""The pictures of a section, by its title."""


def _plotted(draw: Callable[[Any], Any]) -> str:
    """A plot as SVG inside a page."""
    from sgkin.plots.saving import new_axes

    ax = new_axes((8.0, 3.6))
    draw(ax)
    file = StringIO()
    ax.get_figure(root=True).savefig(file, format="svg", bbox_inches="tight", metadata={"Date": None})  # type: ignore[union-attr]
    return file.getvalue()[file.getvalue().index("<svg") :]
