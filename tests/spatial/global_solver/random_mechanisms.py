"""Mechanisms in space of any joints and drivers, drawn so that every link, or two at once, is held by just enough."""

from __future__ import annotations

from random import Random

from sgkin import ConstantSpeed, CoordinateDriver, DistanceDriver, JointDriver, Link, Mechanism, SpatialPoseDriver
from sgkin.model.driver import Driver
from sgkin.model.joint import Joint
from sgkin.model.spatial_joint import SPATIAL_KINDS

ROWS = {
    "revolute": 5, "prismatic": 5, "cylindrical": 4, "universal": 4, "screw": 5, "spherical": 3, "planar": 3,
    "point-on-line": 2, "point-on-plane": 1, "rod": 1, "weld": 6, "distance": 1, "coordinate": 1, "pose": 6,
}  # fmt: skip
DRIVEN = {"revolute": "angle", "screw": "angle", "prismatic": "stroke", "cylindrical": "stroke"}
LAW = ConstantSpeed(1.0)


class Drawn:
    """What has been drawn so far."""

    def __init__(self, random: Random, links: int) -> None:
        self.random = random
        self.points: dict[str, dict[str, tuple[float, ...]]] = {"ground": {}}
        self.joints: list[Joint] = []
        self.drivers: list[Driver] = []
        while len(self.points) <= links:
            new = self.random.choice((1, 1, 2)) if len(self.points) < links else 1
            names = [f"b{len(self.points) + number}" for number in range(new)]
            known = list(self.points)
            self.points |= {name: {} for name in names}
            self._hold(names, known)

    def _vector(self) -> tuple[float, ...]:
        return tuple(self.random.uniform(-1.0, 1.0) for _ in range(3))

    def _point(self, link: str, place: tuple[float, ...]) -> str:
        name = f"p{sum(map(len, self.points.values()))}"
        self.points[link][name] = place
        return name

    def _hold(self, new: list[str], known: list[str]) -> None:
        """Hold new links by joints to known ones and between each other, six rows for each."""
        left = 6 * len(new)
        used = 0
        while left:
            first = new[used % len(new)]
            others = known + [name for name in new if name != first]
            kinds = [
                kind for kind, rows in ROWS.items() if rows <= left and (rows < 6 or (used == 0 and len(new) == 1))
            ]
            left -= self._join(self.random.choice(kinds), first, self.random.choice(others), left)
            used += 1

    def _join(self, kind: str, link: str, other: str, left: int) -> int:
        name = f"{kind}_{len(self.joints) + len(self.drivers)}"
        if kind == "pose":
            self.drivers.append(SpatialPoseDriver(name, link, LAW, LAW, LAW, LAW, LAW, LAW))
            return 6
        place = self._vector()
        mine = self._point(link, place)
        if kind == "coordinate":
            self.drivers.append(CoordinateDriver(name, f"{link}.{mine}", self.random.choice("xyz"), LAW))
            return 1
        if kind in ("distance", "rod"):
            at = (mine, self._point(other, self._vector()))
            if kind == "rod":
                self.joints.append(SPATIAL_KINDS[kind](name, (link, other), at=at))
            else:
                self.drivers.append(DistanceDriver(name, (f"{link}.{at[0]}", f"{other}.{at[1]}"), LAW))
            return 1
        fields: dict[str, object] = {"at": (mine, self._point(other, place))}
        if kind == "universal":
            fields["axes"] = (self._vector(), self._vector())
        elif kind not in ("spherical", "weld"):
            fields["axis"] = self._vector()
        if kind == "screw":
            fields["pitch"] = self.random.uniform(0.1, 0.5)
        if kind in DRIVEN:
            fields["zero"] = self.random.uniform(-0.5, 0.5)
        self.joints.append(SPATIAL_KINDS[kind](name, (link, other), **fields))
        if kind in DRIVEN and ROWS[kind] < left and self.random.random() < 0.7:
            of = DRIVEN[kind] if kind == "cylindrical" else ""
            self.drivers.append(JointDriver(f"drive_{name}", name, LAW, links=(other, link), of=of))
            return ROWS[kind] + 1
        return ROWS[kind]

    def mechanism(self) -> Mechanism:
        links = [Link(name, points) for name, points in self.points.items()]
        return Mechanism("random", links, self.joints, self.drivers, space="spatial")


def random_mechanism(seed: int) -> Mechanism:
    random = Random(seed)
    return Drawn(random, random.randint(1, 5)).mechanism()
