"""Numbers that describe the shape of a closed curve, wherever it lies, however it is turned and however large it is.

Places at even distances along the curve, as complex numbers, are a sum of c_k exp(i k t), k = −5 … 5. Moving the curve
changes c₀; turning it by ρ and beginning at another place τ multiplies c_k by exp(i (ρ + k τ)); running through it
in the other direction exchanges c_k and c_−k; its mirror image has c̄_k in place of c_−k. With c₁ the larger of c₁ and
c_−1, and ρ and τ such that both are real, c_k / c₁ describe the shape. What is left open is a sign of all even k.
"""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Complexes, Floats

HARMONICS = 5
ORDERS = np.array([k for k in range(-HARMONICS, HARMONICS + 1) if k not in (0, 1)])
"""Of what a descriptor is made; c₋₁ is real."""
EVEN = np.where(ORDERS % 2 == 0, -1.0, 1.0)
ALIKE = 0.8
"""Where c₋₁ is so large against c₁ that either might be the larger one in another curve of nearly the same shape."""


def coefficients(places: Complexes, is_reversed: bool = False) -> Complexes:
    """c_k (n, 11), k = −5 … 5, of places (n, m) at even distances."""
    spectrum = np.fft.fft(places, axis=1) / places.shape[1]
    found = spectrum[:, np.arange(-HARMONICS, HARMONICS + 1)]
    return np.asarray(found[:, ::-1] if is_reversed else found)


def normalised(c: Complexes) -> Floats:
    """Descriptors (n, 17) from coefficients (n, 11) of which c₁ is not zero."""
    one, other = c[:, HARMONICS + 1], c[:, HARMONICS - 1]
    a, b = np.angle(one), np.angle(other)
    turn, begin = -0.5 * (a + b), -0.5 * (a - b)
    chosen = c[:, ORDERS + HARMONICS] * np.exp(1j * (turn[:, None] + ORDERS * begin[:, None])) / np.abs(one)[:, None]
    return real_numbers_of(chosen)


def real_numbers_of(chosen: Complexes) -> Floats:
    """Real and imaginary parts, of c₋₁ the real one."""
    imaginary = np.delete(chosen.imag, int(np.flatnonzero(ORDERS == -1)[0]), axis=1)
    return np.concatenate([chosen.real, imaginary], axis=1)


def describe(places: Complexes) -> Floats:
    """Descriptors (n, 17) of curves (n, m); not finite for those that are a point."""
    c = coefficients(places)
    larger = np.abs(c[:, HARMONICS - 1]) > np.abs(c[:, HARMONICS + 1])
    c[larger] = c[larger][:, ::-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        return normalised(c)


def variants(places: Complexes) -> Floats:
    """All descriptors (v, 17) that a curve (m,) might have: both signs of even orders, itself and its mirror image, and
    where it is nearly as long in one direction as in the other, both directions."""
    c = coefficients(places[None])
    sizes = np.abs(c[0, [HARMONICS - 1, HARMONICS + 1]])
    if sizes[0] > sizes[1]:
        c = c[:, ::-1]
    each = [c] if sizes.min() < ALIKE * sizes.max() else [c, c[:, ::-1]]
    found = []
    for one in each:
        own = normalised(one)
        for mirrored in (own, mirror(own)):
            found += [mirrored, flip_even(mirrored)]
    return np.concatenate(found)


def mirror(descriptors: Floats) -> Floats:
    """Of mirror images: imaginary parts change their signs."""
    count = len(ORDERS)
    return np.concatenate([descriptors[:, :count], -descriptors[:, count:]], axis=1)


def flip_even(descriptors: Floats) -> Floats:
    """Of the same curves, from the other place and turn for which c₁ and c₋₁ are real."""
    return np.asarray(descriptors * np.concatenate([EVEN, EVEN[ORDERS != -1]]))
