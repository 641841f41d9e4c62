"""Tables handed to compiled code by one pointer."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from sgkin.kernels.compiled import JIT, compiled
from sgkin.kernels.pointer_struct import Tables


@dataclass(eq=False)
class Inner(Tables):
    places: Any
    square: Any


@dataclass(eq=False)
class Outer(Tables):
    inner: Any
    cube: Any
    few: Any


@compiled
def gathered(tables, scale):  # type: ignore[no-untyped-def]
    """A number of every member, and a change of one."""
    total = scale * tables.cube[1, 2, 3] + tables.inner.square[1, 0] + tables.few[0]
    for k in range(tables.inner.places.shape[0]):
        total += tables.inner.places[k]
    tables.cube[0, 0, 0] = total
    return total, tables.cube.shape[2], tables.inner.square.size


def make() -> Outer:
    inner = Inner(np.arange(5), np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
    return Outer(inner, np.arange(24.0).reshape(2, 3, 4), np.array([7], dtype=np.int32))


def test_members_are_found_by_name_and_written_in_place() -> None:
    tables = make()
    assert gathered(tables, 2.0) == (2.0 * 23.0 + 3.0 + 7.0 + 10.0, 4, 6)
    assert tables.cube[0, 0, 0] == 66.0


def test_tables_of_other_sizes_are_of_the_same_type() -> None:
    one, other = make(), Outer(Inner(np.arange(0), np.zeros((2, 9))), np.zeros((2, 3, 5)), np.zeros(1, dtype=np.int32))
    assert one._numba_type_ == other._numba_type_
    assert pickle.loads(pickle.dumps(one._numba_type_)) == one._numba_type_
    assert gathered(other, 1.0) == (0.0, 5, 18)
    if JIT:
        assert len(gathered.signatures) == 1  # type: ignore[attr-defined]


def test_arrays_must_be_contiguous() -> None:
    with pytest.raises(TypeError, match=r"Inner\.square is not contiguous"):
        Inner(np.arange(5), np.zeros((4, 4))[:, ::2])
