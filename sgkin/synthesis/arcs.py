"""Parts of closed curves that look like a drawn path, wherever they lie and however large they are.

Places at even distances along a curve and along a path are complex numbers z and t. With t centred, what is left of the
path when a part of the curve is turned, scaled and moved as well as can be is

    e² = 1 − |Σ z t̄|² / (Σ |z − z̄|² Σ |t|²)

as a part of Σ |t|²; the sums for all beginnings at once are a correlation, found by Fourier transform.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sgkin.arrays import Complexes, Floats, Integers
from sgkin.kernels.curve_places import even_places

PLACES = 64
"""Along a curve."""
PARTS = (10, 16, 22, 28, 36, 44, 52, 60)
"""How many of them a part of a curve has."""


class Curves(NamedTuple):
    """Places (n, k) along closed curves, as complex numbers, and the steps (n, k) at which they are."""

    places: Complexes
    steps: Floats

    @classmethod
    def along(cls, points: Floats) -> Curves:
        """Of closed curves (n, m, 2), whose last step is not the first again."""
        places, steps = np.empty((len(points), PLACES, 2)), np.empty((len(points), PLACES))
        even_places(np.ascontiguousarray(points), True, places, steps)
        return cls(places[..., 0] + 1j * places[..., 1], steps)


class Drawn(NamedTuple):
    """A drawn path: its points (n,) as complex numbers, whether it is closed, and how far along it (n,) they are, as
    parts of its length."""

    points: Complexes
    is_closed: bool
    way: Floats

    @classmethod
    def through(cls, points: Floats, is_closed: bool) -> Drawn:
        """A path through points (n, 2)."""
        z = points[:, 0] + 1j * points[:, 1]
        pieces = np.abs(np.diff(np.append(z, z[0]) if is_closed else z))
        total = pieces.sum()
        way = np.concatenate([[0.0], np.cumsum(pieces)])[: len(z)]
        return cls(z, is_closed, way / total if total > 0.0 else np.linspace(0.0, 1.0, len(z)))

    def even(self, count: int) -> Complexes:
        """Places (count,) at even distances along it; of an open path with both ends."""
        z = np.append(self.points, self.points[0]) if self.is_closed else self.points
        way = np.append(self.way, 1.0) if self.is_closed else self.way
        at = np.linspace(0.0, 1.0, count, endpoint=not self.is_closed)
        return np.interp(at, way, z.real) + 1j * np.interp(at, way, z.imag)

    def reversed(self) -> Drawn:
        """The same in the other direction."""
        return Drawn(self.points[::-1], self.is_closed, self.way[-1] - self.way[::-1])


class Alike(NamedTuple):
    """Parts of n curves that look like a path: `error` (n,), e² of each; `turn` (n,) and `shift` (n,) with
    z ↦ turn z + shift; `steps` (n, k): at which steps of the curve the points of the path are."""

    error: Floats
    turn: Complexes
    shift: Complexes
    steps: Floats


def parts_alike(curves: Curves, drawn: Drawn, lanes: int) -> list[Alike]:
    """For each length of a part, in both directions, the part of each curve that looks most like a path.

    lanes: steps of a whole turn.
    """
    lengths = (PLACES,) if drawn.is_closed else PARTS
    found = []
    for path, is_reversed in ((drawn, False), (drawn.reversed(), True)):
        spectrum = np.fft.fft(curves.places, axis=1)
        for length in lengths:
            alike = _alike(curves, spectrum, path, length, lanes)
            found.append(alike._replace(steps=alike.steps[:, ::-1]) if is_reversed else alike)
    return found


def _alike(
    curves: Curves,
    spectrum: Complexes,
    path: Drawn,
    length: int,
    lanes: int,
) -> Alike:
    z, t = curves.places, path.even(length)
    middle = t.mean()
    padded = np.zeros(PLACES, dtype=complex)
    padded[:length] = t - middle
    sums = np.fft.ifft(spectrum * np.conj(np.fft.fft(padded)), axis=1)
    total, squares = window_sums(z, length), window_sums(np.abs(z) ** 2, length)
    spread = np.maximum(squares.real - np.abs(total) ** 2 / length, 1e-300)
    own = float((np.abs(padded) ** 2).sum())
    error = 1.0 - np.abs(sums) ** 2 / (spread * own)
    rows, begin = np.arange(len(z)), error.argmin(axis=1)
    turn = np.conj(sums[rows, begin]) / spread[rows, begin]
    shift = middle - turn * total[rows, begin] / length
    places = begin[:, None] + path.way * (length if path.is_closed else length - 1)
    return Alike(error[rows, begin], turn, shift, steps_at(curves.steps, places, lanes))


def window_sums(values: Complexes | Floats, length: int) -> Complexes:
    """Sums (n, k) of so many values (n, k) from each one on, round and round."""
    sums = np.zeros((len(values), 2 * values.shape[1] + 1), dtype=complex)
    np.cumsum(np.concatenate([values, values], axis=1), axis=1, out=sums[:, 1:])
    begin = np.arange(values.shape[1])
    return sums[:, begin + length] - sums[:, begin]


def steps_at(steps: Floats, places: Floats, lanes: int) -> Floats:
    """Steps (n, k) between those (n, m) of places along curves; they go on after a turn."""
    whole = np.floor(places).astype(int)
    turns, low = np.divmod(whole, PLACES)
    more, high = np.divmod(whole + 1, PLACES)
    rows: Integers = np.arange(len(steps))[:, None]
    before, after = steps[rows, low] + lanes * turns, steps[rows, high] + lanes * more
    return np.asarray(before + (places - whole) * (after - before))
