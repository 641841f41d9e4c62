"""The picture of a structure."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import pytest
from matplotlib.figure import Figure

from sgkin import Link, Mechanism, Structure, decompose, load_mechanism, mechanism_names, scalable_four_bar
from sgkin.errors import PictureError
from sgkin.plots.structure_graph import plot_structure, save_structure_plot

matplotlib.use("agg")


def boxes(structure: Structure) -> list[str]:
    """The texts of the boxes drawn for it."""
    ax = Figure().subplots()
    assert plot_structure(structure, ax) is ax
    return [text.get_text() for text in ax.texts if text.get_bbox_patch() is not None]


@pytest.mark.parametrize("name", mechanism_names())
def test_a_box_for_each_group_with_its_links(name: str) -> None:
    structure = decompose(load_mechanism(name))
    drawn = boxes(structure)
    assert len(drawn) == len(structure.groups)
    for text, group in zip(drawn, structure.groups, strict=True):
        assert group.signature in text
        for name in (*map(str, group.links), *group.inputs):
            assert name in text.replace("\n", " ").replace("- ", "-")


def test_an_arrow_for_each_dependence() -> None:
    structure = decompose(load_mechanism("jansen_leg"))
    ax = plot_structure(structure, Figure().subplots())
    arrows = [text for text in ax.texts if getattr(text, "arrow_patch", None) is not None]
    assert len(arrows) == sum(len(group.depends_on) for group in structure.groups)


def test_boxes_stand_to_the_right_of_what_they_depend_on() -> None:
    structure = decompose(load_mechanism("jansen_leg"))
    ax = plot_structure(structure, Figure().subplots())
    x = [text.get_position()[0] for text in ax.texts if text.get_bbox_patch() is not None]
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
    assert len([text for text in ax.texts if text.get_bbox_patch() is not None]) == 20


def test_nothing_to_draw(tmp_path: Path) -> None:
    save_structure_plot(decompose(Mechanism("frame", [Link("ground")], [])), tmp_path / "frame.png")
    assert (tmp_path / "frame.png").exists()


def test_saving_leaves_no_figure_open(tmp_path: Path) -> None:
    import matplotlib.pyplot as plt

    save_structure_plot(decompose(load_mechanism("slider_crank")), tmp_path / "a.svg")
    assert plt.get_fignums() == []


def test_an_unknown_ending(tmp_path: Path) -> None:
    with pytest.raises(PictureError) as caught:
        save_structure_plot(decompose(load_mechanism("slider_crank")), tmp_path / "a.dwg")
    assert caught.value.file == tmp_path / "a.dwg"
    assert {"png", "svg", "pdf"} <= set(caught.value.allowed)
