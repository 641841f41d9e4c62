"""Motion laws that vary beside each design by itself, and their derivatives beside differences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sgkin import (
    Cycloidal,
    DesignStatus,
    Harmonic,
    InputError,
    Mechanism,
    MotionLaw,
    Polynomial,
    Polynomial345,
    Spline,
    StudyError,
    load_mechanism,
    make_study,
    solve,
    solve_designs,
)
from tests.designs.witness import Array, different_outputs
from tests.sensitivity.extrapolated import STEPS, extrapolated

TIMES = np.linspace(0.0, 0.23, 18)
LAWS: dict[str, MotionLaw] = {
    "harmonic": Harmonic(amplitude=0.4, frequency=1.5, mean=0.5, phase=0.2),
    "cycloidal": Cycloidal(start=0.4, rise=0.7, duration=0.11, begin=0.051),
    "polynomial-345": Polynomial345(start=0.4, rise=0.7, duration=0.11, begin=0.051),
    "polynomial": Polynomial((0.5, 1.7, -0.9, 17.0)),
}
KINDS = ("position", "velocity", "acceleration")


def driven_by(law: MotionLaw, name: str = "four_bar_crank_rocker") -> Mechanism:
    mechanism = load_mechanism(name)
    return replace(mechanism, drivers=[replace(mechanism.drivers[0], law=law)])


def varying(mechanism: Mechanism) -> list[str]:
    """All numbers of laws, and one dimension."""
    return [address for address in mechanism.numbers if address.startswith("drivers.")] + ["crank.B.x"]


@pytest.mark.parametrize("branches", ["continued", "nearest"])
@pytest.mark.parametrize("kind", LAWS)
def test_designs_have_laws_of_their_own(kind: str, branches: str) -> None:
    study = make_study(driven_by(LAWS[kind]), varying(driven_by(LAWS[kind])))
    designs = study.nominal * np.random.default_rng(0).uniform(0.8, 1.2, (8, len(study.vary)))
    found = solve_designs(study, designs, TIMES, quantities=["velocity"], branches=branches, progress=False)
    for design, parameters in enumerate(designs):
        alone = solve(study.design(parameters), TIMES, on_failure="return", progress=False)
        assert alone.steps == found.ended_at[design]
        assert different_outputs(found, design, alone) == ""
        for name in study.outputs:
            for read in KINDS[1:]:
                mine, its = (getattr(each, read)(name) for each in (found, alone))
                assert mine[design][: alone.steps] == pytest.approx(its, rel=1e-9, abs=1e-9 * np.abs(its).max())
    assert (found.status == DesignStatus.SOLVED).any()


@pytest.mark.parametrize("kind", LAWS)
def test_derivatives(kind: str) -> None:
    """Forwards beside differences, and backwards beside forwards."""
    study = make_study(driven_by(LAWS[kind]), varying(driven_by(LAWS[kind])), ["rocker"])
    made = study.sensitivities(TIMES, quantities=["velocity"])
    found = made.jacobian(study.nominal)
    random = np.random.default_rng(1)
    direction = study.nominal * random.uniform(-1.0, 1.0, len(study.vary))
    ways = np.outer(np.concatenate([STEPS, -STEPS]), direction)
    moved = solve_designs(study, study.nominal + ways, TIMES, quantities=["velocity"], progress=False)
    weights, backwards = {}, np.zeros(len(study.vary))
    for read in KINDS:
        mine, values = getattr(found, read)("rocker"), getattr(moved, read)("rocker")
        rates, errors = extrapolated(values[: len(STEPS)], values[len(STEPS) :], np.full(values.shape[1:], 1e-15))
        assert np.all(np.abs(mine @ direction - rates) < 1e-7 * np.abs(rates).max() + 10.0 * errors), read
        assert np.median(errors) < 1e-8 * np.abs(rates).max()
        weights[read, "rocker"] = random.normal(size=values.shape[1:])
        backwards += np.tensordot(weights[read, "rocker"], mine, 2)
    assert made.gradient(study.nominal, weights).gradient == pytest.approx(backwards, rel=1e-11)


def test_coefficients_are_those_at_the_inputs_of_each_design() -> None:
    study = make_study(load_mechanism("four_bar_crank_rocker"), ["drivers.motor.start"], ["rocker"])
    found = solve_designs(study, [[0.3], [0.9]], [0.0, 0.1], quantities=["coefficients"], progress=False)
    for design, start in enumerate((0.3, 0.9)):
        inputs = [start, start + 0.2 * np.pi]
        alone = solve(study.mechanism, inputs=inputs, coefficients=True, progress=False)
        assert found.velocity_coefficients("rocker")[design] == pytest.approx(alone.velocity_coefficients("rocker"))
        assert found.coefficient_gradients("rocker")[design] == pytest.approx(alone.coefficient_gradients("rocker"))


def test_one_of_two_laws_varies() -> None:
    study = make_study(load_mechanism("five_bar_2dof"), [_laws("five_bar_2dof")[0]])
    designs = study.nominal * np.array([[0.9], [1.1]])
    found = solve_designs(study, designs, np.linspace(0.0, 0.05, 5), quantities=["velocity"], progress=False)
    for design, parameters in enumerate(designs):
        alone = solve(study.design(parameters), np.linspace(0.0, 0.05, 5), progress=False)
        assert different_outputs(found, design, alone) == ""


def _laws(name: str) -> list[str]:
    return [address for address in load_mechanism(name).numbers if address.startswith("drivers.")]


def bad(value: float, kind: str, address: str) -> Array:
    study = make_study(driven_by(LAWS[kind]), [f"drivers.motor.{address}"])
    return solve_designs(study, [[value]], 10.0 * TIMES, quantities=["velocity"], progress=False).status


def test_what_is_refused() -> None:
    with pytest.raises(InputError, match=r"drivers.motor.duration of design 0 is -0\.1; it must be above zero"):
        bad(-0.1, "cycloidal", "duration")
    with pytest.raises(InputError, match=r"^motor at t = .* s is "):
        bad(5e49, "polynomial", "coefficients.4")
    with pytest.raises(InputError, match="the rate of motor at t = 0 s is "):
        bad(1e50, "harmonic", "frequency")
    study = make_study(driven_by(LAWS["harmonic"]), ["drivers.motor.mean"])
    with pytest.raises(InputError, match="the motion law of motor varies, so that each design has inputs of its own"):
        solve_designs(study, [[0.1]], inputs=[0.0, 0.1])
    spline = driven_by(Spline((0.0, 1.0, 2.0), (0.0, 1.0, 3.0)))
    with pytest.raises(StudyError, match="the table of the spline that motor follows cannot vary") as caught:
        make_study(spline, ["drivers.motor.values.2"])
    assert caught.value.names == ("motor",)


def test_a_driven_distance_of_a_design_is_no_less_than_zero() -> None:
    mechanism = load_mechanism("boom_by_distance")
    address = next(each for each in _laws("boom_by_distance") if each.rpartition(".")[2] in ("start", "mean"))
    study = make_study(mechanism, [address])
    with pytest.raises(InputError, match="is a distance, but is -"):
        solve_designs(study, [[-5.0]], [0.0, 0.1], progress=False)
