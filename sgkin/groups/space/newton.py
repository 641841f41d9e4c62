"""Any group in space without a solver of its own: Newton iteration on what its joints and drivers state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from sgkin.conditions.space_record import SpaceCondition, SpacePoint, SpaceStatement, Turn
from sgkin.conditions.space_statement import SpaceStatements
from sgkin.groups.declaration import GroupTask
from sgkin.groups.element import Element, Feature
from sgkin.groups.space.builder import SpatialPose
from sgkin.groups.space.joint_tree import FREEDOMS, Edge, JointTree
from sgkin.groups.space.plan_builder import SpatialPlanBuilder
from sgkin.groups.space.vectors import Vector, cross, dot, minus, plus, scaled, square, turned
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.space import newton, records
from sgkin.mathematics import atan2, sqrt
from sgkin.model.joint import Joint

KERNEL = Kernel("Newton in space", newton.position, newton.tangent, newton.pair, newton.motion, margin=True)
CLOSED, REDUNDANT_CLOSED = 1e-11, 1e-8
"""What may be left open, as a part of the length λ; where joints are redundant their dimensions contradict each other
as soon as they are rounded."""
KINDS = {"projection": records.PROJECTION, "product": records.PRODUCT, "distance": records.DISTANCE}
ROUNDED = 1e-12
"""Distance, by the size of the mechanism, that is none."""
NO_PART = [0.0, 0.0, 0.0, 0.0]


class GroupRecords:
    """What a group's joints and drivers state, with its links in a tree of some of the joints, see `JointTree`.

    `pins`: points that lie on each other; `conditions`: all others; `inputs`: the numbers of the group's inputs;
    `known` and `own`: the links; `anchors`: the place from which places of a link are measured: its anchor if it is
    known, else the mean of the places at which it is held, so that arms are short; `angles`: those of conditions.
    """

    def __init__(self, task: GroupTask, builder: SpatialPlanBuilder) -> None:
        self.builder, self.own = builder, task.links
        self._name = {builder.number[root]: root for root, _ in builder.parts.values()}
        parts = {link: (builder.number[root], pose) for link, (root, pose) in builder.parts.items()}
        statements = SpaceStatements(builder.mechanism, parts)
        joints = list(dict.fromkeys((*task.inner, *(joint for joint, _ in task.outer))))
        edges = [edge for joint in joints for edge in self._edges(joint)]
        loose = [joint for joint in joints if joint.letter not in FREEDOMS]
        stated = [statements.of_joint(joint) for joint in loose]
        held = {edge: _stated(edge, statements, builder) for edge in edges}
        driven = {each.input: each for entry in statements.drivers for each in entry.conditions}
        inputs = [driven[builder.mechanism.input_names.index(name)] for name in task.group.inputs]
        self.inputs = [each.input for each in inputs]
        every = [condition for entry in (*stated, *held.values()) for condition in entry.conditions]
        frames = {point.frame for entry in held.values() for point in entry.coincident}
        frames |= {frame for each in (*every, *inputs) for frame in each.frames}
        self.known = [root for root in builder.frames if builder.number[root] in frames and root not in self.own]
        self._points = [point for entry in held.values() for point in entry.coincident]
        self._points += [end for each in (*every, *inputs) for end in each.ends]
        self.anchors = {root: builder.frames[root].anchors[0][1] for root in self.known}
        self.anchors |= {root: self._middle(root) for root in self.own}
        self.tree = JointTree(edges, self.known, self.own, self.anchors, builder)
        self.number = {builder.number[root]: number for root, number in self.tree.frame.items()}
        left = [entry for edge, entry in held.items() if edge not in self.tree.edges]
        self.pins = [(entry.coincident[0], entry.coincident[1]) for entry in left if entry.coincident]
        conditions = [condition for entry in (*stated, *left) for condition in entry.conditions]
        self.conditions = [*conditions, *inputs]
        turns = (turn for each in self.conditions for turn in each.turns)
        self.angles = list(dict.fromkeys(turn._replace(weight=1.0) for turn in turns))

    def _edges(self, joint: Joint) -> Iterator[Edge]:
        """Between the links of a joint that count: those of the group and, of those that are placed, ground or the
        first; all others are held on that one, or else on the first of the group."""
        if joint.letter not in FREEDOMS:
            return
        roots = dict.fromkeys(self.builder.roots(joint))
        placed = [root for root in roots if root not in self.own and self.builder.is_placed(root)]
        inside = [root for root in roots if root in self.own]
        base = self.builder.ground if self.builder.ground in placed else (placed or inside)[0]
        yield from (Edge(joint, (base, root)) for root in inside if root != base)

    def _ends(self, root: str) -> list[Vector]:
        """The places of a link at which it is held, each once."""
        number = self.builder.number[root]
        return list(dict.fromkeys(point.place for point in self._points if point.frame == number))

    def _middle(self, root: str) -> Vector:
        total, ends = (0.0, 0.0, 0.0), self._ends(root)
        for end in ends:
            total = plus(total, end)
        return scaled(1.0 / len(ends), total) if ends else total

    @property
    def rows(self) -> int:
        """How many scalar conditions there are."""
        return 3 * len(self.pins) + len(self.conditions)

    @property
    def reach(self) -> float:
        """The largest distance of an end from the anchor of its link; where all are there, but for rounding, the size
        of the mechanism."""
        arms = [minus(end, self.anchors[root]) for root in (*self.known, *self.own) for end in self._ends(root)]
        found, size = sqrt(max(map(square, arms), default=0.0)), self.builder.mechanism.size
        return found if found > ROUNDED * size else size or 1.0

    def _local(self, point: SpacePoint) -> list[float]:
        return [float(self.number[point.frame]), *minus(point.place, self.anchors[self._name[point.frame]])]

    def numbers(self) -> Iterator[list[float]]:
        """The records as the kernel takes them."""
        nothing = float(len(self.inputs))
        for one, other in self.pins:
            record = [float(records.PIN), *self._local(one), *self._local(other), *NO_PART, *NO_PART]
            yield [*record, 1.0, *NO_PART, 0.0, nothing, 0.0, 0.0]
        for each in self.conditions:
            ends = [number for end in each.ends for number in self._local(end)] or [*NO_PART, *NO_PART]
            directions = [number for n in each.directions for number in (float(self.number[n.frame]), *n.vector)]
            turns = [part for turn in each.turns for part in (turn.weight, float(self._angle(turn)))]
            given = self.inputs.index(each.input) if each.input in self.inputs else nothing
            yield [
                *(float(KINDS[each.kind]), *ends, *directions, *[0.0] * (8 - len(directions))),
                *(float(bool(each.ends)), *turns, *[0.0] * (4 - len(turns)), each.constant, float(given)),
                *(float(each.is_sine), each.period if each.input in self.inputs else 0.0),
            ]

    def _angle(self, turn: Turn) -> int:
        return self.angles.index(turn._replace(weight=1.0))

    def numbers_of_angles(self) -> Iterator[list[float]]:
        """The angles as the kernel takes them."""
        for turn in self.angles:
            frames = [float(self.number[side.frame]) for side in (turn.zero, turn.pointer)]
            quarter = cross(turn.axis.vector, turn.zero.vector)
            yield [*frames, *turn.zero.vector, *quarter, *turn.pointer.vector]

    def value(self, angle: Turn, poses: Mapping[str, SpatialPose]) -> float:
        """An angle within half a turn, when the links have the given poses."""
        zero, pointer = (poses[self._name[side.frame]].axes for side in (angle.zero, angle.pointer))
        m, x = turned(angle.pointer.vector, pointer), turned(angle.zero.vector, zero)
        return float(atan2(dot(m, turned(cross(angle.axis.vector, angle.zero.vector), zero)), dot(m, x)))

    def left(self, condition: SpaceCondition, poses: Mapping[str, SpatialPose]) -> float:
        """What a condition on ends and angles is away from its constant, when the links have the given poses."""
        total = sum(turn.weight * self.value(turn, poses) for turn in condition.turns) - condition.constant
        if condition.ends:
            start, stop = (self._at(end, poses) for end in condition.ends)
            (along,) = condition.directions
            total += dot(turned(along.vector, poses[self._name[along.frame]].axes), minus(stop, start))
        return float(total)

    def _at(self, point: SpacePoint, poses: Mapping[str, SpatialPose]) -> Vector:
        pose = poses[self._name[point.frame]]
        return plus(pose.origin, turned(point.place, pose.axes))


def _stated(edge: Edge, statements: SpaceStatements, builder: SpatialPlanBuilder) -> SpaceStatement:
    """What a joint states between two roots."""
    joint, roots = edge.joint, builder.roots(edge.joint)
    if len(joint.links) == 2:
        return statements.of_joint(joint)
    return statements.of_joint(joint, [joint.links[roots.index(root)] for root in edge.ends])


def build(task: GroupTask, builder: SpatialPlanBuilder) -> Element:
    """Add the element that finds a group by iteration."""
    group = GroupRecords(task, builder)
    hung, angles = group.tree, len(group.angles)
    is_redundant = group.rows > hung.unknowns
    numbers = hung.numbers_of_solution + angles
    counts = [len(group.known), len(hung.steps), len(group.inputs), len(group.pins) + len(group.conditions)]
    counts += [group.rows, hung.unknowns, angles, numbers, len(task.links)]
    geometry = [*map(float, counts), group.reach, REDUNDANT_CLOSED if is_redundant else CLOSED]
    for each in (*group.numbers(), *group.numbers_of_angles(), *hung.numbers()):
        geometry += each
    geometry += [float(hung.frame[link]) for link in task.links]
    inputs: list[Feature] = []
    for root in group.known:
        inputs += [builder.frames[root].anchors[0][0], builder.frame(root)]
    inputs += [builder.inputs[number] for number in group.inputs]
    outputs: list[Feature] = []
    for link in task.links:
        place = group.anchors[link]
        origin, frame = Feature("point3", link, place=place), Feature("frame", link)
        outputs += [origin, frame]
        builder.place(link, [(origin, place)], frame)
    element = builder.add(KERNEL, inputs, outputs, geometry, builder.next_step, newton.work_needed(geometry))
    element.begin = partial(_begin, group, geometry)
    element.remembered = (*group.known, *task.links)
    element.counts, element.redundant = bool(angles) or hung.winds, is_redundant
    element.sign = element.unknowns = numbers
    element.corrected = hung.unknowns
    return element


def _begin(group: GroupRecords, geometry: list[float], poses: Mapping[str, SpatialPose]) -> list[tuple[int, float]]:
    """Numbers to start from; the whole turns by which screws and gears differ from their phase in the beginning are put
    into the geometry."""
    for number, each in enumerate(group.conditions, len(group.pins)):
        if each.turns and each.input not in group.inputs and each.period:
            whole = each.period * round(group.left(each, poses) / each.period)
            place = newton.HEADER + records.RECORD * number + records.CONSTANT
            geometry[place] = each.constant + whole
    values = [*group.tree.begin(geometry, poses), *(group.value(angle, poses) for angle in group.angles)]
    return list(enumerate(values))


def opening(element: Element, memory: Sequence[float]) -> float:
    """How far the joints of a group are open where its iteration ended, in metres; −1 where it did not end."""
    return float(memory[element.start + newton.opening_place(element.geometry)])
