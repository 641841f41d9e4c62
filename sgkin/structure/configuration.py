"""Placing the links where the initial configuration says, and closing the joints exactly.

Placing only follows what is known: two known points, or a point and an angle, place a link, and its points place its
neighbours. It guesses nothing; links that cannot be placed are named. Closing is Gauss and Newton's method on all
rows at once, damped, with the shortest step where the rows leave freedom.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import atan2, cos, hypot, sin

import numpy as np
from numpy.typing import NDArray

from sgkin.model.driver import JointDriver, LinkAngleDriver, PoseDriver
from sgkin.model.joint import GearPair, Joint, Prismatic, Revolute, Weld
from sgkin.model.mechanism import Mechanism
from sgkin.structure.geometry import Geometry
from sgkin.structure.rows import RowPattern
from sgkin.structure.topology import Topology

Floats = NDArray[np.float64]
Place = tuple[float, float]

CLOSED = 1e-10
"""Residual, relative to the typical length of a link, at which a mechanism counts as closed."""
MOST_GEAR_TURNS, MESHED = 60, 1e-6
"""Whole turns of a link that are tried so that its gear meshes, and how near to that it must come, in turns."""
FEW = 150
"""Unknowns up to which joints are closed with full matrices."""


class Placement:
    """What is known of the poses of the links, counted from the mechanism's origin; it spreads until nothing new
    follows."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism, self.origin = mechanism, mechanism.origin
        self.angles: dict[str, float] = {mechanism.ground: 0.0}
        self.points: dict[tuple[str, str], Place] = {}
        ground = (0.0 - self.origin[0], 0.0 - self.origin[1], 0.0)
        self.poses: dict[str, tuple[float, float, float]] = {mechanism.ground: ground}
        self._joints_at: dict[str, list[Joint]] = {link.name: [] for link in mechanism.links}
        for joint in mechanism.joints:
            for link in joint.all_links:
                self._joints_at[link].append(joint)
        self._strokes: dict[str, tuple[str, float]] = {}
        self._turned_by: dict[str, list[tuple[str, float]]] = {}
        self._changed: deque[str] = deque([mechanism.ground])
        self._take_drivers()
        self._take_initial()
        while self._changed:
            self._spread(self._changed.popleft())
        self._align_turns(list(self._align_welded()))

    @property
    def unplaced(self) -> tuple[str, ...]:
        """The links whose pose does not follow."""
        return tuple(link.name for link in self.mechanism.links if link.name not in self.poses)

    def array(self) -> Floats:
        """Poses (links, 3)."""
        return np.array([self.poses[link.name] for link in self.mechanism.links])

    def _take_initial(self) -> None:
        initial = self.mechanism.initial
        for name, (x, y) in initial.points.items():
            place = (x - self.origin[0], y - self.origin[1])
            if "." in name:
                link, point = name.split(".")
                self._know_point(link, point, place)
            else:
                joint = self.mechanism.joint(name)
                assert isinstance(joint, Revolute)
                for link, point in zip(joint.links, joint.at, strict=True):
                    self._know_point(link, point, place)
        for link, angle in initial.angles.items():
            self._know_angle(link, angle)

    def _take_drivers(self) -> None:
        inputs = self.mechanism.initial_inputs
        for driver in self.mechanism.drivers:
            if isinstance(driver, PoseDriver):
                x, y, theta = (inputs[name] for name in driver.inputs)
                self._know_pose(driver.link, (x - self.origin[0], y - self.origin[1], theta))
            elif isinstance(driver, LinkAngleDriver):
                self._know_angle(driver.link, inputs[driver.name])
            elif isinstance(driver, JointDriver) and isinstance(self.mechanism.joint(driver.joint), Prismatic):
                self._strokes[driver.joint] = (self.mechanism.driven_links(driver)[0], inputs[driver.name])
            elif isinstance(driver, JointDriver):
                first, second = self.mechanism.driven_links(driver)
                self._turned_by.setdefault(first, []).append((second, inputs[driver.name]))
                self._turned_by.setdefault(second, []).append((first, -inputs[driver.name]))
        for link, turn in self._turned_by.get(self.mechanism.ground, ()):
            self._know_angle(link, turn)  # before what is said of it: its whole turns are those of the input

    def _know_angle(self, link: str, angle: float) -> None:
        if link not in self.angles:
            self.angles[link] = angle
            self._try_pose(link)
            self._changed.append(link)

    def _know_point(self, link: str, point: str, place: Place) -> None:
        if (link, point) not in self.points and link not in self.poses:
            self.points[link, point] = place
            self._try_pose(link)

    def _know_pose(self, link: str, pose: tuple[float, float, float]) -> None:
        self.poses[link] = pose
        self.angles[link] = pose[2]
        for point in self.mechanism.link(link).points:
            self.points.pop((link, point), None)  # they follow from the pose now
        self._changed.append(link)

    def _try_pose(self, link: str) -> None:
        """Place a link of which two different points, or a point and the angle, are known."""
        if link in self.poses:
            return
        local = self.mechanism.link(link).points
        known = [(local[point], self.points[link, point]) for point in local if (link, point) in self.points]
        if not known:
            return
        (p, r), others = known[0], known[1:]
        angle = self.angles.get(link)
        far = max(others, key=lambda pair: hypot(pair[0][0] - p[0], pair[0][1] - p[1]), default=None)
        if far is not None and hypot(far[0][0] - p[0], far[0][1] - p[1]) > 0.0:
            q, s = far
            turned = atan2(s[1] - r[1], s[0] - r[0]) - atan2(q[1] - p[1], q[0] - p[0])
            near = self.mechanism.initial.angles.get(link, 0.0) if angle is None else angle
            angle = near + (turned - near + np.pi) % (2.0 * np.pi) - np.pi
        if angle is not None:
            self._know_pose(link, _pose(p, r, float(angle)))

    def _spread(self, link: str) -> None:
        for other, turn in self._turned_by.get(link, ()):
            self._know_angle(other, self.angles[link] + turn)
        for joint in self._joints_at[link]:
            if any(other not in self.poses for other in joint.all_links):
                self._spread_through(joint, link)

    def _spread_through(self, joint: Joint, link: str) -> None:
        match joint:
            case Revolute() | Weld():
                if link in self.poses:
                    place = self._world(link, joint.at[joint.links.index(link)])
                    for other, point in zip(joint.links, joint.at, strict=True):
                        self._know_point(other, point, place)
                if isinstance(joint, Weld):
                    other, sign = (joint.links[1], 1.0) if link == joint.links[0] else (joint.links[0], -1.0)
                    self._know_angle(other, self.angles[link] + sign * joint.angle)
            case Prismatic():
                mine = joint.links.index(link)
                other = joint.links[1 - mine]
                inclination = self.angles[link] + joint.angle[mine]
                self._know_angle(other, inclination - joint.angle[1 - mine])
                if joint.name in self._strokes and link in self.poses:
                    first, stroke = self._strokes[joint.name]
                    along = stroke if first == link else -stroke
                    across = joint.offset[mine] - joint.offset[1 - mine]
                    x, y = self._world(link, joint.at[mine])
                    cosine, sine = cos(inclination), sin(inclination)
                    place = (x + cosine * along - sine * across, y + sine * along + cosine * across)
                    self._know_point(other, joint.at[1 - mine], place)
            case GearPair():
                self._spread_gear(joint)

    def _align_welded(self) -> Iterator[list[str]]:
        """The links of each body; welded ones are put exactly where the first has them: what was said of them is
        approximate."""
        aligned: set[str] = set()
        for base in (self.mechanism.ground, *self.mechanism.moving_links):
            body = [base] if base in self.poses and base not in aligned else []
            for link in body:
                aligned.add(link)
                welds = [joint for joint in self._joints_at[link] if isinstance(joint, Weld)]
                for weld in welds:
                    other = weld.links[1 - weld.links.index(link)]
                    if other not in aligned:
                        self.poses[other] = self._welded_pose(weld, link, other)
                        body.append(other)
            if body:
                yield body

    def _align_turns(self, bodies: list[list[str]]) -> None:
        """Give bodies the whole turns that driven angles between them say, beginning at those whose angle is stated."""
        body_of = {link: number for number, body in enumerate(bodies) for link in body}
        stated = {self.mechanism.ground, *self.mechanism.initial.angles}
        stated |= {driver.link for driver in self.mechanism.drivers if isinstance(driver, LinkAngleDriver | PoseDriver)}
        sure = {number for number, body in enumerate(bodies) if not stated.isdisjoint(body)}
        reached, waiting = set(sure), deque(sorted(range(len(bodies)), key=lambda number: number not in sure))
        while waiting:
            number = waiting.popleft()
            reached.add(number)
            for link in bodies[number]:
                for other, turn in self._turned_by.get(link, ()):
                    if other in self.poses and body_of[other] not in reached:
                        difference = self.poses[link][2] + turn - self.poses[other][2]
                        self._turn(bodies[body_of[other]], 2.0 * np.pi * round(difference / (2.0 * np.pi)))
                        reached.add(body_of[other])
                        waiting.appendleft(body_of[other])
                        if number in sure:
                            sure.add(body_of[other])
        for joint in self.mechanism.joints:
            if isinstance(joint, GearPair) and all(link in self.poses for link in joint.all_links):
                self._align_gear(joint, bodies, body_of, sure)

    def _align_gear(self, joint: GearPair, bodies: list[list[str]], body_of: dict[str, int], sure: set[int]) -> None:
        """Let gears mesh where they are: find whole turns of what is not sure of them with which they do.

        Those of the first gear do not matter to the mesh; each of the others turns it by a part of them.
        """
        _, second, carrier = joint.all_links
        parts = {body_of[second]: -joint.ratio, body_of[carrier]: joint.ratio - 1.0}
        free = [body for body in parts if body not in sure]
        if not free:
            return
        first, other, arm = (self.poses[link][2] for link in joint.all_links)
        gap = first - arm - joint.ratio * (other - arm) - joint.phase
        most = range(-MOST_GEAR_TURNS, MOST_GEAR_TURNS + 1)
        tried = np.array(list(product(most, repeat=len(free))), dtype=float)
        left = gap / (2.0 * np.pi) + tried @ np.array([parts[body] for body in free])
        closed = np.flatnonzero(np.abs(left - np.round(left)) < MESHED)
        if len(closed):
            nearest = tried[closed[np.abs(tried[closed]).sum(axis=1).argmin()]]
            for body, turns in zip(free, nearest.tolist(), strict=True):
                self._turn(bodies[body], 2.0 * np.pi * turns)
            sure.update(parts)

    def _turn(self, body: list[str], turns: float) -> None:
        """Add whole turns to the angles of a body."""
        for link in body:
            x, y, theta = self.poses[link]
            self.poses[link] = (x, y, theta + turns)

    def _welded_pose(self, weld: Weld, link: str, other: str) -> tuple[float, float, float]:
        """The pose of a link that is welded to a placed one."""
        points = dict(zip(weld.links, weld.at, strict=True))
        turn = weld.angle if other == weld.links[1] else -weld.angle
        local = self.mechanism.link(other).points[points[other]]
        return _pose(local, self._world(link, points[link]), self.poses[link][2] + turn)

    def _spread_gear(self, joint: GearPair) -> None:
        first, second, carrier = (self.angles.get(link) for link in joint.all_links)
        if carrier is not None and first is None and second is not None:
            self._know_angle(joint.links[0], carrier + joint.ratio * (second - carrier) + joint.phase)
        elif carrier is not None and second is None and first is not None:
            self._know_angle(joint.links[1], carrier + (first - carrier - joint.phase) / joint.ratio)

    def _world(self, link: str, point: str) -> Place:
        x, y, theta = self.poses[link]
        px, py = self.mechanism.link(link).points[point]
        return x + cos(theta) * px - sin(theta) * py, y + sin(theta) * px + cos(theta) * py


