"""Any group without a solver of its own: Newton iteration on what its joints and drivers state, a record each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from sgkin.conditions.record import Condition, Point, left_side
from sgkin.groups.continuous_angles import angle_of, initial_angle
from sgkin.groups.declaration import GroupTask
from sgkin.groups.element import Element, Feature
from sgkin.groups.plan_builder import PlanBuilder
from sgkin.kernels import newton, records
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.newton_unfolded import unfold
from sgkin.mathematics import Place, Pose, cos, hypot, moved, sin
from sgkin.whole_turns import whole_turns

KERNEL = Kernel(
    "Newton", newton.position, newton.tangent, newton.pair, margin=True, unfold=unfold, exactness=newton.EXACT
)


class GroupRecords:
    """What a group's joints and drivers state, with its links numbered: those of earlier groups first.

    `pins`: points that lie on each other; `conditions`: all others; `inputs`: the numbers of the group's inputs;
    `known` and `own`: the links; `anchors`: the place from which local points of a link are measured: its anchor if it
    is known, else one of its pins, about which a gear turns far without a change of the conditions.
    """

    def __init__(self, task: GroupTask, builder: PlanBuilder) -> None:
        self.own = task.links
        names = builder.names
        outer = dict.fromkeys(joint for joint, _ in task.outer)
        stated = {joint.name: builder.statements.of_joint(joint) for joint in (*task.inner, *outer)}
        self.pins: list[tuple[Point, Point]] = []
        first: dict[str, Place] = {}
        for joint in (*task.inner, *outer):
            at: dict[str, Point] = {}
            for point in stated[joint.name].coincident:
                at.setdefault(names[point.frame], point)
                first.setdefault(names[point.frame], (point.x, point.y))
            inside = [root for root in at if root in task.links]
            if joint in outer and inside:
                base = at[builder.earlier_link(joint, task.links)]
                self.pins += [(base, at[root]) for root in inside]
            else:
                self.pins += [(at[inside[0]], at[root]) for root in inside[1:]]
        driven = {each.input: each for stated in builder.statements.drivers for each in stated.conditions}
        inputs = [driven[builder.mechanism.input_names.index(name)] for name in task.group.inputs]
        self.conditions = [*(each for entry in stated.values() for each in entry.conditions), *inputs]
        self.inputs = [each.input for each in inputs]
        frames = [point.frame for pin in self.pins for point in pin]
        frames += [frame for each in self.conditions for frame in each.frames]
        roots = list(dict.fromkeys(names[frame] for frame in frames))
        self.known = [root for root in roots if root not in self.own]
        self.number = {builder.number[root]: number for number, root in enumerate((*self.known, *self.own))}
        self.anchors = {root: builder.frames[root].anchors[0][1] for root in self.known}
        self.anchors |= {root: first.get(root, (0.0, 0.0)) for root in self.own}
        self._anchor = {frame: self.anchors[names[frame]] for frame in self.number}

    @property
    def rolls(self) -> bool:
        """Whether whole turns of links count."""
        return any(each.rolls for each in self.conditions)

    @property
    def rows(self) -> int:
        """How many scalar conditions there are."""
        return 2 * len(self.pins) + len(self.conditions)

    @property
    def reach(self) -> float:
        """The largest distance of an end from the anchor of its link; one if there is none."""
        ends = [point for pin in self.pins for point in pin] + [end for each in self.conditions for end in each.ends]
        return max((hypot(*self._local(end)[1:]) for end in ends), default=1.0) or 1.0

    def _local(self, point: Point) -> list[float]:
        x, y = self._anchor[point.frame]
        return [float(self.number[point.frame]), point.x - x, point.y - y]

    def numbers(self) -> Iterator[list[float]]:
        """The records as the kernel takes them."""
        for one, other in self.pins:
            record = [float(records.PIN), *self._local(one), *self._local(other)]
            yield [*record, *[0.0] * (records.RECORD - len(record))]
        for each in self.conditions:
            ends = [number for end in each.ends for number in self._local(end)] or [0.0] * 6
            direction = [cos(each.angle), sin(each.angle)] if each.ends else [0.0, 0.0]
            turning = [float(self.number[frame]) for frame, _ in each.turns]
            weights = [weight for _, weight in each.turns]
            spare = [0.0] * (3 - len(weights))
            code = records.DISTANCE if each.kind == "distance" else records.PROJECTION
            number = self.inputs.index(each.input) if each.input in self.inputs else len(self.inputs)
            yield [
                *(float(code), *ends, float(self.number.get(each.frame, 0)), *direction),
                *(float(len(weights)), *turning, *spare, *weights, *spare),
                *(each.constant, float(number), 0.0 if each.rolls else each.period),
            ]


def build(task: GroupTask, builder: PlanBuilder) -> Element:
    group = GroupRecords(task, builder)
    known, unknown = len(group.known), len(task.links)
    meshes = any(joint.letter == "G" for joint in builder.mechanism.joints)
    is_directed = any(each.turns for each in group.conditions) and not group.rolls
    counts = [known, unknown, len(group.inputs), len(group.pins) + len(group.conditions), group.rows, group.rolls]
    geometry = [*map(float, counts), group.reach, float(meshes), float(is_directed), 0.0]
    for numbers in group.numbers():
        geometry += numbers
    inputs: list[Feature] = []
    for root in group.known:
        inputs += [builder.frames[root].anchors[0][0], builder.direction(root)]
    angles = {root: angle_of(builder, builder.direction(root)) for root in group.known} if group.rolls else {}
    inputs += [*angles.values(), *(builder.inputs[number] for number in group.inputs)]
    outputs: list[Feature] = []
    for link in task.links:
        place = group.anchors[link]
        origin, direction = Feature("point", link, place), Feature("direction", link)
        outputs += [origin, direction]
        if meshes:
            outputs.append(Feature("scalar", link))
            builder.angles[direction] = outputs[-1]
        builder.place(link, [(origin, place)], direction)
    room = newton.space_needed(known, unknown, len(group.inputs), group.rows)
    element = builder.add(KERNEL, inputs, outputs, geometry, task.number, room)
    element.begin = partial(_begin, builder, group, angles, geometry)
    element.remembered = task.links
    element.sign, element.unknowns = 3 * unknown, 3 * unknown
    return element


def _begin(
    builder: PlanBuilder,
    group: GroupRecords,
    angles: Mapping[str, Feature],
    geometry: list[float],
    poses: Mapping[str, Pose],
) -> list[tuple[int, float]]:
    """Poses to start from; the whole turns by which gears and racks differ from their phase in the beginning are put
    into the geometry.

    A mesh closes at the angles of the poses. An angle that follows from others can be whole turns away from them, which
    are no whole turns behind a gear ratio.
    """
    rolling = [(place, each) for place, each in enumerate(group.conditions, len(group.pins)) if each.rolls]
    if rolling:
        turns = {root: whole_turns(initial_angle(builder, angles[root], poses) - poses[root][2]) for root in angles}
        _count_turns(builder, group, rolling, geometry, poses, turns)
    values = []
    for n, link in enumerate(group.own):
        pose = (*moved(poses[link], group.anchors[link]), poses[link][2])
        values += [(3 * n + part, pose[part]) for part in range(3)]
    return values


def _count_turns(
    builder: PlanBuilder,
    group: GroupRecords,
    rolling: list[tuple[int, Condition]],
    geometry: list[float],
    poses: Mapping[str, Pose],
    turns: Mapping[str, float],
) -> None:
    """Put whole turns into the constants of rolling conditions, and further ones of single links."""
    names = builder.names
    placed = {frame: poses[names[frame]] for frame in group.number}
    for place, each in rolling:
        whole = each.period * round((left_side(each, placed) - each.constant) / each.period)
        more = sum(weight * turns.get(names[frame], 0.0) for frame, weight in each.turns)
        geometry[newton.HEADER + records.RECORD * place + records.CONSTANT] = each.constant + whole + more
