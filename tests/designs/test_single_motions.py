"""Forces of designs whose masses, forces and laws vary, beside those of each design by itself."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import (
    InputError,
    driving_forces,
    load_mechanism,
    make_study,
    reactions,
    reduced_inertia,
    solve,
    solve_designs,
)

TIMES = np.linspace(0.0, 0.3, 13)
VARY = ["crank.B.x", "drivers.motor.speed", "masses.rod.mass", "masses.ram.mass", "forces.guide.viscous", "gravity.y"]


@pytest.mark.parametrize("quantity", ["velocity", "coefficients"])
def test_forces_of_designs(quantity: str) -> None:
    study = make_study(load_mechanism("crank_press"), VARY)
    designs = study.nominal * np.random.default_rng(0).uniform(0.8, 1.2, (4, len(VARY)))
    found = solve_designs(study, designs, TIMES, quantities=[quantity], progress=False)
    for design, parameters in enumerate(designs):
        mine = found.motion(design)
        its = solve(study.design(parameters), TIMES, coefficients=True, progress=False)
        expected = driving_forces(its)
        assert driving_forces(mine) == pytest.approx(expected, rel=1e-9, abs=1e-9 * np.abs(expected).max())
        shaking = reactions(its).shaking_force
        assert reactions(mine).shaking_force == pytest.approx(shaking, rel=1e-9, abs=1e-9 * np.abs(shaking).max())
        if quantity == "coefficients":
            assert reduced_inertia(mine) == pytest.approx(reduced_inertia(its), rel=1e-9)


def test_a_score_of_forces() -> None:
    """The largest torque of the motor, found while designs are solved."""
    study = make_study(load_mechanism("crank_press"), VARY[2:4])
    designs = study.nominal * np.array([[1.0, 1.0], [1.0, 3.0]])

    def torque(motions):  # type: ignore[no-untyped-def]
        return [np.abs(driving_forces(motions.motion(design))).max() for design in range(len(motions))]

    found = solve_designs(study, designs, TIMES, quantities=["velocity"], keep=torque, progress=False)
    assert found.scores is not None
    assert found.scores[1] > found.scores[0]
    alone = solve(study.design(designs[1]), TIMES, progress=False)
    assert found.scores[1] == pytest.approx(np.abs(driving_forces(alone)).max())


def test_only_the_steps_that_are_reached() -> None:
    study = make_study(load_mechanism("four_bar_crank_rocker"), ["crank.B.x"])
    found = solve_designs(study, 3.0 * study.nominal, quantities=["velocity"], progress=False)
    motion = found.motion(0)
    assert 0 < motion.steps == found.ended_at[0] < motion.requested_steps
    assert np.isfinite(motion.velocity("coupler")).all()


def test_without_velocities_there_are_no_forces() -> None:
    study = make_study(load_mechanism("crank_press"), VARY[2:3])
    found = solve_designs(study, study.nominal, TIMES, progress=False)
    with pytest.raises(InputError, match=r"this motion has no velocities; .* quantities=\['velocity'\]"):
        driving_forces(found.motion(0))
