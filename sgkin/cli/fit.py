"""`sgkin fit`: a linkage of which a point passes through drawn points."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from math import radians
from pathlib import Path

import numpy as np

from sgkin.cli.dimension_options import add_dimension_options, read_bounds, read_lists
from sgkin.cli.points_file import read_points
from sgkin.cli.synthesis_options import add_result_options, check_result_options, tell_result
from sgkin.errors import InputError
from sgkin.model.mechanism import Mechanism
from sgkin.model.mechanism_file import load_mechanism
from sgkin.model.quantity import Units

NAME = "fit"
HELP = "Find a linkage of which a point passes through drawn points, and write it as a mechanism file."
EXAMPLE = "sgkin fit points.csv --closed --transmission 40 -o linkage.toml"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "points", metavar="POINTS", help="a table with x and y in each row; with --timed also the input"
    )
    parser.add_argument(
        "--family", metavar="NAME", default="four-bar", help="four-bar (default), slider-crank, or a mechanism"
    )
    parser.add_argument("--point", metavar="P", default="", help="of a mechanism: the point, written link.point")
    parser.add_argument("--closed", action="store_true", help="the path goes on from the last point to the first")
    parser.add_argument(
        "--timed", action="store_true", help="the third column has the input at each point, angles in degrees"
    )
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="of the random numbers (default 0)")
    add_dimension_options(parser)
    add_result_options(parser)


def run(options: Namespace) -> None:
    from sgkin.synthesis.families import family_named
    from sgkin.synthesis.path import synthesise_path

    check_result_options(options)
    units = Units(options.units, "deg")
    columns = ("x", "y", "input") if options.timed else ("x", "y")
    rows = np.array(read_points(Path(options.points), columns))
    family = named_family(options.family)
    if isinstance(family, Mechanism) and not options.point:
        raise InputError(f"--point is missing; name the point of {family.name} that is to pass through the points")
    if isinstance(family, str) and options.point:
        raise InputError(f"--point belongs to mechanisms; of a {family}, P of the coupler passes through the points")
    known = family if isinstance(family, Mechanism) else family_named(family, options.units).mechanisms[0]
    factor = units.factor("length")
    timing = None
    if options.timed:
        timing = rows[:, 2] * (input_factor(family, units) if isinstance(family, Mechanism) else radians(1.0))
    found = synthesise_path(
        rows[:, :2] * factor,
        timing,
        family,
        output=options.point,
        closed=options.closed,
        bounds=read_bounds(options.bounds, known),
        discrete=read_lists(options.list, known),
        transmission=None if options.transmission is None else radians(options.transmission),
        units=options.units,
        seed=options.seed,
    )
    tell_result(found, options)


def named_family(name: str) -> str | Mechanism:
    """A family by its name, or a mechanism."""
    from sgkin.synthesis.families import FAMILIES

    return name if name in FAMILIES else load_mechanism(name)


def input_factor(mechanism: Mechanism, units: Units) -> float:
    """SI value of one unit of the input."""
    return units.factor(mechanism.input_quantity(mechanism.input_names[0]))