def _pose(local: Place, world: Place, angle: float) -> tuple[float, float, float]:
    """The pose of a link at a given angle that has one of its points at a given place."""
    x = world[0] - cos(angle) * local[0] + sin(angle) * local[1]
    return x, world[1] - sin(angle) * local[0] - cos(angle) * local[1], angle


@dataclass(frozen=True, slots=True)
class Configuration:
    """Poses of all links (with ground), places of the pins that are unknowns, and how far the joints are from closing.

    `residual` is the largest, relative to the typical length of a link; `opening` is how far all joints and inputs
    together are from closing, in metres.
    """

    poses: Floats
    pins: Floats
    residual: float
    opening: float

    @property
    def is_closed(self) -> bool:
        return self.residual <= CLOSED


def close_joints(
    geometry: Geometry, poses: Floats, with_inputs: bool = True, steps: int = 60, held: int | None = None
) -> Configuration:
    """The closed configuration near the given poses, or the nearest that was found; `held`: an unknown that stays."""
    used = geometry.pattern.given_rows if with_inputs else geometry.pattern.joint_rows
    pins = geometry.pin_places(poses)
    resistance = np.zeros(int(geometry.pattern.first[-1]))
    if held is not None:
        resistance[held] = 1e15
    damping, best, units = 1e-10, _evaluate(geometry, poses, pins, used), geometry.units
    for _ in range(steps):
        rows, residual = best[1], best[0]
        if np.abs(rows.residual[:used]).max(initial=0.0) <= 1e-14 * geometry.size:
            break
        coefficients = geometry.coefficients(rows, poses)[:used]
        step = -_shortest_solution(geometry, coefficients, rows.residual[:used], resistance + damping)
        largest = np.abs(step / units).max(initial=0.0)
        trial = _moved(geometry, poses, pins, step * min(1.0, 0.5 / max(largest, 1e-300)))
        found = _evaluate(geometry, *trial, used)
        if found[0] < residual:
            poses, pins, best = *trial, found
            damping = max(damping / 10.0, 1e-14)
        elif residual <= CLOSED * geometry.size or damping > 1e6:
            break
        else:
            damping = max(damping * 100.0, 1e-6)
    residuals = best[1].residual[:used]
    openings = np.sqrt(np.bincount(geometry.pattern.element[:used], weights=residuals**2))
    largest = float(np.abs(residuals).max(initial=0.0)) / geometry.size
    return Configuration(poses, pins, largest, float(openings.sum()))


