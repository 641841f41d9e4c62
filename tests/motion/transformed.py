"""The same mechanism elsewhere, seen in a mirror, of another size, or carried about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from sgkin import (
    ConstantSpeed,
    CoordinateDriver,
    InitialConfiguration,
    JointDriver,
    Link,
    Mechanism,
    PoseDriver,
    Revolute,
)
from sgkin.model.driver import Driver
from sgkin.model.joint import Joint

Place = tuple[float, float]


def moved(mechanism: Mechanism, x: float, y: float, angle: float) -> Mechanism:
    """Ground turned and moved with everything on it."""
    return Similarity(x=x, y=y, angle=angle).of(mechanism)


def mirrored(mechanism: Mechanism) -> Mechanism:
    """Seen in a mirror along the x axis; angles and what lies to the left change sign."""
    return Similarity(side=-1.0).of(mechanism)


def scaled(mechanism: Mechanism, factor: float) -> Mechanism:
    """All lengths multiplied."""
    return Similarity(size=factor).of(mechanism)


FIVE_BAR = {"F0": (-2.0, -3.0), "F1": (2.5, -3.2), "F2": (-1.4, -1.9), "F3": (0.8, -1.2), "F4": (1.9, -2.3)}
"""Its pins, where it stands; there the frames of all its links lie on that of the floor."""


def carried(mechanism: Mechanism) -> Mechanism:
    """An example on two links of a five-bar with two inputs: all points and directions depend on both, and bend with
    both, each otherwise.

    Ground becomes one of these links, and crank b is pinned to the other. The example's own inputs come in the opposite
    order: of two, a kernel may treat the first and the second differently.
    """
    pins = {"floor": ("F0", "F1"), "left": ("F0", "F2"), "right": ("F1", "F4"), "rod": ("F3", "F4", "J1")}
    ground, initial = mechanism.link(mechanism.ground), mechanism.initial
    places = {**FIVE_BAR, "J1": ground.points["J1"]}
    bars = [Link(name, {pin: places[pin] for pin in ends}) for name, ends in pins.items()]
    platform = Link(ground.name, {**ground.points, "F2": FIVE_BAR["F2"], "F3": FIVE_BAR["F3"]})
    joined = [("floor", "left"), ("floor", "right"), ("left", ground.name), (ground.name, "rod"), ("rod", "right")]
    five_bar = [Revolute(pin, links) for pin, links in zip(FIVE_BAR, joined, strict=True)]
    others = [joint for joint in mechanism.joints if joint.name != "J1"]
    return replace(
        mechanism,
        links=[*bars, platform, *(link for link in mechanism.links if link is not ground)],
        joints=[*five_bar, Revolute("J1", ("rod", "b")), *others],
        drivers=[
            *reversed(mechanism.drivers),
            JointDriver("motor_left", "F0", ConstantSpeed(0.3)),
            JointDriver("motor_right", "F1", ConstantSpeed(-0.4)),
        ],
        initial=InitialConfiguration(
            points={
                **{
                    f"{link.name}.{name}": place
                    for link in (*bars[1:], platform)
                    for name, place in link.points.items()
                },
                **initial.points,
            },
            angles={**dict.fromkeys(("left", "right", "rod", ground.name), 0.0), **initial.angles},
        ),
        ground="floor",
    )


@dataclass(frozen=True)
class Similarity:
    """Seen in a mirror (side −1), of another size, turned and moved. Frames of moving links go with them."""

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    side: float = 1.0
    size: float = 1.0

    def of(self, mechanism: Mechanism) -> Mechanism:
        starts, speeds = (self._inputs(mechanism, order) for order in range(2))

        def driver(given: Driver) -> Driver:
            laws: dict[str, Any] = {
                field: ConstantSpeed(speeds[name], start=starts[name])
                for field, name in zip(given.law_fields, given.inputs, strict=True)
            }
            return replace(given, **laws)

        initial = mechanism.initial
        return replace(
            mechanism,
            links=[self._link(link, link.name == mechanism.ground) for link in mechanism.links],
            joints=[self._joint(joint, mechanism.ground) for joint in mechanism.joints],
            drivers=[driver(given) for given in mechanism.drivers],
            initial=InitialConfiguration(
                points={name: self._place(place) for name, place in initial.points.items()},
                angles={name: self.side * angle + self.angle for name, angle in initial.angles.items()},
            ),
        )

    def _local(self, place: Place) -> Place:
        return self.size * place[0], self.side * self.size * place[1]

    def _way(self, way: Place) -> Place:
        x, y = self._local(way)
        c, s = np.cos(self.angle), np.sin(self.angle)
        return float(c * x - s * y), float(s * x + c * y)

    def _place(self, place: Place) -> Place:
        x, y = self._way(place)
        return self.x + x, self.y + y

    def _link(self, link: Link, is_ground: bool) -> Link:
        place = self._place if is_ground else self._local
        return Link(link.name, {name: place(point) for name, point in link.points.items()})

    def _joint(self, joint: Joint, ground: str) -> Joint:
        changed: dict[str, Any] = {}
        for entry in fields(joint)[2:]:
            kind, value = entry.metadata["kind"], getattr(joint, entry.name)
            if kind == "length":
                factor = self.size * (self.side if entry.name == "offset" else 1.0)  # which lies to the left
                changed[entry.name] = tuple(factor * h for h in value) if isinstance(value, tuple) else factor * value
            elif kind == "angle" and isinstance(value, tuple):
                turned = zip(joint.links, value, strict=True)
                changed[entry.name] = tuple(self.side * angle + self.angle * (link == ground) for link, angle in turned)
            elif kind == "angle":
                changed[entry.name] = self.side * value
        return replace(joint, **changed)

    def _inputs(self, mechanism: Mechanism, order: int) -> dict[str, float]:
        """All inputs (order 0) or their rates (1) as they become."""
        place, angle = ((self._place, self.angle), (self._way, 0.0))[order]
        given, changed = {}, {}
        for driver in mechanism.drivers:
            first, second = mechanism.driven_links(driver)
            turn = angle * ((second != mechanism.ground) - (first != mechanism.ground))
            for name, law in zip(driver.inputs, driver.laws, strict=True):
                given[name] = z = float(law(0.0)[order])
                is_angle = mechanism.input_quantity(name) == "angle"
                changed[name] = self.side * z + turn if is_angle else self.size * z
        for x, y in _driven_points(mechanism):
            changed[x], changed[y] = place((given[x], given[y]))
        return changed


def _driven_points(mechanism: Mechanism) -> Iterator[tuple[str, str]]:
    """The inputs that are the coordinates of a point; where one is driven, so must be the other."""
    coordinates: dict[str, dict[str, str]] = {}
    for driver in mechanism.drivers:
        if isinstance(driver, PoseDriver):
            yield driver.inputs[0], driver.inputs[1]
        elif isinstance(driver, CoordinateDriver):
            coordinates.setdefault(driver.point, {})[driver.axis] = driver.name
    yield from ((axes["x"], axes["y"]) for axes in coordinates.values())
