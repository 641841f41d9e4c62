"""What `sgkin fit` and `sgkin atlas` share: where their results go."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from sgkin.cli.motion_options import check_output
from sgkin.errors import InputError
from sgkin.progress import waiting

if TYPE_CHECKING:
    from sgkin.synthesis.result import Synthesis


def add_result_options(parser: ArgumentParser) -> None:
    """Options of what is written, and of what is asked for."""
    parser.add_argument("-o", "--output", metavar="FILE", help="the mechanism file to write, a .toml")
    parser.add_argument("--plot", metavar="FILE", help="draw the points and the path")
    parser.add_argument("--transmission", metavar="DEG", type=float, help="the least transmission angle")
    parser.add_argument("--units", metavar="UNIT", default="mm", help="of the points, and of the file (default mm)")


def check_result_options(options: Namespace) -> None:
    """Raise where a result could not be written."""
    if options.transmission is not None and not 0.0 < options.transmission < 90.0:
        raise InputError(f"--transmission {options.transmission:g}: give an angle in degrees between 0 and 90")
    if options.output is not None and check_output(options.output).suffix.lower() not in (".toml", ".json"):
        raise InputError(f"{options.output}: name a mechanism file, a .toml")
    if options.plot is not None:
        check_output(options.plot, "png", "svg", "pdf")


def tell_result(found: Synthesis, options: Namespace) -> None:
    """Print a result, and write what is asked for."""
    from sgkin.model.mechanism_writer import save_mechanism

    print(found)
    if options.plot is not None:
        from sgkin import plots

        with waiting("drawing"):
            plots.save_picture(lambda ax: plots.plot_synthesis(found, ax=ax), options.plot)
        print(f"\nwrote {options.plot}: points and path")
    if options.output is not None:
        save_mechanism(found.mechanism, options.output)
        print(f"\nwrote {options.output}; next: sgkin plot {options.output}")
