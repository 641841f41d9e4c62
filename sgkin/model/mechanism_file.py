"""Mechanism files: TOML, or the same in JSON, one mechanism a file. Reading; `mechanism_writer` writes what this reads.

Keys are the fields of the model's classes; each field declares what it measures, so the file's units are applied
here and nowhere else.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from os import PathLike
from pathlib import Path
from typing import Any

from sgkin.errors import (
    FormError,
    MechanismError,
    MechanismFileError,
    MissingKeyError,
    UnknownNameError,
    suggestion,
)
from sgkin.model import form
from sgkin.model.driver import Driver, driver_kinds
from sgkin.model.dynamics_file import read_force, read_gravity, read_mass
from sgkin.model.file_reading import Table, check_keys, choice, in_si, pair_in_si, read_law
from sgkin.model.initial import Expectation, InitialConfiguration
from sgkin.model.joint import Joint
from sgkin.model.link import Link
from sgkin.model.mechanism import SPACES, Mechanism
from sgkin.model.parameters_file import ExpressionReader
from sgkin.model.quantity import Units, checked
from sgkin.model.spatial_file import (
    SPATIAL_SECTIONS,
    read_points,
    read_rod,
    read_spatial_initial,
    read_spatial_link,
)
from sgkin.model.spatial_joint import joint_kinds
from sgkin.progress import waiting

TOP_KEYS = ("title", "category", "source", "notes", "space", "ground", "floating")
SECTIONS = ("parameters", "points", "links", "rods", "joints", "drivers", "masses", "forces", "initial", "expected")
EXPECTED_KEYS = ("mobility", "groups", "mechanism_class", "redundant", "undetermined", "structure_only", "range")


def library_folder() -> Path:
    """The folder of the mechanisms that come with sgkin: beside the package in a checkout, inside it once installed."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "mechanisms"
    return installed if installed.is_dir() else package.parent / "mechanisms"


def library_files() -> dict[str, tuple[Path, str]]:
    """The files of the library and the space that they are in, by name: those of space are in a folder of their own."""
    folder = library_folder()
    found = {path.stem: (path, "planar") for path in folder.glob("*.toml")}
    return found | {path.stem: (path, "spatial") for path in (folder / "spatial").glob("*.toml")}


def mechanism_names(space: str = "") -> tuple[str, ...]:
    """The names of the mechanisms of the library, in alphabetical order; of those of one `space`, or of all.

    >>> "slider_crank" in mechanism_names("planar"), "rssr" in mechanism_names("spatial")
    (True, True)
    """
    if space not in ("", *SPACES):
        raise FormError("mechanism_names: space", space, "'planar' or 'spatial'")
    names = (name for name, (_, own) in library_files().items() if space in ("", own))
    return tuple(sorted(names, key=str.lower))


def load_mechanism(name_or_path: str | PathLike[str]) -> Mechanism:
    """Read a mechanism of the library, by name, or a mechanism file, by path.

    >>> load_mechanism("four_bar_crank_rocker").moving_links
    ('crank', 'coupler', 'rocker')
    """
    path = Path(name_or_path)
    if not path.is_file():
        names = mechanism_names()
        if str(name_or_path) in names:
            path = library_files()[str(name_or_path)][0]
        elif not path.exists() and path.suffix in (".toml", ".json"):
            beside = sorted(file.name for file in path.parent.glob(f"*{path.suffix}"))
            hint = suggestion(path.name, tuple(beside)) if beside else "`sgkin list` names those of the library"
            if path.stem in names:
                hint = f"the library has {path.stem!r}, without an ending"
            raise MechanismFileError(path, f"no such file; {hint}")
        elif not path.exists():
            hint = suggestion(str(name_or_path), names)
            raise MechanismFileError(path, f"no such file, and no mechanism of this name in the library; {hint}")
    with waiting("reading the mechanism"):
        return parse_mechanism(read_text(path, "a mechanism file"), path)


def read_text(path: Path, expected: str) -> str:
    """The text of a file, or an error that says why there is none."""
    if path.is_dir():
        raise MechanismFileError(path, f"this is a folder; name {expected}")
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise MechanismFileError(path, f"this is not a text in UTF-8; name {expected}, or save it as UTF-8") from error
    except OSError as error:
        raise MechanismFileError(path, f"cannot be read ({error.strerror}); name {expected}") from error


def parse_mechanism(content: str, path: Path) -> Mechanism:
    """Read a mechanism from the text of its file; `path` gives its name and stands in errors."""
    document = parse_document(content, path)
    if not document:
        raise MechanismFileError(path, "the file is empty; a mechanism needs at least [links] and [joints]")
    if "points" in document and "joints" not in document and "space" not in document:
        remedy = f"sgkin new MECHANISM.toml --from {path.name}"
        raise MechanismFileError(path, f"this is a sketch; make a mechanism file of it: {remedy}")
    try:
        return _read_mechanism(document, path.stem, path.parent)
    except MechanismError as error:
        error.file = path
        raise


