"""Coupler curves, and curves against time and inputs: what is drawn is what the motion says, in the file's units."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.quiver import Quiver
from PIL import Image

from sgkin import InputError, Motion, SgkinError, load_mechanism, mechanism_names, solve
from sgkin.drawing.interest import paths_of_interest
from sgkin.drawing.style import PAPER
from sgkin.errors import UnknownNameError
from sgkin.plots import plot_coupler_curve, plot_curves, save_picture
from sgkin.plots.angle_ticks import angle_step, set_angle_ticks
from sgkin.plots.series import Series

matplotlib.use("agg")
DEGREE = np.pi / 180.0


@pytest.fixture(scope="module")
def leg() -> Motion:
    """In cm and degrees."""
    return solve(load_mechanism("jansen_leg"), np.linspace(0.0, 1.0, 61), coefficients=True)


@pytest.fixture(scope="module")
def robot() -> Motion:
    return solve(load_mechanism("five_bar_2dof"), np.linspace(0.0, 0.1, 11), coefficients=True)


def test_coupler_curve(leg: Motion) -> None:
    ax = plot_coupler_curve(leg, "foot_triangle.foot", ax=Figure().subplots())
    np.testing.assert_allclose(ax.get_lines()[0].get_xydata(), leg.position("foot_triangle.foot") / 0.01)
    low, high = (
        leg.position("foot_triangle.foot").min(axis=0) / 0.01,
        leg.position("foot_triangle.foot").max(axis=0) / 0.01,
    )
    assert ax.get_xlim()[0] < low[0] < high[0] < ax.get_xlim()[1]
    assert ax.get_ylim()[0] < low[1] < high[1] < ax.get_ylim()[1]


def test_arrows_at_marks(leg: Motion) -> None:
    names = ("foot_triangle.foot", "crank.Y")
    ax = plot_coupler_curve(
        leg, *names, ax=Figure().subplots(), marks=7, arrows=("velocity", "acceleration"), step=None
    )
    arrows = [artist for artist in ax.collections if isinstance(artist, Quiver)]
    assert len(arrows) == 4
    steps = np.arange(0, 61, 10)
    np.testing.assert_allclose(arrows[0].XY, leg.position(names[0])[steps] / 0.01)
    shown = np.stack([arrows[0].U, arrows[0].V], axis=1)
    np.testing.assert_allclose(shown, leg.velocity(names[0])[steps] / 0.01)
    assert arrows[0].scale == arrows[1].scale  # one scale for all velocities
    labels = [text.get_text() for text in ax.get_legend().get_texts()]  # type: ignore[union-attr]
    assert any(label.startswith("velocity, longest") and label.endswith("cm/s") for label in labels)


def test_a_path_seen_from_another_link(leg: Motion) -> None:
    ax = plot_coupler_curve(leg, "crank.Y", ax=Figure().subplots(), relative_to="foot_triangle")
    np.testing.assert_allclose(ax.get_lines()[0].get_xydata(), leg.position("crank.Y", "foot_triangle") / 0.01)
    assert "seen from foot_triangle" in ax.get_xlabel()


@pytest.mark.parametrize(("quantity", "unit"), [("position", "cm"), ("velocity", "cm/s"), ("acceleration", "cm/s²")])
def test_curves_of_a_point(leg: Motion, quantity: str, unit: str) -> None:
    ax = plot_curves(leg, "crank.Y", quantity=quantity, ax=Figure().subplots())
    for line, column in zip(ax.get_lines(), getattr(leg, quantity)("crank.Y").T, strict=True):
        np.testing.assert_allclose(line.get_ydata(), column / 0.01)
        np.testing.assert_allclose(line.get_xdata(), leg.times)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("t [s]", f"{quantity} [{unit}]")


def test_angles_have_an_axis_of_their_own(leg: Motion) -> None:
    figure = Figure()
    ax = plot_curves(leg, "foot_triangle", quantity="velocity", ax=figure.subplots())
    lengths, angles = figure.axes
    assert lengths is ax
    assert (len(lengths.get_lines()), len(angles.get_lines())) == (2, 1)
    np.testing.assert_allclose(angles.get_lines()[0].get_ydata(), leg.velocity("foot_triangle")[:, 2] / DEGREE)
    assert angles.get_ylabel() == "angular velocity [deg/s]"
    only = plot_curves(leg, "foot_triangle", parts=["theta"], ax=Figure().subplots())
    assert len(only.get_lines()) == 1


def test_curves_of_joints_and_against_inputs(leg: Motion) -> None:
    ax = plot_curves(leg, "Z", against="motor", ax=Figure().subplots())
    np.testing.assert_allclose(ax.get_lines()[0].get_ydata(), ax.get_lines()[0].get_xdata())  # the motor is at Z
    assert ax.get_xlabel() == "motor [deg]"


def test_velocity_coefficients(robot: Motion) -> None:
    name, inputs = "rod1.C", robot.mechanism.input_names
    first = plot_curves(robot, name, quantity="K", ax=Figure().subplots())
    K = robot.velocity_coefficients(name) * DEGREE  # metres for each degree
    expected = [K[:, part, i] for part in range(2) for i in range(2)]
    for line, values in zip(first.get_lines(), expected, strict=True):
        np.testing.assert_allclose(line.get_ydata(), values)
    second = plot_curves(robot, name, quantity="L", ax=Figure().subplots())
    L = robot.coefficient_gradients(name) * DEGREE**2
    pairs = ((0, 0), (0, 1), (1, 1))
    for line, values in zip(second.get_lines(), [L[:, p, i, j] for p in range(2) for i, j in pairs], strict=True):
        np.testing.assert_allclose(line.get_ydata(), values, atol=1e-15)
    labels = [str(line.get_label()) for line in second.get_lines()]
    assert labels[0].startswith(f"∂²x/∂{inputs[0]}² of {name}")
    assert labels[1].startswith(f"∂²x/∂{inputs[0]}∂{inputs[1]} of {name}")


def test_mistakes_are_named(leg: Motion) -> None:
    with pytest.raises(UnknownNameError, match="quantity"):
        plot_curves(leg, "crank", quantity="speed")
    with pytest.raises(UnknownNameError, match="part"):
        plot_curves(leg, "crank", parts=["z"])
    with pytest.raises(InputError, match="name at least one"):
        plot_curves(leg)
    with pytest.raises(InputError, match="nothing to plot"):
        plot_curves(leg, "crank.Y", parts=["theta"])
    with pytest.raises(UnknownNameError):
        plot_curves(leg, "crank.Y", against="stroke")
    with pytest.raises(UnknownNameError, match="arrow"):
        plot_coupler_curve(leg, "crank.Y", marks=3, arrows=["force"])
    with pytest.raises(InputError, match="marks"):
        plot_coupler_curve(leg, "crank.Y", arrows=["velocity"])
    with pytest.raises(InputError, match="at least one point"):
        plot_coupler_curve(leg)
    still = solve(leg.mechanism, inputs=leg.inputs[:3])
    with pytest.raises(InputError, match="no velocities"):
        plot_curves(still, "Z", quantity="velocity")
    with pytest.raises(InputError, match="solved for inputs"):
        plot_curves(still, "Z", against="time")
    assert plot_curves(still, "Z", ax=Figure().subplots()).get_xlabel() == "motor [deg]"


@pytest.mark.parametrize(
    ("quantity", "labels"),
    [
        ("position", ["angle of D [deg]", "stroke of E [m]"]),
        ("velocity", ["angular velocity of D [deg/s]", "velocity of E [m/s]"]),
        ("acceleration", ["angular acceleration of D [deg/s²]", "acceleration of E [m/s²]"]),
    ],
)
def test_rates_of_joints_have_names_and_a_legend_below_both_axes(quantity: str, labels: list[str]) -> None:
    slider_crank = load_mechanism("slider_crank")
    names = [[j.name for j in slider_crank.joints if j.kind == kind][-1] for kind in ("revolute", "prismatic")]
    motion = solve(slider_crank, np.linspace(0.0, 1.0, 13))
    ax = plot_curves(motion, *names, quantity=quantity, ax=Figure().subplots())
    legend = ax.get_legend()
    assert legend is not None
    wanted = [label.replace("of D", f"of {names[0]}").replace("of E", f"of {names[1]}") for label in labels]
    assert [text.get_text() for text in legend.get_texts()] == wanted
    ax.figure.canvas.draw()
    assert legend.get_window_extent().y1 < ax.get_window_extent().y0


def test_a_saved_picture_is_cut_nowhere(leg: Motion, tmp_path: Path) -> None:
    path, arrows = tmp_path / "leg.png", ["velocity", "acceleration"]
    names = ["foot_triangle.foot", "upper_triangle.U"]
    save_picture(lambda ax: plot_coupler_curve(leg, *names, ax=ax, marks=12, arrows=arrows), path, (7.25, 5.5))
    with Image.open(path) as picture:
        pixels = np.asarray(picture.convert("L"))
    for edge in (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]):
        assert edge.min() == 255


def test_what_is_neither_link_nor_joint_is_named(leg: Motion) -> None:
    with pytest.raises(UnknownNameError, match=r"there is no link or joint 'crnk'; did you mean 'crank'\?"):
        plot_curves(leg, "crnk")


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_angles_have_ticks_that_fit_into_a_quarter_turn_and_are_called_angles(name: str) -> None:
    mechanism = load_mechanism(name)
    try:
        motion = solve(mechanism, np.linspace(0.0, 0.3, 5))
    except SgkinError:
        return  # it has a structure but no motion
    figure = Figure()
    ax = plot_curves(motion, *mechanism.moving_links, parts=["theta"], ax=figure.subplots())
    moving = [np.ptp(motion.position(link)[:, 2]) > 1e-6 for link in mechanism.moving_links]
    assert len(ax.get_lines()) == sum(moving)
    if not any(moving):
        return
    assert ax.get_ylabel() == f"angle [{mechanism.units.angle}]"
    degrees = np.array(ax.get_yticks()) * mechanism.units.factor("angle") / DEGREE
    assert len(degrees) < 10
    steps = np.diff(degrees)
    assert all(abs(90.0 / step - round(90.0 / step)) < 1e-6 or abs(step % 90.0) < 1e-6 for step in steps)
    if np.ptp(ax.get_ylim()) * mechanism.units.factor("angle") > 0.5 * np.pi:
        assert all(min(step % 15.0, 15.0 - step % 15.0) < 1e-6 for step in steps)


@pytest.mark.parametrize(("low", "high"), [(0.0, 1e-3), (-200.0, 170.0), (3.0, 3.5), (0.0, 9e4), (-1e6, 1e6)])
def test_there_are_neither_too_many_nor_too_few_ticks(low: float, high: float) -> None:
    step = angle_step(low, high)
    count = np.floor(high / step) - np.ceil(low / step) + 1
    assert count <= 9
    assert count >= 2 or high - low < 0.01


def test_radians_are_parts_of_pi_and_turns_are_parts_of_one() -> None:
    ax = Figure().subplots()
    set_angle_ticks(ax.yaxis, -np.pi, 2.0 * np.pi, "rad")
    assert [text.get_text() for text in ax.get_yticklabels()] == ["−π", "−π/2", "0", "π/2", "π", "3π/2", "2π"]
    set_angle_ticks(ax.yaxis, 0.0, 1.0, "turn")
    np.testing.assert_allclose(ax.get_yticks(), np.arange(9) / 8)


def test_an_axis_of_an_input_angle_has_such_ticks_too(leg: Motion) -> None:
    ax = plot_curves(leg, "foot_triangle", parts=["theta"], against="motor", ax=Figure().subplots())
    assert set(np.diff(ax.get_xticks())) == {45.0}


def test_what_is_constant_is_a_line_of_text_and_no_curve(leg: Motion) -> None:
    ax = plot_curves(leg, "crank", ax=Figure().subplots())  # it turns about its origin
    assert len(ax.get_lines()) == 1
    legend = ax.get_legend()
    assert legend is not None
    place = leg.position("crank")[0] / 0.01
    texts = [text.get_text() for text in legend.get_texts()]
    assert texts == [
        "θ of crank [deg]",
        f"x of crank = {place[0]:.6g} cm, constant",
        f"y of crank = {place[1]:.6g} cm, constant",
    ]
    still = plot_curves(leg, "crank", quantity="acceleration", ax=Figure().subplots())
    assert not still.get_lines()
    assert still.texts[0].get_text().count("= 0") == 3


def test_what_hardly_moves_is_not_constant(leg: Motion) -> None:
    values = 1.0 + 1e-6 * np.sin(np.linspace(0.0, 6.0, 20))
    assert Series("x", "position", "m", "length", values).constant is None
    assert Series("x", "position", "m", "length", 1e-12 * values).constant == 0.0


def test_arrows_lie_below_their_path_and_marks_let_it_be_seen(leg: Motion) -> None:
    ax = plot_coupler_curve(leg, "crank.Y", ax=Figure().subplots(), marks=8, arrows=["velocity", "acceleration"])
    path, marks = ax.get_lines()[:2]
    arrows = [artist for artist in ax.collections if isinstance(artist, Quiver)]
    driving = [patch for patch in ax.get_children() if isinstance(patch, Patch) and patch.get_zorder() < 3.0]
    assert driving
    assert all(arrow.get_zorder() < path.get_zorder() < marks.get_zorder() for arrow in arrows)
    assert marks.get_markerfacecolor() == PAPER
    assert marks.get_markeredgecolor() == path.get_color()
    longest = max(np.hypot(arrow.U, arrow.V).max() / arrow.scale for arrow in arrows)
    assert longest < 0.25 * max(np.ptp(ax.get_xlim()), np.ptp(ax.get_ylim()))


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("jansen_leg", ["foot_triangle.foot"]),
        ("hydraulic_excavator_front", ["bucket.tip"]),
        ("peaucellier_lipkin", ["CP.P"]),
        ("slider_crank", ["rod.C"]),
        ("gear_pair", []),
    ],
)
def test_the_points_that_matter(name: str, points: list[str]) -> None:
    motion = solve(load_mechanism(name), np.linspace(0.0, 0.3, 4))
    assert list(paths_of_interest(motion)) == points


def test_curves_in_space() -> None:
    """Of links three coordinates, the angles of Bryant, and as rates ω about the axes of ground."""
    motion: Any = solve(load_mechanism("rssr"), np.linspace(0.0, 1.0, 25), coefficients=True)
    millimetre = motion.mechanism.units.factor("length")
    assert (motion.mechanism.units.length, motion.mechanism.units.angle) == ("mm", "deg")

    def drawn(*names: str, **options: Any) -> dict[str, np.ndarray]:
        ax = plot_curves(motion, *names, ax=Figure().subplots(), **options)
        lines = [line for each in ax.figure.axes for line in each.get_lines()]
        return {str(line.get_label()): np.asarray(line.get_ydata()) for line in lines}

    place = motion.position("rocker.C") / millimetre
    curves = drawn("rocker.C")
    assert list(curves) == [f"{part} of rocker.C [mm]" for part in "xyz"]
    np.testing.assert_allclose(np.array(list(curves.values())).T, place)
    curves = drawn("rocker", parts=["alpha", "beta", "gamma"])
    assert list(curves) == [f"{part} of rocker [deg]" for part in "αβγ"]
    np.testing.assert_allclose(np.array(list(curves.values())).T, motion.orientation("rocker", "bryant") / DEGREE)
    for quantity, order in (("velocity", "ω"), ("acceleration", "ω\u0307")):
        curves = drawn("rocker", quantity=quantity, parts=["wx", "wy", "wz"])
        assert [label.split(" of ")[0] for label in curves] == [f"{order}{part}" for part in "xyz"]
        expected = getattr(motion, f"angular_{quantity}")("rocker") / DEGREE
        np.testing.assert_allclose(np.array(list(curves.values())).T, expected)
    curves = drawn("rocker.C", quantity="K", parts=["z"])
    assert list(curves) == ["∂z/∂motor of rocker.C [mm/deg]"]
    K = motion.velocity_coefficients("rocker.C")[:, 2, 0] / millimetre * DEGREE
    np.testing.assert_allclose(next(iter(curves.values())), K)
    curves = drawn("rocker", quantity="L", parts=["wy"])
    assert list(curves) == ["∂²φy/∂motor² of rocker [deg/deg²]"]
    L = motion.coefficient_gradients("rocker")[:, 4, 0, 0] * DEGREE
    np.testing.assert_allclose(next(iter(curves.values())), L)
    with pytest.raises(UnknownNameError, match="part"):
        plot_curves(motion, "rocker", parts=["theta"])
    with pytest.raises(InputError, match="nothing to plot"):
        plot_curves(motion, "rocker", parts=["wx"])
