"""Positions of rest: forces and stiffness along the inputs in two ways, equilibria of known places, bad input."""

from __future__ import annotations

from dataclasses import replace
from math import acos, cos, pi, sin

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    EquilibriumError,
    InitialConfiguration,
    InputError,
    JointDriver,
    Link,
    Mass,
    MassError,
    Mechanism,
    MotionError,
    Motor,
    PointForce,
    Polynomial,
    Revolute,
    RotationalSpring,
    Spring,
    StateForce,
    Torque,
    UniformBar,
    equilibrium,
    holding_forces,
    linearise,
    load_mechanism,
    make_plan,
)
from sgkin.dynamics.small_motions import RestingMechanism
from sgkin.errors import UnknownNameError
from tests.dynamics.loaded import loaded
from tests.dynamics.motions import MOVING

STEP = 1e-3
PLACES, WEIGHTS = np.array([-3, -2, -1, 1, 2, 3]), np.array([-1.0, 9.0, -45.0, 45.0, -9.0, 1.0]) / 60.0
MASS, LENGTH, WEIGHT = 1.5, 0.8, 9.81


def chain(count: int = 1, **more: object) -> Mechanism:
    """Equal uniform bars that hang on each other; the inputs are the angles between them, 0 where all hang down."""
    names = [f"bar{number}" for number in range(1, count + 1)]
    ground = Link("ground", {"P1": (0.0, 0.0), "S": (1.0, 0.0)})
    links = [
        Link(name, {f"P{number}": (0.0, 0.0), f"P{number + 1}": (0.0, -LENGTH)}) for number, name in enumerate(names, 1)
    ]
    carriers = ["ground", *names]
    return Mechanism(
        "chain",
        links=[ground, *links],
        joints=[Revolute(f"P{number}", (carriers[number - 1], name)) for number, name in enumerate(names, 1)],
        drivers=[
            JointDriver(f"z{number}", f"P{number}", ConstantSpeed(1.0, start=0.3)) for number in range(1, count + 1)
        ],
        masses={name: UniformBar((f"P{number}", f"P{number + 1}"), mass=MASS) for number, name in enumerate(names, 1)},
        gravity=(0.0, -WEIGHT),
        **more,  # type: ignore[arg-type]
    )


def at_one_moment(name: str) -> Mechanism:
    """A mechanism of the library with forces, and with one that depends on several coordinates."""
    given = loaded(load_mechanism(name))
    state = StateForce("state", given.input_names, lambda t, values, rates: values * values.sum() - 2.0 * rates)
    return replace(given, forces=[*given.forces, state])


@pytest.mark.parametrize("name", MOVING)
def test_stiffness_is_how_the_force_changes(name: str) -> None:
    mechanism = at_one_moment(name)
    plan = make_plan(mechanism)
    resting = RestingMechanism(plan, 0.2)
    z = plan.initial_inputs + 0.02 * plan.input_scales
    here = resting.reached(z)
    for number, scale in enumerate(plan.input_scales.tolist()):
        way = np.zeros(len(z))
        way[number] = STEP * scale
        forces = np.array([resting.at(z + place * way, here).force for place in PLACES])
        expected = -(WEIGHTS @ forces) / (STEP * scale)
        size = np.abs(here.stiffness[:, number]).max()
        np.testing.assert_allclose(here.stiffness[:, number], expected, rtol=0.0, atol=1e-6 * size)


@pytest.mark.parametrize("name", MOVING)
def test_forces_along_inputs_are_those_that_hold_them(name: str) -> None:
    given = loaded(load_mechanism(name))
    steady = [force for force in given.forces if not any(action.law.needs_time for action in force.actions(given))]
    mechanism = replace(given, forces=steady)
    plan = make_plan(mechanism)
    here = RestingMechanism(plan, 0.0).reached(plan.initial_inputs)
    held = holding_forces(plan)
    assert held.shape == (1, len(plan.input_names))
    np.testing.assert_allclose(held[0], -here.force, rtol=0.0, atol=1e-9 * here.size.max())


