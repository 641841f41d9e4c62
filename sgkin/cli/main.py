"""The command `sgkin`."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from textwrap import fill

from sgkin import __version__
from sgkin.cli import (
    animate,
    check,
    curve,
    export,
    inputs,
    listing,
    modes,
    motion_range,
    new,
    plot,
    quality,
    report,
    solve,
    structure,
    view,
)
from sgkin.errors import SgkinError

COMMANDS = (
    listing,
    structure,
    inputs,
    solve,
    check,
    modes,
    motion_range,
    quality,
    curve,
    report,
    plot,
    view,
    animate,
    export,
    new,
)


def make_parser() -> ArgumentParser:
    """The parser of the whole command line; each command declares its own part."""
    parser = ArgumentParser(prog="sgkin", description="Kinematics of linkages by their structural groups.")
    parser.add_argument("--version", action="version", version=f"sgkin {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in COMMANDS:
        part = commands.add_parser(
            module.NAME,
            help=module.HELP,
            description=fill(module.HELP, 80),
            epilog=f"example: {module.EXAMPLE}",
            formatter_class=RawDescriptionHelpFormatter,
        )
        module.add_arguments(part)
        part.set_defaults(run=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 if it succeeded, 2 if the user has to change something, 130 if the user stopped it."""
    options = make_parser().parse_args(arguments)
    try:
        options.run(options)
        sys.stdout.flush()
    except SgkinError as error:
        print(f"sgkin: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        print(f"sgkin: {error.filename}: {error.strerror}" if error.filename else f"sgkin: {error}", file=sys.stderr)
        return 2
    return 0
