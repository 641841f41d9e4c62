"""Small vibrations: closed forms, and a swing that is integrated with the equations of motion."""

from __future__ import annotations

from dataclasses import replace
from math import pi, sqrt

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from sgkin import (
    InputError,
    Linearised,
    Mass,
    Mechanism,
    PointForce,
    RotationalDamper,
    RotationalSpring,
    Spring,
    equilibrium,
    linearise,
    load_mechanism,
    make_plan,
)
from sgkin.dynamics.equations import EquationsOfMotion
from sgkin.kernels.equations_block import SOLVED
from tests.dynamics.test_rest import LENGTH, MASS, WEIGHT, chain


def held_engine(damping: float = 0.0) -> Mechanism:
    """A slider-crank that stands upright, its piston held by a spring."""
    engine = load_mechanism("slider_crank")
    masses = {
        "crank": Mass(1.0, centre=(0.5, 0.1), inertia=0.1),
        "rod": Mass(2.0, centre=(1.4, -0.1), inertia=1.5),
        "piston": Mass(3.0, centre="C", inertia=0.1),
    }
    spring = Spring("spring", ("ground.A", "piston.C"), stiffness=200.0, free_length=3.2, damping=damping)
    return replace(engine, masses=masses, gravity=(0.0, -9.81), forces=[spring])


def measured_period(mechanism: Mechanism, at: float, amplitude: float, periods: int = 3) -> float:
    """The period of a swing that begins at rest, beside a place of rest."""
    plan = make_plan(mechanism)
    equations = EquationsOfMotion(plan, [0])
    workspace = equations.workspace()

    def rates(t: float, y: np.ndarray) -> np.ndarray:
        found = np.zeros(2)
        assert equations.rates(workspace, t, np.ascontiguousarray(y), found) == SOLVED
        return found

    def turns_back(t: float, y: np.ndarray) -> float:
        return float(y[1])

    turns_back.direction = -1.0  # type: ignore[attr-defined]
    end = (periods + 0.7) / linearise(plan, at=[at]).frequencies[0]
    swing = solve_ivp(
        rates, (0.0, end), [at + amplitude, 0.0], method="DOP853", rtol=1e-13, atol=1e-16, events=turns_back
    )
    times = [time for time in swing.t_events[0] if time > 1e-6]
    return float(times[periods - 1] / periods)


def test_natural_frequency_of_a_spring_held_slider_crank() -> None:
    engine = held_engine()
    found = equilibrium(engine, near=[1.0])
    assert found.is_stable
    at = found.inputs["motor"]
    small, large = (measured_period(engine, at, amplitude) for amplitude in (1e-3, 2e-3))
    period = (4.0 * small - large) / 3.0  # it changes with the square of the amplitude
    assert linearise(engine, at=found).frequencies[0] == pytest.approx(1.0 / period, rel=1e-8)


def test_damping_of_the_same() -> None:
    engine = held_engine(damping=8.0)
    found = linearise(engine, at=equilibrium(engine, near=[1.0]))
    undamped = linearise(held_engine(), at=equilibrium(held_engine(), near=[1.0]))
    np.testing.assert_allclose(found.frequencies, undamped.frequencies, rtol=1e-10)
    exponent = found.eigenvalues[-1]
    omega = 2.0 * pi * found.frequencies[0]
    assert abs(exponent) == pytest.approx(omega, rel=1e-12)
    assert found.damping[0] == pytest.approx(-exponent.real / omega, rel=1e-12)
    assert 0.0 < found.damping[0] < 1.0
    assert found.is_stable


def test_pendulum() -> None:
    found = linearise(chain(), at=[0.0])
    assert 2.0 * pi * found.frequencies[0] == pytest.approx(sqrt(1.5 * WEIGHT / LENGTH), rel=1e-12)
    standing = linearise(chain(), at=[pi])
    assert not standing.is_stable
    assert standing.frequencies.tolist() == [0.0]
    assert standing.damping.tolist() == [0.0]
    assert standing.squares[0] == pytest.approx(-1.5 * WEIGHT / LENGTH, rel=1e-12)
    np.testing.assert_allclose(standing.eigenvalues.real, sqrt(1.5 * WEIGHT / LENGTH) * np.array([-1.0, 1.0]))


