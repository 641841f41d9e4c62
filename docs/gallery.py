"""The gallery: the library by category, and for every mechanism its picture, its groups, its file and a live page."""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as pyplot
import numpy as np

from sgkin import Mechanism, SgkinError, decompose, load_mechanism, mechanism_names, solve, write_page
from sgkin.drawing.structure_svg import structure_svg
from sgkin.model.duration import default_duration
from sgkin.plots import animate_motion, plot_mechanism

MECHANISMS = Path(__file__).parents[1] / "mechanisms"
FROM_HERE = "../../live"
"""The way from a page of the gallery to the live pages in what is built."""
STEPS = 180
"""Configurations that a live page stores."""


def write_gallery(folder: Path, live: Path) -> None:
    """Write the pages and pictures of all mechanisms, their live pages, and the page that shows them by category."""
    for each in (folder, live):
        each.mkdir(parents=True, exist_ok=True)
    mechanisms = [load_mechanism(name) for name in mechanism_names("planar")]
    for mechanism in mechanisms:
        draw(mechanism, folder)
        write_page(mechanism, live / f"{mechanism.name}.html", STEPS)
        (folder / f"{mechanism.name}.md").write_text(page(mechanism, folder), encoding="utf-8")
    (folder / "index.md").write_text(index(mechanisms), encoding="utf-8")


def index(mechanisms: list[Mechanism]) -> str:
    """All mechanisms side by side, under the headings of their categories."""
    categories: dict[str, list[Mechanism]] = {}
    for mechanism in mechanisms:
        categories.setdefault(mechanism.category or "Others", []).append(mechanism)
    parts = [
        "# Gallery",
        "Every mechanism of the library. `load_mechanism` takes its name, and so does every command of `sgkin`. "
        "A picture leads to its structure and its file, *live* to a page on which it is dragged and played.",
    ]
    for category in sorted(categories):
        cards = "\n".join(card(mechanism) for mechanism in categories[category])
        parts += [f"## {category}", f"::::{{grid}} 2 3 3 3\n:gutter: 2\n\n{cards}\n::::"]
    names = "\n".join(mechanism.name for mechanism in mechanisms)
    parts.append(f"```{{toctree}}\n:hidden:\n\n{names}\n```")
    return "\n\n".join(parts) + "\n"


def card(mechanism: Mechanism) -> str:
    """A small picture with the title, which leads to the mechanism, and a link to its live page."""
    name = mechanism.name
    picture = f"[![{mechanism.title}]({name}-small.png)]({name}.md)"
    return f":::{{grid-item-card}}\n{picture}\n\n[{mechanism.title}]({name}.md)\n\n{live_link(name, 'live')}\n:::"


def live_link(name: str, text: str) -> str:
    """A link to the live page of a mechanism."""
    return f'<a href="{FROM_HERE}/{name}.html">{text}</a>'


def draw(mechanism: Mechanism, folder: Path) -> None:
    """The mechanism at its initial configuration, once with all names and once small, and its structure."""
    axes = plot_mechanism(mechanism)
    axes.figure.savefig(folder / f"{mechanism.name}.png", dpi=90, bbox_inches="tight")
    figure, small = pyplot.subplots(figsize=(2.6, 2.6), layout="constrained")
    plot_mechanism(mechanism, ax=small, labels=False, legend=False)
    small.set_title("")
    small.set_axis_off()
    figure.savefig(folder / f"{mechanism.name}-small.png", dpi=90)
    (folder / f"{mechanism.name}-structure.svg").write_text(structure_svg(decompose(mechanism)), encoding="utf-8")
    pyplot.close("all")


def page(mechanism: Mechanism, folder: Path) -> str:
    """What there is to say about a mechanism; where it moves, it is shown moving."""
    name = mechanism.name
    structure = decompose(mechanism)
    parts = [
        f"# {mechanism.title}",
        f"![{mechanism.title}]({name}.png)",
        f"`{name}` · {structure.formula}",
        live_link(name, "Live: drag it and play it"),
        mechanism.notes,
        f"Source: {mechanism.source}" if mechanism.source else "",
        move(mechanism, folder / f"{name}.svg"),
        "## Structure",
        f"![The groups and what they depend on]({name}-structure.svg)",
        f"```text\n{structure}\n```",
        "## File",
        "```toml\n" + (MECHANISMS / f"{name}.toml").read_text(encoding="utf-8") + "```",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def move(mechanism: Mechanism, path: Path) -> str:
    """Show how its motion laws move it, or say why they do not."""
    seconds, reason = default_duration(mechanism)
    try:
        motion = solve(mechanism, np.linspace(0.0, seconds, 91))
    except SgkinError as error:
        return f"It has a structure but no motion: {error}."
    animate_motion(motion, path)
    return f"![It moves]({path.name})\n\nIts motion laws run for {seconds:.3g} s, {reason}."
