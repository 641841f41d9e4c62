"""The picture of a structure."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from sgkin import Link, Mechanism, Structure, decompose, load_mechanism, mechanism_names, scalable_four_bar
from sgkin.drawing.structure_drawing import Arrow, draw_structure
from sgkin.drawing.structure_svg import structure_svg
from sgkin.errors import PictureError
from sgkin.plots.saving import LAYOUT
from sgkin.plots.structure_graph import figure_size, plot_structure, save_structure_plot

matplotlib.use("agg")
SVG = "{http://www.w3.org/2000/svg}"


def boxes(structure: Structure) -> list[str]:
    """The texts of the boxes drawn for it."""
    ax = Figure().subplots()
    assert plot_structure(structure, ax) is ax
    return [text.get_text() for text in ax.texts]


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_a_box_for_each_group_with_its_links(name: str) -> None:
    structure = decompose(load_mechanism(name))
    drawn = boxes(structure)
    assert len(drawn) == len(structure.groups)
    for text, group in zip(drawn, structure.groups, strict=True):
        assert group.signature in text
        for name in (*map(str, group.links), *group.inputs):
            assert name in text.replace("\n", "")


@pytest.mark.parametrize("structure", [*mechanism_names("planar"), scalable_four_bar(12)], ids=str)
def test_arrows_go_from_border_to_border_and_through_no_box(structure: str | Mechanism) -> None:
    mechanism = load_mechanism(structure) if isinstance(structure, str) else structure
    groups = decompose(mechanism).groups
    drawing = draw_structure(decompose(mechanism))
    ways = [(arrow.start, arrow.end) for arrow in drawing.arrows]
    assert sorted(ways) == sorted((earlier, later) for later, g in enumerate(groups) for earlier in g.depends_on)
    for arrow in drawing.arrows:
        start, end = drawing.boxes[arrow.start], drawing.boxes[arrow.end]
        assert arrow.points[0] == pytest.approx((start.centre[0] + 0.5 * start.width, start.centre[1]))
        assert arrow.points[-1] == arrow.head[0] == pytest.approx((end.centre[0] - 0.5 * end.width, end.centre[1]))
        for x, y in on_curve(arrow):
            for box in drawing.boxes:
                inside = abs(x - box.centre[0]) < 0.499 * box.width and abs(y - box.centre[1]) < 0.499 * box.height
                assert not inside


def on_curve(arrow: Arrow) -> list[tuple[float, float]]:
    """Points along the Bézier curves of an arrow."""
    places = []
    for first in range(0, len(arrow.points) - 1, 3):
        corners = np.array(arrow.points[first : first + 4])
        for t in np.linspace(0.0, 1.0, 21):
            weights = np.array([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3])
            places.append(tuple(weights @ corners))
    return places


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_boxes_hold_their_texts_and_do_not_overlap(name: str) -> None:
    structure = decompose(load_mechanism(name))
    figure = Figure(figsize=figure_size(structure), layout=LAYOUT)
    ax = plot_structure(structure, figure.subplots())
    figure.draw_without_rendering()
    patches = [patch for patch in ax.patches if isinstance(patch, FancyBboxPatch)]
    frames = [patch.get_window_extent() for patch in patches]
    for text, frame in zip(ax.texts, frames, strict=True):
        words = text.get_window_extent()
        assert frame.x0 <= words.x0 < words.x1 <= frame.x1
        assert frame.y0 <= words.y0 < words.y1 <= frame.y1
    for number, frame in enumerate(frames):
        assert not any(frame.overlaps(other) for other in frames[:number])


@pytest.mark.parametrize("name", ["jansen_leg", "Watt_I_input_ternary", "cam_roller_follower"])
def test_notebooks_show_the_same_drawing(name: str) -> None:
    structure = decompose(load_mechanism(name))
    root = ET.fromstring(structure_svg(structure))
    drawing = draw_structure(structure)
    ax = plot_structure(structure, Figure().subplots())
    patches = [patch for patch in ax.patches if isinstance(patch, FancyBboxPatch)]
    rectangles = root.findall(f"{SVG}rect")[1:]
    for box, rectangle, patch in zip(drawing.boxes, rectangles, patches, strict=True):
        corner = (box.centre[0] - 0.5 * box.width, box.centre[1] - 0.5 * box.height)
        for shown in ((float(rectangle.get("x", "")), float(rectangle.get("y", ""))), (patch.get_x(), patch.get_y())):
            assert shown == pytest.approx(corner, abs=0.06)
        assert rectangle.get("fill") == box.fill == to_hex(patch.get_facecolor())
        assert (rectangle.get("stroke-dasharray") is not None) == box.is_dashed
    paths = [path.get("d", "") for path in root.findall(f"{SVG}path")]
    assert len(paths) == 2 * len(drawing.arrows)


def test_boxes_stand_to_the_right_of_what_they_depend_on() -> None:
    structure = decompose(load_mechanism("jansen_leg"))
    x = [box.centre[0] for box in draw_structure(structure).boxes]
    for number, group in enumerate(structure.groups):
        assert all(x[earlier] < x[number] for earlier in group.depends_on)


def test_makes_its_own_axes() -> None:
    import matplotlib.pyplot as plt

    ax = plot_structure(decompose(load_mechanism("slider_crank")))
    assert "slider_crank: mobility 1, 2 groups" in ax.get_title()
    plt.close("all")


def test_a_large_structure_is_drawn_in_part() -> None:
    structure = decompose(scalable_four_bar(200))
    ax = plot_structure(structure, Figure().subplots(), most=20)
    assert ax.get_title().endswith("201 groups (the first 20 drawn)")
    assert len(ax.texts) == 20


def test_nothing_to_draw(tmp_path: Path) -> None:
    save_structure_plot(decompose(Mechanism("frame", [Link("ground")], [])), tmp_path / "frame.png")
    assert (tmp_path / "frame.png").exists()


def test_saving_leaves_no_figure_open(tmp_path: Path) -> None:
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    save_structure_plot(decompose(load_mechanism("slider_crank")), tmp_path / "a.svg")
    assert plt.get_fignums() == before


def test_an_unknown_ending(tmp_path: Path) -> None:
    with pytest.raises(PictureError) as caught:
        save_structure_plot(decompose(load_mechanism("slider_crank")), tmp_path / "a.dwg")
    assert caught.value.file == tmp_path / "a.dwg"
    assert {"png", "svg", "pdf"} <= set(caught.value.allowed)
