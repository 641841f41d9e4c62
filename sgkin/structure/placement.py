"""Placing the links where the initial configuration says.

Placing only follows what is known: two known points, or a point and an angle, place a link, and its points place its
neighbours; so do an angle and two lines on which the link must lie, such as a guide and the stroke on it. It guesses
nothing; links that cannot be placed are named.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise, product
from math import atan2, cos, hypot, pi, sin

import numpy as np

from sgkin.arrays import Floats
from sgkin.conditions.record import NOT_DRIVEN, Condition, Point, Statement, left_side
from sgkin.conditions.statement import Statements
from sgkin.conditions.welding import WeldedBodies, pose_at
from sgkin.mathematics import Place, Pose, moved
from sgkin.whole_turns import WHOLE_TURN, whole_turns

MOST_GEAR_TURNS, MESHED = 60, 1e-6
"""Whole turns of a link that are tried so that its gear meshes, and how near to that it must come, in turns."""
CROSSING = 1e-6
"""Sine of the angle between two lines above which they say where a link is."""


class Placement:
    """What is known of the poses of the links, by number, counted from the mechanism's origin; it spreads until nothing
    new follows."""

    def __init__(self, statements: Statements, welds: WeldedBodies) -> None:
        self.mechanism, self.origin = statements.mechanism, statements.origin
        self.number = statements.number
        ground = statements.ground
        self.poses: dict[int, Pose] = {ground: (0.0 - self.origin[0], 0.0 - self.origin[1], 0.0)}
        self.angles: dict[int, float] = {ground: 0.0}
        self._points: dict[int, dict[Place, Place]] = {}  # of links that are not placed yet
        self._pins_at: dict[int, list[Statement]] = {number: [] for number in self.number.values()}
        self._turns_at: dict[int, list[Condition]] = {}
        self._lines_at: dict[int, list[Condition]] = {}
        inputs = list(self.mechanism.initial_inputs.values())
        self._driven = [
            each._replace(constant=each.constant + inputs[each.input], input=NOT_DRIVEN)
            for stated in statements.drivers
            for each in stated.conditions
        ]
        self._joined = [each for stated in statements.joints for each in stated.conditions]
        self._collect(statements.joints)
        self._changed: deque[int] = deque([ground])
        self._place_by_drivers(ground)
        self._place_by_initial()
        while self._changed:
            self._spread(self._changed.popleft())
        self._align(welds)

    def _collect(self, joints: tuple[Statement, ...]) -> None:
        """Which statements hold each link."""
        for stated in joints:
            for point in stated.coincident:
                self._pins_at[point.frame].append(stated)
        for condition in (*self._driven, *self._joined):
            if condition.kind == "projection":
                held = self._lines_at if condition.ends else self._turns_at
                for frame in dict.fromkeys(condition.frames):
                    held.setdefault(frame, []).append(condition)

    @property
    def unplaced(self) -> tuple[str, ...]:
        """The links whose pose does not follow."""
        return tuple(name for name, number in self.number.items() if number not in self.poses)

    @property
    def in_ground(self) -> dict[str, Pose]:
        """The poses of all links that are placed, in the ground frame."""
        ox, oy = self.origin
        placed = ((name, self.poses[number]) for name, number in self.number.items() if number in self.poses)
        return {name: (x + ox, y + oy, theta) for name, (x, y, theta) in placed}

    def array(self) -> Floats:
        """Poses (links, 3)."""
        return np.array([self.poses[number] for number in self.number.values()])

    def _place_by_drivers(self, ground: int) -> None:
        """What is driven against ground comes before what is said of it: its whole turns are those of the input."""
        lines: dict[int, list[Condition]] = {}
        for condition in self._driven:
            if condition.ends:
                for frame in dict.fromkeys(condition.frames):
                    lines.setdefault(frame, []).append(condition)
            elif ground in condition.frames:
                self._follow_angle(condition)
        for frame, conditions in lines.items():
            self._follow_lines(frame, conditions)

    def _place_by_initial(self) -> None:
        initial, mechanism = self.mechanism.initial, self.mechanism
        for name, (x, y) in initial.points.items():
            sites = [tuple(name.split("."))] if "." in name else mechanism.joint(name).sites
            for link, point in sites:
                local = Point(self.number[link], *mechanism.link(link).points[point])
                self._know_point(local, (x - self.origin[0], y - self.origin[1]))
        for link, angle in initial.angles.items():
            self._know_angle(self.number[link], angle)

    def _know_angle(self, frame: int, angle: float) -> None:
        if frame not in self.angles:
            self.angles[frame] = angle
            self._try_pose(frame)
            self._changed.append(frame)

    def _know_point(self, point: Point, place: Place) -> None:
        frame, local = point.frame, (point.x, point.y)
        if frame not in self.poses and local not in self._points.setdefault(frame, {}):
            self._points[frame][local] = place
            self._try_pose(frame)
            if frame not in self.poses and frame in self._lines_at:
                self._changed.append(frame)

    def _know_pose(self, frame: int, pose: Pose) -> None:
        self.poses[frame] = pose
        self.angles[frame] = pose[2]
        self._points.pop(frame, None)  # they follow from the pose now
        self._changed.append(frame)

    def _try_pose(self, frame: int) -> None:
        """Place a link of which two different points, or a point and the angle, are known."""
        if frame not in self._points:
            return
        link, places = self.mechanism.links[frame], self._points[frame]
        known = [(local, places[local]) for local in link.points.values() if local in places]
        (p, r), others = known[0], known[1:]
        angle = self.angles.get(frame)
        far = max(others, key=lambda pair: hypot(pair[0][0] - p[0], pair[0][1] - p[1]), default=None)
        if far is not None and hypot(far[0][0] - p[0], far[0][1] - p[1]) > 0.0:
            q, s = far
            turned = atan2(s[1] - r[1], s[0] - r[0]) - atan2(q[1] - p[1], q[0] - p[0])
            near = self.mechanism.initial.angles.get(link.name, 0.0) if angle is None else angle
            angle = near + (turned - near + pi) % WHOLE_TURN - pi
        if angle is not None:
            self._know_pose(frame, pose_at(p, r, angle))

    def _spread(self, frame: int) -> None:
        for condition in self._turns_at.get(frame, ()):
            self._follow_angle(condition)
        if frame in self.poses:
            for stated in self._pins_at[frame]:
                others = [point for point in stated.coincident if point.frame not in self.poses]
                if others:
                    mine = next(point for point in stated.coincident if point.frame == frame)
                    place = moved(self.poses[frame], (mine.x, mine.y))
                    for point in others:
                        self._know_point(point, place)
        for condition in self._lines_at.get(frame, ()):
            self._follow_angle(condition)
            for other in condition.frames:
                self._follow_lines(other, self._lines_at[other])

    def _follow_angle(self, condition: Condition) -> None:
        """The angle that follows from others and, of a link that rolls, from its place. That of a carrier is not taken
        from its gears: any whole turn of them would change it."""
        unknown = [turn for turn in condition.turns if turn[0] not in self.angles]
        if len(unknown) == 1 and unknown[0] in condition.turns[:2]:
            (frame, weight), along = unknown[0], self._along(condition, {})
            if along is not None:
                rest = sum(w * self.angles[other] for other, w in condition.turns if other != frame)
                self._know_angle(frame, (condition.constant - rest - along) / weight)

    def _follow_lines(self, frame: int, lines: list[Condition]) -> None:
        """Place a link of known angle on two lines that cross."""
        if frame in self.poses or frame not in self.angles:
            return
        trial: Pose = (0.0, 0.0, self.angles[frame])
        rows: list[tuple[float, float, float]] = []
        for condition in lines:
            ends = [end.frame for end in condition.ends]
            if ends.count(frame) != 1 or not all(other in self.angles for other in condition.frames):
                continue
            along = self._along(condition, {frame: trial})
            if along is not None:
                sign = 1.0 if ends[1] == frame else -1.0
                direction = self.angles[condition.frame] + condition.angle
                turned = sum(weight * self.angles[other] for other, weight in condition.turns)
                rows.append((sign * cos(direction), sign * sin(direction), condition.constant - turned - along))
        for (a, b, p), (c, d, q) in pairwise(rows):
            crossing = a * d - b * c
            if abs(crossing) > CROSSING:
                self._know_pose(frame, ((p * d - q * b) / crossing, (a * q - c * p) / crossing, trial[2]))
                return

    def _along(self, condition: Condition, trial: dict[int, Pose]) -> float | None:
        """How far the ends of a projection are apart along it, if that is known, with links on trial where they are
        said to be; 0 where it has no ends."""
        if not condition.ends:
            return 0.0
        places = [self._place(end, trial) for end in condition.ends]
        if condition.frame not in self.angles or None in places:
            return None
        (x1, y1), (x2, y2) = places  # type: ignore[misc]
        direction = self.angles[condition.frame] + condition.angle
        return cos(direction) * (x2 - x1) + sin(direction) * (y2 - y1)

    def _place(self, point: Point, trial: dict[int, Pose]) -> Place | None:
        """Where a point is, if that is known."""
        pose = trial.get(point.frame) or self.poses.get(point.frame)
        if pose is not None:
            return moved(pose, (point.x, point.y))
        return self._points.get(point.frame, {}).get((point.x, point.y))

    def _align(self, welds: WeldedBodies) -> None:
        """Put welded links exactly where the first of them has them: what was said of them is approximate. Then give
        bodies the whole turns that driven angles between them say, beginning at those whose angle is stated."""
        bodies: dict[int, list[int]] = {}
        for link, (root, part) in welds.parts.items():
            frame, base = self.number[link], self.number[root]
            bodies.setdefault(base, []).append(frame)
            if frame != base and base in self.poses:
                self.poses[frame] = (*moved(self.poses[base], part[:2]), self.poses[base][2] + part[2])
        body_of = {frame: base for base, body in bodies.items() for frame in body}
        ground = self.number[self.mechanism.ground]
        sure = {body_of[frame] for frame in (ground, *(self.number[name] for name in self.mechanism.initial.angles))}
        turned: dict[int, list[Condition]] = {}
        for condition in self._driven:
            if not condition.ends and condition.turns:
                for frame in condition.frames:
                    turned.setdefault(body_of[frame], []).append(condition)
        reached, waiting = set(sure), deque(sorted(turned, key=lambda base: base not in sure))
        while waiting:
            base = waiting.popleft()
            reached.add(base)
            for condition in turned.get(base, ()):
                for other in condition.frames:
                    if other in self.poses and body_of[other] not in reached:
                        gap = (condition.constant - left_side(condition, self.poses)) / dict(condition.turns)[other]
                        self._turn(bodies[body_of[other]], whole_turns(gap))
                        reached.add(body_of[other])
                        waiting.appendleft(body_of[other])
                        if base in sure:
                            sure.add(body_of[other])
        for condition in self._joined:
            if condition.rolls and not condition.ends and all(frame in self.poses for frame in condition.frames):
                self._align_gear(condition, bodies, body_of, sure)

    def _align_gear(
        self, condition: Condition, bodies: dict[int, list[int]], body_of: dict[int, int], sure: set[int]
    ) -> None:
        """Let gears mesh where they are: find whole turns of what is not sure of them with which they do.

        Those of the first gear do not matter to the mesh; each of the others turns it by a part of them.
        """
        parts = {body_of[frame]: weight for frame, weight in condition.turns[1:]}
        free = [body for body in parts if body not in sure]
        if not free:
            return
        most = range(-MOST_GEAR_TURNS, MOST_GEAR_TURNS + 1)
        tried = np.array(list(product(most, repeat=len(free))), dtype=float)
        gap = (left_side(condition, self.poses) - condition.constant) / WHOLE_TURN
        left = gap + tried @ np.array([parts[body] for body in free])
        closed = np.flatnonzero(np.abs(left - np.round(left)) < MESHED)
        if len(closed):
            nearest = tried[closed[np.abs(tried[closed]).sum(axis=1).argmin()]]
            for body, turns in zip(free, nearest.tolist(), strict=True):
                self._turn(bodies[body], WHOLE_TURN * turns)
            sure.update(parts)

    def _turn(self, body: list[int], turns: float) -> None:
        """Add whole turns to the angles of a body."""
        for frame in body:
            x, y, theta = self.poses[frame]
            self.poses[frame] = (x, y, theta + turns)
