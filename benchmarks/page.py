"""Write all pages that tell figures of the stored run: ``python -m benchmarks.page``.

`docs/benchmarks.md` is made as a whole. On other pages what comes from the run stands between two marks that name it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from benchmarks import page_beyond
from benchmarks import page_text as text
from benchmarks.distribution import DYADS, OPERATIONS
from benchmarks.experiment import (
    DENSE,
    FINDINGS,
    FITTED_FROM,
    GLOBAL,
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
    with_velocities,
)
from benchmarks.global_speed import solver_figure
from benchmarks.plots import DISTRIBUTED, shares_at
from benchmarks.report import Figure, Run
from benchmarks.stored import PAGE, ROOT, STORED

TOLD = (17, 71, 1_000)
"""Dyads for which gains are told in the text."""
IDEAS = (STRUCTURE, *FINDINGS)


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


def between(figures: Iterable[Figure]) -> str:
    """From the least of some figures to the largest."""
    values = [figure.value for figure in figures]
    low, high = number(min(values)), number(max(values))
    return low if low == high else f"{low} to {high}"


def ratios(run: Run, series: str) -> list[Figure]:
    """A ratio of the experiment at all lengths."""
    return run.curve("experiment", series)


def at(run: Run, series: str, dyads: int) -> Figure:
    """A ratio of the experiment at one length."""
    return run.figure("experiment", f"{series}, {dyads} dyads")


def gain_of(idea: str) -> str:
    """The series of what an idea gains."""
    return f"gain by {idea}"


def opening(run: Run) -> str:
    """What the page is, and the experiment in a sentence."""
    seconds = {method: number(at(run, method, 71).value) for method in (SPARSE, NEWTON, SINGLE, SWEPT)}
    return text.OPENING.format(
        date=run.document["date"],
        processor=run.document["processor"],
        sparse=seconds[SPARSE],
        newton=seconds[NEWTON],
        single=seconds[SINGLE],
        swept=seconds[SWEPT],
    )


def findings(run: Run) -> str:
    """What each idea gains, in words."""
    at_71 = {idea: at(run, gain_of(idea), 71) for idea in IDEAS}
    order = sorted(at_71, key=lambda idea: -at_71[idea].value)
    iterated = {
        method: run.figure("experiment", f"iterations of a step, {method}, 71 dyads") for method in (SPARSE, NEWTON)
    }
    gains = {idea: f"{between(ratios(run, gain_of(idea)))} ×" for idea in IDEAS}
    return text.FINDINGS.format(
        order=", ".join(f"{idea} ({quantity(at_71[idea])})" for idea in order),
        table=gain_table(run),
        iterations_global=number(iterated[SPARSE].value),
        iterations_group=number(iterated[NEWTON].value),
        structure=gains[STRUCTURE],
        closed_form=gains["closed form"],
        propagation=gains[PROPAGATION],
        lanes=gains[IN_LANES],
        lanes_k=f"{between(ratios(run, LANES_K))} ×",
        paper_iii=between(ratios(run, f"{NEWTON_K} / {NEWTON}")),
        own_iii=between(ratios(run, f"{SINGLE_K} / {SINGLE}")),
        with_velocities=between(ratios(run, f"{with_velocities(SINGLE_K)} / {SINGLE}")),
        with_velocities_swept=between(ratios(run, f"{with_velocities(SWEPT_K)} / {SWEPT}")),
    )


LANES_K = f"{SINGLE_K} / {SWEPT_K}"


def gain_table(run: Run) -> str:
    """What each idea gains at some lengths."""
    compared = {STRUCTURE: ("best global method", NEWTON), **FINDINGS}
    rows = []
    for idea, (without, having) in compared.items():
        rows.append((f"{idea}: {without} / {having}", *(quantity(at(run, gain_of(idea), dyads)) for dyads in TOLD)))
    rows.append((f"{IN_LANES}: {LANES_K}", *(quantity(at(run, LANES_K, dyads)) for dyads in TOLD)))
    return table(("time without / time with the idea", *(f"{dyads:,} dyads" for dyads in TOLD)), rows)


def growing(run: Run) -> str:
    """How the methods grow, and what short sweeps cost."""
    growth = run.figures["growth"]
    rows = {
        what: next(figure for name, figure in growth.items() if name.endswith(f"{what} pins kept"))
        for what in ("all", "ten")
    }
    per_dyad = next(figure for name, figure in growth.items() if name.startswith("sweep per dyad"))
    return text.GROWTH.format(
        exponent_swept=quantity(exponent(run, SWEPT)),
        exponent_single=quantity(exponent(run, SINGLE)),
        exponent_sparse=quantity(exponent(run, SPARSE)),
        exponent_dense=quantity(exponent(run, DENSE)),
        fitted=FITTED_FROM,
        crossing=crossing(run),
        short_rows=number(rows["all"].value),
        short_rows_ten=number(rows["ten"].value),
        per_dyad=number(per_dyad.value),
    )


def crossing(run: Run) -> str:
    """Where sparse overtakes dense, or that it does not."""
    found = run.figures["experiment"].get(f"crossover of {DENSE} and {SPARSE}")
    if found is not None:
        return f"{SPARSE} overtakes {DENSE} at {number(found.value)} constraints; the paper found about 36."
    (note,) = [note for note in run.notes("experiment") if "do not cross" in note]
    return f"{note}. The paper found a crossing at about 36 constraints."


def distribution(run: Run) -> str:
    """Where the time goes, with what is left over told over all lengths."""
    few, some, many = DYADS[0], FITTED_FROM, DYADS[-1]
    other = {dyads: shares_at(run, SPARSE, dyads)["other"] for dyads in DYADS}
    rest = [other[dyads] for dyads in DYADS if dyads >= some]
    gain = at(run, f"best global / {SINGLE}", few).value * (1.0 - other[few].value / 100.0)
    return text.DISTRIBUTION.format(
        other_few=quantity(other[few]),
        few=few,
        other_some=quantity(min(rest, key=lambda figure: figure.value)),
        other_many=quantity(max(rest, key=lambda figure: figure.value)),
        some=some,
        many=many,
        gain_without_other=number(gain),
    )


def differences(run: Run) -> str:
    """What differs from the paper."""
    jacobian = [shares_at(run, method, dyads)[OPERATIONS["jacobian"]] for method in GLOBAL for dyads in (17, 71)]
    return text.DIFFERENCES.format(
        structure_least=number(min(figure.value for figure in ratios(run, gain_of(STRUCTURE)))),
        paper_iii=between(ratios(run, f"{NEWTON_K} / {NEWTON}")),
        jacobian=f"{between(jacobian)} %",
    )


def beyond(run: Run) -> str:
    """What was found besides the experiment, in words."""
    shapes = {
        name.partition(",")[0]: figure for name, figure in run.figures["shape_speed"].items() if figure.unit == "×"
    }
    peers = {
        name.partition(" / ")[0]: figure
        for name, figure in run.figures["peers"].items()
        if "whole solve" in name and name.endswith((", 17 dyads", ", 71 dyads"))
    }
    groups, calls, cold = (run.figures[name] for name in ("group_speed", "user_calls", "cold_start"))
    told = [f"{name} {quantity(figure)}" for name, figure in shapes.items()]
    others = [f"{name} takes {number(each.value)} times as long at {dyads_in(each)}" for name, each in peers.items()]
    return text.BEYOND.format(
        shapes=", ".join(told),
        c_swept=between(figure for name, figure in groups.items() if name.startswith("sweep / vectorised C,")),
        c_single=between(figure for name, figure in groups.items() if name.startswith("one by one / scalar C")),
        c_solve=number(_one(calls, "solve / vectorised C").value),
        c_read=number(_one(calls, "solve and read all / vectorised C").value),
        peers="; ".join(others),
        warm=number(_one(cold, "fresh process, solve a four-bar, warm").value),
        cold=number(_one(cold, "fresh process, solve a four-bar, cold").value),
        decompose=number(_one(run.figures["structure_scale"], "decompose scalable_four_bar, 200002").value),
        plan=number(_one(run.figures["growth"], "plan, 100000 dyads").value),
    )


def motion_under_forces(run: Run) -> str:
    """How fast equations of motion are formed and integrated, in words."""
    speed, loops = run.figures["dynamics_speed"], falling_loops(run)
    known, whole = (_one(speed, f"growth exponent, {what}") for what in ("integration", "whole simulation"))
    shares = {
        part: [falling(run, n, f"{part}: of a whole simulation") for n in loops] for part in ("integration", REST)
    }
    return text.DYNAMICS.format(
        table=falling_table(run),
        slider_c=number(speed[f"{BESIDE_C}, slider-crank"].value),
        exponent=quantity(known),
        grown=known.name.rpartition(", ")[2],
        exponent_whole=quantity(whole),
        grown_whole=whole.name.rpartition(", ")[2],
        integration=between(shares["integration"]),
        results=between(shares[REST]),
        rk4=number(_one(speed, "step of RK4").value),
        real_time=number(_one(speed, "slider-crank, RK4 at 1 ms").value),
        scipy=between(figure for name, figure in speed.items() if name.startswith("SciPy's DOP853 / compiled")),
        multipliers=", ".join(f"{number(each.value)} times ({name})" for name, each in quickest_whole(run).items()),
        warm=number(_one(speed, "fresh process, simulate a four-bar, warm").value),
        cold=number(_one(speed, "fresh process, simulate a four-bar, cold").value),
    )


BESIDE_C, BESIDE_EXUDYN, REST = "right-hand side / C by hand", "exudyn / whole simulation", "results and the rest"


def falling_loops(run: Run) -> list[int]:
    """The numbers of loops of falling rods that were simulated."""
    names = (name for name in run.figures["dynamics_speed"] if name.startswith(f"{BESIDE_EXUDYN}, N = "))
    return sorted(int(name.rpartition(" ")[2]) for name in names)


def falling(run: Run, loops: int, ending: str) -> Figure:
    """A figure of falling rods."""
    found = run.figures["dynamics_speed"].items()
    return next(each for name, each in found if name.startswith(f"N = {loops},") and name.endswith(f" {ending}"))


def falling_table(run: Run) -> str:
    """Falling rods, in time and accuracy."""
    speed, loops = run.figures["dynamics_speed"], falling_loops(run)
    lines = {
        "right-hand side, by C written by hand": [speed[f"{BESIDE_C}, N = {n}"] for n in loops],
        "whole simulation": [falling(run, n, "sgkin") for n in loops],
        "largest error of sgkin": [falling(run, n, "sgkin: largest error") for n in loops],
        "exudyn, by the whole simulation": [speed[f"{BESIDE_EXUDYN}, N = {n}"] for n in loops],
        "largest error of exudyn": [falling(run, n, "exudyn: largest error") for n in loops],
    }
    rows = [(name, *map(quantity, figures)) for name, figures in lines.items()]
    return table(("falling rods", *(f"N = {n}" for n in loops)), rows)


def quickest_whole(run: Run) -> dict[str, Figure]:
    """For every mechanism the quickest form of the whole one with multipliers, by the groups."""
    found: dict[str, list[Figure]] = {}
    for name, figure in run.figures["dynamics_baseline"].items():
        if name.endswith(" / groups"):
            found.setdefault(name.partition(",")[0].replace("_", " "), []).append(figure)
    return {name: min(figures, key=lambda figure: figure.value) for name, figures in found.items()}


def _one(figures: Mapping[str, Figure], beginning: str) -> Figure:
    return next(figure for name, figure in figures.items() if name.startswith(beginning))


def dyads_in(figure: Figure) -> str:
    """The length of the chain in a figure's name."""
    return figure.name.rpartition(", ")[2]