def test_a_pendulum_hangs_stably_and_stands_unstably() -> None:
    hanging = equilibrium(chain(), near=[0.4])
    assert hanging.inputs["z1"] == pytest.approx(0.0, abs=1e-12)
    assert hanging.is_stable
    assert hanging.stiffness[0, 0] == pytest.approx(MASS * WEIGHT * LENGTH / 2.0, rel=1e-12)
    standing = equilibrium(chain(), near={"z1": 3.0})
    assert standing.inputs["z1"] == pytest.approx(pi, abs=1e-12)
    assert standing.stability == "unstable"
    assert repr(standing) == "unstable equilibrium of chain at z1 = 3.14159 rad"


def test_a_pendulum_with_a_torque_hangs_aside() -> None:
    torque = MASS * WEIGHT * LENGTH / 2.0 * sin(0.6)
    found = equilibrium(chain(forces=[Torque("wind", torque, link="bar1")]))
    assert found.inputs["z1"] == pytest.approx(0.6, abs=1e-12)
    other = equilibrium(chain(forces=[Torque("wind", torque, link="bar1")]), near=[2.5])
    assert other.inputs["z1"] == pytest.approx(pi - 0.6, abs=1e-12)
    assert other.stability == "unstable"


def test_two_bars_with_a_horizontal_load_at_their_end() -> None:
    """tan of each bar's inclination is the load over the weight that hangs at it, half of its own included."""
    load = 4.0
    found = equilibrium(chain(2, forces=[PointForce("load", "bar2.P3", components=(load, 0.0))]))
    first, second = np.arctan2(load, MASS * WEIGHT * np.array([1.5, 0.5]))
    assert found.inputs["z1"] == pytest.approx(first, abs=1e-12)
    assert found.inputs["z2"] == pytest.approx(second - first, abs=1e-12)
    assert found.is_stable
    alone = equilibrium(chain(2), near={"z1": 0.0, "z2": 0.2}, free=["z2"])
    assert alone.inputs["z2"] == pytest.approx(0.0, abs=1e-12)
    assert alone.free == ("z2",)
    assert alone.holding["z1"] == pytest.approx(0.0, abs=1e-9)


def test_a_coiled_spring_remembers_whole_turns() -> None:
    coil = RotationalSpring("coil", "P1", stiffness=3.0, free_angle=7.0)
    found = equilibrium(replace(chain(forces=[coil]), gravity=(0.0, 0.0)))
    assert found.inputs["z1"] == pytest.approx(7.0, abs=1e-12)
    assert found.is_stable


def test_a_rope_that_hangs_loose_is_indifferent() -> None:
    rope = Spring("rope", ("ground.S", "bar1.P2"), stiffness=5.0, free_length=9.0, acts="pull")
    found = equilibrium(replace(chain(forces=[rope]), gravity=(0.0, 0.0), masses={}))
    assert found.stability == "indifferent"
    assert found.inputs["z1"] == 0.3


def test_a_toggle_is_held_by_what_its_geometry_says() -> None:
    """Slider-crank: force F on the piston against the torque F x′ of the crank."""
    engine = load_mechanism("slider_crank")
    pushed = replace(engine, forces=[PointForce("gas", "piston.C", components=(-50.0, 0.0))])
    angles = np.array([0.3, 1.0, 2.0])
    rates = -np.sin(angles) * (1.0 + np.cos(angles) / np.sqrt(9.0 - np.sin(angles) ** 2))
    np.testing.assert_allclose(holding_forces(pushed, angles)[:, 0], 50.0 * rates, rtol=1e-12)


def test_holding_at_a_moment() -> None:
    """A load over time is taken at the moment that is asked for."""
    given = chain(forces=[Torque("wind", Polynomial((1.0, 2.0)), link="bar1")])
    assert holding_forces(given, [0.0], time=3.0).tolist() == [[pytest.approx(-7.0, abs=1e-12)]]
    assert holding_forces(given, [0.0])[0, 0] == pytest.approx(-1.0, abs=1e-12)
    assert equilibrium(given, time=1.0).inputs["z1"] == pytest.approx(
        np.arcsin(3.0 / (MASS * WEIGHT * LENGTH / 2.0)), abs=1e-12
    )
    with pytest.raises(InputError, match="inputs"):
        holding_forces(given, ["a"])


