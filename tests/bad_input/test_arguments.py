"""What plans, motions, coefficients and writers are given wrongly is refused with a sentence of sgkin."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from sgkin import (
    Drive,
    InputError,
    Motion,
    Outcome,
    SgkinError,
    Sketch,
    Slider,
    assembly_modes,
    compose_coefficients,
    decompose,
    make_plan,
    save_mechanism,
    save_sketch,
    solve,
)
from sgkin.errors import FormError, UnknownNameError
from sgkin.kinematic_plan import KinematicPlan
from tests.bad_input.four_bar import four_bar

Z = 0.7


@cache
def plan() -> KinematicPlan:
    return make_plan(four_bar())


@cache
def motion() -> Motion:
    return solve(plan(), [0.0, 0.01], coefficients=True)


def sketch(**values: Any) -> Sketch:
    given = {"points": {"O": (0, 0), "A": (1, 0)}, "links": {"ground": "O", "crank": "O A"}}
    return Sketch(**{"name": "s", **given, "drives": {"motor": Drive("O", 1.0)}, **values})


@pytest.mark.parametrize("given", ["0.7", ["0.7"], 0.7 + 1.0j, np.array([0.7 + 1.0j]), [None], {}, 10**400])
def test_what_is_no_real_number_is_none_for_a_plan_either(given: Any) -> None:
    """Imaginary parts are not dropped, and texts not read as numbers."""
    found = plan().coefficients(Z)
    for read in (
        plan().evaluate,
        plan().coefficients,
        lambda z: plan().evaluate(Z, z),
        lambda z: plan().evaluate(Z, 1.0, z),
        lambda z: plan().modes(1, z),
        lambda z: plan().group_matrices(1, z),
        lambda z: assembly_modes(plan(), z),
        found.reduced_inertia,
        found.reduced_force,
        lambda rates: found.quadratic_force(np.ones(9), rates),
    ):
        with pytest.raises(InputError, match="must be an array of real numbers"):
            read(given)


def test_accelerations_need_rates() -> None:
    with pytest.raises(InputError, match="zdd needs zd; give both"):
        plan().evaluate(Z, None, 1.0)


@pytest.mark.parametrize("link", ["couplr", "ground", None])
def test_poses_of_links_that_are_not_there(link: Any) -> None:
    for one in (plan().evaluate(Z), next(plan().assembly_modes(Z)), plan().modes(1, Z)[0]):
        with pytest.raises(UnknownNameError, match="coupler"):
            one.pose(link)


@pytest.mark.parametrize("given", ["four_bar", None, sketch()])
def test_what_is_no_mechanism(given: Any, tmp_path: Any) -> None:
    for read in (make_plan, decompose, lambda mechanism: save_mechanism(mechanism, tmp_path / "a.toml")):
        with pytest.raises(InputError, match="mechanism"):
            read(given)
    assert not list(tmp_path.iterdir())


def test_what_is_no_sketch(tmp_path: Any) -> None:
    with pytest.raises(InputError, match="use save_mechanism"):
        save_sketch(four_bar(), tmp_path / "a.toml")  # type: ignore[arg-type]


@pytest.mark.parametrize("points", ["coupler.P", [["coupler.P"]], [None], 3])
def test_points_of_coefficients(points: Any) -> None:
    for read in (lambda: plan().coefficients(Z, points=points), lambda: plan().compiled(points)):
        with pytest.raises(FormError, match="points"):
            read()


@pytest.mark.parametrize("name", [None, 3, ["coupler"]])
def test_names_that_are_none(name: Any) -> None:
    for read in (
        motion().position,
        motion().velocity,
        lambda name: motion().acceleration(name, relative_to="crank"),
        motion().velocity_coefficients,
        motion().coefficients,
    ):
        with pytest.raises(UnknownNameError):
            read(name)


def test_outcomes_by_group_and_step() -> None:
    for group in (1, np.int64(1), plan().structure.groups[1]):
        assert motion().outcome(group, np.int64(1)) is motion().outcome(group, -1) is Outcome.SOLVED
    for group, step in ((7, 0), (None, 0), (0, 2), (0, -3), (0, None), (0, 0.5)):
        with pytest.raises(InputError, match=r"^(group|step) is"):
            motion().outcome(group, step)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"links": ("coupler", "rocker")}, "no link 'crank'"),
        ({"inputs": ("engine",)}, "no input 'motor'"),
        ({"links": "crank"}, "a list of names"),
        ({"matrices": [None]}, "those that plan.group_matrices gives"),
    ],
)
def test_groups_that_do_not_compose(change: dict[str, Any], sentence: str) -> None:
    groups = [plan().group_matrices(group, Z) for group in plan().structure.groups]
    right = {"matrices": groups, "links": plan().links, "inputs": plan().input_names}
    with pytest.raises(SgkinError, match=sentence):
        compose_coefficients(**right | change)


@pytest.mark.parametrize("change", [{"units": "mm"}, {"units": None}, {"ground": ["ground"]}])
def test_values_of_a_sketch(change: dict[str, Any]) -> None:
    with pytest.raises(FormError, match="sketch: "):
        sketch(**change)


@pytest.mark.parametrize("arguments", [(["A"],), ("A", 0.0, ["ground"]), (None,)])
def test_names_of_a_slider(arguments: Any) -> None:
    with pytest.raises(FormError, match="slider: "):
        Slider(*arguments)
