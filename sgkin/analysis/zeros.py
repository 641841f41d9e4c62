"""All zeros of a smooth function on an interval, and the places at which it only touches zero.

The interval is divided into pieces on which a polynomial of degree `DEGREE` in Chebyshev form is the function to
rounding. A piece is left alone as soon as the sum of its coefficients shows that there is no zero in it; so many places
are looked at only where something happens. Between the extremes of the polynomial the function rises or falls, so that
each such part has one zero or none: none is missed that the polynomial has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.polynomial import chebyshev
from numpy.typing import NDArray

from sgkin.arrays import Floats

Function = Callable[[Floats], Floats]

DEGREE = 15
RESOLVED = 1e-13
"""The last coefficients of a piece that is resolved, as parts of the largest value there."""
NOISE = 3e-15
"""Coefficients that rounding leaves of a function of the order of one."""
NARROWEST = 1e-9
"""Pieces that are not divided further, as parts of the whole."""
MOST_PIECES = 2000
"""Pieces that are looked at together; where there are more, the function is no smooth one, and they are taken as they
are."""
FLAT = 1e-11
"""A piece on which the function is nowhere larger has no zeros: it is zero."""
NODES = np.cos(np.pi * (np.arange(DEGREE + 1) + 0.5) / (DEGREE + 1))[::-1].copy()
"""Where a piece is looked at, between −1 and 1: never at its ends."""
FIT = np.linalg.inv(chebyshev.chebvander(NODES, DEGREE)).T
"""From values at the nodes (…, n) to coefficients (…, n)."""
_TO_DERIVATIVE = np.array([np.append(chebyshev.chebder(row), 0.0) for row in np.eye(DEGREE + 1)])
_VALUES_AT_ENDS = np.stack([(-1.0) ** np.arange(DEGREE + 1), np.ones(DEGREE + 1)], axis=1)


@dataclass(frozen=True, slots=True)
class Pieces:
    """Polynomials on neighbouring or separate parts of an interval: `low`, `high` (p,), coefficients (p, n)."""

    low: Floats
    high: Floats
    coefficients: Floats

    def at(self, piece: int, x: Floats) -> Floats:
        """The values of a polynomial at x."""
        low, high = self.low[piece], self.high[piece]
        return np.asarray(chebyshev.chebval((2.0 * x - low - high) / (high - low), self.coefficients[piece]))


def have_no_zero(coefficients: Floats) -> NDArray[np.bool_]:
    """Whether the sums of coefficients (p, n) show that functions have no zero.

    The last ones tell how far the functions are from their polynomials.
    """
    sizes = np.abs(coefficients)
    return np.asarray(2.0 * sizes[:, 0] > sizes.sum(axis=1) + 2.0 * sizes[:, -3:].sum(axis=1))


def doubtful_pieces(function: Function, low: float, high: float, parts: int) -> Pieces:
    """The pieces of an interval, in order, on which the function may have a zero."""
    edges = np.linspace(low, high, parts + 1)
    left, right = edges[:-1], edges[1:]
    found: list[tuple[Floats, Floats, Floats]] = []
    while len(left):
        middle, half = 0.5 * (left + right), 0.5 * (right - left)
        x = middle[:, None] + half[:, None] * NODES
        values = function(x.ravel()).reshape(x.shape)
        coefficients = values @ FIT
        sizes = np.abs(coefficients)
        tail = sizes[:, -3:].sum(axis=1)
        largest = np.abs(values).max(axis=1)
        doubtful = (largest > FLAT) & ~have_no_zero(coefficients)
        fine = half <= NARROWEST * (high - low) if len(left) < MOST_PIECES else np.ones_like(doubtful)
        ready = doubtful & ((tail <= np.maximum(RESOLVED * largest, NOISE)) | fine)
        found.append((left[ready], right[ready], coefficients[ready]))
        divided = doubtful & ~ready
        cut = middle[divided]
        left, right = np.concatenate([left[divided], cut]), np.concatenate([cut, right[divided]])
    lows, highs, polynomials = (np.concatenate(each) for each in zip(*found, strict=True))
    order = np.argsort(lows)
    return Pieces(lows[order], highs[order], polynomials[order])


def extremes(pieces: Pieces) -> list[Floats]:
    """Where in the order of the pieces each polynomial has its extremes, ascending."""
    slopes = pieces.coefficients @ _TO_DERIVATIVE
    found = []
    for low, high, slope in zip(pieces.low, pieces.high, slopes, strict=True):
        size = np.abs(slope)
        if 2.0 * size[0] > size.sum():  # it rises or falls throughout
            found.append(np.zeros(0))
            continue
        kept = np.flatnonzero(size > 1e-15 * size.max(initial=0.0))
        roots = chebyshev.chebroots(slope[: kept[-1] + 1]) if len(kept) else np.zeros(0)
        real = np.sort(roots.real[np.abs(roots.imag) < 1e-4])
        inside = real[np.abs(real) <= 1.0 + 1e-6]  # those on an edge are found on both sides of it
        found.append(low + 0.5 * (high - low) * (inside + 1.0))
    return found


@dataclass(frozen=True, slots=True)
class Zero:
    """A place at which a function vanishes; `touches`: without changing its sign."""

    x: float
    touches: bool = False


def find_zeros(
    function: Function, low: float, high: float, parts: int, judge: Callable[[float, float], float]
) -> list[Zero]:
    """All zeros between two places, ascending.

    `judge(x, value)` says what a value next to zero really is: negative, positive, or 0 where the function only
    touches zero.
    """
    pieces = doubtful_pieces(function, low, high, parts)
    zeros: list[Zero] = []
    for number, turning in enumerate(extremes(pieces)):
        ends = np.sort(np.concatenate([[pieces.low[number]], turning, [pieces.high[number]]]))
        values = np.nan_to_num(function(ends), nan=0.0)  # no number where pins fall together exactly
        signs = np.where(values > 0.0, 1.0, -1.0)
        for place in np.flatnonzero(np.abs(values) < SMALL).tolist():
            x = float(ends[place])
            x = _extreme(function, x, low, high) if x in turning else x
            if low < x < high:
                ends[place] = x
                signs[place] = np.sign(judge(x, float(np.nan_to_num(function(np.array([x])), nan=0.0)[0])))
                if not signs[place]:
                    before, after = function(np.array([x - ASIDE, x + ASIDE])).tolist()
                    zeros.append(Zero(x, touches=before * after > 0.0))
        for place in np.flatnonzero(signs[:-1] * signs[1:] < 0.0).tolist():
            between = (float(ends[place]), float(ends[place + 1]))
            signs_fit = (pieces.at(number, ends[place : place + 2]) * signs[place : place + 2] > 0.0).all()
            found = _crossing(function, pieces, number, *between) if signs_fit else _halved(function, *between)
            zeros.append(Zero(found))
    return _distinct(zeros, NARROWEST * (high - low))


ASIDE = 1e-4
"""How far beside a place next to zero a function is looked at, to locate an extreme and to see whether it touches zero
there."""
SMALL = 1e-8
"""Values of a function of the order of one that are looked at more closely."""


def _crossing(function: Function, pieces: Pieces, number: int, low: float, high: float) -> float:
    """The zero between two places of opposite signs: of the polynomial, then corrected by the function itself."""
    slope = chebyshev.chebder(pieces.coefficients[number]) * 2.0 / (pieces.high[number] - pieces.low[number])
    rising = pieces.at(number, np.array([high]))[0] > pieces.at(number, np.array([low]))[0]
    x = 0.5 * (low + high)
    for _ in range(60):
        value = float(pieces.at(number, np.array([x]))[0])
        low, high = (low, x) if (value > 0.0) == rising else (x, high)
        grade = float(chebyshev.chebval(_local(pieces, number, x), slope))
        step = x - value / grade if grade else low - 1.0
        step = step if low < step < high else 0.5 * (low + high)
        if abs(step - x) <= 4e-16 * max(abs(x), high - low):
            break
        x = step
    grade = float(chebyshev.chebval(_local(pieces, number, x), slope))
    exact = x - float(function(np.array([x]))[0]) / grade if grade else x
    return exact if abs(exact - x) < 1e-3 * (pieces.high[number] - pieces.low[number]) else x


def _halved(function: Function, low: float, high: float) -> float:
    """The zero between two places where the polynomial does not see it: too little lies below zero."""
    below, above = np.nan_to_num(function(np.array([low, high])), nan=0.0)  # no number where pins fall together exactly
    rising = bool(above > below)
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if (function(np.array([middle]))[0] > 0.0) == rising else (middle, high)
    return 0.5 * (low + high)


def _extreme(function: Function, x: float, low: float, high: float) -> float:
    """An extreme next to zero, located by the function itself, where that brings it nearer to zero: differences have
    all their digits there, unless the function is noisy."""
    for aside in (10.0 * ASIDE, ASIDE):
        if not low + 2.0 * aside < x < high - 2.0 * aside:
            return x
        far, before, here, after, beyond = function(x + aside * np.arange(-2.0, 3.0)).tolist()
        slope = (far - 8.0 * before + 8.0 * after - beyond) / 12.0
        bend = before - 2.0 * here + after
        if not abs(slope) < abs(bend):  # no extreme, or no number
            return x
        moved = x - aside * slope / bend
        if abs(float(function(np.array([moved]))[0])) >= abs(here):
            return x
        x = moved
    return x


def _local(pieces: Pieces, number: int, x: float) -> float:
    low, high = pieces.low[number], pieces.high[number]
    return float((2.0 * x - low - high) / (high - low))


def _distinct(zeros: list[Zero], apart: float) -> list[Zero]:
    """Zeros in order, each once: one on the edge of two pieces is found in both."""
    kept: list[Zero] = []
    for zero in sorted(zeros, key=lambda each: (each.x, each.touches)):
        if not kept or zero.touches != kept[-1].touches or zero.x - kept[-1].x > apart:
            kept.append(zero)
    return kept
