"""`sgkin view`: where the page goes, whether a browser opens, and what is refused."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sgkin import load_mechanism, save_mechanism


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The addresses that a browser was asked to open; the working folder is an empty one."""
    addresses: list[str] = []

    def open_it(address: str) -> bool:
        addresses.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", open_it)
    monkeypatch.chdir(tmp_path)
    return addresses


def test_writes_and_opens_a_page(sgkin: Callable[..., Any], opened: list[str], tmp_path: Path) -> None:
    answer = sgkin("view", "slider_crank")
    path = tmp_path / "slider_crank.html"
    assert (answer.code, answer.out, answer.err) == (0, "wrote slider_crank.html\n", "")
    assert opened == [path.as_uri()]
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_writes_only(sgkin: Callable[..., Any], opened: list[str], tmp_path: Path) -> None:
    path = tmp_path / "own.html"
    save_mechanism(load_mechanism("slider_crank"), tmp_path / "own.toml")
    answer = sgkin("view", tmp_path / "own.toml", "-o", path, "--no-open", "--steps", 40)
    assert (answer.code, answer.out, answer.err) == (0, f"wrote {path}\n", "")
    assert path.exists()
    assert opened == []


def test_says_that_there_is_no_browser(
    sgkin: Callable[..., Any], opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    answer = sgkin("view", "gear_pair")
    assert answer.code == 0
    assert answer.out == "wrote gear_pair.html\nno browser was found; open gear_pair.html in one\n"


def test_more_steps_make_a_larger_page(sgkin: Callable[..., Any], opened: list[str], tmp_path: Path) -> None:
    sizes = []
    for steps in (40, 80):
        sgkin("view", "gear_pair", "--steps", steps, "--no-open")
        sizes.append((tmp_path / "gear_pair.html").stat().st_size)
    assert sizes[1] > sizes[0]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("cam_oscillating_follower", "it has a structure but no motion"),
        ("k4_overbraced_floating", "mobility is 3 but 0 inputs are given"),
    ],
)
def test_shows_the_structure_of_what_cannot_move(
    name: str, reason: str, sgkin: Callable[..., Any], opened: list[str]
) -> None:
    answer = sgkin("view", name)
    assert answer.code == 0
    assert answer.out.startswith(f"wrote {name}.html; it shows the structure only: {name}: ")
    assert reason in answer.out
    assert len(opened) == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["slider_crank", "--steps", "3"], "--steps is 3; give a whole number from 4 on"),
        (["slider_krank"], "did you mean 'slider_crank'?"),
        (["slider_crank", "-o", "page.txt"], "let it end in .html or .htm"),
        (["slider_crank", "-o", "nowhere/page.html"], "there is no folder nowhere; make it first"),
        (["slider_crank", "-o", "."], "is a directory"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    arguments: list[str], sentence: str, sgkin: Callable[..., Any], opened: list[str], tmp_path: Path
) -> None:
    answer = sgkin("view", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert sentence in answer.err.replace("Is a", "is a")
    assert opened == []
    assert list(tmp_path.glob("*.html")) == []


def test_help_gives_an_example(sgkin: Callable[..., Any]) -> None:
    assert "example: sgkin view" in sgkin("view", "--help").out
