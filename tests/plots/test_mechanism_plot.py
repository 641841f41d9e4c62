"""The picture of every mechanism of the library, and of a motion."""

from __future__ import annotations

from dataclasses import replace
from math import pi
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.text import Annotation, Text

from sgkin import InputError, Link, Motion, decompose, load_mechanism, mechanism_names, scalable_four_bar, solve
from sgkin.drawing.mechanism_drawing import initial_configuration
from sgkin.mathematics import moved
from sgkin.plots import plot_mechanism, plot_structure_matrix, save_picture
from sgkin.plots.gaps import RED
from sgkin.plots.legend import MOST
from sgkin.plots.saving import LAYOUT, SIZE

matplotlib.use("agg")


@pytest.fixture(scope="module")
def motion() -> Motion:
    return solve(load_mechanism("slider_crank"), np.linspace(0.0, 1.0, 13))


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_every_mechanism_is_drawn_with_its_joints_where_they_are(name: str) -> None:
    mechanism = load_mechanism(name)
    ax = Figure().subplots()
    assert plot_mechanism(mechanism, ax=ax) is ax
    factor = mechanism.units.factor("length")
    assert ax.get_xlabel() == f"x [{mechanism.units.length}]"
    poses = {link: tuple(pose[0]) for link, pose in initial_configuration(mechanism).items()}
    names = {text.get_text(): text.xy for text in ax.texts if isinstance(text, Annotation)}
    for joint in mechanism.joints:
        if joint.kind == "revolute":
            link, place = mechanism.point(joint.points[0])
            x, y = moved(poses[link], place)  # type: ignore[arg-type]
            assert names[joint.name] == pytest.approx(
                (x / factor, y / factor), abs=1e-6 * (1 + abs(x) + abs(y)) / factor
            )
            assert ax.get_xlim()[0] < x / factor < ax.get_xlim()[1]
            assert ax.get_ylim()[0] < y / factor < ax.get_ylim()[1]
    legend = ax.get_legend()
    titles = ["".join(text.get_text().split()) for text in legend.get_texts()] if legend else []
    groups = decompose(mechanism).groups
    assert titles == [f"{number}{group.label}".replace(" ", "") for number, group in enumerate(groups, start=1)]


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_names_can_be_read_and_the_legend_is_a_third_of_the_picture_at_most(name: str) -> None:
    """As the picture is drawn: with the real extents of all texts."""
    figure = Figure(figsize=SIZE, layout=LAYOUT)
    ax = plot_mechanism(load_mechanism(name), ax=figure.subplots())
    figure.draw_without_rendering()
    texts = [text for text in ax.texts if isinstance(text, Annotation)]
    assert all(text.get_visible() for text in texts)
    boxes = [Text.get_window_extent(text) for text in texts]
    frame = ax.get_window_extent()
    for number, box in enumerate(boxes):
        assert frame.x0 <= box.x0
        assert box.x1 <= frame.x1
        assert frame.y0 <= box.y0
        assert box.y1 <= frame.y1
        for other in boxes[:number]:
            assert not box.overlaps(other), name
    legend = ax.get_legend()
    assert legend is not None
    whole = figure.get_tightbbox()
    assert legend.get_window_extent().width <= whole.width * figure.dpi / 3.0
    assert legend.get_window_extent().x1 <= whole.x1 * figure.dpi + 1.0


def test_names_have_their_places_at_every_size_of_the_axes(motion: Motion) -> None:
    figure = Figure(figsize=(8.0, 6.0))
    ax = plot_mechanism(motion, ax=figure.subplots(), legend=False)
    places = []
    for size in ((8.0, 6.0), (3.0, 2.2)):
        figure.set_size_inches(size)
        figure.draw_without_rendering()
        assert all(Text.get_window_extent(text).x1 <= ax.get_window_extent().x1 for text in ax.texts)
        places.append([text.get_position() for text in ax.texts])
    assert places[0] != places[1]


def test_a_legend_of_many_groups_says_how_many_are_left_out() -> None:
    figure = Figure()
    legend = plot_mechanism(scalable_four_bar(40), ax=figure.subplots()).get_legend()
    assert legend is not None
    assert legend.get_texts()[-1].get_text() == f"… and {41 - MOST} more"


