"""A random joint of every kind and a random driver of every kind, between links at random poses that need not close."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from sgkin import ConstantSpeed, Driver, Joint, Link, Mechanism
from sgkin.model.driver import DRIVER_KINDS, JointDriver
from sgkin.model.joint import JOINT_KINDS

LINKS = ("ground", "first", "second", "third")


def random_joint(kind: str, random: np.random.Generator) -> Joint:
    """A joint of a kind with random numbers in all its fields."""
    joint = JOINT_KINDS[kind]
    values: dict[str, Any] = {"links": ("first", "second")}
    for field in fields(joint)[2:]:
        if field.name in joint.upright:
            continue
        known, many = field.metadata["kind"], field.metadata["many"] or field.metadata["per_link"]
        if known != "word":
            numbers = random.uniform(0.2, 2.0, 2 if many else 1).tolist()
            values[field.name] = tuple(numbers) if many else numbers[0]
        elif field.name == "carrier":
            values[field.name] = "third"
    return joint("J", **values)


def random_driver(kind: str, random: np.random.Generator) -> Driver:
    """A driver of a kind."""
    driver = DRIVER_KINDS[kind]
    target = {"joint": "J", "link": "second", "points": ("first.J", "second.P"), "point": "first.P", "axis": "y"}
    laws = {field: ConstantSpeed(1.0, start=float(random.uniform(0.2, 2.0))) for field in driver.law_fields}
    told = {field: target[field] for field in driver.keys.values() if field not in ("links", "of")}
    return driver("D", **told, **laws)


def mechanism_with(joints: list[Joint], drivers: list[Driver], random: np.random.Generator) -> Mechanism:
    """Four links that are joined and driven so, with points at random."""
    links = [
        Link(
            name, {point: (float(x), float(y)) for point, (x, y) in zip("JP", random.normal(size=(2, 2)), strict=True)}
        )
        for name in LINKS
    ]
    return Mechanism("sample", links, joints, drivers, floating=True)


def every_sample() -> dict[str, Mechanism]:
    """A mechanism for each kind of joint, and for each kind of driver at each joint that it can drive."""
    random, found = np.random.default_rng(7), {}
    for kind in JOINT_KINDS:
        found[kind] = mechanism_with([random_joint(kind, random)], [], random)
    for kind, driver in DRIVER_KINDS.items():
        driven = (
            [name for name, joint in JOINT_KINDS.items() if joint.coordinate] if driver is JointDriver else ["weld"]
        )
        for joint in driven:
            made = random_joint(joint, random)
            found[f"{kind} at {joint}"] = mechanism_with([made], [random_driver(kind, random)], random)
    return found


SAMPLES = every_sample()
