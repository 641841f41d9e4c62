"""Numbers whose powers are too large or too small to be computed with are refused; no answer is ever NaN."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    InitialConfiguration,
    InputError,
    JointDriver,
    Link,
    Mechanism,
    MechanismError,
    MotionError,
    OwnLaw,
    Polynomial,
    assembly_modes,
    load_mechanism,
    make_plan,
    solve,
)
from sgkin.errors import NumberError
from sgkin.kernels.limits import LARGEST, LARGEST_ACCELERATION
from sgkin.solving import METHODS
from tests.bad_input.four_bar import four_bar
from tests.coefficients.mechanisms import SOLVABLE, plan_of

Z = 0.5
methods = pytest.mark.parametrize("method", METHODS)


def driven_by(law: Any) -> Mechanism:
    return four_bar(drivers=[JointDriver("motor", "O", law)])


@methods
@pytest.mark.parametrize("value", [1e51, -1e200, 1.7e308])
def test_rates_of_a_motion(value: float, method: str) -> None:
    steps = np.array([Z, Z + 0.1])
    with pytest.raises(
        InputError, match=r"input_rates at \(1, 0\) is .*; numbers up to 1e\+50 .* can be computed with"
    ):
        solve(four_bar(), inputs=steps, input_rates=[1.0, value], method=method)
    given = {"input_rates": [1.0, 1.0], "input_accelerations": [1e60 * value, 1.0]}
    with pytest.raises(InputError, match=r"input_accelerations at \(0, 0\) is .*"):
        solve(four_bar(), inputs=steps, **given, method=method)


@methods
def test_inputs_of_a_motion(method: str) -> None:
    slider = load_mechanism("slider_crank_piston_input")
    with pytest.raises(InputError, match=r"inputs at \(1, 0\) is 1e\+160; .* up to 1e\+50 "):
        solve(slider, inputs=[make_plan(slider).initial_inputs, [1e160]], method=method)


@methods
@pytest.mark.parametrize(
    ("law", "time", "sentence"),
    [
        (ConstantSpeed(2e49, start=Z), 10.0, r"motor at t = 10 s is 2e\+50"),
        (Polynomial((Z, 1.0, 1e45)), 1e4, r"motor at t = 10000 s is 1e\+53"),
        (Polynomial((Z, 0.0, 1e40)), 1e300, r"motor at t = 1e\+300 s is inf"),
        (Polynomial((Z, *[0.0] * 10, 1e40)), 1e4, r"motor at t = 10000 s is 1e\+84"),
        (OwnLaw(lambda t: (Z, 1e60, 0.0)), 0.0, r"the rate of motor at t = 0 s is 1e\+60"),
        (OwnLaw(lambda t: (Z, 1.0, -1e150)), 0.0, r"the acceleration of motor at t = 0 s is -1e\+150"),
    ],
)
def test_motion_laws(law: Any, time: float, sentence: str, method: str) -> None:
    with pytest.raises(InputError, match=rf"{sentence}; (numbers up to|every number)"):
        solve(driven_by(law), [time], method=method)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((1e51,), r"z is 1e\+51; .* up to 1e\+50 "),
        ((Z, 1e200, 0.0), r"zd is 1e\+200; .* up to 1e\+50 "),
        ((Z, 1.0, -1e200), r"zdd is -1e\+200; .* up to 1e\+100 "),
        ((Z, np.inf, 0.0), "zd is inf; every number must be finite"),
        ((np.nan,), "z is nan; every number must be finite"),
    ],
)
def test_single_configurations(arguments: tuple[float, ...], sentence: str) -> None:
    plan = make_plan(four_bar())
    with pytest.raises(InputError, match=sentence):
        plan.evaluate(*arguments)
    if len(arguments) == 1:
        for read in (plan.coefficients, lambda z: plan.modes(1, z), lambda z: assembly_modes(plan, z)):
            with pytest.raises(InputError, match=sentence):
                read(arguments[0])


def test_rates_of_coefficients() -> None:
    found = make_plan(four_bar()).coefficients(Z)
    with pytest.raises(InputError, match=r"rates .* up to 1e\+50 "):
        found.quadratic_force(np.ones(9), 1e200)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Link("rod", {"A": (1e51, 0.0)}),
        lambda: InitialConfiguration(points={"B": (1e200, 0.0)}),
        lambda: InitialConfiguration(angles={"rod": -1e60}),
        lambda: ConstantSpeed(1e51),
    ],
)
def test_numbers_of_a_mechanism(make: Callable[[], object]) -> None:
    with pytest.raises(NumberError, match=r"expected a number of at most 1e\+50"):
        make()


def scaled(size: float) -> Mechanism:
    given = four_bar()
    points = {name: (size * x, size * y) for name, (x, y) in given.initial.points.items()}
    links = [Link(link.name, {p: (size * x, size * y) for p, (x, y) in link.points.items()}) for link in given.links]
    return replace(given, links=links, initial=InitialConfiguration(points=points))


@methods
@pytest.mark.parametrize("size", [1e-47, 1e-20, 1e20, 1e50])
def test_sizes_that_can_be_computed_with(size: float, method: str) -> None:
    found, expected = (solve(each, [0.0, 0.1], method=method) for each in (scaled(size), four_bar()))
    np.testing.assert_allclose(found.acceleration("rocker"), expected.acceleration("rocker"), rtol=1e-10)


@pytest.mark.parametrize("size", [1e-60, 1e-150, 1e-300])
def test_sizes_that_are_too_small(size: float) -> None:
    with pytest.raises(MechanismError, match=r"its largest coordinate is .* m, expected at least 1e-50 m"):
        scaled(size)


@methods
@pytest.mark.parametrize("name", SOLVABLE)
def test_the_largest_numbers_give_numbers(name: str, method: str) -> None:
    plan = plan_of(name)
    inputs = np.tile(plan.initial_inputs, (2, 1))
    rates = {"input_rates": np.full_like(inputs, LARGEST)}
    rates["input_accelerations"] = np.full_like(inputs, -LARGEST_ACCELERATION)
    motion = solve(plan, inputs=inputs, method=method, **rates)
    for link in motion.outputs:
        for values in (motion.pose(link), motion.velocity(link), motion.acceleration(link)):
            assert np.isfinite(values).all()


@methods
@pytest.mark.parametrize("value", [1e3, 1e10, 1e30, LARGEST])
@pytest.mark.parametrize("name", ["slider_crank_piston_input", "boom_by_distance", "planar_3RPR_driven_P"])
def test_strokes_that_are_far_out_of_reach(name: str, value: float, method: str) -> None:
    plan = make_plan(load_mechanism(name))
    inputs = np.array([plan.initial_inputs, np.full(len(plan.input_names), value)])
    for given in (inputs, inputs[1:]):
        with pytest.raises((MotionError, InputError)):
            solve(plan, inputs=given, method=method)
    with pytest.raises(MotionError):
        plan.evaluate(inputs[1])


@pytest.mark.parametrize("method", METHODS[1:])
def test_inputs_too_far_to_be_followed(method: str) -> None:
    with pytest.raises(InputError, match=r"input 'motor' changes by 1e\+09 rad .* to the first step"):
        solve(four_bar(), inputs=[1e9], method=method)
    with pytest.raises(InputError, match=r"input 'motor' changes by 1e\+40 rad from one step to the next"):
        solve(four_bar(), inputs=[0.5, 1e40], method=method)
