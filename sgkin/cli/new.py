"""`sgkin new`: a mechanism file to fill in, for a structure given only as a matrix."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from math import isfinite, nan
from pathlib import Path

from sgkin.errors import AdjacencyError, MechanismFileError, shown
from sgkin.model.mechanism_file import read_text
from sgkin.structure.template import Blank, Draft, make_draft, write_template

NAME = "new"
HELP = "Write a mechanism file to fill in, for a structure that is given only as an adjacency matrix."
EXAMPLE = "sgkin new --adjacency fourbar.txt --input 0-1 -o fourbar.toml"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--adjacency",
        metavar="FILE",
        required=True,
        help="a square table: 0 none, 1 revolute, 2 prismatic, 3 higher pair; links are 0, 1, 2 …; # starts a comment",
    )
    parser.add_argument(
        "--input",
        metavar="I-J",
        action="append",
        default=[],
        help="the joint of links I and J is driven (may be repeated)",
    )
    parser.add_argument("--ground", metavar="I", type=int, default=0, help="the link that is ground (default 0)")
    parser.add_argument(
        "--pin", metavar="I-J-K", action="append", default=[], help="links that share one pin (may be repeated)"
    )
    parser.add_argument("--ask", action="store_true", help="ask for the geometry now, group by group")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write the file (default: the terminal)")


def run(options: Namespace) -> None:
    path = Path(options.adjacency)
    if options.output and Path(options.output).exists():
        raise MechanismFileError(Path(options.output), "this file exists already; choose another name or remove it")
    inputs = [_links(text, 2) for text in options.input]
    pins = [_links(text) for text in options.pin]
    draft = make_draft(read_matrix(path), [(a, b) for a, b in inputs], options.ground, pins)
    known = ask(draft) if options.ask else {}
    text = write_template(path.stem, draft, known)
    if not options.output:
        print(text, end="")
        return
    Path(options.output).write_text(text, encoding="utf-8")
    is_complete = all(blank.key in known for _, blanks in draft.parts for blank in blanks)
    remark = "" if is_complete else "; every nan in it is a number to fill in"
    print(f"wrote {options.output}{remark}", file=sys.stderr)


def read_matrix(path: Path) -> list[list[int]]:
    """A table of whole numbers from a text file, separated by spaces, commas or semicolons."""
    rows: list[list[int]] = []
    for number, line in enumerate(read_text(path, "a file with the matrix").splitlines(), start=1):
        words = re.split(r"[\s,;]+", line.split("#")[0].strip(" \t,;"))
        if words == [""]:
            continue
        if not all(word.isdecimal() for word in words):
            raise MechanismFileError(path, f"{shown(line.strip())} is not a row of whole numbers 0 to 3", number)
        rows.append([int(word) for word in words])
    if not rows:
        raise MechanismFileError(path, "the file is empty; give one row of the matrix a line")
    return rows


def _links(text: str, count: int | None = None) -> tuple[int, ...]:
    words = text.split("-")
    if not all(word.isdecimal() for word in words) or len(words) < 2 or (count is not None and len(words) != count):
        wanted = "I-J, two links" if count == 2 else "I-J-K, two or more links"
        raise AdjacencyError(f"{text!r} does not name joined links; write {wanted} by their numbers, such as 0-1")
    return tuple(int(word) for word in words)


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
