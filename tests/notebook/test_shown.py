"""What mechanisms, structures, motions and other results show in a notebook, and as text."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from sgkin import (
    Drive,
    JointDriver,
    OwnLaw,
    Sketch,
    Slider,
    Units,
    assembly_modes,
    decompose,
    driven_comb,
    load_mechanism,
    make_plan,
    mechanism_names,
    scalable_four_bar,
    solve,
)
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


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_every_mechanism_and_its_structure(name: str) -> None:
    mechanism = load_mechanism(name)
    structure = decompose(mechanism)
    picture, boxes = mechanism._repr_svg_(), structure._repr_svg_()
    assert picture is not None
    assert boxes is not None
    texts = [text.text or "" for text in ET.fromstring(picture).iter(f"{SVG}text")]
    for joint in mechanism.joints:
        if joint.kind == "revolute":
            assert joint.name in texts
    for number, group in enumerate(structure.groups, start=1):
        assert f"{number}{group.label}".replace(" ", "") in "".join("".join(texts).split())  # lines may be broken
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
    assert "No picture: crank and piston are not kept; call solve without outputs" in motion._repr_html_()


def test_large_things_are_told_and_not_drawn() -> None:
    mechanism = scalable_four_bar(300)
    assert mechanism._repr_svg_() is None
    why = "No picture: it has 602 links, and notebooks draw up to 200."
    motion = solve(mechanism, [0.0, 0.1])
    for thing in (mechanism, make_plan(mechanism), motion):
        check(thing._repr_html_())
        assert why in thing._repr_html_()
    html = decompose(mechanism)._repr_html_()
    check(html)
    assert "… and 101 more groups" in html


SLIDER_CRANK = Sketch(
    "slider_crank",
    points={"O": (0, 0), "A": (20, 35), "B": (140, -10)},
    links={"ground": "O", "crank": "O A", "rod": "A B"},
    sliders={"piston": Slider("B")},
    drives={"motor": Drive("O", speed=360)},
    units=Units("mm", "deg"),
)


def test_a_sketch_shows_the_mechanism_it_makes() -> None:
    assert SLIDER_CRANK._repr_svg_() == SLIDER_CRANK.mechanism()._repr_svg_()
    html = SLIDER_CRANK._repr_html_()
    check(html)
    assert "(140, -10)" in html
    assert "motor  O at 360 deg/s" in html
    assert "<svg" in html


def test_a_sketch_that_makes_no_mechanism_says_why() -> None:
    loose = Sketch("loose", {"O": (0, 0), "A": (1, 0)}, {"ground": "O", "crank": "O A"}, drives={"m": Drive("A", 1)})
    assert loose._repr_svg_() is None
    check(loose._repr_html_())
    assert "No mechanism yet: drives: m: at: found &#x27;A&#x27;, expected a pin" in loose._repr_html_()


def test_assembly_modes_are_drawn_side_by_side() -> None:
    modes = assembly_modes(load_mechanism("class_III_triad_on_crank"))
    html = modes._repr_html_()
    check(html)
    assert html.count("<svg") == 6
    assert "<td>RR-RR-RR(leg1, leg2, leg3, platform)</td><td>6</td>" in html
    check(modes[2]._repr_html_())
    assert modes[2]._repr_svg_() == modes[2].mechanism._repr_svg_()
    assert "<td>platform</td><td>8.25982</td><td>3.57427</td><td>-37.8212</td>" in modes[2]._repr_html_()


def test_of_many_modes_the_first_are_drawn_and_what_is_uncertain_is_said() -> None:
    html = assembly_modes(driven_comb(4), [0.5] * 4)._repr_html_()
    check(html)
    assert html.count("<svg") == 12
    assert "The first 12 of 16 are drawn." in html
    assert "searched for; there may be others" in assembly_modes(load_mechanism("rack_and_pinion"))._repr_html_()


def test_coefficients_and_plans_are_tables() -> None:
    plan = make_plan(load_mechanism("four_bar_crank_rocker"))
    found = plan.coefficients(0.5)
    check(found._repr_html_())
    K = found.K[found.names.index("rocker.theta"), 0]
    assert f"<td>{K:.6g}</td>" in found._repr_html_()
    check(plan._repr_html_())
    assert "<td>closed form</td><td>+1</td>" in plan._repr_html_()
    along = solve(plan, [0.0, 0.1], coefficients=True).coefficients()
    assert along._repr_html_() == "<div><div>" + str(along) + "</div></div>"


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_every_mechanism_as_text(name: str) -> None:
    mechanism = load_mechanism(name)
    text = str(mechanism)
    assert "\n" not in repr(mechanism)
    assert repr(mechanism).startswith(f"Mechanism {name}: ")
    assert f"in {mechanism.units.length}" in text
    for table, things in (("link", mechanism.links), ("joint", mechanism.joints), ("input", mechanism.input_names)):
        names = [thing if isinstance(thing, str) else thing.name for thing in things]
        lines = text.partition(f"\n\n{table} ")[2].partition("\n\n")[0].splitlines()[1:]
        told = [line.split()[0] for line in lines]
        assert told == (names if len(names) <= 16 else [*names[:8], "…", *names[-8:]])


def test_texts_are_in_the_units_of_the_file() -> None:
    text = str(SLIDER_CRANK.mechanism())
    assert "constant-speed: speed 360, start 60.2551" in text
    assert "rod     A (0, 0), B (128.16, 0)" in text
    own = replace(SLIDER_CRANK.mechanism(), drivers=[JointDriver("motor", "O", OwnLaw(lambda t: (t, 1.0, 0.0)))])
    assert str(own).endswith("motor  joint O  own")


def test_what_is_printed_is_short() -> None:
    triad = load_mechanism("class_III_triad_on_crank")
    modes, plan = assembly_modes(triad), make_plan(triad)
    where = "class_III_triad_on_crank: 6 assembly modes at motor = 0 deg"
    assert repr(modes) == f"AssemblyModes of {where}"
    assert str(modes).startswith(where)
    assert repr(modes[1]) == "AssemblyMode of class_III_triad_on_crank at motor = 0 deg: modes 0, 1 of its groups"
    assert str(modes[1]).splitlines()[-1].split() == ["platform", "8.99996", "-0.0283201", "-70.8538"]
    assert repr(plan.modes(1, 0.0)) == "GroupModes of RR-RR-RR(leg1, leg2, leg3, platform): 6 modes"
    assert str(plan).splitlines()[-1].split()[-3:] == ["by", "iteration", "–"]
    assert repr(plan.evaluate(0.1)).endswith("at inputs 0.1")
    assert str(plan.evaluate(0.1)).splitlines()[3].split() == ["crank", "-0.3", "0", "0.1"]
    assert repr(plan.coefficients(0.1)) == "Coefficients of 16 coordinates by motor"
    assert str(plan.coefficients(0.1)).splitlines()[-1].split() == ["motor", "0.1", "1", "0"]
    assert repr(SLIDER_CRANK) == "Sketch slider_crank: 3 points, 4 links, 1 drive"
    assert repr(decompose(triad)).startswith("Structure of class_III_triad_on_crank: mobility 1, I(crank) → RR")
    assert len(repr(decompose(scalable_four_bar(500)))) < 300


def test_large_texts_are_cut() -> None:
    large = scalable_four_bar(300)
    assert "… 586 more links …" in str(large)
    assert len(str(large).splitlines()) < 50
    assert len(str(make_plan(large)).splitlines()) < 50
    found = make_plan(large).coefficients(0.5)
    assert "more coordinates" in str(found)
    assert len(str(found).splitlines()) < 50


def test_names_are_escaped() -> None:
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
