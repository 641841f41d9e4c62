"""The conditions of a sketch as one dense matrix at random geometry: slow, simple and independent of sgkin.

Unknowns are the velocities (vx, vy, ω) of the moving links and (vx, vy) of the pins of three or more of them. Rows
stand in the order in which sgkin keeps them when they conflict.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.structure.sketch import GROUND, Sketch

Floats = NDArray[np.float64]
Element = tuple[str, int]
"""A joint or an input, by its number."""

TOLERANCE = 1e-9


class Rows:
    """All rows of the joints, then of the inputs, each with the element it belongs to."""

    def __init__(self, sketch: Sketch, seed: int = 7) -> None:
        self.links = sketch.links
        pins = [number for number, (letter, links) in enumerate(sketch.joints) if letter == "R" and is_node(links)]
        self.pin_column = {number: 3 * sketch.links + 2 * place for place, number in enumerate(pins)}
        self.unknowns = 3 * sketch.links + 2 * len(pins)
        self.rows: list[Floats] = []
        self.elements: list[Element] = []
        self._random = np.random.default_rng(seed)
        self._points, self._directions = [], []
        for number, (letter, links) in enumerate(sketch.joints):
            self._element = ("joint", number)
            self._points.append(self._random.normal(size=2))
            self._directions.append(self._direction())
            self._add_joint(letter, links)
        for number, (kind, joint, pair) in enumerate(sketch.inputs):
            self._element = ("input", number)
            self._add_input(kind, joint, pair, sketch)

    @property
    def matrix(self) -> Floats:
        return np.array(self.rows).reshape(-1, self.unknowns)

    @property
    def joint_matrix(self) -> Floats:
        return self.matrix[[kind == "joint" for kind, _ in self.elements]]

    def _direction(self) -> Floats:
        angle = self._random.uniform(0.0, 2.0 * np.pi)
        return np.array([np.cos(angle), np.sin(angle)])

    def _two_directions(self) -> tuple[Floats, Floats]:
        along, slant = self._direction(), self._random.uniform(-0.5, 0.5)
        return along, np.array([-along[1], along[0]]) + slant * along

    def _add(self, *parts: tuple[int, Floats]) -> None:
        row = np.zeros(self.unknowns)
        for link, part in parts:
            if link != GROUND:
                row[3 * link : 3 * link + 3] += part
        self.rows.append(row)
        self.elements.append(self._element)

    def _add_joint(self, letter: str, links: tuple[int, ...]) -> None:
        point, along = self._points[-1], self._directions[-1]
        across = np.array([-along[1], along[0]])
        first, second = links[0], links[1]
        match letter:
            case "R":
                self._add_pin(links, point)
            case "P":
                self._add((first, TURN), (second, -TURN))
                self._add((first, velocity(across, point)), (second, -velocity(across, point)))
            case "HP" | "slot":
                self._add((first, velocity(across, point)), (second, -velocity(across, point)))
            case "rack":
                part = velocity(along, point) + self._random.uniform(0.5, 1.5) * TURN
                self._add((first, part), (second, -part))
            case "G":
                ratio = self._random.uniform(-3.0, -0.3)
                self._add((first, TURN), (second, -ratio * TURN), (links[2], (ratio - 1.0) * TURN))

    def _add_pin(self, links: tuple[int, ...], point: Floats) -> None:
        column = self.pin_column.get(self._element[1])
        anchor = GROUND if GROUND in links else links[0]
        for link in links if column is not None else [link for link in links if link != anchor]:
            for direction in self._two_directions():
                if column is None:
                    self._add((link, velocity(direction, point)), (anchor, -velocity(direction, point)))
                else:
                    self._add((link, velocity(direction, point)))
                    self.rows[-1][column : column + 2] = -direction

    def _add_input(self, kind: str, joint: int, pair: tuple[int, int], sketch: Sketch) -> None:
        part = TURN
        if kind in ("distance", "point"):
            part = velocity(self._direction() if kind == "distance" else X, self._random.normal(size=2))
        elif kind == "joint" and sketch.joints[joint][0] == "P":
            part = velocity(self._directions[joint], self._points[joint])
        self._add((pair[0], -part), (pair[1], part))


X = np.array([1.0, 0.0])
TURN = np.array([0.0, 0.0, 1.0])


def velocity(direction: Floats, point: Floats) -> Floats:
    """The velocity of a point along a direction, as a row."""
    return np.array([*direction, direction[1] * point[0] - direction[0] * point[1]])


def is_node(links: tuple[int, ...]) -> bool:
    """Whether the place of a pin is an unknown of its own."""
    return len(links) > 2 and GROUND not in links


def rank(matrix: Floats) -> int:
    """The number of singular values that are not zero."""
    return int((np.linalg.svd(matrix, compute_uv=False) > TOLERANCE).sum()) if matrix.size else 0


def mobility(sketch: Sketch) -> int:
    """Freedoms with the inputs free."""
    rows = Rows(sketch)
    return rows.unknowns - rank(rows.joint_matrix)


def loose_links(sketch: Sketch) -> set[int]:
    """The links that move with the inputs locked: the support of the null space."""
    matrix = Rows(sketch).matrix
    if not matrix.size:
        return set(range(sketch.links))
    _, values, vectors = np.linalg.svd(matrix)
    null = vectors[(values > TOLERANCE).sum() :]
    return {link for link in range(sketch.links) if (np.abs(null[:, 3 * link : 3 * link + 3]) > TOLERANCE).any()}


def idle_links(sketch: Sketch) -> dict[int, int]:
    """Links with two or more joints that can move while all others stand still, and in how many ways."""
    matrix, idle = Rows(sketch).matrix, {}
    for link in range(sketch.links):
        freedoms = 3 - rank(matrix[:, 3 * link : 3 * link + 3])
        if freedoms and sum(link in links for _, links in sketch.joints) > 1:
            idle[link] = freedoms
    return idle


def redundant_rows(sketch: Sketch) -> dict[Element, tuple[int, set[Element]]]:
    """For every element with rows that depend on rows before them: how many, and the elements they depend on."""
    rows = Rows(sketch)
    kept: list[int] = []
    span = np.zeros((0, rows.unknowns))  # orthonormal
    found: dict[Element, tuple[int, set[Element]]] = {}
    for number, row in enumerate(rows.rows):
        rest = row - (span @ row) @ span
        rest -= (span @ rest) @ span
        if np.linalg.norm(rest) > TOLERANCE:
            kept.append(number)
            span = np.vstack([span, rest / np.linalg.norm(rest)])
            continue
        factors = np.linalg.lstsq(rows.matrix[kept].T, row, rcond=None)[0]
        counted = np.abs(factors) > TOLERANCE * np.abs(factors).max(initial=1.0)
        members = {rows.elements[kept[place]] for place in np.flatnonzero(counted)}
        element = rows.elements[number]
        count, circuit = found.get(element, (0, set()))
        found[element] = (count + 1, circuit | members | {element})
    return found
