"""What follows from velocity coefficients: transmission, mechanical advantage, instant centres, reduced dynamics."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import Coefficients, InputError, SgkinError, solve
from tests.coefficients.mechanisms import SOLVABLE, plan_of

Floats = NDArray[np.float64]
EVERY = pytest.mark.parametrize("name", SOLVABLE)

STEP = 3e-5
AROUND, WEIGHTS = np.array([-2, -1, 0, 1, 2]), np.array([1.0, -8.0, 0.0, 8.0, -1.0]) / (12.0 * STEP)


def random_masses(found: Coefficients, seed: int = 1) -> tuple[Floats, Floats]:
    """A table (links, 3) of masses and one of forces."""
    random = np.random.default_rng(seed)
    mass, inertia = random.uniform(0.5, 2.0, (2, len(found.links)))
    return np.stack([mass, mass, inertia], axis=1), random.normal(size=(len(found.links), 3))


def short_motion(name: str, **options: object) -> Coefficients:
    """Five steps along random rates."""
    plan = plan_of(name)
    rates = np.random.default_rng(2).uniform(0.5, 1.0, len(plan.input_names)) * plan.input_scales
    inputs = plan.initial_inputs + STEP * AROUND[:, None] * rates
    motion = solve(plan, inputs=inputs, input_rates=np.tile(rates, (5, 1)), coefficients=True, **options)  # type: ignore[arg-type]
    return motion.coefficients()


@EVERY
def test_a_motion_has_what_a_configuration_has(name: str) -> None:
    plan, along = plan_of(name), short_motion(name)
    here = plan.coefficients(plan.initial_inputs)
    assert along.names == here.names == plan.coordinate_names
    assert (along.links, along.inputs, along.ground) == (here.links, here.inputs, here.ground)
    for one, other in zip(along, here, strict=True):
        np.testing.assert_allclose(one[2], other, rtol=0.0, atol=1e-8 * max(1.0, np.abs(other).max()))


def test_transmission_of_a_four_bar() -> None:
    plan = plan_of("four_bar_crank_rocker")
    z = plan.initial_inputs + STEP * AROUND[:, None]
    here = plan.coefficients(z[2], points=["coupler.P"])
    along = solve(plan, inputs=z, coefficients=True).coefficients("coupler.P.y", "rocker.theta", "C")
    for output in ("rocker.theta", "coupler.P.y"):
        one, many = here.transmission(output), along.transmission(output, "motor")
        np.testing.assert_allclose([one.value, one.first], [many.value[2], many.first[2]], rtol=0.0, atol=1e-13)
        np.testing.assert_allclose(WEIGHTS @ many.value, one.first, rtol=1e-9)
        np.testing.assert_allclose(WEIGHTS @ many.first, one.second, rtol=1e-9)
    joint = along.transmission("C")
    np.testing.assert_allclose(WEIGHTS @ joint.value, joint.first[2], rtol=1e-9)
    np.testing.assert_allclose(WEIGHTS @ joint.first, joint.second[2], rtol=1e-8)


@pytest.mark.parametrize(
    ("name", "joint"),
    [
        ("slider_crank", "D"),
        ("quick_return_slotted_lever", ""),
        ("hydraulic_excavator_front", ""),
        ("rapson_slide", ""),
    ],
)
def test_strokes_and_angles_of_joints(name: str, joint: str) -> None:
    """K and L of every joint along the motion: its rate and acceleration."""
    plan = plan_of(name)
    f = len(plan.input_names)
    rates, accelerations = np.full((3, f), 0.4), np.full((3, f), -0.7)
    z = plan.initial_inputs + np.linspace(0.0, 0.01, 3)[:, None] * plan.input_scales
    motion = solve(plan, inputs=z, input_rates=rates, input_accelerations=accelerations, coefficients=True)
    driveable = [each.name for each in plan.mechanism.joints if each.kind in ("revolute", "prismatic")]
    assert joint in ("", *driveable)
    for each in driveable:
        found = motion.joint(each)
        K, L = motion.velocity_coefficients(each), motion.coefficient_gradients(each)
        assert found.rate is not None
        assert found.acceleration is not None
        np.testing.assert_allclose(K[:, 0] @ rates[0], found.rate, rtol=0.0, atol=1e-12)
        second = K[:, 0] @ accelerations[0] + np.einsum("nij,i,j->n", L[:, 0], rates[0], rates[0])
        np.testing.assert_allclose(second, found.acceleration, rtol=0.0, atol=1e-11)


def test_coordinates_of_every_kind() -> None:
    plan = plan_of("five_bar_2dof")
    motion = solve(plan, inputs=[plan.initial_inputs], coefficients=True)
    found = motion.coefficients("rod1", "rod2.C", "crank1.theta", "motor_E", "A")
    rod = ("rod1.x", "rod1.y", "rod1.theta", "rod2.C.x", "rod2.C.y")
    assert found.names == (*rod, "crank1.theta", "motor_E", "A", *plan.input_names)
    assert found.links == ("rod1",)
    np.testing.assert_array_equal(found.K[0, 5:], [[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    np.testing.assert_array_equal(motion.velocity_coefficients("ground", "ground.A.x"), np.zeros((1, 4, 2)))
    for bad in ("rod1.z", "nothing", "nothing.x", "rod1.C.theta"):
        with pytest.raises(SgkinError):
            motion.velocity_coefficients(bad)


def test_mechanical_advantage() -> None:
    """The torque of the rocker that a unit torque of the crank holds does the same work; at a toggle it has no end."""
    plan = plan_of("four_bar_crank_rocker")
    here = plan.coefficients(1.0)
    advantage = here.mechanical_advantage("rocker.theta")
    assert advantage * here.transmission("rocker.theta").first == pytest.approx(1.0, rel=1e-15)
    slider = plan_of("slider_crank")
    toggle = solve(slider, inputs=[-0.1, 0.0, 0.1], coefficients=True).coefficients("piston.x")
    assert toggle.mechanical_advantage("piston.x")[1] == np.inf
    assert toggle.mechanical_advantage("piston.x")[0] == pytest.approx(-toggle.mechanical_advantage("piston.x")[2])


@EVERY
def test_pins_are_instant_centres_of_their_links(name: str) -> None:
    plan = plan_of(name)
    here = plan.coefficients(plan.initial_inputs)
    rates = np.random.default_rng(3).uniform(0.5, 1.0, len(plan.input_names))
    motion = solve(plan, inputs=[plan.initial_inputs])
    for joint in plan.mechanism.joints:
        if joint.kind != "revolute":
            continue
        x, y, weight = here.instant_centre(*joint.links[:2], rates)
        if weight:
            np.testing.assert_allclose([x, y], motion.position(joint.points[0])[0], rtol=0.0, atol=1e-9 * plan.size)
        else:
            assert (x, y) == (0.0, 0.0)  # a pin that does not turn here


@EVERY
def test_velocities_agree_at_instant_centres_and_three_of_them_lie_on_a_line(name: str) -> None:
    plan = plan_of(name)
    here = plan.coefficients(plan.initial_inputs)
    rates = np.random.default_rng(4).uniform(0.5, 1.0, len(plan.input_names))
    links = (here.ground, *here.links[:4])
    centres = {(a, b): here.instant_centre(a, b, rates) for a in links for b in links if a < b}
    assert np.isfinite(list(centres.values())).all()
    poses = {here.ground: np.zeros(3)} | {k: here.q[3 * n : 3 * n + 3] for n, k in enumerate(here.links)}
    speeds = {here.ground: np.zeros(3)} | {k: here.K[3 * n : 3 * n + 3] @ rates for n, k in enumerate(here.links)}
    for (a, b), (x, y, weight) in centres.items():
        if weight:
            (va, vb) = (speeds[k][:2] + speeds[k][2] * np.array([poses[k][1] - y, x - poses[k][0]]) for k in (a, b))
            reach = max(np.hypot(x, y), plan.size)
            largest = max(np.abs(speeds[k]).max() * max(reach, 1.0) for k in (a, b))
            np.testing.assert_allclose(va, vb, rtol=0.0, atol=1e-12 * largest)
        elif x or y:
            assert np.hypot(x, y) == pytest.approx(1.0, rel=1e-14)
    for a, b, c in [(a, b, c) for a in links for b in links for c in links if a < b < c]:
        three = np.array([centres[a, b], centres[b, c], centres[a, c]]) / [plan.size, plan.size, 1.0]
        lengths = np.linalg.norm(three, axis=1)
        if lengths.all():  # theorem of Aronhold and Kennedy
            assert abs(np.linalg.det(three / lengths[:, None])) < 1e-7


def test_a_centre_at_infinity_is_a_direction() -> None:
    """The coupler of a parallelogram translates: its points move at right angles to the crank."""
    here = plan_of("parallelogram").coefficients(0.8)
    u, v, weight = here.instant_centre("ground", "coupler")
    assert weight == 0.0
    assert abs(np.cos(0.8) * v - np.sin(0.8) * u) < 1e-12
    slider = plan_of("slider_crank").coefficients(0.8)
    np.testing.assert_array_equal(np.abs(slider.instant_centre("piston", "ground")), [0.0, 1.0, 0.0])
    np.testing.assert_array_equal(slider.instant_centre("piston", "piston"), [0.0, 0.0, 0.0])


@EVERY
def test_power_of_forces(name: str) -> None:
    """Kᵀ Q ż = Q·q̇, for forces in every form in which they can be given."""
    along = short_motion(name)
    _, forces = random_masses(along)
    rates = along.input_rates
    assert rates is not None
    p = forces.size
    speeds = np.einsum("nci,ni->nc", along.K, rates)
    expected = speeds[:, :p] @ forces.ravel()
    padded = np.concatenate([forces.ravel(), np.zeros(len(along.names) - p)])
    for given in (forces, forces.ravel(), padded, np.tile(forces, (5, 1, 1)), np.tile(padded, (5, 1))):
        found = np.einsum("ni,ni->n", along.reduced_force(given), rates)
        np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-12 * np.abs(speeds).max() * p)


@EVERY
def test_kinetic_energy_and_equation_of_motion(name: str) -> None:
    """½ żᵀ Kᵀ M K ż is the energy of all links; its derivative along the motion is the power of the inertia forces."""
    along = short_motion(name)
    masses, _ = random_masses(along)
    rates = along.input_rates
    assert rates is not None
    speeds = np.einsum("nci,ni->nc", along.K, rates)[:, : masses.size]
    energy = 0.5 * speeds**2 @ masses.ravel()
    inertia = along.reduced_inertia(masses)
    np.testing.assert_allclose(0.5 * np.einsum("nij,ni,nj->n", inertia, rates, rates), energy, rtol=1e-12)
    force = along.quadratic_force(masses)
    power = np.einsum("ni,ni->n", force, rates)[2]
    scale = np.abs(energy).max() + np.abs(power)
    np.testing.assert_allclose(WEIGHTS @ energy, power, rtol=0.0, atol=1e-7 * scale)
    gradient = along.reduced_inertia_gradient(masses)
    change = np.einsum("nijk,ni,nj,nk->n", gradient, rates, rates, rates)
    np.testing.assert_allclose(0.5 * change[2], power, rtol=0.0, atol=1e-12 * scale)
    full = np.diag(masses.ravel())
    np.testing.assert_allclose(along.reduced_inertia(full), inertia, rtol=1e-12)
    np.testing.assert_allclose(
        along.quadratic_force(full), force, rtol=0.0, atol=1e-12 * np.abs(force).max(initial=1.0)
    )
    diagonal = np.append(masses.ravel(), np.zeros(len(along.inputs)))
    np.testing.assert_allclose(along.reduced_inertia(diagonal), inertia, rtol=1e-12)


def test_inertia_of_the_motor_counts_on_the_input() -> None:
    here = plan_of("four_bar_crank_rocker").coefficients(1.0)
    masses = np.zeros(len(here.names))
    masses[-1] = 3.0
    np.testing.assert_array_equal(here.reduced_inertia(masses), [[3.0]])


def test_what_does_not_fit_is_refused() -> None:
    here = plan_of("five_bar_2dof").coefficients(plan_of("five_bar_2dof").initial_inputs)
    with pytest.raises(InputError, match=r"masses have shape \(2, 2\), expected \(4, 3\)"):
        here.reduced_inertia(np.eye(2))
    with pytest.raises(InputError, match=r"forces have shape \(\), expected \(4, 3\)"):
        here.reduced_force(1.0)
    with pytest.raises(InputError, match="masses must be finite"):
        here.reduced_inertia(np.full((4, 3), np.nan))
    with pytest.raises(InputError, match="not symmetric"):
        here.reduced_inertia(np.eye(12) + np.eye(12, k=1))
    with pytest.raises(InputError, match="forces must be an array of real numbers"):
        here.reduced_force(["1.0"] * 12)
    with pytest.raises(InputError, match="depends on the rates of motor_A, motor_E"):
        here.instant_centre("ground", "rod1")
    with pytest.raises(InputError, match=r"rates have shape \(3,\)"):
        here.quadratic_force(np.ones((4, 3)), [1.0, 2.0, 3.0])
    with pytest.raises(InputError, match="say which is meant: motor_A, motor_E"):
        here.transmission("rod1.theta")
    with pytest.raises(SgkinError, match="motor_B"):
        here.transmission("rod1.theta", "motor_B")
    with pytest.raises(SgkinError, match=r"rod1\.phi"):
        here.transmission("rod1.phi", "motor_A")
    with pytest.raises(SgkinError, match="rod3"):
        here.instant_centre("rod3", "rod1", [1.0, 1.0])
