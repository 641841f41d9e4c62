"""Integration in time: compiled methods that go on from where they are, and SciPy's by name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Protocol

import numpy as np

from sgkin.arrays import Floats
from sgkin.kernels import integrators as kernel
from sgkin.kernels.equations_block import MARGINS, MEMORY, SOLVED
from sgkin.kernels.rates_call import rates_at


class Equations(Protocol):
    """What can be integrated: a compiled right-hand side at an address, with its plan, and how far links turn, in
    radians, for one of each coordinate (n/2,)."""

    @property
    def address(self) -> Any: ...
    @property
    def block(self) -> Any: ...
    @property
    def turns(self) -> Floats: ...
    def margins(self, workspace: Floats) -> Floats:
        """The margins of groups as they were when the equations were formed last."""


COMPILED = ("DOP853", "RK4", "Euler")
OF_SCIPY = ("RK45", "RK23", "Radau", "BDF", "LSODA")
METHODS = COMPILED + OF_SCIPY

LARGEST_TURN = 1.0
"""Radians that links may turn in one step."""
AT_ONCE = 10000
"""Steps between two looks at how far it is."""
SMALLEST_PART = 1e-13
"""The smallest step, as a part of the time until the end."""


class Tables(NamedTuple):
    """The numbers of DOP853, as the kernel takes them."""

    stages: Floats
    weights: Floats
    nodes: Floats
    to_third: Floats
    to_fifth: Floats
    more_stages: Floats
    more_nodes: Floats
    to_terms: Floats


@cache
def dop853_tables() -> Tables:
    """SciPy has them."""
    from scipy.integrate import DOP853

    names = ("A", "B", "C", "E3", "E5", "A_EXTRA", "C_EXTRA", "D")
    return Tables(*(np.ascontiguousarray(getattr(DOP853, name), dtype=np.float64) for name in names))


@dataclass(frozen=True, slots=True)
class Accuracy:
    """What an integration may be wrong by in a step, or how long its steps are.

    `rtol` and `atol` of inputs and their rates, or `step` in seconds of a method with fixed steps.
    """

    rtol: float = 1e-9
    atol: float = 1e-9
    step: float | None = None


class Saved(NamedTuple):
    """Where an integration is: time, state, rates of its stages, control, workspace, moments filled, trails left."""

    time: float
    y: Floats
    K: Floats
    control: Floats
    workspace: Floats
    filled: int
    trails: int


class _NotFormedError(Exception):
    """Carries a failure through a method of SciPy."""


class Integration:
    """The motion from a state on, through `times` (m,) to the last of them.

    `y` (n,): free inputs and rates where it is; `found` (m, 3n/2): free inputs, rates and accelerations at the times,
    of which the first `count` are there. `close`: how small the root of a margin may become before it stops, 0: never;
    `watched`: what roots of margins are measured by, 0 for those that are not looked at, −1 for what they
    are at the start. `trails`: times and coordinates after all steps, where they are wanted. `address`: of the
    right-hand side, which may be another one of the same equations.
    """

    def __init__(
        self,
        equations: Equations,
        workspace: Floats,
        y: Floats,
        times: Floats,
        begin: float,
        method: str,
        accuracy: Accuracy,
        close: float = 0.0,
        watched: Floats | None = None,
    ) -> None:
        n = len(y)
        self.equations, self.workspace, self.method, self.accuracy = equations, workspace, method, accuracy
        self.y, self.times, self.count, self.address = y.copy(), times, 0, equations.address
        self.found = np.empty((len(times), 3 * n // 2))
        self.control = np.zeros(kernel.CONTROL)
        span = float(times[-1] - begin) if len(times) else 0.0
        self.control[[kernel.TIME, kernel.END]] = begin, float(times[-1])
        self.control[[kernel.RTOL, kernel.ATOL]] = accuracy.rtol, accuracy.atol
        self.control[[kernel.SMALLEST, kernel.LARGEST_STEP]] = SMALLEST_PART * max(span, abs(begin)), np.inf
        self.control[[kernel.LARGEST_TURN, kernel.CLOSE]] = LARGEST_TURN, close
        self._K = np.zeros((kernel.STAGES + 1 + kernel.EXTRA, n))
        self._new, self._trial, self._terms = np.zeros(n), np.zeros(n), np.zeros((kernel.POWERS, n))
        self._memory = np.zeros((2, int(equations.block[MEMORY])))
        self._margins = np.zeros((3, int(equations.block[MARGINS])))
        self._margins[2] = 1.0 if watched is None else watched
        self._turns = equations.turns
        self.outcome = kernel.GOING_ON
        self.trails: list[Floats] | None = None

    @property
    def time(self) -> float:
        """Where it is."""
        return float(self.control[kernel.TIME])

    @property
    def status(self) -> int:
        """What came of the last evaluation."""
        return int(self.control[kernel.STATUS])

    @property
    def evaluations(self) -> int:
        """How often the equations were formed."""
        return int(self.control[kernel.EVALUATIONS])

    @property
    def roots(self) -> Floats:
        """Roots of margins (m,) after the last step."""
        return np.asarray(self._margins[0])

    @property
    def measures(self) -> Floats:
        """What roots of margins (m,) are measured by, 0 for those that are not watched: to be written."""
        return np.asarray(self._margins[2])

    def begin(self) -> int:
        """Form the equations where it begins, and choose the first step; what came of that, see the kernel."""
        rates = np.zeros(len(self.y))
        status = self.rates(self.workspace, self.time, self.y, rates)
        self.control[kernel.STATUS] = status
        self.control[kernel.EVALUATIONS] += 1
        if status != SOLVED:
            return status
        self._K[0] = rates
        half = len(self.y) // 2
        while self.count < len(self.times) and self.times[self.count] <= self.time:
            self.found[self.count] = [*self.y, *rates[half:]]
            self.count += 1
        self.control[kernel.STEP] = self.accuracy.step or self._first_step(rates)
        if self.control[kernel.CLOSE]:
            margins = self.equations.margins(self.workspace)
            self._margins[0] = np.sqrt(np.maximum(margins, 0.0))
            # a margin that is not scaled is measured by what it is here
            unscaled = self._margins[2] < 0.0
            self._margins[2, unscaled] = np.minimum(self._margins[0, unscaled], 1.0)
        return SOLVED

    def _first_step(self, rates: Floats) -> float:
        """A step whose error is small, from how the rates change in a tiny one; error control soon finds its own."""
        scale = self.accuracy.atol + np.abs(self.y) * self.accuracy.rtol

        def size(values: Floats) -> float:
            return float(np.sqrt(np.mean((values / scale) ** 2)))

        span = float(self.control[kernel.END] - self.control[kernel.TIME]) or 1.0
        small = 1e-6 if min(size(self.y), size(rates)) < 1e-5 else 0.01 * size(self.y) / size(rates)
        small = min(small, 1e-3 * span)
        changed = np.zeros_like(rates)
        status = self.rates(self.workspace.copy(), self.time + small, self.y + small * rates, changed)
        self.control[kernel.EVALUATIONS] += 1
        if status != SOLVED:
            return small
        fastest = max(size(rates), size(changed - rates) / small)
        order = (0.01 / fastest) ** 0.125 if fastest > 1e-15 else max(1e-6, 1e-3 * small)
        return float(np.clip(min(100.0 * small, order), self.control[kernel.SMALLEST], span))

    def saved(self) -> Saved:
        """All that must be kept to come back to where it is."""
        return Saved(
            self.time,
            self.y.copy(),
            self._K.copy(),
            self.control.copy(),
            self.workspace.copy(),
            self.count,
            len(self.trails or ()),
        )

    def restore(self, saved: Saved) -> None:
        """Come back to where it was; the equations that were formed since stay counted."""
        evaluations = self.control[kernel.EVALUATIONS]
        self.y[:], self._K[:], self.control[:], self.workspace[:] = saved.y, saved.K, saved.control, saved.workspace
        self.count, self.control[kernel.EVALUATIONS] = saved.filled, evaluations
        if self.trails is not None:
            del self.trails[saved.trails :]

    def advance_to(self, t: float) -> int:
        """Go on to a time, and no further; what became of it."""
        end, step = self.control[[kernel.END, kernel.STEP]]
        self.control[kernel.END] = t
        outcome = kernel.GOING_ON
        while outcome == kernel.GOING_ON:
            outcome = self.advance(AT_ONCE)
        self.control[[kernel.END, kernel.STEP]] = end, step
        return kernel.GOING_ON if outcome == kernel.DONE else outcome

    def jump(self, y: Floats) -> int:
        """Go on from another state (n,) at the same time; what came of that."""
        self.y[:] = y
        changed = np.zeros_like(self.y)
        self.control[kernel.STATUS] = self.rates(self.workspace, self.time, self.y, changed)
        self._K[0] = changed
        return self.status

    def run_scipy(self) -> int:
        """Integrate to the end by one of SciPy's methods; what became of it."""
        from scipy.integrate import solve_ivp

        def rates(t: float, y: Floats) -> Floats:
            found, state = np.zeros(len(y)), np.ascontiguousarray(y)
            self.control[kernel.EVALUATIONS] += 1
            self.control[kernel.STATUS] = self.rates(self.workspace, t, state, found)
            if self.status == SOLVED and self.control[kernel.CLOSE]:
                self._refuse_close()
            if self.status != SOLVED:
                self.control[kernel.TIME], self.y[:] = t, state
                raise _NotFormedError
            return found

        begin, tolerances = self.time, {"rtol": self.accuracy.rtol, "atol": self.accuracy.atol}
        moments = self.times[self.count :]
        if not len(moments):
            return kernel.DONE
        try:
            found = solve_ivp(rates, (begin, moments[-1]), self.y, self.method, moments, **tolerances)
        except _NotFormedError:
            return kernel.FAILED
        half = len(self.y) // 2
        for t, y in zip(found.t, found.y.T, strict=True):
            self.found[self.count] = [*y, *rates(t, y)[half:]]
            self.count += 1
        self.control[kernel.TIME], self.y[:] = found.t[-1], found.y[:, -1]
        return kernel.DONE if found.success else kernel.TOO_SMALL

    def _refuse_close(self) -> None:
        """Where a margin is too small, let the status be its number: these methods do not look where they go."""
        roots = np.sqrt(np.maximum(self.equations.margins(self.workspace), 0.0))
        small = np.flatnonzero(roots < self.control[kernel.CLOSE] * self._margins[2])
        if len(small):
            self.control[kernel.STATUS] = small[0]

    def rates(self, workspace: Floats, t: float, y: Floats, rates: Floats) -> int:
        """Fill rates (n,) with those of a state y (n,) at a time; see the kernel."""
        return int(rates_at(self.address, self.equations.block, workspace, t, y, rates))

    def advance(self, most: int) -> int:
        """Take up to so many steps; what became of it."""
        address, plan, workspace = self.address, self.equations.block, self.workspace
        states = (self._K, self.y, self._new, self._trial)
        trail = np.empty((most if self.trails is not None else 0, 1 + len(self.y) // 2))
        output: Any
        if self.method == "DOP853":
            tables = dop853_tables()
            output = kernel.dop853(
                address,
                plan,
                workspace,
                *tables,
                self.control,
                self._turns,
                self._memory,
                self._margins,
                *states,
                self._terms,
                self.times,
                self.count,
                self.found,
                trail,
                most,
            )
        else:
            is_rk4 = self.method == "RK4"
            output = kernel.fixed_steps(
                address,
                plan,
                workspace,
                is_rk4,
                self.control,
                self._margins,
                *states,
                self.times,
                self.count,
                self.found,
                trail,
                most,
            )
        self.outcome, self.count = int(output[0]), int(output[1])
        if self.trails is not None:
            self.trails.append(trail[: int(self.control[kernel.TAKEN])].copy())
        return self.outcome
