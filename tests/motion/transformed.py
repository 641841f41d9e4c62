"""The same mechanism elsewhere, seen in a mirror, or of another size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sgkin import ConstantSpeed, InitialConfiguration, JointDriver, Link, Mechanism, Prismatic
from sgkin.model.driver import Driver
from sgkin.model.joint import Joint

Array = NDArray[np.float64]
Place = tuple[float, float]


def moved(mechanism: Mechanism, x: float, y: float, angle: float) -> Mechanism:
    """Ground moved and turned with everything on it; driven angles against ground grow by the angle."""
    c, s = np.cos(angle), np.sin(angle)

    def place(p: Place) -> Place:
        return x + c * p[0] - s * p[1], y + s * p[0] + c * p[1]

    def link(given: Link) -> Link:
        return _with_points(given, place) if given.name == mechanism.ground else given

    def joint(given: Joint) -> Joint:
        if not isinstance(given, Prismatic):
            return given
        turned = [a + angle * (name == mechanism.ground) for a, name in zip(given.angle, given.links, strict=True)]
        return replace(given, angle=tuple(turned))

    return _with(mechanism, link, joint, lambda a: a + angle, place, lambda length, z: z if length else z + angle)


def mirrored(mechanism: Mechanism) -> Mechanism:
    """Seen in a mirror along the x axis; angles and what lies to the left change sign."""

    def place(p: Place) -> Place:
        return p[0], -p[1]

    def joint(given: Joint) -> Joint:
        if not isinstance(given, Prismatic):
            return given
        return replace(given, angle=tuple(-a for a in given.angle), offset=tuple(-h for h in given.offset))

    return _with(
        mechanism,
        lambda given: _with_points(given, place),
        joint,
        lambda angle: -angle,
        place,
        lambda length, z: z if length else -z,
    )


def scaled(mechanism: Mechanism, factor: float) -> Mechanism:
    """All lengths multiplied."""

    def place(p: Place) -> Place:
        return factor * p[0], factor * p[1]

    def joint(given: Joint) -> Joint:
        return replace(given, offset=tuple(factor * h for h in given.offset)) if isinstance(given, Prismatic) else given

    return _with(
        mechanism,
        lambda given: _with_points(given, place),
        joint,
        lambda angle: angle,
        place,
        lambda length, z: factor * z if length else z,
    )


def _with_points(link: Link, place: Callable[[Place], Place]) -> Link:
    return Link(link.name, {name: place(point) for name, point in link.points.items()})


def _with(
    mechanism: Mechanism,
    link: Callable[[Link], Link],
    joint: Callable[[Joint], Joint],
    angle: Callable[[float], float],
    place: Callable[[Place], Place],
    value: Callable[[bool, float], float],
) -> Mechanism:
    def driver(given: Driver) -> Driver:
        assert isinstance(given, JointDriver)
        assert isinstance(given.law, ConstantSpeed)
        length = isinstance(mechanism.joint(given.joint), Prismatic)
        zero = value(length, 0.0)
        speed = value(length, given.law.speed) - zero
        return replace(given, law=ConstantSpeed(speed, start=value(length, given.law.start)))

    initial = mechanism.initial
    return replace(
        mechanism,
        links=[link(given) for given in mechanism.links],
        joints=[joint(given) for given in mechanism.joints],
        drivers=[driver(given) for given in mechanism.drivers],
        initial=InitialConfiguration(
            points={name: place(point) for name, point in initial.points.items()},
            angles={name: angle(each) for name, each in initial.angles.items()},
        ),
    )
