"""Joints that do not close at the start: which group cannot be assembled, at which joint it is open, and by how much.

Groups are closed in solving order, as far as they go. The first that does not close is opened at one of its joints,
where the gap is made as small as the other joints let it be; the groups after it are closed on what this leaves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import dist

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.conditions.record import Condition, Statement
from sgkin.conditions.statement import Statements
from sgkin.conditions.table import ConditionTable, place_conditions, residuals, without_turns
from sgkin.errors import listing
from sgkin.mathematics import Place, moved
from sgkin.model.mechanism import Mechanism, at_inputs
from sgkin.structure.configuration import CLOSED, FEW, Closable, ClosedLinks, Gap, Placed, close_joints, dense_rows
from sgkin.structure.geometry import Geometry
from sgkin.structure.rows import ANGULAR, RATIO
from sgkin.structure.structure import Group, Structure

MOST = 4
"""Gaps that are looked for; behind them the joints are closed as well as they can be together."""
STIFF = 1e3
"""How much joints that stay closed count beside the one that is opened while its gap is made small."""
INDEPENDENT = 1e-9
"""Singular value, by the largest, from which on rows are not the same as others."""
FEW_FREEDOMS = 4
"""Freedoms of a group with an open joint along which the smallest gap is looked for."""
ORDER = ("HP", "R", "G", "P")
"""Kinds of joints in the order in which a group is opened at them."""
ASIDE, SIDES = 0.4, 8
"""How far links are moved aside, farther each time, in radians and parts of their size, and how often, before a group
is said not to close."""
TRIED = 8
"""Joints of a group at which it is opened, one after the other, until the others close."""


def close_by_groups(structure: Structure, geometry: Geometry, rough: Floats) -> Placed:
    """Close a mechanism whose joints do not close all at once near the rough places (links, 3) of its links.

    What comes out is closed where groups close one after the other, and otherwise leaves only gaps open.
    """
    poses, gaps = _find_gaps(structure, geometry, rough)
    start = close_joints(geometry, poses, steps=0)
    return Placed(geometry.mechanism, geometry.in_ground(poses), (), geometry, start, gaps=gaps)


def _find_gaps(structure: Structure, geometry: Geometry, rough: Floats) -> tuple[Floats, tuple[Gap, ...]]:
    """The configuration nearest to the rough one with as few joints open as were found, and these joints."""
    search = _Search(structure, geometry)
    poses, gaps, number = rough, list[Gap](), -1
    while len(gaps) < MOST:
        first_open, poses = search.first_open(number, poses)
        if first_open is None:
            return poses, tuple(gaps)
        number = first_open
        poses, gap = search.open(number, poses)
        gaps.append(gap)
    return search.close(number, len(structure.groups) - 1, poses).poses, tuple(gaps)


def open_joints(gaps: Sequence[Gap], mechanism: Mechanism) -> str:
    """Which joints do not close, where and by how much, as it stands in a sentence."""
    first, *others = gaps
    at = at_inputs(mechanism, mechanism.initial_inputs.values())
    place = "design position" if mechanism.is_spatial else "initial configuration"
    near = f"the joints of {first.group} do not close near the {place}{at}"
    more = [f"{gap.joint} by {gap.told(mechanism.units)}" for gap in others]
    return f"{near}: {listing([f'{first.joint} is open by {first.told(mechanism.units)}', *more], verb=False)}"


class _Search:
    """Which rows are closed still, and to which group each of them belongs."""

    def __init__(self, structure: Structure, geometry: Geometry) -> None:
        self.structure, self.geometry = structure, geometry
        topology, pattern = geometry.topology, geometry.pattern
        self.group_of = np.full(len(pattern.capacity) + 1, -1)  # of pins and of ground, which comes last, none
        for number, group in enumerate(structure.groups):
            self.group_of[[topology.body_of[link] for link in group.links]] = number
        self.group: NDArray[np.int64] = self.group_of[pattern.nodes[: pattern.given_rows]].max(axis=1)
        names = [joint.name for joint in topology.joints] + [element.name for element in topology.inputs]
        self.element = {name: number for number, name in reversed(list(enumerate(names)))}
        self.weights = np.ones(pattern.given_rows)
        self.statements = Statements(geometry.mechanism)

    def first_open(self, after: int, poses: Floats) -> tuple[int | None, Floats]:
        """The first group behind one that does not close, None if all do, and a configuration in which those before it
        do."""
        low, high = after, len(self.structure.groups) - 1  # up to `low` they close, up to `high` they do not
        if after >= 0:  # that they do not all close is known only before the first gap
            found = self.close(after, high, poses)
            if found.is_closed:
                return None, found.poses
        while high - low > 1:
            trial = (low + high) // 2
            found = self.close(low, trial, poses)
            if found.is_closed:
                low, poses = trial, found.poses
            else:
                high = trial
        alone = self._close_one(high, poses)  # many groups at once may be too much where one by one they close
        return self.first_open(high, alone.poses) if alone.is_closed else (high, poses)

    def close(self, after: int, last: int, poses: Floats) -> ClosedLinks:
        """Close all groups behind one, up to the last, while those before them stay where they are."""
        rows, moving = self._part(after + 1, last)
        return close_joints(self.geometry, poses, np.where(rows, self.weights, 0.0), moving=moving, least=0.1)

    def _close_one(self, number: int, poses: Floats) -> ClosedLinks:
        """Close a single group; where links are stretched out nothing shows the way on, so that it is tried again from
        aside."""
        found = self.close(number - 1, number, poses)
        _, moving = self._part(number, number)
        random = np.random.default_rng(0)
        for side in range(1, 1 if found.is_closed else SIDES + 1):
            aside = side * ASIDE * random.uniform(-1.0, 1.0, len(moving)) * self.geometry.units * moving
            beside, _ = self.geometry.moved_by(found.poses, found.pins, aside)
            again = self.close(number - 1, number, beside)
            if again.is_closed:
                return again
        return found

    def open(self, number: int, poses: Floats) -> tuple[Floats, Gap]:
        """Open a group at the first of its joints that lets the others close, else where it is open the most."""
        geometry, group = self.geometry, self.structure.groups[number]
        rows, moving = self._part(number, number)
        kept = np.where(rows, self.weights, 0.0)
        for joint, given_up in self._openings(group, number):
            near = close_joints(geometry, poses, np.where(given_up, 1.0, STIFF * kept), moving=moving, least=1e-6)
            found = least_open(geometry, near.poses, given_up, np.where(given_up, 0.0, kept), moving)
            gap = self._gap(group, joint, found.poses)
            if found.is_closed and max(gap.length, gap.angle * geometry.size) > CLOSED * geometry.size:
                self.weights[given_up] = 0.0
                return found.poses, gap
        found = close_joints(geometry, poses, kept, moving=moving, least=0.1)
        gaps = [self._gap(group, name, found.poses) for name in (*group.joints, *group.inputs)]
        self.weights[self.group == number] = 0.0
        return found.poses, max(gaps, key=lambda gap: gap.length + gap.angle * geometry.size)

    def _part(self, first: int, last: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """The rows of some groups, with those that say where their pins are already, and the unknowns of their links
        and pins."""
        pattern = self.geometry.pattern
        nodes = pattern.nodes[: pattern.given_rows]
        own = (self.group >= first) & (self.group <= last)
        moving = np.zeros(len(pattern.capacity) + 1, dtype=bool)
        moving[nodes[own]] = True
        earlier = self.group < first
        pins = moving & (np.arange(len(moving)) >= pattern.bodies)
        pins[-1] = False
        moving[: pattern.bodies][self.group_of[: pattern.bodies] < first] = False
        return own | (earlier & pins[nodes].any(axis=1)), np.repeat(moving[:-1], pattern.capacity)

    def _openings(self, group: Group, number: int) -> Iterator[tuple[str, NDArray[np.bool_]]]:
        """Joints of a group, inner ones first, slots and pins before guides, and its inputs last, with those of their
        rows that are given up: of a guide first the one across it."""
        pattern = self.geometry.pattern
        element, form = (every[: pattern.given_rows] for every in (pattern.element, pattern.form))
        letters = {joint.name: joint.letter for joint in self.geometry.topology.joints}
        order = sorted(group.joints, key=lambda name: (name in group.outer_joints, ORDER.index(letters[name])))
        for joint in (*order, *group.inputs)[:TRIED]:
            rows = (element == self.element[joint]) & (self.group == number)
            first = pattern.nodes[: pattern.given_rows, 0]
            rows &= first == first[np.flatnonzero(rows)[-1]]  # a pin of many links lets go of one of them
            lengths = rows & ~np.isin(form, (ANGULAR, RATIO))
            if lengths.any() and not np.array_equal(lengths, rows):
                yield joint, lengths
            yield joint, rows

    def _gap(self, group: Group, joint: str, poses: Floats) -> Gap:
        """How far a joint is open, of those of its links that are placed by this group or before."""
        geometry, stated = self.geometry, self._stated(joint)
        ox, oy = geometry.origin.tolist()

        def place(frame: int, x: float, y: float) -> Place:
            px, py = moved(tuple(poses[frame].tolist()), (x, y))
            return px + ox, py + oy

        if stated.coincident:
            known = {geometry.topology.body_of[str(link)] for link in (*group.links, *group.hangs_on)}
            points = [place(*point) for point in stated.coincident if geometry.body[point.frame] in known]
            ends = max(combinations(points, 2), key=lambda pair: dist(*pair))
            return Gap(group.label, joint, dist(*ends), 0.0, ends)
        length, angle, places = 0.0, 0.0, list[Place]()
        for condition in stated.conditions:
            amount, (ux, uy) = self._missed(condition, poses)
            if condition.ends:
                x, y = place(*condition.ends[1])
                length, places = abs(amount), [(x, y), (x - amount * ux, y - amount * uy)]
            else:
                angle = abs(amount)
        length, angle = (length > CLOSED * geometry.size) * length, (angle > CLOSED) * angle
        if not length:
            places = places[:1] or [place(condition.turns[0][0], 0.0, 0.0)]
        return Gap(group.label, joint, length, angle, tuple(places))

    def _stated(self, name: str) -> Statement:
        """What a joint or an input states."""
        joints = self.geometry.topology.joints
        if self.element[name] < len(joints):
            return self.statements.of_joint(self.geometry.mechanism.joint(name))
        number = self.element[name] - len(joints)
        return Statement(
            (), tuple(each for stated in self.statements.drivers for each in stated.conditions)[number:][:1]
        )

    def _missed(self, condition: Condition, poses: Floats) -> tuple[float, Place]:
        """By how much a condition is not met, and the direction along which it is stated."""
        table = ConditionTable.of([condition])
        placed = place_conditions(table, poses)
        missed = without_turns(residuals(placed, self.geometry.inputs), table.period)
        ux, uy = placed.direction[0].tolist()
        return float(missed[0]), (ux, uy)


def least_open(
    geometry: Closable, poses: Floats, gap: NDArray[np.bool_], kept: Floats, moving: NDArray[np.bool_]
) -> ClosedLinks:
    """A configuration near the given poses in which some rows (m,) are closed, by their weights, and those of a gap are
    as small as they can be.

    It is looked for along the freedoms that the closed rows leave, of which there are as many as rows in the gap, by
    Nelder and Mead's method: where the gap is smallest its first derivatives say nothing of some of them.
    """
    from scipy.optimize import minimize

    start = close_joints(geometry, poses, kept, moving=moving, least=0.1)
    freedoms = _freedoms(geometry, start, kept, moving)
    if not start.is_closed or not 0 < len(freedoms) <= FEW_FREEDOMS:
        return start
    measured = geometry.limited(gap)

    def closed_at(way: Floats) -> ClosedLinks:
        there, _ = geometry.moved_by(start.poses, start.pins, way @ freedoms)
        return close_joints(geometry, there, kept, moving=moving, least=0.1)

    def opening(way: Floats) -> float:
        found = closed_at(way)
        return float(np.linalg.norm(measured.rows(found.poses, found.pins).residual)) if found.is_closed else np.inf

    corners = 0.3 * np.concatenate([np.zeros((1, len(freedoms))), np.eye(len(freedoms))])
    options = {"initial_simplex": corners, "xatol": 1e-5, "fatol": 1e-9 * geometry.size}
    return closed_at(minimize(opening, corners[0], method="Nelder-Mead", options=options).x)


def _freedoms(geometry: Closable, at: ClosedLinks, kept: Floats, moving: NDArray[np.bool_]) -> Floats:
    """Motions (k, unknowns) of what moves that some rows, by their weights, admit, each by about a radian or a typical
    length at most; none of more than a few links."""
    if moving.sum() > FEW:
        return np.zeros((0, len(moving)))
    used = geometry.limited(kept > 0.0)
    matrix = dense_rows(used, used.coefficients(used.rows(at.poses, at.pins)), np.flatnonzero(kept), moving)
    _, values, motions = np.linalg.svd(matrix)
    rank = int((values > INDEPENDENT * values.max(initial=1.0)).sum())
    found = np.zeros((len(motions) - rank, len(moving)))
    found[:, moving] = motions[rank:]
    return np.asarray(found / np.abs(found / geometry.units).max(axis=1, initial=0.0, keepdims=True))
