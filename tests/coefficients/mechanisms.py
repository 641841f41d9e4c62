"""Mechanisms on which velocity coefficients are tested: the library, combs, and groups that hang on free poses."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from sgkin import (
    ConstantSpeed,
    Mechanism,
    PoseDriver,
    Weld,
    decompose,
    driven_comb,
    load_mechanism,
    make_plan,
    mechanism_names,
)
from sgkin.conditions.welding import WeldedBodies
from sgkin.kinematic_plan import KinematicPlan
from tests.motion.groups import example, good_seeds, initial_coordinates

SOLVABLE = tuple(name for name in mechanism_names("planar") if not load_mechanism(name).expected.structure_only)
COMBS = {"comb of eight": (8, 1), "comb of three chains": (3, 3)}


@cache
def plan_of(name: str) -> KinematicPlan:
    """The plan of a mechanism of the library or of a comb."""
    return make_plan(driven_comb(*COMBS[name]) if name in COMBS else load_mechanism(name))


@cache
def freed_plan(signature: str) -> KinematicPlan:
    """A registered group on links whose poses are inputs: what it is given is what is driven."""
    return make_plan(freed(example(signature, good_seeds(signature)[0])))


def freed(mechanism: Mechanism) -> Mechanism:
    """The last group of an example, with the links it hangs on driven in all three freedoms."""
    q, group = initial_coordinates(mechanism), decompose(mechanism).groups[-1]
    given = [link for link in group.hangs_on if link != mechanism.ground]
    drivers = [driver for driver in mechanism.drivers if set(driver.inputs) <= set(group.inputs)]
    for link in given:
        start = 3 * mechanism.moving_links.index(link)
        laws = [ConstantSpeed(1.0, start=float(value)) for value in q[start : start + 3]]
        drivers.append(PoseDriver(f"pose_{link}", link, *laws))
    bodies = {mechanism.ground, *given, *group.links}
    kept = {link for link, (root, _) in WeldedBodies(mechanism).parts.items() if root in bodies}
    initial = mechanism.initial
    return replace(
        mechanism,
        links=[link for link in mechanism.links if link.name in kept],
        joints=[
            joint
            for joint in mechanism.joints
            if joint.name in group.joints or (isinstance(joint, Weld) and set(joint.links) <= kept)
        ],
        drivers=drivers,
        initial=replace(
            initial,
            points={name: place for name, place in initial.points.items() if name.split(".")[0] in kept},
            angles={name: angle for name, angle in initial.angles.items() if name in kept},
        ),
    )