def _evaluate(geometry: Geometry, poses: Floats, pins: Floats, used: int):  # type: ignore[no-untyped-def]
    rows = geometry.rows(poses, pins)
    return float(np.linalg.norm(rows.residual[:used])), rows


def _shortest_solution(geometry: Geometry, coefficients: Floats, right: Floats, damping: Floats) -> Floats:
    """The x with the smallest |J x − right|² + Σ damping x²."""
    unknowns = len(damping)
    if unknowns <= FEW:  # scipy takes longer to be imported than this takes
        row, column, value = _entries(geometry, coefficients)
        matrix = np.zeros((len(right) + unknowns, unknowns))
        np.add.at(matrix, (row, column), value)
        matrix[len(right) :] = np.diag(np.sqrt(damping))
        dense: Floats = np.linalg.lstsq(matrix, np.concatenate([right, np.zeros(unknowns)]), rcond=None)[0]
        return dense
    from scipy.sparse import diags_array
    from scipy.sparse.linalg import spsolve

    jacobian = _jacobian(geometry, coefficients)
    sparse: Floats = spsolve((jacobian.T @ jacobian + diags_array(damping)).tocsc(), jacobian.T @ right)
    return sparse


def _jacobian(geometry: Geometry, coefficients: Floats):  # type: ignore[no-untyped-def]
    """Coefficients (m, 3, 3) as a sparse matrix."""
    from scipy.sparse import coo_array

    row, column, value = _entries(geometry, coefficients)
    return coo_array((value, (row, column)), shape=(len(coefficients), int(geometry.pattern.first[-1]))).tocsr()


