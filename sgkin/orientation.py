"""Orientations as matrices (n, 3, 3), unit quaternions (n, 4), Bryant angles (n, 3) and rotation vectors (n, 3)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FORMS = ("matrix", "quaternion", "bryant", "vector")


def quaternions(matrices: Floats) -> Floats:
    """Unit quaternions (w, x, y, z), the first with w ≥ 0, each of the two signs nearest to the one before."""
    m = matrices
    trace = m[:, 0, 0] + m[:, 1, 1] + m[:, 2, 2]
    squares = np.stack([trace, m[:, 0, 0], m[:, 1, 1], m[:, 2, 2]], axis=1)
    largest = np.argmax(squares, axis=1)
    found = np.empty((len(m), 4))
    for part in range(4):
        rows = largest == part
        if rows.any():
            found[rows] = _by_largest(m[rows], part)
    found /= np.linalg.norm(found, axis=1, keepdims=True)
    if len(found):
        signs = np.where(np.einsum("ni,ni->n", found[1:], found[:-1]) < 0.0, -1.0, 1.0)
        first = -1.0 if found[0, 0] < 0.0 else 1.0
        found *= np.cumprod(np.concatenate([[first], signs]))[:, None]
    return found


def _by_largest(m: Floats, part: int) -> Floats:
    """Quaternions of any length, from the part that is the largest."""
    spin = np.stack([m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]], axis=1)
    if part == 0:
        return np.concatenate([(1.0 + np.trace(m, axis1=1, axis2=2))[:, None], spin], axis=1)
    a = part - 1
    b, c = (a + 1) % 3, (a + 2) % 3
    found = np.empty((len(m), 4))
    found[:, 0] = spin[:, a]
    found[:, 1 + a] = 1.0 + m[:, a, a] - m[:, b, b] - m[:, c, c]
    found[:, 1 + b] = m[:, a, b] + m[:, b, a]
    found[:, 1 + c] = m[:, a, c] + m[:, c, a]
    return found


def bryant_angles(matrices: Floats) -> Floats:
    """Angles α, β, γ of R = Rx(α) Ry(β) Rz(γ), β within a quarter turn; where that is a quarter turn, γ is 0."""
    m = matrices
    across = np.hypot(m[:, 0, 0], m[:, 0, 1])
    straight = across < 1e-12
    alpha = np.where(straight, np.arctan2(m[:, 2, 1], m[:, 1, 1]), np.arctan2(-m[:, 1, 2], m[:, 2, 2]))
    gamma = np.where(straight, 0.0, np.arctan2(-m[:, 0, 1], m[:, 0, 0]))
    return np.stack([alpha, np.arctan2(m[:, 0, 2], across), gamma], axis=1)


def rotation_vectors(matrices: Floats) -> Floats:
    """Axis times angle, from 0 to half a turn."""
    found = quaternions(matrices)
    found *= np.where(found[:, :1] < 0.0, -1.0, 1.0)
    size = np.linalg.norm(found[:, 1:], axis=1)
    angle = 2.0 * np.arctan2(size, found[:, 0])
    factor = np.where(size > 0.0, angle / np.where(size > 0.0, size, 1.0), 2.0)
    return np.asarray(factor[:, None] * found[:, 1:])


def matrices_of(vectors: Floats) -> Floats:
    """Matrices (n, 3, 3) of rotation vectors (n, 3)."""
    angle = np.linalg.norm(vectors, axis=1)
    axis = vectors / np.where(angle > 0.0, angle, 1.0)[:, None]
    x, y, z = axis.T
    nothing = np.zeros_like(x)
    hat = np.stack([nothing, -z, y, z, nothing, -x, -y, x, nothing], axis=1).reshape(-1, 3, 3)
    s, c = np.sin(angle)[:, None, None], np.cos(angle)[:, None, None]
    return np.asarray(np.eye(3) + s * hat + (1.0 - c) * hat @ hat)


def in_form(matrices: Any, form: str) -> Floats:
    """Orientations in one of `FORMS`."""
    if form == "quaternion":
        return quaternions(matrices)
    if form == "bryant":
        return bryant_angles(matrices)
    return rotation_vectors(matrices) if form == "vector" else np.asarray(matrices)
