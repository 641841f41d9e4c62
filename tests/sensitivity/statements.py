"""Derivatives by dimensions from the conditions of a whole mechanism, on complex numbers.

Where all numbers of the conditions are moved by i h along a direction of the parameters, their solution q and its
derivatives K and L move by i h times their own derivatives, to the last digit. The conditions are those of the witness,
which uses nothing of sgkin but the model; its functions are run on complex numbers here.
"""

from __future__ import annotations

import cmath
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin import Mechanism, Study
from tests.witness import derivatives
from tests.witness.conditions import ROW, Conditions
from tests.witness.scales import Scales

Array = NDArray[np.float64]

STEP = 1e-100
TABLE_STEP = 2e-2
"""How far parameters are moved: along complex numbers, and to see how the numbers of the conditions change."""


def _field(name: str) -> tuple[Any, ...]:
    kind, shape = ROW[name].base, ROW[name].shape
    return (name, np.complex128 if kind == np.float64 else kind, *([shape] if shape else []))


COMPLEX = np.dtype([_field(name) for name in ROW.names or ()])
"""The rows of conditions, with complex numbers."""


def _on_complex_numbers(*names: str) -> dict[str, Any]:
    """Functions of the witness with sines and cosines of complex numbers."""
    known: dict[str, Any] = {"cos": cmath.cos, "sin": cmath.sin}
    known |= {name: getattr(derivatives, name) for name in ("DISTANCE", "PROJECTION")}
    known |= {"len": len, "range": range}
    for name in ("arm", "direction", "change", *names):
        function = getattr(derivatives, name)
        known[name] = FunctionType(getattr(function, "py_func", function).__code__, known, name)
    return known


FUNCTIONS = _on_complex_numbers("residuals", "jacobian", "bend")


class Statements:
    """The conditions of a study's mechanism, and how their numbers change with its parameters."""

    def __init__(self, study: Study, parameters: Array, poses: Array, inputs: Array) -> None:
        """poses (links, 3) and inputs (f,) of a step at which whole turns are counted."""
        self.study, self.parameters = study, parameters
        self.scales = Scales(study.mechanism)
        self.n = 3 * len(self.scales.links)
        self.start = self.scales.coordinates(poses), self.scales.inputs(inputs)
        self.table = self._table(study.design(parameters))

    def _table(self, mechanism: Mechanism) -> NDArray[Any]:
        conditions, (q, z) = Conditions(mechanism, self.scales), self.start
        left = np.empty(len(conditions.all))
        derivatives.residuals(conditions.table.view(np.recarray), np.concatenate([q, z]), self.n, left)
        return conditions.with_turns(left)

    def moved(self, direction: Array) -> Any:
        """The table with its numbers moved by i h along a direction."""
        designs = [self.parameters + steps * TABLE_STEP * direction for steps in (1.0, -1.0, 2.0, -2.0, 3.0, -3.0)]
        tables = [self._table(self.study.design(design)) for design in designs]
        found = np.empty(len(self.table), COMPLEX)
        for name in ROW.names or ():
            found[name] = self.table[name]
            if ROW[name].base == np.float64:
                near, beyond, far = (tables[k][name] - tables[k + 1][name] for k in (0, 2, 4))
                found[name] += 1j * STEP * (45.0 * near - 9.0 * beyond + far) / (60.0 * TABLE_STEP)
        return found.view(np.recarray)

    def derivatives(self, table: Any, poses: Array, inputs: Array) -> tuple[Array, Array, Array]:
        """Of the poses (links, 3), K (links, 3, f) and L (links, 3, f, f), at poses that close, from a moved table."""
        n = self.n
        z = self.scales.inputs(inputs)
        x = np.concatenate([self.scales.coordinates(poses), z]).astype(np.complex128)
        for _ in range(4):
            x[:n] -= self._solve(table, x, self._residuals(table, x))
        first = self._solve(table, x, -self._jacobian(table, x)[:, n:])
        second = np.empty((n, len(z), len(z)), dtype=np.complex128)
        for i in range(len(z)):
            along = np.concatenate([first[:, i], np.eye(len(z))[i]])
            bent = np.empty((len(table), n + len(z)), dtype=np.complex128)
            FUNCTIONS["bend"](table, x, n, along, bent)
            second[:, i] = self._solve(table, x, -(bent[:, :n] @ first + bent[:, n:]))
        K, L = self.scales.derivatives(x[:n], first, second)
        return self.scales.poses(x[:n]).imag / STEP, K.imag / STEP, L.imag / STEP

    def _residuals(self, table: Any, x: Any) -> Any:
        out = np.empty(len(table), dtype=np.complex128)
        FUNCTIONS["residuals"](table, x, self.n, out)
        return out

    def _jacobian(self, table: Any, x: Any) -> Any:
        out = np.empty((len(table), len(x)), dtype=np.complex128)
        FUNCTIONS["jacobian"](table, x, self.n, out)
        return out

    def _solve(self, table: Any, x: Any, right: Any) -> Any:
        """Of conditions that are redundant, all hold."""
        matrix = self._jacobian(table, x)[:, : self.n]
        inverse = np.linalg.pinv(matrix.real)
        found = inverse @ right.real
        # (A + i h B) (u + i h v) = r + i h s
        return found + 1j * (inverse @ (right.imag - matrix.imag @ found))
