"""Arrows of forces in pictures: where they start, which way they point, and to which scale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from sgkin import InputError, MechanismError, Reactions, load_mechanism, reactions, solve
from sgkin.drawing.force_arrows import force_arrows, with_forces
from sgkin.drawing.motion_drawing import make_scene
from sgkin.drawing.style import STYLES
from sgkin.drawing.svg import still_svg
from sgkin.plots import plot_mechanism

ENGINE = load_mechanism("uchida_slider_crank")
STEP = 30


@pytest.fixture(scope="module")
def found() -> Reactions:
    return reactions(solve(ENGINE, np.linspace(0.0, 1.0, 91)))


def test_every_joint_and_drive_has_one(found: Reactions) -> None:
    arrows = {arrow.owner: arrow for arrow in force_arrows(found, STEP)}
    assert set(arrows) == {"A", "B", "C", "D", "motor"}
    assert arrows["motor"].moment == pytest.approx(found.driving_forces["motor"][STEP])
    assert arrows["motor"].size == pytest.approx(0.0, abs=1e-9)
    np.testing.assert_allclose(arrows["B"].place, found.motion.position("crank.B")[STEP], atol=1e-12)
    assert {arrows[joint].link for joint in "AD"} == {"crank", "piston"}  # not ground


def test_forces_on_a_link_are_what_moves_it(found: Reactions) -> None:
    mass = ENGINE.rigid_mass("connecting_rod")
    rod = force_arrows(found, STEP, "connecting_rod")
    total = np.sum([arrow.force for arrow in rod], axis=0) + mass.mass * np.array(ENGINE.gravity)
    pose, rate, bend = (
        read("connecting_rod")[STEP] for read in (found.motion.pose, found.motion.velocity, found.motion.acceleration)
    )
    arm = np.array(mass.centre) @ np.array([[np.cos(pose[2]), np.sin(pose[2])], [-np.sin(pose[2]), np.cos(pose[2])]])
    centre = bend[:2] + bend[2] * np.array([-arm[1], arm[0]]) - rate[2] ** 2 * arm
    np.testing.assert_allclose(total, mass.mass * centre, atol=1e-9)


def test_lengths_are_to_one_scale(found: Reactions) -> None:
    arrows = [arrow for arrow in force_arrows(found, STEP) if arrow.owner != "motor"]
    scene = with_forces(make_scene(found.motion), arrows, STEP)
    heads: Any = [shape for shape in scene.drawing.shapes if shape.role == "reactionhead"]
    assert {shape.frame for shape in heads} == {ENGINE.ground}
    scales = []
    for arrow, head in zip(arrows, heads, strict=True):
        way = np.array(head.points[0]) - arrow.place
        assert way[0] * arrow.force[1] - way[1] * arrow.force[0] == pytest.approx(0.0, abs=1e-9)
        assert way @ arrow.force > 0.0
        scales.append(float(np.hypot(*way)) / arrow.size)
    np.testing.assert_allclose(scales, scales[0], rtol=1e-9)


def test_in_both_kinds_of_pictures(found: Reactions) -> None:
    colour = STYLES["reaction"].colour
    scene = make_scene(found.motion)
    assert colour not in still_svg(scene, STEP)
    picture = still_svg(with_forces(scene, force_arrows(found, STEP), STEP), STEP)
    assert picture.count(f'stroke="{colour}"') == 2 * 5  # lines and heads
    assert "N·m</text>" in picture
    ax = plot_mechanism(found, STEP, ax=Figure().subplots())
    largest = max(force_arrows(found, STEP), key=lambda arrow: arrow.size)
    legend = ax.get_legend()
    assert legend is not None
    assert any(
        f"{largest.owner} on {largest.link}" in text.get_text().replace("\n", " ") for text in legend.get_texts()
    )


@pytest.mark.parametrize(
    ("draw", "error", "message"),
    [
        (lambda f: plot_mechanism(f, STEP, link="wheel"), MechanismError, "no link 'wheel'"),
        (lambda f: plot_mechanism(f.motion, STEP, link="crank"), InputError, "give reactions"),
        (lambda f: plot_mechanism(f, 1000), InputError, "steps 0 to 90"),
    ],
)
def test_mistakes(draw: Callable[[Reactions], Any], error: type[Exception], message: str, found: Reactions) -> None:
    with pytest.raises(error, match=message):
        draw(found)
