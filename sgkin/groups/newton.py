"""Any group without a solver of its own: Newton iteration on its constraints, one record each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from math import cos, hypot, sin

from sgkin.conditions.welding import Place, moved
from sgkin.groups.declaration import GroupTask
from sgkin.groups.element import Element, Entity, Kernel, Pose
from sgkin.groups.site import Site
from sgkin.groups.turning import angle_of, initial_angle, whole_turns
from sgkin.kernels import newton
from sgkin.model.driver import CoordinateDriver, DistanceDriver, Driver, JointDriver, PoseDriver
from sgkin.model.joint import GearPair, Joint, PinInSlot, Prismatic, RackAndPinion, Revolute

KERNEL = Kernel("Newton", newton.position, newton.tangent, newton.pair, margin=True)


@dataclass(slots=True)
class Records:
    """The constraints of a group, with its links numbered: those of earlier groups first."""

    site: Site
    own: tuple[str, ...]
    known: list[str] = field(default_factory=list)
    rows: int = 0
    table: list[tuple[int, str, str, list[float]]] = field(default_factory=list)
    inputs: list[Entity] = field(default_factory=list)
    angles: bool = False
    origins: dict[str, Place] = field(default_factory=dict)

    def add(self, code: int, first: str, second: str, numbers: list[float], rows: int = 1) -> None:
        """A record: local points of both links (4), direction (2), constant, input, radius."""
        for root in (first, second):
            if root not in self.own and root not in self.known:
                self.known.append(root)
        self.table.append((code, first, second, numbers))
        self.rows += rows

    def anchor(self, root: str) -> Place:
        """The place from which local points of a link are measured: its anchor if known, else one of its pins, about
        which a gear turns far without a change of the conditions."""
        return self.origins.get(root, (0.0, 0.0)) if root in self.own else self.site.frames[root].anchors[0][1]

    def local(self, root: str, place: Place) -> list[float]:
        """A place of a link as it stands in a record."""
        x, y = self.anchor(root)
        return [place[0] - x, place[1] - y]

    def number(self, root: str) -> int:
        """The number of a link's frame."""
        return self.known.index(root) if root in self.known else len(self.known) + self.own.index(root)


def build(task: GroupTask, site: Site) -> Element:
    records = Records(site, task.links)
    for joint in (*task.inner, *(joint for joint, _ in task.outer)):
        if isinstance(joint, Revolute):
            for root in site.roots(joint):
                records.origins.setdefault(root, site.pin(joint, root))
    for joint in task.inner:
        roots = [root for root in dict.fromkeys(site.roots(joint)) if root in task.links]
        for other in roots[1:]:
            _add_joint(records, joint, roots[0], other)
    meshes = dict.fromkeys(joint for joint, _ in task.outer if isinstance(joint, GearPair | RackAndPinion))
    for mesh in meshes:  # one condition, however many of the group's links it holds
        _add_joint(records, mesh, *site.roots(mesh))
    for joint, root in task.outer:
        if joint not in meshes:
            _add_joint(records, joint, site.earlier_link(joint, task.links), root)
    for driver in site.mechanism.drivers:
        for name in driver.inputs:
            if name in task.group.inputs:
                _add_input(records, driver, name)
    return _make_element(task, site, records)


def _add_joint(records: Records, joint: Joint, first: str, second: str) -> None:
    site = records.site
    if isinstance(joint, GearPair):
        _add_gear(records, joint)
    elif isinstance(joint, RackAndPinion):
        pinion, rack = site.roots(joint)
        points = records_points(records, joint, pinion, rack)
        angle = joint.angle + site.turn(joint.links[1])
        turn = site.turn(joint.links[0]) - site.turn(joint.links[1])
        records.angles = True
        constant = joint.phase - joint.radius * turn
        records.add(newton.RACK, pinion, rack, [*points, cos(angle), sin(angle), constant, 0.0, joint.radius])
    elif isinstance(joint, PinInSlot):
        pin, slot = site.roots(joint)
        angle = joint.angle + site.turn(joint.links[1])
        points = [*records_points(records, joint, slot, pin)]
        records.add(newton.LINE, slot, pin, [*points, cos(angle), sin(angle), joint.offset, 0.0, 0.0])
    elif isinstance(joint, Prismatic):
        one, other = site.guide(joint, first), site.guide(joint, second)
        points = records_points(records, joint, first, second)
        turn = one.angle - other.angle
        records.add(newton.DIRECTION, first, second, [*points, cos(turn), sin(turn), 0.0, 0.0, 0.0])
        h = one.offset - other.offset
        records.add(newton.LINE, first, second, [*points, cos(one.angle), sin(one.angle), h, 0.0, 0.0])
    else:
        points = records_points(records, joint, first, second)
        records.add(newton.PIN, first, second, [*points, 0.0, 0.0, 0.0, 0.0, 0.0], rows=2)


def records_points(records: Records, joint: Joint, first: str, second: str) -> list[float]:
    """The joint's place in both links."""
    site = records.site
    return [*records.local(first, site.pin(joint, first)), *records.local(second, site.pin(joint, second))]


def _add_gear(records: Records, joint: GearPair) -> None:
    site = records.site
    first, second, carrier = (site.root(link) for link in joint.all_links)
    one, other, arm = (site.turn(link) for link in joint.all_links)
    if carrier not in records.own and carrier not in records.known:
        records.known.append(carrier)
    phase = joint.phase + joint.ratio * (other - arm) - (one - arm)
    records.angles = True
    records.add(newton.GEAR, first, second, [carrier, 0.0, 0.0, 0.0, joint.ratio, 0.0, phase, 0.0, 0.0])  # type: ignore[list-item]


