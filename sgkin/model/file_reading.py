"""What readers of mechanism files share: keys that are checked, values taken to SI, motion laws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any, TypeVar

from sgkin.errors import MechanismError, MissingKeyError, UnknownKeyError, UnknownNameError
from sgkin.model import form
from sgkin.model.motion_law import LAW_KINDS, Free, MotionLaw
from sgkin.model.quantity import Units, checked, of_measure

Table = Mapping[str, Any]
Made = TypeVar("Made")


def check_keys(table: Table, allowed: Iterable[str], where: str, required: Iterable[str] = ()) -> None:
    """Raise for a key that is not allowed, and for one that is missing."""
    known = tuple(allowed)
    for key in table:
        if key not in known:
            raise UnknownKeyError(where, "key", key, known)
    for key in required:
        if key not in table:
            raise MissingKeyError(where, key)


def choice(table: Table, key: str, allowed: Iterable[str], where: str) -> str:
    """The value of a key that must be one of those allowed."""
    if key not in table:
        raise MissingKeyError(where, key)
    value = form.text(table[key], f"{where}: {key}")
    if value not in allowed:
        raise UnknownNameError(where, key, value, allowed)
    return value


def in_si(value: Any, kind: str, units: Units) -> Any:
    """A number, or numbers, in SI; words and what was not given as they are."""
    if isinstance(value, tuple):
        return tuple(in_si(each, kind, units) for each in value)
    return units.read(value, kind) if isinstance(value, float) else value


def pair_in_si(
    value: Any, kind: str, where: str, units: Units, expected: str = "two coordinates [x, y]"
) -> tuple[float, float]:
    """Two numbers in SI."""
    first, second = form.pair(value, where, expected)
    return units.read(first, kind), units.read(second, kind)


def place_in_si(value: Any, size: int, where: str, units: Units) -> tuple[float, ...]:
    """The coordinates of a point in SI, so many as its space has."""
    given = form.pair(value, where) if size == 2 else form.vector(value, where, "three coordinates [x, y, z]")
    return tuple(units.read(each, "length") for each in given)


def read_fields(
    made: type[Made], table: Table, where: str, units: Units, measure: str = "", others: Iterable[str] = ()
) -> Made:
    """A law or a mass of which a table gives the fields; `others`: keys that are not its own.

    `measure`: what a `value` is, an angle, a length or a plain number.
    """
    entries = {entry.name: entry for entry in fields(made) if entry.init}  # type: ignore[arg-type]
    needed = (key for key, entry in entries.items() if entry.default is MISSING)
    check_keys(table, (*others, *entries), where, required=needed)
    values = {}
    for key, entry in entries.items():
        if key in table:
            given = checked(table[key], entry.metadata, f"{where}: {key}")
            values[key] = in_si(given, of_measure(entry.metadata["kind"], measure), units)
    try:
        return made(**values)
    except MechanismError as error:
        error.place = where  # a law does not know whose it is
        raise


def read_law(table: Table, others: Iterable[str], where: str, units: Units, measure: str) -> MotionLaw:
    """The motion law of a driver; without `law`, its input is free."""
    known = ("law", *others)
    if "law" not in table and set(table) <= {*known, "start"}:
        return read_fields(Free, table, where, units, measure, known)
    return read_fields(LAW_KINDS[choice(table, "law", LAW_KINDS, where)], table, where, units, measure, known)
