"""A wheel that meshes with an earlier link of any kind: driven, also on a moving link, on a guide, welded, or passive.

The conditions of a mesh are stated in whole angles, so closing means that no turn is lost.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from sgkin import GearPair, Link, Mechanism, Revolute, make_plan, solve
from sgkin.kinematic_plan import KinematicPlan
from tests.motion.coordinates import accelerations, positions, velocities
from tests.motion.dense_newton import DenseMechanism
from tests.motion.drives import initial_inputs, way
from tests.motion.four_bars import four_bar
from tests.motion.groups import good_plan, initial_coordinates

TEETH = (7, 17)
"""Neither one nor two turns of the link are whole turns of the wheel."""
RATIO = -17 / 7
MESHES = [
    *(("R*", number, link, carrier) for number in range(3) for link, carrier in [("part", "base"), ("3", "ground")]),
    *(("P*", number, link, carrier) for number in range(4) for link, carrier in [("part", "ground"), ("3", "b")]),
    *(("pose*", number, "part", "a") for number in range(3)),
    *(("RRR*", number, "part", "b") for number in range(8)),
    *(("RRR", number, link, carrier) for number in range(2) for link, carrier in [("1", "ground"), ("a", "2")]),
]
"""An example of a registered group, the link of it with which a wheel meshes, and the link on which the wheel turns."""


def geared(mechanism: Mechanism, link: str, carrier: str) -> Mechanism:
    """A wheel on a pin of the carrier that meshes with the link."""
    poses = dict(zip(mechanism.moving_links, initial_coordinates(mechanism).reshape(-1, 3), strict=True))
    x, y, turned = poses.get(carrier, np.zeros(3))
    c, s = np.cos(turned), np.sin(turned)
    links = {each.name: each.points for each in mechanism.links}
    links[carrier] = {**links[carrier], "W": (0.4, 0.7)}
    initial = mechanism.initial
    return replace(
        mechanism,
        links=[*(Link(name, points) for name, points in links.items()), Link("wheel", {"W": (0.0, 0.0)})],
        joints=[
            *mechanism.joints,
            Revolute("W", (carrier, "wheel")),
            GearPair("mesh", ("wheel", link), carrier=carrier, teeth=TEETH),
        ],
        initial=replace(
            initial,
            points={**initial.points, "wheel.W": (x + 0.4 * c - 0.7 * s, y + 0.4 * s + 0.7 * c)},
            angles={**initial.angles, "wheel": float(turned + RATIO * (poses[link][2] - turned))},
        ),
    )


@cache
def geared_plan(signature: str, number: int, link: str, carrier: str) -> KinematicPlan:
    return make_plan(geared(good_plan(signature, number).mechanism, link, carrier))


@pytest.mark.parametrize("unit", [False, True])
@pytest.mark.parametrize(("signature", "number", "link", "carrier"), MESHES)
def test_agrees_with_newton_on_the_whole_mechanism(
    signature: str, number: int, link: str, carrier: str, unit: bool
) -> None:
    plan = geared_plan(signature, number, link, carrier)
    dense, start = DenseMechanism(plan.mechanism), initial_inputs(plan.mechanism)
    drive = way(start, start + np.resize([4e-3, -2e-3, 3e-3], len(start)), 3)
    motion = solve(
        plan,
        inputs=drive.inputs,
        input_rates=drive.rates,
        input_accelerations=drive.accelerations,
        coefficients=unit,
    )
    for step in range(4):
        q = positions(motion)[:, step]
        assert np.abs(dense.conditions(q, drive.inputs[step])).max() < 1e-12
        rates = dense.rates(q, drive.inputs[step], drive.rates[step], drive.accelerations[step])
        for found, expected in zip((velocities(motion), accelerations(motion)), rates, strict=True):
            np.testing.assert_allclose(found[:, step], expected, rtol=0.0, atol=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("turns", [3.2, -3.2])
def test_whole_turns_of_a_passive_link(turns: float) -> None:
    """A wheel on ground meshes with the rocker of a double crank, which goes there and back in more than a block."""
    double_crank = four_bar(3.0, 2.0, 2.5, 1.0, angle=0.5)
    ground, *others = double_crank.links
    mechanism = replace(
        double_crank,
        links=[Link("ground", {**ground.points, "W": (4.0, 0.0)}), *others, Link("wheel", {"W": (0.0, 0.0)})],
        joints=[
            *double_crank.joints,
            Revolute("W", ("ground", "wheel")),
            GearPair("mesh", ("wheel", "rocker"), carrier="ground", teeth=TEETH),
        ],
    )
    there = 0.5 + np.linspace(0.0, turns, 700) * 2.0 * np.pi
    motion = solve(mechanism, inputs=np.concatenate([there, there[-2::-1]]))
    rocker, wheel = motion.pose("rocker")[:, 2], motion.pose("wheel")[:, 2]
    assert abs(rocker[699] - rocker[0]) > 6.0 * np.pi
    np.testing.assert_allclose(wheel - wheel[0], RATIO * (rocker - rocker[0]), rtol=0.0, atol=1e-11)
    np.testing.assert_allclose(wheel[-1], wheel[0], rtol=0.0, atol=1e-11)
