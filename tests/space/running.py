"""Closed forms in space, run at many places of two parameters at once, one lane for each."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from sgkin.kernels.executor import run_operation
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.lanes import Form
from tests.kernels.closed_forms import IN_SPACE
from tests.space.cases import CASES, Case, Numbers
from tests.space.jets import PARAMETERS, Array

EIGHTH = np.array(
    [1.0 / 280.0, -4.0 / 105.0, 1.0 / 5.0, -4.0 / 5.0, 0.0, 4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0]
)
"""Differences of eighth order, at −4 … 4 steps."""
STEP = 0.006
ORIGIN = np.zeros(2)
AROUND = np.random.default_rng(1).uniform(-0.05, 0.05, (13, 2))
"""Places near the one at which a case was made."""


class Found(NamedTuple):
    """By the names of the outputs: values (lanes, n), derivatives [i] and [i, j]; of frames ωᵢ and ωᵢⱼ."""

    value: Numbers
    first: list[Numbers]
    second: dict[tuple[int, int], Numbers]
    margin: Array | None
    inputs: Numbers


class Runner:
    """A kernel in a case."""

    def __init__(self, kernel: Kernel, case: Case) -> None:
        assert kernel.form is not None
        self.kernel, self.case, self.form = kernel, case, kernel.form

    def run(self, places: Array, stages: str = "tangent") -> Found:
        """Everything that it finds at places (lanes, 2), by position, tangent and mixed, or with motion for tangent."""
        form: Form = self.form
        state = self._inputs(places)
        inputs = {value.name: np.stack([state[label] for label in value.labels()], axis=-1) for value in form.inputs}
        self._call("position", state, {})
        first, second = [], {}
        for i in range(PARAMETERS):
            renamed = {"i": f"_{i}", "j": f"_{i}", "ij": f"_{i}{i}"}
            if self.kernel.tangent is not None:
                self._call("tangent" if stages == "tangent" else "motion", state, renamed)
            first.append(self._read(state, f"_{i}"))
            second[i, i] = self._read(state, f"_{i}{i}")
        if self.kernel.mixed is not None:
            self._call("mixed", state, {"i": "_0", "j": "_1", "ij": "_01"})
            second[0, 1] = self._read(state, "_01")
        return Found(self._read(state, ""), first, second, state.get("margin"), inputs)

    def _inputs(self, places: Array) -> dict[str, Array]:
        state: dict[str, Array] = {}
        for value in self.form.inputs:
            jets = [self.case.inputs[value.name](z) for z in places]
            state |= dict(zip(value.labels(), np.array([jet.value for jet in jets]).T, strict=True))
            for i in range(PARAMETERS):
                state |= self._named(value.name, value.labels("i"), f"_{i}", [jet.first[i] for jet in jets])
                for j in range(i, PARAMETERS):
                    both = [0.5 * (jet.second[i, j] + jet.second[j, i]) for jet in jets]
                    state |= self._named(value.name, value.labels("i"), f"_{i}{j}", both)
        return state

    @staticmethod
    def _named(name: str, labels: list[str], by: str, numbers: list[Array]) -> dict[str, Array]:
        parts = [label.removeprefix(name + "i") for label in labels]
        return dict(zip([f"{name}{by}{part}" for part in parts], np.array(numbers).T, strict=True))

    def _call(self, stage: str, state: dict[str, Array], renamed: dict[str, str]) -> None:
        """Run an operation on the state; `renamed`: which derivatives are meant by i, j and both."""
        labels = self.form.rows(stage)
        names = {
            label: f"{value.name}{by}{label.removeprefix(value.name + letter)}"
            for letter, by in renamed.items()
            for value in self.form.features
            for label in value.labels(letter)
        }
        lanes = next(iter(state.values())).size
        rows = np.array([state.get(names.get(label, label), np.zeros(lanes)) for label in labels])
        geometry, memory = np.array([*self.case.geometry, 0.0]), np.array([float(self.case.branch)])
        run_operation(
            getattr(self.kernel, stage), rows.reshape(-1), np.arange(len(labels)) * lanes, geometry, memory, lanes
        )
        state |= {names.get(label, label): row for label, row in zip(labels, rows, strict=True)}

    def _read(self, state: dict[str, Array], by: str) -> Numbers:
        found = {}
        for value in self.form.outputs:
            labels = value.labels("i") if by else value.labels()
            names = [f"{value.name}{by}{label.removeprefix(value.name + 'i')}" for label in labels] if by else labels
            if all(name in state for name in names):
                found[value.name] = np.stack([state[name] for name in names], axis=-1)
        return found

    def differences(self, read: Callable[[Found], Numbers], i: int, at: Array, step: float = STEP) -> Numbers:
        """Derivatives by a parameter of what is read, by differences."""
        there = np.repeat(at[None], len(EIGHTH), axis=0)
        there[:, i] += step * np.arange(-4, 5)
        return {name: EIGHTH @ numbers / step for name, numbers in read(self.run(there)).items()}


@cache
def runner(name: str, seed: int) -> Runner:
    """A case well away from where its closed form ends."""
    for attempt in range(100):
        case = CASES[name](np.random.default_rng([seed, attempt]))
        made = Runner(IN_SPACE[name], case)
        margin = made.run(np.vstack([ORIGIN, AROUND])).margin
        if margin is None or margin.min() > 1e-3:
            return made
    raise AssertionError(f"{name} has no example")
