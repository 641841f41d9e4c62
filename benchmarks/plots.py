"""The plots of a run: Figures 4, 5 and 6 of the paper, for sgkin, and what each idea gains."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib

from benchmarks.experiment import (
    CLOSED_FORM,
    COMPOSED_K,
    DENSE,
    IN_LANES,
    METHODS,
    NEWTON,
    NEWTON_K,
    PROPAGATION,
    SINGLE,
    SINGLE_K,
    SPARSE,
    STRUCTURE,
    SWEPT,
    SWEPT_K,
    constraints,
)
from benchmarks.report import Figure, Run

STYLE = {
    DENSE: ("#b3392f", "s-"),
    SPARSE: ("#c77700", "D-"),
    NEWTON: ("#2b6cb0", "o:"),
    SINGLE: ("#2b6cb0", "o--"),
    SWEPT: ("#2b6cb0", "o-"),
    NEWTON_K: ("#2f8a5e", "v:"),
    COMPOSED_K: ("#2f8a5e", "^:"),
    SINGLE_K: ("#2f8a5e", "^--"),
    SWEPT_K: ("#2f8a5e", "^-"),
}
"""Colour and line of each method: global warm, II blue, III green; as in the paper dotted, one step at a time dashed,
swept full."""
IDEAS = {STRUCTURE: "#b3392f", CLOSED_FORM: "#2b6cb0", PROPAGATION: "#2f8a5e", IN_LANES: "#6b4fa0"}
PARTS = [matplotlib.colormaps["tab20"](number) for number in range(20)]
DISTRIBUTED = (DENSE, SPARSE, SWEPT, SWEPT_K)


def plot_times(run: Run, figure: Any) -> None:
    """Figure 4: time over the number of constraints."""
    axes = figure.subplots()
    for method in METHODS:
        points = run.curve("experiment", method)
        colour, line = STYLE[method]
        x, y = [point.at for point in points], [point.value for point in points]
        axes.loglog(x, y, line, color=colour, label=method, markersize=4, linewidth=1.4)
    axes.set_xlabel("constraints, 2 k + 2 for k dyads")
    axes.set_ylabel("CPU seconds for 500 turns of 360 steps")
    axes.grid(True, which="major", color="0.88")
    axes.legend(frameon=False, fontsize=8)


def plot_gains(run: Run, figure: Any) -> None:
    """What each idea gains, over the number of constraints, with quartiles; the last point of each is named."""
    axes = figure.subplots()
    for idea, colour in IDEAS.items():
        points = run.curve("experiment", f"gain by {idea}")
        x, y = [point.at for point in points], [point.value for point in points]
        axes.loglog(x, y, "o-", color=colour, markersize=4, linewidth=1.4)
        axes.fill_between(x, *quartile_curves(points), color=colour, alpha=0.2, linewidth=0.0)
        axes.annotate(idea, (x[-1], y[-1]), xytext=(8, 0), textcoords="offset points", va="center", color=colour)
    axes.axhline(1.0, color="0.6", linewidth=0.8)
    axes.set_yticks([1, 2, 5, 10, 20], ["1", "2", "5", "10", "20"])
    axes.minorticks_off()
    axes.margins(x=0.3)
    axes.set_xlim(left=3.0)
    axes.set_xlabel("constraints, 2 k + 2 for k dyads")
    axes.set_ylabel("time without / time with the idea")
    axes.grid(True, color="0.88")


def quartile_curves(points: list[Figure]) -> tuple[list[float], list[float]]:
    """Lower and upper quartiles of figures; their values where they have none."""
    spreads = [point.spread or (point.value, point.value) for point in points]
    return [low for low, _ in spreads], [high for _, high in spreads]


def plot_distribution(run: Run, figure: Any, dyads: tuple[int, ...] = (17, 71)) -> None:
    """Figure 5: the distribution among operations, for two lengths of the chain."""
    panels = figure.subplots(1, len(dyads), sharex=True, sharey=True, squeeze=False)[0]
    colours = part_colours(run)
    for axes, count in zip(panels, dyads, strict=True):
        for row, method in enumerate(DISTRIBUTED[::-1]):
            start = 0.0
            for part, found in shares_at(run, method, count).items():
                share = found.value
                axes.barh(row, share, left=start, color=colours[part], edgecolor="white", linewidth=0.5)
                if share > 7.0:
                    axes.text(start + share / 2.0, row, f"{share:.0f}", ha="center", va="center", fontsize=7)
                start += share
        axes.set_yticks(range(len(DISTRIBUTED)), DISTRIBUTED[::-1], fontsize=8)
        axes.set_xlim(0.0, 100.0)
        axes.set_xlabel("% of the time")
        axes.set_title(f"{count} dyads ({constraints(count)} constraints)", fontsize=10)
    handles = [matplotlib.patches.Patch(color=colour, label=part) for part, colour in colours.items()]
    figure.legend(handles=handles, loc="outside lower center", ncols=7, frameon=False, fontsize=7)


def plot_shares(run: Run, figure: Any) -> None:
    """Figure 6: shares over the number of constraints, for I, IV and II, with their quartiles."""
    panels = figure.subplots(1, 3, sharey=True)
    colours = part_colours(run)
    for axes, method in zip(panels, (DENSE, SPARSE, SWEPT), strict=True):
        for part, colour in colours.items():
            points = run.curve("distribution", f"{method}: {part}")
            if points:
                x = [point.at for point in points]
                axes.semilogx(x, [point.value for point in points], "o-", color=colour, label=part, markersize=3)
                axes.fill_between(x, *quartile_curves(points), color=colour, alpha=0.3, linewidth=0.0)
        axes.set_title(method, fontsize=10)
        axes.set_xlabel("constraints")
        axes.grid(True, color="0.9")
        axes.legend(frameon=False, fontsize=7, loc="upper left", ncols=2)
    panels[0].set_ylabel("% of the time")
    panels[0].set_ylim(0.0, 118.0)


def part_colours(run: Run) -> dict[str, Any]:
    """A colour for every operation, those of the global methods first."""
    parts = dict.fromkeys(
        series.partition(": ")[2]
        for method in DISTRIBUTED
        for series in run.series("distribution")
        if series.startswith(f"{method}: ")
    )
    return {part: PARTS[number % len(PARTS)] for number, part in enumerate(parts)}


def shares_at(run: Run, method: str, dyads: int) -> dict[str, Figure]:
    """The shares of a method at one length, by operation."""
    return {
        figure.series.partition(": ")[2]: figure
        for figure in run.figures["distribution"].values()
        if figure.series.startswith(f"{method}: ") and figure.at == constraints(dyads)
    }


PLOTS: dict[str, tuple[str, Callable[[Run, Any], None], tuple[float, float]]] = {
    "time.png": ("experiment", plot_times, (7.0, 5.2)),
    "gains.png": ("experiment", plot_gains, (7.0, 4.2)),
    "distribution.png": ("distribution", plot_distribution, (9.5, 3.6)),
    "shares.png": ("distribution", plot_shares, (10.0, 3.8)),
}
"""Every plot by its file: the benchmark it is made from, how, and its size in inches."""


def write_plots(run: Run, folder: Path) -> list[Path]:
    """Write the plots for which a run has figures; the files."""
    from matplotlib.figure import Figure as Canvas

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, (benchmark, plot, size) in PLOTS.items():
        if benchmark in run.figures and not run.document["smoke"]:
            canvas = Canvas(figsize=size, layout="constrained")
            plot(run, canvas)
            canvas.savefig(folder / name, dpi=130, metadata={"Software": None})
            written.append(folder / name)
    return written
