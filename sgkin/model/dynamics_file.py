"""Masses, gravity and forces in mechanism files: reading and writing.

Masses are in kg, forces in N, torques in N·m; lengths and angles in the file's units, wherever they enter: gravity in
its length per s², inertia in kg·length², stiffness and damping in N or N·m, per length or angle.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from sgkin.errors import FormError, MechanismError, NumberError
from sgkin.model import form
from sgkin.model.file_reading import Table, check_keys, choice, in_si, pair_in_si, read_fields
from sgkin.model.file_writing import entry, number, stated_fields, written_law
from sgkin.model.force import FORCE_KINDS, Force, specification
from sgkin.model.force_law import FORCE_LAW_KINDS, ForceLaw, OverTime, constant
from sgkin.model.mass import MASS_KINDS, STANDARD_GRAVITY, LinkMass, Mass
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import LAW_KINDS, Polynomial
from sgkin.model.quantity import Units, checked, of_measure

SHAPES: Mapping[str, type[LinkMass]] = {key: kind for kind in MASS_KINDS.values() for key in kind.keys}
"""Which key says that a mass is of which kind; without any it is a plain one."""


def read_gravity(value: Any, units: Units) -> tuple[float, float]:
    """Gravity in m/s²."""
    if value == "down":
        return STANDARD_GRAVITY
    return pair_in_si(value, "length", "gravity", units, 'two components [x, y], or "down"')


def written_gravity(mechanism: Mechanism) -> Any:
    """The same in the file's length, or its word."""
    if mechanism.gravity == STANDARD_GRAVITY:
        return "down"
    return [number(component, "length", mechanism.units) for component in mechanism.gravity]


def read_mass(link: str, table: Table, units: Units) -> LinkMass:
    """What a file says of the mass of a link."""
    where = f"masses: {link}"
    shapes = [key for key in SHAPES if key in table]
    if len(shapes) > 1:
        raise FormError(where, ", ".join(shapes), "one of them")
    kind = SHAPES[shapes[0]] if shapes else Mass
    known = kind.keys
    check_keys(table, [key for key in (*known, *_names(kind)) if key not in known.values()], where, known)
    return read_fields(kind, {known.get(key, key): value for key, value in table.items()}, where, units)


def _names(kind: type) -> list[str]:
    return [each.name for each in fields(kind) if each.init]


def written_mass(mass: LinkMass, units: Units) -> dict[str, Any]:
    """The same as a table."""
    keys = {field: key for key, field in mass.keys.items()}
    return {keys.get(name, name): value for name, value in stated_fields(mass, units).items()}


def read_force(name: str, table: Table, mechanism: Mechanism, folder: Path) -> Force:
    """A force of a mechanism; `folder`: where files with tables are looked for."""
    where = f"forces: {name}"
    kind = FORCE_KINDS[choice(table, "kind", WRITABLE, where)]
    entries = {each.name: each for each in fields(kind)[1:]}
    own = ("kind", *entries)
    of_law = {key: value for key, value in table.items() if key not in own} if "law" in entries else {}
    needed = (key for key, each in entries.items() if each.default is MISSING)
    check_keys(table, own if not of_law or "law" not in table else (*own, *of_law), where, needed)
    values = {
        key: checked(table[key], entries[key].metadata, f"{where}: {key}")
        for key in table
        if key not in ("kind", "law", *of_law)
    }
    measure = kind.measure or _measure(kind, values, mechanism, name)
    for key, value in values.items():
        values[key] = in_si(value, of_measure(entries[key].metadata["kind"], measure), mechanism.units)
    if "law" in table:
        law = {"law": table["law"], **of_law}
        values["law"] = _read_force_law(law, where, mechanism.units, measure, folder)
    return kind(name, **values)


def _measure(kind: type[Force], values: Table, mechanism: Mechanism, name: str) -> str:
    """Whether the coordinate is a length or an angle on which a force acts that says so by its subject."""
    subject, where = values[kind.subject], f"force {name!r}"
    if kind.subject == "joint":
        return "length" if mechanism.joint(subject, where).coordinate == "stroke" else "angle"
    return mechanism.coordinate(specification(subject, f"{where}: {kind.subject}"), where).measure


def _read_force_law(table: Table, where: str, units: Units, measure: str, folder: Path) -> ForceLaw:
    """A law by its name and numbers, or a number alone, which is a constant force."""
    if not isinstance(table["law"], str):
        check_keys(table, ("law",), where)
        return constant(form.finite(table["law"], f"{where}: law"))
    name = choice(table, "law", (*LAW_KINDS, *FORCE_LAW_KINDS), where)
    if name in LAW_KINDS:
        return OverTime(read_fields(LAW_KINDS[name], table, where, units, "plain", ("law",)))
    kind = FORCE_LAW_KINDS[name]
    columns = [each.name for each in fields(kind) if each.metadata["many"]]
    if "file" in table and columns:
        rest = {key: value for key, value in table.items() if key != "file"}
        for key in columns:
            if key in rest:
                raise FormError(f"{where}: {key}", rest[key], "nothing, since the table is in a file")
        read = read_columns(folder / form.text(table["file"], f"{where}: file"), f"{where}: file")
        table = rest | dict(zip(columns, read, strict=True))
    return read_fields(kind, table, where, units, measure, ("law",))


def read_columns(path: Path, where: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The two columns of a CSV file; its first line may name them, and lines that begin with # are left out."""
    try:
        content = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a text in UTF-8"
        raise FormError(where, str(path), f"a CSV file of two columns that can be read ({reason})") from error
    rows: list[tuple[float, float]] = []
    lines = [(line, row) for line, row in enumerate(csv.reader(content.splitlines()), start=1) if any(row)]
    for line, row in [(line, row) for line, row in lines if not row[0].lstrip().startswith("#")]:
        try:
            first, second = (float(word) for word in row)
        except ValueError as error:
            if not rows and not any(map(_is_number, row)):
                continue
            raise NumberError(f"{where}: {path.name}, line {line}", ",".join(row), "two numbers") from error
        rows.append((first, second))
    return tuple(row[0] for row in rows), tuple(row[1] for row in rows)


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def written_force(force: Force, mechanism: Mechanism) -> dict[str, Any]:
    """The same as a table."""
    if force.kind not in WRITABLE:
        raise MechanismError(
            f"{force.where}: it is a Python function, which a file cannot hold; "
            "replace it by a law, such as a table of its values"
        )
    units, measure = mechanism.units, force.measure_in(mechanism)
    law = getattr(force, "law", None) if "law" in _names(type(force)) else None
    table = {"kind": force.kind, **stated_fields(force, units, measure, skipped=("name", "law"))}
    return table | (_written_force_law(law, measure, force.where, units) if law is not None else {})


def _written_force_law(law: ForceLaw, measure: str, whose: str, units: Units) -> dict[str, Any]:
    if isinstance(law, OverTime):
        if isinstance(law.law, Polynomial) and len(law.law.coefficients) == 1:
            return {"law": entry(law.law.coefficients[0], "plain", units)}
        return written_law(law.law, "plain", whose, units)
    if law.kind not in FORCE_LAW_KINDS:
        raise MechanismError(
            f"{whose}: its law is a Python function, which a file cannot hold; replace it by a table of its values"
        )
    return {"law": law.kind, **stated_fields(law, units, measure)}


WRITABLE = tuple(
    kind
    for kind, force in FORCE_KINDS.items()
    if not any(each.metadata.get("kind") == "function" for each in fields(force))
)
"""The kinds of forces that a file can hold."""