def parse_document(content: str, path: Path) -> dict[str, Any]:
    """The content of a file, TOML or, if its name ends in .json, JSON."""
    if path.suffix.lower() == ".json":
        return _parse_json(content, path)
    try:
        return tomllib.loads(content)
    except RecursionError as error:
        raise MechanismFileError(path, "not valid TOML: brackets are nested too deeply") from error
    except ValueError as error:
        found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", str(error))
        if not found:
            raise MechanismFileError(path, f"not valid TOML: {error}") from error
        line = int(found[1] or content.rstrip().count("\n") + 1)
        what = str(error)[: found.start()]
        if re.search("overwrite|twice|duplicate|immutable", what, re.IGNORECASE):
            what += "; a name stands twice in the same table, rename or remove one"
        raise MechanismFileError(path, f"not valid TOML: {what}", line) from error


def _parse_json(content: str, path: Path) -> dict[str, Any]:
    try:
        document = json.loads(content)
    except RecursionError as error:
        raise MechanismFileError(path, "not valid JSON: brackets are nested too deeply") from error
    except ValueError as error:
        raise MechanismFileError(path, f"not valid JSON: {error}") from error
    if not isinstance(document, dict):
        raise MechanismFileError(path, "the file holds no table of named entries; a mechanism needs links and joints")
    return document


def _read_mechanism(document: Table, name: str, folder: Path) -> Mechanism:
    is_spatial = document.get("space") == "spatial"
    required = ("links",) if is_spatial else ("links", "joints")  # rods and driven distances may be all there is
    check_keys(document, (*TOP_KEYS, "units", "gravity", *SECTIONS), "top level", required=required)
    if not is_spatial:
        for key in SPATIAL_SECTIONS:
            if key in document:
                raise FormError(key, document[key], 'nothing, or space = "spatial" above it')
    sections = {key: form.table(document.get(key, {}), key) for key in SECTIONS}
    unit_names = form.table(document.get("units", {}), "units")
    check_keys(unit_names, ("length", "angle"), "units")
    units = Units(**unit_names)
    reader = ExpressionReader(sections["parameters"], units)
    sections = {key: reader.numbers(value, key) for key, value in sections.items() if key != "parameters"}
    space = "spatial" if is_spatial else "planar"
    joints = [
        _read_joint(key, form.table(value, f"joints: {key}"), units, space) for key, value in sections["joints"].items()
    ]
    joints += [read_rod(key, form.table(value, f"rods: {key}"), units) for key, value in sections["rods"].items()]
    coordinates = {joint.name: joint.coordinate for joint in joints}
    points = read_points(sections["points"], units)
    drivers: list[Driver] = []
    kinds: dict[str, str] = {}
    for key, value in sections["drivers"].items():
        driver, measures = _read_driver(key, form.table(value, f"drivers: {key}"), units, coordinates, space)
        drivers.append(driver)
        kinds |= dict(zip(driver.inputs, measures, strict=True))
    top = {key: document[key] for key in TOP_KEYS if key in document}
    found = Mechanism(
        name,
        links=[
            read_spatial_link(key, value, points, units)
            if is_spatial
            else _read_link(key, form.table(value, f"links: {key}"), units)
            for key, value in sections["links"].items()
        ],
        joints=joints,
        drivers=drivers,
        initial=(read_spatial_initial if is_spatial else _read_initial)(sections["initial"], units, kinds),
        units=units,
        expected=_read_expected(sections["expected"], units, kinds),
        masses={
            key: read_mass(key, form.table(value, f"masses: {key}"), units) for key, value in sections["masses"].items()
        },
        gravity=read_gravity(reader.numbers(document.get("gravity", [0, 0]), "gravity"), units),
        **top,
    )
    tables = ((key, form.table(value, f"forces: {key}")) for key, value in sections["forces"].items())
    forces = [read_force(key, table, found, folder) for key, table in tables]
    return reader.mechanism(replace(found, forces=forces) if forces else found)


def _read_link(name: str, points: Table, units: Units) -> Link:
    return Link(
        name, {key: pair_in_si(value, "length", f"links: {name}.{key}", units) for key, value in points.items()}
    )


