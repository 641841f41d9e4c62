"""A document of the library with keys and values taken out or replaced loads, or is refused as it should be."""

from __future__ import annotations

import copy
import tomllib
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from sgkin import Mechanism, MechanismError, decompose, mechanism_names
from sgkin.model.mechanism_file import library_folder, parse_mechanism
from sgkin.model.mechanism_writer import format_mechanism


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


ordinary = st.sampled_from([0, 1, -1, 3, 0.5, float("nan"), float("inf")])
extreme = st.sampled_from([1e-300, 1e300, -1e308, 10**30, 10**400])
others = st.sampled_from(
    [True, False, date(2020, 2, 2), "", "full turn", [], {}, [0, 0], ["a"], {"a": 1}, "a.b", " ", "= 1", "= q", "= 1/0"]
)


@st.composite
def spoiled_documents(draw: st.DrawFn, numbers: st.SearchStrategy[Any]) -> dict[str, Any]:
    result = copy.deepcopy(document(draw(st.sampled_from(mechanism_names("planar")))))
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


def loaded(spoiled: dict[str, Any]) -> Mechanism | MechanismError:
    try:
        return parse_mechanism(tomlkit.dumps(spoiled), Path("spoiled.toml"))
    except MechanismError as error:
        return error


@given(spoiled=spoiled_documents(ordinary | extreme))
def test_a_spoiled_document_loads_or_is_refused(spoiled: dict[str, Any]) -> None:
    found = loaded(spoiled)
    if isinstance(found, Mechanism):
        assert parse_mechanism(format_mechanism(found), Path("spoiled.toml")).links == found.links
    else:
        assert str(found).startswith("spoiled.toml: ")
        assert "\n" not in str(found)


@given(spoiled=spoiled_documents(ordinary))
def test_what_loads_comes_apart(spoiled: dict[str, Any]) -> None:
    found = loaded(spoiled)
    if isinstance(found, Mechanism):
        structure = decompose(found)
        links = [link for group in structure.groups for link in group.links]
        assert len(links) == len(set(links))
        assert set(structure.undetermined) <= set(links) <= set(found.moving_links)


@given(content=st.text(max_size=200))
def test_any_text_is_refused(content: str) -> None:
    with pytest.raises(MechanismError, match=r"^spoiled\.toml: "):
        parse_mechanism(content, Path("spoiled.toml"))
