"""The balls of a group in space: points in which its links meet each other and earlier links, each found once."""

from __future__ import annotations

from dataclasses import dataclass, field

from sgkin.groups.element import Feature
from sgkin.groups.refusal import ALMOST_ZERO
from sgkin.groups.space.plan_builder import SpatialPlanBuilder
from sgkin.groups.space.vectors import Vector, cross, minus, square

Spot = tuple[str, Vector]
"""A link and a place in it."""


@dataclass(eq=False, slots=True)
class Ball:
    """A point of one or more links; `found`: its feature once it is known."""

    spots: list[Spot] = field(default_factory=list)
    found: Feature | None = None

    def place(self, link: str) -> Vector | None:
        """Where it is in a link, if it is a point of it."""
        return next((place for other, place in self.spots if other == link), None)


class Balls:
    """All balls of a group, in the order in which they are named."""

    def __init__(self, builder: SpatialPlanBuilder) -> None:
        self.builder = builder
        self.all: list[Ball] = []

    def at(self, spot: Spot) -> Ball:
        """The ball at a place of a link."""
        link, place = spot
        for ball in self.all:
            if any(other == link and is_one_point(place, known) for other, known in ball.spots):
                return ball
        self.all.append(Ball([spot]))
        return self.all[-1]

    def join(self, spots: list[Spot]) -> None:
        """Say that places of links are one point."""
        first, *others = map(self.at, spots)
        for ball in others:
            if ball is not first:
                first.spots += ball.spots
                self.all.remove(ball)

    def feature(self, ball: Ball) -> Feature | None:
        """The feature of a ball that is found, or that a link which is placed carries."""
        if ball.found is None:
            for link, place in ball.spots:
                if self.builder.is_placed(link):
                    ball.found = self.builder.point(link, place)
                    break
        return ball.found

    def known_of(self, link: str) -> list[tuple[Feature, Vector]]:
        """The known points of a link, with their places in it."""
        found = []
        for ball in self.all:
            place = ball.place(link)
            feature = None if place is None else self.feature(ball)
            if place is not None and feature is not None:
                found.append((feature, place))
        return found


def is_one_point(one: Vector, other: Vector) -> bool:
    """Whether two places of a link are the same but for rounding."""
    size = max(square(one), square(other))
    return square(minus(one, other)) <= ALMOST_ZERO * ALMOST_ZERO * size


def spread(points: list[tuple[Feature, Vector]]) -> list[tuple[Feature, Vector]]:
    """Of the points of a link the first three that are not in line; fewer where all are in line."""
    if len(points) < 3:
        return points
    (_, first), (_, second), *others = points
    along = minus(second, first)
    for other in others:
        across = cross(along, minus(other[1], first))
        if square(across) > 1e-12 * square(along) * square(minus(other[1], first)):
            return [points[0], points[1], other]
    return points[:2]
