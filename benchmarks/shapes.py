"""Mechanisms of other shapes than a chain of dyads, in every size, with geometry that lets them move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import cos, pi, sin

import numpy as np

from sgkin import (
    ConstantSpeed,
    InitialConfiguration,
    Joint,
    JointDriver,
    Link,
    Mechanism,
    Prismatic,
    Revolute,
    load_mechanism,
)

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Anchor:
    """A point of a link that is there already, on which something can be hung."""

    link: str
    point: str
    place: Place


@dataclass(slots=True)
class Assembly:
    """Links as they stand at the start: all frames are parallel to the ground frame there."""

    points: dict[str, dict[str, Place]] = field(default_factory=lambda: {"ground": {}})
    origins: dict[str, Place] = field(default_factory=lambda: {"ground": (0.0, 0.0)})
    joints: list[Joint] = field(default_factory=list)

    def link(self, name: str, origin: Place) -> str:
        self.points[name], self.origins[name] = {"origin": (0.0, 0.0)}, origin
        return name

    def point(self, link: str, name: str, place: Place) -> Anchor:
        x, y = self.origins[link]
        self.points[link][name] = (place[0] - x, place[1] - y)
        return Anchor(link, name, place)

    def pin(self, name: str, first: Anchor, second: Anchor) -> None:
        self.joints.append(Revolute(name, (first.link, second.link), at=(first.point, second.point)))

    def guide(self, name: str, first: Anchor, second: Anchor, angle: float) -> None:
        at = (first.point, second.point)
        self.joints.append(Prismatic(name, (first.link, second.link), at=at, angle=(angle, angle)))

    def crank(self, length: float) -> Anchor:
        """A crank about the origin of ground, turned by the joint `crank`."""
        link = self.link("crank", (0.0, 0.0))
        self.pin("crank", self.point("ground", "A", (0.0, 0.0)), Anchor(link, "origin", (0.0, 0.0)))
        return self.point(link, "B", (length, 0.0))

    def mechanism(self, name: str) -> Mechanism:
        """The assembly, driven by its crank from 0."""
        moving = [link for link in self.points if link != "ground"]
        return Mechanism(
            name,
            links=[Link(link, points) for link, points in self.points.items()],
            joints=self.joints,
            drivers=[JointDriver("motor", "crank", ConstantSpeed(1.0))],
            initial=InitialConfiguration(
                points={f"{link}.origin": self.origins[link] for link in moving}, angles=dict.fromkeys(moving, 0.0)
            ),
        )


def moved(place: Place, length: float, angle: float) -> Place:
    """A place at a distance from another, in a direction."""
    return place[0] + length * cos(angle), place[1] + length * sin(angle)


def dyad_tree(dyads: int) -> Mechanism:
    """RRR dyads in a tree: on the pin of every dyad hang two others. The crank turns fully.

    The first dyad is that of the scalable four-bar. All others keep their rockers parallel to the first one: a dyad
    hung to the right has its pivot 6 m further, one hung to the left 5 m further and 2 m lower.
    """
    assembly = Assembly()
    anchors, pivots = [assembly.crank(2.0)], [(6.0, 0.0)]
    pins = [(4.0, 32.0**0.5)]
    for i in range(dyads):
        parent = (i - 1) // 2
        if i:
            along = (6.0, 0.0) if i % 2 else (5.0, -2.0)
            pivots.append((pivots[parent][0] + along[0], pivots[parent][1] + along[1]))
            pins.append((pins[parent][0] + along[0], pins[parent][1] + along[1]))
        hung = anchors[parent + 1 if i else 0]
        anchors.append(_hang_rrr(assembly, i, hung, pins[i], pivots[i]))
    return assembly.mechanism(f"dyad_tree_{dyads}")


def _hang_rrr(assembly: Assembly, number: int, anchor: Anchor, pin: Place, pivot: Place) -> Anchor:
    coupler, rocker = assembly.link(f"coupler{number}", anchor.place), assembly.link(f"rocker{number}", pivot)
    assembly.pin(f"P{number}", anchor, Anchor(coupler, "origin", anchor.place))
    assembly.pin(f"C{number}", assembly.point(coupler, "C", pin), assembly.point(rocker, "C", pin))
    assembly.pin(f"Q{number}", assembly.point("ground", f"Q{number}", pivot), Anchor(rocker, "origin", pivot))
    return Anchor(rocker, "C", pin)


def _hang_rrp(assembly: Assembly, number: int, anchor: Anchor, angle: float) -> Anchor:
    """A connecting rod along the guide of its slider."""
    end = moved(anchor.place, 4.0, angle)
    rod, slider = assembly.link(f"rod{number}", anchor.place), assembly.link(f"slider{number}", end)
    assembly.pin(f"P{number}", anchor, Anchor(rod, "origin", anchor.place))
    assembly.pin(f"C{number}", assembly.point(rod, "C", end), Anchor(slider, "origin", end))
    guide = assembly.point("ground", f"Q{number}", end)
    assembly.guide(f"Q{number}", guide, Anchor(slider, "origin", end), angle)
    return Anchor(slider, "origin", end)


def _hang_rpr(assembly: Assembly, number: int, anchor: Anchor, angle: float) -> Anchor:
    """A block on a lever that swings about a pivot 6 m away; what follows hangs on the middle of the lever."""
    pivot = moved(anchor.place, 6.0, angle)
    block, lever = assembly.link(f"block{number}", anchor.place), assembly.link(f"lever{number}", pivot)
    assembly.pin(f"P{number}", anchor, Anchor(block, "origin", anchor.place))
    assembly.guide(f"C{number}", Anchor(lever, "origin", pivot), Anchor(block, "origin", anchor.place), angle)
    assembly.pin(f"Q{number}", assembly.point("ground", f"Q{number}", pivot), Anchor(lever, "origin", pivot))
    return assembly.point(lever, "H", moved(anchor.place, 3.0, angle))


def _hang_prp(assembly: Assembly, number: int, anchor: Anchor, angle: float) -> Anchor:
    """A slider on a guide of the earlier link, pinned to a slider on a guide of ground at right angles to it."""
    place = anchor.place
    inner, outer = assembly.link(f"inner{number}", place), assembly.link(f"outer{number}", place)
    assembly.guide(f"P{number}", anchor, Anchor(inner, "origin", place), angle)
    assembly.pin(f"C{number}", Anchor(inner, "origin", place), Anchor(outer, "origin", place))
    guide = assembly.point("ground", f"Q{number}", place)
    assembly.guide(f"Q{number}", guide, Anchor(outer, "origin", place), angle + pi / 2.0)
    return Anchor(outer, "origin", place)


def _hang_rpp(assembly: Assembly, number: int, anchor: Anchor, angle: float) -> Anchor:
    """A block in a yoke, which slides across its slot on ground."""
    place = anchor.place
    block, yoke = assembly.link(f"block{number}", place), assembly.link(f"yoke{number}", place)
    assembly.pin(f"P{number}", anchor, Anchor(block, "origin", place))
    assembly.guide(f"C{number}", Anchor(yoke, "origin", place), Anchor(block, "origin", place), angle)
    guide = assembly.point("ground", f"Q{number}", place)
    assembly.guide(f"Q{number}", guide, Anchor(yoke, "origin", place), angle + pi / 2.0)
    return Anchor(yoke, "origin", place)


def _hang_square_rrr(assembly: Assembly, number: int, anchor: Anchor, angle: float) -> Anchor:
    """Coupler and rocker at right angles."""
    pin = moved(anchor.place, 4.0, angle)
    return _hang_rrr(assembly, number, anchor, pin, moved(pin, 4.0, angle + pi / 2.0))


HANGING: Mapping[str, Callable[[Assembly, int, Anchor, float], Anchor]] = {
    "RRR": _hang_square_rrr,
    "RRP": _hang_rrp,
    "RPR": _hang_rpr,
    "PRP": _hang_prp,
    "RPP": _hang_rpp,
}
"""How a dyad is hung between an earlier link and ground: so that no point moves faster than the one it hangs on."""


def dyad_mixture(dyads: int, seed: int = 1) -> Mechanism:
    """Dyads of all five kinds, each between ground and a random earlier link, in random directions.

    The crank is 1 m long and may turn by 0.3 rad to either side of 0.
    """
    random = np.random.default_rng(seed)
    assembly = Assembly()
    anchors = [assembly.crank(1.0)]
    kinds = list(HANGING)
    for number in range(dyads):
        anchor = anchors[int(random.integers(len(anchors)))]
        kind = kinds[number] if number < len(kinds) else kinds[int(random.integers(len(kinds)))]
        anchors.append(HANGING[kind](assembly, number, anchor, float(random.uniform(0.0, 2.0 * pi))))
    return assembly.mechanism(f"dyad_mixture_{dyads}_{seed}")


REACH = 0.75
"""Where on its second leg a triad carries the next one: where the motion neither grows nor dies away."""


def triad_chain(triads: int) -> Mechanism:
    """Class III triads in a row, each like `class_III_triad_on_crank`; the crank turns fully.

    The first leg of a triad hangs on the second leg of the one before.
    """
    like = load_mechanism("class_III_triad_on_crank")
    pins = {name: like.initial.points[name] for name in ("A1", "P1", "P2", "P3")}
    pivots = {name: like.link("ground").points[name] for name in ("A2", "A3")}
    assembly = Assembly()
    anchor = assembly.crank(0.3)
    for number in range(triads):
        shift = np.subtract(anchor.place, pins["A1"])

        def shifted(place: Place, shift: np.ndarray = shift) -> Place:
            return float(place[0] + shift[0]), float(place[1] + shift[1])

        anchor = _hang_triad(
            assembly, number, anchor, {name: shifted(place) for name, place in (pins | pivots).items()}
        )
    return assembly.mechanism(f"triad_chain_{triads}")


def _hang_triad(assembly: Assembly, number: int, anchor: Anchor, at: Mapping[str, Place]) -> Anchor:
    platform = assembly.link(f"platform{number}", at["P1"])
    for leg in (1, 2, 3):
        start, end = at[f"A{leg}"], at[f"P{leg}"]
        name = assembly.link(f"leg{leg}_{number}", start)
        base = anchor if leg == 1 else assembly.point("ground", f"A{leg}_{number}", start)
        assembly.pin(f"A{leg}_{number}", base, Anchor(name, "origin", start))
        assembly.pin(f"P{leg}_{number}", assembly.point(name, "P", end), assembly.point(platform, f"P{leg}", end))
    start, end = at["A2"], at["P2"]
    carried = start[0] + REACH * (end[0] - start[0]), start[1] + REACH * (end[1] - start[1])
    return assembly.point(f"leg2_{number}", "H", carried)
