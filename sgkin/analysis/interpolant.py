"""A function to rounding: piecewise polynomials through its values, of which all roots can be found.

A motion is analytic between dead points. On each piece it is a sum of Chebyshev polynomials through its values at
their zeros; pieces are halved until the last terms are as small as rounding. Roots of what is formed from such a
function are eigenvalues of the colleague matrix of each piece, so that none is missed; see L. N. Trefethen,
Approximation Theory and Approximation Practice (2013), chapters 3, 8 and 18.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.polynomial import chebyshev

from sgkin.arrays import Floats

NODES = 32
"""Values on a piece."""
FIRST_PIECES = 4
LAST_TERMS = 4
"""So many of the last terms say how well a piece is resolved."""
NOISE = 1e-6
"""Last terms below this that do not become smaller when a piece is halved are errors of the values themselves."""
NARROWEST = 2.0**-40
"""The width of a piece that is not halved any more, as a part of the whole."""
END_PIECE = 0.125
"""The same of a piece that is to stay wide."""
MOST_PIECES = 2000
NEARLY_REAL = 1e-6
"""Roots this near to the real axis, or beyond the ends of a piece, in parts of its half width, are looked at."""
SAME_ROOT = 1e-9
"""Roots nearer to each other than this, as a part of the whole, are one."""
ROUNDING = 1e-13
"""Part of a function's size that counts as zero."""

Function = Callable[[Floats], Floats]


def nodes(count: int) -> Floats:
    """The zeros (count,) of a Chebyshev polynomial, ascending; the ends of the interval are not among them."""
    return -np.cos(np.pi * (np.arange(count) + 0.5) / count)


def _to_terms(count: int) -> Floats:
    """The matrix that makes Chebyshev terms of values at the nodes."""
    terms = 2.0 / count * chebyshev.chebvander(nodes(count), count - 1).T
    terms[0] *= 0.5
    return np.asarray(terms)


@dataclass(frozen=True, slots=True)
class Interpolant:
    """A function of one number with k values: Chebyshev terms (m, NODES, k) between m + 1 breaks.

    `accuracy` (k,): the largest of the last terms, as parts of the scales.
    """

    breaks: Floats
    terms: Floats
    accuracy: Floats

    def __call__(self, places: Floats) -> Floats:
        """Values (n, k) at places (n,)."""
        places = np.asarray(places, dtype=np.float64)
        piece = np.clip(np.searchsorted(self.breaks, places, side="right") - 1, 0, len(self.terms) - 1)
        low, high = self.breaks[piece], self.breaks[piece + 1]
        local = (2.0 * places - low - high) / (high - low)
        basis = chebyshev.chebvander(local, NODES - 1)
        return np.asarray(np.einsum("nt,ntk->nk", basis, self.terms[piece]))

    @property
    def derivative(self) -> Interpolant:
        """Of its values by its argument."""
        slopes = np.zeros_like(self.terms)
        slopes[:, :-1] = chebyshev.chebder(self.terms, axis=1)
        slopes *= (2.0 / np.diff(self.breaks))[:, None, None]
        return Interpolant(self.breaks, slopes, self.accuracy)

    def derived_at(self, ends: tuple[bool, bool], groups: int) -> Interpolant:
        """The same with each group of values but the first formed anew, as the derivative of the group before it.

        On the pieces at the begin and at the end, where the first group is known better than the others.
        """
        terms, slopes, count = self.terms.copy(), self, self.terms.shape[2] // groups
        for group in range(1, groups):
            slopes = slopes.derivative
            for piece in [piece for piece, chosen in zip((0, -1), ends, strict=True) if chosen]:
                terms[piece, :, group * count : (group + 1) * count] = slopes.terms[piece, :, :count]
        return Interpolant(self.breaks, terms, self.accuracy)

    @property
    def size(self) -> Floats:
        """Bounds (m, k) of its values on each piece."""
        return np.asarray(np.abs(self.terms).sum(axis=1))

    def formed(self, function: Function, degree: int = 2) -> tuple[Floats, Floats]:
        """Terms (m, degree · NODES) of what a function makes of the values: of a polynomial of that degree in them.

        And the values at the nodes (m, degree · NODES).
        """
        count = degree * NODES
        basis = chebyshev.chebvander(nodes(count), NODES - 1)
        values = np.einsum("qt,mtk->mqk", basis, self.terms)
        formed = function(values.reshape(-1, values.shape[-1])).reshape(len(values), count)
        return np.einsum("tq,mq->mt", _to_terms(count), formed), formed

    def roots(self, function: Function, scale: float, degree: int = 2) -> Floats:
        """Where a function of the values is zero, touching or crossing, ascending.

        scale: the size from which its rounding is counted; on pieces where it is zero throughout it has no roots.
        """
        found = []
        for piece, terms in enumerate(self.formed(function, degree)[0]):
            low, high = self.breaks[piece : piece + 2]
            found += [0.5 * (low + high + (high - low) * root) for root in _roots(terms, ROUNDING * scale)]
        span = self.breaks[-1] - self.breaks[0]
        return _separate(np.clip(np.sort(found), self.breaks[0], self.breaks[-1]), SAME_ROOT * span)

    def crossings(
        self, function: Function, scale: float, degree: int = 2, closed: bool = False
    ) -> tuple[Floats, Floats]:
        """Where a function of the values changes its sign, and its signs before; closed: its end is its beginning."""
        begin, end = self.breaks[0], self.breaks[-1]
        roots = self.roots(function, scale, degree)
        if closed and len(roots) > 1 and roots[-1] - roots[0] > (1.0 - SAME_ROOT) * (end - begin):
            roots = roots[:-1]
        if not len(roots):
            return roots, roots
        before, after = (roots[-1] - end + begin, roots[0] + end - begin) if closed else (begin, end)
        middles = 0.5 * (np.concatenate([[before], roots]) + np.concatenate([roots, [after]]))
        if closed:
            middles = begin + (middles - begin) % (end - begin)
        signs = np.sign(function(self(middles)))
        changed = signs[:-1] * signs[1:] < 0.0
        return roots[changed], signs[:-1][changed]

    def integral(self, function: Function, breaks: Floats, tolerance: float = 1e-14) -> float:
        """Of a function of the values over the whole; it may have corners at the given breaks.

        By Gauss's formula on each part, which is halved until 20 and 30 places agree.
        """
        corners = np.unique(np.concatenate([self.breaks, breaks]))
        low, high, total, narrowest = corners[:-1], corners[1:], 0.0, NARROWEST * (corners[-1] - corners[0])
        while len(low):
            few, many = (self._gauss(function, low, high, count) for count in (20, 30))
            whole = abs(total) + float(np.abs(many).sum())
            done = (np.abs(many - few) <= tolerance * whole) | (high - low <= narrowest)
            total += float(many[done].sum())
            middle = 0.5 * (low + high)[~done]
            low, high = np.concatenate([low[~done], middle]), np.concatenate([middle, high[~done]])
        return total

    def _gauss(self, function: Function, low: Floats, high: Floats, count: int) -> Floats:
        places, weights = np.polynomial.legendre.leggauss(count)
        half = 0.5 * (high - low)
        at = 0.5 * (low + high)[:, None] + half[:, None] * places
        return np.asarray(half * (function(self(at.ravel())).reshape(at.shape) @ weights))


