"""Mechanism files: TOML, one mechanism a file. Reading; `mechanism_writer` writes what this reads.

Keys are the fields of the model's classes; each field declares what it measures, so the file's units are applied
here and nowhere else.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from os import PathLike
from pathlib import Path
from typing import Any

from sgkin.errors import (
    FormError,
    MechanismError,
    MechanismFileError,
    MissingKeyError,
    NumberError,
    UnknownKeyError,
    UnknownNameError,
    suggestion,
)
from sgkin.model.driver import CoordinateDriver, DistanceDriver, Driver, JointDriver, LinkAngleDriver, PoseDriver
from sgkin.model.initial import Expectation, InitialConfiguration
from sgkin.model.joint import JOINT_KINDS, Joint, Prismatic
from sgkin.model.link import Link
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import LAW_KINDS, MotionLaw
from sgkin.model.quantity import Units, finite

Table = Mapping[str, Any]

DRIVER_KINDS: dict[str, type[Driver]] = {
    driver.kind: driver for driver in (JointDriver, LinkAngleDriver, DistanceDriver, CoordinateDriver, PoseDriver)
}
TOP_KEYS = ("title", "source", "notes", "space", "ground", "floating", "units")
SECTIONS = ("links", "joints", "drivers", "initial", "expected")
EXPECTED_KEYS = ("mobility", "groups", "mechanism_class", "redundant", "undetermined", "structure_only", "range")


def library_folder() -> Path:
    """The folder of the mechanisms that come with sgkin: beside the package in a checkout, inside it once installed."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "mechanisms"
    return installed if installed.is_dir() else package.parent / "mechanisms"


def mechanism_names() -> tuple[str, ...]:
    """The names of the mechanisms of the library, in alphabetical order."""
    return tuple(sorted((path.stem for path in library_folder().glob("*.toml")), key=str.lower))


def load_mechanism(name_or_path: str | PathLike[str]) -> Mechanism:
    """Read a mechanism of the library, by name, or a mechanism file, by path.

    >>> load_mechanism("four_bar_crank_rocker").moving_links
    ('crank', 'coupler', 'rocker')
    """
    path = Path(name_or_path)
    if not path.exists():
        names = mechanism_names()
        if str(name_or_path) not in names:
            hint = suggestion(str(name_or_path), names)
            raise MechanismFileError(path, f"no such file, and no mechanism of this name in the library; {hint}")
        path = library_folder() / f"{name_or_path}.toml"
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MechanismFileError(path, f"cannot be read: {error}") from error
    return parse_mechanism(text, path)


