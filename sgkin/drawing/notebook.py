"""Mechanisms, structures and motions as notebooks show them: a few words, a table, and a picture written as SVG.

Importing this module answers for them in `sgkin.display`; nothing heavy is imported before something is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from sgkin.display import as_html, as_svg
from sgkin.model.mechanism import Mechanism
from sgkin.motion import Motion
from sgkin.structure.structure import Structure, roman

MOST = 200
"""A mechanism of more links is shown without a picture, a structure of more groups by its first ones."""


@as_svg.register
def mechanism_svg(thing: Mechanism) -> str | None:
    """The mechanism at its initial configuration, with its groups in colour; None of a very large one."""
    from sgkin.drawing.motion_drawing import make_scene
    from sgkin.drawing.svg import still_svg

    return still_svg(make_scene(thing)) if len(thing.links) <= MOST else None


@as_html.register
def mechanism_html(thing: Mechanism) -> str:
    """Title, a line of numbers and the picture."""
    counts = [
        _count(len(thing.moving_links), "moving link"),
        _count(len(thing.joints), "joint"),
        _count(len(thing.drivers), "driver"),
    ]
    words = f"<b>{escape(thing.title or thing.name)}</b><br>{escape(thing.name)}: {', '.join(counts)}"
    return _block(words, mechanism_svg(thing) or "")


@as_svg.register
def structure_picture(thing: Structure) -> str | None:
    """The groups as boxes."""
    from sgkin.drawing.structure_svg import structure_svg

    return structure_svg(thing) if thing.groups else None


@as_html.register
def structure_html(thing: Structure) -> str:
    """Formula, the table of the groups, what is worth saying, and the boxes."""
    head = f"<b>{escape(thing.name)}</b>: mobility {thing.mobility}"
    if thing.mechanism_class:
        head += f", class {thing.mechanism_class}"
    rows = [
        (
            str(number + 1),
            group.signature,
            "–" if group.assur_class is None else roman(group.assur_class),
            ", ".join(map(str, group.links)),
            ", ".join(group.inputs),
            ", ".join(map(str, group.hangs_on)),
        )
        for number, group in enumerate(thing.groups[:MOST])
    ]
    table = _table(("", "group", "class", "links", "inputs", "hangs on"), rows)
    more = [f"… and {len(thing.groups) - MOST} more groups"] if len(thing.groups) > MOST else []
    said = "".join(f"<div>{escape(sentence)}</div>" for sentence in (*more, *thing.findings))
    return _block(
        f"{head}<br>{escape(thing.formula)}" if len(thing.groups) <= MOST else head,
        table,
        said,
        structure_picture(thing) or "",
    )


@as_svg.register
def motion_svg(thing: Motion) -> str | None:
    """The mechanism in motion; None where the poses of some links were not kept, or it is very large."""
    from sgkin.drawing.motion_drawing import drawn_steps, make_scene, playing_time
    from sgkin.drawing.svg import moving_svg

    has_all = set(thing.mechanism.moving_links) <= set(thing.outputs)
    if not has_all or not thing.steps or len(thing.mechanism.links) > MOST:
        return None
    return moving_svg(make_scene(thing), drawn_steps(thing, min(thing.steps, 120)), playing_time(thing))


@as_html.register
def motion_html(thing: Motion) -> str:
    """What was solved, whether all of it was reached, the range of the inputs, and the mechanism in motion."""
    mechanism = thing.mechanism
    reached = f"{thing.steps} steps" if thing.is_complete else f"{thing.steps} of {thing.requested_steps} steps reached"
    words = [f"<b>Motion of {escape(mechanism.title or mechanism.name)}</b><br>{reached}"]
    if thing.times is not None and thing.steps:
        words.append(f"from {thing.times[0]:g} to {thing.times[-1]:g} s")
    units = mechanism.units
    rows = []
    for number, name in enumerate(mechanism.input_names if thing.steps else ()):
        kind = mechanism.input_quantity(name)
        values = thing.inputs[:, number] / units.factor(kind)
        rows.append((name, f"{values.min():.6g}", f"{values.max():.6g}", getattr(units, kind)))
    return _block(", ".join(words), _table(("input", "from", "to", "unit"), rows), motion_svg(thing) or "")


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _block(*parts: str) -> str:
    return "<div>" + "".join(f"<div>{part}</div>" for part in parts if part) + "</div>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table as notebooks lay it out."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
