"""Has anything become slower? ``python -m benchmarks.check`` measures ratios again and compares them with stored ones.

Only ratios are compared, each of two candidates in the same run on the same machine, and never times. A ratio of which
less is better may be larger than the stored one by the margin, one of which more is better smaller by it. Ratios to the
C reference depend on the processor and its compiler as much as on sgkin: on another kind of processor than that of the
stored run, expect them to differ, and store a run of your own.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import experiment, group_speed
from benchmarks.report import Benchmark, Case, Figure, Run, figure_of, run_benchmarks
from benchmarks.stored import STORED

MARGIN = 1.4
"""How much worse a ratio may be; runs of the same code, minutes apart, differed by up to a quarter."""
SMALL = experiment.Scale(dyads=(1, 17, 71), dense=71, rounds=9)


def small_experiment(smoke: bool) -> Sequence[Case]:
    """The experiment with three short chains."""
    return experiment.cases_of(experiment.SMOKE if smoke else SMALL)


CHECKED: dict[str, Benchmark] = {"experiment": small_experiment, "group_speed": group_speed.cases}
"""What is measured again: what takes less than a minute."""


def worse(now: Figure, then: Figure) -> float:
    """By which factor a ratio has become worse."""
    return then.value / now.value if then.at_least else now.value / then.value


def regressions(now: Sequence[Figure], then: dict[str, Figure], margin: float) -> Iterator[str]:
    """A sentence for every ratio that has become worse by more than the margin."""
    for figure in now:
        stored = then.get(figure.name)
        if figure.unit == "×" and stored is not None and worse(figure, stored) > margin:
            yield f"{figure.name}: {stored.value:.3g} × when stored, {figure.value:.3g} × now"


def main(arguments: Sequence[str]) -> int:
    """Measure and compare; 1 if anything is worse by more than the margin."""
    parser = ArgumentParser(prog="python -m benchmarks.check", description=__doc__)
    parser.add_argument("--stored", type=Path, default=STORED, metavar="FILE", help="the run to compare with")
    parser.add_argument("--margin", type=float, default=MARGIN, help=f"by default {MARGIN}")
    parser.add_argument("--smoke", action="store_true", help="tiny cases, to see that everything runs")
    options = parser.parse_args(arguments)
    stored = Run(options.stored)
    run = run_benchmarks(CHECKED, options.smoke)
    found: list[str] = []
    compared = 0
    for name in CHECKED:
        figures = [figure_of(entry) for entry in run["benchmarks"][name]["figures"]]
        compared += sum(figure.unit == "×" and figure.name in stored.figures[name] for figure in figures)
        found += regressions(figures, stored.figures[name], options.margin)
    print(f"\n{compared} ratios compared, margin {options.margin:g}")
    print("\n".join(found) if found else "none is worse")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
