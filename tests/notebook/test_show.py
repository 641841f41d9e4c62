"""`show`: the page in the cell of a notebook, elsewhere in the browser."""

from __future__ import annotations

import sys
import webbrowser
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from sgkin import Drive, InputError, Sketch, assembly_modes, load_mechanism, make_plan, show, solve
from sgkin.page.showing import cell

FOUR_BAR = load_mechanism("four_bar_crank_rocker")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Addresses that were opened in the browser; files go to a folder of the test."""
    addresses: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: addresses.append(address) or True)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return addresses


@pytest.fixture
def notebook(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What was displayed in a kernel."""
    shown: list[str] = []
    ipython, display = ModuleType("IPython"), ModuleType("IPython.display")
    given: dict[str, Any] = {"get_ipython": lambda: SimpleNamespace(kernel=object())}
    vars(ipython).update(given)
    vars(display).update(HTML=str, display=shown.append)
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    yield shown
    assert not opened


def page_of(cell: str) -> str:
    return unescape(cell.partition('srcdoc="')[2].partition('"')[0])


def test_in_a_notebook_the_page_stands_in_the_cell(notebook: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    show(FOUR_BAR)
    (shown,) = notebook
    assert 'height="640"' in shown
    assert page_of(shown).lower().startswith("<!doctype html>")
    assert "<title>Four-bar crank-rocker" in page_of(shown)
    assert shown == cell(page_of(shown), 640)
    assert capsys.readouterr().out == ""


def test_a_motion_is_a_film(notebook: list[str]) -> None:
    show(solve(FOUR_BAR, [0.0, 0.1, 0.2]), height=500)
    assert 'height="500"' in notebook[0]
    assert "<animateTransform" in page_of(notebook[0])


def test_elsewhere_it_is_opened_and_told_where(opened: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    mode = assembly_modes(FOUR_BAR)[1]
    sketch = Sketch("crank", {"O": (0, 0), "A": (1, 0)}, {"ground": "O", "crank": "O A"}, drives={"m": Drive("O", 1)})
    for thing, name in (
        (FOUR_BAR, FOUR_BAR.name),
        (make_plan(FOUR_BAR), FOUR_BAR.name),
        (mode, FOUR_BAR.name),
        (sketch, "crank"),
    ):
        show(thing)
        file = Path(urlsplit(opened[-1]).path)
        assert file.name == f"{name}.html"
        assert file.read_text(encoding="utf-8").lower().startswith("<!doctype html>")
        assert capsys.readouterr().out == f"wrote {file}\n"


def test_without_a_browser_it_says_so(
    opened: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    show(FOUR_BAR)
    assert capsys.readouterr().out.endswith("; no browser was found, open it in one\n")


def test_in_a_shell_without_a_kernel_nothing_is_displayed(
    notebook: list[str], opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["IPython"], "get_ipython", lambda: SimpleNamespace())
    show(FOUR_BAR)
    assert not notebook
    assert len(opened) == 1
    opened.clear()


def test_other_things_are_refused() -> None:
    with pytest.raises(InputError, match="show needs a mechanism, sketch, plan, assembly mode or motion, found 3"):
        show(3)  # type: ignore[arg-type]
    for height in (0, -5, True, 2.5):
        with pytest.raises(InputError, match=r"height is .*; give a whole number of pixels"):
            show(FOUR_BAR, height=height)  # type: ignore[arg-type]
