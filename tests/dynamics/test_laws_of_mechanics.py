"""Newton, Euler, action and reaction, virtual power and power balance on every mechanism of the library."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import InputError, Polynomial, driving_forces, load_mechanism, make_plan, reactions, solve
from sgkin.dynamics.equations import EquationsOfMotion
from sgkin.errors import UnknownNameError
from sgkin.kernels.equations_block import SOLVED
from tests.dynamics import newton_euler as laws
from tests.dynamics.loaded import loaded, with_laws
from tests.dynamics.motions import DETERMINED, MOVING, library_motion

EXACT = 1e-9
EVERY = pytest.mark.parametrize("name", MOVING)
EVERY_DETERMINED = pytest.mark.parametrize("name", DETERMINED)


@EVERY_DETERMINED
def test_forces_are_what_accelerates_every_link(name: str) -> None:
    motion = library_motion(name)
    found = reactions(motion)
    assert found.undetermined == ()
    assert found.singular_steps == ()
    assert laws.worst_of_newton_and_euler(motion, found) < EXACT


@EVERY_DETERMINED
def test_action_is_reaction(name: str) -> None:
    motion = library_motion(name)
    assert laws.worst_of_action_and_reaction(motion, reactions(motion)) < EXACT


@EVERY_DETERMINED
def test_joints_have_no_power_and_drives_that_of_their_inputs(name: str) -> None:
    motion = library_motion(name)
    assert laws.worst_of_virtual_power(motion, reactions(motion)) < EXACT


@EVERY
def test_power_of_all_forces_is_the_change_of_kinetic_energy(name: str) -> None:
    assert laws.worst_of_power_balance(library_motion(name)) < EXACT


@EVERY
def test_driving_forces_in_two_ways(name: str) -> None:
    motion = library_motion(name)
    expected = laws.by_coefficients(motion)
    np.testing.assert_allclose(driving_forces(motion), expected, rtol=0.0, atol=EXACT * np.abs(expected).max())
    found = reactions(motion).driving_forces
    for number, input in enumerate(motion.mechanism.input_names):
        np.testing.assert_array_equal(found[input], driving_forces(motion, input))
        np.testing.assert_allclose(found[input], expected[:, number], rtol=0.0, atol=EXACT * np.abs(expected).max())


@EVERY_DETERMINED
def test_shaking_force_is_what_joints_drives_and_springs_do_to_the_frame(name: str) -> None:
    motion = library_motion(name)
    found, ground = reactions(motion), motion.mechanism.ground
    everything = [*(each for _, each in laws.holding(motion, found)), *laws.loads(motion)]
    on_frame = [each for each in everything if each.link == ground]
    force = sum((each.force for each in on_frame), np.zeros((motion.steps, 2)))
    largest = laws.largest_force(motion, found)
    np.testing.assert_allclose(found.shaking_force, force, rtol=0.0, atol=EXACT * largest)
    about = np.array([0.3, -0.2]) * motion.mechanism.size
    moment = sum((laws.about_origin(each._replace(place=each.place - about)) for each in on_frame), np.zeros(1))
    far = float(np.abs([motion.pose(link) for link in motion.mechanism.moving_links]).max()) + motion.mechanism.size
    np.testing.assert_allclose(found.shaking_moment(about), moment, rtol=0.0, atol=EXACT * largest * far)


def test_names_that_are_not_there() -> None:
    motion = library_motion("slider_crank")
    found = reactions(motion)
    with pytest.raises(UnknownNameError, match="no joint or input 'Q'; allowed: "):
        found.at("Q", "rod")
    with pytest.raises(UnknownNameError, match="no link at 'B' named 'piston'; allowed: crank, rod"):
        found.at("B", "piston")
    with pytest.raises(UnknownNameError, match="no component 'z'; allowed: x, y, moment"):
        found.component("B", "rod", "z")
    with pytest.raises(UnknownNameError, match="no input 'moter'; did you mean 'motor'"):
        driving_forces(motion, "moter")
    with pytest.raises(InputError, match="a motion is needed, found 3; use solve"):
        reactions(3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="a motion is needed, found 3; use solve"):
        driving_forces(3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no velocities"):
        reactions(solve(motion.mechanism, inputs=[0.1]))
    assert repr(found) == "Reactions of slider_crank: 6 steps"
    np.testing.assert_allclose(found.magnitude("B", "rod"), np.hypot(*found.at("B", "rod").T))
    assert found.links("motor") == ("ground", "crank")
    np.testing.assert_allclose(found.point("B", "rod"), motion.position("rod.B"), atol=1e-12)


@EVERY
def test_inputs_that_move_as_forces_move_them_need_no_drive(name: str) -> None:
    """The compiled equations of motion are another way to the same forces."""
    mechanism = loaded(load_mechanism(name))
    plan = make_plan(mechanism)
    f = len(plan.input_names)
    equations = EquationsOfMotion(plan, range(f))
    y, rates = np.concatenate([plan.initial_inputs, 0.7 * plan.input_scales]), np.zeros(2 * f)
    assert equations.rates(equations.workspace(), 0.0, y, rates) == SOLVED
    states = zip(plan.input_names, y[:f].tolist(), y[f:].tolist(), rates[f:].tolist(), strict=True)
    laws_there = {input: Polynomial((z, speed, 0.5 * change)) for input, z, speed, change in states}
    motion = solve(with_laws(mechanism, laws_there), times=[0.0])
    largest = laws.largest_force(motion, reactions(motion)) if name in DETERMINED else 100.0
    units = np.where(plan.angles, plan.unit_length, 1.0)
    np.testing.assert_allclose(driving_forces(motion)[0] / units, 0.0, rtol=0.0, atol=EXACT * largest)
