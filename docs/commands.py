"""The page of the command line, from the help pages of its commands."""

from __future__ import annotations

import argparse
from pathlib import Path

from sgkin.cli.main import make_parser


def write_commands(path: Path) -> None:
    """Write the help of all commands into one page."""
    parser = make_parser()
    commands = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    parts = [
        "# Command line",
        "Every command takes the name of a mechanism of the library or a file. Exit codes: 0 done, 2 something "
        "has to be changed, in what was typed or in the mechanism, and a sentence on the error output says what.",
        f"```text\n{parser.format_help()}```",
    ]
    for name, command in commands.choices.items():
        parts += [f"## sgkin {name}", f"```text\n{command.format_help()}```"]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
