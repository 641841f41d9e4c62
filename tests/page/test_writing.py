"""Writing pages: one file, nothing outside it, and clear refusals."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from sgkin import (
    HigherPair,
    InitialConfiguration,
    InitialConfigurationError,
    InputError,
    Link,
    Mechanism,
    Revolute,
    load_mechanism,
    mechanism_names,
    scalable_four_bar,
    write_page,
)


def text_of(mechanism: Mechanism, path: Path) -> str:
    write_page(mechanism, path, 12)
    return path.read_text(encoding="utf-8")


def content_of(text: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="mechanism">(.*?)</script>', text, flags=re.DOTALL)
    assert found is not None
    content: dict[str, object] = json.loads(found[1])
    return content


def test_nothing_is_outside_the_file(tmp_path: Path) -> None:
    text = text_of(load_mechanism("jansen_leg"), tmp_path / "page.html")
    addresses = set(re.findall(r"https?://[^\"'\s<]+", text))
    assert addresses == {"http://www.w3.org/2000/svg"}  # a name, not an address that is asked for
    assert not re.search(r"<(script|link|img)[^>]*\b(src|href)=\"(?!data:)", text)


@pytest.mark.parametrize(
    "name", [name for name in mechanism_names("planar") if load_mechanism(name).expected.structure_only]
)
def test_what_cannot_move_says_why(name: str, tmp_path: Path) -> None:
    reason = write_page(load_mechanism(name), tmp_path / "page.html")
    assert reason.startswith(f"{name}: ")
    content = content_of((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert content["still"] == reason
    assert content["groups"]


def test_names_and_titles_cannot_break_the_page(tmp_path: Path) -> None:
    title = '</title><script>alert("@data@")</script> & <!--'
    mechanism = replace(load_mechanism("slider_crank"), title=title)
    text = text_of(mechanism, tmp_path / "page.html")
    assert text.count("<script") == 2
    assert content_of(text)["title"] == title


def test_the_same_mechanism_gives_the_same_page(tmp_path: Path) -> None:
    one, other = (text_of(load_mechanism("five_bar_2dof"), tmp_path / f"{number}.html") for number in (1, 2))
    assert one == other


def test_large_mechanisms_have_pages_too(tmp_path: Path) -> None:
    assert len(content_of(text_of(scalable_four_bar(50), tmp_path / "page.html"))["links"]) > 100  # type: ignore[arg-type]


@pytest.mark.parametrize("steps", [3, 0, -1, 2.5, True, "many"])
def test_bad_steps_are_refused(steps: object, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"steps is .*; give a whole number from 4 on"):
        write_page(load_mechanism("slider_crank"), tmp_path / "page.html", steps)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


def test_a_name_instead_of_a_mechanism_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="use load_mechanism"):
        write_page("slider_crank", tmp_path / "page.html")  # type: ignore[arg-type]


def test_links_that_are_nowhere_are_named(tmp_path: Path) -> None:
    cam = Mechanism(
        "cam",
        links=[
            Link("ground", {"A": (0, 0), "B": (3, 0)}),
            Link("cam", {"A": (0, 0), "C": (1, 0)}),
            Link("arm", {"B": (0, 0), "C": (2, 0)}),
        ],
        joints=[Revolute("A", ("ground", "cam")), Revolute("B", ("ground", "arm")), HigherPair("C", ("cam", "arm"))],
        initial=InitialConfiguration(angles={"cam": 0.0}),
    )
    with pytest.raises(InitialConfigurationError, match="does not place arm") as caught:
        write_page(cam, tmp_path / "page.html")
    assert caught.value.links == ("arm",)
