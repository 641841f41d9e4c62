"""A motion is read by name: poses, places, velocities, accelerations, angles and strokes of a slider-crank.

With crank r at θ, rod l at φ and the piston at s: r sin θ + l sin φ = 0 and s = r cos θ + l cos φ.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import InputError, Motion, load_mechanism, make_plan, solve
from sgkin.errors import UnknownNameError
from sgkin.plots import make_animation, plot_coupler_curve

R, L = 0.3, 0.4
THETA = np.linspace(0.2, 7.0, 69)
RATE = 1.5 + 0.2 * np.cos(THETA)
ACCELERATION = -0.4 * np.sin(THETA)
PHI = -np.arcsin(R / L * np.sin(THETA))
PHI1 = -R * np.cos(THETA) * RATE / (L * np.cos(PHI))
PHI2 = (R * (np.sin(THETA) * RATE**2 - np.cos(THETA) * ACCELERATION) + L * np.sin(PHI) * PHI1**2) / (L * np.cos(PHI))


@pytest.fixture(scope="module")
def motion() -> Motion:
    return solve(
        load_mechanism("uchida_slider_crank"), inputs=THETA, input_rates=RATE, input_accelerations=ACCELERATION
    )


def circle(radius: float, angle: NDArray[np.float64], rate: NDArray[np.float64], second: NDArray[np.float64]) -> list:
    """Place, velocity and acceleration of the end of a turning bar, each (n, 2)."""
    u = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    n = np.stack([-np.sin(angle), np.cos(angle)], axis=1)
    return [radius * u, radius * rate[:, None] * n, radius * (second[:, None] * n - rate[:, None] ** 2 * u)]


CRANK = circle(R, THETA, RATE, ACCELERATION)
ROD = circle(L, PHI, PHI1, PHI2)


def close(found: NDArray[np.float64] | None, expected: NDArray[np.float64]) -> None:
    assert found is not None
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-12)


def test_pose_is_place_and_angle(motion: Motion) -> None:
    close(motion.pose("connecting_rod"), np.column_stack([CRANK[0], PHI]))
    close(motion.position("connecting_rod"), motion.pose("connecting_rod"))


@pytest.mark.parametrize("order", [0, 1, 2])
def test_points(motion: Motion, order: int) -> None:
    read = (motion.position, motion.velocity, motion.acceleration)[order]
    close(read("crank.B"), CRANK[order])
    close(read("connecting_rod.B"), CRANK[order])
    close(read("connecting_rod.C"), CRANK[order] + ROD[order])


@pytest.mark.parametrize("order", [0, 1, 2])
def test_links(motion: Motion, order: int) -> None:
    read = (motion.position, motion.velocity, motion.acceleration)[order]
    close(read("crank"), np.column_stack([np.zeros((69, 2)), (THETA, RATE, ACCELERATION)[order]]))
    close(read("connecting_rod"), np.column_stack([CRANK[order], (PHI, PHI1, PHI2)[order]]))
    close(read("piston")[:, 2], np.zeros(69))


def test_angle_at_a_pin_is_that_of_the_second_link_against_the_first(motion: Motion) -> None:
    pin = motion.joint("B")
    close(pin.value, PHI - THETA)
    close(pin.rate, PHI1 - RATE)
    close(pin.acceleration, PHI2 - ACCELERATION)


def test_stroke_is_along_the_guide(motion: Motion) -> None:
    guide = motion.joint("D")
    close(guide.value, (CRANK[0] + ROD[0])[:, 0])
    close(guide.rate, (CRANK[1] + ROD[1])[:, 0])
    close(guide.acceleration, (CRANK[2] + ROD[2])[:, 0])


def test_ground_stands_still(motion: Motion) -> None:
    close(motion.pose("ground"), np.zeros((69, 3)))
    close(motion.velocity("ground.D"), np.zeros((69, 2)))


def test_what_drove_it_is_kept(motion: Motion) -> None:
    assert motion.times is None
    assert motion.steps == 69
    assert motion.is_complete
    assert motion.input_rates is not None
    close(motion.inputs[:, 0], THETA)
    close(motion.input_rates[:, 0], RATE)


def test_without_rates_there_are_no_velocities() -> None:
    motion = solve(load_mechanism("uchida_slider_crank"), inputs=THETA)
    with pytest.raises(InputError, match="this motion has no velocities; give `times` or `input_rates`"):
        motion.velocity("crank")
    with pytest.raises(InputError, match="no velocities"):
        motion.acceleration("crank.B", relative_to="piston")
    assert motion.joint("B").rate is None
    assert motion.joint("D").acceleration is None


def test_accelerations_of_inputs_that_are_not_given_are_zero() -> None:
    slider_crank = load_mechanism("uchida_slider_crank")
    motion = solve(slider_crank, inputs=THETA, input_rates=RATE)
    told = solve(slider_crank, inputs=THETA, input_rates=RATE, input_accelerations=np.zeros(69))
    close(motion.acceleration("piston"), told.acceleration("piston"))


def test_names_that_do_not_exist_are_met_with_those_that_do(motion: Motion) -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'piston'"):
        motion.pose("pistn")
    with pytest.raises(UnknownNameError, match="point of link 'crank' named 'Z'; allowed: A, B"):
        motion.position("crank.Z")
    with pytest.raises(UnknownNameError, match="no joint 'Z'"):
        motion.joint("Z")
    with pytest.raises(UnknownNameError, match="no link 'nobody'"):
        motion.position("crank.B", relative_to="nobody")


def test_angle_of_a_gear_mesh_is_refused() -> None:
    gears = solve(load_mechanism("gear_pair"), inputs=[0.0])
    with pytest.raises(UnknownNameError, match="no revolute or prismatic joint 'M'; allowed: A, B"):
        gears.joint("M")


def test_a_motion_tells_of_itself_on_one_line() -> None:
    watt = load_mechanism("watt_straight_line")
    whole = solve(watt, np.linspace(0.0, 1.0, 21))
    assert repr(whole) == "Motion of watt_straight_line: 21 steps of arm1, coupler and arm2"
    part = solve(watt, np.linspace(0.0, 5.0, 101), outputs=["coupler.T"], on_failure="return")
    assert repr(part) == "Motion of watt_straight_line: 73 of 101 steps of coupler.T"


def test_a_point_by_its_name_alone() -> None:
    """Where only one link has such a point; where several have, they are named."""
    motion = solve(load_mechanism("chebyshev_lambda"))
    np.testing.assert_array_equal(motion.position("T"), motion.position("coupler.T"))
    np.testing.assert_array_equal(motion.velocity("T", "crank"), motion.velocity("coupler.T", "crank"))
    kept = solve(load_mechanism("chebyshev_lambda"), outputs=["T"], coefficients=True)
    assert kept.outputs == ("coupler.T",)
    np.testing.assert_allclose(kept.acceleration("T"), motion.acceleration("coupler.T"), atol=1e-12)
    assert kept.coefficients("T", "motor").names == ("coupler.T.x", "coupler.T.y", "motor", "motor")
    np.testing.assert_array_equal(kept.velocity_coefficients("T"), kept.velocity_coefficients("coupler.T"))
    plan = make_plan(motion.mechanism)
    assert plan.coefficients(0.1, points=["T"]).names[-3:] == ("coupler.T.x", "coupler.T.y", "motor")


def test_a_name_of_several_points_is_refused_and_they_are_named() -> None:
    motion = solve(load_mechanism("chebyshev_lambda"), coefficients=True)
    asked = (
        motion.position,
        motion.velocity,
        motion.acceleration,
        lambda name: solve(motion.mechanism, outputs=[name]),
        lambda name: plot_coupler_curve(motion, name),
        lambda name: make_animation(motion, ax=None, points=[name]),  # type: ignore[arg-type]
        lambda name: make_plan(motion.mechanism).coefficients(0.1, points=[name]),
    )
    for ask in asked:
        with pytest.raises(UnknownNameError, match=r"no single point 'B'; allowed: crank.B, coupler.B;") as found:
            ask("B")
        assert found.value.allowed == ("crank.B", "coupler.B")


def test_one_cycle_without_times() -> None:
    mechanism = load_mechanism("four_bar_crank_rocker")
    motion = solve(mechanism)
    assert motion.steps == 361
    assert motion.inputs[-1, 0] - motion.inputs[0, 0] == pytest.approx(2.0 * np.pi)
    np.testing.assert_array_equal(solve(make_plan(mechanism)).pose("rocker"), motion.pose("rocker"))
    whole = solve(mechanism, method="global-sparse")
    np.testing.assert_allclose(whole.pose("rocker"), motion.pose("rocker"), atol=1e-9)