def _add_input(records: Records, driver: Driver, name: str) -> None:
    site = records.site
    number, z = float(len(records.inputs)), site.input_of[name]
    first, second = site.mechanism.driven_links(driver)
    a, b = site.root(first), site.root(second)
    nowhere = [0.0, 0.0, 0.0, 0.0]
    if isinstance(driver, DistanceDriver):
        parts = [site.mechanism.point(point) for point in driver.points]
        ends = [records.local(site.root(link), moved(site.parts[link][1], place)) for link, place in parts]
        records.add(newton.DISTANCE, a, b, [*ends[0], *ends[1], 0.0, 0.0, 0.0, number, 0.0])
    elif isinstance(driver, CoordinateDriver) or (isinstance(driver, PoseDriver) and not name.endswith(".theta")):
        if isinstance(driver, CoordinateDriver):
            link, place = site.mechanism.point(driver.point)
            axis = driver.axis
        else:
            link, place, axis = driver.link, (0.0, 0.0), name[-1]
        z = site.coordinate(name, axis)
        end = records.local(b, moved(site.parts[link][1], place))
        along = [1.0, 0.0] if axis == "x" else [0.0, 1.0]
        records.add(newton.COORDINATE, a, b, [0.0, 0.0, *end, *along, 0.0, number, 0.0])
    elif isinstance(driver, JointDriver) and isinstance(joint := site.mechanism.joint(driver.joint), Prismatic):
        points = records_points(records, joint, a, b)
        angle = site.guide(joint, a).angle
        records.add(newton.STROKE, a, b, [*points, cos(angle), sin(angle), 0.0, number, 0.0])
    else:
        shift = site.turn(first) - site.turn(second)
        records.add(newton.ANGLE, a, b, [*nowhere, cos(shift), sin(shift), 0.0, number, 0.0])
    records.inputs.append(z)


def _make_element(task: GroupTask, site: Site, records: Records) -> Element:
    known, unknown = len(records.known), len(task.links)
    points = [
        numbers[start : start + 2] for code, _, _, numbers in records.table if code != newton.GEAR for start in (0, 2)
    ]
    size = max((hypot(*point) for point in points), default=1.0)
    meshes = any(isinstance(joint, GearPair | RackAndPinion) for joint in site.mechanism.joints)
    counts = [known, unknown, len(records.inputs), len(records.table), records.rows, records.angles]
    geometry = [*map(float, counts), size or 1.0, float(meshes)]
    for code, first, second, numbers in records.table:
        values = [float(records.number(entry)) if isinstance(entry, str) else entry for entry in numbers]
        geometry += [float(code), float(records.number(first)), float(records.number(second)), *values]
    room = newton.space_needed(known, unknown, len(records.inputs), records.rows)
    inputs: list[Entity] = []
    for root in records.known:
        inputs += [site.frames[root].anchors[0][0], site.direction(root)]
    angles = {root: angle_of(site, site.direction(root)) for root in records.known} if records.angles else {}
    inputs += angles.values()
    inputs += records.inputs
    outputs: list[Entity] = []
    for link in task.links:
        place = records.anchor(link)
        origin, direction = Entity("point", link, place), Entity("direction", link)
        outputs += [origin, direction]
        if meshes:
            outputs.append(Entity("scalar", link))
            site.angles[direction] = outputs[-1]
        site.place(link, [(origin, place)], direction)
    element = site.add(KERNEL, inputs, outputs, geometry, task.number, room)
    element.begin = partial(_begin, site, records, task.links, angles, geometry)
    element.remembered = task.links
    element.sign, element.unknowns = 3 * unknown, 3 * unknown
    return element


def _begin(
    site: Site,
    records: Records,
    links: tuple[str, ...],
    angles: Mapping[str, Entity],
    geometry: list[float],
    poses: Mapping[str, Pose],
) -> list[tuple[int, float]]:
    """Poses to start from; the whole turns by which gears and racks differ from their phase in the beginning are put
    into the geometry.

    A mesh closes at the angles of the poses. An angle that follows from others can be whole turns away from them, which
    are no whole turns behind a gear ratio.
    """
    placed = {root: poses[root][2] for root in (*links, *angles)}
    turns = dict.fromkeys(links, 0.0)
    turns |= {root: whole_turns(initial_angle(site, angles[root], poses) - placed[root]) for root in angles}
    values = []
    for n, link in enumerate(links):
        pose = (*moved(poses[link], records.anchor(link)), poses[link][2])
        values += [(3 * n + part, pose[part]) for part in range(3)]
    for number, (code, first, second, numbers) in enumerate(records.table):
        if code not in (newton.GEAR, newton.RACK):
            continue
        constant, radius, along, ratio, carrier = numbers[6], 1.0, 0.0, numbers[4], str(numbers[0])
        if code == newton.RACK:
            (ax, ay), (bx, by) = (
                _place(poses[root], records, root, numbers, 2 * n) for n, root in enumerate((first, second))
            )
            c, s = cos(poses[second][2]), sin(poses[second][2])
            ux, uy = numbers[4] * c - numbers[5] * s, numbers[5] * c + numbers[4] * s
            along, radius, ratio, carrier = ux * (ax - bx) + uy * (ay - by), numbers[8], 1.0, second
        left, more = (
            angle[first] - angle[carrier] - ratio * (angle[second] - angle[carrier]) for angle in (placed, turns)
        )
        place = newton.HEADER + newton.RECORD * number + newton.CONSTANT
        geometry[place] = constant + radius * (whole_turns(left + (along - constant) / radius) + more)
    return values


def _place(pose: Pose, records: Records, root: str, numbers: list[float], start: int) -> Place:
    """World position of a record's point."""
    x, y = records.anchor(root)
    return moved(pose, (numbers[start] + x, numbers[start + 1] + y))
