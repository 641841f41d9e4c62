"""A second answer: the motion of a whole mechanism by continuation, from what `sgkin.model` states and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sgkin.model.mechanism import Mechanism
from tests.fuzz.compiled import compiled
from tests.fuzz.conditions import Conditions, Scales
from tests.fuzz.derivatives import bend, jacobian, residuals
from tests.fuzz.elimination import eliminate, substitute
from tests.fuzz.following import ENDED, REACHED, follow

Array = NDArray[np.float64]

CARE = 0.15
"""The part of the distance to a singular position that is gone in a step."""
BLUR = 2e-7
"""The distance at which a singular position cannot be told from a change point: the root of what digits can tell."""


@dataclass
class Witnessed:
    """What the witness says of a motion.

    `steps`: those reached; `ending`: "" where all are, "dead point" or "undecided"; `beyond`: how far the last input
    that was asked for lies beyond the dead point, in radians or sizes. For each step that was reached: poses (links, 3),
    K (links, 3, f), L (links, 3, f, f), the condition |∂F/∂q⁻¹|, and whether it is on a change point. `nearest`: the
    shortest distance to a singular position on the way. `special`: step and inputs at which the motion comes nearest to a
    singular position, or ends: the step before them was reached.
    """

    poses: Array
    K: Array
    L: Array
    condition: Array
    on_change_point: NDArray[np.bool_]
    ending: str = ""
    beyond: float = 0.0
    nearest: float = np.inf
    special: tuple[int, Array] | None = None

    @property
    def steps(self) -> int:
        return len(self.poses)


class Witness:
    """A mechanism with the poses (x, y, θ by link) that it has at its initial inputs."""

    def __init__(self, mechanism: Mechanism, poses: dict[str, tuple[float, float, float]]) -> None:
        self.mechanism = mechanism
        self.scales = Scales(mechanism)
        self.conditions = Conditions(mechanism, self.scales)
        self.n, self.f = 3 * len(self.scales.links), len(mechanism.input_names)
        initial = mechanism.initial_inputs
        self.start_inputs = self.scales.inputs([initial[name] for name in mechanism.input_names])
        start = self.scales.coordinates([poses[link] for link in self.scales.links])
        table = self.conditions.table
        self.table = self.conditions.with_turns(self._residuals(table, start, self.start_inputs))
        self.opening = float(np.abs(self._residuals(self.table, start, self.start_inputs)).max())
        self.start = start.copy()
        settle(self.table, self.start, self.start_inputs, self.n)
        self.blur = max(BLUR, 30.0 * np.sqrt(2.2e-16 * (1.0 + self.scales.far)))

    def _residuals(self, table: NDArray[np.void], q: Array, z: Array) -> Array:
        out = np.empty(len(table))
        residuals(table, np.concatenate([q, z]), self.n, out)
        return out

    def openings(self, poses: ArrayLike, inputs: ArrayLike) -> Array:
        """How far every condition is from holding (steps, m), in sizes and radians, at poses (steps, n, 3)."""
        q, z = self.scales.coordinates(poses), self.scales.inputs(inputs)
        return np.array([self._residuals(self.table, *pair) for pair in zip(q, z, strict=True)])

    @property
    def start_condition(self) -> float:
        """|∂F/∂q⁻¹| at the start."""
        return self._state(self.start, self.start_inputs)[2]

    def _state(self, q: Array, z: Array) -> tuple[Array, Array, float]:
        K, L = np.empty((self.n, self.f)), np.empty((self.n, self.f, self.f))
        condition = coefficients(self.table, q, z, self.n, K, L)
        return *self.scales.derivatives(q, K, L), condition

    def follow(self, inputs: ArrayLike, care: float = CARE) -> Witnessed:
        """The motion through the rows of inputs (steps, f), from the initial inputs on."""
        rows = self.scales.inputs(inputs)
        q, hint, before = self.start.copy(), np.zeros(self.n + 1), self.start_inputs
        old = np.zeros(self.f)
        found: list[tuple[Array, Array, Array, float, bool]] = []
        nearest, ending, beyond, report = np.inf, "", 0.0, np.zeros(5)
        special: tuple[int, Array] | None = None
        for row in rows:
            way = row - before
            length = float(np.linalg.norm(way))
            on_change_point = False
            if length > 0.0:
                e = way / length
                hint = hint if np.array_equal(e, old) else -hint if np.allclose(e, -old, atol=1e-9) else 0.0 * hint
                code = follow(self.table, q, before, e, length, self.n, care, self.blur, hint, report)
                if report[1] < nearest:
                    nearest, special = report[1], (len(found), before + report[2] * e)
                if code == ENDED:
                    special = len(found), before + report[0] * e
                old = e
                if code != REACHED:
                    ending = "dead point" if code == ENDED else "undecided"
                    beyond = length - report[0] if code == ENDED else 0.0
                    break
                on_change_point = bool(report[4])
            before = row
            K, L, condition = self._state(q, row)
            found.append((self.scales.poses(q), K, L, condition, on_change_point))
        count, f = self.n // 3, self.f
        return Witnessed(
            np.array([each[0] for each in found]).reshape(-1, count, 3),
            np.array([each[1] for each in found]).reshape(-1, count, 3, f),
            np.array([each[2] for each in found]).reshape(-1, count, 3, f, f),
            np.array([each[3] for each in found]),
            np.array([each[4] for each in found], dtype=bool),
            ending,
            beyond,
            nearest,
            special and (special[0], special[1] * self.scales.input_scale + self.scales.input_offset),
        )


@compiled
def settle(table, q, z, n):
    """Bring q to where the conditions hold at the inputs z."""
    m = len(table)
    x, wide, right = np.empty(n + len(z)), np.empty((m, n + len(z))), np.empty((m, 1))
    rows, columns, step = np.empty(m, np.int64), np.empty(n, np.int64), np.empty((n, 1))
    for _ in range(5):
        x[:n] = q
        x[n:] = z
        residuals(table, x, n, right[:, 0])
        jacobian(table, x, n, wide)
        a = wide[:, :n].copy()
        if not eliminate(a, n, rows, columns) > 1e-12:
            return
        substitute(a, n, rows, columns, right, step)
        if np.abs(step).max() > 0.1:
            return
        q -= step[:, 0]


@compiled
def coefficients(table, q, z, n, K, L):
    """K = ∂q/∂z (n, f) and L (n, f, f) at a closed configuration; |∂F/∂q⁻¹|, infinite where there are none."""
    m, f = len(table), len(z)
    x, wide = np.empty(n + f), np.empty((m, n + f))
    x[:n] = q
    x[n:] = z
    jacobian(table, x, n, wide)
    a, rows, columns = wide[:, :n].copy(), np.empty(m, np.int64), np.empty(n, np.int64)
    K[:] = np.nan
    L[:] = np.nan
    if not eliminate(a, n, rows, columns) > 1e-14:
        return np.inf
    substitute(a, n, rows, columns, -wide[:, n:].copy(), K)
    right, twice, v = np.empty((m, f)), np.empty((m, n + f)), np.zeros(n + f)
    out = np.empty((n, f))
    for i in range(f):
        v[:n] = K[:, i]
        v[n:] = 0.0
        v[n + i] = 1.0
        bend(table, x, n, v, twice)
        for j in range(f):
            for k in range(m):
                total = twice[k, n + j]
                for c in range(n):
                    total += twice[k, c] * K[c, j]
                right[k, j] = -total
        substitute(a, n, rows, columns, right, out)
        for j in range(f):
            L[:, i, j] = out[:, j]
    unit, inverse = np.zeros((m, n)), np.empty((n, n))
    for i in range(n):
        unit[rows[i], i] = 1.0
    substitute(a, n, rows, columns, unit, inverse)
    return np.sqrt((inverse * inverse).sum())
