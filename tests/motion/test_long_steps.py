"""Groups found by iteration stay in their mode, and end where it ends, however long the steps are."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import InitialConfigurationError, Mechanism, Outcome, Sketch, make_plan, solve
from sgkin.model.sketch import Drive
from tests.motion.four_bars import four_bar

TRIAD = {
    "ground": "O D F",
    "crank": "O A",
    "leg1": "A B",
    "leg2": "D C",
    "leg3": "F E",
    "platform": "B C E",
}
SIX_LINKS = {
    "ground": "O D F",
    "crank": "O A",
    "a": "U P A",
    "b": "P Q",
    "c": "Q R D",
    "d": "R S",
    "e": "S T F",
    "f": "T U",
}
Places = dict[str, tuple[float, float]]
ENDS_SOON: Places = {
    "O": (1.1, -1.2),
    "A": (1.1, 0.2),
    "B": (-1.1, -0.5),
    "C": (0.2, 1.4),
    "D": (0.1, -0.6),
    "E": (1.9, -1.4),
    "F": (-0.6, 1.1),
}
GOES_ON: Places = {
    "O": (0.8, -1.6),
    "A": (0.4, -0.1),
    "B": (-0.2, -1.3),
    "C": (1.8, -0.2),
    "D": (-1.1, 1.6),
    "E": (0.2, -1.2),
    "F": (0.2, 1.1),
}
PIVOTS_CHANGE: Places = {
    "O": (0.1, -1.0),
    "A": (-1.8, -0.1),
    "D": (0.4, -0.4),
    "F": (1.3, -0.5),
    "P": (1.4, 1.7),
    "Q": (0.8, -0.7),
    "R": (1.5, 0.9),
    "S": (0.2, -1.1),
    "T": (-0.2, 1.1),
    "U": (-0.1, 0.4),
}


def sketched(points: Places, links: dict[str, str]) -> Mechanism:
    return Sketch("sketched", points, links, drives={"motor": Drive("O", speed=1.0)}).mechanism()


def theta(mechanism: Mechanism, times: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(solve(mechanism, times).pose("platform")[:, 2])


@pytest.mark.parametrize("step", [0.9, 0.5, 0.2, 0.05])
def test_a_dead_point_before_the_first_step(step: float) -> None:
    motion = solve(sketched(ENDS_SOON, TRIAD), np.arange(0.0, 2.75, step), on_failure="return")
    assert motion.steps == 1
    assert motion.outcome(1, 1) is Outcome.CANNOT_ASSEMBLE


@pytest.mark.parametrize("step", [0.6, 0.3, 0.15, 0.1])
def test_the_mode_is_that_of_short_steps(step: float) -> None:
    mechanism = sketched(GOES_ON, TRIAD)
    times = np.arange(0.0, 0.6001, step)
    fine = np.arange(0.0, 0.6001, 0.005)
    np.testing.assert_allclose(theta(mechanism, times), theta(mechanism, fine)[:: round(step / 0.005)], atol=1e-9)


def test_a_start_in_a_singular_position_is_refused() -> None:
    """All three legs pass through one point."""
    legs = {
        "A": (1.4, -0.8),
        "B": (-1.3, -1.4),
        "C": (-0.2, 1.5),
        "D": (-0.2, -0.1),
        "E": (-0.2, -0.5),
        "F": (-0.2, 0.8),
    }
    with pytest.raises(InitialConfigurationError, match="singular position of RR-RR-RR") as caught:
        make_plan(sketched({"O": (1.9, -1.9), **legs}, TRIAD))
    assert set(caught.value.links) == {"leg1", "leg2", "leg3", "platform"}


def test_waiting_next_to_where_a_mode_ends() -> None:
    mechanism = sketched(ENDS_SOON, TRIAD)
    start = mechanism.initial_inputs["motor"]
    motion = solve(mechanism, inputs=start + np.array([0.0, 0.0, 0.03, 0.03, 0.0319, 0.0319, 0.2]), on_failure="return")
    assert motion.steps == 6
    np.testing.assert_allclose(motion.pose("platform")[3], motion.pose("platform")[2], atol=1e-12)


@pytest.mark.parametrize("step", [0.02, 0.1, 0.5])
def test_a_large_group_is_not_called_singular_where_its_pivots_change(step: float) -> None:
    mechanism = sketched(PIVOTS_CHANGE, SIX_LINKS)
    times = np.arange(0.0, 1.99, step)
    motion = solve(mechanism, times)
    other = solve(mechanism, times, method="global-dense")
    for link in mechanism.moving_links:
        np.testing.assert_allclose(motion.pose(link), other.pose(link), atol=1e-9)


@pytest.mark.parametrize(("points", "links"), [(GOES_ON, TRIAD), (PIVOTS_CHANGE, SIX_LINKS)])
def test_a_single_configuration_far_away_is_that_of_the_motion(points: Places, links: dict[str, str]) -> None:
    mechanism = sketched(points, links)
    plan = make_plan(mechanism)
    motion = solve(plan, np.linspace(0.0, 0.6, 121))
    far = plan.evaluate(motion.inputs[-1])
    for link in mechanism.moving_links:
        np.testing.assert_allclose(far.pose(link), motion.pose(link)[-1], atol=1e-9)


@pytest.mark.parametrize("step", [0.05, 0.15, 0.3])
@pytest.mark.parametrize(("points", "links"), [(GOES_ON, TRIAD), (PIVOTS_CHANGE, SIX_LINKS)])
def test_configurations_one_near_the_other(points: Places, links: dict[str, str], step: float) -> None:
    mechanism = sketched(points, links)
    plan = make_plan(mechanism)
    motion = solve(plan, np.arange(0.0, 0.601, step))
    here = None
    for number, z in enumerate(motion.inputs):
        here = plan.evaluate(z, near=here)
        for link in mechanism.moving_links:
            np.testing.assert_allclose(here.pose(link), motion.pose(link)[number], atol=1e-9)


def test_change_points_in_every_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a piece has seen is no excuse for the next one not to look."""
    monkeypatch.setattr("sgkin.sweep.divided_sweep.MOST_KEPT", 300)
    z = 1.0 + np.arange(60) * 2.0 * np.pi / 7.0
    motion = solve(four_bar(2.0, 6.0, 2.0, 6.0, angle=1.0), inputs=z)
    np.testing.assert_allclose(motion.pose("rocker")[:, 2], z, atol=1e-9)


def test_a_motion_in_pieces_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lanes between the steps are forgotten a piece at a time."""
    mechanism = sketched(PIVOTS_CHANGE, SIX_LINKS)
    times = np.arange(0.0, 1.99, 0.3)
    whole = solve(mechanism, times)
    monkeypatch.setattr("sgkin.sweep.divided_sweep.MOST_KEPT", 1000)
    done = []
    parts = solve(mechanism, times, progress=lambda steps, of: done.append((steps, of)))
    assert len(done) > 1
    assert done[-1] == (len(times), len(times))
    for link in mechanism.moving_links:
        np.testing.assert_allclose(parts.pose(link), whole.pose(link), atol=1e-12)
        np.testing.assert_allclose(parts.acceleration(link), whole.acceleration(link), rtol=1e-9, atol=1e-9)