def _read_joint(name: str, table: Table, units: Units, space: str) -> Joint:
    where, kinds = f"joints: {name}", joint_kinds(space)
    joint = kinds[choice(table, "kind", kinds, where)]
    others = joint.upright if space == "planar" else joint.flat
    entries = {entry.name: entry for entry in fields(joint)[1:] if entry.name not in others}
    needed = tuple(key for key, entry in entries.items() if entry.default is MISSING)
    check_keys(table, ("kind", *entries), where, required=needed)
    links = form.names(table["links"], f"{where}: links")
    values: dict[str, Any] = {"links": links}
    for key in table:
        if key not in ("kind", "links"):
            metadata, place = entries[key].metadata, f"{where}: {key}"
            if metadata["kind"] == "axis" and not metadata["many"]:
                given = table[key]  # the joint checks it by its links
            elif metadata["per_link"] and space == "spatial" and isinstance(table[key], str):
                given = (table[key],) * len(links)  # one name for the point of every link
            elif metadata["per_link"]:
                given = _per_link(table[key], links, name, metadata, place)
            else:
                given = checked(table[key], metadata, place)
            values[key] = in_si(given, metadata["kind"], units)
    return joint(name, **values)


def _per_link(table: Any, links: tuple[str, ...], name: str, metadata: Table, where: str) -> tuple[Any, ...]:
    """A table by link name as one entry for each link; what is missing is the joint's own name, or zero."""
    if not isinstance(table, dict):
        raise FormError(where, table, f"a table by link such as {{ {' = …, '.join(links)} = … }}")
    for link in table:
        if link not in links:
            raise UnknownNameError(where, "link of this joint named", link, links)
    missing = name if metadata["kind"] == "word" else 0.0
    return tuple(checked(table.get(link, missing), metadata, f"{where}: {link}") for link in links)


def _read_driver(name: str, table: Table, units: Units, coordinates: Table, space: str) -> tuple[Driver, list[str]]:
    """A driver, and what each of its inputs is; `coordinates`: those of the joints by name."""
    where = f"drivers: {name}"
    known = driver_kinds(space)
    kinds = [kind for kind in known if kind in table]
    if len(kinds) != 1:
        raise FormError(where, dict(table), f"exactly one of {', '.join(known)}, to say what is driven")
    driver = known[kinds[0]]
    stated = {field.name: field for field in fields(driver)}
    values: dict[str, Any] = {}
    keys = {key: field for key, field in driver.keys.items() if space == "spatial" or key not in driver.upright}
    for key, field in keys.items():
        if key in table:
            read = form.names if "tuple" in str(stated[field].type) else form.text
            values[field] = read(table[key], f"{where}: {key}")
        elif stated[field].default is MISSING:
            raise MissingKeyError(where, key)
    driven = values.get("of") or coordinates.get(values.get("joint", ""))
    at_joint = "length" if driven == "stroke" else "angle"
    measures = [measure or at_joint for measure in driver.measures]
    if len(driver.law_fields) == 1:
        values["law"] = read_law(table, tuple(keys), where, units, measures[0])
    else:
        check_keys(table, (*keys, *driver.law_fields), where)
        for key, measure in zip(driver.law_fields, measures, strict=True):
            place = f"{where}: {key}"
            values[key] = read_law(form.table(table.get(key, {}), place), (), place, units, measure)
    return driver(name, **values), measures


def _read_initial(table: Table, units: Units, kinds: Mapping[str, str]) -> InitialConfiguration:
    places = {key: value for key, value in table.items() if key not in ("inputs", "branches")}
    points = {key: value for key, value in places.items() if isinstance(value, list)}
    return InitialConfiguration(
        points={key: pair_in_si(value, "length", f"initial: {key}", units) for key, value in points.items()},
        angles={
            key: units.read(form.finite(value, f"initial: {key}"), "angle")
            for key, value in places.items()
            if key not in points
        },
        inputs={
            key: units.read(form.finite(value, f"initial: inputs: {key}"), kinds.get(key, "plain"))
            for key, value in form.table(table.get("inputs", {}), "initial: inputs").items()
        },
        branches=form.table(table.get("branches", {}), "initial: branches"),
    )


def _read_expected(table: Table, units: Units, kinds: Mapping[str, str]) -> Expectation:
    check_keys(table, EXPECTED_KEYS, "expected")
    interval = table.get("range", {})
    full_turn = interval == "full turn"
    if full_turn:
        interval = {}
    elif isinstance(interval, list) and len(kinds) == 1:
        interval = {next(iter(kinds)): interval}
    if not isinstance(interval, dict):
        allowed = "'full turn', [from, to] or " if len(kinds) == 1 else ""
        raise FormError("expected: range", interval, f"{allowed}a table {{ input = [from, to] }}")
    intervals = {
        key: pair_in_si(ends, kinds.get(key, "plain"), f"expected: range: {key}", units, "two numbers [from, to]")
        for key, ends in interval.items()
    }
    others = {key: value for key, value in table.items() if key != "range"}
    return Expectation(**others, full_turn=full_turn, range=intervals)
