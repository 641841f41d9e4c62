"""The links of a group in space hung on earlier ones in a tree of joints: as few freedoms as can be.

Of all joints those that leave the fewest freedoms are in the tree; what the others state are conditions. A link that no
joint holds, but rods and the like, is a free frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sgkin.conditions.space_statement import SpaceStatements
from sgkin.groups.space.builder import Axis, SpatialPose
from sgkin.groups.space.links_by_points import cosine_of
from sgkin.groups.space.plan_builder import SpatialPlanBuilder
from sgkin.groups.space.vectors import (
    STANDARD,
    Triad,
    Vector,
    minus,
    plus,
    scaled,
    turn_between,
    turned,
)
from sgkin.kernels.space import tree
from sgkin.kernels.space.motions import FRAME
from sgkin.mathematics import pi, sqrt
from sgkin.model.joint import Joint
from sgkin.model.spatial_joint import Screw

FREEDOMS = {"R": 1, "P": 1, "H": 1, "C": 2, "U": 2, "S": 3, "E": 3}
"""Of joints that can be in a tree, by their letter."""
NOTHING: Vector = (0.0, 0.0, 0.0)


class Edge(NamedTuple):
    """A joint between two roots."""

    joint: Joint
    ends: tuple[str, str]

    def other(self, root: str) -> str:
        """The root at the other end."""
        return self.ends[1] if self.ends[0] == root else self.ends[0]


class Step(NamedTuple):
    """A step of the tree, see `sgkin.kernels.space.tree`: its parent's frame, and the link it leads to."""

    kind: int
    parent: int
    link: str
    turn: float = 0.0
    slide: float = 0.0
    axis: Vector = NOTHING
    place: Vector = NOTHING
    rest: Triad = STANDARD
    arm: Vector = NOTHING
    zero: Vector = NOTHING
    pointer: Vector = NOTHING
    point: Vector = NOTHING


