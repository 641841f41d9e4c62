"""A structure that nothing drives and nothing moves: it has a place, and everything else is zero or has no columns."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sgkin import (
    InitialConfiguration,
    InputError,
    Link,
    Mechanism,
    MotionError,
    Revolute,
    Sketch,
    Weld,
    assembly_modes,
    compose_coefficients,
    make_plan,
    save_mechanism,
    solve,
)
from sgkin.kernels.interface import SOLVED, coefficients
from sgkin.solving import COORDINATES, METHODS

TRUSS = Sketch("truss", {"A": (0, 0), "B": (1, 0), "C": (0.5, 0.7)}, {"ground": "A B", "left": "A C", "right": "B C"})
PLATFORM = Sketch(
    "platform",
    {"A": (0, 0), "B": (2, 0), "C": (3, 2), "P": (0.5, 1), "Q": (1.5, 1.1), "R": (1.4, 2.2)},
    {"ground": "A B C", "one": "A P", "two": "B Q", "three": "C R", "platform": "P Q R"},
)
POST = Mechanism(
    "post",
    [Link("ground", {"W": (1, 2)}), Link("post", {"W": (0, 0), "P": (1, 0)})],
    [Weld("W", ("ground", "post"), angle=0.3)],
)
PLACES = {
    "truss": [(0.0, 0.0, np.arctan2(0.7, 0.5)), (1.0, 0.0, np.arctan2(0.7, -0.5))],
    "platform": [
        (0.0, 0.0, np.arctan2(1.0, 0.5)),
        (2.0, 0.0, np.arctan2(1.1, -0.5)),
        (3.0, 2.0, np.arctan2(0.2, -1.6)),
        (0.5, 1.0, np.arctan2(0.1, 1.0)),
    ],
    "post": [(1.0, 2.0, 0.3)],
}
"""x, y, θ of all links as they are drawn."""
STRUCTURES = {"truss": TRUSS.mechanism(), "platform": PLATFORM.mechanism(), "post": POST}
"""Without iteration, with iteration, and without groups."""

structures = pytest.mark.parametrize("mechanism", STRUCTURES.values(), ids=STRUCTURES)


@structures
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize(
    "drive",
    [
        {"times": [0.0, 0.5, 1.0]},
        {"inputs": np.zeros((3, 0))},
        {"inputs": np.zeros((3, 0)), "input_rates": np.zeros((3, 0))},
    ],
    ids=["times", "inputs", "rates"],
)
def test_it_stands_still(mechanism: Mechanism, method: str, coordinates: str, drive: dict[str, Any]) -> None:
    motion = solve(mechanism, **drive, method=method, coordinates=coordinates, coefficients=True)
    assert motion.is_complete
    assert motion.inputs.shape == (3, 0)
    assert motion.status.shape == motion.branches.shape == (3, len(motion.structure.groups))
    for link, pose in zip(mechanism.moving_links, PLACES[mechanism.name], strict=True):
        np.testing.assert_allclose(motion.pose(link), np.tile(pose, (3, 1)), rtol=0.0, atol=1e-12)
        if motion.input_rates is not None:
            assert not motion.velocity(link).any()
            assert not motion.acceleration(link).any()
        assert motion.velocity_coefficients(link).shape == (3, 3, 0)
        assert motion.coefficient_gradients(link).shape == (3, 3, 0, 0)
    assert motion.coefficients().K.shape == (3, 3 * len(mechanism.moving_links), 0)
    again = pickle.loads(pickle.dumps(motion))
    np.testing.assert_array_equal(again.pose(mechanism.moving_links[0]), motion.pose(mechanism.moving_links[0]))


@structures
def test_groups_and_the_whole_agree(mechanism: Mechanism) -> None:
    assert solve(mechanism, [0.0, 1.0], check="global", coefficients=True).steps == 2


@structures
def test_single_configurations(mechanism: Mechanism) -> None:
    plan = make_plan(mechanism)
    c = 3 * len(plan.links)
    here = plan.evaluate([], [], [])
    np.testing.assert_allclose(here.poses, PLACES[mechanism.name], rtol=0.0, atol=1e-12)
    for rates in (here.velocities, here.accelerations):
        np.testing.assert_array_equal(rates, np.zeros((len(plan.links), 3)))
    np.testing.assert_allclose(plan.evaluate(np.zeros(0), near=here).poses, here.poses, rtol=0.0, atol=1e-12)
    found = plan.coefficients([])
    np.testing.assert_allclose(found.q, np.ravel(PLACES[mechanism.name]), rtol=0.0, atol=1e-12)
    assert (found.K.shape, found.L.shape) == ((c, 0), (c, 0, 0))
    assert found.reduced_inertia(np.ones(c)).shape == (0, 0)
    assert found.reduced_force(np.ones(c)).shape == (0,)


@structures
def test_groups_of_it(mechanism: Mechanism) -> None:
    plan = make_plan(mechanism)
    groups = plan.structure.groups
    matrices = [plan.group_matrices(group, []) for group in groups]
    K, L = compose_coefficients(matrices, plan.links, plan.input_names)[:2]
    assert (K.shape[1:], L.shape[1:]) == ((0,), (0, 0))
    assert [len(plan.modes(group, [])) for group in groups] == [len(assembly_modes(mechanism))] * len(groups)


@structures
def test_compiled(mechanism: Mechanism) -> None:
    compiled = make_plan(mechanism).compiled()
    q, none = np.zeros(len(compiled.names)), np.zeros(0)
    assert coefficients(compiled.block, compiled.workspace(), none, q, none, none) == SOLVED
    np.testing.assert_allclose(q, np.ravel(PLACES[mechanism.name]), rtol=0.0, atol=1e-12)


@structures
def test_on_the_command_line(mechanism: Mechanism, tmp_path: Any, sgkin: Callable[..., Any]) -> None:
    file = tmp_path / f"{mechanism.name}.toml"
    save_mechanism(mechanism, file)
    for arguments in (
        ("solve", file),
        ("solve", file, "--json"),
        ("check", file),
        ("modes", file),
        ("structure", file),
        ("view", file, "-o", tmp_path / "a.html"),
        ("plot", file, "-o", tmp_path / "a.svg"),
    ):
        answer = sgkin(*arguments)
        assert (answer.code, answer.err) == (0, ""), arguments


def test_nothing_but_ground() -> None:
    bare = Mechanism("bare", [Link("ground", {"O": (0, 0)})], [])
    assert solve(bare, [0.0], check="global").steps == 1
    assert make_plan(bare).evaluate([]).poses.shape == (0, 3)
    assert make_plan(bare).coefficients([]).q.shape == (0,)


def test_there_is_no_input_to_give() -> None:
    with pytest.raises(InputError, match=r"z has shape \(1,\), expected \(0,\): nothing is driven"):
        make_plan(TRUSS.mechanism()).evaluate([0.5])
    with pytest.raises(InputError, match=r"inputs has shape \(2, 1\), expected \(steps, 0\)"):
        solve(TRUSS.mechanism(), inputs=[[0.5], [0.6]])


def test_a_structure_that_does_not_close() -> None:
    apart = Mechanism(
        "apart",
        [Link("ground", {"A": (0, 0), "B": (3, 0)}), Link("a", {"A": (0, 0), "C": (1, 0)}),
         Link("b", {"B": (0, 0), "C": (1, 0)})],
        [Revolute("A", ("ground", "a")), Revolute("B", ("ground", "b")), Revolute("C", ("a", "b"))],
        initial=InitialConfiguration(branches={"a": 1}),
    )  # fmt: skip
    with pytest.raises(MotionError, match=r"a dead point at the first step, open by 1 m; its links do not reach"):
        solve(apart, [0.0])
