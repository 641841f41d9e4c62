"""Planar mechanisms of the library lifted into a tilted plane: their answer is that of the plane."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import SpatialMotion, decompose, load_mechanism, make_plan, mechanism_names, solve
from tests.spatial.motion.lifted import SHIFT, TURN, can_be_lifted, lifted

SOLVED = (
    "andrews_squeezer", "antiparallelogram", "blake_jaw_crusher_double_toggle", "boom_by_distance", "chebyshev_lambda",
    "chebyshev_straight_line", "class_III_triad_on_crank", "coupled_wheels_three_parallel_cranks", "crank_press",
    "crank_shaper", "drag_link_press", "elliptic_trammel_slider_input", "five_bar_2dof", "four_bar_crank_rocker",
    "four_bar_path_generator", "hoeken", "hydraulic_excavator_front", "jansen_leg", "oldham_coupling", "parallelogram",
    "peaucellier_lipkin", "quick_return_slotted_lever",
)  # fmt: skip
"""Of groups that are declared; those found by Newton iteration are not solved in space yet."""


@pytest.mark.parametrize("name", SOLVED)
def test_motion_in_a_tilted_plane(name: str) -> None:
    assert name in mechanism_names()
    planar = load_mechanism(name)
    assert can_be_lifted(planar)
    in_space = lifted(planar)
    assert decompose(in_space).mobility == decompose(planar).mobility
    made, other = make_plan(planar), make_plan(in_space)
    z = made.initial_inputs + np.linspace(0.0, 0.1, 8)[:, None] * made.input_scales
    rates, accelerations = np.ones_like(z), np.full_like(z, 0.5)
    given = {"inputs": z, "input_rates": rates, "input_accelerations": accelerations}
    flat, found = solve(made, **given, coefficients=True), solve(other, **given, coefficients=True)
    assert isinstance(found, SpatialMotion)
    across = TURN[:, 2]
    for link in made.links:
        q, qd, qdd = flat.pose(link), flat.velocity(link), flat.acceleration(link)
        K, L = flat.velocity_coefficients(link), flat.coefficient_gradients(link)
        for values, expected in (
            (found.position(link), q[:, :2] @ TURN[:, :2].T + SHIFT),
            (found.velocity(link), qd[:, :2] @ TURN[:, :2].T),
            (found.acceleration(link), qdd[:, :2] @ TURN[:, :2].T),
            (found.angular_velocity(link), np.outer(qd[:, 2], across)),
            (found.angular_acceleration(link), np.outer(qdd[:, 2], across)),
            (found.velocity_coefficients(link)[:, 3:], across[:, None] * K[:, 2:3]),
            (found.coefficient_gradients(link)[:, 3:], across[:, None, None] * L[:, 2:3]),
        ):
            assert np.abs(values - expected).max() < 1e-12 * max(np.abs(expected).max(), 1.0)
    for joint in (each for each in planar.joints if each.coordinate):
        np.testing.assert_allclose(found.joint(joint.name).value, flat.joint(joint.name).value, atol=1e-12)
