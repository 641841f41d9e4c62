"""Between which bounds dimensions are looked for, and from which lists they are taken."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence

from sgkin.cli.mechanism_options import finite_number
from sgkin.errors import InputError
from sgkin.model.mechanism import Mechanism


def add_dimension_options(parser: ArgumentParser) -> None:
    """Options of dimensions by name, or by address."""
    parser.add_argument(
        "--bounds",
        metavar="NAME=FROM:TO",
        action="append",
        default=[],
        help="between which values a dimension lies, in the units of the file (may be repeated)",
    )
    parser.add_argument(
        "--list",
        metavar="NAME=A,B,…",
        action="append",
        default=[],
        help="the values that a dimension can have, in the units of the file (may be repeated)",
    )


def read_bounds(given: Sequence[str], mechanism: Mechanism) -> dict[str, tuple[float, float]]:
    """Bounds by name or address, in SI."""
    found = _read("--bounds", given, mechanism, ":", ("NAME=FROM:TO", "r2=10:30"))
    for name, values in found.items():
        if len(values) != 2:
            raise InputError(f"--bounds of {name}: two values are needed; write NAME=FROM:TO, such as r2=10:30")
    return {name: (values[0], values[1]) for name, values in found.items()}


def read_lists(given: Sequence[str], mechanism: Mechanism) -> dict[str, list[float]]:
    """Lists of values by name or address, in SI."""
    return _read("--list", given, mechanism, ",", ("NAME=A,B", "r2=10,12"))


def _read(
    option: str, given: Sequence[str], mechanism: Mechanism, between: str, written: tuple[str, str]
) -> dict[str, list[float]]:
    from sgkin.tolerancing.stated import kind_of

    found: dict[str, list[float]] = {}
    form, example = written
    for text in given:
        name, _, values = (part.strip() for part in text.partition("="))
        if not name or not values:
            raise InputError(f"{option} {text}: write {form}, such as {example}")
        if name in found:
            raise InputError(f"{option} {text}: {name} is given twice; give it once")
        kind = kind_of(mechanism, name)
        numbers = [finite_number(each.strip(), f"{option} {text}", example, form) for each in values.split(between)]
        found[name] = [mechanism.units.read(number, kind) for number in numbers]
    return found