def _entries(geometry: Geometry, coefficients: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """Row, column and value of coefficients (m, 3, 3); a place may come twice, and adds up."""
    pattern = geometry.pattern
    nodes = pattern.nodes[: len(coefficients)]
    columns = pattern.first[nodes][:, :, None] + np.arange(3)
    row = np.broadcast_to(np.arange(len(nodes))[:, None, None], columns.shape)
    valid = (nodes[:, :, None] >= 0) & (np.arange(3) < pattern.capacity[nodes][:, :, None])
    return row[valid], columns[valid], coefficients[valid]


def _moved(geometry: Geometry, poses: Floats, pins: Floats, step: Floats) -> tuple[Floats, Floats]:
    """Poses and pins after a step (vx, vy, arm · ω of every body, vx, vy of every pin); bodies move rigidly."""
    bodies = geometry.pattern.bodies
    twist = np.zeros((bodies + 1, 3))  # ground comes last
    twist[:-1] = step[: 3 * bodies].reshape(-1, 3)
    twist[:-1, 2] /= geometry.arms
    twist = twist[geometry.body]
    turn = twist[:, 2]
    origin = np.concatenate([poses[geometry.references, :2], np.zeros((1, 2))])[geometry.body]
    arm = poses[:, :2] - origin
    cosine, sine = np.cos(turn), np.sin(turn)
    turned = np.stack([cosine * arm[:, 0] - sine * arm[:, 1], sine * arm[:, 0] + cosine * arm[:, 1]], axis=1)
    moved = np.concatenate([origin + twist[:, :2] + turned, (poses[:, 2] + turn)[:, None]], axis=1)
    return moved, pins + step[3 * bodies :].reshape(-1, 2)


def neighbour(geometry: Geometry, start: Configuration, distance: float = 0.05) -> Configuration | None:
    """A closed configuration a little further along the motion, inputs free; None if there is no motion.

    A step along a random motion that the joints admit, then closed while the coordinate that moved most stays where it
    is: what is only an infinitesimal motion cannot be closed. At a singular position many admitted motions lead
    nowhere, so that several are tried, with shorter and shorter steps.
    """
    from scipy.sparse import eye_array
    from scipy.sparse.linalg import splu

    rows = geometry.rows(start.poses, start.pins)
    jacobian = _jacobian(geometry, geometry.coefficients(rows, start.poses)[: geometry.pattern.joint_rows])
    unknowns = jacobian.shape[1]
    admitted = splu((jacobian.T @ jacobian * 1e10 + eye_array(unknowns)).tocsc())
    random = np.random.default_rng(3)
    for attempt in range(8):
        tangent = admitted.solve(random.normal(size=unknowns))
        if np.abs(tangent).max() < 1e-7:
            return None
        step = tangent * (distance / 2**attempt / np.abs(tangent / geometry.units).max())
        poses, _ = _moved(geometry, start.poses, start.pins, step)
        held = int(np.abs(step[: 3 * geometry.pattern.bodies]).argmax())
        found = close_joints(geometry, poses, with_inputs=False, held=held)
        if found.is_closed:
            return found
    return None


@dataclass(frozen=True, slots=True)
class Placed:
    """What the initial configuration says of a mechanism: poses in the ground frame, its rows, and the closed
    configuration near it, counted from the mechanism's origin.

    `geometry` and `start` are None where some links, the `unplaced`, could not be placed.
    """

    poses: dict[str, tuple[float, float, float]]
    unplaced: tuple[str, ...]
    geometry: Geometry | None = None
    start: Configuration | None = None

    @property
    def gap(self) -> float:
        """What is left open between the joints, in metres; 0 where they close or were not all placed."""
        if self.geometry is None or self.start is None or self.start.is_closed:
            return 0.0
        return self.start.opening


def place_links(mechanism: Mechanism, topology: Topology, pattern: RowPattern) -> Placed:
    """Place all links as the initial configuration says, and close the joints."""
    placement = Placement(mechanism)
    ox, oy = placement.origin
    if placement.unplaced:
        known = {link: (x + ox, y + oy, theta) for link, (x, y, theta) in placement.poses.items()}
        return Placed(known, placement.unplaced)
    geometry = Geometry(mechanism, topology, pattern)
    start = close_joints(geometry, placement.array())
    found = zip(mechanism.links, start.poses.tolist(), strict=True)
    return Placed({link.name: (x + ox, y + oy, theta) for link, (x, y, theta) in found}, (), geometry, start)
