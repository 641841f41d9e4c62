"""Joints of a spatial mechanism that do not close near the design position: at which joint it is open, and by how much.

Groups are closed in solving order. The first that does not close is opened at the joint with the fewest conditions
without which the others do close, and there as little as can be. Loops with redundant conditions are closed by least
squares.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.structure.configuration import ClosedLinks, Gap, Placed, close_joints
from sgkin.structure.gaps import STIFF, least_open
from sgkin.structure.rows import LINE
from sgkin.structure.spatial_geometry import SpatialGeometry
from sgkin.structure.structure import Structure

MANY = 10_000
"""More conditions than a joint has."""

Opening = tuple[str, tuple[float, float, tuple[()]]]
"""A joint or an input, and what `Gap` tells of it besides: length, angle, and no places."""
SMALL = 1e-10
"""Gap, by the size of the mechanism, that is none."""


def close_groups_in_space(structure: Structure, geometry: SpatialGeometry, rough: Floats) -> Placed:
    """Close a mechanism whose joints do not close all at once near its design position (links, 3, 4)."""
    search = _Search(structure, geometry)
    poses = rough
    for number, group in enumerate(structure.groups):
        found = search.close(number, poses)
        if not found.is_closed:
            gaps, poses = search.open(number, poses)
            start = close_joints(geometry, poses, steps=0)
            label = group.label
            told = tuple(Gap(label, name, *opening) for name, opening in gaps)
            return Placed(geometry.mechanism, geometry.in_ground(poses), (), geometry, start, gaps=told)
        poses = found.poses
    start = close_joints(geometry, poses)
    return Placed(geometry.mechanism, geometry.in_ground(start.poses), (), geometry, start)


class _Search:
    """Which conditions and which unknowns belong to each group."""

    def __init__(self, structure: Structure, geometry: SpatialGeometry) -> None:
        self.structure, self.geometry = structure, geometry
        pattern, topology = geometry.pattern, geometry.topology
        group_of = np.full(len(topology.bodies) + 1, -1)
        for number, group in enumerate(structure.groups):
            group_of[[topology.body_of[link] for link in group.links]] = number
        self.group_of = group_of
        self.group: NDArray[np.int64] = group_of[pattern.nodes].max(axis=1)
        self.names = [joint.name for joint in topology.joints] + [entry.name for entry in topology.inputs]

    def close(self, number: int, poses: Floats) -> ClosedLinks:
        """Close a group while those before it stay where they are."""
        moving = np.repeat(self.group_of[:-1] == number, self.geometry.pattern.freedoms)
        return close_joints(self.geometry, poses, (self.group == number).astype(float), moving=moving)

    def open(self, number: int, poses: Floats) -> tuple[list[Opening], Floats]:
        """The joint or input at which a group is open, or all if none of them alone will do, and where its links are
        then."""
        pattern, geometry = self.geometry.pattern, self.geometry
        own, moving = self.group == number, np.repeat(self.group_of[:-1] == number, pattern.freedoms)
        members, conditions = np.unique(pattern.element[own], return_counts=True)
        conditions[members >= len(geometry.topology.joints)] += MANY  # inputs last
        for element in members[np.argsort(conditions, kind="stable")].tolist():
            gap = own & (pattern.element == element)
            kept = (own & ~gap).astype(float)
            near = close_joints(geometry, poses, np.where(gap, 1.0, STIFF * kept), moving=moving, least=1e-6)
            found = least_open(geometry, near.poses, gap, kept, moving)
            told = list(self._openings([element], found.poses))
            if found.is_closed and told:
                return told, found.poses
        found = self.close(number, poses)
        return list(self._openings(members.tolist(), found.poses)), found.poses

    def _openings(self, elements: list[int], poses: Floats) -> Iterator[Opening]:
        geometry, pattern = self.geometry, self.geometry.pattern
        residual = geometry.rows(poses, geometry.pin_places(poses)).residual
        for element in elements:
            own = pattern.element == element
            straight = own & (pattern.form == LINE)
            length = float(np.linalg.norm(residual[straight]))
            angle = float(np.linalg.norm(residual[own & ~straight])) / geometry.size
            length, angle = (
                each if each > limit else 0.0 for each, limit in ((length, SMALL * geometry.size), (angle, SMALL))
            )
            if length or angle:
                yield self.names[element], (length, angle, ())
