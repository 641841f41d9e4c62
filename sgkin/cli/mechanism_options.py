"""Which mechanism a command is about: one of the library or of a file, with other values of its parameters."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from math import isfinite, nan

from sgkin.errors import InputError
from sgkin.model.formulas import check_free
from sgkin.model.mechanism import Mechanism
from sgkin.model.mechanism_file import load_mechanism
from sgkin.model.parameter import check_bounds


def add_mechanism(parser: ArgumentParser, required: bool = True) -> None:
    """The argument that names a mechanism, and the option that changes its parameters."""
    words = "a mechanism of the library, or a mechanism file"
    parser.add_argument("mechanism", metavar="NAME_OR_FILE", nargs=None if required else "?", help=words)
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="another value of a parameter, or of a number by its address, in the units of the file (may be repeated; "
        "`sgkin parameters` lists them)",
    )


def read_mechanism(options: Namespace) -> Mechanism:
    """The mechanism that the options name, with the values that they set."""
    mechanism = load_mechanism(options.mechanism)
    values: dict[str, float] = {}
    for text in options.set:
        name, value = _setting(text)
        if name in values:
            raise InputError(f"--set {text}: {name} is set twice; set it once")
        values[name] = _in_si(name, value, mechanism)
    return mechanism.with_parameters(values) if values else mechanism


def _setting(text: str) -> tuple[str, float]:
    name, _, number = (part.strip() for part in text.partition("="))
    value = finite_number(number, f"--set {text}", f"{name or 'r2'}=30")
    if not name:
        raise InputError(f"--set {text}: nothing is named; write NAME=VALUE, such as r2=30")
    return name, value


def finite_number(number: str, option: str, example: str, form: str = "NAME=VALUE") -> float:
    """The number that an option gives as NAME=VALUE, or in another form."""
    try:
        value = float(number)
    except ValueError:
        value = nan
    if not isfinite(value):
        raise InputError(f"{option}: {number!r} is no finite number; write {form}, such as {example}")
    return value


def _in_si(name: str, value: float, mechanism: Mechanism) -> float:
    check_free(mechanism, [name])
    parameter, units = mechanism.parameters.get(name), mechanism.units
    if parameter is None:
        return units.read(value, mechanism.numbers[name].quantity)
    if parameter.bounds is not None:
        low, high = (units.write(bound, parameter.quantity) for bound in parameter.bounds)
        check_bounds(value, (low, high), f"--set {name}")
    return units.read(value, parameter.quantity)
