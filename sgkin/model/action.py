"""Actions: what every force comes down to, a law on a coordinate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Booleans, Floats
from sgkin.errors import ForceError, ForceLawError
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


def have_direction(
    actions: Sequence[Action], t: ArrayLike, rates: Floats, forces: Floats, together: Booleans
) -> Booleans:
    """Whether forces (n, …) of n actions have a direction: all but some of those whose points fall `together` (n, …).

    Between such points a force has one only if it is the other one where they move the other way, at rates (n, …): that
    of a damper has one, that of a spring with a free length has none.
    """
    found: Booleans = ~together | (forces == 0.0)
    for number, (_, law) in enumerate(actions):
        if not found[number].all() and not isinstance(law, StateLaw):
            found[number] |= law(t, 0.0, -rates[number]) == -forces[number]
    return found


APART = "keep them apart, or give a spring free_length = 0"
"""What to do about a force between points that fall together."""


def no_direction(t: float, rate: float, force: float) -> ForceLawError:
    """The error of a force between points that fall together."""
    sentence = f"gives {force:.6g} N, which has no direction, because its two points fall together"
    return ForceLawError(t, [0.0], [rate], sentence)


def check_directions(
    actions: Sequence[Action], names: Sequence[str], t: ArrayLike, rates: Floats, forces: Floats, together: Booleans
) -> None:
    """Raise where one of the forces, of these names, has no direction; see `have_direction`."""
    known = have_direction(actions, t, rates, forces, together)
    if not known.all():
        at = tuple(np.argwhere(~known)[0].tolist())
        when = float(np.broadcast_to(np.asarray(t, dtype=np.float64), forces.shape[1:])[at[1:]])
        error = no_direction(when, float(rates[at]), float(forces[at]))
        raise ForceError(names[at[0]], f"{error}; {APART}") from error


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
