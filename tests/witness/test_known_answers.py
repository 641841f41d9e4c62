"""The witness is right where the answer is known."""

from __future__ import annotations

from math import acos, pi

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.witness.four_bars import closed_four_bar, rocker_angle
from tests.witness.known import compound_train, rack_by_stroke, sketched, slider_crank
from tests.witness.witness import Witness, Witnessed

Array = NDArray[np.float64]

TRIAD = {"ground": "O D F", "crank": "O A", "leg1": "A B", "leg2": "D C", "leg3": "F E", "platform": "B C E"}
RING = {"ground": "O D F", "crank": "O A", "a": "U P A", "b": "P Q", "c": "Q R D", "d": "R S", "e": "S T F", "f": "T U"}
DETUNINGS = [10.0**k for k in range(-10, -1)]


def followed(witness: Witness, inputs: Array) -> Witnessed:
    return witness.follow(inputs[:, None])


@pytest.mark.parametrize("side", [1, -1])
def test_crank_and_rocker(side: int) -> None:
    """The rocker of a four-bar that turns fully, by its formula and its differences."""
    lengths, crank = (2.0, 5.5, 4.0, 6.0), np.linspace(0.3, 0.3 + 4.0 * pi, 61)
    said = followed(Witness(*closed_four_bar(*lengths, angle=0.3, side=side)), crank)
    assert said.ending == ""
    np.testing.assert_allclose(said.poses[:, 2, 2], rocker_angle(*lengths, crank, side), atol=1e-12)
    h = 1e-3
    before, here, after = (rocker_angle(*lengths, crank + shift, side) for shift in (-h, 0.0, h))
    np.testing.assert_allclose(said.K[:, 2, 2, 0], (after - before) / (2.0 * h), atol=1e-6)
    np.testing.assert_allclose(said.L[:, 2, 2, 0, 0], (after - 2.0 * here + before) / h**2, atol=1e-5)


def test_slider_crank() -> None:
    r, rod, crank = 0.3, 0.8, np.linspace(0.7, 7.0, 20)
    said = followed(Witness(*slider_crank(r, rod, 0.7)), crank)
    s, c = np.sin(crank), np.cos(crank)
    root = np.sqrt(rod**2 - r**2 * s**2)
    np.testing.assert_allclose(said.poses[:, 2, 0], r * c + root, rtol=1e-13)
    np.testing.assert_allclose(said.K[:, 2, 0, 0], -r * s - r**2 * s * c / root, atol=1e-13)
    second = -r * c - r**2 * (c**2 - s**2) / root - r**4 * s**2 * c**2 / root**3
    np.testing.assert_allclose(said.L[:, 2, 0, 0, 0], second, atol=1e-12)


@pytest.mark.parametrize("longer", [1e-10, 1e-8, 1e-6, 1e-4])
@pytest.mark.parametrize("beside", [1e-9, 1e-7, 1e-5, 1e-3])
def test_a_slider_crank_that_hardly_passes(beside: float, longer: float) -> None:
    """A rod as long as the crank and hardly longer; x = cos φ + √(rod² − sin² φ)."""
    crank, rod = pi / 2.0 + beside, 1.0 + longer
    said = followed(Witness(*slider_crank(1.0, rod, 0.7)), np.array([0.7, crank, 2.0]))
    assert said.ending == ""
    s, c = np.sin(crank), np.cos(crank)
    root = np.sqrt((rod - 1.0) * (rod + 1.0) + c * c)
    allowed = 10.0 * said.errors[1] + 1e-9
    assert said.poses[1, 2, 0] == pytest.approx(c + root, abs=allowed[0])
    assert said.K[1, 2, 0, 0] == pytest.approx(-s - s * c / root, abs=allowed[1])


def test_dead_point() -> None:
    """A crank that cannot turn fully stops where coupler and rocker are in line."""
    crank, coupler, rocker, ground = 3.0, 2.0, 2.5, 4.0
    end = acos((crank**2 + ground**2 - (coupler + rocker) ** 2) / (2.0 * crank * ground))
    said = followed(Witness(*closed_four_bar(crank, coupler, rocker, ground, angle=0.5)), np.arange(0.5, 3.0, 0.25))
    assert (said.ending, said.steps) == ("dead point", 1 + int((end - 0.5) / 0.25))
    assert said.beyond == pytest.approx(0.5 + 0.25 * said.steps - end, abs=1e-12)
    assert said.special is not None
    assert said.special[1][0] == pytest.approx(end, abs=1e-12)


def test_a_dead_point_between_two_steps_that_can_be_assembled() -> None:
    """F(2, 3, 1.5, 1) cannot pass 0; there and back again it could."""
    said = followed(Witness(*closed_four_bar(2.0, 3.0, 1.5, 1.0, angle=2.0)), np.array([2.0, -2.0]))
    assert (said.ending, said.steps) == ("dead point", 1)


@pytest.mark.parametrize("detuning", [0.0, *DETUNINGS, *(-d for d in DETUNINGS)])
def test_next_to_a_kite(detuning: float) -> None:
    """F(1, 2 + d, 2, 1) ends |d| before the crank lies on the ground, and goes through where d is nothing."""
    mechanism = closed_four_bar(1.0, 2.0 + detuning, 2.0, 1.0, angle=pi / 3.0)
    said = followed(Witness(*mechanism), np.radians(np.arange(60.0, -61.0, -5.0)))
    assert said.steps == (25 if detuning == 0.0 else 12)
    if detuning:
        assert said.beyond == pytest.approx(abs(detuning), rel=1e-3)


