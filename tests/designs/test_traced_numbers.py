"""Traced numbers have the values of plain ones, and their graph gives the same for other leaves, to the last bit."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgkin import mathematics
from sgkin.designs.graph_tables import GraphTables
from sgkin.kernels import number_graph
from sgkin.traced_number import CONSTANT, LEAF, OPERATIONS, NumberGraph, TracedNumber

sizes = st.floats(0.1, 3.0)
OF_DERIVATIVES = {"at_least_zero", "held", "changing"}
"""What only derivatives of lane functions are made of."""


def computed(a: Any, b: Any) -> list[Any]:
    """Numbers made of two, by everything that there is."""
    m = mathematics
    return [
        a + b, 2.0 + a, a - b, 1.0 - a, a * b, 3.0 * a, a / b, 1.0 / a, -a, abs(a - 4.0), a**2, a**0.5,
        m.sqrt(a), m.hypot(a, b), m.cos(a), m.sin(b), m.tan(a), m.atan2(a, b), m.acos(a / 4.0), m.asin(b / 4.0),
        m.atan(a), m.exp(b), m.log(a), m.smaller(a, b), m.larger(a, b), m.moved((a, b, a), (b, 1.0))[0],
        m.turned((a, b), (b, a))[1],
    ]  # fmt: skip


@given(sizes, sizes, sizes, sizes)
def test_values_and_other_leaves(a: float, b: float, c: float, d: float) -> None:
    graph = NumberGraph()
    made = computed(graph.leaf("a", a), graph.leaf("b", b))
    assert all(isinstance(number, TracedNumber) for number in made)
    assert list(map(float, made)) == computed(a, b)
    tables = GraphTables(graph, made)
    values = tables.values(np.array([c, d]))
    assert values[tables.places(made)].tolist() == computed(c, d)


def test_every_operation_is_known_to_compiled_code() -> None:
    assert {*OPERATIONS, LEAF, CONSTANT} == set(number_graph.OPERATIONS)
    graph = NumberGraph()
    computed(graph.leaf("a", 1.0), graph.leaf("b", 2.0))
    assert {node.operation for node in graph.nodes} == set(number_graph.OPERATIONS) - OF_DERIVATIVES


def test_equal_values_are_not_the_same() -> None:
    graph = NumberGraph()
    a, b = graph.leaf("a", 2.0), graph.leaf("b", 2.0)
    assert a != b
    assert a == a + 0.0
    assert a + b == a + b
    assert len({a, b, a * 1.0}) == 2
    assert a != 2.0
    assert not mathematics.is_zero(a - b)
    assert mathematics.is_zero(a - a)
    assert mathematics.is_zero(0.0 * a)
    assert mathematics.is_same((a, 0.0), (a, 0.0))
    assert not mathematics.is_same((a, 0.0), (b, 0.0))
    assert a >= b
    assert sorted([3.0, a, 1.0]) == [1.0, a, 3.0]


def test_they_are_floats_elsewhere() -> None:
    a = NumberGraph().leaf("a", 2.5)
    assert math.cos(a) == math.cos(2.5)
    assert np.array([a]).dtype == np.float64
    assert round(a) == 2
    again = pickle.loads(pickle.dumps(a))
    assert type(again) is float
    assert again == 2.5


def test_graphs_do_not_mix() -> None:
    with pytest.raises(AssertionError, match="two graphs"):
        NumberGraph().leaf("a", 1.0) + NumberGraph().leaf("b", 1.0)
