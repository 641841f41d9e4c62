"""`sgkin atlas`: the four-bar whose coupler curve is most like a drawn path."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from math import radians
from pathlib import Path

import numpy as np

from sgkin.cli.points_file import read_points
from sgkin.cli.synthesis_options import add_result_options, check_result_options, tell_result
from sgkin.errors import InputError
from sgkin.model.quantity import Units

NAME = "atlas"
HELP = "Find the four-bar whose coupler curve is most like a drawn path, in an atlas of a million of them."
EXAMPLE = "sgkin atlas drawn.csv -o linkage.toml --plot linkage.png"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "points", metavar="POINTS", nargs="?", help="a table with x and y in each row; without it the atlas is made"
    )
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--closed", action="store_const", const=True, help="the path is closed (default: what is seen)")
    shape.add_argument("--open", dest="closed", action="store_const", const=False, help="the path is open")
    parser.add_argument("--curves", metavar="N", type=int, default=1_000_000, help="of the atlas (default 1000000)")
    parser.add_argument("--anew", action="store_true", help="make the atlas anew")
    add_result_options(parser)


def run(options: Namespace) -> None:
    from sgkin.synthesis.atlas_file import NAME as FILE
    from sgkin.synthesis.atlas_file import cache_folder, open_atlas

    check_result_options(options)
    if options.points is None and (options.output is not None or options.plot is not None):
        raise InputError("there is no path to look for; name a table of POINTS")
    units = Units(options.units, "deg")
    rows = None if options.points is None else np.array(read_points(Path(options.points), ("x", "y")))
    atlas = open_atlas(options.curves, anew=options.anew)
    if rows is None:
        print(f"{atlas!r}, in {cache_folder() / FILE}")
        return
    transmission = None if options.transmission is None else radians(options.transmission)
    found = atlas.query(
        rows * units.factor("length"), closed=options.closed, transmission=transmission, units=options.units
    )
    tell_result(found, options)
