"""Spatial mechanisms reduced to what their structure depends on, drawn at random, and their conditions as one matrix
at random geometry: slow, simple and independent of sgkin.

Unknowns are the velocities (v, ω) of the moving bodies, v at the origin.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

import numpy as np
from numpy.typing import NDArray

from sgkin import Structure
from sgkin.structure.arithmetic import Exact
from sgkin.structure.decomposition import assemble
from sgkin.structure.generic_rows import generic_rows
from sgkin.structure.partition import Partition, partition
from sgkin.structure.topology import GROUND, InputElement, JointElement, Topology

Floats = NDArray[np.float64]
TOLERANCE = 1e-9
LETTERS = "R S U C P H E SS L F G".split()
WEIGHTS = (5, 4, 1, 2, 2, 1, 1, 5, 1, 1, 1)
DRIVEN = {"R": ["angle"], "P": ["stroke"], "C": ["angle", "stroke"], "H": ["angle"], "U": ["angle", "second angle"]}


@dataclass(frozen=True)
class SpatialSketch:
    """Moving bodies 0 … n − 1 and ground, −1.

    joints: letter, bodies, sites; inputs: kind, bodies, joint or −1, sites.
    """

    bodies: int
    joints: tuple[tuple[str, tuple[int, ...], tuple[int, ...]], ...]
    inputs: tuple[tuple[str, tuple[int, int], int, tuple[int, ...]], ...] = ()

    @property
    def sites(self) -> int:
        used = [site for *_, sites in (*self.joints, *self.inputs) for site in sites]
        return max(used, default=-1) + 1

    def axes(self, number: int) -> tuple[int, ...]:
        """Every joint has two, used or not."""
        return (2 * number, 2 * number + 1)

    def topology(self) -> Topology:
        joints = tuple(
            JointElement(f"J{number}", letter, bodies, sites=sites, axes=self.axes(number))
            for number, (letter, bodies, sites) in enumerate(self.joints)
        )
        inputs = tuple(
            InputElement(
                f"z{number}", kind, bodies, joint if joint >= 0 else None, sites=sites, axes=self.axes(max(joint, 0))
            )
            for number, (kind, bodies, joint, sites) in enumerate(self.inputs)
        )
        names = tuple(f"L{body}" for body in range(self.bodies))
        return Topology(
            links=("ground", *names),
            ground="ground",
            bodies=tuple((name,) for name in names),
            body_of={name: body for body, name in enumerate(names)} | {"ground": GROUND},
            joints=joints,
            inputs=inputs,
            freedoms=6,
            site_names=tuple(f"Q{site}" for site in range(self.sites)),
            axis_sites=((),) * (2 * len(self.joints)),
        )

    def shuffled(self, random: Random) -> tuple[SpatialSketch, list[int]]:
        """The same with its bodies in another order, and the new number of each."""
        order = random.sample(range(self.bodies), self.bodies)
        new = {body: order[body] for body in range(self.bodies)} | {GROUND: GROUND}
        joints = tuple((letter, tuple(new[b] for b in bodies), sites) for letter, bodies, sites in self.joints)
        inputs = tuple((kind, (new[a], new[b]), joint, sites) for kind, (a, b), joint, sites in self.inputs)
        return replace(self, joints=joints, inputs=inputs), order


def taken_apart(topology: Topology) -> tuple[Structure, Partition]:
    """The structure of a topology at random geometry."""
    pattern, coefficients = generic_rows(topology)
    parts = partition(pattern, coefficients, Exact())
    return assemble("sketch", topology, pattern, parts), parts


def random_sketch(random: Random) -> SpatialSketch:
    """Any joints between a few bodies; balls are shared by rods and by each other."""
    bodies = random.randint(1, 7)
    sites: dict[int, list[int]] = {body: [] for body in range(GROUND, bodies)}
    joints: list[tuple[str, tuple[int, ...], tuple[int, ...]]] = []
    count = 0

    def site_of(*members: int) -> int:
        nonlocal count
        if sites[members[0]] and random.random() < 0.4:
            found = random.choice(sites[members[0]])
        else:
            found, count = count, count + 1
        for body in members:
            if found not in sites[body]:
                sites[body].append(found)
        return found

    def add(members: list[int]) -> int:
        letter = random.choices(LETTERS, WEIGHTS)[0]
        if letter == "G" and bodies > 1:
            members = random.sample(range(GROUND, bodies), 3)
            joints.append((letter, tuple(members), ()))
            return 1
        if letter == "G":
            letter = "R"
        if letter in "RS" and bodies > 2 and random.random() < 0.2:
            members = list(dict.fromkeys([*members, *random.sample(range(GROUND, bodies), 2)]))
        if letter == "SS":
            ends = (site_of(members[0]), site_of(members[1]))
            while ends[0] == ends[1]:
                count_before = count
                sites[members[1]].append(count_before)
                ends = (ends[0], new_site())
            joints.append((letter, tuple(members), ends))
        else:
            held = members if letter in "RSU" else members[:1]
            joints.append((letter, tuple(members), (site_of(*held),)))
        return ROW_COUNT[letter] * (len(members) - 1)

    def new_site() -> int:
        nonlocal count
        count += 1
        return count - 1

    rows = sum(add([random.randint(GROUND, body - 1), body]) for body in range(bodies))
    while rows < 6 * bodies - random.randint(-2, 4):
        rows += add(random.sample(range(GROUND, bodies), 2))
    inputs: list[tuple[str, tuple[int, int], int, tuple[int, ...]]] = []
    drivable = [number for number, (letter, *_) in enumerate(joints) if letter in DRIVEN]
    for _ in range(max(0, 6 * bodies - rows) + random.choice((0, 0, 0, 1))):
        if drivable and random.random() < 0.8:
            number = random.choice(drivable)
            letter, members, at = joints[number]
            a, b = random.sample(members, 2)
            inputs.append((random.choice(DRIVEN[letter]), (a, b), number, at))
        else:
            kind, body = random.choice(("x", "y", "z", "wx", "wz", "distance")), random.randrange(bodies)
            if kind == "distance":
                inputs.append((kind, (GROUND, body), -1, (new_site(), site_of(body))))
            else:
                inputs.append((kind, (GROUND, body), -1, (site_of(body),)))
    return SpatialSketch(bodies, tuple(joints), tuple(inputs))


ROW_COUNT = {"R": 5, "S": 3, "U": 4, "C": 4, "P": 5, "H": 5, "E": 3, "SS": 1, "L": 2, "F": 1}


class Rows:
    """The conditions of a sketch as a dense matrix, joints before inputs, each with its element."""

    def __init__(self, sketch: SpatialSketch, seed: int = 7) -> None:
        self.sketch, self._random = sketch, np.random.default_rng(seed)
        self._places = self._random.normal(size=(sketch.sites + 1, 3))
        self._axes = self._random.normal(size=(2 * len(sketch.joints) + 2, 3))
        self.rows: list[Floats] = []
        self.elements: list[int] = []
        for number, (letter, bodies, sites) in enumerate(sketch.joints):
            self._element = number
            for other in bodies[1:] if letter != "G" else (0,):
                self._join(letter, number, (bodies[0], other), bodies, sites)
        for place, (kind, pair, joint, sites) in enumerate(sketch.inputs):
            self._element = len(sketch.joints) + place
            self._drive(kind, pair, joint, sites)

    @property
    def matrix(self) -> Floats:
        found = np.array(self.rows).reshape(-1, 6 * self.sketch.bodies)
        length = np.linalg.norm(found, axis=1, keepdims=True)
        return found / np.where(length > 0.0, length, 1.0)

    def _add(self, *parts: tuple[int, Floats]) -> None:
        row = np.zeros(6 * self.sketch.bodies)
        for body, part in parts:
            if body != GROUND:
                row[6 * body : 6 * body + 6] += part
        self.rows.append(row)
        self.elements.append(self._element)

    def _both(self, pair: tuple[int, int], part: Floats) -> None:
        self._add((pair[0], part), (pair[1], -part))

    def _join(
        self, letter: str, number: int, pair: tuple[int, int], bodies: tuple[int, ...], sites: tuple[int, ...]
    ) -> None:
        axis, second = self._axes[2 * number], self._axes[2 * number + 1]
        across = np.linalg.svd(axis[None])[2][1:]
        point = self._places[sites[0]] if sites else axis
        slides = {"R": np.eye(3), "S": np.eye(3), "U": np.eye(3), "C": across, "P": across, "H": across, "L": across}
        held = {"R": across, "C": across, "H": across, "E": across, "P": np.eye(3), "U": [np.cross(axis, second)]}
        for direction in slides.get(letter, [axis] if letter in "EF" else ()):
            self._both(pair, moment(direction, point))
        for direction in held.get(letter, ()):
            self._both(pair, turn(direction))
        if letter == "H":
            self._both(pair, moment(axis, point) + self._random.uniform(0.3, 2.0) * turn(axis))
        if letter == "SS":
            self._both(pair, moment(self._places[sites[1]] - point, point))
        if letter == "G":
            ratio = self._random.uniform(-3.0, -0.3)
            self._add(
                (bodies[0], turn(axis)), (bodies[1], turn(-ratio * second)), (bodies[2], turn(ratio * second - axis))
            )

    def _drive(self, kind: str, pair: tuple[int, int], joint: int, sites: tuple[int, ...]) -> None:
        axis = self._axes[2 * joint + (kind == "second angle")]
        point = self._places[sites[0]]
        if kind in ("x", "y", "z"):
            self._both(pair, moment(np.eye(3)["xyz".index(kind)], point))
        elif kind in ("wx", "wy", "wz"):
            self._both(pair, turn(np.eye(3)["xyz".index(kind[1])]))
        elif kind == "distance":
            self._both(pair, moment(self._places[sites[1]] - point, point))
        else:
            self._both(pair, moment(axis, point) if kind == "stroke" else turn(axis))


def moment(direction: Floats, point: Floats) -> Floats:
    """The velocity of a point along a direction, as a row."""
    return np.concatenate([direction, np.cross(point, direction)])


def turn(direction: Floats) -> Floats:
    """The angular velocity about a direction, as a row."""
    return np.concatenate([np.zeros(3), direction])


def rank(matrix: Floats) -> int:
    """The number of singular values that are not zero."""
    return int((np.linalg.svd(matrix, compute_uv=False) > TOLERANCE).sum()) if matrix.size else 0


def mobility(sketch: SpatialSketch) -> int:
    """Freedoms with the inputs free."""
    rows = Rows(sketch)
    return 6 * sketch.bodies - rank(rows.matrix[np.array(rows.elements) < len(sketch.joints)])


def loose_bodies(sketch: SpatialSketch) -> set[int]:
    """The bodies that move with the inputs locked: the support of the null space."""
    _, values, vectors = np.linalg.svd(Rows(sketch).matrix)
    null = vectors[(values > TOLERANCE).sum() :]
    return {body for body in range(sketch.bodies) if (np.abs(null[:, 6 * body : 6 * body + 6]) > 1e-7).any()}


def redundant_rows(sketch: SpatialSketch) -> dict[int, int]:
    """Of every element, by how much less than its number of rows the rank grows with it."""
    rows = Rows(sketch)
    matrix, elements, found, before = rows.matrix, np.array(rows.elements), {}, 0
    for element in range(len(sketch.joints) + len(sketch.inputs)):
        now = rank(matrix[elements <= element])
        missing = int((elements == element).sum()) - (now - before)
        if missing:
            found[element] = missing
        before = now
    return found


def idle_sets(sketch: SpatialSketch) -> dict[tuple[int, ...], int]:
    """All sets of bodies that can move as one while the others stand still, held by two or more joints, and in how many
    ways."""
    rows = Rows(sketch)
    matrix, elements, found = rows.matrix, np.array(rows.elements), {}
    for size in range(1, sketch.bodies + 1):
        for bodies in combinations(range(sketch.bodies), size):
            inner = [number for number, (_, held, _) in enumerate(sketch.joints) if set(held) <= set(bodies)]
            outer = [n for n, (_, held, _) in enumerate(sketch.joints) if n not in inner and set(held) & set(bodies)]
            together = sum(matrix[:, 6 * body : 6 * body + 6] for body in bodies)
            freedoms = 6 - rank(np.asarray(together)[~np.isin(elements, inner)])
            if freedoms and len(outer) > 1:
                found[bodies] = freedoms
    return found
