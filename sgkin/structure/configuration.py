"""Closing the joints exactly: Gauss and Newton's method on all rows at once, damped, with the shortest step where the
rows leave freedom."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.conditions.statement import Statements
from sgkin.conditions.welding import WeldedBodies
from sgkin.model.mechanism import Mechanism
from sgkin.structure.geometry import Geometry
from sgkin.structure.placement import Placement
from sgkin.structure.rows import RowPattern
from sgkin.structure.topology import Topology

CLOSED = 1e-10
"""Residual, relative to the typical length of a link, at which a mechanism counts as closed."""
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
    geometry: Geometry, poses: Floats, with_inputs: bool = True, steps: int = 60, held: int | None = None
) -> ClosedLinks:
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
        coefficients = geometry.coefficients(rows)[:used]
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
    return ClosedLinks(poses, pins, largest, float(openings.sum()))


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


def neighbour(geometry: Geometry, start: ClosedLinks, distance: float = 0.05) -> ClosedLinks | None:
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
    start: ClosedLinks | None = None

    @property
    def gap(self) -> float:
        """What is left open between the joints, in metres; 0 where they close or were not all placed."""
        if self.geometry is None or self.start is None or self.start.is_closed:
            return 0.0
        return self.start.opening


def place_links(mechanism: Mechanism, topology: Topology, pattern: RowPattern) -> Placed:
    """Place all links as the initial configuration says, and close the joints."""
    statements = Statements(mechanism)
    placement = Placement(statements, topology.welds or WeldedBodies(mechanism))
    if placement.unplaced:
        return Placed(placement.in_ground, placement.unplaced)
    poses, (ox, oy) = placement.array(), placement.origin
    del placement  # of large mechanisms there is not room for everything at once
    geometry = Geometry(statements, topology, pattern)
    del statements
    start = close_joints(geometry, poses)
    found = zip(mechanism.links, start.poses.tolist(), strict=True)
    return Placed({link.name: (x + ox, y + oy, theta) for link, (x, y, theta) in found}, (), geometry, start)
