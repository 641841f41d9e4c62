"""What mechanisms, structures and motions show in a notebook."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from sgkin import decompose, load_mechanism, mechanism_names, scalable_four_bar, solve
from sgkin.display import as_html, as_svg

SVG = "{http://www.w3.org/2000/svg}"
VOID = {"br", "meta"}


class Balance(HTMLParser):
    """Refuses tags that are not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check(html: str) -> None:
    parser = Balance()
    parser.feed(html)
    assert not parser.open


@pytest.mark.parametrize("name", mechanism_names())
def test_every_mechanism_and_its_structure(name: str) -> None:
    mechanism = load_mechanism(name)
    structure = decompose(mechanism)
    picture, boxes = mechanism._repr_svg_(), structure._repr_svg_()
    assert picture is not None
    assert boxes is not None
    texts = [text.text for text in ET.fromstring(picture).iter(f"{SVG}text")]
    for joint in mechanism.joints:
        if joint.kind == "revolute":
            assert joint.name in texts
    for number, group in enumerate(structure.groups, start=1):
        assert f"{number}  {group.label}" in texts
    rectangles = [r for r in ET.fromstring(boxes).iter(f"{SVG}rect") if r.get("rx")]
    assert len(rectangles) == len(structure.groups)
    check(mechanism._repr_html_())
    check(structure._repr_html_())
    assert structure.formula.replace("&", "&amp;") in structure._repr_html_()


def test_findings_are_said() -> None:
    structure = decompose(load_mechanism("coupled_wheels_three_parallel_cranks"))
    assert structure.findings
    for sentence in structure.findings:
        assert sentence in structure._repr_html_()


def test_a_motion_moves() -> None:
    motion = solve(load_mechanism("slider_crank"), np.linspace(0.0, 1.0, 21))
    picture = motion._repr_svg_()
    assert picture is not None
    assert len(list(ET.fromstring(picture).iter(f"{SVG}animateTransform"))) >= 6
    html = motion._repr_html_()
    check(html)
    assert "21 steps, from 0 to 1 s" in html
    assert "<td>motor</td><td>40</td><td>400</td><td>deg</td>" in html


def test_a_motion_that_ended_early_says_so() -> None:
    mechanism = load_mechanism("slider_crank_piston_input")
    motion = solve(mechanism, inputs=np.linspace(3.7, 4.5, 9), on_failure="return")
    assert f"{motion.steps} of 9 steps reached" in motion._repr_html_()


def test_without_all_links_there_is_no_picture() -> None:
    motion = solve(load_mechanism("slider_crank"), np.linspace(0.0, 1.0, 3), outputs=["rod"])
    assert motion._repr_svg_() is None
    check(motion._repr_html_())


def test_large_things_are_told_and_not_drawn() -> None:
    mechanism = scalable_four_bar(300)
    assert mechanism._repr_svg_() is None
    check(mechanism._repr_html_())
    html = decompose(mechanism)._repr_html_()
    check(html)
    assert "more groups" in html


def test_names_are_escaped() -> None:
    from dataclasses import replace

    odd = replace(load_mechanism("slider_crank"), title="a < b & c")
    check(odd._repr_html_())
    assert "a &lt; b &amp; c" in odd._repr_html_()


def test_other_things_are_not_shown() -> None:
    for show in (as_html, as_svg):
        with pytest.raises(NotImplementedError, match="int"):
            show(1)


def test_nothing_heavy_is_needed_to_show_a_mechanism() -> None:
    code = (
        "import sgkin, sys; sgkin.load_mechanism('slider_crank')._repr_html_(); sys.exit('matplotlib' in sys.modules)"
    )
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=root).returncode == 0
