"""Write the page of the documentation and the table of the README from the stored run: ``python -m benchmarks.page``.

Every number on the page comes from the run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from benchmarks.check import MARGIN
from benchmarks.experiment import DENSE, METHODS, SINGLE, SINGLE_K, SPARSE, SWEPT, SWEPT_K, constraints
from benchmarks.page_text import (
    DIFFERENCES,
    DISTRIBUTION,
    EXPERIMENT,
    FAIRNESS,
    FIXED_COST,
    LIMIT,
    NOT_KNOWN,
    OPENING,
    PEERS,
    REPEAT,
    RESOURCES,
    SHAPES,
    UNREACHED,
    USERS,
)
from benchmarks.plots import shares_at
from benchmarks.report import Figure, Run
from benchmarks.stored import PAGE, README, STORED

GROUPS = tuple(method for method in METHODS if method not in (DENSE, SPARSE))
BEGIN, END = "<!-- the table of the benchmarks: made by benchmarks.page -->", "<!-- end of the table -->"


def number(value: float) -> str:
    """Three digits, without powers of ten where they can be avoided."""
    if 0.001 <= abs(value) < 1000.0:
        return f"{value:.3g}"
    return f"{value:,.0f}" if abs(value) >= 1000.0 else f"{value:.1e}"


def quantity(figure: Figure) -> str:
    """The value of a figure with its unit; exponents, which have none, to three places."""
    return f"{number(figure.value)} {figure.unit}" if figure.unit else f"{figure.value:.3f}"


def spread(figure: Figure) -> str:
    """The quartiles of a figure."""
    return "" if figure.spread is None else f"{number(figure.spread[0])} … {number(figure.spread[1])}"


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A table in Markdown; all columns but the first to the right."""
    rule = "|" + "---|" + "---:|" * (len(head) - 1)
    return "\n".join([_row(head), rule, *map(_row, rows)])


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cells) + " |"


def figure_table(figures: list[Figure]) -> str:
    """All given figures with spread and bar."""
    rows = [(each.name, quantity(each), spread(each), each.verdict) for each in figures]
    return table(("figure", "median", "quartiles", "bar"), rows)


