"""A structure that is given only as an adjacency matrix: the options that say it, and the file that holds it."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace, _ArgumentGroup
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sgkin.errors import AdjacencyError, MechanismFileError, brief
from sgkin.model.mechanism_file import read_text


class Adjacency(NamedTuple):
    """What `decompose_adjacency` takes."""

    matrix: list[list[int]]
    inputs: list[tuple[int, int]]
    ground: int
    pins: Sequence[Sequence[int]]
    space: str = "planar"


def add_adjacency(parser: ArgumentParser) -> _ArgumentGroup:
    """The options of an adjacency matrix, in a group of their own."""
    group = parser.add_argument_group("a structure that is given only as an adjacency matrix")
    group.add_argument(
        "--adjacency",
        metavar="FILE",
        help="a square table: 0 none, 1 revolute, 2 prismatic, 3 higher pair; links are 0, 1, 2 …; # starts a comment",
    )
    group.add_argument(
        "--input",
        metavar="I-J",
        action="append",
        default=[],
        help="the joint of links I and J is driven (may be repeated)",
    )
    group.add_argument("--ground", metavar="I", type=int, help="the link that is ground (default 0)")
    group.add_argument(
        "--pin", metavar="I-J-K", action="append", default=[], help="links that share one pin (may be repeated)"
    )
    group.add_argument(
        "--space",
        metavar="SPACE",
        help="planar (default) or spatial: also 4 cylindrical, 5 spherical, 6 universal, 7 planar, 8 screw, 9 rod",
    )
    return group


def refuse_adjacency_options(options: Namespace) -> None:
    """Refuse what belongs to an adjacency matrix where there is none."""
    if options.input or options.pin or options.ground is not None:
        options.refuse("--input, --ground and --pin belong to --adjacency; give the file of the matrix with it")
    if options.space is not None:
        options.refuse("--space belongs to --adjacency; a mechanism file says for itself in which space it is")


def read_adjacency(options: Namespace) -> Adjacency:
    """What the options say, from the file that they name."""
    inputs = [(a, b) for a, b in (_links(text, 2) for text in options.input)]
    pins = [_links(text) for text in options.pin]
    space = options.space or "planar"
    most = 9 if space == "spatial" else 3
    return Adjacency(read_matrix(Path(options.adjacency), most), inputs, options.ground or 0, pins, space)


def read_matrix(path: Path, most: int = 3) -> list[list[int]]:
    """A table of whole numbers up to `most` from a text file, separated by spaces, commas or semicolons."""
    rows: list[list[int]] = []
    for number, line in enumerate(read_text(path, "a file with the matrix").splitlines(), start=1):
        words = re.split(r"[\s,;]+", line.split("#")[0].strip(" \t,;"))
        if words == [""]:
            continue
        if not all(word.isdecimal() for word in words):
            raise MechanismFileError(path, f"{brief(line.strip())} is not a row of whole numbers 0 to {most}", number)
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
