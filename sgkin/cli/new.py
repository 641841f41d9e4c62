"""`sgkin new`: a mechanism file to fill in, for a structure given only as a matrix."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path

from sgkin.errors import AdjacencyError, MechanismFileError
from sgkin.structure.decomposition import decompose_adjacency
from sgkin.structure.structure import Group, Structure, roman
from sgkin.structure.template import JointPlan, plan_joints, write_template

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
    matrix = read_matrix(path)
    inputs = [_links(text, 2) for text in options.input]
    pins = [_links(text) for text in options.pin]
    structure = decompose_adjacency(matrix, [(a, b) for a, b in inputs], options.ground, pins)
    joints = plan_joints(matrix, options.ground, pins)
    places = ask(structure, joints) if options.ask else {}
    text = write_template(path.stem, structure, joints, [(a, b) for a, b in inputs], places)
    if options.output:
        Path(options.output).write_text(text, encoding="utf-8")
        print(f"wrote {options.output}; every nan in it is a number to fill in", file=sys.stderr)
    else:
        print(text)


def read_matrix(path: Path) -> list[list[int]]:
    """A square table of whole numbers from a text file, separated by spaces or commas."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MechanismFileError(path, f"cannot be read: {error}") from error
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split("#")[0].replace(",", " ").replace(";", " ").split()
        if words:
            try:
                rows.append([int(word) for word in words])
            except ValueError as error:
                raise MechanismFileError(path, f"{line.strip()!r} is not a row of whole numbers", number) from error
    if not rows:
        raise MechanismFileError(path, "the file is empty; give one row of the matrix a line")
    return rows


def _links(text: str, count: int | None = None) -> tuple[int, ...]:
    try:
        links = tuple(int(word) for word in text.split("-"))
    except ValueError:
        links = ()
    if len(links) < 2 or (count is not None and len(links) != count):
        wanted = "I-J, two links" if count == 2 else "I-J-K, two or more links"
        raise AdjacencyError(f"{text!r} does not name joined links; write {wanted} by their numbers, such as 0-1")
    return links


def ask(
    structure: Structure, joints: Sequence[JointPlan], reply: Callable[[str], str] = input
) -> dict[tuple[str, str], tuple[float, float]]:
    """Ask group by group where each joint sits in each link; an empty answer leaves it open."""
    places: dict[tuple[str, str], tuple[float, float]] = {}
    print("ground: where its joints are, as two numbers x y in mm; Enter leaves a place open", file=sys.stderr)
    _ask_links((structure.ground,), joints, places, reply)
    for number, group in enumerate(structure.groups, start=1):
        print(f"group {number}, {_heading(group)}: joints in the frame of each link", file=sys.stderr)
        _ask_links(group.links, joints, places, reply)
    return places


def _heading(group: Group) -> str:
    kind = f", class {roman(group.assur_class)}" if group.assur_class else ""
    return f"{group.label}{kind}"


def _ask_links(
    links: Sequence[object],
    joints: Sequence[JointPlan],
    places: dict[tuple[str, str], tuple[float, float]],
    reply: Callable[[str], str],
) -> None:
    for link in links:
        for joint in joints:
            if link in joint.links:
                place = _ask_place(f"  link {link}, {joint.kind} {joint.name}: ", reply)
                if place is not None:
                    places[str(link), joint.name] = place


def _ask_place(question: str, reply: Callable[[str], str]) -> tuple[float, float] | None:
    while True:
        words = reply(question).replace(",", " ").split()
        if not words:
            return None
        try:
            x, y = (float(word) for word in words)
        except ValueError:
            print("  two numbers, please, such as 40 0", file=sys.stderr)
        else:
            return x, y
