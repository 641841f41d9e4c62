"""Motions under forces against reference solutions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from sgkin import (
    Expectation,
    Free,
    Harmonic,
    InitialConfiguration,
    JointDriver,
    Motion,
    Torque,
    energy,
    kinetic_energy,
    load_mechanism,
    simulate,
)
from tests.dynamics.models import (
    LEGER,
    leger_five_bar,
    leger_four_bar,
    leger_peaucellier,
    leger_robot,
    leger_slider_crank,
    meeting,
    near,
    pendulum,
    reference,
    rods,
    triple_rocker,
)

Array = NDArray[np.float64]
Places = Mapping[str, tuple[float, float]]
DRIFT = 1e-8
"""Of the energy, by the largest kinetic energy."""


def drift(motion: Motion) -> float:
    """By how much the energy changes, in parts of the largest kinetic energy."""
    whole = energy(motion)
    return float(np.abs(whole - whole[0]).max() / kinetic_energy(motion).max())


@pytest.mark.parametrize(("rtol", "error"), [(1e-10, 1e-8), (1e-12, 1e-8)])
def test_pendulum(rtol: float, error: float) -> None:
    """IFToMM A01: closed form by elliptic functions."""
    known = reference("A01_pendulum")
    motion = simulate(pendulum(), 10.0, times=known["t"], rtol=rtol)
    assert_allclose(motion.position("rod.P"), np.stack([known["x"], known["y"]], axis=1), rtol=0, atol=error)
    assert drift(motion) < DRIFT


@pytest.mark.parametrize(("rtol", "error"), [(1e-10, 1e-6), (1e-12, 1e-8)])
@pytest.mark.parametrize("count", [2, 40])
def test_rods_that_pass_flat_positions(count: int, rtol: float, error: float) -> None:
    """IFToMM A02: all rods lie in line again and again, where each loop could go on in two ways."""
    known = reference(f"A02_four_bar_N{count}")
    motion = simulate(rods(count), float(known["t"][-1]), times=known["t"], rates={"upright0.B0.x": 1.0}, rtol=rtol)
    assert_allclose(motion.position("upright0.B0"), np.stack([known["xB0"], known["yB0"]], axis=1), rtol=0, atol=error)
    assert drift(motion) < DRIFT


@pytest.mark.parametrize(("rtol", "error"), [(1e-10, 1e-8), (1e-12, 1e-9)])
def test_andrews_squeezer(rtol: float, error: float) -> None:
    """IFToMM A03."""
    known = reference("A03_andrews")
    mechanism = load_mechanism("andrews_squeezer")
    start = {"motor": -0.062}
    motion = simulate(mechanism, 0.05, free=["motor"], start=start, times=known["t"], rtol=rtol)
    assert_allclose(motion.inputs[:, 0], known["beta"], rtol=0, atol=error)
    assert_allclose(motion.position("K1.F"), np.stack([known["xF"], known["yF"]], axis=1), rtol=0, atol=error)


def test_andrews_squeezer_from_its_classical_start() -> None:
    """Test Set for IVP Solvers: β, Θ, γ, Φ, δ, Ω and ε at 0.03 s and their rates, by another program at a tolerance of
    1e-14. β, γ, δ and ε are angles of K1, K3, K5 and K7, the others turn against these."""
    start = [-0.06171389001427645, 0.0, 0.45527981916307037, 0.22266839016588588]
    start += [0.48736497954384256, -0.22266839016588588, 1.2305474445498212]
    angles = [15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948]
    angles += [0.5244099658805303, 0.5347301163226948, 1.048080741042263]
    rates = [1139.920302151208, -1424.379294994111, 11.03291221937134, 19.29337464421385]
    rates += [0.5735699284790808, -19.29337464421385, 0.3231791658026955]
    moments = {"start": {"motor": start[0]}, "times": [0.0, 0.03]}
    motion = simulate(load_mechanism("andrews_squeezer"), 0.03, free=["motor"], rtol=1e-13, **moments)
    turned = {link: motion.position(link)[:, 2] for link in motion.mechanism.moving_links}
    turning = {link: motion.velocity(link)[1, 2] for link in motion.mechanism.moving_links}
    pairs = {"K1": None, "K2": "K1", "K3": None, "K4": "K5", "K5": None, "K6": "K7", "K7": None}
    for number, (link, base) in enumerate(pairs.items()):
        angle = turned[link] - (turned[base] if base else 0.0)
        rate = turning[link] - (turning[base] if base else 0.0)
        assert_allclose(abs(angle[1] - angle[0]), abs(angles[number] - start[number]), rtol=0, atol=2e-9)
        assert_allclose(abs(rate), abs(rates[number]), rtol=0, atol=1e-8 * max(rates))


def test_acceleration_of_a_slider_crank() -> None:
    """Uchida's slider-crank: the same number from a differential-algebraic system and from his equation 3.63."""
    mechanism = load_mechanism("uchida_slider_crank")
    motion = simulate(mechanism, 1e-3, free=["motor"], start={"motor": 0.7}, rates=1.9, times=[0.0])
    assert_allclose(motion.input_accelerations, [[-13.2560615423866]], rtol=1e-12)


