"""The gallery: one page for every mechanism of the library, with its picture, its groups and its file."""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as pyplot
import numpy as np

from sgkin import Mechanism, SgkinError, decompose, load_mechanism, mechanism_names, solve
from sgkin.model.duration import default_duration
from sgkin.plots import animate_motion, plot_mechanism

MECHANISMS = Path(__file__).parents[1] / "mechanisms"


def write_gallery(folder: Path) -> None:
    """Write the pages and pictures of all mechanisms, and the page that shows them side by side."""
    folder.mkdir(parents=True, exist_ok=True)
    cards = []
    for name in mechanism_names():
        mechanism = load_mechanism(name)
        draw(mechanism, folder)
        (folder / f"{name}.md").write_text(page(mechanism, folder), encoding="utf-8")
        options = f":img-top: {name}-small.png\n:link: {name}\n:link-type: doc"
        cards.append(f":::{{grid-item-card}}\n{options}\n\n{mechanism.title}\n:::")
    parts = [
        "# Gallery",
        "Every mechanism of the library. `load_mechanism` takes its name, and so does every command of `sgkin`.",
        "::::{grid} 2 3 4 4\n:gutter: 2\n\n" + "\n".join(cards) + "\n::::",
        "```{toctree}\n:hidden:\n\n" + "\n".join(mechanism_names()) + "\n```",
    ]
    (folder / "index.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def draw(mechanism: Mechanism, folder: Path) -> None:
    """The mechanism at its initial configuration, once with all names and once small."""
    axes = plot_mechanism(mechanism)
    axes.figure.savefig(folder / f"{mechanism.name}.png", dpi=90, bbox_inches="tight")
    figure, small = pyplot.subplots(figsize=(2.6, 2.6), layout="constrained")
    plot_mechanism(mechanism, ax=small, labels=False, legend=False)
    small.set_title("")
    small.set_axis_off()
    figure.savefig(folder / f"{mechanism.name}-small.png", dpi=90)
    pyplot.close("all")


def page(mechanism: Mechanism, folder: Path) -> str:
    """What there is to say about a mechanism; where it moves, it is shown moving."""
    name = mechanism.name
    structure = decompose(mechanism)
    parts = [
        f"# {mechanism.title}",
        f"![{mechanism.title}]({name}.png)",
        f"`{name}` · {structure.formula}",
        mechanism.notes,
        f"Source: {mechanism.source}" if mechanism.source else "",
        move(mechanism, folder / f"{name}.svg"),
        "## Structure",
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
