"""The same mechanism elsewhere, seen in a mirror, or of another size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sgkin import (
    ConstantSpeed,
    CoordinateDriver,
    InitialConfiguration,
    Link,
    Mechanism,
    PoseDriver,
    Prismatic,
    Weld,
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
        if isinstance(joint, Weld):
            return replace(joint, angle=self.side * joint.angle)
        if not isinstance(joint, Prismatic):
            return joint
        turned = [
            self.side * angle + self.angle * (link == ground)
            for link, angle in zip(joint.links, joint.angle, strict=True)
        ]
        return replace(joint, angle=tuple(turned), offset=tuple(self.side * self.size * h for h in joint.offset))

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
