"""A second answer: the motion of a whole mechanism by continuation, from what `sgkin.model` states and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sgkin.model.mechanism import Mechanism
from tests.witness.conditions import Conditions
from tests.witness.configuration import coefficients, settle
from tests.witness.derivatives import residuals
from tests.witness.following import END, ENDED, LEAPS, NEAREST, NEAREST_AT, ON_CHANGE_POINT, REACHED, Line, follow
from tests.witness.scales import Scales

Array = NDArray[np.float64]

CARE = 0.15
"""The part of the distance to a singular position that is gone in a step."""
BLUR = 2e-7
"""The distance at which a singular position cannot be told from a change point: the root of what digits can tell."""
NOISE = 2e-15
"""What rounding does to the conditions."""
STEEP = 1e3
"""|∂F/∂q⁻¹| above which derivatives are better taken as a limit."""
WEIGHTS = np.array([1.0, -6.0, 15.0, 15.0, -6.0, 1.0]) / 20.0
"""Interpolation to the middle of six equally spaced values, of sixth order."""
STRAIGHT = 0.99
"""The least cosine between tangents of a motion that is smooth enough to interpolate."""
DISTANCES = 0.1 / 3.0 ** np.arange(10)


@dataclass
class Place:
    """A point of a motion: coordinates q, inputs z, and the tangent (q, σ) by which one arrived along a way of inputs.

    The tangent is zero where there was no way.
    """

    q: Array
    z: Array
    way: Array
    tangent: Array
    on_change_point: bool = False


@dataclass
class Leg:
    """What came of going from a place to other inputs: where it led, or why not.

    beyond: how far the wanted inputs lie beyond the dead point; nearest: the shortest distance to a singular position,
    and special: the inputs there, or those of the dead point; leaps: how many change points were leapt over.
    """

    code: int
    end: Place
    beyond: float = 0.0
    nearest: float = np.inf
    special: Array | None = None
    leaps: int = 0


@dataclass
class Witnessed:
    """What the witness says of a motion.

    For each step that was reached: poses (links, 3), K (links, 3, f), L (links, 3, f, f), what rounding may do to these
    three, as parts of them, whether it is on a change point, and whether it is a limit, taken from both sides.

    `ending`: "" where all steps are reached, "dead point" or "undecided"; `beyond`: how far the next input lies beyond
    the dead point, in radians or sizes. `nearest`: the shortest distance to a singular position; `special`: step and
    inputs where that is, or where the motion ends.
    """

    poses: Array
    K: Array
    L: Array
    errors: Array
    on_change_point: NDArray[np.bool_]
    is_limit: NDArray[np.bool_]
    ending: str = ""
    beyond: float = 0.0
    nearest: float = np.inf
    special: tuple[int, Array] | None = None

    @property
    def steps(self) -> int:
        return len(self.poses)


@dataclass
class Record:
    """Steps as they are reached."""

    poses: list[Array] = field(default_factory=list)
    K: list[Array] = field(default_factory=list)
    L: list[Array] = field(default_factory=list)
    errors: list[Array] = field(default_factory=list)
    on_change_point: list[bool] = field(default_factory=list)
    is_limit: list[bool] = field(default_factory=list)


class Witness:
    """A mechanism with the poses (x, y, θ by link) that it has at its initial inputs.

    exact: whether branches meet exactly where digits cannot tell them apart, so that the motion is smooth there.
    """

    def __init__(self, mechanism: Mechanism, poses: dict[str, tuple[float, float, float]], exact: bool = True) -> None:
        self.mechanism, self.exact = mechanism, exact
        self.scales = Scales(mechanism)
        self.conditions = Conditions(mechanism, self.scales)
        self.n, self.f = 3 * len(self.scales.links), len(mechanism.input_names)
        self.blur = max(BLUR, 30.0 * np.sqrt(2.2e-16 * (1.0 + self.scales.far)))
        self.noise = NOISE * (1.0 + 0.4 * self.scales.far)
        stated = mechanism.initial_inputs
        z = self.scales.inputs([stated[name] for name in mechanism.input_names])
        q = self.scales.coordinates([poses[link] for link in self.scales.links])
        self.table = self.conditions.with_turns(self._residuals(self.conditions.table, q, z))
        self.opening = float(np.abs(self._residuals(self.table, q, z)).max())
        settle(self.table, q, z, self.n)
        self.start = Place(q, z, np.zeros(self.f), np.zeros(self.n + 1))

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
        return self._values(self.start)[3]

    def follow(self, inputs: ArrayLike, care: float = CARE) -> Witnessed:
        """The motion through the rows of inputs (steps, f), from the initial inputs on."""
        place, record = self.start, Record()
        ending, beyond, nearest = "", 0.0, np.inf
        special: tuple[int, Array] | None = None
        for row in self.scales.inputs(inputs):
            leg = self._go(place, row, care)
            if leg.special is not None and (leg.nearest < nearest or leg.code == ENDED):
                nearest, special = leg.nearest, (len(record.poses), self.scales.given_inputs(leg.special))
            if leg.code != REACHED:
                ending, beyond = "dead point" if leg.code == ENDED else "undecided", leg.beyond
                break
            place = leg.end
            self._take(place, record)
        return Witnessed(
            np.array(record.poses).reshape(-1, self.n // 3, 3),
            np.array(record.K).reshape(-1, self.n // 3, 3, self.f),
            np.array(record.L).reshape(-1, self.n // 3, 3, self.f, self.f),
            np.array(record.errors).reshape(-1, 3),
            np.array(record.on_change_point, dtype=bool),
            np.array(record.is_limit, dtype=bool),
            ending,
            beyond,
            nearest,
            special,
        )

    def _go(self, start: Place, z: Array, care: float = CARE) -> Leg:
        """Go from a place to the inputs z (f,) along the straight line."""
        length = float(np.linalg.norm(z - start.z))
        if length == 0.0:
            return Leg(REACHED, start)
        way, q, tangent, report = (z - start.z) / length, start.q.copy(), start.tangent.copy(), np.zeros(5)
        along = float(way @ start.way)
        if along < -1.0 + 1e-12:  # back on the same curve
            tangent[:-1] *= -1.0
        elif along < 1.0 - 1e-12:
            tangent[:] = 0.0
        code = follow(Line(self.table, start.z, way, self.n), q, length, care, self.blur, tangent, report)
        end = Place(q, z, way, tangent, bool(report[ON_CHANGE_POINT]))
        special = start.z + report[END if code == ENDED else NEAREST_AT] * way
        special = special if np.isfinite(report[NEAREST]) else None
        return Leg(code, end, length - report[END], report[NEAREST], special, int(report[LEAPS]))

    def _take(self, place: Place, record: Record) -> None:
        """Keep what there is to say of a place."""
        *values, condition = self._values(place)
        errors = self.noise * condition ** np.arange(1.0, 4.0)
        is_limit = self.f == 1 and (place.on_change_point or condition > STEEP) and bool(place.tangent.any())
        if is_limit:
            if place.on_change_point:
                errors[:] = np.inf
            if self.exact or not place.on_change_point:
                self._improve(place, values, errors)
        q, K, L = values
        record.poses.append(self.scales.poses(q))
        for kept, value in zip((record.K, record.L), self.scales.derivatives(q, K, L), strict=True):
            kept.append(value)
        record.errors.append(errors)
        record.on_change_point.append(place.on_change_point)
        record.is_limit.append(is_limit)

    def _values(self, place: Place) -> tuple[Array, Array, Array, float]:
        """q, K and L at a place, and |∂F/∂q⁻¹|."""
        K, L = np.empty((self.n, self.f)), np.empty((self.n, self.f, self.f))
        condition = coefficients(self.table, place.q, place.z, self.n, K, L)
        return place.q, K, L, condition

    def _improve(self, place: Place, values: list[Array], errors: Array) -> None:
        """Take q, K and L of a motion by one input from those on both sides, where these are surer.

        Values from one distance are checked by those from another.
        """
        found = [each for each in (self._from_both_sides(place, distance) for distance in DISTANCES) if each]
        for one, other in pairwise(found):
            for order in range(3):
                size = 1.0 if order == 0 else max(float(np.abs(other[order]).max()), 1e-300)
                part = np.abs(one[order] - other[order]).max() / size
                if part < errors[order]:
                    values[order], errors[order] = other[order], part

    def _from_both_sides(self, place: Place, distance: float) -> list[Array] | None:
        """q, K and L at a place by interpolation; None where the motion bends too much for that, or ends.

        Where it passes through a change point it is smooth, however near it is to a singular position.
        """
        values: list[tuple[Array, ...]] = []
        nearest, leaps = np.inf, 0
        for side in (-1.0, 1.0):
            there = place
            for number in (1.0, 2.0, 3.0):
                leg = self._go(there, place.z + side * number * distance * place.way)
                if (
                    leg.code != REACHED
                    or leg.end.on_change_point
                    or not is_straight(place.tangent, leg.end.tangent, side)
                ):
                    return None
                there, nearest, leaps = leg.end, min(nearest, leg.nearest), leaps + leg.leaps
                values.append(self._values(there)[:3])
        if nearest < distance and (leaps == 0 or not self.exact):
            return None
        ordered = [values[k] for k in (2, 1, 0, 3, 4, 5)]
        return [np.tensordot(WEIGHTS, np.array(part), axes=1) for part in zip(*ordered, strict=True)]


def is_straight(tangent: Array, other: Array, side: float) -> bool:
    """Whether two unit tangents of a motion are about the same; side −1: the other is that of the way back."""
    return bool(side * (tangent[:-1] @ other[:-1]) + tangent[-1] * other[-1] > STRAIGHT)
