"""Every closed form in space: positions by their equations, derivatives by differences, lanes, scales, branches."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import least_squares

from tests.kernels.closed_forms import IN_SPACE
from tests.space.cases import CASES, Case, Numbers
from tests.space.jets import PARAMETERS, Array, matrix
from tests.space.running import AROUND, ORIGIN, Found, Runner, runner

SEEDS = range(3)


def at(numbers: Numbers, lane: int) -> Numbers:
    return {name: values[lane] for name, values in numbers.items()}


def test_every_kernel_has_a_case() -> None:
    assert sorted(CASES) == sorted(IN_SPACE)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", CASES)
class TestEveryKernel:
    def test_positions_satisfy_their_equations(self, name: str, seed: int) -> None:
        """And least squares, started beside them, come back to them."""
        made = runner(name, seed)
        found = made.run(AROUND)
        for lane in range(3):
            inputs, outputs = at(found.inputs, lane), at(found.value, lane)
            residuals = np.asarray(made.case.equations(inputs | outputs))
            np.testing.assert_allclose(residuals, 0.0, atol=1e-13)
            sizes = {key: values.size for key, values in outputs.items()}
            places = np.cumsum(list(sizes.values()))[:-1]

            def left(x: Array, inputs: Numbers = inputs, places: Array = places) -> Array:
                named = dict(zip(outputs, np.split(x, places), strict=True))  # noqa: B023
                return np.ravel(np.asarray(made.case.equations(inputs | named)))

            expected = np.concatenate(list(outputs.values()))
            beside = expected + 1e-3 * np.random.default_rng(seed).uniform(-1.0, 1.0, expected.size)
            solved = least_squares(left, beside, xtol=1e-15, ftol=1e-15, gtol=1e-15)
            np.testing.assert_allclose(solved.x, expected, atol=1e-10)

    def test_first_derivatives(self, name: str, seed: int) -> None:
        made = runner(name, seed)
        if made.kernel.tangent is None and not made.kernel.linear:
            return  # nobody asks for its derivatives
        here = made.run(ORIGIN[None])
        for i in range(PARAMETERS):
            expected = made.differences(lambda found: found.value, i, ORIGIN)
            for value in made.form.outputs:
                rate = expected[value.name]
                found = here.first[i].get(value.name)
                if made.kernel.linear:
                    found = here_of_input(made, i)
                assert found is not None
                if value.kind == "frame":
                    spin = matrix(rate) @ matrix(here.value[value.name][0]).T
                    rate = np.array([spin[2, 1] - spin[1, 2], spin[0, 2] - spin[2, 0], spin[1, 0] - spin[0, 1]]) / 2.0
                    np.testing.assert_allclose(spin + spin.T, 0.0, atol=1e-10)
                elif value.kind == "direction":
                    c, s = here.value[value.name][0]
                    rate = np.array([c * rate[1] - s * rate[0]])
                np.testing.assert_allclose(np.ravel(found), rate, atol=1e-9 * max(1.0, np.abs(rate).max()))

    def test_second_derivatives(self, name: str, seed: int) -> None:
        """By both parameters, in both orders: ∂ⱼωᵢ = ωᵢⱼ + ½ ωⱼ × ωᵢ of frames."""
        made = runner(name, seed)
        if made.kernel.tangent is None:
            return
        here = made.run(ORIGIN[None])
        for i in range(PARAMETERS):
            for j in range(PARAMETERS):
                expected = made.differences(lambda found, i=i: found.first[i], j, ORIGIN)  # type: ignore[misc]
                for value in made.form.outputs:
                    second = here.second[min(i, j), max(i, j)][value.name][0]
                    if value.kind == "frame":
                        second = second + 0.5 * np.cross(here.first[j][value.name][0], here.first[i][value.name][0])
                    rate = expected[value.name]
                    np.testing.assert_allclose(second, rate, atol=1e-8 * max(1.0, np.abs(rate).max()))

    def test_motion_is_position_and_tangent(self, name: str, seed: int) -> None:
        made = runner(name, seed)
        if made.kernel.motion is None:
            assert made.kernel.tangent is None
            return
        for one, other in zip(told(made.run(AROUND)), told(made.run(AROUND, "motion")), strict=True):
            np.testing.assert_allclose(other, one, rtol=1e-11, atol=1e-12)

    def test_one_lane_is_many_lanes(self, name: str, seed: int) -> None:
        made = runner(name, seed)
        for stages in ("tangent", "motion") if made.kernel.motion else ("tangent",):
            together = told(made.run(AROUND, stages))
            singly = [told(made.run(place[None], stages)) for place in AROUND]
            for number, expected in enumerate(together):
                alone = np.concatenate([each[number] for each in singly])
                np.testing.assert_allclose(alone, expected, rtol=1e-12, atol=1e-13)

    def test_no_length_is_special(self, name: str, seed: int) -> None:
        made = runner(name, seed)
        expected = made.run(AROUND)
        for scale in (1e-6, 7e4):
            found = Runner(made.kernel, in_size(made, scale)).run(AROUND)
            if expected.margin is not None:
                assert found.margin is not None
                np.testing.assert_allclose(found.margin, expected.margin, rtol=1e-9)
            for value in made.form.outputs:
                power = scale if is_length(name, value.name, value.kind) else 1.0
                np.testing.assert_allclose(
                    found.value[value.name], power * expected.value[value.name], rtol=1e-9, atol=1e-12 * power
                )
                for one, other in zip(found.first, expected.first, strict=True):
                    if value.name in one:
                        size = np.abs(other[value.name]).max()
                        np.testing.assert_allclose(
                            one[value.name], power * other[value.name], rtol=1e-9, atol=1e-11 * power * size
                        )


def told(found: Found) -> list[Array]:
    """All numbers that are found, lanes first."""
    numbers = [found.value, *found.first, *found.second.values()]
    rows = [values for each in numbers for values in each.values()]
    return rows + ([] if found.margin is None else [found.margin])


def here_of_input(made: Runner, i: int) -> Array:
    """Of a kernel whose output has the derivatives of its input."""
    (value,) = made.form.inputs
    return made.case.inputs[value.name](ORIGIN).first[i]


def is_length(name: str, value: str, kind: str) -> bool:
    if name == "rotation vector":
        return False
    return kind in ("point", "point3") or (kind == "scalar" and name not in ("turned frame",) and value != "z")


def in_size(made: Runner, scale: float) -> Case:
    """The same case, so many times as large."""
    name, case = made.kernel.name, made.case

    def larger(value: str, kind: str) -> object:
        path = case.inputs[value]
        if not is_length(name, value, kind):
            return path
        return lambda z: type(path(z))(*(scale * each for each in path(z)))

    inputs = {value.name: larger(value.name, value.kind) for value in made.form.inputs}
    geometry = [number * scale**power for number, power in zip(case.geometry, case.powers, strict=True)]
    if name == "along axis":
        geometry[0] *= scale
    return replace(case, inputs=inputs, geometry=geometry)


WITH_BRANCHES = [name for name, kernel in IN_SPACE.items() if kernel.branch]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", WITH_BRANCHES)
def test_branches_are_two_answers(name: str, seed: int) -> None:
    """Both satisfy the equations, and they have the same margin."""
    made = runner(name, seed)
    other = Runner(made.kernel, replace(made.case, branch=-made.case.branch))
    one, two = made.run(AROUND), other.run(AROUND)
    assert one.margin is not None
    assert two.margin is not None
    np.testing.assert_allclose(one.margin, two.margin, rtol=1e-14)
    (output,) = one.value
    assert np.abs(one.value[output] - two.value[output]).max(axis=1).min() > 1e-2
    for lane in range(len(AROUND)):
        residuals = other.case.equations(at(two.inputs, lane) | at(two.value, lane))
        np.testing.assert_allclose(residuals, 0.0, atol=1e-13)


def end_of(made: Runner, seed: int) -> tuple[Array, Array] | None:
    """Places next to each other on some way, between which the closed form ends; None if it never does."""
    way = np.random.default_rng(seed).normal(size=2)
    steps = np.linspace(0.0, 40.0, 801)[:, None] * way / np.linalg.norm(way)
    margins = made.run(steps).margin
    assert margins is not None
    assert np.isfinite(margins).all()
    negative = np.flatnonzero(margins <= 0.0)
    if not negative.size:
        return None
    low, high = steps[negative[0] - 1], steps[negative[0]]
    for _ in range(60):
        middle = 0.5 * (low + high)
        margin = made.run(middle[None]).margin
        assert margin is not None
        low, high = (middle, high) if margin[0] > 0.0 else (low, middle)
    return low, high


@pytest.mark.parametrize("name", WITH_BRANCHES)
def test_margins_vanish_where_branches_meet(name: str) -> None:
    """On the way to where the closed form ends, the answers come together as the root of the margin does."""
    ends = [(runner(name, seed), end) for seed in range(12) if (end := end_of(runner(name, seed), seed)) is not None]
    assert len(ends) >= 3
    for made, (low, high) in ends:
        other = Runner(made.kernel, replace(made.case, branch=-made.case.branch))
        one, two, beyond = made.run(low[None]), other.run(low[None]), made.run(high[None])
        (output,) = one.value
        assert one.margin is not None
        assert beyond.margin is not None
        assert beyond.margin[0] <= 0.0 < one.margin[0] < 1e-13
        assert np.abs(one.value[output] - two.value[output]).max() < 1e-4
        assert np.isfinite(beyond.value[output]).all()


def test_planes_with_a_common_direction_have_no_margin() -> None:
    made = runner("three planes", 0)
    parallel = dict(made.case.inputs)
    parallel["n2"] = parallel["n1"]
    margin = Runner(made.kernel, replace(made.case, inputs=parallel)).run(ORIGIN[None]).margin
    assert margin is not None
    assert margin[0] < 1e-28
