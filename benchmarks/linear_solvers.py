"""Sparse LU solvers that install from wheels, behind one face: factors of a matrix with a fixed pattern, and solutions.

Each is made for a pattern (rows, columns) with its first values; what it can find once (ordering, symbolic factors) it
finds then. `factor` takes new values, `solve` a right-hand side.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csc_matrix
from scipy.sparse.linalg import splu

from sgkin.global_solver.ordering import Entries, find_order
from sgkin.kernels.block_triangular import factor_blocks, solve_blocks

Floats = NDArray[np.float64]


class LinearSolver(Protocol):
    """Factors of new values of the same pattern, and solutions with them."""

    def factor(self, values: Floats) -> None: ...

    def solve(self, right: Floats) -> Floats: ...


class OwnBlocks:
    """The blocks of sgkin: everything about the pattern found once, compiled factors."""

    def __init__(self, entries: Entries, values: Floats) -> None:
        order = find_order(entries, values)
        assert order is not None
        self.order, count = order, len(order.blocks.start) - 1
        self.values, self.pivots = np.zeros(order.stored), np.zeros(entries.size, dtype=np.int64)
        self.sign, self.quality = np.zeros(count), np.zeros(count)
        self.solution, self.work = np.zeros(entries.size), np.zeros(entries.size)

    def factor(self, values: Floats) -> None:
        self.values[:] = 0.0
        self.values[self.order.slot] = values
        factor_blocks(self.order.blocks, self.values, self.pivots, self.sign, self.quality, 1e4)

    def solve(self, right: Floats) -> Floats:
        solve_blocks(self.order.blocks, self.values, self.pivots, right, self.solution, self.work)
        return self.solution


class Columns:
    """A matrix by columns, with the order in which its entries are taken."""

    def __init__(self, entries: Entries, values: Floats) -> None:
        self.taken = np.lexsort((entries.row, entries.column))
        starts = np.searchsorted(entries.column[self.taken], np.arange(entries.size + 1)).astype(np.int32)
        rows = entries.row[self.taken].astype(np.int32)
        self.matrix = csc_array((values[self.taken], rows, starts), shape=(entries.size,) * 2)

    def filled(self, values: Floats) -> Any:
        """The matrix with new values."""
        np.take(values, self.taken, out=self.matrix.data)
        return self.matrix


class SuperLU:
    """SciPy's `splu`, from scratch."""

    def __init__(self, entries: Entries, values: Floats) -> None:
        self.columns = Columns(entries, values)

    def factor(self, values: Floats) -> None:
        self.factors = splu(self.columns.filled(values))

    def solve(self, right: Floats) -> Floats:
        return np.asarray(self.factors.solve(right))


class SuperLUOrdered:
    """SciPy's `splu` on columns that are ordered once."""

    def __init__(self, entries: Entries, values: Floats) -> None:
        factors = splu(Columns(entries, values).matrix)
        self.order = np.asarray(factors.perm_c)
        self.columns = Columns(Entries(entries.row, self.order[entries.column].astype(np.int64), entries.size), values)

    def factor(self, values: Floats) -> None:
        self.factors = splu(self.columns.filled(values), permc_spec="NATURAL")

    def solve(self, right: Floats) -> Floats:
        return np.asarray(self.factors.solve(right)[self.order])


class PyKLU:
    """KLU by PyKLU, which has no refactorisation."""

    def __init__(self, entries: Entries, values: Floats) -> None:
        from PyKLU import Klu

        self.kind, self.columns = Klu, Columns(entries, values)

    def factor(self, values: Floats) -> None:
        self.factors = self.kind(csc_matrix(self.columns.filled(values)))

    def solve(self, right: Floats) -> Floats:
        return np.asarray(self.factors.solve(right))


class Kvxopt:
    """KLU or UMFPACK by kvxopt (or cvxopt): symbolic factors once, fresh pivots each time."""

    def __init__(self, entries: Entries, values: Floats, package: str, module: str) -> None:
        from importlib import import_module

        base = import_module(package)
        self.library, self.dense = import_module(f"{package}.{module}"), base.matrix
        self.columns = Columns(entries, values)
        taken = self.columns.taken
        rows, columns = entries.row[taken].tolist(), entries.column[taken].tolist()
        self.matrix = base.spmatrix(values[taken].tolist(), rows, columns, (entries.size,) * 2)
        self.symbolic = self.library.symbolic(self.matrix)
        self.takes_symbolic = module == "klu"
        self.numeric = self.library.numeric(self.matrix, self.symbolic)

    def factor(self, values: Floats) -> None:
        self.matrix.V = self.dense(values[self.columns.taken])
        self.numeric = self.library.numeric(self.matrix, self.symbolic)

    def solve(self, right: Floats) -> Floats:
        solution = self.dense(right)
        symbolic = (self.symbolic,) if self.takes_symbolic else ()
        self.library.solve(self.matrix, *symbolic, self.numeric, solution)
        return np.array(solution).ravel()


Maker = Callable[[Entries, Floats], LinearSolver]

SOLVERS: dict[str, tuple[str, Maker]] = {
    "own blocks": ("numba", OwnBlocks),
    "SuperLU": ("scipy", SuperLU),
    "SuperLU, ordered once": ("scipy", SuperLUOrdered),
    "KLU (PyKLU)": ("PyKLU", PyKLU),
    "KLU (kvxopt)": ("kvxopt", lambda entries, values: Kvxopt(entries, values, "kvxopt", "klu")),
    "UMFPACK (cvxopt)": ("cvxopt", lambda entries, values: Kvxopt(entries, values, "cvxopt", "umfpack")),
}
"""The package that each needs, and how it is made."""


def installed() -> dict[str, Maker]:
    """Those whose package is there."""
    return {name: make for name, (package, make) in SOLVERS.items() if find_spec(package) is not None}
