"""Mechanisms on which velocity coefficients are tested: the library, combs, and groups that hang on free poses."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from sgkin import ConstantSpeed, Mechanism, PoseDriver, driven_comb, load_mechanism, make_plan, mechanism_names
from sgkin.plan.plan import KinematicPlan
from tests.motion.groups import example, good_seeds, initial_coordinates

SOLVABLE = tuple(name for name in mechanism_names() if not load_mechanism(name).expected.structure_only)
COMBS = {"comb of eight": (8, 1), "comb of three chains": (3, 3)}


@cache
def plan_of(name: str) -> KinematicPlan:
    """The plan of a mechanism of the library or of a comb."""
    return make_plan(driven_comb(*COMBS[name]) if name in COMBS else load_mechanism(name))


@cache
def freed_plan(signature: str) -> KinematicPlan:
    """A registered group on two links whose poses are inputs: what it is given is what is driven."""
    return make_plan(freed(example(signature, good_seeds(signature, 1)[0])))


def freed(mechanism: Mechanism) -> Mechanism:
    """The example of a group with its cranks a and b taken off ground and driven in all three freedoms."""
    q = initial_coordinates(mechanism)
    drivers = []
    for link in ("a", "b"):
        start = 3 * mechanism.moving_links.index(link)
        laws = [ConstantSpeed(1.0, start=float(value)) for value in q[start : start + 3]]
        drivers.append(PoseDriver(f"pose_{link}", link, *laws))
    others = [driver for driver in mechanism.drivers if not driver.name.startswith("motor_")]
    joints = [joint for joint in mechanism.joints if joint.name not in ("J0", "J1")]
    return replace(mechanism, joints=joints, drivers=[*drivers, *others])