def parse_mechanism(text: str, path: Path) -> Mechanism:
    """Read a mechanism from the text of its file; `path` gives its name and stands in errors."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise MechanismFileError(path, f"not valid TOML: {error}", int(found[1]) if found else None) from error
    if not document:
        raise MechanismFileError(path, "the file is empty; a mechanism needs at least [links] and [joints]")
    try:
        return _read_mechanism(document, path.stem)
    except MechanismError as error:
        error.file = path
        raise


def _read_mechanism(document: Table, name: str) -> Mechanism:
    _check_keys(document, TOP_KEYS + SECTIONS, name, required=("links", "joints"))
    sections = {key: _table(document.get(key, {}), key) for key in SECTIONS}
    unit_names = _table(document.get("units", {}), "units")
    _check_keys(unit_names, ("length", "angle"), "units")
    units = Units(**{key: _text(value, f"units: {key}") for key, value in unit_names.items()})
    joints = [_read_joint(key, _table(value, f"joints: {key}"), units) for key, value in sections["joints"].items()]
    prismatic = {joint.name for joint in joints if isinstance(joint, Prismatic)}
    drivers = [
        _read_driver(key, _table(value, f"drivers: {key}"), units, prismatic)
        for key, value in sections["drivers"].items()
    ]
    kinds = {key: kind for driver in drivers for key, kind in _input_kinds(driver, prismatic)}
    top = {key: _text(document[key], key) for key in ("title", "source", "notes", "space", "ground") if key in document}
    return Mechanism(
        name,
        links=[_read_link(key, _table(value, f"links: {key}"), units) for key, value in sections["links"].items()],
        joints=joints,
        drivers=drivers,
        initial=_read_initial(sections["initial"], units, kinds),
        units=units,
        floating=_truth(document.get("floating", False), "floating"),
        expected=_read_expected(sections["expected"], units, kinds),
        **top,
    )


def _read_link(name: str, points: Table, units: Units) -> Link:
    return Link(name, {key: _place(value, f"links: {name}.{key}", units) for key, value in points.items()})


def _read_joint(name: str, table: Table, units: Units) -> Joint:
    where = f"joints: {name}"
    joint = JOINT_KINDS[_choice(table, "kind", JOINT_KINDS, where)]
    entries = {entry.name: entry for entry in fields(joint)[1:]}
    needed = tuple(key for key, entry in entries.items() if entry.default is MISSING)
    _check_keys(table, ("kind", *entries), where, required=needed)
    links = _names(table["links"], f"{where}: links")
    values: dict[str, Any] = {"links": links}
    for key in table:
        if key not in ("kind", "links"):
            kind = entries[key].metadata["kind"]
            if entries[key].metadata["per_link"]:
                values[key] = _per_link(table[key], links, name, kind, f"{where}: {key}", units)
            else:
                values[key] = _value(table[key], kind, f"{where}: {key}", units)
    return joint(name, **values)


def _per_link(
    table: Any, links: tuple[str, ...], name: str, kind: str, where: str, units: Units
) -> tuple[str | float, ...]:
    """A table by link name as one entry for each link; what is missing is the joint's own name, or zero."""
    for link in _table(table, where):
        if link not in links:
            raise UnknownNameError(where, "link of this joint named", link, links)
    missing = name if kind == "word" else 0.0
    return tuple(_value(table.get(link, missing), kind, f"{where}: {link}", units) for link in links)


def _read_driver(name: str, table: Table, units: Units, prismatic: set[str]) -> Driver:
    where = f"drivers: {name}"
    kinds = [kind for kind in DRIVER_KINDS if kind in table]
    if len(kinds) != 1:
        raise FormError(where, dict(table), f"exactly one of {', '.join(DRIVER_KINDS)}, to say what is driven")
    target = table[kinds[0]]
    if kinds[0] == "pose":
        _check_keys(table, ("pose", "x", "y", "theta"), where, required=("x", "y", "theta"))
        kind = {"x": "length", "y": "length", "theta": "angle"}
        laws = {
            key: _read_law(_table(table[key], f"{where}: {key}"), (), f"{where}: {key}", units, kind[key])
            for key in kind
        }
        return PoseDriver(name, _text(target, f"{where}: pose"), **laws)
    extra = {"joint": ("joint", "links"), "point": ("point", "axis")}.get(kinds[0], (kinds[0],))
    angle = kinds[0] == "link" or (kinds[0] == "joint" and target not in prismatic)
    law = _read_law(table, extra, where, units, "angle" if angle else "length")
    if kinds[0] == "joint":
        links = _names(table.get("links", []), f"{where}: links")
        return JointDriver(name, _text(target, f"{where}: joint"), law, links)
    if kinds[0] == "link":
        return LinkAngleDriver(name, _text(target, f"{where}: link"), law)
    if kinds[0] == "distance":
        return DistanceDriver(name, _names(target, f"{where}: distance"), law)
    return CoordinateDriver(name, _text(target, f"{where}: point"), _choice(table, "axis", ("x", "y"), where), law)


def _read_law(table: Table, others: tuple[str, ...], where: str, units: Units, quantity: str) -> MotionLaw:
    law = LAW_KINDS[_choice(table, "law", LAW_KINDS, where)]
    entries = {entry.name: entry for entry in fields(law)}
    needed = tuple(key for key, entry in entries.items() if entry.default is MISSING)
    _check_keys(table, ("law", *others, *entries), where, required=needed)
    values = {}
    for key, entry in entries.items():
        if key in table:
            kind = entry.metadata["kind"]
            values[key] = _value(table[key], quantity if kind == "value" else kind, f"{where}: {key}", units)
    return law(**values)


