"""Run benchmarks: ``python -m benchmarks [NAME …]``, by default all; ``--list`` names them.

Figures are printed as they are found, and written to one file with the processor, the versions and the date. Times are
CPU times of one thread on one core, in interleaved rounds; a ratio is the median over the rounds of one run.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from benchmarks import (
    cluster_speed,
    coefficient_speed,
    cold_start,
    derivatives_speed,
    designs_speed,
    distribution,
    dynamics_baseline,
    dynamics_speed,
    experiment,
    global_speed,
    group_speed,
    growth,
    input_costs,
    peers,
    range_speed,
    shape_speed,
    space_groups,
    space_speed,
    space_whole,
    structure_scale,
    user_calls,
)
from benchmarks.plots import write_plots
from benchmarks.report import Benchmark, Run, added, hindrance, run_benchmarks, surroundings, write_run

RESULTS = Path(__file__).parent / "results"

BENCHMARKS: dict[str, Benchmark] = {
    "experiment": experiment.cases,
    "distribution": distribution.cases,
    "shape_speed": shape_speed.cases,
    "peers": peers.cases,
    "structure_scale": structure_scale.cases,
    "group_speed": group_speed.cases,
    "user_calls": user_calls.cases,
    "coefficient_speed": coefficient_speed.cases,
    "global_speed": global_speed.cases,
    "growth": growth.cases,
    "input_costs": input_costs.cases,
    "range_speed": range_speed.cases,
    "dynamics_baseline": dynamics_baseline.cases,
    "dynamics_speed": dynamics_speed.cases,
    "designs_speed": designs_speed.cases,
    "derivatives_speed": derivatives_speed.cases,
    "space_speed": space_speed.cases,
    "space_whole": space_whole.cases,
    "space_groups": space_groups.cases,
    "cluster_speed": cluster_speed.cases,
    "cold_start": cold_start.cases,
}
"""Every benchmark by its name."""


def main(arguments: Sequence[str]) -> int:
    """Run what is asked for; 2 if there is no such benchmark."""
    parser = ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="which benchmarks to run, by default all")
    parser.add_argument("--list", action="store_true", help="name the benchmarks and stop")
    parser.add_argument("--smoke", action="store_true", help="tiny cases, to see that everything runs")
    parser.add_argument("--output", type=Path, default=RESULTS / "latest.json", metavar="FILE", help="what to write")
    parser.add_argument("--add", action="store_true", help="keep what the file has of other benchmarks")
    options = parser.parse_args(arguments)
    if options.list:
        print("\n".join(BENCHMARKS))
        return 0
    for name in options.names:
        if name not in BENCHMARKS:
            print(f"there is no benchmark {name!r}; there are {', '.join(BENCHMARKS)}", file=sys.stderr)
            return 2
    earlier = json.loads(options.output.read_text(encoding="utf-8")) if options.add else None
    reason = hindrance({**surroundings(), "smoke": options.smoke}, earlier) if earlier else ""
    if reason:
        print(f"nothing can be added to {options.output}: {reason}", file=sys.stderr)
        return 2
    chosen = {name: BENCHMARKS[name] for name in options.names or BENCHMARKS}
    found = run_benchmarks(chosen, options.smoke)
    write_run(added(found, earlier) if earlier else found, options.output)
    plots = write_plots(Run(options.output), options.output.parent / options.output.stem)
    print("", *(f"written to {path}" for path in (options.output, *plots)), sep="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
