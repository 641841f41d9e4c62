"""Simulations: closed forms, every method, inputs that follow laws, end stops, triggers, and how they fail."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numba
import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import ellipj, ellipk

from sgkin import (
    Actuator,
    ConstantSpeed,
    EndStop,
    Expectation,
    Free,
    InitialConfiguration,
    InitialRatesError,
    InputError,
    JointDriver,
    JointFriction,
    Link,
    Mass,
    MassError,
    Mechanism,
    MotionError,
    OwnForce,
    OwnLaw,
    Prismatic,
    Revolute,
    SimulationError,
    Spring,
    StateForce,
    Trigger,
    UniformBar,
    equations_of_motion,
    kinetic_energy,
    linearise,
    load_mechanism,
    make_plan,
    simulate,
    solve,
)
from tests.dynamics.models import leger_five_bar, pendulum, rods, triple_rocker

ALL_METHODS = ["DOP853", "RK4", "Euler", "RK45", "RK23", "Radau", "BDF", "LSODA"]


def mass_on_a_guide(*forces: object, start: float = 1.0, mass: float = 2.0) -> Mechanism:
    """A block on a straight guide."""
    return Mechanism(
        "block_on_a_guide",
        links=[Link("ground", {"O": (0, 0), "wall": (-3, 0)}), Link("block", {"O": (0, 0)})],
        joints=[Prismatic("O", ("ground", "block"))],
        drivers=[JointDriver("place", "O", Free(start))],
        initial=InitialConfiguration(angles={"block": 0.0}),
        masses={"block": Mass(mass, (0.0, 0.0), 0.1)},
        forces=forces,  # type: ignore[arg-type]
    )


def test_period_of_a_pendulum() -> None:
    """4 K(sin² α/2) √(l/g) for a swing from the amplitude α."""
    amplitude = 2.5
    period = 4.0 * ellipk(np.sin(amplitude / 2) ** 2) * np.sqrt(1.0 / 9.81)
    swing = pendulum(angle=-0.5 * np.pi + amplitude)
    motion = simulate(swing, period, times=[0.25 * period, 0.5 * period, period], rtol=1e-12)
    found = motion.inputs[:, 0] + 0.5 * np.pi
    assert_allclose(found, [0.0, -amplitude, amplitude], rtol=0, atol=1e-9)


def test_pendulum_by_elliptic_functions() -> None:
    amplitude, times = 2.0, np.linspace(0.0, 3.0, 50)
    modulus = np.sin(amplitude / 2)
    sn = ellipj(ellipk(modulus**2) - np.sqrt(9.81) * times, modulus**2)[0]
    motion = simulate(pendulum(-0.5 * np.pi + amplitude), 3.0, times=times, rtol=1e-12)
    assert_allclose(motion.inputs[:, 0] + 0.5 * np.pi, 2.0 * np.arcsin(modulus * sn), rtol=0, atol=1e-9)


@pytest.mark.parametrize("method", ALL_METHODS)
def test_every_method_swings_a_spring(method: str) -> None:
    """x = 1 + ½ cos ωt, ω² = k/m."""
    block = mass_on_a_guide(Spring("spring", ("ground.wall", "block.O"), 50.0, 4.0), start=1.5)
    step = {"RK4": 1e-3, "Euler": 1e-5}.get(method)
    times = np.linspace(0.0, 1.0, 11)
    motion = simulate(block, 1.0, times=times, method=method, rtol=1e-8, step=step)
    error = {"Euler": 1e-4}.get(method, 1e-5)
    assert_allclose(motion.inputs[:, 0], 1.0 + 0.5 * np.cos(5.0 * times), rtol=0, atol=error)
    assert_allclose(motion.input_accelerations[:, 0], -25.0 * (motion.inputs[:, 0] - 1.0), rtol=0, atol=1e-9)


def test_order_of_the_method_of_runge_and_kutta() -> None:
    errors = []
    for step in (0.02, 0.01):
        motion = simulate(pendulum(1.0), 1.0, times=[1.0], method="RK4", step=step)
        exact = simulate(pendulum(1.0), 1.0, times=[1.0], rtol=1e-13)
        errors.append(abs(motion.inputs[0, 0] - exact.inputs[0, 0]))
    assert 12.0 < errors[0] / errors[1] < 20.0


def test_moments_that_are_kept_do_not_change_the_motion() -> None:
    few = simulate(triple_rocker(), 0.06, rates=3.0, times=[0.06])
    many = simulate(triple_rocker(), 0.06, rates=3.0, times=np.linspace(0.0, 0.06, 301))
    assert_allclose(few.inputs[-1], many.inputs[-1], rtol=0, atol=1e-12)
    assert_allclose(np.gradient(many.inputs[:, 0], many.times)[1:-1], many.input_rates[1:-1, 0], rtol=0, atol=1e-4)


def test_inputs_that_follow_laws_beside_free_ones() -> None:
    """The free motor of a five-bar must feel the one that turns: against a simulation in which a stiff controller turns
    that."""
    mechanism = load_mechanism("five_bar_2dof")
    first, second = mechanism.input_names
    masses = {link: Mass(1.0, (0.1 * mechanism.size, 0.0), 0.05 * mechanism.size**2) for link in mechanism.moving_links}
    loaded = replace(mechanism, masses=masses, gravity=(0.0, -9.81), expected=type(mechanism.expected)())
    driven = replace(
        loaded,
        drivers=[
            replace(loaded.driver(first), law=ConstantSpeed(0.4, mechanism.initial_inputs[first])),
            replace(loaded.driver(second), law=Free(mechanism.initial_inputs[second])),
        ],
    )
    motion = simulate(driven, 0.3, rates={second: 0.2}, rtol=1e-10)
    assert motion.free == (second,)
    start = mechanism.initial_inputs[first]
    assert_allclose(motion.inputs[:, 0], start + 0.4 * motion.times, rtol=0, atol=1e-12)

    def holding(t: float, value: float, rate: float) -> float:
        return -1e7 * (value - start - 0.4 * t) - 2e4 * (rate - 0.4)

    held = replace(
        loaded,
        drivers=[replace(driver, law=Free(mechanism.initial_inputs[driver.name])) for driver in loaded.drivers],
        forces=[OwnForce("controller", first, holding)],
    )
    other = simulate(held, 0.3, rates={first: 0.4, second: 0.2}, rtol=1e-7, method="Radau")
    assert_allclose(motion.inputs, other.inputs, rtol=0, atol=1e-4)


def test_a_free_law_and_a_named_free_input_are_the_same() -> None:
    mechanism = load_mechanism("uchida_slider_crank")
    named = simulate(mechanism, 0.2, free=["motor"])
    drivers = [JointDriver("motor", "A", Free(mechanism.initial_inputs["motor"]))]
    lawless = simulate(replace(mechanism, drivers=drivers), 0.2)
    assert_allclose(named.inputs, lawless.inputs, rtol=0, atol=1e-13)


@pytest.mark.parametrize("name", ["uchida_slider_crank", "andrews_squeezer", "robot_3RRR_by_motor_angles"])
def test_both_formulations_agree(name: str) -> None:
    mechanism = load_mechanism(name)
    until = 0.01 if name == "andrews_squeezer" else 0.3
    free = list(mechanism.input_names)
    ours = simulate(mechanism, until, free=free, rtol=1e-10, times=[0.5 * until, until])
    other = simulate(mechanism, until, free=free, rtol=1e-10, times=[0.5 * until, until], formulation="whole")
    assert_allclose(ours.inputs, other.inputs, rtol=0, atol=1e-7)
    assert_allclose(ours.input_rates, other.input_rates, rtol=1e-6)


def test_rates_from_any_velocities() -> None:
    mechanism = load_mechanism("uchida_slider_crank")
    known = simulate(mechanism, 0.1, free=["motor"], rates={"motor": 2.0}, times=[0.0, 0.1])
    for name, velocity in (
        ("D", known.joint("D").rate[0]),
        ("piston.C", known.velocity("piston.C")[0]),
        ("connecting_rod.theta", known.velocity("connecting_rod")[0, 2]),
        ("crank", known.velocity("crank")[0]),
    ):
        found = simulate(mechanism, 0.1, free=["motor"], rates={name: velocity}, times=[0.0, 0.1])
        assert_allclose(found.input_rates, known.input_rates, rtol=1e-9)


def test_rates_that_contradict_each_other() -> None:
    mechanism = load_mechanism("uchida_slider_crank")
    with pytest.raises(InitialRatesError, match="contradict each other") as caught:
        simulate(mechanism, 1.0, free=["motor"], rates={"motor": 2.0, "D": 5.0})
    assert caught.value.difference != 0.0


def test_rates_that_leave_an_input_open() -> None:
    mechanism = load_mechanism("robot_3RRR_by_motor_angles")
    free = list(mechanism.input_names)
    with pytest.raises(InputError, match="do not say how fast"):
        simulate(mechanism, 0.1, free=free, rates={"motor_1": 2.0})


def test_end_stop_with_restitution() -> None:
    """A ball that bounces: each flight takes e times as long as the one before."""
    ball = replace(mass_on_a_guide(start=1.0), gravity=(-2.0, 0.0))
    stop = EndStop("floor", on="O", low=0.0, restitution=0.5)
    motion = simulate(ball, 2.4, events=stop, rtol=1e-11)
    times = [event.time for event in motion.happenings]
    assert_allclose(times[:2], [1.0, 2.0], rtol=0, atol=1e-9)
    assert motion.inputs[:, 0].min() > -1e-9
    after = motion.times > 1.0 + 1e-6
    flight = motion.times[after & (motion.times < 2.0)] - 1.0
    assert_allclose(motion.inputs[after & (motion.times < 2.0), 0], flight - flight**2, rtol=0, atol=1e-9)


def test_end_stop_of_several_inputs_takes_no_energy_without_loss() -> None:
    mechanism = load_mechanism("robot_3RRR_by_motor_angles")
    free = list(mechanism.input_names)
    quiet = replace(mechanism, forces=())
    start = quiet.initial_inputs["motor_1"]
    stop = EndStop("stop", on="A1", high=start + 0.05, restitution=1.0)
    rates = {"motor_1": 0.5, "motor_2": 0.1, "motor_3": -0.2}
    motion = simulate(quiet, 0.6, free=free, rates=rates, events=[stop], rtol=1e-10)
    assert motion.happenings
    assert motion.joint("A1").value.max() < start + 0.05 + 1e-9
    energies = kinetic_energy(motion)
    assert_allclose(energies, energies[0], rtol=1e-7)


def test_trigger_ends_or_tells() -> None:
    swing = pendulum(0.0)
    lowest = Trigger("lowest", ["swing"], lambda t, values, rates: values[0] + 0.5 * np.pi)
    motion = simulate(swing, 3.0, events=lowest, rtol=1e-11)
    assert not motion.is_complete
    (event,) = motion.happenings
    exact = ellipk(0.5) / np.sqrt(9.81)
    assert_allclose(event.time, exact, rtol=0, atol=1e-9)
    told = simulate(swing, 3.0, events=replace(lowest, ends=False), rtol=1e-11)
    assert told.is_complete
    assert_allclose([each.time for each in told.happenings][:2], [exact, 3 * exact], rtol=0, atol=1e-8)


def test_a_dead_point_stops_a_simulation_and_keeps_what_there_is() -> None:
    with pytest.raises(SimulationError, match=r"comes to a singular position .* inputs='auto'") as caught:
        simulate(triple_rocker(), 1.0, rates=6.0)
    error = caught.value
    assert error.reason == "dead point"
    assert error.group == "RRR(coupler, rocker)"
    assert error.joints == ("B", "C", "D")
    assert error.motion.steps > 10
    assert error.motion.times[-1] <= error.time
    again = simulate(triple_rocker(), 1.0, rates=6.0, on_failure="return")
    assert again.steps == error.motion.steps


def test_the_dead_point_is_where_the_mechanism_says() -> None:
    """The crank comes to rest at its limit, arccos((a² + g² − (b + c)²) / 2ag)."""
    with pytest.raises(SimulationError) as caught:
        simulate(triple_rocker(), 1.0, rates=6.0, rtol=1e-11)
    limit = np.arccos((0.81 + 1.44 - 2.25) / (2 * 0.9 * 1.2))
    assert_allclose(caught.value.inputs["crank_angle"], limit, rtol=0, atol=1e-6)


@pytest.mark.parametrize("compiled", [False, True])
def test_own_force_laws(compiled: bool) -> None:
    def law(t: float, value: float, rate: float) -> float:
        return -50.0 * (value - 1.0)

    force = OwnForce("own", "O", numba.njit(law) if compiled else law)
    motion = simulate(mass_on_a_guide(force, start=1.5), 1.0, times=[1.0], rtol=1e-10)
    assert_allclose(motion.inputs[-1, 0], 1.0 + 0.5 * np.cos(5.0), rtol=0, atol=1e-8)


def test_a_law_of_the_whole_state() -> None:
    """Two coordinates that push each other."""
    mechanism = load_mechanism("five_bar_2dof")
    names = mechanism.input_names
    masses = {link: Mass(1.0, (0.0, 0.0), mechanism.size**2) for link in mechanism.moving_links}
    force = StateForce("pair", names, lambda t, values, rates: [values[1] - rates[0], -values[0]])
    loaded = replace(mechanism, masses=masses, forces=[force])
    motion = simulate(loaded, 0.1, free=list(names), rtol=1e-10)
    power = np.sum(
        motion.input_rates * np.stack([motion.inputs[:, 1] - motion.input_rates[:, 0], -motion.inputs[:, 0]], 1), 1
    )
    work = np.concatenate([[0.0], np.cumsum(0.5 * (power[1:] + power[:-1]) * np.diff(motion.times))])
    energies = kinetic_energy(motion)
    assert_allclose(energies, work, rtol=0, atol=1e-5 * energies.max())


@pytest.mark.parametrize(
    ("law", "why"),
    [
        (lambda t, value, rate: 1.0 / 0.0 if t > 0.3 else 1.0, "ZeroDivisionError"),
        (lambda t, value, rate: float("nan") if t > 0.3 else 1.0, "returned nan"),
    ],
)
def test_a_force_law_that_fails(law: object, why: str) -> None:
    with pytest.raises(SimulationError, match=why) as caught:
        simulate(mass_on_a_guide(OwnForce("own", "O", law)), 1.0)  # type: ignore[arg-type]
    assert caught.value.reason == "force law"
    assert 0.29 < caught.value.time < 0.32
    assert re.search(
        r"force 'own': the force law at t = 0\.3\d* s, coordinate 1\.02\d* and rate 0\.15", str(caught.value)
    )


def test_a_free_input_that_moves_no_inertia() -> None:
    with pytest.raises(SimulationError, match="free input place moves no inertia") as caught:
        simulate(mass_on_a_guide(mass=0.0), 1.0)
    assert caught.value.reason == "no inertia"


def test_masses_that_are_missing() -> None:
    with pytest.raises(MassError, match="piston"):
        simulate(load_mechanism("slider_crank"), 1.0, free=["motor"])


def test_forces_without_bounds_make_steps_too_small() -> None:
    explosive = OwnForce("explosive", "O", lambda t, value, rate: abs(rate) * rate * 50.0)
    with pytest.raises(SimulationError) as caught:
        simulate(mass_on_a_guide(explosive), 10.0, rates=1.0)
    assert caught.value.reason in ("step too small", "not finite", "force law")
    assert caught.value.motion.steps > 1


def test_steps_that_become_too_small() -> None:
    """A mass that falls into a centre of attraction k / x² gets there after ½ π √(m x³ / 2k)."""
    centre = OwnForce("centre", "O", lambda t, value, rate: -1.0 / value**2)
    with pytest.raises(SimulationError, match="steps become too small at place") as caught:
        simulate(mass_on_a_guide(centre), 3.0, rtol=1e-10)
    assert caught.value.reason == "step too small"
    assert_allclose(caught.value.time, 0.5 * np.pi, rtol=0, atol=1e-8)
    assert caught.value.motion.times[-1] > 1.56


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"method": "Newton"}, "method is 'Newton'; use one of DOP853"),
        ({"rtol": 1e-20}, "rtol is 1e-20"),
        ({"method": "RK4"}, "give it in seconds as `step`"),
        ({"step": 0.1}, "leave `step` out"),
        ({"inputs": "all"}, "inputs is 'all'"),
        ({"free": "swing"}, "give a list of inputs"),
        ({"free": ["swung"]}, "swung"),
        ({"start": {"swung": 1.0}}, "swung"),
        ({"start": {"swing": "far"}}, "start: swing"),
        ({"rates": "fast"}, "rates"),
        ({"rates": {"swing": np.inf}}, "finite"),
        ({"rates": {"nobody": 1.0}}, "nobody"),
        ({"times": [2.0, 1.0]}, "times must increase"),
        ({"times": [0.0, 5.0]}, "end at until"),
        ({"events": ["stop"]}, "give an EndStop or a Trigger"),
        ({"on_failure": "ignore"}, "on_failure"),
    ],
)
def test_bad_input_gets_a_sentence(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(Exception, match=sentence):
        simulate(pendulum(), 3.0, **wrong)  # type: ignore[arg-type]


def test_nothing_is_free() -> None:
    with pytest.raises(InputError, match=r"say which of them are free, such as free=\['motor'\]"):
        simulate(load_mechanism("uchida_slider_crank"), 1.0)


def test_friction_takes_energy_as_it_says() -> None:
    """m v̇ = −d v: the block comes to rest after m v₀ / d."""
    block = mass_on_a_guide(JointFriction("oil", "O", viscous=4.0))
    motion = simulate(block, 20.0, rates=3.0, times=[20.0])
    assert_allclose(motion.inputs[-1, 0], 1.0 + 2.0 * 3.0 / 4.0, rtol=0, atol=1e-8)


def test_actuator_on_an_input() -> None:
    block = mass_on_a_guide(Actuator("push", "place", 6.0), start=0.5)
    motion = simulate(block, 2.0, times=[1.0, 2.0])
    assert_allclose(motion.inputs[:, 0], [2.0, 6.5], rtol=1e-9)


def test_equations_from_compiled_python_and_c() -> None:
    """The compiled function by its address, as C calls it."""
    from ctypes import CFUNCTYPE, POINTER, c_double, c_int64

    equations = equations_of_motion(load_mechanism("uchida_slider_crank"), free=["motor"])
    assert "sgkin_accelerations" in equations.header
    pointer, integers = POINTER(c_double), POINTER(c_int64)
    call = CFUNCTYPE(c_int64, integers, pointer, c_double, pointer, pointer)(equations.address)
    workspace, y, rates = equations.workspace(), np.array([0.7, 1.9]), np.zeros(2)
    block = np.ascontiguousarray(equations.block)
    status = call(
        block.ctypes.data_as(integers),
        workspace.ctypes.data_as(pointer),
        0.0,
        y.ctypes.data_as(pointer),
        rates.ctypes.data_as(pointer),
    )
    assert status == -1
    assert_allclose(rates, [1.9, -13.2560615423866], rtol=1e-12)


def test_same_result_in_many_threads() -> None:
    from concurrent.futures import ThreadPoolExecutor

    plan = make_plan(rods(3))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: simulate(plan, 2.0, rates=-1.0).inputs, range(8)))
    assert all((each == found[0]).all() for each in found)


def test_velocities_and_accelerations_are_those_of_the_motion() -> None:
    """Those of a sweep are lost where all rods lie in line."""
    motion = simulate(rods(2), 3.0, rates=-1.0, times=np.linspace(0.0, 3.0, 3001), rtol=1e-11)
    moved = solve(
        make_plan(rods(2)),
        inputs=motion.inputs,
        input_rates=motion.input_rates,
        input_accelerations=motion.input_accelerations,
    )
    aside = np.abs(np.sin(motion.inputs[:, 0])) > 0.1
    found, expected = motion.acceleration("bar1"), moved.acceleration("bar1")
    assert_allclose(found[aside], expected[aside], rtol=0, atol=1e-9)
    assert_allclose(found, expected, rtol=0, atol=1e-6)
    assert_allclose(found[:, 2], 0.0, rtol=0, atol=1e-9)
    numeric = np.gradient(motion.velocity("bar0")[:, 1], motion.times)
    assert_allclose(numeric[2:-2], motion.acceleration("bar0")[2:-2, 1], rtol=0, atol=2e-3)


INTERPRETED = """
import json, sys
import numpy as np
from sgkin import load_mechanism, simulate
motion = simulate(load_mechanism("robot_3RRR_by_motor_angles"), 0.05, free=["motor_1", "motor_2", "motor_3"])
crank = simulate(load_mechanism("andrews_squeezer"), 0.001, free=["motor"], times=[0.001])
print(json.dumps([motion.inputs[-1].tolist(), crank.inputs[-1].tolist()]))
"""


def test_without_the_jit() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", INTERPRETED]
    root = Path(__file__).parents[2]
    answer = subprocess.run(command, env=environment, cwd=root, check=True, capture_output=True, text=True)
    robot_inputs, crank = json.loads(answer.stdout)
    free = ["motor_1", "motor_2", "motor_3"]
    motion = simulate(load_mechanism("robot_3RRR_by_motor_angles"), 0.05, free=free)
    assert_allclose(robot_inputs, motion.inputs[-1], rtol=0, atol=1e-9)
    squeezer = simulate(load_mechanism("andrews_squeezer"), 0.001, free=["motor"], times=[0.001])
    assert_allclose(crank, squeezer.inputs[-1], rtol=0, atol=1e-9)


@pytest.mark.parametrize("method", ["RK4", "Euler", "LSODA"])
def test_no_method_passes_a_singular_position_unseen(method: str) -> None:
    """With several inputs it is not known beforehand where singular positions are."""
    step = None if method == "LSODA" else 1e-4
    with pytest.raises(SimulationError, match="comes to a singular position") as caught:
        simulate(leger_five_bar("h14", "h18"), 1.0, method=method, step=step)
    assert 0.70 < caught.value.time < 0.75


def test_a_start_that_cannot_be_reached() -> None:
    with pytest.raises(MotionError, match="cannot be assembled") as caught:
        simulate(triple_rocker(), 1.0, start={"crank_angle": 3.0})
    assert caught.value.group == "RRR(coupler, rocker)"


def two_parallelograms() -> Mechanism:
    """Side by side on one ground, each with a crank that is free."""
    links, joints, points = (
        [Link("ground", {f"{pin}{i}": (4.0 * i + k, 0) for i in (0, 1) for k, pin in enumerate("AD")})],
        [],
        {},
    )
    for i in (0, 1):
        links += [
            Link(f"crank{i}", {f"A{i}": (0, 0), f"B{i}": (1, 0)}),
            Link(f"bar{i}", {f"B{i}": (0, 0), f"C{i}": (1, 0)}),
        ]
        links += [Link(f"rocker{i}", {f"D{i}": (0, 0), f"C{i}": (1, 0)})]
        pairs = {"A": ("ground", "crank"), "B": ("crank", "bar"), "C": ("bar", "rocker"), "D": ("ground", "rocker")}
        for pin, (one, other) in pairs.items():
            joints.append(Revolute(f"{pin}{i}", (one if one == "ground" else f"{one}{i}", f"{other}{i}")))
        points |= {f"B{i}": (4.0 * i, 1), f"C{i}": (4.0 * i + 1, 1)}
    return Mechanism(
        "two_parallelograms",
        links,
        joints,
        drivers=[JointDriver(f"swing{i}", f"A{i}", Free(0.5 * np.pi)) for i in (0, 1)],
        initial=InitialConfiguration(points=points),
        masses={link.name: UniformBar(tuple(link.points), mass=1.0) for link in links[1:]},
        gravity=(0.0, -9.81),
    )


def test_a_start_behind_a_change_point() -> None:
    """Both cranks are moved through their flat positions to the start; the bars stay level, as in a parallelogram."""
    motion = simulate(two_parallelograms(), 0.2, start={"swing0": -1.0, "swing1": -0.7}, times=[0.0, 0.2])
    alone = simulate(rods(1), 0.2, start={"swing": -1.0}, times=[0.0, 0.2])
    for bar in ("bar0", "bar1"):
        assert_allclose(motion.pose(bar)[:, 2], 0.0, rtol=0, atol=1e-12)
    assert_allclose(motion.inputs[:, 0], alone.inputs[:, 0], rtol=0, atol=1e-8)


def test_stiffness_behind_a_change_point() -> None:
    """A parallelogram that hangs below its flat position swings like a pendulum with the same Σ m g r and inertia."""
    mechanism = rods(1)
    hanging = linearise(mechanism, at=-0.5 * np.pi)
    frequency = np.sqrt(9.81 * 1.2) / (2.0 * np.pi)
    assert_allclose(hanging.frequencies, [frequency], rtol=1e-9)


def test_the_whole_mechanism_starts_in_the_same_mode() -> None:
    times = {"start": {"swing": -1.0}, "times": [0.0, 0.2]}
    ours, other = (simulate(rods(1), 0.2, formulation=each, **times) for each in ("groups", "whole"))
    assert_allclose(ours.inputs, other.inputs, rtol=0, atol=1e-7)


def test_a_start_beyond_an_end_stop_is_refused() -> None:
    with pytest.raises(InputError, match=r"starts beyond it, by 0\.5;"):
        simulate(mass_on_a_guide(start=1.0), 1.0, events=EndStop("wall", on="O", low=1.5, restitution=0.5))


def test_a_law_of_the_users_own_beside_free_inputs() -> None:
    mechanism = load_mechanism("five_bar_2dof")
    first, second = mechanism.input_names
    masses = {link: Mass(1.0, (0.0, 0.0), mechanism.size**2) for link in mechanism.moving_links}
    start = mechanism.initial_inputs
    laws = {first: ConstantSpeed(0.4, start[first]), second: Free(start[second])}
    own = {first: OwnLaw(lambda t: (start[first] + 0.4 * t, 0.4, 0.0)), second: laws[second]}
    found = []
    for given in (laws, own):
        drivers = [replace(driver, law=given[driver.name]) for driver in mechanism.drivers]
        loaded = replace(mechanism, drivers=drivers, masses=masses, gravity=(0.0, -9.81), expected=Expectation())
        found.append(simulate(loaded, 0.2, times=[0.2]).inputs)
    assert_allclose(*found, rtol=0, atol=1e-12)
