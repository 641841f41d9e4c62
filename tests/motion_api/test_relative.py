"""What an observer on a moving link sees is the derivative of what he measures in his own frame."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import Motion, load_mechanism, solve
from tests.motion.differences import first_difference, inner, second_difference

Array = NDArray[np.float64]
STEPS = 1440
INTERVAL = 1.0 / STEPS


@pytest.fixture(scope="module")
def motion() -> Motion:
    return solve(load_mechanism("crank_shaper"), np.linspace(0.0, 1.0, STEPS + 1))


def measured(motion: Motion, name: str, observer: str) -> Array:
    """Places of a point, or poses of a link, transformed into the frame of the observer: (2 or 3, steps)."""
    ox, oy, theta = motion.pose(observer).T
    x, y, *angle = motion.position(name).T
    dx, dy, c, s = x - ox, y - oy, np.cos(theta), np.sin(theta)
    return np.array([c * dx + s * dy, c * dy - s * dx, *(turn - theta for turn in angle)])


PAIRS = [("crank.B", "lever"), ("link.F", "lever"), ("link", "crank"), ("ram", "link"), ("ground.H", "crank")]


@pytest.mark.parametrize(("name", "observer"), PAIRS)
def test_seen_from_another_link(motion: Motion, name: str, observer: str) -> None:
    places = measured(motion, name, observer)
    np.testing.assert_allclose(motion.position(name, observer).T, places, rtol=0.0, atol=1e-11)
    for read, difference, accuracy in (
        (motion.velocity, first_difference, 1e-8),
        (motion.acceleration, second_difference, 1e-6),
    ):
        expected = difference(places, INTERVAL)
        found = inner(read(name, relative_to=observer).T)
        np.testing.assert_allclose(found, expected, rtol=0.0, atol=accuracy * np.abs(expected).max())


def test_a_link_rests_in_its_own_frame(motion: Motion) -> None:
    for read in (motion.position, motion.velocity, motion.acceleration):
        np.testing.assert_allclose(read("lever", relative_to="lever"), 0.0, atol=1e-10)
    np.testing.assert_allclose(motion.velocity("lever.E", relative_to="lever"), 0.0, atol=1e-10)
    np.testing.assert_allclose(motion.acceleration("lever.E", relative_to="lever"), 0.0, atol=1e-10)


def test_a_pin_is_the_same_point_of_both_links(motion: Motion) -> None:
    np.testing.assert_allclose(
        motion.velocity("link.E", relative_to="crank"), motion.velocity("lever.E", relative_to="crank"), atol=1e-10
    )


def test_ground_sees_what_everybody_sees(motion: Motion) -> None:
    np.testing.assert_array_equal(motion.acceleration("link.F", relative_to="ground"), motion.acceleration("link.F"))


def test_stroke_of_a_block_on_a_turning_lever(motion: Motion) -> None:
    """The stroke and its rates are what the lever sees of the block, along its x axis."""
    block = motion.joint("C")
    assert block.rate is not None
    assert block.acceleration is not None
    places = measured(motion, "block.C", "lever")[0]
    np.testing.assert_allclose(block.value, places, rtol=0.0, atol=1e-12)
    first, second = first_difference(places, INTERVAL), second_difference(places, INTERVAL)
    np.testing.assert_allclose(inner(block.rate), first, rtol=0.0, atol=1e-8 * np.abs(first).max())
    np.testing.assert_allclose(inner(block.acceleration), second, rtol=0.0, atol=1e-6 * np.abs(second).max())
