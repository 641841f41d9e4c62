"""Planar mechanisms of the library lifted into a tilted plane: structure and answer are those of the plane."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest

from sgkin import Mechanism, SpatialMotion, Structure, decompose, load_mechanism, make_plan, mechanism_names, solve
from tests.spatial.groups.left_open import left_open
from tests.spatial.motion.lifted import SHIFT, TURN, can_be_lifted, lifted

LIFTED = [name for name in mechanism_names("planar") if can_be_lifted(load_mechanism(name))]
LEFT_OUT = {
    "rack_and_pinion",  # there are none in space
    "cam_oscillating_follower", "cam_roller_follower", "cam_translating_knife_follower",  # profiles without a shape
    "k4_overbraced_floating", "parallelogram_at_change_point",  # nothing moves them
}  # fmt: skip


REACH = {
    "landing_gear_by_piston": (0.05, 0.15),
    "scissor_lift_1_stage": (0.0, -0.05),
    "scissor_lift_3_stage": (0.0, -0.05),
}
"""From where to where inputs go, by what is a large change of them, where a dead point is near."""


@cache
def both(name: str) -> tuple[Mechanism, Mechanism]:
    planar = load_mechanism(name)
    return planar, lifted(planar)


def test_all_that_move_are_lifted() -> None:
    assert set(mechanism_names("planar")) - set(LIFTED) == LEFT_OUT


@pytest.mark.parametrize("name", LIFTED)
def test_structure_in_a_tilted_plane(name: str) -> None:
    """The same groups after each other, driven by the same inputs; what is moved as a whole hangs on slides."""
    planar, in_space = both(name)
    flat, found = decompose(planar), decompose(in_space)
    assert found.mobility == flat.mobility
    assert found.is_determined
    slides = {link.name for link in in_space.links} - {link.name for link in planar.links}
    assert groups_of(flat, planar) == {
        links: after for links, after in groups_of(found, planar).items() if not links <= slides
    }
    if not slides:
        assert {links_of(group): group.inputs for group in flat.groups} == {
            links_of(group): group.inputs for group in found.groups
        }


def links_of(group: object) -> frozenset[str]:
    return frozenset(map(str, group.links))  # type: ignore[attr-defined]


def groups_of(structure: Structure, planar: Mechanism) -> dict[frozenset[str], set[frozenset[str]]]:
    """Links of every group, and those of the groups before it that are of the plane."""
    known = {link.name for link in planar.links}
    every = [links_of(group) for group in structure.groups]
    return {
        links: {every[number] for number in group.depends_on if every[number] <= known}
        for links, group in zip(every, structure.groups, strict=True)
    }


@pytest.mark.parametrize("name", LIFTED)
def test_motion_in_a_tilted_plane(name: str) -> None:
    planar, in_space = both(name)
    made, other = make_plan(planar), make_plan(in_space)
    z = made.initial_inputs + np.linspace(*REACH.get(name, (0.0, 0.1)), 8)[:, None] * made.input_scales
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
    assert left_open(found)[0] < 1e-12


@pytest.mark.parametrize("name", [name for name in LIFTED if not load_mechanism(name).expected.redundant])
def test_order_of_links_and_joints_has_no_effect_on_the_structure(name: str) -> None:
    """What is redundant in space alone must not decide which links are found together."""
    planar, in_space = both(name)
    random, expected = Random(name), groups_of(decompose(in_space), planar)
    for _ in range(2):
        links, joints = (random.sample(each, len(each)) for each in (in_space.links, in_space.joints))
        assert groups_of(decompose(replace(in_space, links=links, joints=joints)), planar) == expected
