"""Which assembly is meant, and what is expected of a mechanism."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sgkin.errors import FormError
from sgkin.mathematics import Pose, moved
from sgkin.model.form import count, entries, finite, names, pair, table, text, truth
from sgkin.model.link import Link


@dataclass(frozen=True, slots=True)
class InitialConfiguration:
    """Approximate places that say which assembly is meant, at the stated inputs.

    `points`: world positions by the name of a pin or as `link.point`; `angles`: by link; `inputs`: by input name,
    where they differ from the motion laws at t = 0; `branches`: the branch of the group that holds a link.

    In space the design position takes the part of points and angles: links lie in it as their points say, and those
    whose points are in a frame of their own have `poses`, the place of the origin and the vector of the turn.
    """

    points: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    angles: Mapping[str, float] = field(default_factory=dict)
    inputs: Mapping[str, float] = field(default_factory=dict)
    branches: Mapping[str, int] = field(default_factory=dict)
    poses: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        points = table(self.points, "initial: points").items()
        object.__setattr__(self, "points", {name: pair(place, f"initial: {name}") for name, place in points})
        for kind in ("angles", "inputs"):
            values = table(getattr(self, kind), f"initial: {kind}").items()
            object.__setattr__(self, kind, {name: finite(value, f"initial: {name}") for name, value in values})
        for link, branch in table(self.branches, "initial: branches").items():
            if isinstance(branch, bool) or not isinstance(branch, int):
                raise FormError(f"initial: branches: {link}", branch, "a whole number such as 1 or -1")
        object.__setattr__(self, "branches", dict(self.branches))
        poses: dict[str, tuple[float, ...]] = {}
        for link, pose in table(self.poses, "initial: poses").items():
            where, expected = f"initial: {link}", "six numbers, a place and the vector of a turn"
            given = entries(pose, where, expected)
            if len(given) != 6:
                raise FormError(where, pose, expected)
            poses[link] = tuple(finite(each, where) for each in given)
        object.__setattr__(self, "poses", poses)

    @classmethod
    def at(cls, placed: Iterable[tuple[Link, Pose]]) -> InitialConfiguration:
        """What says that links are at given poses: a point of each, and its angle."""
        points: dict[str, tuple[float, float]] = {}
        angles: dict[str, float] = {}
        for link, pose in placed:
            for name, place in list(link.points.items())[:1]:
                points[f"{link.name}.{name}"] = moved(pose, place)
            angles[link.name] = pose[2]
        return cls(points, angles)


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the author of a mechanism expects of it; tests hold the mechanism to it.

    `range` maps each input to the interval in which the mechanism moves, all inputs together and linearly;
    `full_turn` says instead that its only input turns fully.
    """

    mobility: int | None = None
    groups: tuple[str, ...] = ()
    mechanism_class: str | None = None
    redundant: int = 0
    undetermined: tuple[str, ...] = ()
    structure_only: bool = False
    full_turn: bool = False
    range: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.mobility is not None:
            count(self.mobility, "expected: mobility")
        if self.mechanism_class is not None:
            text(self.mechanism_class, "expected: mechanism_class")
        count(self.redundant, "expected: redundant")
        truth(self.structure_only, "expected: structure_only")
        truth(self.full_turn, "expected: range")
        for name in ("groups", "undetermined"):
            object.__setattr__(self, name, names(getattr(self, name), f"expected: {name}"))
        intervals = table(self.range, "expected: range").items()
        checked = {name: pair(ends, f"expected: range: {name}", "two numbers [from, to]") for name, ends in intervals}
        object.__setattr__(self, "range", checked)
