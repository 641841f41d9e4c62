"""Mechanisms drawn at their initial configuration: every link frame coincides there with the frame of ground."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sgkin import Driver, InitialConfiguration, Joint, Link, Mechanism, Revolute

Place = tuple[float, float]


def draw(
    joints: Iterable[tuple[Joint, Place]],
    drivers: Sequence[Driver] = (),
    more_points: Mapping[str, Place] | None = None,
    **others: Any,
) -> Mechanism:
    """A mechanism from its joints and where they are; `more_points`: further points, written `link.point`.

    Drivers must start from zero, or from what the drawing shows.
    """
    points: dict[str, dict[str, Place]] = {"ground": {}}
    drawn = list(joints)
    for joint, place in drawn:
        for link in joint.all_links:
            points.setdefault(link, {})[joint.name] = place
    for name, place in (more_points or {}).items():
        link, point = name.split(".")
        points[link][point] = place
    moving = [link for link in points if link != "ground"]
    initial = InitialConfiguration(
        points={f"{link}.{name}": place for link in moving for name, place in points[link].items()},
        angles=dict.fromkeys(moving, 0.0),
    )
    links = [Link(link, places) for link, places in points.items()]
    return Mechanism("drawing", links, [joint for joint, _ in drawn], drivers, initial, **others)


def pins(**places: tuple[Sequence[str], Place]) -> list[tuple[Joint, Place]]:
    """Pins by name: the links they join, and where they are."""
    return [(Revolute(name, tuple(links)), place) for name, (links, place) in places.items()]
