"""Every file of the library says what it is and where it comes from, and survives being written again."""

from __future__ import annotations

from pathlib import Path

import pytest

from sgkin import load_mechanism, mechanism_names, save_mechanism

NAMES = mechanism_names("planar")
EVERY = pytest.mark.parametrize("name", NAMES)


def test_names_are_unique_and_sorted() -> None:
    assert len(NAMES) > 50
    assert len({name.lower() for name in NAMES}) == len(NAMES), "names must differ on every file system"
    assert list(NAMES) == sorted(NAMES, key=str.lower)


@EVERY
def test_says_what_it_is_and_where_it_comes_from(name: str) -> None:
    mechanism = load_mechanism(name)
    assert mechanism.name == name
    assert mechanism.title.strip()
    assert mechanism.source.strip()


@EVERY
def test_same_mechanism_after_writing_and_reading(name: str, tmp_path: Path) -> None:
    mechanism = load_mechanism(name)
    save_mechanism(mechanism, tmp_path / f"{name}.toml")
    assert load_mechanism(tmp_path / f"{name}.toml") == mechanism


@EVERY
def test_writing_twice_gives_the_same_text(name: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    save_mechanism(load_mechanism(name), first)
    save_mechanism(load_mechanism(first), second)
    assert first.read_text(encoding="utf-8") == second.read_text(encoding="utf-8")


@EVERY
def test_a_path_loads_what_the_name_loads(name: str) -> None:
    folder = Path(__file__).parents[2] / "mechanisms"
    assert load_mechanism(folder / f"{name}.toml") == load_mechanism(name)
