"""The angles of links, continuous over a motion and never wrapped.

The angle of a driven link is that of the link it turns against, plus its input, exactly. Any other is known up to whole
turns from its direction; from step to step those are chosen that fit its rate, or, where no rates are given, those that
make the step smallest.
"""

from __future__ import annotations

from math import atan2

import numpy as np
from numpy.typing import NDArray

from sgkin.groups.carrying import ROTATE, TURN
from sgkin.groups.element import Entity
from sgkin.groups.site import Site

Array = NDArray[np.float64]
TURN_AROUND = 2.0 * np.pi


def driven_angle(site: Site, entity: Entity, inputs: Array) -> Array | None:
    """The angle (n,) of a direction that follows from the inputs (n, f) alone; None if it does not."""
    if entity.values:
        return np.full(len(inputs), atan2(entity.values[1], entity.values[0]))
    element = site.makers[entity]
    if element.kernel is not ROTATE and element.kernel is not TURN:
        return None
    base = driven_angle(site, element.inputs[0], inputs)
    if base is None:
        return None
    if element.kernel is TURN:
        return base + atan2(element.geometry[1], element.geometry[0])
    sign, shift = element.geometry
    return base + sign * inputs[:, element.inputs[1].input] + shift


def continuous_angle(cosine: Array, sine: Array, first: float, turned: Array | None) -> Array:
    """The angle of a direction (n,), beginning with the value nearest to `first`.

    `turned` (n − 1,): by how much the angle changes from step to step, roughly, if that is known.
    """
    angle = np.arctan2(sine, cosine)
    if len(angle) == 0:
        return np.zeros(0)
    expected = np.zeros(len(angle) - 1) if turned is None else turned
    change = np.diff(angle)
    change += TURN_AROUND * np.round((expected - change) / TURN_AROUND)
    start = angle[0] + TURN_AROUND * np.round((first - angle[0]) / TURN_AROUND)
    return np.asarray(start + np.concatenate([[0.0], np.cumsum(change)]))


def time_steps(times: Array | None, inputs: Array, rates: Array) -> Array:
    """The time (n − 1,) from step to step: as given, or as inputs and their rates tell."""
    if times is not None:
        return np.diff(times)
    change, mean = np.diff(inputs, axis=0), 0.5 * (rates[:-1] + rates[1:])
    speed = (mean**2).sum(axis=1)
    return np.asarray((change * mean).sum(axis=1) / np.where(speed == 0.0, 1.0, speed))


def mean_turns(rate: Array, steps: Array) -> Array:
    """Change (n − 1,) of an angle from step to step, from its rates at the steps."""
    return 0.5 * (rate[:-1] + rate[1:]) * steps
