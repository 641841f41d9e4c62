"""What can happen while a mechanism moves under forces: end stops, and what users look out for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import FormError, InputError, NumberError, brief
from sgkin.model.coordinate import Coordinate
from sgkin.model.form import checked_name, finite
from sgkin.model.mechanism import Mechanism

Specification = str | tuple[str, ...]
"""How a coordinate is named, see `Mechanism.coordinate`."""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened in a simulation: when, what (`kind`), to what (`name`), and a sentence.

    kind: "end stop", "rests", "leaves", "trigger", "input takes over".
    """

    time: float
    kind: str
    name: str
    sentence: str

    def __str__(self) -> str:
        return f"t = {self.time:.6g} s: {self.sentence}"


@dataclass(frozen=True, slots=True)
class SimulationEvent(ABC):
    """Base of what is looked out for: it happens where one of its gaps falls below zero."""

    name: str

    @abstractmethod
    def coordinates(self, mechanism: Mechanism) -> tuple[Coordinate, ...]:
        """What must be measured."""

    @property
    def count(self) -> int:
        """How many gaps it has."""
        return 1

    @abstractmethod
    def gaps(self, t: float, values: Floats, rates: Floats) -> Floats:
        """Numbers (g,) that are positive as long as it does not happen, from values and rates of its coordinates."""


@dataclass(frozen=True, slots=True)
class EndStop(SimulationEvent):
    """A stop that a coordinate cannot pass: it comes back with a part of its speed, its `restitution`.

    Where it would rise by less than rtol of the simulation before it comes again, in radians or sizes of the mechanism,
    it rests there instead, as long as forces press it on.

    on: an input, a joint, or another coordinate as `Mechanism.coordinate` names it; low and high: its limits, in metres
    or radians.

    >>> EndStop("buffer", on="D", low=0.1, restitution=0.5).high is None
    True
    """

    on: Specification
    low: float | None = None
    high: float | None = None
    restitution: float = 0.0

    def __post_init__(self) -> None:
        checked_name(self.name, "end stop")
        where = f"end stop {self.name!r}"
        for limit in ("low", "high"):
            value = getattr(self, limit)
            if value is not None:
                object.__setattr__(self, limit, finite(value, f"{where}: {limit}"))
        if self.low is None and self.high is None:
            raise FormError(where, None, "a limit, low or high")
        if self.low is not None and self.high is not None and not self.low < self.high:
            raise NumberError(f"{where}: low", self.low, f"a number below high, {self.high:g}")
        restitution = finite(self.restitution, f"{where}: restitution")
        if not 0.0 <= restitution <= 1.0:
            raise NumberError(f"{where}: restitution", restitution, "a number from 0 to 1")

    def coordinates(self, mechanism: Mechanism) -> tuple[Coordinate, ...]:
        return (mechanism.coordinate(self.on, f"end stop {self.name!r}"),)

    @property
    def limits(self) -> list[tuple[float, float]]:
        """Its limits, each with the sign of a way off it."""
        return [(limit, sign) for limit, sign in ((self.low, 1.0), (self.high, -1.0)) if limit is not None]

    @property
    def count(self) -> int:
        return len(self.limits)

    def gaps(self, t: float, values: Floats, rates: Floats) -> Floats:
        return np.array([sign * (values[0] - limit) for limit, sign in self.limits])


@dataclass(frozen=True, slots=True)
class Trigger(SimulationEvent):
    """A user's own function of time and coordinates, which happens where it goes through zero; the simulation ends
    there, or only tells it.

    on: coordinates as `Mechanism.coordinate` names them; function(t, values, rates) gives a number.
    """

    on: Sequence[Specification]
    function: Callable[[float, Floats, Floats], float]
    ends: bool = True

    def __post_init__(self) -> None:
        checked_name(self.name, "trigger")
        if isinstance(self.on, str) or not isinstance(self.on, Sequence):
            raise FormError(f"trigger {self.name!r}: on", self.on, "a list of coordinates")
        if not callable(self.function):
            raise FormError(f"trigger {self.name!r}: function", self.function, "a function of time, values and rates")

    def coordinates(self, mechanism: Mechanism) -> tuple[Coordinate, ...]:
        return tuple(mechanism.coordinate(each, f"trigger {self.name!r}") for each in self.on)

    def gaps(self, t: float, values: Floats, rates: Floats) -> Floats:
        try:
            value = float(self.function(t, values.copy(), rates.copy()))
        except Exception as error:
            raise InputError(
                f"trigger {self.name!r} raised {type(error).__name__} at t = {t:.6g} s: {error}"
            ) from error
        if not np.isfinite(value):
            raise InputError(f"trigger {self.name!r} returned {value} at t = {t:.6g} s, expected a finite number")
        return np.array([value])


def checked_events(events: Any) -> tuple[SimulationEvent, ...]:
    """A list of events."""
    given = (events,) if isinstance(events, SimulationEvent) else tuple(events)
    for each in given:
        if not isinstance(each, SimulationEvent):
            raise InputError(f"events: found {brief(each)}; give an EndStop or a Trigger")
    return given
