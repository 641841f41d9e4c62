"""The conditions of a spatial mechanism at a configuration: their residuals, and the rows that they are.

Poses are the frames (links, 3, 4) of all links with ground, counted from the origin of the mechanism. Joints are closed
on what they state, body by body; the rank is that of `SpatialRows` at the same configuration. The first is exact where
joints are open, the second has a node for every ball of many.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.conditions.space_record import SpaceCondition
from sgkin.conditions.space_statement import SpaceStatements
from sgkin.conditions.space_table import PlacedInSpace, SpaceTable, frame_of, place_in_space, right_side
from sgkin.conditions.table import without_turns
from sgkin.model.design_position import design_pose
from sgkin.space import SpacePose, Vector
from sgkin.structure.geometry import POINT, PlacedRows
from sgkin.structure.rows import ANGULAR, LINE, RowPattern
from sgkin.structure.spatial_rows import Frames, Scale, SpatialRows
from sgkin.structure.topology import GROUND, Topology


class SpatialGeometry:
    """A spatial mechanism's conditions as functions of the frames of its links.

    `pattern`: the conditions that are closed, without nodes of shared joints; `size`: the typical length of a link;
    `units`: what is one for each unknown; `inputs` (f,) may be changed.
    """

    def __init__(self, statements: SpaceStatements, topology: Topology, rows: SpatialRows) -> None:
        assert topology.marks is not None
        mechanism = statements.mechanism
        self.mechanism, self.topology = mechanism, topology
        self._rows, self._marks = rows, topology.marks
        index = statements.number
        self._index = index
        self.body = np.array([topology.body_of[link.name] for link in mechanism.links], dtype=int)
        self._roots = np.array([index[str(links[0])] for links in topology.bodies], dtype=int)
        self.inputs = np.array(list(mechanism.initial_inputs.values()))
        self.origin = np.array(statements.origin)
        self._places = np.array([site.place for site in self._marks.sites]).reshape(-1, 3)
        self._site_links = np.array([index[site.link] for site in self._marks.sites], dtype=int)
        self._axes = np.array([(axis.x, axis.y, axis.axis) for axis in self._marks.axes]).reshape(-1, 3, 3)
        self._axis_links = np.array([index[axis.link] for axis in self._marks.axes], dtype=int)
        self._set_lengths()
        self._set_conditions(statements)
        arms = self._scale.arms[: len(topology.bodies)]
        self.units = np.repeat(np.stack([np.full_like(arms, self.size), arms], axis=1), 3, axis=1).ravel()

    @property
    def design(self) -> Floats:
        """The frames of the design position, welded links exactly where they are welded."""
        assert self.topology.welds is not None
        parts, poses = self.topology.welds.parts, []
        for link in self.mechanism.links:
            root, part = parts[link.name]
            poses.append(design_pose(self.mechanism, root).behind(part))
        frames = np.stack([frame_of(pose) for pose in poses])
        frames[:, :, 3] -= self.origin
        return np.asarray(frames)

    def _set_lengths(self) -> None:
        """References, the mean of the places at which a body is held; the size, the root mean square distance of places
        from them; and arms, the largest such distance, or the size where angles are held as such."""
        pattern, bodies = self._rows.pattern, len(self.topology.bodies)
        places, owners = self._held_places()
        count = np.bincount(owners, minlength=bodies + 1)
        total = np.zeros((bodies + 1, 3))
        np.add.at(total, owners, places)
        means = total / np.maximum(count, 1)[:, None]
        distance = self._without_rounding(np.linalg.norm(places - means[owners], axis=1))
        if not distance[owners < bodies].any() and len(places):
            distance = self._without_rounding(np.linalg.norm(places - places.mean(axis=0), axis=1))
        own = distance[owners < bodies] if distance[owners < bodies].any() else distance
        self.size = float(np.sqrt((own**2).mean())) if own.any() else self.mechanism.size or 1.0
        arms = np.zeros(bodies + 1)
        np.maximum.at(arms, owners, distance)
        turned = (pattern.form[: pattern.given_rows] == ANGULAR) | (self._rows.turn != 0)
        arms[np.minimum(pattern.nodes[: pattern.given_rows][turned], bodies)] = self.size
        arms = np.where(arms[:-1] > POINT * self.size, np.minimum(arms[:-1], self.size), self.size)
        pins = np.full(len(pattern.pin_joints) + 1, self.size)
        design = self.design
        local = np.einsum("bji,bj->bi", design[self._roots, :, :3], means[:-1] - design[self._roots, :, 3])
        self._local_references = local
        self._scale = Scale(self.size, np.zeros((bodies + len(pins), 3)), np.concatenate([arms, pins]))

    def _without_rounding(self, distance: Floats) -> Floats:
        return np.where(distance > POINT * self.mechanism.size, distance, 0.0)

    def _held_places(self) -> tuple[Floats, NDArray[np.int64]]:
        """The places of the design position at which bodies are held, and the number of the body of each, that of
        ground last."""
        places = self._sites(self.design)
        bodies, sites = len(self.topology.bodies), self._rows.sites
        pairs = {
            (body, site)
            for row, nodes in enumerate(self._rows.pattern.nodes[: self._rows.pattern.given_rows].tolist())
            for end, body in enumerate(nodes[:2])
            if body < bodies and (site := int(sites[row, end if sites[row, 1] >= 0 else 0])) >= 0
        }
        table = np.array(sorted(pairs), dtype=int).reshape(-1, 2)
        return places[table[:, 1]], np.where(table[:, 0] == GROUND, bodies, table[:, 0])

    def _set_conditions(self, statements: SpaceStatements) -> None:
        ground = statements.ground
        conditions: list[SpaceCondition] = []
        element: list[int] = []
        for number, place in enumerate(self.topology.joint_indices):
            found = list(statements.joints[place].scalars(ground))
            conditions += found
            element += [number] * len(found)
        joint_rows = len(conditions)
        for number, stated in enumerate(each for found in statements.drivers for each in found.conditions):
            conditions.append(stated)
            element.append(len(self.topology.joints) + number)
        self._table = SpaceTable.of(conditions)
        self._is_length = self._table.has_ends | (self._table.kind == 2)
        self._factors = np.where(self._is_length, 1.0, self.size)
        nodes = np.full((len(conditions), 4), GROUND, dtype=np.int32)
        acting = np.where(self._table.slots, self.body[self._table.frames], GROUND)
        self._node = np.zeros(acting.shape, dtype=np.int64)
        for row, bodies in enumerate(acting.tolist()):
            own = sorted(set(bodies) - {GROUND})
            nodes[row, : len(own)] = own
            self._node[row] = [own.index(body) if body != GROUND else 0 for body in bodies]
        self._acts = acting != GROUND
        elements = np.array(element, dtype=np.int32)
        bodies = len(self.topology.bodies)
        self.pattern = RowPattern(
            nodes=nodes,
            form=np.where(self._is_length, LINE, ANGULAR).astype(np.int8),
            element=elements,
            site=elements,
            capacity=np.full(bodies, 6, dtype=np.int32),
            angles=np.full(bodies, 3, dtype=np.int32),
            pin_joints=(),
            bodies=bodies,
            joint_rows=joint_rows,
            input_rows=len(conditions) - joint_rows,
            freedoms=6,
        )

    def limited(self, rows: NDArray[np.bool_]) -> SpatialGeometry:
        """The same of which only some rows are looked at; the others are zero."""
        found = copy(self)
        found._factors = np.where(rows, self._factors, 0.0)
        return found

    def counted(self, poses: Sequence[SpacePose]) -> Floats:
        """Poses of all links in the ground frame as frames (links, 3, 4), counted from the origin."""
        found = np.stack([frame_of(pose) for pose in poses])
        found[:, :, 3] -= self.origin
        return found

    def in_ground(self, poses: Floats) -> dict[str, SpacePose]:
        """Frames (links, 3, 4), counted from the origin, in the ground frame by link."""
        found = np.array(poses)
        found[:, :, 3] += self.origin
        return {link.name: _pose(frame) for link, frame in zip(self.mechanism.links, found, strict=True)}

    def pin_places(self, poses: Floats) -> Floats:
        """None: joints of many links are closed link by link."""
        return np.zeros((*poses.shape[:-3], 0, 2))

    def rows(self, poses: Floats, pins: Floats) -> PlacedRows:
        """All conditions of joints and inputs at frames."""
        placed = place_in_space(self._table, poses)
        missed = placed.value - right_side(self._table, self.inputs)[0]
        residual = without_turns(missed, self._table.period) * self._factors
        return PlacedRows(poses, residual, [placed])

    def coefficients(self, rows: PlacedRows) -> Floats:
        """Coefficients (m, 4, 6) of the conditions: of velocities at the references, and of angular ones times arms."""
        placed, frames = rows.placed[0], rows.frames
        assert isinstance(placed, PlacedInSpace)
        gradient = placed.gradient * self._factors[:, None, None]
        at, body = self._table.frames, self.body[self._table.frames]
        reference = np.concatenate([self._references(frames), np.zeros((1, 3))])[body]
        gradient[..., 3:] += np.cross(frames[at, :, 3] - reference, gradient[..., :3])
        gradient[..., 3:] /= self._scale.arms[body][..., None]
        found = np.zeros((len(at), self.pattern.width, 6))
        row, slot = np.nonzero(self._acts)
        np.add.at(found, (row, self._node[row, slot]), gradient[row, slot])
        return found

    def rank_rows(self, poses: Floats, pins: Floats) -> Floats:
        """Coefficients of the rows of joints and inputs of which the structure is told."""
        scale = self._scale
        references = scale.references.copy()
        references[: len(self._roots)] = self._references(poses)
        axes = np.einsum("kij,kpj->kpi", poses[self._axis_links, :, :3], self._axes)
        frames = Frames(self._sites(poses), axes, np.array(self._marks.factors))
        return self._rows.measured(frames, scale._replace(references=references))

    def moved_by(self, poses: Floats, pins: Floats, step: Floats) -> tuple[Floats, Floats]:
        """Frames after a step (v, arm · ω of every body); bodies move rigidly."""
        bodies = len(self._roots)
        twist = np.zeros((bodies + 1, 6))
        twist[:-1] = step.reshape(-1, 6)
        twist[:, 3:] /= np.append(self._scale.arms[:bodies], 1.0)[:, None]
        turns = rotations(twist[:, 3:])[self.body]
        references = np.concatenate([self._references(poses), np.zeros((1, 3))])[self.body]
        found = np.empty_like(poses)
        found[:, :, :3] = turns @ poses[:, :, :3]
        arm = np.einsum("lij,lj->li", turns, poses[:, :, 3] - references)
        found[:, :, 3] = references + twist[self.body, :3] + arm
        return found, pins

    def _references(self, poses: Floats) -> Floats:
        roots = poses[self._roots]
        return np.asarray(roots[:, :, 3] + np.einsum("bij,bj->bi", roots[:, :, :3], self._local_references))

    def _sites(self, poses: Floats) -> Floats:
        frames = poses[self._site_links]
        return np.asarray(frames[:, :, 3] + np.einsum("sij,sj->si", frames[:, :, :3], self._places))


def rotations(vectors: Floats) -> Floats:
    """The rotation matrices (n, 3, 3) of turns by the length of vectors (n, 3) about them."""
    angle = np.linalg.norm(vectors, axis=1)
    axis = vectors / np.where(angle > 0.0, angle, 1.0)[:, None]
    x, y, z = axis.T
    zero = np.zeros_like(x)
    skew = np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=1).reshape(-1, 3, 3)
    sine, versine = np.sin(angle)[:, None, None], (1.0 - np.cos(angle))[:, None, None]
    return np.asarray(np.eye(3) + sine * skew + versine * (skew @ skew))


def _pose(frame: Floats) -> SpacePose:
    x, y, z, place = (_vector(frame[:, column]) for column in range(4))
    return SpacePose(place, (x, y, z))


def _vector(numbers: Floats) -> Vector:
    x, y, z = numbers.tolist()
    return x, y, z