def test_a_picture_of_every_kind_of_joint_can_be_saved(tmp_path: Path) -> None:
    save_picture(lambda ax: plot_mechanism(load_mechanism("rack_and_pinion"), ax=ax), tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_a_step_of_a_motion_is_drawn_where_it_is(motion: Motion) -> None:
    shown = [plot_mechanism(motion, step, ax=Figure().subplots()) for step in (0, 5, -1)]
    for ax, step in zip(shown, (0, 5, 12), strict=True):
        names = {text.get_text(): text.xy for text in ax.texts if isinstance(text, Annotation)}
        assert names["C"] == pytest.approx(motion.position("rod.C")[step])
    assert shown[0].get_xlim() == shown[1].get_xlim()  # a film does not jump


def test_labels_and_legend_can_be_left_out(motion: Motion) -> None:
    ax = plot_mechanism(motion, ax=Figure().subplots(), labels=False, legend=False)
    assert not ax.texts
    assert ax.get_legend() is None


def test_groups_differ_in_colour_and_hatch(motion: Motion) -> None:
    ax = plot_mechanism(motion, ax=Figure().subplots())
    legend = ax.get_legend()
    assert legend is not None
    looks = {(patch.get_facecolor(), patch.get_hatch()) for patch in legend.get_patches()}
    assert len(looks) == len({hatch for _, hatch in looks}) == 2


def test_what_is_no_mechanism_is_refused(motion: Motion) -> None:
    with pytest.raises(InputError, match="needs a mechanism or a motion"):
        plot_mechanism("slider_crank")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="steps 0 to 12"):
        plot_mechanism(motion, 13)


def test_a_motion_that_lacks_links_is_refused() -> None:
    motion = solve(load_mechanism("slider_crank"), np.linspace(0.0, 1.0, 3), outputs=["rod"])
    with pytest.raises(InputError, match="crank and piston are not kept"):
        plot_mechanism(motion)


def test_makes_its_own_axes(motion: Motion) -> None:
    import matplotlib.pyplot as plt

    assert plot_mechanism(motion).get_title() == "Slider-crank"
    plt.close("all")


def test_the_guide_is_as_long_as_the_motion(motion: Motion) -> None:
    """The slider goes from 2 to 4; the picture holds all of it."""
    low, high = plot_mechanism(motion, ax=Figure().subplots()).get_xlim()
    assert low < -1.0
    assert high > 4.0


@pytest.mark.parametrize("name", ["jansen_leg", "hydraulic_excavator_front", "k4_overbraced_floating"])
def test_structure_matrix(name: str) -> None:
    structure = decompose(load_mechanism(name))
    ax = plot_structure_matrix(structure, Figure().subplots())
    squares, circles = (
        sorted((round(p.get_center()[1]), round(p.get_center()[0])) for p in ax.patches if type(p).__name__ == kind)
        for kind in ("Rectangle", "Circle")
    )
    matrix = structure.matrix.toarray()
    assert squares == [tuple(place) for place in np.argwhere(matrix == 1).tolist()]
    assert circles == [tuple(place) for place in np.argwhere(matrix == -1).tolist()]
    assert ax.get_xlabel() == "■ a link of the group    ○ an earlier link on which it hangs"


def test_a_pose_turns_the_body() -> None:
    mechanism = load_mechanism("four_bar_crank_rocker")
    motion = solve(mechanism, inputs=[0.5, 0.5 + pi])
    ends = []
    for step in (0, 1):
        ax = plot_mechanism(motion, step, ax=Figure().subplots())
        crank = [p for p in ax.get_children() if isinstance(p, Patch) and p.get_hatch() == ""]
        path = crank[0].get_path().transformed(crank[0].get_transform() - ax.transData)
        ends.append(path.vertices.mean(axis=0) * mechanism.units.factor("length"))
    np.testing.assert_allclose(ends[0], -ends[1], atol=1e-9)


def test_a_joint_that_does_not_close_is_drawn_open_in_red() -> None:
    leg = load_mechanism("jansen_leg")
    short = [Link("f", {"U": (0, 0), "T": (0.094, 0)}) if link.name == "f" else link for link in leg.links]
    ax = plot_mechanism(replace(leg, links=short))
    assert ax.get_title().splitlines() == ["Leg of Theo Jansen's Strandbeest", "does not close: T by 17.8 cm"]
    (line,) = ax.get_lines()
    assert line.get_color() == RED
    reach = np.linalg.norm(np.subtract(leg.initial.points["U"], leg.initial.points["V"])) - 0.094 - 0.367
    assert np.hypot(*np.diff(line.get_xydata(), axis=0)[0]) == pytest.approx(100.0 * reach, rel=1e-6)
    assert any(text.get_text() == "17.8 cm" and text.get_color() == RED for text in ax.texts)
    assert not plot_mechanism(leg).get_lines()
