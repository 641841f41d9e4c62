"""All assembly modes of a class IV group.

Each end link has one freedom: an angle or a slide. At a given angle of one end a connector states, for the other,

    A + B cos q + C sin q = 0  (q an angle)      or      κ q² + B q + C = 0  (q a slide),

with numbers that are trigonometric polynomials of degree one in the given angle. Two of these have a common solution
where their resultant is zero: X² + Y² = W² for the solution (X, Y)/W of the two as linear equations in (cos q, sin q),
and κ C² − B₁ B C + C₁ B² for a line B q + C and a parabola with κ, B₁, C₁ (the difference of two is a line). All roots
of this trigonometric polynomial are found, and refined by Newton's method on the two conditions themselves. Where both
ends slide, connectors hold (q₁, q₂) on lines and conics with the same squares, as circles have.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import acos, atan2, hypot, pi, sqrt

import numpy as np

from sgkin.arrays import Floats
from sgkin.groups.declaration import Modes, Values
from sgkin.kernels.class_iii import LEG, PP, RR
from sgkin.kernels.class_iv import (
    ARM,
    END,
    END_NUMBERS,
    LENGTH,
    SLIDING,
    close_freedoms,
    connector_condition,
    frame_of_end,
    system,
)
from sgkin.mathematics import Place
from sgkin.modes.refinement import distinct, isolated, refine, wrapped
from sgkin.modes.trigonometric import real_roots, sample_angles

Numbers = tuple[float, float, float]
"""A, B, C of an angle; κ, B, C of a slide."""

CANDIDATE = 0.05
"""How far a connector may be from closing, in parts of the group's reach, to be looked at."""
STEPS = (0.0, 1.0, -1.0)
THIRDS = (0.0, 2.0 * pi / 3.0, 4.0 * pi / 3.0)


def class_iv_modes(inputs: Values, geometry: list[float]) -> Modes:
    """Points and directions of both ends in every mode, by their freedoms."""
    bridge = _Bridge(inputs, geometry)
    starts = bridge.slides() if all(bridge.sliding) else bridge.turns()
    if starts is None:
        return Modes([], loose=True)
    found = [place for start in starts if (place := refine(bridge, start)) is not None]
    turning = [not sliding for sliding in bridge.sliding]
    turned = [np.where(turning, wrapped(place), place) for place in found]
    modes = sorted(distinct(turned, turning), key=lambda place: place.tolist())
    single = isolated(bridge, modes)
    return Modes([bridge.outputs(place) for place in single], loose=len(single) < len(modes))


class _Bridge:
    """A group seen from the outer joint of its first end, with lengths measured in its reach."""

    def __init__(self, inputs: Values, geometry: list[float]) -> None:
        G = np.array(geometry)
        self.codes = [int(G[0]), int(G[LEG])]
        self.sliding = [G[END + END_NUMBERS * end] == SLIDING for end in (0, 1)]
        self.origin = np.array(inputs[0])
        across = np.array(inputs[2]) - self.origin
        lengths = [abs(G[LEG * n + 7]) ** (0.5 if self.codes[n] == RR else 1.0) for n in (0, 1)]
        places = [1, 2, LEG + 1, LEG + 2, *range(ARM, ARM + 4), END + 3, END + END_NUMBERS + 3]
        self.reach = max(float(np.hypot(*across)), *lengths, *np.abs(G[places])) or 1.0
        G[places] /= self.reach
        for number, code in enumerate(self.codes):
            G[LEG * number + 7] /= self.reach ** (2 if code == RR else 1)
        G[LENGTH] = 1.0
        self.G, self.R = G, np.arange(8)
        self.S = np.concatenate([[0.0, 0.0], inputs[1], across / self.reach, inputs[3]])

    def frames(self, first: float, second: float) -> list[tuple[Place, Place]]:
        """Point and direction of both ends."""
        (q1, v1), (q2, v2) = ([tuple(each) for each in end] for end in self.S.reshape(2, 2, 2).tolist())
        return [frame_of_end(self.G, 0, first, q1, v1), frame_of_end(self.G, 1, second, q2, v2)]

    def conditions(self, first: float, second: float) -> list[float]:
        """What both connectors state; of one that slides at both ends the sine, which opposite directions have too."""
        one, other = self.frames(first, second)
        values = []
        for number, code in enumerate(self.codes):
            value, (dx, dy) = connector_condition(self.G, number, *one, *other, 1.0)
            if code == PP:
                (pc, ps), (c, s) = self.G[LEG * number + 3 : LEG * number + 5].tolist(), other[1]
                value = dx * (s * pc + c * ps) - dy * (c * pc - s * ps)
            values.append(value)
        return values

    def turns(self) -> list[Floats] | None:
        """Approximate freedoms of all modes, where an end turns."""
        base = 1 if self.sliding[0] else 0
        resultant = _slide_resultant if self.sliding[1 - base] else _turn_resultant
        sampled = [resultant(*self.numbers(angle, base)) for angle in sample_angles()]
        values, sizes = zip(*sampled, strict=True)
        angles = real_roots(np.array(values), max(sizes))
        if angles is None:
            return None
        places = []
        for angle in angles.tolist():
            for q in self.others(*self.numbers(angle, base)):
                place = np.array([angle, q] if base == 0 else [q, angle])
                if (np.abs(self.conditions(*place.tolist())) < CANDIDATE * self.units(place)).all():
                    places.append(place)
        return places

    def numbers(self, angle: float, base: int) -> tuple[Numbers, Numbers]:
        """What the connectors state of the other end, at an angle of the base."""
        sliding = self.sliding[1 - base]
        samples = [self.conditions(*((angle, q) if base == 0 else (q, angle))) for q in (STEPS if sliding else THIRDS)]
        one, other = zip(*samples, strict=True)
        if sliding:
            return _parabola(one, self.codes[0] == RR), _parabola(other, self.codes[1] == RR)
        return _wave(one), _wave(other)

    def others(self, one: Numbers, other: Numbers) -> list[float]:
        """The freedoms of the other end that satisfy one of two conditions, or both as far as they are linear."""
        if any(self.sliding):
            return [*_parabola_roots(one), *_parabola_roots(other), *_parabola_roots(_difference(one, other))]
        x, y, _ = _crossing(one, other)
        both = [atan2(y, x), atan2(-y, -x)]
        return [*_wave_roots(one), *_wave_roots(other), *both]

    def slides(self) -> list[Floats]:
        """Freedoms of all modes, where both ends slide."""
        planes = [self._plane(number) for number in (0, 1)]
        rest = 1 if self.codes[0] != RR else 0
        both = self.codes[0] == self.codes[1] == RR
        a, b, c = (planes[1 - rest] - planes[rest] if both else planes[1 - rest]).tolist()
        length = hypot(a, b)
        if length == 0.0:
            return []
        foot, along = np.array([a, b]) * (-c / length**2), np.array([-b, a]) / length
        samples = [self.conditions(*(foot + t * along).tolist())[rest] for t in STEPS]
        return [foot + t * along for t in _parabola_roots(_parabola(samples, self.codes[rest] == RR))]

    def _plane(self, number: int) -> Floats:
        """The linear part of a connector's condition a q₁ + b q₂ + c, besides its squares."""
        a, b = (
            0.5 * (self.conditions(*step)[number] - self.conditions(-step[0], -step[1])[number])
            for step in ((1.0, 0.0), (0.0, 1.0))
        )
        return np.array([a, b, self.conditions(0.0, 0.0)[number]])

    def at(self, place: Floats) -> tuple[Floats, Floats]:
        """Residuals and Jacobian at (q₁, q₂)."""
        first, second = place.tolist()
        *_, f, h, a, b, c, d = system(self.S, self.R, self.G, 0, first, second, 1.0)
        units = self.units(place)
        return np.array([f, h]) / units, np.array([[a, b], [c, d]]) / units[:, None]

    def close(self, place: Floats) -> bool:
        """Lead (q₁, q₂) to where the connectors close, by few plain steps of Newton's method."""
        return bool(close_freedoms(self.S, self.R, self.G, place))

    def units(self, place: Floats) -> Floats:
        """What is one for the conditions: they grow with the slides, but angles do not."""
        slides = [1.0 + abs(q) for q, sliding in zip(place.tolist(), self.sliding, strict=True) if sliding]
        return np.array([1.0 if code == PP else max(slides, default=1.0) for code in self.codes])

    def outputs(self, place: Floats) -> Values:
        """Points and directions of both ends, as the mechanism sees them."""
        values: list[tuple[float, ...]] = []
        x0, y0 = self.origin.tolist()
        for (x, y), direction in self.frames(*place.tolist()):
            values += [(x0 + self.reach * x, y0 + self.reach * y), direction]
        return tuple(values)


