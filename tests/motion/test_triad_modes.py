"""A triad with six real assembly modes: each is found from its pose, and kept as long as it exists.

The poses are published to nine digits; the first foot moves on a crank of 0.3, so that they belong to its angle 0.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import yaml

from sgkin import InitialConfiguration, Mechanism, Motion, MotionError, load_mechanism, solve
from tests.motion.coordinates import positions
from tests.motion.dense_newton import DenseMechanism

REFERENCE = yaml.safe_load((Path(__file__).parents[1] / "reference" / "structures.yaml").read_text(encoding="utf-8"))
TRIAD = REFERENCE["triad_six_real_modes"][0]
MODES = range(len(TRIAD["poses"]))


def triad(mode: int) -> Mechanism:
    """The library's triad, beginning in one of the modes."""
    x, y, theta = TRIAD["poses"][mode]
    c, s = np.cos(theta), np.sin(theta)
    places = {f"P{i}": (x + c * px - s * py, y + s * px + c * py) for i, (px, py) in enumerate(TRIAD["p"], 1)}
    return replace(
        load_mechanism("class_III_triad_on_crank"), initial=InitialConfiguration(points={"A1": (0.0, 0.0), **places})
    )


@cache
def turn(mode: int, steps: int) -> tuple[Motion, MotionError | None]:
    """A turn of the crank, or as much of it as there is."""
    try:
        return solve(triad(mode), inputs=np.linspace(0.0, 2.0 * np.pi, steps + 1)), None
    except MotionError as error:
        return error.motion, error


@pytest.mark.parametrize("mode", MODES)
def test_each_mode_is_found(mode: int) -> None:
    motion, _ = turn(mode, 360)
    np.testing.assert_allclose(motion.pose("platform")[0], TRIAD["poses"][mode], atol=2e-9)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("steps", [12, 36, 360, 3600])
def test_each_mode_is_kept(mode: int, steps: int) -> None:
    """In coarse and in fine steps it comes to the same places and the same end."""
    motion, error = turn(mode, steps)
    other, end = turn(mode, 1800)
    assert (error is None) == (end is None)
    if error is not None and end is not None:
        assert error.inputs["motor"] == pytest.approx(end.inputs["motor"], abs=1e-6)
    both = np.intersect1d(np.round(motion.inputs[:, 0], 9), np.round(other.inputs[:, 0], 9), return_indices=True)
    np.testing.assert_allclose(motion.pose("platform")[both[1]], other.pose("platform")[both[2]], atol=1e-7)


@pytest.mark.parametrize("mode", MODES)
def test_newton_on_the_whole_mechanism_follows_the_same_way(mode: int) -> None:
    motion, error = turn(mode, 360)
    dense = DenseMechanism(motion.mechanism)
    stop = motion.steps if error is None else motion.steps - 3  # next to its end a mode moves too fast to be followed
    followed = dense.follow(positions(motion)[:, 0], motion.inputs[:stop:3]).T
    assert np.abs((positions(motion)[:, :stop:3] - followed) / dense.scales[:, None]).max() < 1e-9


def test_modes_that_end_end_in_pairs() -> None:
    """Where a mode ends it meets another, which ends there too."""
    ends = sorted(error.inputs["motor"] for mode in MODES if (error := turn(mode, 360)[1]) is not None)
    assert len(ends) % 2 == 0
    np.testing.assert_allclose(ends[::2], ends[1::2], atol=1e-6)


def test_modes_stay_apart() -> None:
    whole = [turn(mode, 360)[0] for mode in MODES]
    for one in MODES:
        for other in range(one):
            steps = min(whole[one].steps, whole[other].steps) - 5
            apart = whole[one].pose("platform")[:steps] - whole[other].pose("platform")[:steps]
            assert np.abs(apart).max(axis=1).min() > 1e-3
