"""What users make and get, as notebooks show it: a few words, a table, and a picture written as SVG.

Importing this module answers for them in `sgkin.display`; nothing heavy is imported before something is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from re import sub

from sgkin.analysis.input_comparison import InputComparison
from sgkin.assembly import AssemblyMode, AssemblyModes
from sgkin.coefficients import Coefficients, pose_rows
from sgkin.display import as_html, as_svg
from sgkin.errors import SgkinError, listing
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.mechanism import Mechanism
from sgkin.model.mechanism_text import counts, describe_sketch, parameter_rows
from sgkin.model.numbers import Numbers
from sgkin.model.sketch import Sketch
from sgkin.motion import Motion
from sgkin.structure.structure import Structure, roman

MOST = 200
"""A mechanism of more links is shown without a picture, a table of more rows by its first ones."""
MOST_MODES = 12
"""So many assembly modes are drawn."""
SMALL = 220
"""Width in pixels of pictures that stand side by side."""


@as_svg.register
def mechanism_svg(thing: Mechanism) -> str | None:
    """The mechanism at its initial configuration, with its groups in colour; None of a very large one."""
    return None if _too_large(thing) else _still(thing)


def _still(thing: Mechanism, legend: bool = True) -> str:
    """The picture of a mechanism at its initial configuration."""
    if thing.is_spatial:
        from sgkin.drawing.space_scene import make_space_scene
        from sgkin.drawing.space_svg import still_space_svg
        from sgkin.drawing.view import View

        return still_space_svg(make_space_scene(thing, View()), legend=legend)
    from sgkin.drawing.motion_drawing import make_scene
    from sgkin.drawing.svg import still_svg

    return still_svg(make_scene(thing), legend=legend)


@as_html.register
def mechanism_html(thing: Mechanism) -> str:
    """Title, a line of numbers, the parameters, and the picture or why there is none."""
    words = f"<b>{escape(thing.title or thing.name)}</b><br>{escape(thing.name)}: {counts(thing)}"
    heads, *rows = parameter_rows(thing)
    return _block(words, _table(heads, rows, "parameters") if rows else "", mechanism_svg(thing) or _too_large(thing))


@as_html.register
def numbers_html(thing: Numbers) -> str:
    """The table of all numbers."""
    heads, *rows = thing.rows()
    return _block(escape(repr(thing)), _table(heads, rows, "numbers"))


def _too_large(thing: Mechanism) -> str:
    """Why a mechanism of many links is not drawn, as a sentence; empty where it is."""
    if len(thing.links) <= MOST:
        return ""
    return (
        f"No picture: it has {len(thing.links)} links, and notebooks draw up to {MOST}. "
        "sgkin.plots.plot_mechanism draws it, sgkin.show lets it move."
    )


@as_svg.register
def sketch_svg(thing: Sketch) -> str | None:
    """The mechanism that is sketched; None where it cannot be made, or is very large."""
    try:
        return mechanism_svg(thing.mechanism())
    except SgkinError:  # the sentence stands in the HTML
        return None


@as_html.register
def sketch_html(thing: Sketch) -> str:
    """What the sketch says, and the mechanism that is sketched or why there is none."""
    text = f"<pre>{escape(describe_sketch(thing))}</pre>"
    try:
        mechanism = thing.mechanism()
    except SgkinError as error:
        return _block(text, f"No mechanism yet: {escape(str(error))}")
    return _block(text, mechanism_svg(mechanism) or _too_large(mechanism))


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
        for number, group in enumerate(thing.groups)
    ]
    table = _table(("", "group", "class", "links", "inputs", "hangs on"), rows, "groups")
    said = "".join(f"<div>{escape(sentence)}</div>" for sentence in thing.findings)
    formula = f"<br>{escape(thing.formula)}" if len(thing.groups) <= MOST else ""
    return _block(head + formula, table, said, structure_picture(thing) or "")


@as_html.register
def plan_html(thing: KinematicPlan) -> str:
    """How each group is solved, and the mechanism."""
    heads, *rows = thing.table
    mechanism = thing.mechanism
    return _block(escape(repr(thing)), _table(heads, rows, "groups"), mechanism_svg(mechanism) or _too_large(mechanism))


@as_html.register
def coefficients_html(thing: Coefficients) -> str:
    """Of one configuration the table of q, K and L; of a motion only how large they are."""
    if thing.q.ndim > 1:
        return _block(escape(str(thing)))
    heads, *rows = thing.table
    return _block(f"{escape(repr(thing))}, in m and rad", _table(heads, rows, "coordinates"))


@as_svg.register
def mode_svg(thing: AssemblyMode) -> str | None:
    """The mechanism in this mode."""
    return None if _too_large(thing.given) else _mode(thing)


def _mode(thing: AssemblyMode, legend: bool = True) -> str:
    """The picture of a mode; in space, where not all have a name from which they can be begun, as it was found."""
    if not thing.given.is_spatial:
        return _still(thing.mechanism, legend)
    from sgkin.drawing.space_scene import make_mode_scene
    from sgkin.drawing.space_svg import still_space_svg
    from sgkin.drawing.view import View

    return still_space_svg(make_mode_scene(thing, View()), legend=legend)


@as_html.register
def mode_html(thing: AssemblyMode) -> str:
    """Where the links are, and the mechanism in this mode."""
    heads, *rows = pose_rows(thing.links, thing.poses, thing.given.units)
    picture = mode_svg(thing) or _too_large(thing.given)
    return _block(escape(repr(thing)), _table(heads, rows, "links"), picture)


@as_html.register
def modes_html(thing: AssemblyModes) -> str:
    """How many modes there are, how many each group has, and small pictures of the first ones."""
    rows = [
        (group.label, str(most) if fewest == most else f"{fewest} to {most}", _certainty(thing, number))
        for number, (group, (fewest, most)) in enumerate(zip(thing.structure.groups, thing.counts, strict=True))
    ]
    table = _table(("group", "modes", ""), rows, "groups")
    if len(thing.given.links) > MOST:
        return _block(escape(thing.summary), table, _too_large(thing.given))
    pictures = "".join(_small(mode, f"{number}") for number, mode in enumerate(thing[:MOST_MODES], 1))
    more = f"The first {MOST_MODES} of {len(thing)} are drawn." if len(thing) > MOST_MODES else ""
    return _block(escape(thing.summary), table, pictures, more)


def _certainty(modes: AssemblyModes, group: int) -> str:
    said = ["searched for; there may be others"] if group in modes.searched else []
    return ", ".join([*said, "can move on its own in some modes before it"] if group in modes.loose else said)


def _small(mode: AssemblyMode, title: str) -> str:
    picture = _mode(mode, legend=False)
    scaled = sub(r'(<svg[^>]*) width="[^"]*" height="[^"]*"', rf'\1 width="{SMALL}"', picture, count=1)
    return f'<div style="display: inline-block; margin: 4px; vertical-align: top">{title}<br>{scaled}</div>'


@as_html.register
def inputs_html(thing: InputComparison) -> str:
    """The table of the sets of inputs, and what is worth saying."""
    heads, *rows = thing.rows()
    said = "".join(f"<div>{escape(sentence)}</div>" for sentence in thing.findings)
    return _block(f"<b>{escape(thing.heading)}</b>", _table(heads, rows, "sets of inputs") if rows else "", said)


@as_svg.register
def motion_svg(thing: Motion) -> str | None:
    """The mechanism in motion; None where it is not drawn."""
    from sgkin.drawing.interest import paths_of_interest
    from sgkin.drawing.motion_drawing import drawn_steps, make_scene, playing_time
    from sgkin.drawing.svg import moving_svg

    if _why_still(thing):
        return None
    if thing.mechanism.is_spatial:
        from sgkin.drawing.space_scene import make_space_scene
        from sgkin.drawing.space_svg import MOST as MOST_PICTURES
        from sgkin.drawing.space_svg import moving_space_svg
        from sgkin.drawing.view import View

        steps = drawn_steps(thing, min(thing.steps, MOST_PICTURES))
        return moving_space_svg(make_space_scene(thing, View()), steps, playing_time(thing), paths_of_interest(thing))
    steps = drawn_steps(thing, min(thing.steps, 120))
    return moving_svg(make_scene(thing), steps, playing_time(thing), paths_of_interest(thing))


def _why_still(thing: Motion) -> str:
    """Why a motion is not drawn, as a sentence; empty where it is."""
    missing = [link for link in thing.mechanism.moving_links if link not in thing.outputs]
    if not thing.steps:
        return "No picture: no step was reached."
    if missing:
        return f"No picture: {listing(missing)} not kept; call solve without outputs to see it move."
    return _too_large(thing.mechanism)


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
    table = _table(("input", "from", "to", "unit"), rows, "inputs")
    return _block(", ".join(words), table, motion_svg(thing) or escape(_why_still(thing)))


def _block(*parts: str) -> str:
    return "<div>" + "".join(f"<div>{part}</div>" for part in parts if part) + "</div>"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], things: str) -> str:
    """A table as notebooks lay it out; of very many rows the first ones, and how many there are."""
    more = f"… and {len(rows) - MOST} more {things}" if len(rows) > MOST else ""
    head, body = _cells("th", heads), "".join(_cells("td", row) for row in rows[:MOST])
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>{more}"


def _cells(tag: str, texts: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts) + "</tr>"
