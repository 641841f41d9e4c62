"""A motion keeps what groups find; what is read is formed from that, and nothing is solved again."""

from __future__ import annotations

from math import acos, atan2, radians, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import Mechanism, Motion, MotionError, Outcome, load_mechanism, make_plan, mechanism_names, solve
from sgkin.coefficients import point_coefficients
from sgkin.results.kept_rows import KeptRows
from sgkin.sweep import divided_sweep
from sgkin.sweep.sweep import Sweep
from tests.motion.drives import ways

Array = NDArray[np.float64]

MOVING = [name for name in mechanism_names("planar") if not load_mechanism(name).expected.structure_only]


@pytest.fixture
def sweeps(monkeypatch: pytest.MonkeyPatch) -> list[Sweep]:
    """Sweeps that are begun."""
    begun: list[Sweep] = []

    class Counted(Sweep):
        def __init__(self, *arguments: object, **options: object) -> None:
            begun.append(self)
            super().__init__(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(divided_sweep, "Sweep", Counted)
    return begun


def moved(mechanism: Mechanism, steps: int = 37, **options: bool) -> Motion:
    drive = next(iter(ways(mechanism, steps)))
    rates = {"input_rates": drive.rates, "input_accelerations": drive.accelerations}
    return solve(mechanism, inputs=drive.inputs, on_failure="return", **rates, **options)  # type: ignore[arg-type]


def read_all(motion: Motion) -> None:
    motion.to_mapping()
    for link in motion.outputs:
        for read in (motion.position, motion.velocity, motion.acceleration):
            read(link)
            for point in motion.mechanism.link(link).points:
                read(f"{link}.{point}", relative_to=motion.outputs[0])
    if motion.has_coefficients:
        motion.coefficients()
    _ = motion.status, motion.branches, motion.events


@pytest.mark.parametrize("coefficients", [False, True])
def test_one_sweep_for_a_motion_and_none_for_reading_it(sweeps: list[Sweep], coefficients: bool) -> None:
    motion = solve(load_mechanism("jansen_leg"), np.linspace(0.0, 1.0, 37), coefficients=coefficients)
    assert len(sweeps) == 1
    read_all(motion)
    read_all(motion)
    assert len(sweeps) == 1


@pytest.mark.parametrize("name", MOVING)
def test_reading_solves_nothing(name: str, sweeps: list[Sweep]) -> None:
    motion = moved(load_mechanism(name), 7, coefficients=True)
    solved = len(sweeps)
    read_all(motion)
    assert len(sweeps) == solved


def carried(motion: Motion, link: str, place: tuple[float, float], order: int) -> Array:
    """A point of a link by the textbook, from the link's pose, velocity and acceleration."""
    pose = motion.pose(link)
    c, s = np.cos(pose[:, 2]), np.sin(pose[:, 2])
    arm = np.stack([c * place[0] - s * place[1], s * place[0] + c * place[1]], axis=1)
    left = np.stack([-arm[:, 1], arm[:, 0]], axis=1)
    if order == 0:
        return pose[:, :2] + arm
    speed = motion.velocity(link)
    if order == 1:
        return speed[:, :2] + speed[:, 2:] * left
    bend = motion.acceleration(link)
    return bend[:, :2] + bend[:, 2:] * left - speed[:, 2:] ** 2 * arm


@pytest.mark.parametrize("name", MOVING)
@pytest.mark.parametrize("coefficients", [False, True])
def test_every_point_of_every_link(name: str, coefficients: bool) -> None:
    mechanism = load_mechanism(name)
    motion = moved(mechanism, coefficients=coefficients)
    for link in mechanism.moving_links:
        for point, place in mechanism.link(link).points.items():
            for order, read in enumerate((motion.position, motion.velocity, motion.acceleration)):
                expected = carried(motion, link, place, order)
                largest = max(np.abs(expected).max(), np.abs(read(link)).max(), 1e-9)
                np.testing.assert_allclose(read(f"{link}.{point}"), expected, rtol=0.0, atol=1e-11 * largest)


@pytest.mark.parametrize("name", MOVING)
def test_coefficients_of_points(name: str) -> None:
    mechanism = load_mechanism(name)
    motion = moved(mechanism, coefficients=True)
    for link in mechanism.moving_links:
        K, L = motion.velocity_coefficients(link), motion.coefficient_gradients(link)
        for point, (x, y) in mechanism.link(link).points.items():
            theta = motion.pose(link)[:, 2]
            arm = np.stack([np.cos(theta) * x - np.sin(theta) * y, np.sin(theta) * x + np.cos(theta) * y], axis=1)
            for found, expected in zip(
                (motion.velocity_coefficients(f"{link}.{point}"), motion.coefficient_gradients(f"{link}.{point}")),
                point_coefficients(K, L, arm),
                strict=True,
            ):
                largest = max(np.abs(expected).max(initial=0.0), np.abs(L).max(initial=0.0), 1e-9)
                np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-11 * largest)


