"""Sketches in files: TOML or JSON, by the ending of the name, with the same keys as `Sketch` has fields."""

from __future__ import annotations

import json
from dataclasses import asdict
from os import PathLike
from pathlib import Path
from typing import Any

from sgkin.errors import InputError, MechanismError, MechanismFileError, MissingKeyError, UnknownKeyError, brief
from sgkin.model import form
from sgkin.model.mechanism_file import parse_document, read_text
from sgkin.model.quantity import Units
from sgkin.model.sketch import Drive, Sketch, Slider

KEYS = ("title", "source", "units", "ground", "points", "links", "sliders", "drives")


def save_sketch(sketch: Sketch, path: str | PathLike[str]) -> None:
    """Write a sketch to a .toml or .json file from which `load_sketch` reads the same sketch again.

    The name of a sketch is the name of its file.
    """
    import tomlkit

    if not isinstance(sketch, Sketch):
        raise InputError(f"save_sketch needs a sketch, found {brief(sketch)}; use save_mechanism for a mechanism")
    document: dict[str, Any] = {key: getattr(sketch, key) for key in ("title", "source") if getattr(sketch, key)}
    document["units"] = {"length": sketch.units.length, "angle": sketch.units.angle}
    if sketch.ground != "ground":
        document["ground"] = sketch.ground
    document["points"] = {name: [_short(x) for x in place] for name, place in sketch.points.items()}
    document["links"] = {name: list(points) for name, points in sketch.links.items()}
    for key in ("sliders", "drives"):
        entries = {name: _entry(asdict(value)) for name, value in getattr(sketch, key).items()}
        if entries:
            document[key] = entries
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n" if _is_json(path) else tomlkit.dumps(document)
    Path(path).write_text(text, encoding="utf-8")


def load_sketch(path: str | PathLike[str]) -> Sketch:
    """Read a sketch from a .toml or .json file."""
    file = Path(path)
    document = parse_document(read_text(file, "a sketch"), file)
    try:
        return read_sketch(document, file.stem)
    except MechanismError as error:
        error.file = file
        raise


def read_sketch(document: dict[str, Any], name: str) -> Sketch:
    """A sketch from the content of its file."""
    for key in document:
        if key not in KEYS:
            raise UnknownKeyError("top level", "key", key, KEYS)
    for key in ("points", "links"):
        if key not in document:
            raise MissingKeyError("top level", key)
    values = dict(document)
    values["units"] = _made(Units, document.get("units", {}), "units")
    for key, kind in (("sliders", Slider), ("drives", Drive)):
        entries = form.table(document.get(key, {}), key)
        values[key] = {each: _made(kind, given, f"{key}: {each}") for each, given in entries.items()}
    return Sketch(name, **values)


def _made(kind: Any, given: Any, where: str) -> Any:
    allowed = tuple(kind.__dataclass_fields__)
    for key in form.table(given, where):
        if key not in allowed:
            raise UnknownKeyError(where, "key", key, allowed)
    needed = {Slider: ("pin",), Drive: ("at", "speed")}.get(kind, ())
    for key in needed:
        if key not in given:
            raise MissingKeyError(where, key)
    try:
        return kind(**given)
    except MechanismError as error:
        error.place = where  # a slider or drive does not know its name
        raise


def _entry(values: dict[str, Any]) -> dict[str, Any]:
    kept = {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
    if len(kept.get("at", "")) == 1:
        kept["at"] = kept["at"][0]
    return {key: value for key, value in kept.items() if value not in ([], "")}


def _short(number: float) -> float:
    return int(number) if number == int(number) and abs(number) < 1e15 else number


def _is_json(path: str | PathLike[str]) -> bool:
    ending = Path(path).suffix.lower()
    if ending not in (".json", ".toml"):
        raise MechanismFileError(Path(path), "a sketch is written as .toml or .json; let the name end so")
    return ending == ".json"