def time_table(run: Run) -> str:
    """Seconds of every method at every length."""
    rows = []
    for dyads in dyads_of(run):
        found = [run.figures["experiment"].get(f"{method}, {dyads} dyads") for method in METHODS]
        cells = ["–" if each is None else number(each.value) for each in found]
        rows.append((f"{dyads:,}", f"{constraints(dyads):,}", *cells))
    return table(("dyads", "constraints", *METHODS), rows)


def share_table(run: Run) -> str:
    """Shares of every operation for 17 and 71 dyads."""
    rows = []
    for method in DISTRIBUTED:
        few, many = shares_at(run, method, 17), shares_at(run, method, 71)
        for part in few:
            cells = [f"{each[part].value:.1f} % ({spread(each[part])})" for each in (few, many)]
            rows.append((method, part, *cells))
    return table(("method", "operation", "17 dyads", "71 dyads"), rows)


def unreached(run: Run) -> str:
    """Bars of any benchmark that are not reached."""
    missed = [figure for figures in run.figures.values() for figure in figures.values() if figure.reached is False]
    if not missed:
        return "Every bar of every benchmark is reached in this run."
    return "Bars that this run does not reach:\n\n" + figure_table(missed)


def setting(run: Run) -> str:
    """Where and with what the run was made."""
    document = run.document
    versions = ", ".join(f"{name} {version}" for name, version in document["versions"].items())
    minutes = sum(each["seconds"] for each in document["benchmarks"].values()) / 60.0
    compiler = next((note for note in run.notes("group_speed") if note.startswith("compiler")), "no C compiler")
    remark = document.get("remark")
    later = [f" On {run.date(name)}: {name}." for name in run.figures if run.date(name) != document["date"]]
    return (
        f"The stored run: {document['date']}, {document['processor']}, {document['system']}, load "
        f"{document['load']:.1f} at its end, {minutes:.0f} minutes in all; {versions}; {compiler}."
        f"{''.join(later)}"
    ) + (f"\n\n**{remark}**" if remark else "")