@pytest.mark.parametrize("name", MOVING)
def test_points_kept_alone_are_those_of_kept_links(name: str) -> None:
    mechanism = load_mechanism(name)
    drive = next(iter(ways(mechanism, 37)))
    names = [f"{link}.{point}" for link in mechanism.moving_links for point in mechanism.link(link).points]
    whole = moved(mechanism)
    alone = solve(
        mechanism,
        inputs=drive.inputs,
        input_rates=drive.rates,
        input_accelerations=drive.accelerations,
        outputs=names,
        on_failure="return",
    )
    for each in names:
        for read in ("position", "velocity", "acceleration"):
            expected = getattr(whole, read)(each)
            largest = max(np.abs(expected).max(), 1.0)
            np.testing.assert_allclose(getattr(alone, read)(each), expected, rtol=0.0, atol=1e-10 * largest)


def test_links_read_together_are_those_read_alone() -> None:
    motion = solve(load_mechanism("jansen_leg"), np.linspace(0.0, 1.0, 1500), coefficients=True)
    K, L = motion.velocity_coefficients(), motion.coefficient_gradients()
    for number, link in enumerate(motion.outputs):
        part = slice(3 * number, 3 * number + 3)
        np.testing.assert_array_equal(K[:, part], motion.velocity_coefficients(link))
        np.testing.assert_array_equal(L[:, part], motion.coefficient_gradients(link))
        for order, read in (("", motion.position), ("d", motion.velocity), ("dd", motion.acceleration)):
            columns = [motion.to_mapping()[f"{link}.{order}{axis}"] for axis in ("x", "y", "theta")]
            np.testing.assert_array_equal(np.stack(columns, axis=1), read(link))


def test_what_is_kept_and_how_much_it_is() -> None:
    """Of a four-bar two pins are kept, the direction of the crank and the input, each with its rates, and an angle;
    and how even the steps are."""
    plan, times = make_plan(load_mechanism("four_bar_crank_rocker")), np.linspace(0.0, 1.0, 100)
    whole, less = solve(plan, times), solve(plan, times, outputs=["rocker.C"])
    for motion, rows in ((whole, 6 + 6 + 4 + 1 + 3 + 1), (less, 6 + 3 + 1)):
        results = motion._results
        assert isinstance(results, KeptRows)
        given = (motion.times, motion.inputs, motion.input_rates, motion.input_accelerations)
        assert motion.nbytes == 8 * rows * results.stride + sum(values.nbytes for values in given if values is not None)
        assert results.data.ctypes.data % 64 == 0
        assert 8 * results.stride % 64 == 0


def test_change_points_are_told_with_their_inputs() -> None:
    """A parallelogram passes change points where all its links are in line: at 180° and 360°."""
    mechanism = load_mechanism("parallelogram")
    motion = solve(mechanism, inputs=np.radians(np.arange(60.5, 400.0, 7.0)))
    assert [event.outcome for event in motion.events] == [Outcome.CHANGE_POINT] * 2
    for event, angle in zip(motion.events, (180.0, 360.0), strict=True):
        np.testing.assert_allclose(event.inputs, radians(angle), rtol=0.0, atol=1e-11)
        before, after = motion.inputs[event.step - 1, 0], motion.inputs[event.step, 0]
        assert before < event.inputs[0] < after
        assert motion.branches[event.step, event.group] == -motion.branches[event.step - 1, event.group]


def test_a_change_point_on_a_step_is_told_once() -> None:
    motion = solve(load_mechanism("parallelogram"), inputs=np.radians(np.arange(60.0, 331.0, 30.0)))
    (event,) = motion.events
    assert event.step == 4
    assert motion.status[4, event.group] == Outcome.CHANGE_POINT
    np.testing.assert_allclose(event.inputs, np.pi, atol=1e-12)


@pytest.mark.parametrize("steps", [20, 400])
def test_a_dead_point_is_told_with_its_inputs(steps: int) -> None:
    """Watt's linkage ends where coupler and arm are in line: |D − B| = 4 with B = 3 (cos φ, sin φ) and D = (6, 1)."""
    mechanism = load_mechanism("watt_straight_line")
    with pytest.raises(MotionError) as caught:
        solve(mechanism, inputs=np.linspace(0.2, 1.5, steps))
    motion = caught.value.motion
    event = motion.events[-1]
    assert event.outcome == Outcome.CANNOT_ASSEMBLE
    assert event.step == motion.steps == caught.value.step
    assert dict(zip(mechanism.input_names, event.inputs.tolist(), strict=True)) == caught.value.inputs
    np.testing.assert_allclose(event.inputs, atan2(1.0, 6.0) + acos(5.0 / sqrt(37.0)), rtol=1e-9)


def test_whole_mechanisms_tell_of_it_too() -> None:
    mechanism = load_mechanism("watt_straight_line")
    motion = solve(mechanism, inputs=np.linspace(0.2, 1.5, 40), method="global-sparse", on_failure="return")
    assert motion.events[-1].outcome == Outcome.CANNOT_ASSEMBLE
    assert motion.events[-1].step == motion.steps
    assert motion.nbytes > motion.inputs.nbytes
