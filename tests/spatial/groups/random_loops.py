"""Overconstrained loops in space that move: linkages of the plane with parallel pins and guides across them, and the
same on spheres, with all axes through one point."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from sgkin import ConstantSpeed, Joint, JointDriver, Link, Mechanism, Prismatic, Revolute, decompose

CHAINS = (
    ((0, 1), (1, 2), (2, 3), (3, 0)),
    ((0, 1), (1, 2), (2, 3), (3, 0), (3, 4), (4, 5), (5, 0)),
    ((0, 1), (1, 2), (2, 3), (3, 0), (2, 4), (4, 5), (5, 3)),
    ((0, 1), (1, 2), (2, 3), (3, 0), (2, 4), (4, 5), (5, 0)),
    ((0, 1), (1, 2), (2, 3), (2, 4), (3, 0), (4, 5), (5, 0)),
)
"""Pairs of links that are joined, ground first: a four-bar and six-bars."""


def random_loops(seeds: Iterable[int]) -> Iterator[tuple[int, Mechanism]]:
    """Those that one input moves, with their seeds."""
    for seed in seeds:
        mechanism = loop(seed)
        if decompose(mechanism).is_determined:
            yield seed, mechanism


def loop(seed: int) -> Mechanism:
    """On a sphere or in a plane, its links and joints in any order."""
    random = np.random.default_rng(seed)
    chain, on_sphere = CHAINS[seed % len(CHAINS)], bool(random.random() < 0.6)
    names = ["ground", *(f"L{number}" for number in range(1, max(map(max, chain)) + 1))]
    middle, across = random.uniform(-1.0, 1.0, 3), _direction(random)
    reach = 0.0 if random.random() < 0.3 else 1.0  # pins at the centre, or somewhere on their axes
    points: dict[str, dict[str, tuple[float, ...]]] = {name: {} for name in names}
    joints: list[Joint] = []
    for number, pair in enumerate(chain):
        links = [names[each] for each in (pair if random.random() < 0.5 else pair[::-1])]
        axis = _direction(random) if on_sphere else across * random.choice((-1.0, 1.0))
        place = middle + reach * random.uniform(0.3, 1.0) * axis if on_sphere else random.uniform(-1.0, 1.0, 3)
        kind: type[Joint] = Revolute
        if not on_sphere and number and random.random() < 0.25:
            kind, axis = Prismatic, np.cross(across, _direction(random))
        for link in links:
            points[link][f"P{number}"] = tuple(place.tolist())
        at, given = (f"P{number}",) * 2, tuple(axis.tolist())
        joints.append(kind(f"J{number}", tuple(links), at=at, axis=given))  # type: ignore[call-arg]
    driven = int(random.integers(len(chain))) if random.random() < 0.5 else 0
    order, other = random.permutation(len(names)), random.permutation(len(joints))
    return Mechanism(
        f"loop_{seed}",
        [Link(names[each], points[names[each]]) for each in order],
        [joints[each] for each in other],
        [JointDriver("motor", f"J{driven}", ConstantSpeed(1.0))],
        space="spatial",
    )


def _direction(random: np.random.Generator) -> np.ndarray:
    vector = random.normal(size=3)
    return np.asarray(vector / np.linalg.norm(vector))
