"""A right-hand side formed at many states, with no Python in between."""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.equations import EquationsOfMotion
from sgkin.kernels.compiled import compiled
from sgkin.kernels.equations_block import SOLVED
from sgkin.kernels.executor import element_pointer
from sgkin.kernels.rates_call import call_rates


class ManyStates:
    """Equations of motion in one input, and states (n, 2): the input and its rate."""

    def __init__(self, equations: EquationsOfMotion, states: Floats) -> None:
        self.equations, self.workspace = equations, equations.workspace()
        self.states, self._rates = states.ravel(), np.zeros(states.size)

    @property
    def rates(self) -> Floats:
        """Rates and accelerations (n, 2) of the last run."""
        return self._rates.reshape(-1, 2)

    def run(self) -> None:
        """Form all of them."""
        equations = self.equations
        count = form_all(equations.address, equations.block, self.workspace, self.states, self._rates)
        if count != len(self.rates):
            raise AssertionError(f"the equations of motion cannot be formed at state {count}")


@compiled
def form_all(address, plan, workspace, states, rates):
    """The rates of one state of two numbers after the other; at how many they could be formed."""
    count = states.shape[0] // 2
    for k in range(count):
        status = call_rates(  # type: ignore[call-arg, var-annotated]
            address,
            element_pointer(plan, 0),  # type: ignore[call-arg]
            element_pointer(workspace, 0),  # type: ignore[call-arg]
            0.0,
            element_pointer(states, 2 * k),  # type: ignore[call-arg]
            element_pointer(rates, 2 * k),  # type: ignore[call-arg]
        )
        if status != SOLVED:
            return k
    return count