@pytest.mark.parametrize("branch", ["plus", "minus"])
def test_robot_of_three_legs(branch: str) -> None:
    """Uchida's 3-RRR robot from both home poses: pose of the platform every half second."""
    known = {
        "plus": [
            [0.498528, 0.296780, 0.000455],
            [0.492426, 0.328297, -0.098164],
            [0.466935, 0.381945, -0.404358],
            [0.412807, 0.441043, -0.694007],
            [0.334965, 0.480107, -0.870435],
            [0.245798, 0.502891, -0.945147],
        ],
        "minus": [
            [0.508211, 0.288610, 0.000439],
            [0.539642, 0.288183, -0.088226],
            [0.592802, 0.297658, -0.294752],
            [0.655823, 0.328058, -0.559296],
            [0.715561, 0.377998, -0.834516],
            [0.765105, 0.436020, -1.131971],
        ],
    }
    shanks = {"plus": [2.387238, -1.801552, 0.292843], "minus": [-1.340040, 0.754355, 2.848750]}[branch]
    mechanism = load_mechanism("robot_3RRR_by_motor_angles")
    base = mechanism.link("ground").points
    knees = {
        f"B{i + 1}": (base[f"A{i + 1}"][0] + 0.4 * np.cos(a), base[f"A{i + 1}"][1] + 0.4 * np.sin(a))
        for i, a in enumerate(shanks)
    }
    corners = {name: place for name, place in mechanism.initial.points.items() if name.startswith("C")}
    drivers = [JointDriver(f"motor_{i}", f"A{i}", Free()) for i in (1, 2, 3)]
    started = replace(mechanism, drivers=drivers, initial=closed(base, knees, corners), expected=Expectation())
    motion = simulate(started, 3.0, times=np.arange(0.5, 3.1, 0.5), inputs="auto", rtol=1e-10)
    assert_allclose(motion.position("platform"), known[branch], rtol=0, atol=2e-6)


def closed(base: Places, knees: Places, corners: Places) -> InitialConfiguration:
    """The knees at their exact places: where circles about base and corner meet, nearest to the given ones."""
    exact = {
        name: near(meeting(base[f"A{name[1]}"], 0.4, corners[f"C{name[1]}"], 0.6), place)
        for name, place in knees.items()
    }
    return InitialConfiguration(points=exact | dict(corners))


def four_bar_by_hand(t: float, y: Array) -> list[float]:
    """The rates of the angle of Léger's crank, and of its rate, by Lagrange's equation in that angle."""
    q, rate = y
    crank, pin = np.array([np.cos(q), np.sin(q)]), meeting((np.cos(q), np.sin(q)), 2.0, (2.0, 0.0), 2.0)[0]
    coupler, rocker = (pin - crank) / 2.0, (pin - np.array([2.0, 0.0])) / 2.0
    across = [np.array([-e[1], e[0]]) for e in (crank, coupler, rocker)]
    closure = 2.0 * np.stack([across[1], -across[2]], axis=1)
    k = np.array([1.0, *np.linalg.solve(closure, -across[0])])
    bent = crank + 2.0 * k[1] ** 2 * coupler - 2.0 * k[2] ** 2 * rocker
    l = np.array([0.0, *np.linalg.solve(closure, bent)])  # noqa: E741
    along = [0.5 * across[0], across[0] + k[1] * across[1], k[2] * across[2]]
    curved = [-0.5 * crank, -crank + l[1] * across[1] - k[1] ** 2 * coupler, l[2] * across[2] - k[2] ** 2 * rocker]
    inertia = k @ k + sum(float(a @ a) for a in along)
    slope = k @ l + sum(float(a @ b) for a, b in zip(along, curved, strict=True))
    force = 75.0 * np.sin(2.0 * np.pi * t) - 9.81 * sum(float(a[1]) for a in along)
    return [rate, (force - slope * rate**2) / inertia]


