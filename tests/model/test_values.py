"""Parts of a mechanism are values: they compare, copy and pickle, and can be changed only by making new ones."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from sgkin import ConstantSpeed, JointDriver, Link, load_mechanism, mechanism_names, scalable_four_bar
from sgkin.errors import UnknownNameError


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_copies_are_equal(name: str) -> None:
    mechanism = load_mechanism(name)
    assert copy.deepcopy(mechanism) == mechanism
    assert pickle.loads(pickle.dumps(mechanism)) == mechanism


def test_a_part_cannot_be_changed() -> None:
    mechanism = scalable_four_bar(1)
    with pytest.raises(FrozenInstanceError):
        mechanism.name = "other"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        mechanism.links[0].name = "other"  # type: ignore[misc]


def test_a_changed_copy_is_checked_too() -> None:
    mechanism = scalable_four_bar(1)
    faster = replace(mechanism, drivers=[JointDriver("motor", "A", ConstantSpeed(2.0))])
    assert faster != mechanism
    assert faster.links == mechanism.links
    with pytest.raises(UnknownNameError):
        replace(mechanism, links=mechanism.links[:-1])


def test_what_was_given_can_be_changed_afterwards() -> None:
    places = {"A": (0.0, 0.0)}
    link = Link("crank", places)
    places["A"] = (1.0, 1.0)
    assert link.points["A"] == (0.0, 0.0)


def test_places_may_come_from_numpy() -> None:
    assert Link("crank", {"A": np.array([1, 2])}) == Link("crank", {"A": (1.0, 2.0)})  # type: ignore[dict-item]
