"""From blocks of rows to structural groups with names."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from sgkin.structure.attitude_steps import attitude_steps
from sgkin.structure.idle_legs import idle_bodies
from sgkin.structure.partition import Partition
from sgkin.structure.point_steps import point_steps
from sgkin.structure.signature import GroupInput, GroupJoint, describe_group, sort_letters
from sgkin.structure.spatial_rows import spatial_rows
from sgkin.structure.spatial_signature import SHARED, describe_spatial_group
from sgkin.structure.structure import Group, Redundancy
from sgkin.structure.topology import GROUND, InputElement, JointElement, LinkName, Topology


def make_groups(topology: Topology, parts: Partition) -> tuple[Group, ...]:
    """The groups in solving order. Blocks that hold only a pin belong to the group that placed it."""
    bodies = len(topology.bodies)
    block_of = parts.blocks.block_of[:bodies].tolist()
    numbering = {block: number for number, block in enumerate(sorted(set(block_of)))}
    group_of = [numbering[block] for block in block_of]
    members: list[list[int]] = [[] for _ in numbering]
    for body, number in enumerate(group_of):
        members[number].append(body)
    joints_at = topology.joints_at
    inputs: list[list[InputElement]] = [[] for _ in numbering]
    for number, element in _input_owners(topology, parts, numbering):
        inputs[number].append(element)
    extra, loose = _redundant_rows(topology, parts, group_of), _loose_rows(topology, parts, group_of)
    groups = [
        _make_group(topology, group_of, number, own, joints_at, inputs[number], extra[number], loose[number])
        for number, own in enumerate(members)
    ]
    if topology.is_spatial:
        blocks = sorted(set(block_of))
        groups = [
            _with_steps(topology, parts, group_of, joints_at, blocks[number], group, members[number], inputs[number])
            for number, group in enumerate(groups)
        ]
    return tuple(groups)


def _with_steps(
    topology: Topology,
    parts: Partition,
    group_of: list[int],
    joints_at: list[list[int]],
    block: int,
    group: Group,
    own: list[int],
    inputs: list[InputElement],
) -> Group:
    """A group in space with the order in which its points, or orientations and positions, can be solved."""
    if group.redundant or group.loose or group.signature.endswith("*"):
        return group
    names, number = set(group.joints), group_of[own[0]]
    at = {index for body in own for index in joints_at[body]}
    joints = [topology.joints[index] for index in sorted(at) if topology.joints[index].name in names]
    around = {body for joint in joints for body in joint.bodies} | {body for each in inputs for body in each.bodies}
    earlier = {body for body in around if body == GROUND or group_of[body] < number}
    points = point_steps(topology, set(own), earlier, joints, inputs)
    attitudes = attitude_steps(parts.blocks, block, [topology.bodies[body][0] for body in own])
    return replace(group, points=points, attitudes=attitudes)


def _input_owners(topology: Topology, parts: Partition, numbering: dict[int, int]) -> list[tuple[int, InputElement]]:
    """Each input that is not in conflict, with the group that it moves."""
    owners = []
    start = parts.blocks.pattern.joint_rows
    for offset, element in enumerate(topology.inputs):
        slot = int(parts.slot_of[start + offset])
        if slot >= 0:
            owners.append((numbering[int(parts.blocks.block_of_slot[slot])], element))
    return owners


def _latest(bodies: tuple[int, ...], group_of: list[int]) -> int:
    return max(group_of[body] for body in bodies if body != GROUND)


def _redundant_rows(topology: Topology, parts: Partition, group_of: list[int]) -> Counter[int]:
    """Redundant joint rows by the group that would have closed them."""
    pattern = parts.blocks.pattern
    rows = [row for row in parts.left_out if row < pattern.joint_rows]
    return Counter(_latest(topology.joints[pattern.element[row]].bodies, group_of) for row in rows)


def _loose_rows(topology: Topology, parts: Partition, group_of: list[int]) -> Counter[int]:
    return Counter(group_of[int(parts.blocks.pattern.nodes[row, 0])] for row in parts.locks)


def _make_group(
    topology: Topology,
    group_of: list[int],
    number: int,
    own: list[int],
    joints_at: list[list[int]],
    inputs: list[InputElement],
    extra: int,
    loose: int,
) -> Group:
    inside = {body: place for place, body in enumerate(own)}
    held: dict[int, None] = {}
    names, outer = list[str](), list[str]()
    joints: list[GroupJoint] = []
    shared = SHARED if topology.is_spatial else ("R",)
    for index in sorted({index for body in own for index in joints_at[body]}):
        joint = topology.joints[index]
        mine = tuple(inside[body] for body in joint.bodies if body in inside)
        earlier = [body for body in joint.bodies if body == GROUND or group_of[body] < number]
        others_later = len(mine) + len(earlier) < len(joint.bodies)
        if (others_later and joint.letter not in shared) or (not earlier and len(mine) < 2):
            continue  # it is closed by a later group
        if earlier and joint.letter in shared:  # the point of a pin is placed by the first of its links
            earlier = [min(earlier, key=lambda body: (body != GROUND, group_of[body], body))]
        held |= dict.fromkeys(earlier)
        names.append(joint.name)
        outer += [joint.name] if earlier else []
        joints.append(GroupJoint(joint.letter, mine, bool(earlier) and (joint.letter != "G" or len(set(mine)) < 3)))
    group_inputs = []
    for element in inputs:
        mine = tuple(inside[body] for body in element.bodies if body in inside)
        held |= dict.fromkeys(body for body in element.bodies if body not in inside)
        group_inputs.append(GroupInput(element.kind, mine, element.joint is not None))
    if topology.is_spatial:
        (signature, order), assur_class = _described_in_space(len(own), tuple(joints), tuple(group_inputs)), None
    elif extra or loose:
        letters = sort_letters(joint.letter for joint in joints for _ in range(len(joint.links) if joint.outer else 1))
        signature, assur_class = ("+" if extra else "-").join(letters) or "free", None
        order = sum(len(joint.links) for joint in joints if joint.outer)
    else:
        signature, assur_class, order = _described(len(own), tuple(joints), tuple(group_inputs))
    hangs_on = sorted(held, key=lambda body: (body != GROUND, body))
    return Group(
        links=tuple(link for body in own for link in topology.bodies[body]),
        joints=tuple(names),
        inputs=tuple(element.name for element in inputs),
        signature=signature,
        assur_class=assur_class,
        order=order,
        depends_on=tuple(sorted({group_of[body] for body in hangs_on if body != GROUND})),
        hangs_on=tuple(topology.ground if body == GROUND else topology.bodies[body][0] for body in hangs_on),
        ground=topology.ground,
        redundant=extra,
        loose=loose,
        outer_joints=tuple(outer),
        space="spatial" if topology.is_spatial else "planar",
    )


@lru_cache(maxsize=1024)
def _described(
    size: int, joints: tuple[GroupJoint, ...], inputs: tuple[GroupInput, ...]
) -> tuple[str, int | None, int]:
    """`describe_group`: in a large mechanism most groups look like one before."""
    return describe_group(range(size), joints, inputs)


@lru_cache(maxsize=1024)
def _described_in_space(size: int, joints: tuple[GroupJoint, ...], inputs: tuple[GroupInput, ...]) -> tuple[str, int]:
    return describe_spatial_group(range(size), joints, inputs)


def find_redundancies(topology: Topology, parts: Partition) -> tuple[Redundancy, ...]:
    """Joints and inputs with dependent rows, and the circuit each closes."""
    pattern = parts.blocks.pattern
    elements: list[JointElement | InputElement] = [*topology.joints, *topology.inputs]
    circuits: dict[int, set[int]] = {}
    rows: Counter[int] = Counter()
    for row in parts.left_out:
        element = int(pattern.element[row])
        rows[element] += 1
        circuits.setdefault(element, set()).update(
            int(pattern.element[other]) for other in parts.blocks.circuit(row) if other < pattern.given_rows
        )
    closed = topology.welds.closed if topology.welds else ()
    found = [Redundancy(name, "joint", count, circuit) for name, count, circuit in closed]
    for element in sorted(rows):
        members = [elements[other] for other in sorted(circuits[element])]
        names = tuple(member.name for member in members)
        if topology.welds:
            names += topology.welds.between(link for member in members for link in member.links)
        kind = "joint" if element < len(topology.joints) else "input"
        found.append(Redundancy(elements[element].name, kind, rows[element], names))
    return tuple(found)


def find_undetermined(topology: Topology, parts: Partition) -> tuple[LinkName, ...]:
    """The links that move when every input is locked: the support of the null space."""
    moving = parts.loose_nodes
    return tuple(link for body, links in enumerate(topology.bodies) if body in moving for link in links)


def find_idle(topology: Topology, parts: Partition) -> dict[LinkName, int]:
    """Links that can move alone although two or more joints hold them: idle spins, by the number of freedoms."""
    if not parts.loose_nodes:
        return {}
    if topology.is_spatial:
        found = idle_bodies(topology, parts, spatial_rows(topology).generic())
        return {topology.bodies[each.bodies[0]][0]: each.freedoms for each in found}
    joints_at = Counter(body for joint in topology.joints for body in set(joint.bodies))
    rows_at: dict[int, list[int]] = {body: [] for body in sorted(parts.loose_nodes) if joints_at[body] > 1}
    pattern = parts.blocks.pattern
    for row, nodes in enumerate(pattern.nodes[: pattern.given_rows].tolist()):
        for body in rows_at.keys() & nodes:
            rows_at[body].append(row)
    freedoms = {body: topology.freedoms - parts.blocks.rank_at(body, rows) for body, rows in rows_at.items()}
    return {topology.bodies[body][0]: freedom for body, freedom in freedoms.items() if freedom}