def disturbances(run: Run) -> str:
    """How often others used the core in so many rounds that all had to be counted."""
    counts = {name: len(run.disturbed(name)) for name in run.figures}
    found = ", ".join(f"{count} of {name}" for name, count in counts.items() if count)
    return f"Comparisons of the stored run for which this was so: {found or 'none'}."


def figures_of(run: Run, benchmark: str) -> str:
    """All figures of a benchmark, with what could not be measured."""
    notes = [note for note in run.notes(benchmark) if not note.startswith("compiler")]
    return "\n\n".join([figure_table(list(run.figures[benchmark].values())), *notes])


def appendix(run: Run) -> list[str]:
    """All figures, under headings that are words."""
    ratios_told = [figure for figure in run.figures["experiment"].values() if figure.unit in ("×", "MB", "constraints")]
    exponents = [exponent(run, method) for method in METHODS]
    return [
        text.APPENDIX,
        setting(run),
        unreached(run),
        "### Seconds of every method",
        time_table(run),
        "### Growth, and every ratio of the experiment",
        figure_table([*exponents, *ratios_told]),
        "### Distribution among operations",
        share_table(run),
        *(part for name, told in text.HEADINGS.items() for part in (f"### {told}", figures_of(run, name))),
    ]


def render(run: Run) -> str:
    """The page."""
    parts = [
        opening(run),
        findings(run),
        growing(run),
        distribution(run),
        differences(run),
        beyond(run),
        motion_under_forces(run),
        page_beyond.many_designs(run, quantity, table),
        page_beyond.in_space(run, quantity, table),
        text.FAIRNESS.format(disturbances=disturbances(run)),
        text.REPEAT.format(memory=number(run.figure("experiment", "peak memory of the experiment").value / 1e3)),
        *appendix(run),
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def how_fast(run: Run) -> str:
    """The lines of the README."""
    calls, peers = run.figures["user_calls"], run.figures["peers"]
    rates = {name: _one(calls, f"solve of {name}: configurations") for name in ("four_bar_crank_rocker", "jansen_leg")}
    gains = {name: _one(calls, f"solve of {name}: global") for name in rates}
    (four_bar, leg), (four_bar_gain, leg_gain) = rates.values(), gains.values()
    remark, most = run.document.get("remark"), falling_loops(run)[-1]
    told = text.README.format(
        processor=run.document["processor"],
        four_bar=number(four_bar.value / 1e6),
        leg=number(leg.value / 1e6),
        four_bar_gain=number(four_bar_gain.value),
        leg_gain=number(leg_gain.value),
        one=number(_one(calls, "plan.evaluate of four_bar").value),
        pylinkage=number(peers["pylinkage / sgkin, whole solve, 71 dyads"].value),
        solvespace=number(peers["python-solvespace / sgkin, whole solve, 71 dyads"].value),
        plan=number(_one(run.figures["growth"], "plan, 100000 dyads").value * 0.1),
        warm=number(_one(run.figures["cold_start"], "fresh process, solve a four-bar, warm").value),
        cold=number(_one(run.figures["cold_start"], "fresh process, solve a four-bar, cold").value),
        most=most,
        fall=quantity(falling(run, most, "sgkin")),
        exudyn=number(run.figure("dynamics_speed", f"{BESIDE_EXUDYN}, N = {most}").value),
    )
    return f"**{remark}**\n{told}".strip() if remark else told.strip()


def sparse_solvers(run: Run) -> str:
    """The table of sparse solvers, the fastest at the longest chain first."""
    found = run.figures["global_speed"]
    names = {
        name.partition("loop in Python with ")[2].partition(" / ")[0] for name in found if name.startswith("loop in")
    }
    longest = {name: found[solver_figure(name, TOLD[-1])].value for name in names}
    rows = [
        (name, *(number(found[solver_figure(name, dyads)].value) for dyads in TOLD))
        for name in sorted(names, key=lambda name: longest[name])
    ]
    return table(("loop in Python with", *(f"{dyads:,} dyads" for dyads in TOLD)), rows)


BLOCKS: dict[Path, dict[str, Callable[[Run], str]]] = {
    ROOT / "README.md": {"how fast": how_fast},
    ROOT / "docs" / "global-solvers.md": {"sparse solvers": sparse_solvers},
}
"""What comes from the run on pages that are not made as a whole, by its name."""
BLOCK = re.compile(r"(<!-- from the stored run: ([a-z ]+) -->\n).*?(\n<!-- end -->)", flags=re.DOTALL)


def with_blocks(page: str, blocks: Mapping[str, Callable[[Run], str]], run: Run) -> str:
    """A page with what comes from the run."""
    return BLOCK.sub(lambda found: f"{found[1]}\n{blocks[found[2]](run)}\n{found[3]}", page)


def claims(run: Run) -> dict[str, bool]:
    """What this page and others say without a number, and whether it is so in a run."""
    shares = {(method, dyads): shares_at(run, method, dyads) for method in GLOBAL for dyads in (17, 71)}
    solving = {OPERATIONS["factorisation"], OPERATIONS["back-substitution"]}
    lanes = [*ratios(run, gain_of(IN_LANES)), *ratios(run, LANES_K)]
    equal = ratios(run, f"{SINGLE_K} / {SINGLE}")
    solvers = {dyads: run.figures["global_speed"][solver_figure("own blocks", dyads)].value for dyads in TOLD}
    klu = [run.figures["global_speed"][solver_figure("KLU (kvxopt)", dyads)].value for dyads in TOLD]
    return (
        {
            "groups are faster from the first dyad on": all(
                figure.value > 1.0
                for name in (gain_of(STRUCTURE), f"best global / {SINGLE}")
                for figure in ratios(run, name)
            ),
            "structure: as many iterations": all(
                abs(run.figure("experiment", f"iterations of a step, {method}, 71 dyads").value - 2.0) < 0.1
                for method in (SPARSE, NEWTON)
            ),
            "lanes gain": all(figure.value > 1.0 for figure in lanes),
            "K and L cost what velocities cost": all(0.85 < figure.value < 1.15 for figure in equal),
            "III with velocities is no cheaper than II, but for what cannot be measured": all(
                figure.value > 0.95 for figure in ratios(run, f"{with_velocities(SINGLE_K)} / {SINGLE}")
            ),
            "the paper's III is slower than its II": all(
                figure.value > 1.0 for figure in ratios(run, f"{NEWTON_K} / {NEWTON}")
            ),
            "sparse grows linearly": 0.9 < exponent(run, SPARSE).value < 1.1,
            "dense approaches the third power": 2.2 < exponent(run, DENSE).value < 3.0,
            "short sweeps are slower where all is kept": at_least_one(run, "all pins kept", 1.1),
            "the Jacobian is a minor part": all(each[OPERATIONS["jacobian"]].value < 15.0 for each in shares.values()),
            "factors and solutions come first": all(
                {part.series.partition(": ")[2] for part in sorted(each.values(), key=lambda part: -part.value)[:2]}
                == solving
                for each in shares.values()
            ),
            "without Python in the loop most is gained on short chains": solvers[17] > solvers[1_000],
            "KLU comes after own blocks": all(own < other for own, other in zip(solvers.values(), klu, strict=True)),
        }
        | claims_of_dynamics(run)
        | page_beyond.claims(run)
    )


def claims_of_dynamics(run: Run) -> dict[str, bool]:
    """The same of motion under forces."""
    loops = falling_loops(run)
    errors = ([falling(run, n, f"{name}: largest error").value for n in loops] for name in ("sgkin", "exudyn"))
    return {
        "exudyn is less accurate": all(own < other for own, other in zip(*errors, strict=True)),
        "multipliers are slower": all(figure.value > 1.0 for figure in quickest_whole(run).values()),
        "integration grows linearly": _one(run.figures["dynamics_speed"], "growth exponent, integration").value < 1.1,
    }


def at_least_one(run: Run, ending: str, least: float) -> bool:
    """Whether a figure of the long chains whose name ends like this is no less."""
    return any(figure.value >= least for name, figure in run.figures["growth"].items() if name.endswith(ending))


def main() -> None:
    """Write all pages; the plots are made with the documentation."""
    run = Run(STORED)
    PAGE.write_text(render(run), encoding="utf-8")
    for path, blocks in BLOCKS.items():
        path.write_text(with_blocks(path.read_text(encoding="utf-8"), blocks, run), encoding="utf-8")
    for path in (PAGE, *BLOCKS):
        print(f"written to {path}")


if __name__ == "__main__":
    main()
