"""All modes of a plan's groups, one after the other: each mode of a group is continued with all modes of the next.

A tape that solves the groups is run piece by piece. It stops where a group is to be solved: dyads are run in each of
their branches; other groups are solved for all their modes, and what they compute is written into the state. Groups
that are solved by Newton iteration are frozen at their inputs, or searched.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, sin
from typing import Any, NamedTuple

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.coefficients import Configuration
from sgkin.groups import newton
from sgkin.groups.declaration import Values
from sgkin.groups.element import Element, Feature
from sgkin.groups.group_without_inputs import frozen_group
from sgkin.kernels.executor import run_tape
from sgkin.kernels.limits import CHANGE_POINT, SMALLEST_MARGIN
from sgkin.mathematics import Pose, moved
from sgkin.modes.closed_modes import closed_modes
from sgkin.modes.refinement import wrapped
from sgkin.modes.search import NewtonGroup, SearchedGroup, search_modes
from sgkin.plan.plan import Plan, make_open_plan
from sgkin.plan.tape import Layout, Tape
from sgkin.whole_turns import nearest_angle

MEETING = 1e-4
"""How far branches may be apart where they meet, in parts of the mechanism's size or in radians."""


@dataclass(frozen=True, slots=True)
class Node:
    """Some groups solved: the state and memory they leave, and for each the number and branch of its mode."""

    state: Floats
    memory: Floats
    numbers: tuple[int, ...] = ()
    branches: tuple[int, ...] = ()


class GroupTape(NamedTuple):
    """A tape that finds links: their origins and directions, the rows (links, w) of these, and by how much each link is
    turned against the body that it belongs to."""

    features: dict[str, tuple[Feature, Feature]]
    tape: Tape
    rows: Integers
    turns: Floats