@pytest.mark.parametrize("detuning", [0.0, *DETUNINGS, *(-d for d in DETUNINGS)])
def test_next_to_a_kite_with_another_crank(detuning: float) -> None:
    """F(1 + d, 2, 2, 1) goes on; within about |d| of 0 the rocker swings over by half a turn, unless d is nothing."""
    lengths = (1.0 + detuning, 2.0, 2.0, 1.0)
    said = followed(Witness(*closed_four_bar(*lengths, angle=pi / 3.0)), np.radians(np.arange(60.0, -61.0, -5.0)))
    assert said.ending == ""
    if detuning == 0.0:
        assert np.ptp(said.poses[:, 2, 2]) < pi / 2.0
    else:
        close = np.geomspace(pi / 3.0, 1e-12, 1000)
        angles = rocker_angle(*lengths, np.concatenate([close, -close[::-1]]), 1)
        np.testing.assert_allclose(said.poses[[0, -1], 2, 2], angles[[0, -1]], atol=1e-9)
        assert abs(angles[-1] - angles[0]) > pi / 3.0


@pytest.mark.parametrize("g", [1.05, 1.01, 1.003])
def test_an_antiparallelogram_on_its_change_point(g: float) -> None:
    """The rocker's velocity tends to (g + 1) / (g − 1) times the crank's, however steep it is."""
    mechanism = closed_four_bar(1.0, g, 1.0, g, angle=pi / 3.0, side=-1)
    said = followed(Witness(*mechanism), np.radians(np.arange(60.0, -61.0, -1.0)))
    assert said.on_change_point.nonzero()[0].tolist() == [60]
    assert said.K[60, 2, 2, 0] == pytest.approx(-(g + 1.0) / (g - 1.0), rel=1e-8)
    assert said.poses[60, 2, 2] == pytest.approx(0.0, abs=1e-10)


@pytest.mark.parametrize("beside", [0.0, 3e-6, 1e-5, 1e-4, 1e-2])
def test_a_parallelogram_beside_its_change_point(beside: float) -> None:
    said = followed(Witness(*closed_four_bar(2.0, 6.0, 2.0, 6.0, angle=0.3)), np.array([pi - beside]))
    assert said.K[0, 2, 2, 0] == pytest.approx(1.0, abs=1e-9)
    assert said.L[0, 2, 2, 0, 0] == pytest.approx(0.0, abs=1e-7)


def test_turning_back_on_a_change_point() -> None:
    said = followed(Witness(*closed_four_bar(2.0, 6.0, 2.0, 6.0, angle=0.3)), np.array([0.3, pi, 0.3, -pi, 0.3]))
    np.testing.assert_allclose(said.poses[:, 2, 2], [0.3, pi, 0.3, -pi, 0.3], atol=1e-9)


def test_a_compound_train_counts_its_turns() -> None:
    wheel = np.linspace(0.0, 4.0 * pi, 9)
    said = followed(Witness(*compound_train()), wheel)
    np.testing.assert_allclose(said.poses[:, 1, 2], -20.0 * wheel, atol=1e-10)
    np.testing.assert_allclose(said.poses[:, 2, 2], 30.0 * wheel, atol=1e-10)


def test_a_rack_driven_by_its_stroke() -> None:
    said = followed(Witness(*rack_by_stroke(0.02)), np.array([0.0, 0.1, 0.2]))
    np.testing.assert_allclose(said.poses[:, 0, 2], [0.0, 5.0, 10.0], atol=1e-12)


def test_a_triad_with_a_dead_point_in_its_first_step() -> None:
    points = "O 1.1 -1.2 A 1.1 .2 B -1.1 -.5 C .2 1.4 D .1 -.6 E 1.9 -1.4 F -.6 1.1"
    mechanism, poses = sketched(TRIAD, points)
    said = followed(Witness(mechanism, poses), mechanism.initial_inputs["motor"] + np.arange(0.0, 2.75, 0.5))
    assert (said.ending, said.steps) == ("dead point", 1)
    assert 0.5 - said.beyond == pytest.approx(0.032, abs=1e-3)


@pytest.mark.parametrize("step", [0.3, 0.03, 0.003])
def test_a_triad_does_not_depend_on_the_steps(step: float) -> None:
    points = "O .8 -1.6 A .4 -.1 B -.2 -1.3 C 1.8 -.2 D -1.1 1.6 E .2 -1.2 F .2 1.1"
    mechanism, poses = sketched(TRIAD, points)
    inputs = mechanism.initial_inputs["motor"] + np.arange(0.0, 0.6001, step)
    said = followed(Witness(mechanism, poses), inputs)
    platform = mechanism.moving_links.index("platform")
    assert said.poses[round(0.3 / step), platform, 2] == pytest.approx(-0.1622815503, abs=1e-9)


def test_a_ring_of_six_links_goes_through() -> None:
    points = "O .1 -1 A -1.8 -.1 D .4 -.4 F 1.3 -.5 P 1.4 1.7 Q .8 -.7 R 1.5 .9 S .2 -1.1 T -.2 1.1 U -.1 .4"
    mechanism, poses = sketched(RING, points)
    said = followed(Witness(mechanism, poses), mechanism.initial_inputs["motor"] + np.arange(100) * 0.02)
    assert said.steps == 100
    assert said.nearest > 0.03
