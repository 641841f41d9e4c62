"""`sgkin inputs`: which inputs make a mechanism easy."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from json import dumps

from sgkin.analysis.input_comparison import MOST_SETS
from sgkin.cli.mechanism_options import add_mechanism, read_mechanism
from sgkin.errors import InputError

NAME = "inputs"
HELP = "Show by which inputs a mechanism can be driven and how it comes apart then, the easiest first."
EXAMPLE = "sgkin inputs landing_gear_by_piston"


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    parser.add_argument(
        "--sets",
        metavar="N",
        type=int,
        default=MOST_SETS,
        help=f"most sets of inputs to try, where there are several inputs (default {MOST_SETS})",
    )
    parser.add_argument("--json", action="store_true", help="write JSON, with all sets")


def run(options: Namespace) -> None:
    from sgkin.analysis.inputs import compare_inputs

    if options.sets < 1:
        raise InputError(f"--sets is {options.sets}; give a whole number from 1 on")
    found = compare_inputs(read_mechanism(options), sets=options.sets)
    print(dumps(found.as_dict(), indent=2) if options.json else found)