def test_two_bars() -> None:
    """Two equal bars: with a = 3 g / l, ω² = a (1 ∓ 2/√7), from the equations of their absolute angles."""
    absolute = np.linalg.eigvals(
        np.linalg.solve(
            MASS * LENGTH**2 * np.array([[4.0 / 3.0, 0.5], [0.5, 1.0 / 3.0]]),
            MASS * WEIGHT * LENGTH * np.diag([1.5, 0.5]),
        )
    )
    found = linearise(chain(2), at=[0.0, 0.0])
    np.testing.assert_allclose(found.squares, np.sort(absolute), rtol=1e-12)
    np.testing.assert_allclose(found.squares, 3.0 * WEIGHT / LENGTH * (1.0 + np.array([-2.0, 2.0]) / sqrt(7.0)))
    residual = found.stiffness @ found.modes - found.inertia @ found.modes * found.squares
    np.testing.assert_allclose(residual, 0.0, atol=1e-12 * np.abs(found.stiffness).max())
    np.testing.assert_allclose(np.abs(found.modes).max(axis=0), 1.0)


def test_inputs_that_are_held_do_not_swing() -> None:
    found = linearise(chain(2), at=[0.0, 0.0], free=["z2"])
    assert found.free == ("z2",)
    assert 2.0 * pi * found.frequencies[0] == pytest.approx(sqrt(1.5 * WEIGHT / LENGTH), rel=1e-12)


def test_dampers_in_the_modes() -> None:
    """Damping that is in proportion to the stiffness: every mode has the ratio ½ β ω."""
    beta = 0.02
    coils = [RotationalSpring(f"coil{number}", f"P{number}", stiffness=5.0) for number in (1, 2)]
    dampers = [RotationalDamper(f"damper{number}", f"P{number}", damping=5.0 * beta) for number in (1, 2)]
    weightless = replace(chain(2, forces=[*coils, *dampers]), gravity=(0.0, 0.0))
    found = linearise(weightless, at=[0.0, 0.0])
    np.testing.assert_allclose(found.damping, 0.5 * beta * 2.0 * pi * found.frequencies, rtol=1e-12)
    pairs = found.eigenvalues[found.eigenvalues.imag > 0.0]
    np.testing.assert_allclose(np.sort(np.abs(pairs)), 2.0 * pi * found.frequencies, rtol=1e-12)


def followed(thrust: float) -> Linearised:
    """Two bars on springs, with a force that pushes along the second (a column of Ziegler's)."""
    coils = [RotationalSpring(f"coil{number}", f"P{number}", stiffness=5.0) for number in (1, 2)]
    push = PointForce("push", "bar2.P3", thrust, direction=pi / 2.0, frame="bar2")
    masses = {"bar1": Mass(2.0, centre="P2", inertia=0.0), "bar2": Mass(1.0, centre="P3", inertia=0.0)}
    column = replace(chain(2, forces=[*coils, push]), gravity=(0.0, 0.0), masses=masses)
    return linearise(column, at=[0.0, 0.0])


def test_a_follower_force_makes_a_column_flutter_where_ziegler_says() -> None:
    """H. Ziegler (1952): masses 2m at the knee, m at the end, without damping: flutter from P l = (3.5 − √2) c on."""
    critical = (3.5 - sqrt(2.0)) * 5.0 / LENGTH
    assert followed(0.999 * critical).is_stable
    assert (followed(0.999 * critical).squares > 0.0).all()
    flutter = followed(1.001 * critical)
    assert flutter.eigenvalues.real.max() > 1e-3
    with pytest.raises(InputError, match="couple them; read `eigenvalues`"):
        _ = flutter.frequencies
