"""Forces between points that fall together: those of springs without a free length, and of dampers, have a direction.

A body moves along a guide, or freely in the plane, and starts where the points of the force are one.
"""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

import numpy as np
import pytest

from sgkin import (
    Damper,
    ForceError,
    Free,
    JointDriver,
    Link,
    Mass,
    Mechanism,
    OwnForce,
    PoseDriver,
    Prismatic,
    SimulationError,
    Spring,
    applied_force,
    energy,
    equilibrium,
    linearise,
    reactions,
    simulate,
    solve,
)
from sgkin.dynamics.multiplier_form import along_motion
from sgkin.errors import WholeMechanismError
from sgkin.model.force import Force

MASS, STIFFNESS, DAMPING = 2.0, 50.0, 3.0
RATE = sqrt(STIFFNESS / MASS)
LINKS = [Link("ground", {"S": (0, 0)}), Link("block", {"P": (0, 0)})]
MASSES = {"block": Mass(MASS, (0.0, 0.0), 0.1)}
BETWEEN = ("ground.S", "block.P")
SPRING = Spring("force", BETWEEN, stiffness=STIFFNESS, free_length=0.0)
DAMPED = Spring("force", BETWEEN, stiffness=STIFFNESS, free_length=0.0, damping=DAMPING)
DAMPER = Damper("force", BETWEEN, damping=DAMPING)
LONG = Spring("force", BETWEEN, stiffness=STIFFNESS, free_length=0.2)
FORMS: list[dict[str, Any]] = [
    {"method": "DOP853", "rtol": 1e-12},
    {"method": "RK4", "step": 1e-3},
    {"method": "RK45", "rtol": 1e-11},
    {"formulation": "whole", "rtol": 1e-12},
]


def on_guide(force: Force) -> Mechanism:
    """A block that slides along the x axis."""
    joints, drivers = [Prismatic("guide", ("ground", "block"), at=("S", "P"))], [JointDriver("way", "guide", Free(0.0))]
    return Mechanism("block", LINKS, joints, drivers, masses=MASSES, forces=[force])


def in_plane(force: Force) -> Mechanism:
    """A plate that nothing guides."""
    drivers = [PoseDriver("plate", "block", x=Free(0.0), y=Free(0.0), theta=Free(0.0))]
    return Mechanism("plate", LINKS, [], drivers, masses=MASSES, forces=[force])


@pytest.mark.parametrize("form", FORMS)
def test_spring_without_free_length_swings_through_its_end(form: dict[str, Any]) -> None:
    motion = simulate(on_guide(SPRING), 2.0, rates={"way": 1.0}, progress=False, **form)
    assert motion.times is not None
    expected = np.sin(RATE * motion.times) / RATE
    assert motion.position("block.P")[:, 0] == pytest.approx(expected, abs=1e-9)
    assert np.ptp(energy(motion)) <= 1e-8 * energy(motion).max()
    assert applied_force(motion, "force") == pytest.approx(-STIFFNESS * np.abs(expected), abs=1e-7)


@pytest.mark.parametrize("form", FORMS)
def test_damper_acts_against_the_velocity_where_its_points_are_one(form: dict[str, Any]) -> None:
    motion = simulate(on_guide(DAMPER), 1.0, rates={"way": 1.0}, progress=False, **form)
    assert motion.times is not None
    decay = DAMPING / MASS
    expected = (1.0 - np.exp(-decay * motion.times)) / decay
    assert motion.position("block.P")[:, 0] == pytest.approx(expected, abs=1e-9)
    assert motion.acceleration("block.P")[0] == pytest.approx([-decay, 0.0], abs=1e-12)
    assert applied_force(motion, "force")[0] == pytest.approx(-DAMPING)


@pytest.mark.parametrize("force", [SPRING, DAMPED, DAMPER])
def test_both_forms_agree(force: Force) -> None:
    motion = simulate(in_plane(force), 1.0, rates={"block.x": 0.3, "block.y": -0.4, "block.theta": 0.1}, progress=False)
    whole = along_motion(motion, motion.mechanism.input_names).accelerations[:, 0]
    np.testing.assert_allclose(whole, motion.acceleration("block"), rtol=0, atol=1e-12 * np.abs(whole).max())


def test_small_motions_in_every_direction() -> None:
    found = linearise(in_plane(DAMPED), at=[0.0, 0.0, 0.0])
    assert found.frequencies == pytest.approx([0.0, RATE / (2 * pi), RATE / (2 * pi)], abs=1e-12)
    assert found.damping[1:] == pytest.approx([DAMPING / (2.0 * sqrt(STIFFNESS * MASS))] * 2)


def test_rest_where_the_points_are_one() -> None:
    assert equilibrium(on_guide(SPRING), near=[0.3]).inputs["way"] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("force", [LONG, OwnForce("force", BETWEEN, lambda t, value, rate: 7.0)])
def test_a_force_without_a_direction_is_told(force: Force) -> None:
    with pytest.raises(SimulationError, match="no direction, because its two points fall together") as told:
        simulate(on_guide(force), 1.0, rates={"way": 1.0}, progress=False)
    assert "force 'force': " in str(told.value)
    assert str(told.value).endswith("keep them apart, or give a spring free_length = 0")
    with pytest.raises(WholeMechanismError, match="or has no direction, as its points fall together"):
        simulate(on_guide(force), 1.0, rates={"way": 1.0}, formulation="whole", progress=False)
    with pytest.raises(ForceError, match="no direction, because its two points fall together; keep them apart"):
        reactions(solve(on_guide(force), inputs=[0.0], input_rates=[1.0]))
