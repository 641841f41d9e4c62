"""Sets of inputs of a spatial mechanism, one after the other, say what each says by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sgkin import ConstantSpeed, JointDriver, decompose
from sgkin.structure.decomposition import examine
from sgkin.structure.input_sets import InputSets
from tests.structure.spatial_reference import entries, mechanism_of


@pytest.mark.parametrize("name", ["RCCC", "double_wishbone", "planar_four_bar_in_3D", "bennett_4R"])
def test_one_input_at_a_time(name: str) -> None:
    entry = entries()[name]
    joints = [joint["id"] for joint in entry["joints"] if joint["type"] == "R"]
    mechanism = mechanism_of({**entry, "inputs": joints})
    alone = [replace(mechanism, drivers=[JointDriver(f"z_{joint}", joint, ConstantSpeed(1.0))]) for joint in joints]
    sets = InputSets(mechanism, examine(alone[0])[1].poses)
    assert sets.freedoms == 1
    for number, single in enumerate(alone):
        found, expected = sets.structure((number,)), decompose(single)
        assert [group.label for group in found.groups] == [group.label for group in expected.groups]
        assert found.mobility == expected.mobility
        assert sets.is_independent((number,))
    assert not sets.is_independent((0, 1))
