"""Real roots of a trigonometric polynomial that is known by its values at equally spaced angles.

With z = exp(iφ), f(φ) = Σ cⱼ zʲ, |j| ≤ m, is z⁻ᵐ times a polynomial of degree 2m. Its roots are the eigenvalues of a
companion pencil; those on the unit circle are the real angles. A pencil, and not a matrix, because the highest
coefficients may vanish: their roots then lie at infinity and harm no other.
"""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Floats

SAMPLES = 16
"""Enough for the degree 7; no condition of a group has more."""
CIRCLE = 0.02
"""How far from the unit circle a root is still looked at: double roots are found only to half the digits."""
NOTHING = 1e-13
"""A polynomial this small against the terms of which it is made is zero everywhere."""


def sample_angles() -> Floats:
    """The angles (SAMPLES,) at which a polynomial must be known."""
    return np.linspace(0.0, 2.0 * np.pi, SAMPLES, endpoint=False)


def real_roots(values: Floats, largest: float) -> Floats | None:
    """Angles at which the polynomial may be zero, in ascending order; None where it is zero everywhere.

    values (SAMPLES,): at the sample angles; `largest`: the size of the terms that make them up. No real root is
    missing; angles that are only near a complex root may be among them.
    """
    from scipy.linalg import eigvals

    degree = SAMPLES // 2 - 1
    coefficients = np.fft.fft(values) / len(values)
    polynomial = np.concatenate([coefficients[-degree:], coefficients[: degree + 1]])  # lowest power first
    size = float(np.abs(polynomial).max())
    if not size > NOTHING * largest:
        return None
    order = 2 * degree
    companion = np.eye(order, k=1, dtype=complex)
    companion[-1] = -polynomial[:-1] / size
    weight = np.ones(order, dtype=complex)
    weight[-1] = polynomial[-1] / size
    top, bottom = eigvals(companion, np.diag(weight), homogeneous_eigvals=True)
    near = np.abs(np.abs(top) - np.abs(bottom)) < CIRCLE * (np.abs(top) + np.abs(bottom))
    return np.sort(np.angle(top[near] * np.conj(bottom[near])))
