"""Curves of forces, energies and inertia: what is drawn is what was found, with its unit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sgkin import (
    InputError,
    Mass,
    MechanismError,
    Reactions,
    UndeterminedForceError,
    energy_balance,
    load_mechanism,
    plots,
    reactions,
    reduced_inertia,
    simulate,
    solve,
)

ENGINE = load_mechanism("uchida_slider_crank")
MOTION = solve(ENGINE, np.linspace(0.0, 1.0, 91), coefficients=True)


@pytest.fixture(scope="module")
def found() -> Reactions:
    return reactions(MOTION)


def new() -> Axes:
    return Figure().subplots()


def curve(ax: Axes, label: str) -> Any:
    (line,) = [each for each in ax.get_lines() if str(each.get_label()).startswith(label)]
    return line.get_xydata()


def test_driving_forces(found: Reactions) -> None:
    ax = plots.plot_driving_forces(found, against="motor", ax=new())
    drawn = curve(ax, "torque of motor")
    np.testing.assert_allclose(drawn[:, 0], np.degrees(MOTION.inputs[:, 0]))
    np.testing.assert_allclose(drawn[:, 1], found.driving_forces["motor"])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("motor [deg]", "driving torque [N·m]")
    ax = plots.plot_driving_forces(found, power=True, ax=new())
    np.testing.assert_allclose(curve(ax, "power")[:, 1], found.driving_forces["motor"] * 2.0 * np.pi)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("t [s]", "power [W]")


def test_joint_forces(found: Reactions) -> None:
    ax = plots.plot_joint_forces(found, ax=new())
    assert len(ax.get_lines()) == len(ENGINE.joints)
    np.testing.assert_allclose(curve(ax, "|F| of B on connecting_rod")[:, 1], found.magnitude("B", "crank"))
    ax = plots.plot_joint_forces(found, "B.crank", parts=True, ax=new())
    np.testing.assert_allclose(curve(ax, "y of B on crank")[:, 1], found.at("B", "crank")[:, 1])
    assert ax.get_ylabel() == "joint force [N]"


def test_shaking_force(found: Reactions) -> None:
    ax = plots.plot_shaking_force(found, moment=True, ax=new())
    assert len(ax.get_lines()) == 3
    (twin,) = [each for each in ax.figure.axes if each is not ax]
    assert twin.get_ylabel() == "shaking moment [N·m]"
    np.testing.assert_allclose(twin.get_lines()[0].get_ydata(), found.shaking_moment())
    ax = plots.plot_shaking_force(found, ax=new())
    assert len(ax.figure.axes) == 1
    np.testing.assert_allclose(curve(ax, "shaking force, x")[:, 1], found.shaking_force[:, 0])


def test_hodograph_turns_with_its_link(found: Reactions) -> None:
    drawn = curve(plots.plot_force_hodograph(found, "B", ax=new()), "B on connecting_rod")
    np.testing.assert_allclose(drawn, found.at("B", "connecting_rod"))
    ax = plots.plot_force_hodograph(found, "B", relative_to="crank", ax=new())
    seen = curve(ax, "B on connecting_rod")
    u, n = (np.exp(1j * (MOTION.pose("crank")[:, 2] + turn)) for turn in (0.0, np.pi / 2))
    back = seen[:, 0] * u + seen[:, 1] * n
    np.testing.assert_allclose(np.stack([back.real, back.imag], axis=1), drawn, atol=1e-9)
    assert ax.get_xlabel() == "force along the axes of crank, x [N]"


def test_energies() -> None:
    balance = energy_balance(simulate(ENGINE, 0.4, free=["motor"]))
    ax = plots.plot_energies(balance, ax=new())
    np.testing.assert_allclose(curve(ax, "kinetic")[:, 1], balance.kinetic)
    np.testing.assert_allclose(curve(ax, "work of load")[:, 1], balance.works["load"])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("t [s]", "energy [J]")


def test_a_total_energy_that_stays_is_drawn() -> None:
    falling = replace(ENGINE, forces=[], gravity=(0.0, -9.81))
    balance = energy_balance(simulate(falling, 0.2, free=["motor"], rtol=1e-12))
    assert balance.drift < 1e-10
    np.testing.assert_allclose(curve(plots.plot_energies(balance, ax=new()), "total")[:, 1], balance.total)


@pytest.mark.parametrize("draw", [plots.plot_joint_forces, plots.plot_force_hodograph])
def test_joints_without_a_force_are_left_out(draw: Callable[..., Axes]) -> None:
    gears = load_mechanism("gear_pair")
    masses = {link: Mass(1.0, centre=(0.1, 0.0), inertia=0.1) for link in gears.moving_links}
    ax = draw(reactions(solve(replace(gears, masses=masses, gravity=(0.0, -9.81)), np.linspace(0.0, 0.2, 7))), ax=new())
    told = [text.get_text() for text in ax.get_legend().get_texts()]
    assert len(told) == 2  # the teeth give moments
    assert all("on gear" in each for each in told)


def test_reduced_inertia() -> None:
    ax = plots.plot_reduced_inertia(MOTION, reduced_inertia(MOTION), ax=new())
    np.testing.assert_allclose(curve(ax, "motor")[:, 1], reduced_inertia(MOTION)[:, 0, 0])
    assert ax.get_ylabel() == "reduced inertia [kg·m²]"
    robot = load_mechanism("five_bar_2dof")
    motion = solve(robot, np.linspace(0.0, 0.1, 5))
    with pytest.raises(InputError, match=r"shape \(3,\); give that of reduced_inertia"):
        plots.plot_reduced_inertia(motion, np.zeros(3))


def test_free_inputs_have_no_driving_force() -> None:
    with pytest.raises(InputError, match="forces move all inputs"):
        plots.plot_driving_forces(reactions(simulate(ENGINE, 0.1, free=["motor"])))


def test_what_is_not_determined_is_refused() -> None:
    wheels = load_mechanism("coupled_wheels_three_parallel_cranks")
    masses = {link: Mass(1.0, centre=(0, 0), inertia=0.1) for link in wheels.moving_links}
    motion = solve(replace(wheels, masses=masses), np.linspace(0.05, 0.2, 7))
    some = reactions(motion)
    assert some.undetermined
    with pytest.raises(InputError, match="no joint force is determined"):
        plots.plot_joint_forces(some)
    texts = plots.plot_mechanism(some, 0, ax=new()).get_legend().get_texts()
    assert "no force; some are not determined" in [text.get_text().replace("\n", " ") for text in texts]
    with pytest.raises(UndeterminedForceError, match="redundant"):
        plots.plot_joint_forces(some, some.undetermined[0].partition(".")[0])


@pytest.mark.parametrize(
    ("draw", "needed"),
    [
        (plots.plot_driving_forces, r"forces are needed, found .*reactions\(motion\) gives them"),
        (plots.plot_joint_forces, "forces are needed"),
        (plots.plot_shaking_force, "forces are needed"),
        (plots.plot_force_hodograph, "forces are needed"),
        (plots.plot_energies, r"energies are needed, found .*energy_balance\(motion\) gives them"),
    ],
)
def test_other_things(draw: Callable[[Any], Any], needed: str) -> None:
    with pytest.raises(InputError, match=needed):
        draw(MOTION)


def test_unknown_names(found: Reactions) -> None:
    with pytest.raises(MechanismError, match="no driven input 'engine'; allowed: motor"):
        plots.plot_driving_forces(found, "engine")
    with pytest.raises(MechanismError, match="no joint 'X'"):
        plots.plot_joint_forces(found, "X")
    with pytest.raises(MechanismError, match="no link at 'B' named 'piston'"):
        plots.plot_joint_forces(found, "B.piston")
