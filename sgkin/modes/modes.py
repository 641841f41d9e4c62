"""What is told of the modes that an `Assembler` finds: where they are, how well they close, and where they meet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.assembly import AssemblyMode, GroupMode, GroupModes
from sgkin.coefficients import Configuration
from sgkin.conditions.space_statement import SpaceStatements
from sgkin.conditions.statement import Statements
from sgkin.errors import Outcome
from sgkin.kernels.limits import CHANGE_POINT
from sgkin.mathematics import Pose
from sgkin.modes.assembler import Assembler, Node, copied
from sgkin.modes.spatial_assembler import AT_REST, assembler_of
from sgkin.plan.plan import Plan
from sgkin.space import SpacePose
from sgkin.structure.geometry import Geometry
from sgkin.structure.rows import row_pattern
from sgkin.structure.spatial_geometry import SpatialGeometry
from sgkin.structure.spatial_rows import spatial_rows
from sgkin.structure.structure import Group
from sgkin.structure.topology import topology_of_mechanism
from sgkin.sweep.failure import failure, group_gap

SINGULAR = 1e-6
"""Determinant of an iteration, scaled, at which two modes count as one."""
SETTLED = 1e-6
"""How far the kernels may find a mode from where it is, in parts of the mechanism's size, to be in it."""


def assemblies(assembler: Assembler) -> Iterator[AssemblyMode]:
    """Every way to assemble the mechanism, one after the other."""
    plan = assembler.plan
    groups = [element.group for element in assembler.groups]
    for node, poses, openings in _opened(assembler):
        memory, singular = settled(assembler, node, poses)
        array = assembler.told(poses, plan.links)
        numbers, branches = dict(zip(groups, node.numbers, strict=True)), dict(zip(groups, node.branches, strict=True))
        every = range(len(plan.solvers))
        yield AssemblyMode(
            configuration=Configuration(plan.links, assembler.inputs, array, None, None, memory, plan.origin),
            numbers=tuple(numbers.get(number, 0) for number in every),
            branches=tuple(branches.get(number, 0) for number in every),
            residual=float(openings.max(initial=0.0)),
            singular=singular,
            searched=tuple(sorted(assembler.searched)),
            given=plan.mechanism,
            structure=plan.structure,
        )


def group_modes(plan: Plan, number: int, inputs: Floats, near: Configuration | None) -> GroupModes:
    """The modes of one group; see `KinematicPlan.modes`."""
    assembler = assembler_of(plan, inputs, [number], near)
    before = copied(assembler.root)
    assembler.run(before, 0, assembler.places.get(number, len(assembler.tape.operations)))
    _refuse_failed(assembler, before, number)
    group = plan.structure.groups[number]
    links = tuple(str(link) for link in group.links)
    own, modes = Openings(plan, inputs).rows_of(group), []
    for node, poses, openings in _opened(assembler):
        modes.append(
            GroupMode(
                links,
                assembler.told(poses, links),
                branch=sum(node.branches),
                residual=float(openings[own].max(initial=0.0)),
                singular=bool(settled(assembler, node, poses)[1]),
            )
        )
    return GroupModes(group, tuple(modes), number not in assembler.searched, number in assembler.loose)


def _opened(assembler: Assembler) -> Iterator[tuple[Node, dict[str, Pose], Floats]]:
    """All groups solved, in every way; with the poses of the links, and how far all joints and inputs are open."""
    openings = Openings(assembler.plan, assembler.inputs)
    for nodes in filter(None, assembler.solved()):
        poses = [assembler.poses(node) for node in nodes]
        yield from zip(nodes, poses, openings.at(poses), strict=True)


def _refuse_failed(assembler: Assembler, node: Node, number: int) -> None:
    """Raise where a group before the given one cannot be assembled as it is."""
    for group in assembler.tape.margins:
        element = assembler.plan.element(group)
        if group != number and not assembler.margin(node, element) > -CHANGE_POINT:
            outcome = Outcome.CANNOT_ASSEMBLE if element.sign is None else Outcome.NOT_CONVERGED
            gap = group_gap(assembler.plan, group, assembler.inputs, assembler.root.memory)
            raise failure(assembler.plan, group, outcome, 0, assembler.inputs, gap)


def settled(assembler: Assembler, node: Node, poses: Mapping[str, Pose]) -> tuple[Floats, tuple[int, ...]]:
    """The memory with which kernels begin in this mode, and the groups in which they cannot, since modes meet."""
    memory = node.memory.copy()
    for element in assembler.groups:
        if element.sign is not None:
            if element.begin is not None and not assembler.is_searched(element):
                for place, value in assembler.begun(element, poses):
                    memory[element.start + place] = value
            memory[element.start + element.sign : element.start + element.sign + 2] = 0.0
    trial = Node(assembler.root.state.copy(), memory)
    assembler.run(trial, 0, len(assembler.tape.operations))
    apart = assembler.apart(trial, poses)
    singular = []
    for element in assembler.groups:
        limit = SINGULAR if element.sign is not None else CHANGE_POINT
        links = assembler.plan.structure.groups[element.group].links
        furthest = max((apart[str(link)] for link in links), default=0.0)
        if not (abs(assembler.margin(trial, element)) > limit and furthest < SETTLED):
            singular.append(element.group)
    return memory, tuple(singular)


def _geometry(plan: Plan) -> Geometry | SpatialGeometry:
    topology = topology_of_mechanism(plan.site.mechanism)
    if plan.mechanism.is_spatial:
        return SpatialGeometry(SpaceStatements(plan.site.mechanism), topology, spatial_rows(topology))
    return Geometry(Statements(plan.site.mechanism), topology, row_pattern(topology))


class Openings:
    """How far the joints and inputs of a mechanism are from closing, at given inputs (f,)."""

    def __init__(self, plan: Plan, inputs: Floats) -> None:
        self.geometry = copy(plan.made(Geometry, lambda: _geometry(plan)))
        self.geometry.inputs = inputs
        self.links = [link.name for link in plan.mechanism.links]

    def at(self, poses: Sequence[Mapping[str, Pose]]) -> Floats:
        """All rows of joints and inputs (n, m) of n configurations, in metres; links without a pose are anywhere."""
        rest = AT_REST if isinstance(self.geometry, SpatialGeometry) else (0.0, 0.0, 0.0)
        given = np.array([[each.get(link, rest) for link in self.links] for each in poses])
        if isinstance(self.geometry, SpatialGeometry):
            return np.array([self._in_space(self.geometry, each) for each in given])
        array = self.geometry.counted(given)
        pins = np.array([self.geometry.pin_places(each) for each in array])
        return np.abs(self.geometry.rows(array, pins).residual)

    @staticmethod
    def _in_space(geometry: SpatialGeometry, poses: Floats) -> Floats:
        """All rows (m,) at places and axes (links, 12)."""
        found = [
            SpacePose((x, y, z), ((a, b, c), (d, e, f), (g, h, i)))
            for x, y, z, a, b, c, d, e, f, g, h, i in poses.tolist()
        ]
        frames = geometry.counted(found)
        return np.abs(geometry.rows(frames, geometry.pin_places(frames)).residual)

    def rows_of(self, group: Group) -> NDArray[np.bool_]:
        """Which of these rows are the group's."""
        topology, pattern = self.geometry.topology, self.geometry.pattern
        names = [*(joint.name for joint in topology.joints), *(entry.name for entry in topology.inputs)]
        own = np.array([name in group.joints or name in group.inputs for name in names])
        return own[pattern.element[: pattern.given_rows]]
