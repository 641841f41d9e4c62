"""The same Newton's method as that of `global-sparse`, step by step in Python: to see what each measure bought.

The linear solver is one of `benchmarks.linear_solvers`; the conditions are assembled by the compiled assembler or by
loops in Python over the same tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.linear_solvers import Maker
from sgkin.global_solver.ordering import Entries
from sgkin.global_solver.system import GlobalSystem, slots_of
from sgkin.kernels import equations

Floats = NDArray[np.float64]


class Assembler:
    """The functions that fill residuals, Jacobian and second derivatives; `interpreted`: without compiling them."""

    def __init__(self, interpreted: bool) -> None:
        names = ("turn_angles", "fill_residuals", "fill_jacobian", "fill_bends")
        found = interpreted_functions() if interpreted else vars(equations)
        self.turn, self.residuals, self.jacobian, self.bends = (found[name] for name in names)


def interpreted_functions() -> dict[str, Any]:
    """The functions of the assembler as Python runs them."""
    space = dict(vars(equations))
    for name, function in vars(equations).items():
        if hasattr(function, "py_func"):
            source = function.py_func
            space[name] = type(source)(source.__code__, space, name, source.__defaults__, source.__closure__)
    return space


class PlainNewton:
    """Position, velocity and acceleration of a system with one input, over steps of it."""

    def __init__(self, whole: GlobalSystem, make: Maker, interpreted: bool = False) -> None:
        self.whole, self.assembler = whole, Assembler(interpreted)
        pattern, n = whole.pattern, whole.size
        inside = (pattern.row < n) & (pattern.variable < n)
        codes, where = np.unique(pattern.row[inside] * n + pattern.variable[inside], return_inverse=True)
        self.known = np.flatnonzero((pattern.row < n) & (pattern.variable == n))
        slot = np.full(len(pattern.row), len(codes) + len(self.known), dtype=np.int64)
        slot[inside] = where
        slot[self.known] = len(codes) + np.arange(len(self.known))
        self.count, self.slots = len(codes), slots_of(pattern, slot)
        self.values = np.zeros(len(codes) + len(self.known) + 1)
        self.cosine, self.sine = np.zeros(len(whole.equations.angle)), np.zeros(len(whole.equations.angle))
        self.residual = np.zeros(whole.condition_count)
        w = whole.start
        self.assembler.turn(whole.equations, w, self.cosine, self.sine)
        self.assembler.jacobian(whole.equations, self.slots, w, self.cosine, self.sine, self.values)
        entries = Entries(codes // n, codes % n, n)
        self.linear = make(entries, self.values[: self.count].copy())

    def run(self, inputs: Floats, rate: float = 1.0) -> Floats:
        """Accelerations (steps, n) of the unknowns, while the input has a constant rate."""
        whole, n, equations_ = self.whole, self.whole.size, self.whole.equations
        w, v = whole.start.copy(), np.zeros(len(whole.start))
        second = np.zeros(n)
        bend = np.zeros(whole.condition_count)
        found = np.zeros((len(inputs), n))
        for step, z in enumerate(inputs.tolist()):
            change = (z - w[n]) / rate
            w[:n] += change * v[:n] + 0.5 * change**2 * second
            w[n] = z
            for _ in range(20):
                self.assembler.turn(equations_, w, self.cosine, self.sine)
                self.assembler.residuals(equations_, w, self.cosine, self.sine, self.residual)
                self.assembler.jacobian(equations_, self.slots, w, self.cosine, self.sine, self.values)
                self.linear.factor(self.values[: self.count])
                correction = self.linear.solve(-self.residual[:n])
                w[:n] += correction
                if np.abs(correction).max() < 1e-12:
                    break
            right = np.zeros(n)
            right[whole.pattern.row[self.known]] -= self.values[self.count : -1] * rate
            v[:n], v[n] = self.linear.solve(right), rate
            self.assembler.bends(equations_, w, v, v, self.cosine, self.sine, bend)
            second = self.linear.solve(-bend[:n]).copy()
            found[step] = second
        return found
