"""Mechanisms of every size: their geometry closes, and they come apart as they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from math import dist
from pathlib import Path

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    Mechanism,
    decompose,
    driven_comb,
    load_mechanism,
    save_mechanism,
    scalable_four_bar,
    scissor_lift,
)
from sgkin.errors import NumberError

FAMILIES: list[Callable[[int], Mechanism]] = [scalable_four_bar, scissor_lift, driven_comb]
EVERY = pytest.mark.parametrize("make", FAMILIES)
SIZES = pytest.mark.parametrize("size", [1, 2, 3, 17, 71])


def length(mechanism: Mechanism, link: str) -> float:
    """The largest distance of two points of a link."""
    places = mechanism.link(link).points.values()
    return max(dist(one, other) for one, other in combinations(places, 2))


@SIZES
def test_lengths_of_the_scalable_four_bar(size: int) -> None:
    mechanism = scalable_four_bar(size)
    lengths = {link: length(mechanism, link) for link in mechanism.moving_links}
    assert lengths.pop("crank") == 2.0
    assert len(lengths) == 2 * size
    assert set(lengths.values()) == {6.0}
    pivots = mechanism.link("ground").points
    assert pivots == {"A": (0.0, 0.0)} | {f"D{i}": (6.0 * i, 0.0) for i in range(1, size + 1)}


@SIZES
def test_scalable_four_bar_closes_above_ground(size: int) -> None:
    mechanism = scalable_four_bar(size)
    places = mechanism.initial.points
    assert places["B"] == (2.0, 0.0)
    before = "B"
    for i in range(1, size + 1):
        assert places[f"C{i}"][1] > 0.0
        assert dist(places[f"C{i}"], mechanism.link("ground").points[f"D{i}"]) == pytest.approx(6.0, rel=1e-14)
        assert dist(places[f"C{i}"], places[before]) == pytest.approx(6.0, rel=1e-14)
        before = f"C{i}"


def test_scalable_four_bar_turns_with_one_radian_a_second_from_zero() -> None:
    (driver,) = scalable_four_bar(3).drivers
    assert driver.laws == (ConstantSpeed(1.0, start=0.0),)


def test_every_chain_of_the_comb_is_a_scalable_four_bar() -> None:
    comb, chain = driven_comb(3, 4), scalable_four_bar(4)
    assert comb.moving_links == tuple(f"chain{k}_{link}" for k in (1, 2, 3) for link in chain.moving_links)
    assert [driver.laws for driver in comb.drivers] == [(ConstantSpeed(1.0),)] * 3
    for k in (1, 2, 3):
        for name, (x, y) in (chain.initial.points | chain.link("ground").points).items():
            found = (comb.initial.points | comb.link("ground").points)[f"chain{k}_{name}"]
            assert found == pytest.approx((x, y + 12.0 * (k - 1)), rel=1e-15)
    structure = decompose(comb)
    assert [len(group.depends_on) for group in structure.groups] == [0, 1, 1, 1, 1] * 3


@SIZES
def test_scissor_lift_closes(size: int) -> None:
    mechanism = scissor_lift(size)
    places = mechanism.initial.points
    for i in range(1, size + 1):
        left, right, upper_left, upper_right, middle = (
            np.array(places[name]) for name in (f"L{i}", f"R{i}", f"L{i + 1}", f"R{i + 1}", f"X{i}")
        )
        assert dist(left, upper_right) == pytest.approx(length(mechanism, f"a{i}"), rel=1e-14)
        assert dist(right, upper_left) == pytest.approx(length(mechanism, f"b{i}"), rel=1e-14)
        np.testing.assert_allclose(middle, (left + upper_right) / 2.0)
        np.testing.assert_allclose(middle, (right + upper_left) / 2.0)
    assert places["R1"] == (mechanism.initial_inputs["actuator"], 0.0)
    assert places[f"L{size + 1}"] == (0.0, size)


@EVERY
@SIZES
def test_expected_structure(make: Callable[[int], Mechanism], size: int) -> None:
    mechanism = make(size)
    structure = decompose(mechanism)
    assert structure.mobility == mechanism.expected.mobility
    assert structure.mechanism_class == mechanism.expected.mechanism_class
    assert Counter(group.signature for group in structure.groups) == Counter(mechanism.expected.groups)
    assert structure.is_determined
    assert not structure.redundant
    assert structure.geometry is not None
    assert structure.geometry.verdict == "agrees"


@EVERY
@SIZES
def test_starts_within_its_range(make: Callable[[int], Mechanism], size: int) -> None:
    mechanism = make(size)
    assert mechanism.expected.full_turn or mechanism.expected.range
    for name, ends in mechanism.expected.range.items():
        assert min(ends) < mechanism.initial_inputs[name] < max(ends)


@EVERY
def test_same_after_writing_and_reading(make: Callable[[int], Mechanism], tmp_path: Path) -> None:
    mechanism = make(4)
    file = tmp_path / f"{mechanism.name}.toml"
    save_mechanism(mechanism, file)
    assert load_mechanism(file) == mechanism


@EVERY
@pytest.mark.parametrize("size", [0, -1, 1.5, 2.0, True, "3", None, float("nan")])
def test_size_is_a_whole_number_above_zero(make: Callable[[object], Mechanism], size: object) -> None:
    with pytest.raises(NumberError, match="expected a whole number, one or more"):
        make(size)


@EVERY
def test_size_may_come_from_numpy(make: Callable[[object], Mechanism]) -> None:
    assert make(np.int64(2)) == make(2)
