"""`sgkin new`: a mechanism file to start from."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from math import isfinite, nan
from pathlib import Path

from sgkin.cli.adjacency_options import add_adjacency, read_adjacency, refuse_adjacency_options
from sgkin.cli.motion_options import check_output
from sgkin.errors import MechanismFileError
from sgkin.model.mechanism_file import parse_document, read_text
from sgkin.model.mechanism_writer import format_mechanism
from sgkin.model.pylinkage_file import is_pylinkage, load_pylinkage
from sgkin.model.sketch import Sketch
from sgkin.model.sketch_file import load_sketch
from sgkin.model.starters import STARTERS
from sgkin.structure.mechanism_draft import Blank, Draft, make_draft, write_template

NAME = "new"
HELP = "Write a mechanism file to start from: a commented example, a sketch, or a structure to fill in."
EXAMPLE = "sgkin new my_six_bar.toml --kind six-bar"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="the mechanism file to write, a .toml")
    parser.add_argument(
        "--kind", choices=tuple(STARTERS), help="a complete, commented example to change (default four-bar)"
    )
    parser.add_argument(
        "--from",
        dest="sketch",
        metavar="FILE",
        help="a sketch (.toml, .json), or a mechanism that pylinkage wrote (.json)",
    )
    structure = add_adjacency(parser)
    structure.add_argument("--ask", action="store_true", help="ask for the geometry now, group by group")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="the same as FILE; without either the text goes to the terminal"
    )
    parser.set_defaults(refuse=parser.error)


def run(options: Namespace) -> None:
    output = options.file or options.output
    if sum(given is not None for given in (options.kind, options.sketch, options.adjacency)) > 1:
        options.refuse("give only one of --kind, --from and --adjacency")
    if options.file and options.output:
        options.refuse("name the file to write once, as FILE or with -o")
    if not any((output, options.kind, options.sketch, options.adjacency)):
        options.refuse("name the FILE to write")
    if not options.adjacency:
        refuse_adjacency_options(options)
    if output and check_output(output).exists():
        raise MechanismFileError(Path(output), "this file exists already; choose another name or remove it")
    if options.adjacency:
        text, remark = _from_adjacency(options)
    elif options.sketch:
        text, remark = format_mechanism(load_drawn(Path(options.sketch)).mechanism()), ""
    else:
        text, remark = STARTERS[options.kind or "four-bar"], f"; next: sgkin plot {output}"
    if not output:
        print(text, end="")
        return
    Path(output).write_text(text, encoding="utf-8")
    print(f"wrote {output}{remark}", file=sys.stderr)


def load_drawn(path: Path) -> Sketch:
    """A sketch from its own file or from one of pylinkage, whichever it is."""
    if path.suffix.lower() == ".json" and is_pylinkage(parse_document(read_text(path, "a sketch"), path)):
        return load_pylinkage(path)
    return load_sketch(path)


def _from_adjacency(options: Namespace) -> tuple[str, str]:
    """The file for a structure, with what is known of its geometry."""
    path = Path(options.adjacency)
    draft = make_draft(*read_adjacency(options))
    known = ask(draft) if options.ask else {}
    is_complete = all(blank.key in known for _, blanks in draft.parts for blank in blanks)
    remark = "" if is_complete else "; every nan in it is a number to fill in"
    return write_template(path.stem, draft, known), remark


def ask(draft: Draft) -> dict[tuple[str, str], tuple[float, ...]]:
    """Ask for the blanks, group by group; an empty answer leaves one open, the end of the input all that follow."""
    known: dict[tuple[str, str], tuple[float, ...]] = {}
    print("Enter leaves a question open", file=sys.stderr)
    try:
        for heading, blanks in draft.parts:
            print(heading, file=sys.stderr)
            for blank in blanks:
                numbers = _ask_numbers(blank)
                if numbers:
                    known[blank.key] = numbers
    except EOFError:
        print(file=sys.stderr)
    return known


def _ask_numbers(blank: Blank) -> tuple[float, ...]:
    while True:
        print(f"  {blank.question}: ", end="", file=sys.stderr, flush=True)
        words = input().replace(",", " ").split()
        try:
            numbers = tuple(float(word) for word in words)
        except ValueError:
            numbers = (nan,)
        if not words or (len(numbers) == blank.count and all(map(isfinite, numbers))):
            return numbers
        wanted = "two numbers, such as 40 0" if blank.count == 2 else "one number, such as 40"
        print(f"  please give {wanted}", file=sys.stderr)
