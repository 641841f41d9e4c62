"""The command `sgkin`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence

from sgkin.cli import listing, new, structure
from sgkin.errors import SgkinError

COMMANDS = (listing, structure, new)


def make_parser() -> ArgumentParser:
    """The parser of the whole command line; each command declares its own part."""
    parser = ArgumentParser(prog="sgkin", description="Kinematics of linkages by their structural groups.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in COMMANDS:
        part = commands.add_parser(
            module.NAME,
            help=module.HELP,
            description=module.HELP,
            epilog=f"example: {module.EXAMPLE}",
            formatter_class=RawDescriptionHelpFormatter,
        )
        module.add_arguments(part)
        part.set_defaults(run=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 if it succeeded, 2 if the user has to change something."""
    options = make_parser().parse_args(arguments)
    try:
        options.run(options)
    except SgkinError as error:
        print(f"sgkin: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"sgkin: {error.filename or ''}: {error.strerror or error}", file=sys.stderr)
        return 2
    return 0
