"""The planar examples of the thesis of Uchida.

With unit rate of the input its velocity coefficients K are velocities, and their derivatives L accelerations.
"""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import Motion, load_mechanism, solve
from tests.published.reference import PUBLISHED

Array = NDArray[np.float64]


def slider_crank(motion: Motion, order: int) -> Array:
    """β and s, or derivatives of them (n, 2)."""
    rod, piston = (motion.pose, motion.velocity, motion.acceleration)[order]("connecting_rod"), motion.joint("D")
    beta = rod[:, 2] + (pi / 2.0 if order == 0 else 0.0)
    return np.stack([beta, (piston.value, piston.rate, piston.acceleration)[order]], axis=1)


def stephenson(motion: Motion, order: int) -> Array:
    """x and y of the left pin, φ of the coupler, θ of l4 and l3, or derivatives of them (n, 5)."""
    read = (motion.pose, motion.velocity, motion.acceleration)[order]
    return np.stack([*read("coupler").T, read("l4")[:, 2], read("l3")[:, 2]], axis=1)


def landing_gear(motion: Motion, order: int) -> Array:
    """θ_A and θ_D, which counts clockwise, or derivatives of them by p in mm (n, 2)."""
    read = (motion.pose, motion.velocity, motion.acceleration)[order]
    return np.stack([read("main_strut")[:, 2], -read("drag_strut")[:, 2]], axis=1)


def test_slider_crank_at_a_quarter_of_pi() -> None:
    known = PUBLISHED["uchida_slider_crank"]["theta_pi_4"]
    motion = solve(load_mechanism("uchida_slider_crank"), inputs=[pi / 4.0])
    np.testing.assert_allclose(slider_crank(motion, 0)[0], (known["beta"], known["s"]), rtol=0.0, atol=1e-14)


def test_slider_crank_with_derivatives() -> None:
    known = PUBLISHED["uchida_slider_crank"]["theta_0_7"]
    motion = solve(load_mechanism("uchida_slider_crank"), inputs=[0.7], input_rates=[1.0])
    np.testing.assert_allclose(slider_crank(motion, 0)[0], (known["beta"], known["s"]), rtol=0.0, atol=1e-13)
    np.testing.assert_allclose(slider_crank(motion, 1)[0], known["K"], rtol=0.0, atol=1e-11)
    np.testing.assert_allclose(slider_crank(motion, 2)[0], known["L"], rtol=0.0, atol=2e-9)


def test_stephenson_iii_through_its_table() -> None:
    rows = np.array(PUBLISHED["uchida_stephenson_III"]["rows"])
    motion = solve(load_mechanism("uchida_stephenson_III"), inputs=rows[:, 0])
    found = stephenson(motion, 0)
    np.testing.assert_allclose(found[:, :3], rows[:, 1:4], rtol=0.0, atol=6e-9)
    np.testing.assert_allclose(found[:, 3:], rows[:, 4:], rtol=0.0, atol=6e-6)


def test_stephenson_iii_with_derivatives() -> None:
    known = PUBLISHED["uchida_stephenson_III"]["beta1_2_59"]
    motion = solve(load_mechanism("uchida_stephenson_III"), inputs=[2.59], input_rates=[1.0])
    np.testing.assert_allclose(stephenson(motion, 0)[0], known["q"], rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(stephenson(motion, 1)[0], known["K"], rtol=0.0, atol=1e-11)
    np.testing.assert_allclose(stephenson(motion, 2)[0], known["L"], rtol=0.0, atol=2e-9)


def test_landing_gear_through_its_table() -> None:
    p, *angles = np.array(PUBLISHED["landing_gear"]["rows"]).T
    motion = solve(load_mechanism("landing_gear_by_piston"), inputs=1e-3 * p)
    np.testing.assert_allclose(np.degrees(landing_gear(motion, 0)), np.stack(angles, axis=1), rtol=0.0, atol=1e-7)


def test_landing_gear_with_derivatives() -> None:
    known = PUBLISHED["landing_gear"]["p_230"]
    motion = solve(load_mechanism("landing_gear_by_piston"), inputs=[0.23], input_rates=[1e-3])
    np.testing.assert_allclose(landing_gear(motion, 0)[0], known["thetaA_thetaD"], rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(landing_gear(motion, 1)[0], known["K"], rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(landing_gear(motion, 2)[0], known["L"], rtol=0.0, atol=1e-12)


def test_landing_gear_by_strut_angle_gives_the_stroke_back() -> None:
    p, theta, _ = np.array(PUBLISHED["landing_gear"]["rows"]).T
    motion = solve(load_mechanism("landing_gear_by_strut_angle"), inputs=np.radians(theta))
    np.testing.assert_allclose(1e3 * motion.joint("stroke").value, p, rtol=0.0, atol=2e-4)


@pytest.mark.parametrize("state", ["deployed", "stowed"])
def test_wheel_of_the_landing_gear(state: str) -> None:
    """The places were measured from a drawing; they fit the lengths to the digit that is given."""
    known = PUBLISHED["landing_gear"]["wheel"][state]
    motion = solve(load_mechanism("landing_gear_by_piston"), inputs=[1e-3 * known["p"]])
    np.testing.assert_allclose(1e3 * motion.position("main_strut.W")[0], known["W"], rtol=0.0, atol=0.1)
