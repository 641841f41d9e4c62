"""The command `sgkin`.

What it needs is imported inside: the user may stop the program while it is still being imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from typing import TextIO

COMMANDS = (
    *("listing", "parameters", "structure", "inputs", "solve", "check", "modes", "motion_range", "quality", "curve"),
    *("tolerances", "report", "simulate", "forces", "plot", "view", "animate", "export", "new", "fit", "atlas"),
)
"""The modules of the commands, in this room."""
STOPPED = 130
"""What a program returns by custom when the user has stopped it."""


def make_parser() -> ArgumentParser:
    """The parser of the whole command line; each command declares its own part."""
    from argparse import ArgumentParser, RawDescriptionHelpFormatter
    from importlib import import_module
    from textwrap import fill

    from sgkin import __version__

    parser = ArgumentParser(prog="sgkin", description="Kinematics of linkages by their structural groups.")
    parser.add_argument("--version", action="version", version=f"sgkin {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        module = import_module(f"sgkin.cli.{command}")
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
    try:
        from sgkin.errors import SgkinError

        try:
            _run(arguments)
        except SgkinError as error:
            return _failed(str(error))
        except BrokenPipeError:  # the reader, such as `head`, has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except OSError as error:
            return _failed(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        return STOPPED
    return 0


def _run(arguments: Sequence[str] | None) -> None:
    import warnings

    from sgkin.progress import waiting

    with waiting("starting"):
        parser = make_parser()
    options = parser.parse_args(arguments)
    with warnings.catch_warnings():
        warnings.showwarning = _warned
        options.run(options)
    sys.stdout.flush()


def _warned(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """A warning is a sentence too, without the place in the program that has it."""
    print(f"sgkin: {message}", file=sys.stderr)


def _failed(sentence: str) -> int:
    print(f"sgkin: {sentence}", file=sys.stderr)
    return 2