def test_leger_four_bar() -> None:
    """Lagrange's equation says the same to 1e-9. Printed values are 2.7e-5 away: a torque that is smaller by four
    millionths, or a crank that starts 2.4e-6 lower, makes as much of a difference."""
    motion, known = simulate(leger_four_bar(), 1.0, times=[0.5, 1.0], rtol=1e-12), LEGER["four_bar"]
    exact = solve_ivp(four_bar_by_hand, (0.0, 1.0), [0.0, 0.0], "DOP853", [0.5, 1.0], rtol=1e-12, atol=1e-12).y.T
    assert_allclose(motion.inputs, exact[:, :1], rtol=0, atol=1e-9)
    assert_allclose(motion.input_rates, exact[:, 1:], rtol=0, atol=1e-8)
    assert_allclose(motion.inputs[0], known["at_0.5_s"]["theta_m1"], rtol=0, atol=1e-5)
    assert_allclose(motion.inputs[1], known["at_1_s"]["theta_m1"], rtol=0, atol=3e-5)
    assert_allclose(motion.position("m3")[1, 2], known["at_1_s"]["theta_m3"], rtol=0, atol=1.5e-5)


def test_leger_four_bar_depends_on_its_numbers() -> None:
    """With that torque, or that start, the printed values are met to their last digits."""
    known = [LEGER["four_bar"][moment]["theta_m1"] for moment in ("at_0.5_s", "at_1_s")]
    mechanism = leger_four_bar()
    less = replace(mechanism, forces=[Torque("drive", joint="h11", law=Harmonic(75.0 * (1.0 - 4.03e-6), 1.0))])
    for changed in ({"mechanism": less}, {"mechanism": mechanism, "start": {"crank": -2.39e-6}}):
        motion = simulate(until=1.0, times=[0.5, 1.0], rtol=1e-12, **changed)
        assert_allclose(motion.inputs[:, 0], known, rtol=0, atol=1e-6)


def test_leger_slider_crank() -> None:
    motion, known = simulate(leger_slider_crank(), 1.0, times=[0.5, 1.0]), LEGER["slider_crank"]
    assert_allclose(motion.inputs[0], known["at_0.5_s"]["theta_m1"], rtol=0, atol=5e-6)
    assert_allclose(motion.inputs[1], known["at_1_s"]["theta_m1"], rtol=0, atol=5e-6)
    assert_allclose(motion.position("m3")[1, 0], known["at_1_s"]["x_m3"], rtol=0, atol=1e-6)


def test_leger_peaucellier() -> None:
    """The law of its torque is a function of plain Python."""
    motion, known = simulate(leger_peaucellier(), 1.0, times=[1.0]), LEGER["peaucellier"]["at_1_s"]
    assert_allclose(motion.inputs[0], known["theta_m7"], rtol=0, atol=1e-5)
    assert_allclose(motion.position("m4.P")[0], known["P"], rtol=0, atol=1e-5)


@pytest.mark.parametrize("inputs", [("h14", "h18"), ("h17", "h18"), ("h14", "h15")])
def test_leger_five_bar(inputs: tuple[str, str]) -> None:
    """Two of these pairs come to singular positions, where others take over."""
    motion, known = simulate(leger_five_bar(*inputs), 1.0, times=[1.0], inputs="auto"), LEGER["five_bar"]["at_1_s"]
    for joint, angle in known.items():
        assert_allclose(motion.joint(joint).value, angle, rtol=0, atol=6e-5)
    assert bool(motion.happenings) == (inputs != ("h14", "h15"))


@pytest.mark.parametrize("by", ["pose", "motors"])
def test_leger_robot(by: str) -> None:
    """Both choices of inputs come to a singular position; the start is given to four digits."""
    motion = simulate(leger_robot(by), 0.5, times=[0.5], inputs="auto", rtol=1e-10)
    found = [motion.position(f"shank{leg}")[0, 2] for leg in range(3)]
    assert_allclose(found, LEGER["robot_3RRR"]["at_0.5_s"]["shanks"], rtol=0, atol=1e-4)
    assert motion.happenings


def test_triple_rocker_swings_past_its_dead_points() -> None:
    motion = simulate(triple_rocker(), 10.0, rates=6.0, inputs="auto", rtol=1e-10)
    assert motion.is_complete
    assert len(motion.happenings) > 20
    whole = energy(motion)
    assert np.abs(whole - whole[0]).max() < 1e-7 * np.abs(whole[0])
