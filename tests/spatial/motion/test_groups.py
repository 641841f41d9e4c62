"""Every registered group in space: it agrees with the whole mechanism, K and L are derivatives, single configurations
are those of a motion, and its branches are found by name."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pickle import dumps, loads

import numpy as np
import pytest

from sgkin import InitialConfigurationError, decompose, make_plan, solve
from sgkin.errors import RegistryError
from sgkin.groups.registry import REGISTRY, declaration_for, declaration_of, register, registered_groups, registry_of
from tests.spatial.motion.groups import CASES, drive, good_plan

EVERY = pytest.mark.parametrize(("signature", "number"), CASES)
STEP = 1e-4
AROUND = np.array([-2.0, -1.0, 1.0, 2.0])
WEIGHTS = np.array([1.0, -8.0, 8.0, -1.0]) / (12.0 * STEP)


@EVERY
def test_it_is_the_group_of_its_signature(signature: str, number: int) -> None:
    group = decompose(good_plan(signature, number).mechanism).groups[-1]
    assert group.signature == signature
    assert declaration_for(group) is registry_of("spatial")[signature]


@EVERY
def test_groups_agree_with_the_whole_mechanism(signature: str, number: int) -> None:
    """In position, velocity, acceleration, K and L."""
    made = good_plan(signature, number)
    z, rates, accelerations = drive(made, 4)
    motion = solve(
        made,
        inputs=z,
        input_rates=rates,
        input_accelerations=accelerations,
        coefficients=True,
        check="global",
    )
    assert motion.steps == 4


@EVERY
def test_coefficients_are_differences(signature: str, number: int) -> None:
    """Of turns ∂ⱼωᵢ = ωᵢⱼ + ½ ωⱼ × ωᵢ, so that ∂ⱼωᵢ − ∂ᵢωⱼ = ωⱼ × ωᵢ."""
    made = good_plan(signature, number)
    z, f, links = made.initial_inputs, len(made.input_names), len(made.links)
    q, K, L = made.coefficients(z)
    assert np.array_equal(L, L.swapaxes(1, 2))
    turns = np.zeros(len(q), dtype=bool)
    turns[: 6 * links] = np.tile([False] * 3 + [True] * 3, links)
    for j in range(f):
        around = [made.coefficients(z + step * STEP * np.eye(f)[j]) for step in AROUND]
        places = np.tensordot(WEIGHTS, np.array([each.q for each in around]), 1)
        assert np.abs((places - K[:, j])[~turns]).max() < 1e-9 * np.abs(K).max()
        bent = np.tensordot(WEIGHTS, np.array([each.K for each in around]), 1)
        for i in range(f):
            expected = L[:, i, j].copy()
            both = np.cross(K[turns, j].reshape(-1, 3), K[turns, i].reshape(-1, 3))
            expected[turns] += 0.5 * both.ravel()
            assert np.abs(bent[:, i] - expected).max() < 1e-7 * max(np.abs(L).max(), 1.0)
        for link, omega in zip(made.links, K[turns, j].reshape(-1, 3), strict=True):
            frames = np.array([each.configuration.orientation(link) for each in around if each.configuration])
            spin = np.tensordot(WEIGHTS, frames, 1) @ made.evaluate(z).orientation(link).T
            found = np.array([spin[2, 1] - spin[1, 2], spin[0, 2] - spin[2, 0], spin[1, 0] - spin[0, 1]]) / 2.0
            assert np.abs(found - omega).max() < 1e-8 * max(np.abs(K).max(), 1.0)


@EVERY
def test_single_configurations_are_those_of_a_motion(signature: str, number: int) -> None:
    made = good_plan(signature, number)
    z, rates, accelerations = drive(made, 5)
    motion = solve(made, inputs=z, input_rates=rates, input_accelerations=accelerations)
    near = None
    for step in range(5):
        near = made.evaluate(z[step], rates[step], accelerations[step], near=near)
        assert near.velocities is not None
        assert near.accelerations is not None
        for number_of, link in enumerate(made.links):
            both = [
                (near.poses[number_of, :3], motion.position(link)[step]),
                (near.orientation(link), motion.orientation(link)[step]),
                (near.velocities[number_of, :3], motion.velocity(link)[step]),
                (near.velocities[number_of, 3:], motion.angular_velocity(link)[step]),
                (near.accelerations[number_of, :3], motion.acceleration(link)[step]),
                (near.accelerations[number_of, 3:], motion.angular_acceleration(link)[step]),
            ]
            for one, other in both:
                np.testing.assert_allclose(one, other, rtol=0.0, atol=1e-12 * max(np.abs(other).max(), 1.0))


@EVERY
def test_a_motion_by_coefficients_is_the_same(signature: str, number: int) -> None:
    """Along the motion and by the inputs, of links, points and joints."""
    made = good_plan(signature, number)
    z, rates, accelerations = drive(made, 4)
    given = {"inputs": z, "input_rates": rates, "input_accelerations": accelerations}
    one, other = solve(made, **given), solve(made, **given, coefficients=True)
    for link in made.links:
        for quantity in ("velocity", "acceleration", "angular_velocity", "angular_acceleration"):
            np.testing.assert_allclose(getattr(one, quantity)(link), getattr(other, quantity)(link), atol=1e-11)
    for joint in (joint for joint in made.mechanism.joints if joint.coordinate):
        np.testing.assert_allclose(one.joint(joint.name).acceleration, other.joint(joint.name).acceleration, atol=1e-11)
        K, L = other.velocity_coefficients(joint.name)[:, 0], other.coefficient_gradients(joint.name)[:, 0]
        rate = np.einsum("ni,ni->n", K, rates)
        bent = np.einsum("ni,ni->n", K, accelerations) + np.einsum("nij,ni,nj->n", L, rates, rates)
        np.testing.assert_allclose(one.joint(joint.name).rate, rate, atol=1e-11)
        np.testing.assert_allclose(one.joint(joint.name).acceleration, bent, atol=1e-11)


BRANCHING = [(signature, number) for signature, number in CASES if registry_of("spatial")[signature].branches]


@pytest.mark.parametrize(("signature", "number"), BRANCHING)
def test_branches_are_found_by_name(signature: str, number: int) -> None:
    """Every step of the group has two branches, where the steps before reach it; named, each leads to its mode."""
    made = good_plan(signature, number)
    modes = list(made.assembly_modes(made.initial_inputs))
    steps = int((made.start_branches != 0).sum())
    assert 2 <= len(modes) <= 2**steps
    assert tuple(made.start_branches) in {mode.branches for mode in modes}
    assert len({mode.branches for mode in modes}) == len(modes)
    for mode in modes:
        assert mode.residual < 1e-11
        again = make_plan(mode.mechanism)
        assert tuple(again.start_branches) == mode.branches
        np.testing.assert_allclose(again.evaluate(again.initial_inputs).poses[:, :3], mode.poses[:, :3], atol=1e-11)
    link = str(made.structure.groups[-1].links[0])
    named = replace(made.mechanism, initial=replace(made.mechanism.initial, branches={link: 7}))
    with pytest.raises(InitialConfigurationError, match=r"branch 7 of .*: allowed are \+1, -1"):
        make_plan(named)


@pytest.mark.parametrize("signature", ["S-(RS)-(SS)", "CCC", "pose*"])
def test_threads_and_copies_give_the_same_bits(signature: str) -> None:
    made = good_plan(signature, 0)
    z, *_ = drive(made, 16)
    alone = [made.coefficients(each).L for each in z]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda each: made.coefficients(each).L, z))
    copied = loads(dumps(made))
    for one, other, each in zip(alone, together, z, strict=True):
        assert np.array_equal(one, other)
        assert np.array_equal(one, copied.coefficients(each).L)


SCRIPT = """
import numpy as np
from sgkin import load_mechanism, make_plan
made = make_plan(load_mechanism("double_wishbone"))
print(made.structure.formula, made.coefficients(made.initial_inputs).L.tobytes().hex())
"""


def test_the_hash_seed_has_no_effect() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=os.environ | {"PYTHONHASHSEED": seed, "NUMBA_DISABLE_JIT": "1"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_registries_are_told_apart() -> None:
    assert registered_groups() == tuple(REGISTRY)
    assert registered_groups("spatial") == tuple(registry_of("spatial"))
    assert declaration_of("RRR", "spatial") is not declaration_of("RRR")
    assert loads(dumps(registry_of("spatial")["CCC"])) is registry_of("spatial")["CCC"]
    with pytest.raises(RegistryError, match="is registered already"):
        register(registry_of("spatial")["CCC"])
    with pytest.raises(RegistryError, match="is not registered"):
        declaration_of("7R", "spatial")
    with pytest.raises(RegistryError, match="is no space"):
        registered_groups("hyperbolic")
