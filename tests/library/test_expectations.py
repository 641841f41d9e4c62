"""Every mechanism of the library is what its file expects."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from sgkin import Mechanism, Structure, decompose, load_mechanism, mechanism_names

NAMES = mechanism_names("planar")
EVERY = pytest.mark.parametrize("name", NAMES)

# special geometries, each the only one of its kind
VERDICTS = {
    "coupled_wheels_three_parallel_cranks": "permanent redundancy",
    "parallelogram_at_change_point": "singular position",
}


@cache
def mechanism_of(name: str) -> Mechanism:
    return load_mechanism(name)


@cache
def structure_of(name: str) -> Structure:
    return decompose(mechanism_of(name))


@EVERY
def test_mobility(name: str) -> None:
    assert structure_of(name).mobility == mechanism_of(name).expected.mobility


@EVERY
def test_groups(name: str) -> None:
    """A file may leave the groups out where no link is determined: they are not unique then."""
    mechanism, structure = mechanism_of(name), structure_of(name)
    if mechanism.expected.groups:
        assert Counter(group.signature for group in structure.groups) == Counter(mechanism.expected.groups)
    else:
        assert set(structure.undetermined) == set(mechanism.moving_links)


@pytest.mark.parametrize("name", [name for name in NAMES if mechanism_of(name).expected.mechanism_class])
def test_class(name: str) -> None:
    assert structure_of(name).mechanism_class == mechanism_of(name).expected.mechanism_class


@EVERY
def test_redundant_conditions(name: str) -> None:
    assert sum(entry.rows for entry in structure_of(name).redundant) == mechanism_of(name).expected.redundant


@EVERY
def test_undetermined_links(name: str) -> None:
    assert set(structure_of(name).undetermined) == set(mechanism_of(name).expected.undetermined)


@EVERY
def test_geometry(name: str) -> None:
    check = structure_of(name).geometry
    assert check is not None
    assert check.verdict == VERDICTS.get(name, "agrees"), check.reason


@EVERY
def test_a_mechanism_that_moves_says_how_far(name: str) -> None:
    expected = mechanism_of(name).expected
    assert expected.structure_only or expected.full_turn or set(expected.range) == set(mechanism_of(name).input_names)


@EVERY
def test_starts_within_its_range(name: str) -> None:
    inputs = mechanism_of(name).initial_inputs
    for key, (one, other) in mechanism_of(name).expected.range.items():
        assert min(one, other) - 1e-12 <= inputs[key] <= max(one, other) + 1e-12
