"""What the page of benchmarks says of many designs and of mechanisms in space."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from benchmarks import page_text as text
from benchmarks.report import Figure, Run

BESIDE_C = " / by hand in C"
Told = Callable[[Figure], str]
Table = Callable[[tuple[str, ...], Sequence[tuple[str, ...]]], str]


def many_designs(run: Run, told: Told, table: Table) -> str:
    """How fast designs and their derivatives are, in words."""
    designs, derivatives = run.figures["designs_speed"], run.figures["derivatives_speed"]
    rows = []
    for name in beginnings(designs, ": a design"):
        beside = designs.get(f"{name}: pylinkage's Ensemble / sgkin")
        rows.append(
            (
                name,
                told(designs[f"{name}: a design"]),
                told(designs[f"{name}: a design / bare sweep"]),
                told(designs[f"{name}: plan and motion alone / a design"]),
                told(beside) if beside is not None else "–",
            )
        )
    head = ("all coordinates vary", "a design", "by its bare sweep", "plan and motion alone, by it", "pylinkage, by it")
    longest = last(beginnings(derivatives, ": gradient / bare sweep"))
    return text.DESIGNS.format(
        table=table(head, rows),
        longest=longest,
        gradient=told(derivatives[f"{longest}: gradient / bare sweep"]),
        backwards=told(derivatives[f"{longest}: adjoint alone / bare sweep"]),
        forwards=told(derivatives[f"{longest}: forward, per parameter / bare sweep"]),
        cluster=told(one(run.figures["cluster_speed"], "designs on 2 processes")),
    )


def in_space(run: Run, told: Told, table: Table) -> str:
    """How fast groups in space are, in words."""
    groups, elements = run.figures["space_groups"], run.figures["space_speed"]
    rows = []
    for way in ("closed form", "written out", "groups"):
        for name in beginnings(groups, f", {way}: a step"):
            iterated = groups.get(f"{name}: by tables / {way}")
            rows.append(
                (
                    name.replace("_", " "),
                    {"groups": "tree of joints"}.get(way, way),
                    told(groups[f"{name}, {way}: a step"]),
                    told(iterated) if iterated is not None else "–",
                    told(groups[f"{name}: whole mechanism, sparse / {way}"]),
                )
            )
    beside = [figure for name, figure in elements.items() if name.endswith(BESIDE_C)]
    one_by_one = [figure for name, figure in groups.items() if name.endswith("one configuration / a lane of a sweep")]
    return text.SPACE.format(
        table=table(("mechanism", "solved by", "a step", "by tables, by it", "whole mechanism, by it"), rows),
        beside=between(beside, told),
        one_by_one=between(one_by_one, told),
        coefficients=told(one(groups, "double_wishbone, 2 inputs: K and L")),
    )


def beginnings(figures: Mapping[str, Figure], ending: str) -> list[str]:
    """What figures are of whose names end like this."""
    return [name.removesuffix(ending) for name in figures if name.endswith(ending)]


def last(names: Sequence[str]) -> str:
    """The last of some names."""
    return names[-1]


def one(figures: Mapping[str, Figure], beginning: str) -> Figure:
    """The figure whose name begins like this."""
    return next(figure for name, figure in figures.items() if name.startswith(beginning))


def between(figures: Sequence[Figure], told: Told) -> str:
    """The least and the most of some figures."""
    ordered = sorted(figures, key=lambda figure: figure.value)
    return f"{told(ordered[0])} to {told(ordered[-1])}"


def claims(run: Run) -> dict[str, bool]:
    """What is said without a number, and whether it is so."""
    designs, groups = run.figures["designs_speed"], run.figures["space_groups"]
    names = beginnings(designs, ": a design / bare sweep")
    return {
        "a design of closed forms takes less than its bare sweep": all(
            designs[f"{name}: a design / bare sweep"].value < 1.0 for name in names if "class III" not in name
        ),
        "elements in space are as fast as C": all(
            figure.value < 1.1 for name, figure in run.figures["space_speed"].items() if name.endswith(BESIDE_C)
        ),
        "the whole is slower in space": all(
            figure.value > 1.0 for name, figure in groups.items() if ": whole mechanism" in name
        ),
    }