def _input_kinds(driver: Driver, prismatic: set[str]) -> Iterable[tuple[str, str]]:
    angle = isinstance(driver, LinkAngleDriver) or (isinstance(driver, JointDriver) and driver.joint not in prismatic)
    for name in driver.inputs:
        yield name, "angle" if angle or name.endswith(".theta") else "length"


def _read_initial(table: Table, units: Units, kinds: Mapping[str, str]) -> InitialConfiguration:
    places = {key: value for key, value in table.items() if key not in ("inputs", "branches")}
    points = {key: value for key, value in places.items() if isinstance(value, list)}
    return InitialConfiguration(
        points={key: _place(value, f"initial: {key}", units) for key, value in points.items()},
        angles={key: _value(places[key], "angle", f"initial: {key}", units) for key in places if key not in points},
        inputs={
            key: _value(value, kinds.get(key, "plain"), f"initial: inputs: {key}", units)
            for key, value in _table(table.get("inputs", {}), "initial: inputs").items()
        },
        branches=_table(table.get("branches", {}), "initial: branches"),
    )


def _read_expected(table: Table, units: Units, kinds: Mapping[str, str]) -> Expectation:
    _check_keys(table, EXPECTED_KEYS, "expected")
    interval = table.get("range", {})
    full_turn = interval == "full turn"
    if full_turn:
        interval = {}
    elif isinstance(interval, list):
        if len(kinds) != 1:
            raise FormError("expected: range", interval, f"a table by input, since there are {len(kinds)} inputs")
        interval = {next(iter(kinds)): interval}
    ranges = {}
    for key, ends in _table(interval, "expected: range").items():
        low, high = _pair(ends, f"expected: range: {key}", "two numbers [from, to]")
        kind = kinds.get(key, "plain")
        ranges[key] = (units.read(low, kind), units.read(high, kind))
    return Expectation(
        mobility=_count(table["mobility"], "expected: mobility") if "mobility" in table else None,
        groups=_names(table.get("groups", []), "expected: groups"),
        mechanism_class=_text(table["mechanism_class"], "expected: mechanism_class")
        if "mechanism_class" in table
        else None,
        redundant=_count(table.get("redundant", 0), "expected: redundant"),
        undetermined=_names(table.get("undetermined", []), "expected: undetermined"),
        structure_only=_truth(table.get("structure_only", False), "expected: structure_only"),
        full_turn=full_turn,
        range=ranges,
    )


def _check_keys(table: Table, allowed: tuple[str, ...], where: str, required: tuple[str, ...] = ()) -> None:
    for key in table:
        if key not in allowed:
            raise UnknownKeyError(where, "key", key, allowed)
    for key in required:
        if key not in table:
            raise MissingKeyError(where, key)


def _choice(table: Table, key: str, allowed: Iterable[str], where: str) -> str:
    if key not in table:
        raise MissingKeyError(where, key)
    value = _text(table[key], f"{where}: {key}")
    if value not in allowed:
        raise UnknownNameError(where, key, value, allowed)
    return value


def _value(value: Any, kind: str, where: str, units: Units) -> Any:
    if kind == "word":
        return _text(value, where)
    if isinstance(value, list):
        return tuple(units.read(finite(number, where), kind) for number in value)
    return units.read(finite(value, where), kind)


def _place(value: Any, where: str, units: Units) -> tuple[float, float]:
    x, y = _pair(value, where, "two coordinates [x, y]")
    return units.read(x, "length"), units.read(y, "length")


def _pair(value: Any, where: str, expected: str) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise FormError(where, value, expected)
    return finite(value[0], where), finite(value[1], where)


def _table(value: Any, where: str) -> Table:
    if not isinstance(value, dict):
        raise FormError(where, value, "a table such as { key = value }")
    return value


def _names(value: Any, where: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise FormError(where, value, "a list of names")
    return tuple(_text(entry, where) for entry in value)


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise FormError(where, value, "a text in quotes")
    return value


def _truth(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise FormError(where, value, "true or false")
    return value


def _count(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise NumberError(where, value, "a whole number, zero or more")
    return value
