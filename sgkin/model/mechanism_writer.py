"""Writing mechanism files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from os import PathLike
from pathlib import Path
from typing import Any

from sgkin.errors import InputError, brief
from sgkin.model.driver import Driver
from sgkin.model.dynamics_file import written_force, written_gravity, written_mass
from sgkin.model.file_writing import entry, number, written_law
from sgkin.model.initial import Expectation, InitialConfiguration
from sgkin.model.joint import Joint
from sgkin.model.mechanism import Mechanism
from sgkin.model.mechanism_file import SECTIONS
from sgkin.model.parameters_file import with_written_numbers, written_parameters
from sgkin.model.quantity import Units
from sgkin.model.spatial_file import (
    written_link,
    written_points,
    written_poses,
    written_rod,
)
from sgkin.model.spatial_joint import Rod


def save_mechanism(mechanism: Mechanism, path: str | PathLike[str]) -> None:
    """Write a mechanism to a file from which `load_mechanism` reads the same mechanism again.

    A name that ends in .json gets JSON, any other TOML. The name of a mechanism is the name of its file. A motion law
    or a force that is a Python function cannot be written.
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
        for name, each in value.items():
            section.add(name, _inline(each))
        document.add(key, section)
    return tomlkit.dumps(document)


def _document(mechanism: Mechanism) -> dict[str, Any]:
    """The content of a mechanism's file as plain tables, in its own units."""
    units, parameters, mechanism = mechanism.units, written_parameters(mechanism), with_written_numbers(mechanism)
    document: dict[str, Any] = {
        key: getattr(mechanism, key) for key in ("title", "category", "source", "notes") if getattr(mechanism, key)
    }
    if mechanism.is_spatial:
        document["space"] = mechanism.space
    document["units"] = {"length": units.length, "angle": units.angle}
    if mechanism.ground != "ground":
        document["ground"] = mechanism.ground
    if mechanism.floating:
        document["floating"] = True
    if mechanism.gravity != (0.0, 0.0):
        document["gravity"] = written_gravity(mechanism)
    points = written_points(mechanism) if mechanism.is_spatial else {}
    rods = [joint for joint in mechanism.joints if isinstance(joint, Rod)]
    sections = {
        "parameters": parameters,
        "points": {name: _lengths(place, units) for name, place in points.items()},
        "links": {link.name: written_link(link, points, units) for link in mechanism.links},
        "rods": {rod.name: written_rod(rod, units) for rod in rods},
        "joints": {joint.name: _joint(joint, units) for joint in mechanism.joints if joint not in rods},
        "drivers": {driver.name: _driver(driver, mechanism) for driver in mechanism.drivers},
        "masses": {link: written_mass(mass, units) for link, mass in mechanism.masses.items()},
        "forces": {force.name: written_force(force, mechanism) for force in mechanism.forces},
        "initial": _initial(mechanism.initial, mechanism),
        "expected": _expected(mechanism.expected, mechanism),
    }
    return document | {name: found for name, found in sections.items() if found or name == "joints"}


def _inline(value: Any) -> Any:
    import tomlkit

    if not isinstance(value, Mapping):
        return value
    table = tomlkit.inline_table()
    for key, each in value.items():
        table.add(key, _inline(each))
    return table


def _lengths(values: tuple[float, ...], units: Units) -> list[float | str]:
    return [number(value, "length", units) for value in values]


def _joint(joint: Joint, units: Units) -> dict[str, Any]:
    table: dict[str, Any] = {"kind": joint.kind, "links": list(joint.links)}
    for each in fields(joint)[2:]:
        value, kind = getattr(joint, each.name), each.metadata["kind"]
        if each.metadata["kind"] == "axis":
            table |= _axis(each.name, value, joint, units)
        elif each.metadata["per_link"]:
            usual = joint.name if kind == "word" else 0.0
            stated = {
                link: entry(own, kind, units) for link, own in zip(joint.links, value, strict=True) if own != usual
            }
            if stated:
                table[each.name] = stated
        elif value != each.default:
            table[each.name] = entry(value, kind, units)
    return table


def _axis(name: str, value: tuple[Any, ...], joint: Joint, units: Units) -> dict[str, Any]:
    """An axis as it was given: in one link, in each of them, or two for the joint; nothing if there is none."""
    if not value:
        return {}
    written = entry(value, "plain", units)
    if name == "axis" and isinstance(value[0], tuple):
        return {name: dict(zip(joint.links, written, strict=True))}
    return {name: written}


def _driver(driver: Driver, mechanism: Mechanism) -> dict[str, Any]:
    kinds = [mechanism.input_quantity(name) for name in driver.inputs]
    whose = f"driver {driver.name!r}"
    laws = [written_law(law, kind, whose, mechanism.units) for law, kind in zip(driver.laws, kinds, strict=True)]
    stated = {key: getattr(driver, field) for key, field in driver.keys.items()}
    table = {key: list(value) if isinstance(value, tuple) else value for key, value in stated.items() if value}
    return table | (laws[0] if len(laws) == 1 else dict(zip(driver.law_fields, laws, strict=True)))


def _initial(initial: InitialConfiguration, mechanism: Mechanism) -> dict[str, Any]:
    units = mechanism.units
    table: dict[str, Any] = {}
    for name, place in initial.points.items():
        # a pin and a link of one name would be one key: name the pin by a link and its point
        key = mechanism.joint(name).points[0] if name in initial.angles else name
        table[key] = _lengths(place, units)
    table |= {name: number(angle, "angle", units) for name, angle in initial.angles.items()}
    table |= written_poses(mechanism)
    if initial.inputs:
        table["inputs"] = {
            name: number(value, mechanism.input_quantity(name), units) for name, value in initial.inputs.items()
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
            name: [number(end, mechanism.input_quantity(name), mechanism.units) for end in ends]
            for name, ends in expected.range.items()
        }
    return table