@pytest.mark.parametrize("start", np.linspace(0.0, 6.0, 13).tolist())
def test_an_equilibrium_is_found_from_everywhere(start: float) -> None:
    """Newton's method alone goes round and round beside a place where the force is small, and not zero."""
    links = [
        Link("ground", {"O": (0, 0), "C": (0.1, 0)}),
        Link("crank", {"O": (0, 0), "A": (0.04, 0)}),
        Link("coupler", {"A": (0, 0), "B": (0.12, 0)}),
        Link("rocker", {"C": (0, 0), "B": (0.08, 0)}),
    ]
    pairs = {"O": ("ground", "crank"), "A": ("crank", "coupler"), "B": ("coupler", "rocker"), "C": ("ground", "rocker")}
    bars = {"crank": ("OA", 0.2), "coupler": ("AB", 0.6), "rocker": ("CB", 0.4)}
    four_bar = Mechanism(
        "four_bar",
        links,
        [Revolute(name, pair) for name, pair in pairs.items()],
        [JointDriver("motor", "O", ConstantSpeed(1.0, start=0.5))],
        initial=InitialConfiguration(points={"B": (0.145, 0.065)}),
        masses={link: UniformBar(tuple(ends), mass=mass) for link, (ends, mass) in bars.items()},
        gravity=(0.0, -9.80665),
    )
    found = equilibrium(four_bar, near=[start])
    assert np.abs(holding_forces(four_bar, [found.inputs["motor"]])).max() < 1e-9


def test_an_equilibrium_that_is_not_there() -> None:
    pushed = chain(forces=[Torque("motor", 100.0, link="bar1")])
    with pytest.raises(EquilibriumError, match=r"was not found.*left along z1: give other inputs as `near`") as caught:
        equilibrium(pushed)
    assert set(caught.value.inputs) == {"z1"}
    constant = replace(chain(forces=[Torque("motor", 1.0, link="bar1")]), gravity=(0.0, 0.0))
    with pytest.raises(EquilibriumError, match="do not change with the inputs here"):
        equilibrium(constant)
    # it swings out until its links do not reach any further
    four_bar = load_mechanism("chebyshev_straight_line")
    spring = RotationalSpring("spring", four_bar.drivers[0].at_joint, stiffness=1.0, free_angle=400.0)
    with pytest.raises(MotionError):
        equilibrium(replace(four_bar, forces=[spring]))


def test_bad_input() -> None:
    with pytest.raises(UnknownNameError, match="near: there is no input 'z2'; allowed: z1"):
        equilibrium(chain(), near={"z2": 0.1})
    with pytest.raises(InputError):
        equilibrium(chain(), near=[0.1, 0.2])
    with pytest.raises(InputError, match="free is 'z1'; give a list"):
        equilibrium(chain(), free="z1")
    with pytest.raises(InputError, match="name at least one"):
        equilibrium(chain(), free=[])
    with pytest.raises(UnknownNameError, match="free: there is no input 'q'"):
        linearise(chain(), free=["q"])
    with pytest.raises(MassError, match="bar1 has no entry"):
        equilibrium(replace(chain(), masses={}))
    with pytest.raises(InputError, match=r"does not stay at rest there: forces act along z1 \(-.*give an equilibrium"):
        linearise(chain(), at=[0.3])
    masses = {"bar1": UniformBar(("P1", "P2"), mass=1.0), "bar2": Mass(1.0, "P2", 0.0)}
    light = replace(chain(2), masses=masses)
    with pytest.raises(MassError, match="nothing with a mass moves with z2") as caught:
        linearise(light, at=[0.0, 0.0])
    assert caught.value.links == ("z2",)


def test_a_motor_holds_with_its_stall_torque() -> None:
    motor = Motor("motor", "z1", speeds=(0.0, 10.0), torques=(2.0, 0.0))
    found = equilibrium(chain(forces=[motor]))
    assert found.inputs["z1"] == pytest.approx(acos(cos(np.arcsin(2.0 / (MASS * WEIGHT * LENGTH / 2.0)))), abs=1e-12)
    assert linearise(chain(forces=[motor]), at=found).damping_matrix[0, 0] == pytest.approx(0.2)
