"""`sgkin check`: a mechanism solved by groups and as a whole, side by side."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from json import dumps

import numpy as np

from sgkin.cli.mechanism_options import add_mechanism, read_mechanism
from sgkin.errors import InputError
from sgkin.model.duration import default_duration
from sgkin.progress import waiting

NAME = "check"
HELP = "Solve a mechanism by groups and as a whole, and show how far the two answers differ."
EXAMPLE = "sgkin check jansen_leg --steps 360"


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    parser.add_argument("--steps", metavar="N", type=int, default=360, help="steps in time (default 360)")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(options: Namespace) -> None:
    from sgkin.global_solver.report import report_on
    from sgkin.motion import Driven
    from sgkin.solving import global_start, make_plan, motion_laws, solve

    if options.steps < 1:
        raise InputError(f"--steps is {options.steps}; give a whole number from 1 on")
    mechanism = read_mechanism(options)
    until, reason = default_duration(mechanism)
    times = np.linspace(0.0, until, options.steps + 1)
    with waiting("solving"):
        plan = make_plan(mechanism)
        motion = solve(plan, times, coefficients=True)
    with waiting("solving the whole mechanism"):
        report = report_on(global_start(plan), Driven(times, *motion_laws(mechanism, times)), motion)
    if options.json:
        print(dumps(asdict(report), indent=2, ensure_ascii=False, allow_nan=False))
        return
    units = mechanism.units
    print(f"{report.mechanism}: 0 to {until:.6g} s ({reason}) in {options.steps} steps")
    print("\nlargest differences between groups and the whole mechanism, in parts of the largest number")
    for coordinates, found in report.differences.items():
        for quantity, value in found.items():
            print(f"  {coordinates:16} {quantity.replace('_', ' '):24} {value:.1e}")
    length = report.residual / units.factor("length")
    print(f"\nlargest residual of all conditions: {length:.1e} {units.length} ({report.residual_at})")
    if report.redundant:
        print(f"redundant, and fulfilled: {', '.join(report.redundant)}")
    print("\ncondition of the equations of each group, at worst")
    for group in report.groups:
        condition = "singular" if group.condition is None else f"{group.condition:.3g}"
        print(f"  {condition:>10}  at step {group.step:5d}  {group.group}")
