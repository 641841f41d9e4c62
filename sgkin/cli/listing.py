"""`sgkin list`: the mechanisms of the library."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from json import dumps

from sgkin.model.mechanism_file import load_mechanism, mechanism_names

NAME = "list"
HELP = "List the mechanisms of the library."
EXAMPLE = "sgkin list"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(options: Namespace) -> None:
    mechanisms = [load_mechanism(name) for name in mechanism_names()]
    if options.json:
        print(dumps([{"name": each.name, "title": each.title, "source": each.source} for each in mechanisms], indent=2))
        return
    width = max(len(each.name) for each in mechanisms)
    for each in mechanisms:
        print(f"{each.name:{width}}  {each.title}")
