"""End stops: closed forms of resting and leaving, the same motion with the coordinate locked, and no energy made."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sgkin import (
    ConstantSpeed,
    EndStop,
    Expectation,
    Free,
    InitialConfiguration,
    JointDriver,
    Link,
    Mass,
    Mechanism,
    OwnForce,
    Prismatic,
    Revolute,
    SimulationError,
    energy,
    load_mechanism,
    make_plan,
    simulate,
)
from sgkin.dynamics.contact_forces import independent, pushes
from sgkin.dynamics.stretch import equations_of
from sgkin.kernels.held_coordinates import slopes_at
from sgkin.model.coordinate import Along, Angle, Coordinate, Distance
from tests.dynamics.loaded import loaded
from tests.dynamics.models import leger_five_bar


def block(*forces: OwnForce, start: float = 1.0) -> Mechanism:
    """Of 2 kg on a guide, with an acceleration of 2 m/s² towards its floor at 0."""
    return Mechanism(
        "falling_block",
        links=[Link("ground", {"O": (0, 0)}), Link("block", {"O": (0, 0), "P": (1, 0)})],
        joints=[Prismatic("O", ("ground", "block"))],
        drivers=[JointDriver("height", "O", Free(start))],
        initial=InitialConfiguration(angles={"block": 0.0}),
        masses={"block": Mass(2.0, (0.0, 0.0), 0.1)},
        forces=forces,
        gravity=(-2.0, 0.0),
    )


def kinds(motion: object) -> list[str]:
    return [each.kind for each in motion.happenings]  # type: ignore[attr-defined]


def test_it_rests_where_it_is_pressed_on() -> None:
    motion = simulate(block(), 2.0, events=EndStop("floor", on="O", low=0.0))
    assert kinds(motion) == ["end stop", "rests"]
    assert str(motion.happenings[0]) == "t = 1 s: floor is hit with 2 m/s and left with 0 m/s"
    assert str(motion.happenings[1]) == "t = 1 s: it comes to rest on floor"
    assert motion.is_complete
    late = motion.times > 1.0 + 1e-9
    assert_allclose(motion.inputs[late], 0.0, rtol=0, atol=1e-12)
    assert_allclose(motion.input_rates[late], 0.0, rtol=0, atol=1e-12)
    assert_allclose(motion.input_accelerations[late], 0.0, rtol=0, atol=1e-12)


def test_it_leaves_where_it_is_pulled_off() -> None:
    """The pull 2 t exceeds the weight of 4 N from 2 s on; then m ẍ = 2 (t − 2)."""
    motion = simulate(block(OwnForce("pull", "O", lambda t, x, v: 2.0 * t)), 4.0, events=EndStop("floor", "O", low=0.0))
    assert kinds(motion) == ["end stop", "rests", "leaves"]
    assert_allclose(motion.happenings[-1].time, 2.0, rtol=0, atol=1e-8)
    late = motion.times > 2.0
    assert_allclose(motion.inputs[late, 0], (motion.times[late] - 2.0) ** 3 / 6.0, rtol=0, atol=1e-8)


@pytest.mark.parametrize("rtol", [1e-9, 1e-12])
def test_bouncing_dies_out(rtol: float) -> None:
    """It falls for 1 s, and bounces for 2 e / (1 − e) s."""
    motion = simulate(block(), 5.0, events=EndStop("floor", on="O", low=0.0, restitution=0.5), rtol=rtol)
    assert kinds(motion)[-1] == "rests"
    left_out = 4.0 * np.sqrt(rtol)  # of the time, by bounces that rise less than rtol
    assert_allclose(motion.happenings[-1].time, 3.0, rtol=0, atol=left_out)
    assert_allclose(motion.inputs[motion.times > 3.0], 0.0, rtol=0, atol=1e-12)
    assert len(motion.happenings) < 30


def test_a_motion_that_begins_on_its_stop() -> None:
    motion = simulate(block(start=0.0), 1.0, events=EndStop("floor", on="O", low=0.0, restitution=0.7))
    assert kinds(motion) == ["rests"]
    assert_allclose(motion.inputs, 0.0, rtol=0, atol=1e-12)


def test_nothing_presses_it_on_and_nothing_pulls_it_off() -> None:
    motion = simulate(replace(block(), gravity=(0.0, 0.0)), 2.0, rates=-2.0, events=EndStop("floor", on="O", low=0.0))
    assert kinds(motion) == ["end stop", "rests"]
    assert_allclose(motion.inputs[-1], 0.0, rtol=0, atol=1e-12)


def test_a_force_that_changes_quickly_while_it_rests() -> None:
    """Nothing moves, and yet no moment at which it is pulled off may be missed: 8 sin 50 t > 4."""
    shaken = block(OwnForce("pull", "O", lambda t, x, v: 8.0 * np.sin(50.0 * t)), start=0.0)
    motion = simulate(shaken, 2.0, events=EndStop("floor", on="O", low=0.0))
    leaving = [each.time for each in motion.happenings if each.kind == "leaves"]
    period = 2.0 * np.pi / 50.0
    assert_allclose(leaving, np.pi / 300.0 + period * np.arange(len(leaving)), rtol=0, atol=1e-7)
    assert len(leaving) == 16
    pushed = block(OwnForce("pull", "O", lambda t, x, v: 8.0 if 1.0 < t < 1.01 else 0.0), start=0.0)
    motion = simulate(pushed, 2.0, events=EndStop("floor", on="O", low=0.0))
    assert kinds(motion) == ["rests", "leaves", "end stop", "rests"]


def arm_with_a_block(block_law: object, spring: bool = False) -> Mechanism:
    """A block on a guide in an arm that turns."""
    return Mechanism(
        "arm_with_a_block",
        links=[
            Link("ground", {"O": (0, 0)}),
            Link("arm", {"O": (0, 0), "B": (0.1, 0.2)}),
            Link("block", {"B": (0, 0), "C": (0.1, -0.1)}),
        ],
        joints=[Revolute("O", ("ground", "arm")), Prismatic("B", ("arm", "block"))],
        drivers=[JointDriver("turn", "O", Free(0.3)), JointDriver("stroke", "B", block_law)],  # type: ignore[arg-type]
        initial=InitialConfiguration(points={"block.B": (0.5, 0.4)}, angles={"arm": 0.3, "block": 0.4}),
        masses={"arm": Mass(1.0, (0.4, 0.1), 0.2), "block": Mass(2.0, (0.05, 0.03), 0.1)},
        gravity=(0.0, -9.81),
        expected=Expectation(),
    )


@pytest.mark.parametrize("held", ["B", "block.C", "distance"])
def test_a_held_coordinate_moves_as_if_it_were_locked(held: str) -> None:
    """Centrifugal forces and weight press a block on its stop in a turning arm. Where nothing is left to slide, the
    stroke, the distance of a point of the block from the axis and that of its pin are the same stop."""
    free = arm_with_a_block(Free(0.5))
    rates = {"turn": 6.0, "stroke": 0.0}
    start = simulate(free, 1.0, times=[0.0])
    if held == "B":
        stop = EndStop("end", on="B", high=float(start.joint("B").value[0]))
    else:
        ends = ("ground.O", "block.C" if held == "block.C" else "block.B")
        apart = float(np.hypot(*(start.position(ends[1])[0] - start.position(ends[0])[0])))
        stop = EndStop("end", on=ends, high=apart)
    motion = simulate(free, 0.3, rates=rates, events=stop, rtol=1e-11)
    assert kinds(motion) == ["rests"]
    place = float(make_plan(free).initial_inputs[1])
    locked = simulate(arm_with_a_block(ConstantSpeed(0.0, place)), 0.3, rates={"turn": 6.0}, rtol=1e-11)
    assert_allclose(motion.inputs, locked.inputs, rtol=0, atol=1e-9)
    assert_allclose(motion.input_accelerations, locked.input_accelerations, rtol=0, atol=1e-7)


def test_it_leaves_a_stop_in_a_mechanism_that_goes_on_moving() -> None:
    """Thrown round slowly, the block lies on its inner stop as long as the arm points up enough, and slides off; from
    there on it moves as if there had been no stop."""
    free = arm_with_a_block(Free(0.5))
    place = float(make_plan(free).initial_inputs[1])
    stop = EndStop("end", on="B", low=place)
    motion = simulate(free, 1.0, rates={"turn": 1.0, "stroke": 0.0}, events=stop, rtol=1e-11)
    assert kinds(motion)[:2] == ["rests", "leaves"]
    moment = motion.happenings[1].time
    until = 1.0 if len(motion.happenings) == 2 else motion.happenings[2].time
    locked = simulate(arm_with_a_block(ConstantSpeed(0.0, place)), moment, rates={"turn": 1.0}, rtol=1e-12)
    begin = locked.inputs[-1], locked.input_rates[-1]
    after = (motion.times > moment) & (motion.times < until)
    loose = simulate(
        free,
        float(motion.times[after][-1] - moment),
        start={"turn": float(begin[0][0])},
        rates={"turn": float(begin[1][0]), "stroke": 0.0},
        times=motion.times[after] - moment,
        rtol=1e-12,
    )
    assert_allclose(motion.inputs[after], loose.inputs, rtol=0, atol=1e-8)


@pytest.mark.parametrize("restitution", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_stops_make_no_energy(seed: int, restitution: float) -> None:
    """Three motors, each between stops: one may hit while others rest, and push them, or make them leave."""
    mechanism = load_mechanism("robot_3RRR_by_motor_angles")
    quiet = replace(mechanism, forces=())
    random = np.random.default_rng(seed)
    begin = quiet.initial_inputs
    stops = [
        EndStop(f"stop {n}", on=f"A{n}", low=begin[f"motor_{n}"] - 0.05, high=begin[f"motor_{n}"] + 0.07, restitution=e)
        for n, e in zip((1, 2, 3), random.permutation([restitution, 0.3, 0.0]), strict=True)
    ]
    rates = {f"motor_{n}": float(random.uniform(-1.5, 1.5)) for n in (1, 2, 3)}
    free = list(quiet.input_names)
    motion = simulate(quiet, 0.5, free=free, rates=rates, events=stops, rtol=1e-10, on_failure="return")
    assert motion.is_complete
    assert "rests" in kinds(motion) or restitution
    energies = energy(motion)
    changes, moments = np.diff(energies), [each.time for each in motion.happenings]
    scale = np.abs(energies).max()
    assert changes.max() < 1e-8 * scale
    calm = np.array([not any(a <= t <= b for t in moments) for a, b in pairwise(motion.times)])
    assert np.abs(changes[calm]).max() < 1e-8 * scale
    for n, stop in zip((1, 2, 3), stops, strict=True):
        values = motion.joint(f"A{n}").value
        assert stop.low - 1e-8 < values.min()  # type: ignore[operator]
        assert values.max() < stop.high + 1e-8  # type: ignore[operator]


def test_other_inputs_take_over_while_it_rests() -> None:
    """One joint of a five-bar rests on its stop while the others, by which the motion is counted, come to dead points:
    the four-bar that is left moves as one with a joint that is welded."""
    free = leger_five_bar("h14", "h18")
    start = simulate(free, 1.0, times=[0.0])
    held = float(start.joint("h15").value[0])
    stop = EndStop("stop", on="h15", low=held)
    motion = simulate(free, 1.8, inputs="auto", events=stop, rtol=1e-10)
    assert kinds(motion) == ["rests", "input takes over"]
    first, second = leger_five_bar("h14", "h15").drivers
    welded = replace(free, drivers=[first, replace(second, law=ConstantSpeed(0.0, held))])
    other = simulate(welded, 1.8, inputs="auto", rtol=1e-10)
    for bar in ("m1", "m2", "m3", "m4"):
        assert_allclose(motion.pose(bar), other.pose(bar), rtol=0, atol=1e-6)


def test_a_stop_in_the_way_of_a_law() -> None:
    driven = arm_with_a_block(ConstantSpeed(1.0, 0.5))
    with pytest.raises(SimulationError, match="inputs that follow laws move it on") as caught:
        simulate(driven, 1.0, events=EndStop("end", on="B", high=0.8))
    assert_allclose(caught.value.time, 0.3, rtol=0, atol=1e-6)
    assert caught.value.reason == "end stop"


@pytest.mark.parametrize("name", ["five_bar_2dof", "robot_3RRR_by_motor_angles", "uchida_slider_crank"])
def test_accelerations_of_coordinates(name: str) -> None:
    """c̈ = ∂c/∂z z̈ + what it is at z̈ = 0, against differences of ċ along a motion."""
    mechanism = loaded(load_mechanism(name))
    seen = tuple(some_coordinates(mechanism))
    plan = make_plan(mechanism)
    free = tuple(range(len(plan.input_names)))
    equations = equations_of(plan, free, seen)
    step, half = 1e-4, len(free)
    rates = np.linspace(0.3, -0.5, half)
    names = list(plan.input_names)
    times = 0.01 + step * np.array([0.0, 1.0, 2.0, 3.0, 4.0])
    found = simulate(plan, 0.1, free=names, rates=dict(zip(names, rates, strict=True)), times=times, rtol=1e-12)
    speeds = []
    workspace = equations.workspace()
    for z, zd in zip(found.inputs, found.input_rates, strict=True):
        changed = np.zeros(2 * half)
        t = times[len(speeds)]
        assert equations.rates(workspace, float(t), np.concatenate([z, zd]), changed) == -1
        speeds.append(equations.coordinates(workspace)[1])
        if len(speeds) == 3:
            count = len(speeds[0])
            slopes, bends = np.zeros((count, half)), np.zeros(count)
            slopes_at(equations.block, workspace, slopes, bends)
            mine = slopes @ changed[half:] + bends
            assert_allclose(slopes @ zd, speeds[-1], rtol=0, atol=1e-12 * np.abs(speeds[-1]).max())
    by_differences = (speeds[0] - 8.0 * speeds[1] + 8.0 * speeds[3] - speeds[4]) / (12.0 * step)
    part = slice(len(mechanism.actions), None)
    assert_allclose(mine[part], by_differences[part], rtol=0, atol=1e-6 * np.abs(by_differences[part]).max())


def some_coordinates(mechanism: Mechanism) -> list[Coordinate]:
    """Of every kind that a stop can be on."""
    found: list[Coordinate] = [mechanism.input_coordinate(name) for name in mechanism.input_names]
    found += [mechanism.joint_coordinate(j.name) for j in mechanism.joints if j.kind in ("revolute", "prismatic")]
    links = [link for link in mechanism.links if link.points and link.name != mechanism.ground]
    for one, other in pairwise(links):
        place, there = list(one.points.values())[-1], list(other.points.values())[-1]
        found += [Distance((one.name, place), (other.name, (there[0] + 0.1, there[1] + 0.2)))]
        found += [Angle(one.name, other.name), Along.axis(mechanism.ground, one.name, place, "y")]
    return found


def test_pushes_are_complementary() -> None:
    random = np.random.default_rng(3)
    for _ in range(50):
        n = int(random.integers(1, 5))
        k = int(random.integers(1, n + 1))
        half = random.normal(size=(n, n))
        matrix, slopes, wanted = half @ half.T + np.eye(n), random.normal(size=(k, n)), random.normal(size=k)
        forces = pushes(slopes, matrix, wanted)
        left = slopes @ np.linalg.solve(matrix, slopes.T) @ forces - wanted
        assert forces.min() >= 0.0
        assert left.min() > -1e-9
        assert abs(forces @ left) < 1e-9
        twice = np.concatenate([slopes, slopes[:1]])
        assert independent(twice, matrix) == list(range(k))
