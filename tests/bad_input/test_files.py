"""A file that cannot be read: the file, the line and the remedy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sgkin import MechanismFileError, Sketch, load_mechanism, save_sketch
from tests.bad_input.four_bar import TEXT

# contents of the file, line of the mistake, what is said of it
BROKEN: dict[str, tuple[bytes, int | None, str]] = {
    "no equals sign": (b'title = "a"\n\n[links]\nground\n', 4, "not valid TOML: Expected '=' after a key"),
    "no closing bracket": (b'title = "a"\n[links\n', 2, "not valid TOML: Expected ']'"),
    "text without its end": (b'title = "a\n[links]\n', 1, "not valid TOML"),
    "no value": (b'title = "a"\nsource =', 2, "not valid TOML: Invalid value"),
    "list without its end": (b'title = "a"\n\nlinks = [1,\n2\n\n', 4, "not valid TOML"),
    "two links of one name": (
        TEXT.replace("rocker  = {", "crank = {").encode(),
        9,
        "a name stands twice in the same table, rename or remove one",
    ),
    "two points of one name": (
        TEXT.replace("B = [80, 0]", "C = [80, 0]").encode(),
        9,
        "a name stands twice in the same table, rename or remove one",
    ),
    "two joints of one name": (TEXT.replace("\nC = {", "\nO = {").encode(), 15, "a name stands twice"),
    "two sections of one name": (TEXT.replace("[drivers]", "[links]").encode(), 17, "a name stands twice"),
    "a number without end": (b"a = 1" + b"0" * 5000, None, "not valid TOML"),
    "brackets without end": (b"a = " + b"[" * 5000, None, "not valid TOML: brackets are nested too deeply"),
    "empty": (b"", None, "the file is empty; a mechanism needs at least [links] and [joints]"),
    "only comments": (b"# nothing\n\n", None, "the file is empty; a mechanism needs at least [links] and [joints]"),
    "picture": (b"\x89PNG\r\n\x1a\n\x00\x00\xff", None, "this is not a text in UTF-8; name a mechanism file"),
    "other encoding": ('title = "Kurbelschwinge für"'.encode("utf-16"), None, "or save it as UTF-8"),
    "zeros": (b"\x00" * 100, 1, "not valid TOML"),
}

EVERY = pytest.mark.parametrize("name", BROKEN)


@EVERY
def test_in_python(name: str, tmp_path: Path) -> None:
    content, line, words = BROKEN[name]
    file = tmp_path / "broken.toml"
    file.write_bytes(content)
    with pytest.raises(MechanismFileError) as caught:
        load_mechanism(file)
    assert caught.value.file == file
    assert caught.value.line == line
    place = f"{file}: " if line is None else f"{file}: line {line}: "
    assert str(caught.value).startswith(place)
    assert words in str(caught.value)


@EVERY
def test_on_the_command_line(name: str, tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    content, _, words = BROKEN[name]
    file = tmp_path / "broken.toml"
    file.write_bytes(content)
    answer = sgkin("structure", file)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith(f"sgkin: {file}: ")
    assert words in answer.err


def test_missing_file_suggests_a_name_of_the_library(sgkin: Callable[..., Any]) -> None:
    with pytest.raises(MechanismFileError, match=r"no such file, and no mechanism .*did you mean 'jansen_leg'\?"):
        load_mechanism("jansen_log")
    answer = sgkin("structure", "jansen_log")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "did you mean 'jansen_leg'?" in answer.err


def test_missing_file_suggests_those_beside_it(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    missing = tmp_path / "my_four_bra.toml"
    assert sgkin("structure", missing).err == (
        f"sgkin: {missing}: no such file; `sgkin list` names those of the library\n"
    )
    (tmp_path / "my_four_bar.toml").touch()
    assert "no such file; did you mean 'my_four_bar.toml'?" in sgkin("structure", missing).err
    assert "the library has 'jansen_leg', without an ending" in sgkin("structure", tmp_path / "jansen_leg.toml").err


def test_a_sketch_is_no_mechanism_file(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    drawn = tmp_path / "drawn.toml"
    save_sketch(Sketch("drawn", {"O": (0, 0), "A": (1, 0)}, {"ground": "O", "crank": "O A"}), drawn)
    answer = sgkin("solve", drawn)
    assert answer.code == 2
    assert answer.err.endswith(
        ": this is a sketch; make a mechanism file of it: sgkin new MECHANISM.toml --from drawn.toml\n"
    )


def test_missing_file_that_resembles_nothing_lists_some_names(sgkin: Callable[..., Any]) -> None:
    answer = sgkin("structure", "folder/xyzzy")
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "folder/xyzzy: no such file" in answer.err
    assert "andrews_squeezer" in answer.err
    assert "in all)" in answer.err


def test_a_folder_is_not_a_file(tmp_path: Path, sgkin: Callable[..., Any]) -> None:
    with pytest.raises(MechanismFileError, match="this is a folder; name a mechanism file") as caught:
        load_mechanism(tmp_path)
    assert caught.value.file == tmp_path
    answer = sgkin("structure", tmp_path)
    assert (answer.code, answer.err) == (2, f"sgkin: {tmp_path}: this is a folder; name a mechanism file\n")


def test_a_template_that_is_not_filled_in_names_the_first_blank(tmp_path: Path) -> None:
    file = tmp_path / "blank.toml"
    file.write_text(TEXT.replace("[120, 0]", "[nan, nan]"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"links: coupler\.B: found nan, expected a finite number"):
        load_mechanism(file)
