"""Closing the joints exactly: Gauss and Newton's method on all rows at once, damped, with the shortest step where the
rows leave freedom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats, Integers
from sgkin.conditions.space_statement import SpaceStatements
from sgkin.conditions.statement import Statements
from sgkin.conditions.welding import WeldedBodies
from sgkin.mathematics import Place
from sgkin.model.mechanism import Mechanism
from sgkin.model.quantity import Units
from sgkin.structure.geometry import Geometry, PlacedRows
from sgkin.structure.placement import Placement
from sgkin.structure.rows import RowPattern
from sgkin.structure.spatial_geometry import SpatialGeometry
from sgkin.structure.spatial_rows import spatial_rows
from sgkin.structure.topology import Topology

Closable = Geometry | SpatialGeometry

CLOSED = 1e-10
"""Residual, relative to the typical length of a link, at which a mechanism counts as closed."""
TEN = 10
FEW = 150
"""Unknowns up to which joints are closed with full matrices."""


@dataclass(frozen=True, slots=True)
class ClosedLinks:
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
    geometry: Closable,
    poses: Floats,
    weights: Floats | None = None,
    steps: int = 60,
    moving: NDArray[np.bool_] | None = None,
    least: float = 0.0,
) -> ClosedLinks:
    """The closed configuration near the given poses, or the nearest that was found.

    weights (m,): how much the rows of joints and inputs count, all the same by default; moving (n,): the unknowns that
    may change, by default all; least: by which part ten steps must bring it nearer to go on.
    """
    pattern = geometry.pattern
    if weights is None:
        weights = np.ones(pattern.given_rows)
    else:
        geometry = geometry.limited(weights > 0.0)
    pins = geometry.pin_places(poses)
    used = np.flatnonzero(weights)
    moving = np.ones(int(pattern.first[-1]), dtype=bool) if moving is None else moving
    damping, best, units = 1e-10, _evaluate(geometry, poses, pins, weights), geometry.units
    before: list[float] = []
    for _ in range(steps):
        residual, right, rows = best
        before.append(residual)
        if least and len(before) > TEN and residual > (1.0 - least) * before[-1 - TEN]:
            break
        if np.abs(right).max(initial=0.0) <= 1e-14 * geometry.size:
            break
        coefficients = geometry.coefficients(rows)[used] * weights[used, None, None]
        step = -_shortest_solution(geometry, coefficients, right[used], used, damping, moving)
        largest = np.abs(step / units).max(initial=0.0)
        trial = geometry.moved_by(poses, pins, step * min(1.0, 0.5 / max(largest, 1e-300)))
        found = _evaluate(geometry, *trial, weights)
        if found[0] < residual:
            poses, pins, best = *trial, found
            damping = max(damping / 10.0, 1e-14)
        elif residual <= CLOSED * geometry.size or damping > 1e6:
            break
        else:
            damping = max(damping * 100.0, 1e-6)
    residuals = best[1]
    openings = np.sqrt(np.bincount(geometry.pattern.element[: len(residuals)], weights=residuals**2))
    largest = float(np.abs(residuals).max(initial=0.0)) / geometry.size
    return ClosedLinks(poses, pins, largest, float(openings.sum()))


def _evaluate(geometry: Closable, poses: Floats, pins: Floats, weights: Floats) -> tuple[float, Floats, PlacedRows]:
    """How far the joints are from closing, as one number and row by row, and the rows."""
    rows = geometry.rows(poses, pins)
    residuals = rows.residual * weights
    return float(np.linalg.norm(residuals)), residuals, rows


def _shortest_solution(
    geometry: Closable, coefficients: Floats, right: Floats, rows: Integers, damping: float, moving: NDArray[np.bool_]
) -> Floats:
    """The x with the smallest |J x − right|² + damping |x|² that is zero but for what moves."""
    unknowns, found = int(moving.sum()), np.zeros(len(moving))
    row, column, value = _entries(geometry, coefficients, rows)
    if unknowns < len(moving):
        inside = moving[column]
        row, column, value = row[inside], (np.cumsum(moving) - 1)[column[inside]], value[inside]
    if unknowns <= FEW:  # scipy takes longer to be imported than this takes
        matrix = np.zeros((len(right) + unknowns, unknowns + 1))
        np.add.at(matrix, (row, column), value)
        matrix[: len(right), -1] = right
        matrix[len(right) :, :-1] = np.diag(np.full(unknowns, np.sqrt(damping)))
        triangle = np.asarray(np.linalg.qr(matrix, mode="r"))[:unknowns]
        found[moving] = np.linalg.solve(triangle[:, :-1], triangle[:, -1])
        return found
    from scipy.sparse import coo_array, eye_array
    from scipy.sparse.linalg import spsolve

    jacobian = coo_array((value, (row, column)), shape=(len(right), unknowns)).tocsr()
    found[moving] = spsolve((jacobian.T @ jacobian + damping * eye_array(unknowns)).tocsc(), jacobian.T @ right)
    return found


def _jacobian(geometry: Closable, coefficients: Floats):  # type: ignore[no-untyped-def]
    """Coefficients (m, w, k) as a sparse matrix."""
    from scipy.sparse import coo_array

    row, column, value = _entries(geometry, coefficients)
    return coo_array((value, (row, column)), shape=(len(coefficients), int(geometry.pattern.first[-1]))).tocsr()


def dense_rows(geometry: Closable, coefficients: Floats, rows: Integers, moving: NDArray[np.bool_]) -> Floats:
    """Some rows of coefficients (m, w, k) as a full matrix, of the unknowns that move."""
    row, column, value = _entries(geometry, coefficients[rows], rows)
    inside = moving[column]
    matrix = np.zeros((len(rows), int(moving.sum())))
    np.add.at(matrix, (row[inside], (np.cumsum(moving) - 1)[column[inside]]), value[inside])
    return matrix


def _entries(
    geometry: Closable, coefficients: Floats, rows: Integers | None = None
) -> tuple[Integers, Integers, Floats]:
    """Row, column and value of coefficients (m, w, k), by default of the first rows; a place may come twice, and adds
    up."""
    pattern = geometry.pattern
    nodes = pattern.nodes[: len(coefficients)] if rows is None else pattern.nodes[rows]
    freedoms = np.arange(coefficients.shape[2])
    columns = pattern.first[nodes][:, :, None] + freedoms
    row = np.broadcast_to(np.arange(len(nodes))[:, None, None], columns.shape)
    valid = (nodes[:, :, None] >= 0) & (freedoms < pattern.capacity[nodes][:, :, None])
    return row[valid], columns[valid], coefficients[valid]


def neighbour(geometry: Closable, start: ClosedLinks, distance: float = 0.05) -> ClosedLinks | None:
    """A closed configuration a little further along the motion, inputs free; None if there is no motion.

    A step along a random motion that the joints admit, then closed while the coordinate that moved most stays where it
    is: what is only an infinitesimal motion cannot be closed. At a singular position many admitted motions lead
    nowhere, so that several are tried, with shorter and shorter steps.
    """
    from scipy.sparse import eye_array
    from scipy.sparse.linalg import splu

    rows = geometry.rows(start.poses, start.pins)
    jacobian = _jacobian(geometry, geometry.coefficients(rows)[: geometry.pattern.joint_rows])
    unknowns = jacobian.shape[1]
    admitted = splu((jacobian.T @ jacobian * 1e10 + eye_array(unknowns)).tocsc())
    without_inputs = (np.arange(geometry.pattern.given_rows) < geometry.pattern.joint_rows).astype(float)
    random = np.random.default_rng(3)
    for attempt in range(8):
        tangent = admitted.solve(random.normal(size=unknowns))
        if np.abs(tangent).max() < 1e-7:
            return None
        step = tangent * (distance / 2**attempt / np.abs(tangent / geometry.units).max())
        poses, _ = geometry.moved_by(start.poses, start.pins, step)
        moving = np.ones(unknowns, dtype=bool)
        moving[np.abs(step[: geometry.pattern.freedoms * geometry.pattern.bodies]).argmax()] = False
        found = close_joints(geometry, poses, without_inputs, moving=moving)
        if found.is_closed:
            return found
    return None


class Gap(NamedTuple):
    """A joint that is open: the label of its group, by how many metres and radians, and the two places between which it
    is, in the ground frame; only one where only an angle does not fit."""

    group: str
    joint: str
    length: float
    angle: float
    places: tuple[Place, ...]

    def told(self, units: Units) -> str:
        """By how much it is open, in the units of the file.

        >>> Gap("RRR(coupler, rocker)", "B", 0.0031, 0.0, ()).told(Units("mm", "deg"))
        '3.1 mm'
        """
        parts = ((self.length, "length"), (self.angle, "angle"))
        shown = [f"{value / units.factor(kind):.3g} {getattr(units, kind)}" for value, kind in parts if value]
        return " and ".join(shown)


@dataclass(frozen=True, slots=True)
class Placed:
    """What the initial configuration says of a mechanism, idle links left at rest: poses in the ground frame, its rows,
    and the closed configuration near it, counted from the mechanism's origin.

    `geometry` and `start` are None where some links, the `unplaced`, could not be placed. `rough` (links, 3) says where
    the links are by the initial configuration alone, where the joints do not close near it all at once; `gaps`, which
    of them stay open when they are closed one group after the other.
    """

    mechanism: Mechanism
    poses: dict[str, Any]
    unplaced: tuple[str, ...]
    geometry: Geometry | SpatialGeometry | None = None
    start: ClosedLinks | None = None
    rough: Floats | None = None
    gaps: tuple[Gap, ...] = ()


def place_links(mechanism: Mechanism, topology: Topology, pattern: RowPattern) -> Placed:
    """Place all links as the initial configuration says, and close the joints."""
    if mechanism.is_spatial:
        geometry = geometry_of(mechanism, topology, pattern)
        assert isinstance(geometry, SpatialGeometry)
        start = close_joints(geometry, geometry.design)  # which places every link
        rough = None if start.is_closed else geometry.design
        return Placed(mechanism, geometry.in_ground(start.poses), (), geometry, start, rough)
    statements = Statements(mechanism)
    placement = Placement(statements, topology.welds or WeldedBodies(mechanism))
    if placement.unplaced:
        return Placed(mechanism, placement.in_ground, placement.unplaced)
    rough = placement.array()
    del placement  # of large mechanisms there is not room for everything at once
    geometry = Geometry(statements, topology, pattern)
    del statements
    start = close_joints(geometry, rough)
    poses = geometry.in_ground(start.poses)
    return Placed(mechanism, poses, (), geometry, start, None if start.is_closed else rough)


def geometry_of(mechanism: Mechanism, topology: Topology, pattern: RowPattern) -> Closable:
    """The conditions of a mechanism as functions of the poses of its links."""
    if mechanism.is_spatial:
        return SpatialGeometry(SpaceStatements(mechanism), topology, spatial_rows(topology))
    return Geometry(Statements(mechanism), topology, pattern)