def _wave(samples: Sequence[float]) -> Numbers:
    """A, B, C of a condition known at the thirds of a turn."""
    f, g, h = samples
    return (f + g + h) / 3.0, (2.0 * f - g - h) / 3.0, (g - h) / sqrt(3.0)


def _parabola(samples: Sequence[float], curved: bool) -> Numbers:
    """κ, B, C of a condition known at 0, 1 and −1."""
    f, g, h = samples
    return 0.5 * (g + h) - f if curved else 0.0, 0.5 * (g - h), f


def _crossing(one: Numbers, other: Numbers) -> Numbers:
    """X, Y, W of two waves as linear equations in (cos q, sin q)."""
    (a1, b1, c1), (a2, b2, c2) = one, other
    return c1 * a2 - c2 * a1, a1 * b2 - a2 * b1, b1 * c2 - b2 * c1


def _turn_resultant(one: Numbers, other: Numbers) -> tuple[float, float]:
    """Zero where two waves have a root in common; and the size of its terms."""
    x, y, w = _crossing(one, other)
    return x * x + y * y - w * w, x * x + y * y + w * w


def _difference(one: Numbers, other: Numbers) -> Numbers:
    """The line in which two parabolas of the same curvature differ; a line itself, if one of them is."""
    if not one[0] or not other[0]:
        return other if one[0] else one
    return 0.0, other[1] - one[1], other[2] - one[2]


def _slide_resultant(one: Numbers, other: Numbers) -> tuple[float, float]:
    """Zero where two parabolas or lines have a root in common; and the size of its terms."""
    _, b, c = _difference(one, other)
    k1, b1, c1 = one if one[0] else other
    parabolas = (k1 * c * c, -b1 * b * c, c1 * b * b)
    terms = parabolas if k1 else (one[1] * other[2], -other[1] * one[2], 0.0)
    return sum(terms), sum(map(abs, terms))


def _wave_roots(wave: Numbers) -> list[float]:
    """The angles at which A + B cos q + C sin q is zero; where it only nearly is, the one between them."""
    a, b, c = wave
    length = hypot(b, c)
    if length == 0.0:
        return []
    middle, half = atan2(c, b), acos(min(max(-a / length, -1.0), 1.0))
    return [middle - half, middle + half]


def _parabola_roots(parabola: Numbers) -> list[float]:
    """The slides at which κ q² + B q + C is zero; where it only nearly is, the one between them."""
    k, b, c = parabola
    if not k:
        return [-c / b] if b else []
    root = sqrt(max(b * b - 4.0 * k * c, 0.0))
    return [(-b - root) / (2.0 * k), (-b + root) / (2.0 * k)]
