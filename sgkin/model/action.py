"""Actions: what every force comes down to, a law on a coordinate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Floats
from sgkin.model.coordinate import Coordinate
from sgkin.model.force_law import ForceLaw, StateLaw


class Action(NamedTuple):
    """A force on a coordinate, by a law; its power is f ċ."""

    coordinate: Coordinate
    law: ForceLaw


def forces_of(actions: Sequence[Action], t: ArrayLike, values: ArrayLike, rates: ArrayLike) -> Floats:
    """The forces (n, …) of n actions at times (…), from the values and rates (n, …) of all their coordinates.

    The actions of a force of several coordinates stand one after the other, as `Force.actions` gives them.
    """
    at, by = np.asarray(values, dtype=np.float64), np.asarray(rates, dtype=np.float64)
    forces = np.empty(at.shape)
    for number, (_, law) in enumerate(actions):
        if not isinstance(law, StateLaw):
            forces[number] = law(t, at[number], by[number])
        elif law.index == 0:
            block = slice(number, number + law.count)
            forces[block] = law.together(t, at[block], by[block])
    return forces


def slopes_of(actions: Sequence[Action], t: float, values: Floats, rates: Floats) -> tuple[Floats, Floats]:
    """∂f/∂c and ∂f/∂ċ (n, n) of the forces of n actions, by values and rates (n,) of all their coordinates.

    Exact but for functions of the user's own, where they are central differences.
    """
    by_value, by_rate = np.zeros((2, len(actions), len(actions)))
    for number, (_, law) in enumerate(actions):
        if not isinstance(law, StateLaw):
            by_value[number, number], by_rate[number, number] = law.slopes(t, values[number], rates[number])
        elif law.index == 0:
            block = slice(number, number + law.count)
            by_value[block, block], by_rate[block, block] = law.slopes_together(t, values[block], rates[block])
    return by_value, by_rate