def dyads_of(run: Run) -> list[int]:
    """The lengths of the chain in the experiment."""
    sizes = {int(figure.at) for figure in run.curve("experiment", SWEPT) if figure.at is not None}
    return sorted((size - 2) // 2 for size in sizes)


def exponent(run: Run, method: str) -> Figure:
    """The growth exponent of a method."""
    return next(
        figure for name, figure in run.figures["experiment"].items() if name.startswith(f"{method}: growth exponent")
    )


def headlines(run: Run) -> list[tuple[str, Figure]]:
    """What the experiment must show, and the weakest figure that shows it."""
    experiment = run.figures["experiment"]
    told: list[tuple[str, Figure]] = []
    for method in (SWEPT, SINGLE):
        gains = [experiment[f"best global / {method}, {dyads} dyads"] for dyads in dyads_of(run)]
        least = min(gains, key=lambda figure: figure.value)
        told.append((f"{method}: times faster than the best global method, at least (at {dyads_in(least)})", least))
    told.append((f"{SWEPT}: the same at 71 dyads", experiment[f"best global / {SWEPT}, 71 dyads"]))
    told += [(figure.name, figure) for figure in (exponent(run, method) for method in GROUPS)]
    for method, other in ((SWEPT_K, SWEPT), (SINGLE_K, SINGLE)):
        costs = [experiment[f"{method} / {other}, {dyads} dyads"] for dyads in dyads_of(run)]
        most = max(costs, key=lambda figure: figure.value)
        told.append((f"{method}: time by that of II, at most (at {dyads_in(most)})", most))
    for figure in run.figures["peers"].values():
        if figure.bar is not None:
            name = f"{SWEPT}: times faster than pylinkage's compiled kinematics at {dyads_in(figure)}"
            told.append((name, figure))
    return told


def dyads_in(figure: Figure) -> str:
    """The length of the chain in a figure's name."""
    return figure.name.rpartition(", ")[2]


def headline_table(run: Run) -> str:
    """The table of the README."""
    rows = [(name, quantity(figure), figure.verdict) for name, figure in headlines(run)]
    told = table(("scalable four-bar, one core", "found", "wanted"), rows)
    remark = run.document.get("remark")
    return f"**{remark}**\n\n{told}" if remark else told


def unreached(run: Run) -> str:
    """Bars of any benchmark that are not reached, each with why."""
    missed = [figure for figures in run.figures.values() for figure in figures.values() if figure.reached is False]
    if not missed:
        return "Every bar of every benchmark is reached in this run."
    lines = [f"- {each.name}: {quantity(each)}, {each.verdict}. {_reason(run, each)}".rstrip() for each in missed]
    return "Bars that this run does not reach:\n\n" + "\n".join(lines)


def _reason(run: Run, figure: Figure) -> str:
    found = [why for pattern, why in UNREACHED.items() if re.search(pattern, figure.name)]
    warm = run.figure("cold_start", "fresh process, solve a four-bar, warm cache").value
    return found[0].format(limit=number(limit(run)), warm=number(warm)) if found else NOT_KNOWN


def limit(run: Run) -> float:
    """How much faster than pylinkage the vectorised C is at 71 dyads."""
    peer = run.figure("peers", "pylinkage, 71 dyads: position, velocity, acceleration, per dyad and step")
    names = (name for name in run.figures["group_speed"] if re.match("vectorised C, 71 dyads.*per dyad", name))
    return peer.value / run.figure("group_speed", next(names)).value


def time_table(run: Run) -> str:
    """Seconds of every method at every length."""
    rows = []
    for dyads in dyads_of(run):
        found = [run.figures["experiment"].get(f"{method}, {dyads} dyads") for method in METHODS]
        cells = ["–" if each is None else number(each.value) for each in found]
        rows.append((f"{dyads:,}", f"{constraints(dyads):,}", *cells))
    return table(("dyads", "constraints", *METHODS), rows)


def growth_table(run: Run) -> str:
    """Growth exponents."""
    rows = [(each.name, quantity(each), each.verdict) for each in (exponent(run, method) for method in METHODS)]
    return table(("method", "exponent", "bar"), rows)


def crossing(run: Run) -> str:
    """Where sparse overtakes dense, or that it does not."""
    found = run.figures["experiment"].get(f"crossover of {DENSE} and {SPARSE}")
    if found is not None:
        return f"{SPARSE} overtakes {DENSE} at {number(found.value)} constraints; the paper found about 36."
    (note,) = [note for note in run.notes("experiment") if "do not cross" in note]
    return f"{note}. The paper found a crossing at about 36 constraints."


def fixed_cost(run: Run) -> str:
    """What the groups would gain over a global method that spent nothing on anything but its equations."""
    dyads = min(dyads_of(run))
    other = shares_at(run, SPARSE, dyads)["other"]
    gain = run.figures["experiment"][f"best global / {SINGLE}, {dyads} dyads"].value * (1.0 - other / 100.0)
    return FIXED_COST.format(dyads=dyads, other=number(other), gain=number(gain)).strip()


def share_table(run: Run) -> str:
    """Shares of every operation for 17 and 71 dyads."""
    rows = []
    for method in (DENSE, SPARSE, SWEPT, SWEPT_K):
        few, many = shares_at(run, method, 17), shares_at(run, method, 71)
        rows += [(method, part, f"{few[part]:.0f} %", f"{many[part]:.0f} %") for part in few]
    return table(("method", "operation", "17 dyads", "71 dyads"), rows)


def setting(run: Run) -> str:
    """Where and with what the run was made."""
    document = run.document
    versions = ", ".join(f"{name} {version}" for name, version in document["versions"].items())
    minutes = sum(each["seconds"] for each in document["benchmarks"].values()) / 60.0
    compiler = next((note for note in run.notes("group_speed") if note.startswith("compiler")), "no C compiler")
    return (
        f"The stored run: {document['date']}, {document['processor']}, {document['system']}, load "
        f"{document['load']:.1f} at its end, {minutes:.0f} minutes in all; {versions}; {compiler}. {disturbances(run)}"
    )


def disturbances(run: Run) -> str:
    """How often others used the core in so many rounds that all had to be counted."""
    counts = {name: len(run.disturbed(name)) for name in run.figures}
    found = ", ".join(f"{count} of {name}" for name, count in counts.items() if count)
    return f"Comparisons in which others used the core in too many rounds: {found or 'none'}."


def others(run: Run) -> Iterator[str]:
    """Tables of the benchmarks that have no section of their own."""
    shown = {"experiment", "distribution", "shape_speed", "peers", "group_speed", "user_calls"}
    shown |= {"growth", "structure_scale", "cold_start"}
    for name in run.figures:
        if name not in shown:
            yield f"### {name}\n\n" + figure_table(list(run.figures[name].values()))


def figures_of(run: Run, benchmark: str) -> str:
    """All figures of a benchmark, with what could not be measured."""
    notes = [note for note in run.notes(benchmark) if not note.startswith("compiler")]
    return "\n\n".join([figure_table(list(run.figures[benchmark].values())), *notes])


def render(run: Run) -> str:
    """The page."""
    resources = [
        figure for name in ("cold_start", "structure_scale", "growth") for figure in run.figures[name].values()
    ]
    parts = [
        OPENING,
        setting(run),
        headline_table(run),
        unreached(run),
        FAIRNESS,
        EXPERIMENT,
        time_table(run),
        "![Time over the number of constraints](_made/benchmarks/time.png)",
        growth_table(run),
        crossing(run),
        DISTRIBUTION,
        "![Distribution among operations](_made/benchmarks/distribution.png)",
        share_table(run),
        "![Shares over the number of constraints](_made/benchmarks/shares.png)",
        fixed_cost(run),
        DIFFERENCES,
        SHAPES,
        figures_of(run, "shape_speed"),
        LIMIT,
        figures_of(run, "group_speed"),
        USERS,
        figures_of(run, "user_calls"),
        PEERS,
        figures_of(run, "peers"),
        RESOURCES,
        figure_table(resources),
        *others(run),
        REPEAT.format(margin=MARGIN),
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def with_table(readme: str, run: Run) -> str:
    """The README with the table of a run."""
    before, rest = readme.split(BEGIN)
    return f"{before}{BEGIN}\n\n{headline_table(run)}\n\n{END}{rest.split(END)[1]}"


def main() -> None:
    """Write page and README; the plots are made with the documentation."""
    run = Run(STORED)
    PAGE.write_text(render(run), encoding="utf-8")
    README.write_text(with_table(README.read_text(encoding="utf-8"), run), encoding="utf-8")
    for path in (PAGE, README):
        print(f"written to {path}")


if __name__ == "__main__":
    main()
