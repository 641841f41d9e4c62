"""Writing mechanism files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from os import PathLike
from pathlib import Path
from typing import Any

from sgkin.errors import InputError, MechanismError, brief
from sgkin.model.driver import Driver
from sgkin.model.initial import Expectation, InitialConfiguration
from sgkin.model.joint import Joint
from sgkin.model.mechanism import Mechanism
from sgkin.model.mechanism_file import SECTIONS
from sgkin.model.motion_law import LAW_KINDS, MotionLaw
from sgkin.model.quantity import Units


def save_mechanism(mechanism: Mechanism, path: str | PathLike[str]) -> None:
    """Write a mechanism to a file from which `load_mechanism` reads the same mechanism again.

    A name that ends in .json gets JSON, any other TOML. The name of a mechanism is the name of its file. A motion law
    that is a Python function cannot be written.
    """
    if not isinstance(mechanism, Mechanism):
        raise InputError(
            f"save_mechanism needs a mechanism, found {brief(mechanism)}; a sketch makes one: .mechanism()"
        )
    is_json = Path(path).suffix.lower() == ".json"
    text = (
        json.dumps(_document(mechanism), indent=2, ensure_ascii=False) + "\n"
        if is_json
        else format_mechanism(mechanism)
    )
    Path(path).write_text(text, encoding="utf-8")


def format_mechanism(mechanism: Mechanism) -> str:
    """The text of a mechanism's file, in TOML."""
    import tomlkit

    document = tomlkit.document()
    for key, value in _document(mechanism).items():
        if key not in SECTIONS:
            document[key] = _inline(value)
            continue
        document.add(tomlkit.nl())
        section = tomlkit.table()
        for name, entry in value.items():
            section.add(name, _inline(entry))
        document.add(key, section)
    return tomlkit.dumps(document)


def _document(mechanism: Mechanism) -> dict[str, Any]:
    """The content of a mechanism's file as plain tables, in its own units."""
    units = mechanism.units
    document: dict[str, Any] = {
        key: getattr(mechanism, key) for key in ("title", "category", "source", "notes") if getattr(mechanism, key)
    }
    document["units"] = {"length": units.length, "angle": units.angle}
    if mechanism.ground != "ground":
        document["ground"] = mechanism.ground
    if mechanism.floating:
        document["floating"] = True
    sections = {
        "links": {
            link.name: {name: _lengths(place, units) for name, place in link.points.items()} for link in mechanism.links
        },
        "joints": {joint.name: _joint(joint, units) for joint in mechanism.joints},
        "drivers": {driver.name: _driver(driver, mechanism) for driver in mechanism.drivers},
        "initial": _initial(mechanism.initial, mechanism),
        "expected": _expected(mechanism.expected, mechanism),
    }
    return document | {name: entries for name, entries in sections.items() if entries or name == "joints"}


def _inline(value: Any) -> Any:
    import tomlkit

    if not isinstance(value, Mapping):
        return value
    table = tomlkit.inline_table()
    for key, entry in value.items():
        table.add(key, _inline(entry))
    return table


def _lengths(values: tuple[float, ...], units: Units) -> list[float]:
    return [_number(value, "length", units) for value in values]


def _number(value: float, kind: str, units: Units) -> float:
    number = units.write(value, kind)
    return int(number) if number == int(number) and abs(number) < 1e15 else number


def _entry(value: Any, kind: str, units: Units) -> Any:
    if kind == "word":
        return value
    if isinstance(value, tuple):
        return [_number(number, kind, units) for number in value]
    return _number(value, kind, units)


def _joint(joint: Joint, units: Units) -> dict[str, Any]:
    table: dict[str, Any] = {"kind": joint.kind, "links": list(joint.links)}
    for entry in fields(joint)[2:]:
        value, kind = getattr(joint, entry.name), entry.metadata["kind"]
        if entry.metadata["per_link"]:
            usual = joint.name if kind == "word" else 0.0
            stated = {
                link: _entry(each, kind, units) for link, each in zip(joint.links, value, strict=True) if each != usual
            }
            if stated:
                table[entry.name] = stated
        elif value != entry.default:
            table[entry.name] = _entry(value, kind, units)
    return table


def _driver(driver: Driver, mechanism: Mechanism) -> dict[str, Any]:
    kinds = [mechanism.input_quantity(name) for name in driver.inputs]
    laws = [_law(law, kind, driver.name, mechanism.units) for law, kind in zip(driver.laws, kinds, strict=True)]
    stated = {key: getattr(driver, field) for key, field in driver.keys.items()}
    table = {key: list(value) if isinstance(value, tuple) else value for key, value in stated.items() if value}
    return table | (laws[0] if len(laws) == 1 else dict(zip(driver.law_fields, laws, strict=True)))


def _law(law: MotionLaw, quantity: str, driver: str, units: Units) -> dict[str, Any]:
    if law.kind not in LAW_KINDS:
        raise MechanismError(
            f"driver {driver!r}: its motion law is a Python function, which a file cannot hold; "
            "replace it by a spline through a table of its values"
        )
    table: dict[str, Any] = {"law": law.kind}
    for entry in fields(law):
        value, kind = getattr(law, entry.name), entry.metadata["kind"]
        if value != entry.default:
            table[entry.name] = _entry(value, quantity if kind == "value" else kind, units)
    return table


def _initial(initial: InitialConfiguration, mechanism: Mechanism) -> dict[str, Any]:
    units = mechanism.units
    table: dict[str, Any] = {}
    for name, place in initial.points.items():
        # a pin and a link of one name would be one key: name the pin by a link and its point
        key = mechanism.joint(name).points[0] if name in initial.angles else name
        table[key] = _lengths(place, units)
    table |= {name: _number(angle, "angle", units) for name, angle in initial.angles.items()}
    if initial.inputs:
        table["inputs"] = {
            name: _number(value, mechanism.input_quantity(name), units) for name, value in initial.inputs.items()
        }
    if initial.branches:
        table["branches"] = dict(initial.branches)
    return table


def _expected(expected: Expectation, mechanism: Mechanism) -> dict[str, Any]:
    table: dict[str, Any] = {}
    default = Expectation()
    for key in ("mobility", "groups", "mechanism_class", "redundant", "undetermined", "structure_only"):
        value = getattr(expected, key)
        if value != getattr(default, key):
            table[key] = list(value) if isinstance(value, tuple) else value
    if expected.full_turn:
        table["range"] = "full turn"
    elif expected.range:
        table["range"] = {
            name: [_number(end, mechanism.input_quantity(name), mechanism.units) for end in ends]
            for name, ends in expected.range.items()
        }
    return table
