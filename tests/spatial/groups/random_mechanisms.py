"""Mechanisms in space of any kinds of joints at random geometry, from random sketches of structures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import numpy as np

from sgkin import (
    ConstantSpeed,
    CoordinateDriver,
    DistanceDriver,
    Driver,
    Joint,
    JointDriver,
    Link,
    Mechanism,
    decompose,
)
from sgkin.model.joint import GearPair, Prismatic, Revolute
from sgkin.model.spatial_joint import (
    Cylindrical,
    PlanarJoint,
    PointOnLine,
    PointOnPlane,
    Rod,
    Screw,
    Spherical,
    Universal,
)
from tests.structure.spatial_sketch import GROUND, SpatialSketch

LAW = ConstantSpeed(1.0)
KINDS = {
    "R": Revolute, "P": Prismatic, "C": Cylindrical, "H": Screw, "E": PlanarJoint, "L": PointOnLine, "F": PointOnPlane
}  # fmt: skip

ROWS = {"R": 5, "S": 3, "U": 4, "C": 4, "P": 5, "H": 5, "E": 3, "SS": 1, "L": 2, "F": 1, "G": 1}
DRIVEN = {"R": ["angle"], "P": ["stroke"], "C": ["angle", "stroke"], "H": ["angle"]}


def random_mechanisms(seeds: Iterable[int]) -> Iterator[tuple[int, Mechanism]]:
    """Mechanisms whose inputs move every link, with their seeds."""
    for seed in seeds:
        mechanism = mechanism_of(just_held(Random(seed)), np.random.default_rng(seed), f"random_{seed}")
        structure = decompose(mechanism)
        if structure.is_determined and structure.geometry is not None and structure.geometry.verdict == "agrees":
            yield seed, mechanism


def just_held(random: Random) -> SpatialSketch:
    """Links one behind the other, and joints between any of them until the inputs are left free."""
    bodies = random.randint(1, 4)
    joints: list[tuple[str, tuple[int, ...], tuple[int, ...]]] = []
    sites = 0

    def add(members: tuple[int, ...], letter: str) -> None:
        nonlocal sites
        if letter == "G":
            members = tuple(random.sample(range(GROUND, bodies), 3))
        own = {"SS": (sites, sites + 1), "G": ()}.get(letter, (sites,))
        joints.append((letter, members, own))
        sites += len(own)

    for body in range(bodies):
        add((random.randint(GROUND, body - 1), body), random.choice("RRRSSUUCPHE"))
    inputs = random.randint(1, 3)
    while (left := 6 * bodies - inputs - sum(ROWS[letter] for letter, *_ in joints)) > 0:
        fits = [letter for letter, rows in ROWS.items() if rows <= left and (letter != "G" or bodies > 1)]
        add(tuple(random.sample(range(GROUND, bodies), 2)), random.choice([*fits, "SS", "SS"]))
    drivers: list[tuple[str, tuple[int, int], int, tuple[int, ...]]] = []
    drivable = [number for number, (letter, *_) in enumerate(joints) if letter in DRIVEN]
    for _ in range(inputs):
        if drivable and random.random() < 0.8:
            number = drivable.pop(random.randrange(len(drivable)))
            letter, members, at = joints[number]
            drivers.append((random.choice(DRIVEN[letter]), (members[0], members[1]), number, at))
        elif random.random() < 0.5:
            drivers.append((random.choice("xyz"), (GROUND, random.randrange(bodies)), -1, (sites,)))
            sites += 1
        else:
            base, body = random.sample(range(GROUND, bodies), 2)
            drivers.append(("distance", (base, body), -1, (sites, sites + 1)))
            sites += 2
    return SpatialSketch(bodies, tuple(joints), tuple(drivers))


def mechanism_of(sketch: SpatialSketch, random: np.random.Generator, name: str) -> Mechanism:
    """A sketch at places in a cube of two metres; all frames are that of ground in the design position."""
    names = ["ground", *(f"L{body}" for body in range(sketch.bodies))]
    place = {site: tuple(random.uniform(-1.0, 1.0, 3)) for site in range(sketch.sites)}
    points: dict[int, dict[str, tuple[float, ...]]] = {body: {} for body in range(GROUND, sketch.bodies)}
    joints: list[Joint] = []
    for number, (letter, bodies, sites) in enumerate(sketch.joints):
        links = tuple(names[body + 1] for body in bodies)
        one, other = (_direction(random) for _ in range(2))
        ends = sites if letter == "SS" else sites[:1] * len(bodies)
        for body, site in zip(bodies, ends, strict=False):
            points[body][f"Q{site}"] = place[site]
        at = tuple(f"Q{site}" for site in ends)
        joints.append(_joint(f"J{number}", letter, links, at, one, other, float(random.uniform(0.2, 1.0))))
    drivers: list[Driver] = []
    for number, (kind, (base, body), joint, sites) in enumerate(sketch.inputs):
        if joint >= 0:
            ends = (names[base + 1], names[body + 1])
            more = {"between": ends} if len(sketch.joints[joint][1]) > 2 else {}
            of = {"of": kind} if sketch.joints[joint][0] == "C" else {}
            drivers.append(JointDriver(f"z{number}", f"J{joint}", LAW, **more, **of))
            continue
        for end, site in zip((base, body) if kind == "distance" else (body,), sites, strict=True):
            points[end][f"Q{site}"] = place[site]
        spots = [f"{names[end + 1]}.Q{site}" for end, site in zip((base, body)[-len(sites) :], sites, strict=True)]
        if kind == "distance":
            drivers.append(DistanceDriver(f"z{number}", (spots[0], spots[1]), LAW))
        else:
            drivers.append(CoordinateDriver(f"z{number}", spots[0], kind, LAW))
    links = [Link(names[body + 1], points[body]) for body in range(GROUND, sketch.bodies)]
    return Mechanism(name, links, joints, drivers, space="spatial")


def _joint(
    name: str,
    letter: str,
    links: tuple[str, ...],
    at: tuple[str, ...],
    one: tuple[float, ...],
    other: tuple[float, ...],
    size: float,
) -> Joint:
    match letter:
        case "S":
            return Spherical(name, links, at=at)
        case "U":
            return Universal(name, links, at=at, axes=(one, other))
        case "SS":
            return Rod(name, links, at=at)
        case "G":
            return GearPair(name, links[:2], carrier=links[2], teeth=(1.0, size), axes=(one, other))
        case "H":
            return Screw(name, links, at=at, axis=one, pitch=size)
    return KINDS[letter](name, links, at=at, axis=one)


def _direction(random: np.random.Generator) -> tuple[float, ...]:
    vector = random.normal(size=3)
    return tuple(vector / np.linalg.norm(vector))
