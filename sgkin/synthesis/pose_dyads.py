"""Starts for poses of a link of four-bars and slider-cranks: points of the link that nearly move on circles and lines.

A crank or rocker holds a point of the link on a circle, a slider on a line. Of random points of the link, those whose
places in all poses lie best on a circle, or on a line, are joined in pairs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sgkin.arrays import Booleans, Complexes, Floats, Integers
from sgkin.synthesis.families import Family
from sgkin.synthesis.problem import Candidate, Problem

POINTS = 20_000
"""Random points of the link."""
BEST = 40
"""Of them that are joined in pairs."""
NEAR, FAR = 0.05, 3.0
"""How far from each other two of them are at least, and from the frame of the link at most, in sizes of the targets."""


class Held(NamedTuple):
    """Points (n,) of the link, in its frame, held by circles or lines: `error` (n,), root mean square; `centre` (n,)
    and `radius` (n,) of the circles; of lines a point of it, and its direction as a complex number."""

    error: Floats
    points: Complexes
    centre: Complexes
    radius: Complexes

    def best(self, count: int) -> Held:
        """Those with the least error."""
        order = np.argsort(self.error, kind="stable")[:count]
        return self.chosen(order)

    def chosen(self, which: Integers | Booleans) -> Held:
        """Some of them."""
        return Held(self.error[which], self.points[which], self.centre[which], self.radius[which])


def on_circles(points: Complexes, places: Complexes) -> Held:
    """Circles nearest to places (n, k) of points (n,): x² + y² = 2 x c_x + 2 y c_y + (r² − c²), linear in c."""
    middle = places.mean(axis=1)
    z = places - middle[:, None]
    columns = np.stack([2.0 * z.real, 2.0 * z.imag, np.ones(z.shape)], axis=2)
    solution = (np.linalg.pinv(columns) @ (np.abs(z) ** 2)[..., None])[..., 0]
    centre = solution[:, 0] + 1j * solution[:, 1]
    radius = np.sqrt(np.maximum(solution[:, 2] + np.abs(centre) ** 2, 0.0))
    error = np.sqrt(((np.abs(z - centre[:, None]) - radius[:, None]) ** 2).mean(axis=1))
    return Held(error, points, centre + middle, radius.astype(complex))


def on_lines(points: Complexes, places: Complexes) -> Held:
    """Lines nearest to places (n, k) of points (n,): along the longer axis of their spread."""
    middle = places.mean(axis=1)
    z = places - middle[:, None]
    direction = np.exp(0.5j * np.angle((z**2).sum(axis=1)))
    error = np.sqrt(((z * np.conj(direction)[:, None]).imag ** 2).mean(axis=1))
    return Held(error, points, middle, direction)


def starts_by_dyads(
    family: Family, problems: tuple[Problem, ...], random: np.random.Generator
) -> list[tuple[float, Problem, Candidate]]:
    """Pairs of held points as designs, with their errors; problems: one for each mode of the family."""
    targets = problems[0].targets
    size = 1.0 / targets.weights[0]
    origins, turns = targets.values[:, 0] + 1j * targets.values[:, 1], np.exp(1j * targets.values[:, 2])
    points = FAR * size * (random.uniform(-1.0, 1.0, POINTS) + 1j * random.uniform(-1.0, 1.0, POINTS))
    places = origins + turns * points[:, None]
    circles = on_circles(points, places)
    fitting = (np.abs(circles.radius) < 10.0 * size) & (np.abs(circles.radius) > NEAR * size)
    cranks = circles.chosen(fitting).best(BEST)
    is_slider = family.name == "slider-crank"
    others = on_lines(points, places).best(BEST) if is_slider else cranks
    found = []
    for i in range(len(cranks.points)):
        for j in range(len(others.points)):
            one, two = cranks.points[i], others.points[j]
            if abs(two - one) < NEAR * size:
                continue
            first, second = origins + turns * one, origins + turns * two
            pivot, centre, held = cranks.centre[i], others.centre[j], others.radius[j]
            if is_slider:
                pair, sides = slider(pivot, centre, held), (np.conj(held) * (second - first)).real
            else:
                pair, sides = four_bar(pivot, centre, held), (np.conj(centre - first) * (second - first)).imag
            signs = np.sign(sides)
            along = (two - one) / abs(two - one)
            point = -one * np.conj(along)
            lengths = _lengths(family, pair, cranks.radius[i].real, abs(two - one))
            parameters = np.array([pivot.real, pivot.imag, pair[0], *lengths, point.real, point.imag, -np.angle(along)])
            error = float(np.hypot(cranks.error[i], others.error[j])) / size + 0.5 * (1.0 - abs(signs.mean()))
            problem = problems[0 if signs.sum() >= 0 else 1]
            start = Candidate(np.clip(parameters, problem.low, problem.high), np.angle(first - pivot))
            found.append((error, problem, start))
    return sorted(found, key=lambda each: each[0])


def four_bar(pivot: complex, centre: complex, radius: complex) -> tuple[float, ...]:
    """Inclination and length of the ground, and the rocker."""
    return float(np.angle(centre - pivot)), abs(centre - pivot), radius.real


def slider(pivot: complex, centre: complex, direction: complex) -> tuple[float, ...]:
    """Direction of the guide, and how far it lies to the left."""
    return float(np.angle(direction)), float((np.conj(direction) * (centre - pivot)).imag)


def _lengths(family: Family, pair: tuple[float, ...], crank: float, coupler: float) -> list[float]:
    if family.name == "slider-crank":
        return [crank, coupler, pair[1]]
    return [pair[1], crank, coupler, pair[2]]
