"""Links as parts to be cut."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from math import dist, hypot, pi
from pathlib import Path

import numpy as np
import pytest

from sgkin import InputError, Link, Mechanism, Revolute, load_mechanism, mechanism_names, solve
from sgkin.drawing.drawing import limits
from sgkin.drawing.parts import make_parts
from sgkin.drawing.parts_file import name_place, name_size, save_parts
from sgkin.drawing.text_size import text_width
from sgkin.errors import MissingToolError, PictureError

ezdxf = pytest.importorskip("ezdxf")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_every_link_with_a_hole_for_each_pin(name: str) -> None:
    mechanism = load_mechanism(name)
    parts = {part.link: part for part in make_parts(mechanism)}
    assert set(parts) == {link.name for link in mechanism.links if link.points}
    for link, part in parts.items():
        pins = [
            mechanism.link(link).points[joint.at[joint.links.index(link)]]
            for joint in mechanism.joints
            if isinstance(joint, Revolute) and link in joint.links
        ]
        distances = [dist(a.centre, b.centre) for a in part.holes for b in part.holes]
        for wanted in (dist(a, b) for a in pins for b in pins):
            assert min(abs(wanted - each) for each in distances) < 1e-9
    boxes = [limits([part.outline]) for part in parts.values()]
    for number, ((left, right), (low, high)) in enumerate(boxes):
        for (a, b), (c, d) in boxes[:number]:
            assert left >= b or right <= a or low >= d or high <= c  # no part lies on another


def test_holes_have_their_diameter_and_their_edge() -> None:
    parts = make_parts(load_mechanism("four_bar_crank_rocker"), 0.1, 0.3)
    part = next(part for part in parts if part.link == "rocker")
    first, second = part.holes
    assert first.radius == second.radius == 0.05
    outline = np.array(part.outline.outline(720))
    for hole in part.holes:
        assert np.hypot(*(outline - hole.centre).T).min() == pytest.approx(0.15, rel=1e-3)


def test_gears_are_discs_of_their_pitch_circles_with_a_hole() -> None:
    parts = {part.link: part for part in make_parts(load_mechanism("gear_pair"))}
    assert parts["gear1"].outline.radius == pytest.approx(2.0)
    assert parts["gear2"].outline.radius == pytest.approx(1.0)
    assert all(len(parts[name].outline.corners) == len(parts[name].holes) == 1 for name in ("gear1", "gear2"))


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_names_fit_on_their_parts_and_hide_no_hole(name: str) -> None:
    for part in make_parts(load_mechanism(name)):
        font, (x, y) = name_size(part), name_place(part)
        (left, right), (low, high) = limits([part.outline])
        half = 0.5 * text_width(part.link, font)
        assert left < x - half < x + half < right
        assert low < y < high
        if len(part.outline.corners) > 1:
            assert all(dist((x, y), hole.centre) > hole.radius for hole in part.holes)


def test_slots_are_as_long_as_the_motion_asks() -> None:
    mechanism = load_mechanism("quick_return_pin_in_slot")
    motion = solve(mechanism, np.linspace(0.0, 1.0, 91))
    lever = next(part for part in make_parts(motion) if part.link == "lever")
    (slot,) = lever.slots
    start, end = slot.corners
    assert 2.0 < hypot(end[0] - start[0], end[1] - start[1]) < 2.6  # the pin goes from 1.5 to 3.5


def test_dxf_has_a_layer_for_each_link_and_true_arcs(tmp_path: Path) -> None:
    parts = make_parts(load_mechanism("jansen_leg"))
    save_parts(parts, tmp_path / "a.dxf")
    document = ezdxf.readfile(tmp_path / "a.dxf")
    assert document.units == ezdxf.units.MM
    assert not document.audit().has_errors
    for part in parts:
        entities = [entity for entity in document.modelspace() if entity.dxf.layer == part.link]
        circles = [entity for entity in entities if entity.dxftype() == "CIRCLE"]
        (outline,) = (entity for entity in entities if entity.dxftype() == "LWPOLYLINE")
        assert len(circles) == len(part.holes)
        for circle, hole in zip(circles, part.holes, strict=True):
            assert tuple(circle.dxf.center)[:2] == pytest.approx([1000 * x for x in hole.centre])
            assert circle.dxf.radius == pytest.approx(1000 * hole.radius)
        assert 4 * sum(np.arctan([bulge for *_, bulge in outline.get_points("xyb")])) == pytest.approx(2 * pi)
        xs = [x for x, _ in outline.get_points("xy")]
        assert max(xs) <= 1000 * limits([part.outline])[0][1] + 1e-6


def test_svg_is_at_true_scale(tmp_path: Path) -> None:
    parts = make_parts(load_mechanism("slider_crank"), hole=0.02, width=0.05)
    save_parts(parts, tmp_path / "a.svg")
    root = ET.parse(tmp_path / "a.svg").getroot()
    assert [group.get("id") for group in root.iter(f"{SVG}g")] == [part.link for part in parts]
    (left, right), _ = limits([part.outline for part in parts])
    assert root.get("width") == f"{1000 * (right - left) + 2:.3f}mm"
    assert root.get("viewBox", "").split()[2] == root.get("width", "").removesuffix("mm")
    rod = next(group for group in root.iter(f"{SVG}g") if group.get("id") == "rod")
    cut = rod.findall(f"{SVG}path")[0].get("d", "")
    assert cut.count("Z") == 3  # an outline and two holes
    assert cut.count("A10.0000 10.0000") == 4
    assert cut.count("A25.0000 25.0000") == 2
    assert [text.text for text in root.iter(f"{SVG}text")] == [part.link for part in parts]


def test_a_link_without_points_is_no_part() -> None:
    links = [Link("ground", {}), Link("plate", {"A": (0, 0), "B": (1, 0), "C": (0, 1)})]
    parts = make_parts(Mechanism("loose", links, [], floating=True))
    assert [part.link for part in parts] == ["plate"]


def test_mistakes_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mechanism = load_mechanism("slider_crank")
    with pytest.raises(InputError, match="the hole is 20 mm and the bar 10 mm wide; a hole is above 0 and smaller"):
        make_parts(mechanism, hole=0.02, width=0.01)
    with pytest.raises(PictureError, match=r"\.svg or \.dxf"):
        save_parts(make_parts(mechanism), tmp_path / "a.stl")
    monkeypatch.setitem(__import__("sys").modules, "ezdxf.filemanagement", None)
    with pytest.raises(MissingToolError, match=r"sgkin\[dxf\]"):
        save_parts(make_parts(mechanism), tmp_path / "a.dxf")
