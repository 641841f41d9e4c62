"""The angles of links, continuous over a motion and never wrapped.

The angle of a driven link is that of the link it turns against, plus its input, exactly. Any other is known up to whole
turns from its direction, and continuous where it turns less than half a turn from one step to the next; coarser steps
are divided, so that this is so. The first angle is continuous from that of the initial configuration.
"""

from __future__ import annotations

from math import atan2

import numpy as np
from numpy.typing import NDArray

from sgkin.groups.carrying import ROTATE, TURN
from sgkin.groups.element import Entity
from sgkin.groups.site import Site
from sgkin.plan.plan import KinematicPlan
from sgkin.plan.sweep import Drive, Sweep

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
FINE = np.pi / 4.0
"""A turn of an input, or of a link as its rates tell, from one step to the next that needs no division."""


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


def continuous_angle(
    plan: KinematicPlan, direction: Entity, rows: list[Array], inputs: Array, turns: Array, first: float
) -> Array:
    """The angle (n,) of a direction with rows cos and sin; it is `first` in the initial configuration.

    inputs (1 + n, f): those of the initial configuration, then of the steps; turns (n − 1,): how far it turns from step
    to step, roughly, zero where that is not known.
    """
    angle = np.arctan2(rows[1], rows[0])
    driven = np.abs(np.diff(inputs[:, plan.angles], axis=0)).max(axis=1, initial=0.0)
    expected = np.maximum(driven, np.concatenate([[0.0], np.abs(turns)])[: len(angle)])
    parts = np.maximum(np.ceil(expected / FINE), 1.0).astype(np.int64)
    if parts.max(initial=1) > 1:
        sweep = Sweep(plan, Drive(divided(inputs, parts)), [direction])
        if sweep.run().ending is None:
            cosine, sine = (sweep.layout.row(row) for row in sweep.tape.entities[direction].position)
            followed = np.unwrap(np.arctan2(sine, cosine))
            return nearest_angle(angle, first + (followed - followed[0])[np.cumsum(parts)])
    followed = np.unwrap(angle)
    return nearest_angle(angle, followed + (nearest_angle(angle[:1], first) - angle[:1]))


def divided(values: Array, parts: Integers) -> Array:
    """Values (n, f) with as many steps as given between each two."""
    places = np.concatenate([number + np.arange(count) / count for number, count in enumerate(parts)])
    places = np.append(places, len(parts))
    steps = np.arange(len(values))
    return np.stack([np.interp(places, steps, column) for column in values.T], axis=1)


def nearest_angle(angle: Array, near: Array | float) -> Array:
    """Angles with whole turns added, so that they are nearest to others."""
    return np.asarray(angle + 2.0 * np.pi * np.round((near - angle) / (2.0 * np.pi)))


def expected_turns(rate: Array, times: Array | None, drive: Drive) -> Array:
    """How far a link turns from step to step, as its rates (n,) at the steps tell."""
    assert drive.rates is not None
    steps = time_steps(times, drive.inputs, drive.rates)[: max(len(rate) - 1, 0)]
    return np.asarray(np.maximum(np.abs(rate[:-1]), np.abs(rate[1:])) * np.abs(steps))


def time_steps(times: Array | None, inputs: Array, rates: Array) -> Array:
    """The time (n − 1,) from step to step: as given, or as inputs and their rates tell."""
    if times is not None:
        return np.diff(times)
    change, mean = np.diff(inputs, axis=0), 0.5 * (rates[:-1] + rates[1:])
    speed = (mean**2).sum(axis=1)
    return np.asarray((change * mean).sum(axis=1) / np.where(speed == 0.0, 1.0, speed))
