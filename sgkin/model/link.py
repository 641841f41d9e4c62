"""A rigid link and its named points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sgkin.model.form import checked_name, place, table


@dataclass(frozen=True, slots=True)
class Link:
    """A rigid body with any number of named points, in metres in its own frame. Ground is a link too.

    Points have two coordinates in the plane and three in space.

    By custom the origin is at the first pin and the x axis points to the second, so that the angle of a crank
    reads as engineers read it.

    >>> Link("coupler", {"A": (0, 0), "B": (0.12, 0)}).points["B"]
    (0.12, 0.0)
    """

    name: str
    points: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        checked_name(self.name, "link")
        places = table(self.points, f"link {self.name!r}").items()
        points = {checked_name(name, "point"): place(each, f"{self.name}.{name}") for name, each in places}
        object.__setattr__(self, "points", points)
