"""Coupler curves of random four-bars by textbook formulas, without the solvers of the package."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sgkin import Atlas, SynthesisError
from sgkin.arrays import Floats

WITHIN = 0.002
"""Of the radius of a curve."""


def coupler_curve(lengths: Floats, point: complex, steps: int = 180) -> Floats | None:
    """Places (m, 2) of a point on the coupler of a four-bar of ground, crank, coupler, rocker; None where its crank
    does not turn fully: B lies where circles around A and C meet."""
    r1, r2, r3, r4 = lengths
    pin = r2 * np.exp(1j * np.linspace(0.0, 2.0 * np.pi, steps, endpoint=False))
    away = r1 - pin
    distance = np.abs(away)
    along = (r3**2 - r4**2 + distance**2) / (2.0 * distance)
    if (np.abs(along) >= 0.98 * r3).any():
        return None
    direction = away / distance
    joint = direction * (along + 1j * np.sqrt(r3**2 - along**2))
    path = pin + joint / r3 * point
    return np.stack([path.real, path.imag], axis=1)


def drawn_curves(count: int, seed: int = 1) -> Iterator[Floats]:
    """Curves of four-bars whose cranks turn fully, turned, scaled, moved, mirrored, begun anywhere."""
    random = np.random.default_rng(seed)
    found = 0
    while found < count:
        lengths = np.array([1.0, *np.exp(random.uniform(-1.2, 1.2, 3))])
        point = lengths[2] * (random.uniform(-0.5, 1.5) + 1j * random.uniform(-1.0, 1.0))
        curve = coupler_curve(lengths, point)
        if curve is None:
            continue
        z = curve[:, 0] + 1j * curve[:, 1] * random.choice([-1.0, 1.0])
        z = random.uniform(0.01, 10.0) * np.exp(1j * random.uniform(0.0, 6.0)) * np.roll(z, random.integers(len(z)))
        z += random.normal() + 1j * random.normal()
        found += 1
        yield np.stack([z.real, z.imag], axis=1)


def distances_to(curve: Floats, places: Floats) -> Floats:
    """How far places (n, 2) are from a curve through points (m, 2), straight between them."""
    begin, along = curve[:-1], np.diff(curve, axis=0)
    part = ((places[:, None] - begin) * along).sum(axis=2) / (along**2).sum(axis=1)
    foot = begin + np.clip(part, 0.0, 1.0)[..., None] * along
    return np.asarray(np.hypot(*(places[:, None] - foot).transpose(2, 0, 1)).min(axis=1))


def error_of(atlas: Atlas, path: Floats) -> float:
    """How far the answer is from a path: the root mean square distance of its points to the curve, by its radius."""
    try:
        answer = atlas.query(path, progress=False)
    except SynthesisError:
        return np.inf
    away = distances_to(answer.path(1440), path)
    radius = np.sqrt(((path - path.mean(axis=0)) ** 2).sum(axis=1).mean())
    return float(np.sqrt((away**2).mean()) / radius)
