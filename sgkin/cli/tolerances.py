"""`sgkin tolerances`: how far outputs move if dimensions are not exact, and which dimension matters most."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from json import dumps

from sgkin.cli.mechanism_options import add_mechanism, finite_number, read_mechanism
from sgkin.cli.motion_options import add_motion_options, check_output, motion_times
from sgkin.errors import InputError
from sgkin.model.mechanism import Mechanism
from sgkin.progress import waiting

NAME = "tolerances"
HELP = "Show how far links and points move if dimensions are not exact, and which dimension matters most."
EXAMPLE = "sgkin tolerances jansen_leg --tolerance 0.01 --point foot_triangle.foot"


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    parser.add_argument(
        "--tolerance",
        metavar="[NAME=]VALUE",
        action="append",
        default=[],
        help="± of a parameter or address (crank.B.x=0.05), or of all lengths without one (0.05), in the units of the "
        "file; beside what its parameters state",
    )
    parser.add_argument("--point", metavar="NAME", nargs="+", help="points and links (default: all moving links)")
    parser.add_argument("--method", choices=("first-order", "worst-case", "monte-carlo"), help="(default first-order)")
    parser.add_argument("--samples", metavar="N", type=int, help="a Monte Carlo with so many samples")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="of the Monte Carlo (default 0)")
    parser.add_argument(
        "--distribution", choices=("normal", "uniform"), default="normal", help="normal (± is 3σ, default) or uniform"
    )
    parser.add_argument("--quantity", choices=("position", "velocity", "acceleration"), default="position")
    parser.add_argument("--plot", metavar="FILE", help="draw the part that each dimension has")
    parser.add_argument("--json", action="store_true", help="write all steps as JSON, in the units of the file")
    add_motion_options(parser)


def run(options: Namespace) -> None:
    from sgkin.tolerancing.tolerances import tolerances
    from sgkin.tolerancing.tolerances_text import tolerances_as_json

    if options.plot is not None:
        check_output(options.plot, "png", "svg", "pdf")
    method = _method(options)
    mechanism = read_mechanism(options)
    times, _ = motion_times(mechanism, options)
    with waiting("solving designs"):
        found = tolerances(
            mechanism,
            read_tolerances(mechanism, options.tolerance),
            times,
            outputs=options.point,
            quantity=options.quantity,
            method=method,
            distribution=options.distribution,
            samples=10_000 if options.samples is None else options.samples,
            seed=options.seed,
        )
    print(dumps(tolerances_as_json(found)) if options.json else found)
    if options.plot is not None:
        from sgkin import plots

        with waiting("drawing"):
            plots.save_picture(lambda ax: plots.plot_contributions(found, ax=ax), options.plot)
        if not options.json:
            print(f"\nwrote {options.plot}: the part of each dimension")


def _method(options: Namespace) -> str:
    """What is asked for; who says how many samples wants a Monte Carlo."""
    if options.samples is None:
        return options.method or "first-order"
    if options.method not in (None, "monte-carlo"):
        raise InputError(f"--samples belongs to a Monte Carlo; leave it or --method {options.method} out")
    return "monte-carlo"


def read_tolerances(mechanism: Mechanism, given: Sequence[str]) -> dict[str, float]:
    """± by name or address, in SI, as NAME=VALUE gives them in the units of the file; VALUE alone is for all lengths
    that have none."""
    from sgkin.tolerancing.stated import kind_of, stated_tolerances

    found: dict[str, float] = {}
    named: dict[str, float] = {}
    for text in given:
        name, equals, number = text.rpartition("=")
        value = finite_number(number, f"--tolerance {text}", "crank.B.x=0.05")
        if equals:
            named[name] = mechanism.units.read(value, kind_of(mechanism, name))
        else:
            found = stated_tolerances(mechanism, mechanism.units.read(value, "length"))
    return found | named
