"""Mechanisms of any joints and drivers against the witness, at coarse steps."""

from __future__ import annotations

from collections import Counter

from sgkin import decompose
from sgkin.errors import SgkinError
from tests.spatial.global_solver.random_mechanisms import ROWS, random_mechanism
from tests.spatial.global_solver.running import differences, drive, solved
from tests.spatial.witness.euler_parameters import Witness

COUNT = 24


def test_random_mechanisms() -> None:
    """Those that move as far as they are driven, which many do."""
    compared, kinds = 0, Counter[str]()
    for seed in range(COUNT):
        try:
            mechanism = random_mechanism(seed)
            structure = decompose(mechanism)
            z, rates, accelerations = drive(mechanism, 2, 0.1, seed)
            found = solved(mechanism, z, rates, accelerations, full=seed % 2 == 0)
        except SgkinError:
            continue  # not held by what was drawn: a coordinate that is driven twice, for one
        if len(found.frames) < len(z) or structure.idle or not mechanism.drivers:
            continue
        witness = Witness(mechanism).solve(z, rates, accelerations)
        frames, velocity, acceleration = differences(mechanism, found, witness)
        assert frames < 1e-8, seed
        assert velocity < 1e-8, seed
        assert acceleration < 1e-7, seed
        compared += 1
        kinds.update(joint.kind for joint in mechanism.joints)
        kinds.update(name.partition("_")[0] for name in mechanism.input_names)
    assert compared > COUNT / 3
    assert len(set(ROWS) & set(kinds)) > len(ROWS) / 2
