"""`sgkin view`: a page to play with, in the browser."""

from __future__ import annotations

import webbrowser
from argparse import ArgumentParser, Namespace

from sgkin.cli.mechanism_options import add_mechanism, read_mechanism
from sgkin.cli.motion_options import check_output
from sgkin.errors import InputError
from sgkin.page.writing import write_page

NAME = "view"
HELP = "Write a page that shows a mechanism move, and open it in the browser."
EXAMPLE = "sgkin view jansen_leg -o leg.html"


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="the HTML file (default: the mechanism's name, in this folder)"
    )
    parser.add_argument("--no-open", action="store_true", help="only write the file")
    parser.add_argument(
        "--steps", metavar="N", type=int, default=360, help="configurations stored along the motion (default 360)"
    )


def run(options: Namespace) -> None:
    if options.steps < 4:
        raise InputError(f"--steps is {options.steps}; give a whole number from 4 on")
    mechanism = read_mechanism(options)
    path = check_output(options.output or f"{mechanism.name}.html", "html", "htm")
    still = write_page(mechanism, path, options.steps)
    print(f"wrote {path}" + (f"; it shows the structure only: {still}" if still else ""))
    if not options.no_open and not webbrowser.open(path.resolve().as_uri()):
        print(f"no browser was found; open {path} in one")
