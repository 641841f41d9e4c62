"""A mechanism is found by its name, from any folder, and a file in the way is preferred."""

from __future__ import annotations

from pathlib import Path

import pytest

from sgkin import load_mechanism, save_mechanism


def test_by_name_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load_mechanism("slider_crank").name == "slider_crank"


def test_a_file_of_that_name_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save_mechanism(load_mechanism("four_bar_crank_rocker"), "slider_crank")
    assert load_mechanism("slider_crank").title == load_mechanism("four_bar_crank_rocker").title


def test_a_folder_of_that_name_is_not_in_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "slider_crank").mkdir()
    assert load_mechanism("slider_crank").name == "slider_crank"


def test_a_file_saved_by_a_windows_editor(tmp_path: Path) -> None:
    file = tmp_path / "saved.toml"
    save_mechanism(load_mechanism("slider_crank"), file)
    text = file.read_text(encoding="utf-8").replace("\n", "\r\n")
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert load_mechanism(file).joints == load_mechanism("slider_crank").joints
