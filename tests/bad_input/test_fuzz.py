"""A document of the library with keys and values taken out or replaced loads, or is refused as it should be."""

from __future__ import annotations

import copy
import tomllib
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import tomlkit
from hypothesis import given, settings
from hypothesis import strategies as st

from sgkin import MechanismError, decompose, mechanism_names
from sgkin.model.mechanism_file import library_folder, parse_mechanism


@cache
def document(name: str) -> dict[str, Any]:
    return tomllib.loads((library_folder() / f"{name}.toml").read_text(encoding="utf-8"))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value of a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in inner for place in places(each, (*path, key)))]


def words(value: Any) -> set[str]:
    """Every name and text of a document."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    own = {value} if isinstance(value, str) else set(value) if isinstance(value, dict) else set()
    return own.union(*map(words, inner))


numbers = st.sampled_from([0, 1, -1, 3, 0.5, 1e-300, 1e300, -1e308, float("nan"), float("inf"), 10**30])
others = st.sampled_from([True, False, date(2020, 2, 2), "", "full turn", [], {}, [0, 0], ["a"], {"a": 1}, "a.b", " "])


@st.composite
def spoiled_documents(draw: st.DrawFn) -> dict[str, Any]:
    result = copy.deepcopy(document(draw(st.sampled_from(mechanism_names()))))
    known = st.sampled_from(sorted(words(result)))
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from(places(result)[1:] or [("title",)]))
        table = result
        for key in way:
            table = table[key]
        match draw(st.sampled_from(["remove", "replace", "rename", "copy"])):
            case "remove":
                del table[last]
            case "replace":
                table[last] = draw(numbers | others | known)
            case "rename" if isinstance(table, dict):
                table[draw(known)] = table.pop(last)
            case "copy" if isinstance(table, dict):
                table[draw(known)] = copy.deepcopy(table[last])
    return result


@given(spoiled=spoiled_documents())
@settings(max_examples=400)
def test_a_spoiled_document_loads_or_is_refused(spoiled: dict[str, Any]) -> None:
    try:
        mechanism = parse_mechanism(tomlkit.dumps(spoiled), Path("spoiled.toml"))
    except MechanismError as error:
        assert str(error).startswith("spoiled.toml: ")
        assert "\n" not in str(error)
    else:
        assert mechanism.name == "spoiled"


@given(content=st.text(max_size=200) | st.sampled_from(mechanism_names()).map(lambda name: tomlkit.dumps(document(name))))
def test_any_text_loads_or_is_refused(content: str) -> None:
    try:
        parse_mechanism(content, Path("spoiled.toml"))
    except MechanismError as error:
        assert str(error).startswith("spoiled.toml: ")
