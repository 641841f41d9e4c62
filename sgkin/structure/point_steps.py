"""The second pass inside a spatial group: its ball centres as unknowns of three coordinates each.

A group whose links touch each other and others only at balls and rods, and hang on earlier links by one joint at most,
is as much a framework of points: a rod or two points of one link keep their distance, a point of a link on a pin keeps
to a circle, on a guide to a line. The same partition splits it into points that can be solved one after the other, each
from three conditions; the links then follow from their points.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sgkin.structure.arithmetic import Exact
from sgkin.structure.partition import partition
from sgkin.structure.rows import LINE, PRIME, RowPattern
from sgkin.structure.topology import GROUND, InputElement, JointElement, Topology


class PointCondition(NamedTuple):
    """One condition on a point: how it is held, by which link, joint or input, and to which other point, if it is.

    `kind`: `sphere` about a point or about the centre of a joint `by` which its link hangs; `plane` across the axis of
    a joint or an input, or along it for a guide (two); `cylinder` about an axis; `along` and `turn`, what besides keeps
    a second point of a link in its place on a cylinder or a cross; `offset`, as one of three, where the link does not
    turn freely about its first point; `helix` (two).
    """

    kind: str
    point: str
    by: str
    other: str = ""


class PointStep(NamedTuple):
    """Points that are solved together, and the conditions from which they are: three for each of them."""

    points: tuple[str, ...]
    conditions: tuple[PointCondition, ...]


HELD: dict[tuple[str, ...], tuple[tuple[str, ...], ...]] = {
    (): ((), ("sphere of 1",), ("sphere of 1", "sphere of 2"), ("sphere of 1", "sphere of 2", "sphere of 3")),
    ("S",): (
        ("sphere",),
        ("sphere", "sphere of 1"),
        ("sphere", "sphere of 1", "sphere of 2"),
    ),
    ("S", "S"): (("sphere", "other sphere"), ("sphere", "other sphere", "sphere of 1")),
    ("R",): (("plane", "sphere"), ("plane", "sphere", "sphere of 1")),
    ("P",): (("plane", "plane"), ("offset of 1", "offset of 1", "offset of 1")),
    ("H",): (("helix", "helix"), ("offset of 1", "offset of 1", "offset of 1")),
    ("C",): (("cylinder",), ("cylinder", "along of 1", "sphere of 1")),
    ("U",): (("sphere",), ("sphere", "sphere of 1", "turn of 1")),
    ("E",): (("plane",), ("plane", "sphere of 1"), ("plane", "sphere of 1", "sphere of 2")),
}
"""How the first, the second, and every further point of a link is held, by the joints on which it hangs; `of 1`: to its
first point."""

FREEDOMS = {"R": 1, "P": 1, "H": 1, "C": 2, "U": 2}
"""How many inputs make one piece of the two links of a joint."""

Local = tuple[str, int, int]
"""A condition: its kind, its point, and the other one or −1."""


def point_steps(
    topology: Topology,
    own: set[int],
    earlier: set[int],
    joints: list[JointElement],
    inputs: list[InputElement],
) -> tuple[PointStep, ...]:
    """Points of a group in the order in which they can be solved; empty where it is not one of points.

    own, earlier: the group's bodies, and those that are known; joints, inputs: those that it closes.
    """
    conditions = _conditions(topology, own, earlier, joints, inputs)
    if not conditions:
        return ()
    number: dict[str, int] = {}
    for each in conditions:
        number.setdefault(each.point, len(number))
    local = tuple((each.kind, number[each.point], number.get(each.other, -1)) for each in conditions)
    names = list(number)
    return tuple(
        PointStep(tuple(names[point] for point in points), tuple(conditions[row] for row in rows))
        for points, rows in _split(len(number), local)
    )


def _conditions(
    topology: Topology,
    own: set[int],
    earlier: set[int],
    joints: list[JointElement],
    inputs: list[InputElement],
) -> list[PointCondition]:
    """The conditions on the points of a group; empty where it cannot be said in points."""
    piece = _pieces(topology, own, inputs)
    own = set(piece.values())
    hangs: dict[int, list[JointElement]] = {body: [] for body in own}
    points: dict[int, dict[int, None]] = {body: {} for body in own}
    known: set[int] = set()
    names = topology.site_names

    def note(body: int, site: int) -> None:
        if body in piece:
            points[piece[body]].setdefault(site)
        elif body in earlier:
            known.add(site)

    single: list[tuple[str, str, tuple[int, ...]]] = []  # conditions on points alone: kind, name, sites
    for joint in joints:
        if len({piece.get(body, GROUND) for body in joint.bodies}) == 1:
            continue  # all its freedoms are driven
        for body, site in zip(
            joint.bodies, joint.sites * (len(joint.bodies) if len(joint.sites) == 1 else 1), strict=False
        ):
            if joint.letter in ("SS", "R", "S", "U") or (joint.letter in ("L", "F") and body == joint.bodies[0]):
                note(body, site)
        if joint.letter in ("SS", "L", "F"):
            if joint.letter != "SS" and joint.bodies[1] in piece:
                return []
            single.append((joint.letter, joint.name, joint.sites))
        elif not earlier.isdisjoint(joint.bodies):
            for body in joint.bodies:
                if body in piece:
                    hangs[piece[body]].append(joint)
        elif joint.letter != "S":
            return []
    for element in inputs:
        if element.joint is None and element.kind not in ("x", "y", "z", "distance"):
            return []
        if element.joint is None:
            for body, site in zip(element.bodies[-len(element.sites) :], element.sites, strict=True):
                note(body, site)
            single.append((element.kind, element.name, element.sites))
        elif len({piece.get(body, GROUND) for body in element.bodies}) > 1:
            return []
    found: list[PointCondition] = []
    for kind, by, sites in single:
        unknown = [site for site in sites if site not in known]
        if not unknown:
            return []
        if kind in ("SS", "distance"):
            other = next(site for site in sites if site != unknown[0])
            found.append(PointCondition("sphere", names[unknown[0]], by, names[other]))
        else:
            found += [PointCondition("plane", names[unknown[0]], by)] * (2 if kind == "L" else 1)
    uses = Counter(each for entry in found for each in (entry.point, entry.other))
    uses.update(names[site] for body in own for site in points[body])
    for body in sorted(own):
        if tuple(joint.letter for joint in hangs[body]) not in HELD:
            return []
        places = [site for site in points[body] if site not in known]
        places.sort(key=lambda site: (-uses[names[site]], site))
        found += _held(topology, body, hangs[body], [names[site] for site in places])
    return found


def _pieces(topology: Topology, own: set[int], inputs: list[InputElement]) -> dict[int, int]:
    """The first of the bodies with which each is one piece, once the inputs are given."""
    driven = Counter(element.joint for element in inputs if element.joint is not None)
    piece = {body: body for body in own}
    for joint, count in driven.items():
        element = topology.joints[joint]
        if count >= FREEDOMS.get(element.letter, 7) and len(element.bodies) == 2 and own.issuperset(element.bodies):
            one, other = sorted(piece[body] for body in element.bodies)
            piece = {body: one if root == other else root for body, root in piece.items()}
    return piece


def _held(topology: Topology, body: int, joints: list[JointElement], points: list[str]) -> list[PointCondition]:
    """What keeps the points of a link in their places on it."""
    found = []
    kinds = HELD[tuple(joint.letter for joint in joints)]
    for number, point in enumerate(points):
        for kind in kinds[min(number, len(kinds) - 1)]:
            form, _, which = kind.partition(" of ")
            if which:
                found.append(PointCondition(form, point, str(topology.bodies[body][0]), points[int(which) - 1]))
            else:
                joint = joints[form == "other sphere"]
                found.append(PointCondition(form.removeprefix("other "), point, joint.name))
    return found


@lru_cache(maxsize=1024)
def _split(count: int, conditions: tuple[Local, ...]) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Points and conditions, by number, in solving order; empty if they are not as many as are needed."""
    if len(conditions) != 3 * count:
        return ()
    random = np.random.default_rng(3)
    places = random.integers(1, PRIME, size=(count, 3))
    nodes = np.full((6 * count, 2), GROUND, dtype=np.int32)
    coefficients = np.zeros((6 * count, 2, 3), dtype=np.int64)
    coefficients[:, 0] = random.integers(1, PRIME, size=(6 * count, 3))
    nodes[3 * count :, 0] = np.repeat(np.arange(count), 3)
    for row, (kind, point, other) in enumerate(conditions):
        nodes[row] = point, other
        if other >= 0 and kind == "sphere":
            coefficients[row, 0] = (places[other] - places[point]) % PRIME
        if other >= 0:
            coefficients[row, 1] = PRIME - coefficients[row, 0]
    element = np.concatenate([np.arange(3 * count), np.full(3 * count, -1)]).astype(np.int32)
    pattern = RowPattern(
        nodes=nodes,
        form=np.full(6 * count, LINE, dtype=np.int8),
        element=element,
        site=element,
        capacity=np.full(count, 3, dtype=np.int32),
        angles=np.zeros(count, dtype=np.int32),
        pin_joints=(),
        bodies=count,
        joint_rows=3 * count,
        input_rows=0,
        freedoms=3,
    )
    parts = partition(pattern, coefficients, Exact())
    if parts.left_out:
        return ()
    blocks = parts.blocks
    return tuple(
        (
            tuple(np.flatnonzero(blocks.block_of == block).tolist()),
            tuple(sorted(blocks.rows(block))),
        )
        for block in range(blocks.count)
    )