class JointTree:
    """The tree of a group.

    `steps`: from known frames on; `frame`: the number of every link's frame, known links first; `edges`: its joints.
    """

    def __init__(
        self,
        edges: Sequence[Edge],
        known: Sequence[str],
        own: Sequence[str],
        anchors: Mapping[str, Vector],
        builder: SpatialPlanBuilder,
    ) -> None:
        self.builder, self.anchors, self.known = builder, anchors, known
        self.steps: list[Step] = []
        self.frame = {link: number for number, link in enumerate(known)}
        self.edges: list[Edge] = []
        depth = dict.fromkeys(known, 0)
        while left := [link for link in own if link not in self.frame]:
            reach = [
                (FREEDOMS[edge.joint.letter], depth[near], number, edge, near)
                for number, edge in enumerate(edges)
                for near in edge.ends
                if near in self.frame and edge.other(near) in left
            ]
            if reach:
                *_, edge, near = min(reach, key=lambda each: each[:3])
                link = edge.other(near)
                self._hang(edge.joint, near, link)
                self.edges.append(edge)
                depth[link] = depth[near] + 1
            else:
                link = left[0]
                self._add(Step(tree.FREE, 0, link))
                depth[link] = 0
            self.frame[link] = len(known) + len(self.steps) - 1

    @property
    def unknowns(self) -> int:
        """How many there are."""
        return sum(tree.UNKNOWNS[step.kind] for step in self.steps)

    @property
    def winds(self) -> bool:
        """Whether whole turns matter: on a screw they are another place."""
        return any(step.turn and step.slide for step in self.steps)

    @property
    def numbers_of_solution(self) -> int:
        """How many numbers say where the steps are."""
        return sum(tree.NUMBERS[step.kind] for step in self.steps)

    def numbers(self) -> Iterator[list[float]]:
        """The steps as the kernel takes them."""
        column = number = 0
        for step in self.steps:
            counts = [step.kind, step.parent, self.frame[step.link], column, number]
            vectors = (*step.axis, *step.place, *step.rest.numbers, *step.arm)
            yield [
                *map(float, counts),
                *(step.turn, step.slide, *vectors, *step.zero, *step.pointer, *step.point),
            ]
            column += tree.UNKNOWNS[step.kind]
            number += tree.NUMBERS[step.kind]

    def begin(self, geometry: Sequence[float], poses: Mapping[str, SpatialPose]) -> list[float]:
        """The numbers of a solution with which the links have the given poses."""
        count, known = len(self.steps), len(self.known)
        frames = np.zeros((known + count, FRAME))
        for link, number in self.frame.items():
            origin, axes = poses[link]
            frames[number] = [*plus(origin, turned(self.anchors[link], axes)), *axes.numbers]
        memory = np.concatenate([frames.ravel(), np.zeros(tree.JOINT * count + self.numbers_of_solution)])
        joints = frames.size
        numbers = joints + tree.JOINT * count
        steps = len(geometry) - len(self.frame) + known - tree.STEP * count
        tree.place_steps(np.array(geometry), memory, steps, count, 0, known, joints, numbers, True)
        return list(memory[numbers:])

    def _add(self, step: Step) -> int:
        """The number of its frame."""
        self.steps.append(step)
        return len(self.known) + len(self.steps) - 1

    def _hang(self, joint: Joint, near: str, link: str) -> None:
        """Add the steps from a link over a joint to another."""
        axes = self.builder.axes(joint)
        roots = self.builder.roots(joint)
        base, own = axes[roots.index(near)], axes[roots.index(link)]
        parent, foot = self.frame[near], minus(base.point, self.anchors[near])
        arm = minus(own.point, self.anchors[link])
        match joint.letter:
            case "S":
                self._add(Step(tree.BALL, parent, link, place=foot, arm=arm))
            case "U":
                self._cross(joint, near, link, foot)
            case "R":
                self._add(_turn(parent, base, own, foot, arm))
            case "P":
                self._add(_slide(parent, base, base.axis, own, foot, arm)._replace(arm=arm, rest=_rest(base, own)))
            case "H":
                assert isinstance(joint, Screw)
                start = SpaceStatements(self.builder.mechanism).of_joint(joint).conditions[-1].constant
                shift = start if roots.index(near) == 0 else -start
                turn = _turn(parent, base, own, plus(foot, scaled(shift, base.axis)), arm)
                self._add(turn._replace(slide=joint.pitch / (2.0 * pi), point=arm))
            case "C":
                middle = self._add(_slide(parent, base, base.axis, own, foot, arm))
                self._add(_turn(middle, base, own, NOTHING, arm))
            case "E":
                middle = self._add(_slide(parent, base, base.triad.y, own, foot, arm))
                middle = self._add(_slide(middle, base, base.triad.z, own, NOTHING, arm))
                self._add(_turn(middle, base, own, NOTHING, arm))

    def _cross(self, joint: Joint, near: str, link: str, foot: Vector) -> None:
        """The two turns of a universal joint."""
        first, second = self.builder.cross_axis(joint, near), self.builder.cross_axis(joint, link)
        arm = minus(second.point, self.anchors[link])
        cosine, across = cosine_of(joint, self.builder), first.triad.y
        axis = plus(scaled(cosine, first.axis), scaled(sqrt(1.0 - cosine * cosine), across))
        middle = self._add(
            Step(tree.SCREW, self.frame[near], link, 1.0, axis=first.axis, place=foot, zero=across, pointer=second.axis)
        )
        self._add(_turn(middle, Axis("", NOTHING, axis, first.axis), second, NOTHING, arm))


def _rest(base: Axis, own: Axis) -> Triad:
    """How a link is turned against another where the arms of their joint fall together."""
    return turn_between(base.triad, own.triad)


def _turn(parent: int, base: Axis, own: Axis, place: Vector, arm: Vector) -> Step:
    """A turn about the axis of a joint, to the link beyond it."""
    return Step(
        tree.SCREW, parent, own.link, 1.0, 0.0, base.axis, place, _rest(base, own), arm, base.triad.y, own.triad.y
    )


def _slide(parent: int, base: Axis, along: Vector, own: Axis, place: Vector, point: Vector) -> Step:
    """A slide that leads to a frame between two links."""
    return Step(tree.SCREW, parent, own.link, 0.0, 1.0, along, place, point=point)
