"""`sgkin range`: how far an input can be moved in each assembly mode, and what ends it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from json import dumps

from sgkin.cli.mechanism_options import add_mechanism, read_mechanism
from sgkin.errors import InputError, UnknownNameError
from sgkin.model.mechanism import Mechanism

NAME = "range"
HELP = "Show over which interval of an input each assembly mode exists, with its dead points and change points."
EXAMPLE = "sgkin range landing_gear_by_strut_angle"


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    parser.add_argument("--input", metavar="NAME", help="the input that is moved (default: each of them by itself)")
    parser.add_argument(
        "--between",
        metavar=("FROM", "TO"),
        nargs=2,
        type=float,
        help="the interval that is looked at, in the units of the file (default: a turn, or what can be reached)",
    )
    parser.add_argument("--present", action="store_true", help="only the mode of the initial configuration")
    parser.add_argument("--limit", metavar="N", type=int, default=1000, help="most modes to show (default 1000)")
    parser.add_argument("--json", action="store_true", help="write JSON, in the units of the file")


def run(options: Namespace) -> None:
    from sgkin.analysis.motion_range import motion_range
    from sgkin.analysis.range_text import range_as_json

    mechanism = read_mechanism(options)
    names = _names(mechanism, options.input)
    found = [
        motion_range(
            mechanism, name, between=_between(mechanism, name, options), present=options.present, limit=options.limit
        )
        for name in names
    ]
    if options.json:
        data = [range_as_json(each) for each in found]
        print(dumps(data[0] if len(data) == 1 else data, indent=2))
    else:
        print("\n\n".join(map(str, found)))


def _names(mechanism: Mechanism, name: str | None) -> tuple[str, ...]:
    if not mechanism.input_names:
        raise InputError(f"{mechanism.name} has no input; add a driver")
    if name is not None and name not in mechanism.input_names:
        raise UnknownNameError("--input", "input", name, mechanism.input_names)
    return mechanism.input_names if name is None else (name,)


def _between(mechanism: Mechanism, name: str, options: Namespace) -> tuple[float, float] | None:
    if options.between is None:
        return None
    first, last = options.between
    if not first < last:
        raise InputError(f"--between {first:g} {last:g} is empty; the first number must be less than the second")
    kind = mechanism.input_quantity(name)
    low, high = (mechanism.units.read(value, kind) for value in options.between)
    return low, high