class Assembler:
    """Solves groups of a plan for their modes at given inputs (f,).

    `groups`: those to be solved, by default all; `near`: an earlier configuration, for groups that stay as they are,
    for the turns of gears, and to which angles shall be near. `width`: numbers of an origin and a direction.
    """

    width = 4

    def __init__(
        self,
        plan: Plan,
        inputs: Floats,
        groups: Sequence[int] | None = None,
        near: Configuration | None = None,
    ) -> None:
        self.plan, self.inputs = plan, inputs
        numbers = tuple(range(len(plan.solvers)) if groups is None else groups)
        self.groups = [plan.element(number) for number in numbers if plan.solvers[number] is not None]
        self.features, self.tape, rows, self._turns = plan.made((Assembler, numbers), lambda: self._tape(numbers))
        self.layout = Layout(self.tape, 1, 1)
        self.places = self.tape.solving
        memory = plan.memory(near)
        self.layout.set_inputs(inputs)
        self._poses_at = self.layout.offset[rows]
        self._near = np.array([self._angle_near(link, near) for link in self.features])
        self.root = Node(self.layout.state, memory)
        self.counts: dict[int, tuple[int, int]] = {}
        self.searched: set[int] = set()
        self.loose: set[int] = set()

    def _tape(self, numbers: Sequence[int]) -> GroupTape:
        """The tape that finds the links of groups."""
        plan, builder = self.plan, self.plan.site.extended()
        chosen = [plan.structure.groups[number] for number in numbers]
        bodies = {builder.root(str(link)) for group in chosen for link in (*group.links, *group.hangs_on)}
        bodies.add(plan.mechanism.ground)
        features = {link: builder.link_features(link) for link in plan.links if builder.root(link) in bodies}
        wanted = [feature for pair in features.values() for feature in pair]
        wanted += [feature for element in self.groups for feature in (*element.inputs, *element.outputs)]
        solved = [element.group for element in self.groups]
        tape = plan.write_tape(builder, list(dict.fromkeys(wanted)), None, watch=False, groups=solved)
        rows = [[row for feature in pair for row in tape.features[feature].position] for pair in features.values()]
        return GroupTape(features, tape, np.array(rows, dtype=int).reshape(-1, self.width), self._turned(features))

    def _turned(self, links: Collection[str]) -> Floats:
        """By how much links are turned against the bodies that they belong to."""
        return np.array([self.plan.site.turn(link) for link in links])

    def run(self, node: Node, first: int, last: int) -> None:
        """Run operations of the tape on the state and memory of a node."""
        tape, rows, part = self.tape, self.layout.here, slice(first, last)
        geometry, memory = (tape.geometry, tape.geometry_start[part]), (node.memory, tape.memory_start[part])
        tables = (rows, tape.row_start[part], *geometry, *memory)
        run_tape(tape.addresses[part], *tables, node.state, 1)

    def value(self, node: Node, feature: Feature) -> tuple[float, ...]:
        """What a feature is in a state."""
        rows = self.tape.features[feature].position
        return tuple(node.state[self.layout.offset[list(rows)]].tolist())

    def solved(self) -> Iterator[list[Node]]:
        """All groups solved, in every way: depth first, each group's modes in their order.

        Those that differ only in the mode of the last group are found together.
        """
        end = len(self.tape.operations)
        waiting = [(self.root, 0, 0)]
        while waiting:
            node, solved, place = waiting.pop()
            if solved == len(self.groups):
                self.run(node, place, end)
                yield [node]
                continue
            element = self.groups[solved]
            here = self.places[element.group]
            self.run(node, place, here)
            modes = self.modes(node, element)
            fewest, most = self.counts.get(element.group, (len(modes), len(modes)))
            self.counts[element.group] = min(fewest, len(modes)), max(most, len(modes))
            grown = [_grown(mode, number, branch) for number, (mode, branch) in enumerate(modes)]
            if solved + 1 < len(self.groups):
                waiting += [(mode, solved + 1, here + 1) for mode in reversed(grown)]
                continue
            for mode in grown:
                self.run(mode, here + 1, end)
            yield grown

    def modes(self, node: Node, element: Element) -> list[tuple[Node, int]]:
        """A state for every mode of a group, with its branch."""
        declaration = element.declaration
        if self.is_searched(element):
            return self._iterated(node, element)
        find = closed_modes(declaration)
        if find is not None:
            inputs = tuple(self.value(node, feature) for feature in element.inputs)
            found = find(inputs, element.geometry)
            if found.loose:
                self.loose.add(element.group)
            return [(self._with(node, element, outputs), 0) for outputs in found.outputs]
        if element.sign is not None:
            self.searched.add(element.group)
        return self._branches(node, element)

    def _branches(self, node: Node, element: Element) -> list[tuple[Node, int]]:
        """The branches of a group in closed form that can be assembled; one where they meet."""
        here, branching = self.places[element.group], element.kernel.branch
        declared = element.declaration.branches if branching and element.declaration is not None else (0,)
        modes, outputs = [], []
        for branch in declared:
            mode = copied(node)
            if branching:
                mode.memory[element.start] = float(branch)
            self.run(mode, here, here + 1)
            modes.append((mode, branch))
            outputs.append([self.value(mode, feature) for feature in element.outputs])
        margin = self.margin(modes[0][0], element)
        if margin > CHANGE_POINT or (not branching and margin > SMALLEST_MARGIN):
            return modes
        if not branching or margin < -CHANGE_POINT:
            return []
        if self._meet(element, outputs):
            return modes[:1]
        if group_closes(element, tuple(self.value(node, feature) for feature in element.inputs), self.plan.size):
            self.loose.add(element.group)
        return []

    def _meet(self, element: Element, outputs: Sequence[Sequence[Sequence[float]]]) -> bool:
        """Whether the branches of a group without margin are one place, as they are unless it can move on its own."""
        for number, feature in enumerate(element.outputs):
            places = np.array([branch[number] for branch in outputs])
            unit = self.plan.unit_length if feature.kind in ("point", "point3") else 1.0
            if not np.abs(places - places[0]).max() < MEETING * unit:
                return False
        return True

    def _iterated(self, node: Node, element: Element) -> list[tuple[Node, int]]:
        """The modes of a group that is solved by Newton iteration: without its inputs, or else from many starts."""
        here = self.places[element.group]
        rows = self.layout.here[self.tape.row_start[here] : self.tape.row_start[here + 1]]
        memory = node.memory[element.start : element.start + element.room].copy()
        group = self._searched_group(element, node.state, rows, memory)
        found = self._frozen(node, element)
        if found is None:
            self.searched.add(element.group)
            found, is_loose = search_modes(group)
            if is_loose:
                self.loose.add(element.group)
        modes = []
        for solution in found:
            mode = self._with(node, element, self._outputs_of(element, group, solution))
            mode.memory[element.start : element.start + len(solution)] = solution
            modes.append((mode, 0))
        return modes

    def is_searched(self, element: Element) -> bool:
        """Whether modes of an element are searched, and what is found of them put into the memory."""
        return element.kernel == newton.KERNEL

    def begun(self, element: Element, poses: Mapping[str, Any]) -> list[tuple[int, float]]:
        """What an element remembers if it begins at given poses of links."""
        assert element.begin is not None
        return element.begin(poses)

    def _searched_group(self, element: Element, state: Floats, rows: Integers, memory: Floats) -> SearchedGroup:
        return NewtonGroup(state, rows, np.array(element.geometry), memory)

    def _outputs_of(self, element: Element, group: SearchedGroup, solution: Floats) -> Values:
        """The values of the outputs of an element with a solution."""
        placed = dict(zip(element.remembered, solution.reshape(-1, 3).tolist(), strict=True))
        return tuple(_value_at(feature, placed[feature.link]) for feature in element.outputs)

    def _frozen(self, node: Node, element: Element) -> list[Floats] | None:
        """x, y and θ of the links of a group with inputs in all its modes; None where they are not all known."""
        group = self.plan.structure.groups[element.group]
        if not group.inputs:
            return None
        mechanism = frozen_group(self.plan.site, group, element, lambda feature: self.value(node, feature))
        if mechanism is None:
            return None
        assembler = Assembler(make_open_plan(mechanism), np.zeros(0))
        found = [assembler.poses(node) for nodes in assembler.solved() for node in nodes]
        if assembler.searched:
            return None
        if assembler.loose:
            self.loose.add(element.group)
        places = [feature.local for feature in element.outputs if feature.kind == "point"]
        ends = list(zip(element.remembered, places, strict=True))
        return [
            np.array([(*moved(poses[link], place), poses[link][2]) for link, place in ends]).ravel() for poses in found
        ]

    def _with(self, node: Node, element: Element, outputs: Sequence[Sequence[float]]) -> Node:
        """A node in which a group is solved by given values."""
        mode = copied(node)
        for feature, values in zip(element.outputs, outputs, strict=True):
            mode.state[self.layout.offset[list(self.tape.features[feature].position)]] = values
        return mode

    def margin(self, node: Node, element: Element) -> float:
        """The margin of a group in a state; 1 for one without."""
        row = self.tape.margins.get(element.group)
        return 1.0 if row is None else float(node.state[self.layout.offset[row]])

    def pose_array(self, node: Node) -> Floats:
        """x, y, θ (links, 3) of the links in `features`, the angles near those of the earlier configuration."""
        places = node.state[self._poses_at]
        angles = np.arctan2(places[:, 3], places[:, 2]) + self._turns
        places[:, 2] = nearest_angle(angles, self._near)
        return np.asarray(places[:, :3])

    def poses(self, node: Node) -> dict[str, Pose]:
        """The same by link, with ground."""
        x_y_theta = map(tuple, self.pose_array(node).tolist())
        return {self.plan.mechanism.ground: (0.0, 0.0, 0.0), **dict(zip(self.features, x_y_theta, strict=True))}

    def told(self, poses: Mapping[str, Any], links: Sequence[str]) -> Floats:
        """Poses (links, 3) of links, as they are told."""
        return np.array([poses[link] for link in links]).reshape(-1, 3)

    def apart(self, node: Node, poses: Mapping[str, Any]) -> dict[str, float]:
        """How far the links of a node are from given poses, in parts of the mechanism's size and in radians."""
        unit = self.plan.unit_length
        difference = self.pose_array(node) - np.array([poses[link] for link in self.features])
        difference[:, 2] = wrapped(difference[:, 2])
        furthest = np.abs(difference / (unit, unit, 1.0)).max(axis=1)
        return dict(zip(self.features, furthest.tolist(), strict=True))

    def _angle_near(self, link: str, near: Configuration | None) -> float:
        if near is not None:
            return float(near.poses[self.plan.links.index(link), 2])
        return self.plan.initial[link][2] if link in self.plan.initial else 0.0


def _value_at(feature: Feature, pose: Sequence[float]) -> tuple[float, ...]:
    """What a feature of a group solved by iteration is, where its link's place and angle are these."""
    x, y, theta = pose
    return {"point": (x, y), "direction": (cos(theta), sin(theta)), "scalar": (theta,)}[feature.kind]


def group_closes(element: Element, inputs: Values, size: float) -> bool:
    """Whether a group in closed form reaches what it hangs on."""
    gap = element.declaration.gap if element.declaration is not None else None
    return gap is None or gap(inputs, element.geometry) < MEETING * size


def copied(node: Node) -> Node:
    """A node that can be gone on from without touching the given one."""
    return Node(node.state.copy(), node.memory.copy(), node.numbers, node.branches)


def _grown(node: Node, number: int, branch: int) -> Node:
    return Node(node.state, node.memory, (*node.numbers, number), (*node.branches, branch))