def interpolate(
    sample: Function,
    begin: float,
    end: float,
    scales: Callable[[Floats], Floats],
    wanted: Floats,
    kept_wide: tuple[bool, bool] = (False, False),
) -> Interpolant:
    """The interpolant of a function from begin to end.

    sample: the values (n, k) at ascending places (n,). scales: sizes (k,) from which accuracy is counted, of all values
    so far. wanted (k,): the accuracy to reach, unless errors of the values themselves are larger. kept_wide: whether
    the pieces at the begin and at the end stay wide, since values are uncertain very near to it.
    """
    transform, places = _to_terms(NODES), 0.5 * (1.0 + nodes(NODES))
    edges = np.linspace(begin, end, FIRST_PIECES + 1)
    low, high, before = edges[:-1], edges[1:], np.full((FIRST_PIECES, len(wanted)), np.inf)
    known: list[tuple[float, Floats, Floats]] = []
    seen = np.zeros((0, len(wanted)))
    while len(low):
        values = sample((low[:, None] + (high - low)[:, None] * places).ravel())
        seen = np.concatenate([seen, values])
        terms = np.einsum("tq,mqk->mtk", transform, values.reshape(len(low), NODES, -1))
        last = np.abs(terms[:, -LAST_TERMS:]).max(axis=1) / scales(seen)
        resolved = (last <= wanted) | ((last > 0.25 * before) & (last < NOISE))
        wide = (kept_wide[0] & (low == begin)) | (kept_wide[1] & (high == end))
        narrow = high - low <= np.where(wide, END_PIECE, NARROWEST) * (end - begin)
        done = resolved.all(axis=1) | narrow | (len(low) + len(known) > MOST_PIECES)
        known += list(zip(low[done].tolist(), terms[done], last[done], strict=True))
        low, high, before = _halved(low[~done], high[~done], last[~done])
    known.sort(key=lambda piece: piece[0])
    breaks = np.array([*(piece[0] for piece in known), end])
    return Interpolant(breaks, np.stack([piece[1] for piece in known]), np.max([piece[2] for piece in known], axis=0))


def _halved(low: Floats, high: Floats, last: Floats) -> tuple[Floats, Floats, Floats]:
    """Both halves of pieces, ascending."""
    middle = 0.5 * (low + high)
    return np.stack([low, middle], 1).ravel(), np.stack([middle, high], 1).ravel(), np.repeat(last, 2, axis=0)


def _roots(terms: Floats, zero: float) -> list[float]:
    """Real roots between −1 and 1 of a sum of Chebyshev polynomials whose terms below `zero` are errors."""
    large = np.flatnonzero(np.abs(terms) > zero)
    if not len(large) or abs(terms[0]) > np.abs(terms[1:]).sum():
        return []
    roots = chebyshev.chebroots(terms[: large[-1] + 1])
    near = (np.abs(roots.imag) <= NEARLY_REAL) & (np.abs(roots.real) <= 1.0 + NEARLY_REAL)
    return sorted(np.clip(roots.real[near], -1.0, 1.0).tolist())


def _separate(places: Floats, apart: float) -> Floats:
    """Ascending places, of those nearer to each other than `apart` only the first."""
    kept = np.ones(len(places), dtype=bool)
    kept[1:] = np.diff(places) > apart
    return places[kept]
