"""Taking a mechanism apart: generic structure, checked against its geometry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.errors import InputError, brief, listing
from sgkin.model.mechanism import Mechanism
from sgkin.progress import waiting
from sgkin.structure.arithmetic import Exact, Measured
from sgkin.structure.blocks import BlockTriangular
from sgkin.structure.configuration import Closable, ClosedLinks, Placed, neighbour, place_links
from sgkin.structure.finest import finest
from sgkin.structure.gaps import close_by_groups, open_joints
from sgkin.structure.garbage_collection import collection_paused
from sgkin.structure.generic_rows import generic_rows
from sgkin.structure.grouping import find_idle, find_redundancies, find_undetermined, make_groups
from sgkin.structure.idle import IdleSpin, leave_at_rest
from sgkin.structure.partition import Partition, partition
from sgkin.structure.rows import RowPattern, with_locks
from sgkin.structure.sites import with_own_sites
from sgkin.structure.spatial_gaps import close_groups_in_space
from sgkin.structure.spatial_geometry import SpatialGeometry
from sgkin.structure.spatial_idle import leave_legs_at_rest
from sgkin.structure.structure import GeometryCheck, Structure
from sgkin.structure.topology import Topology, topology_of_adjacency, topology_of_mechanism


def decompose(mechanism: Mechanism) -> Structure:
    """Take a mechanism apart into its ordered structural groups.

    The structure is that of almost all geometries; where the initial configuration places every link it is checked
    against the rank there. A rank that stays lower all along the motion is a permanent redundancy, and the structure
    is then that of the actual geometry; one that recovers is a singular position, and is only reported.
    Reports what is redundant, in conflict, undetermined or idle; never raises on mobility. Links that only spin idly,
    such as rollers, are left at rest on the links that carry them, and belong to their groups.

    >>> from sgkin import decompose, load_mechanism
    >>> print(decompose(load_mechanism("slider_crank")).formula)
    I(crank) → RRP(rod, piston)
    """
    with waiting("taking the mechanism apart"):
        return examine(mechanism)[0]


def examine(mechanism: Mechanism) -> tuple[Structure, Placed]:
    """The structure of a mechanism, and the configuration at which it was checked."""
    if not isinstance(mechanism, Mechanism):
        raise InputError(
            f"a mechanism is needed, found {brief(mechanism)}; use load_mechanism(name), or .mechanism() of a sketch"
        )
    with collection_paused():
        held, spins, touching = _left_at_rest(mechanism)
        topology = topology_of_mechanism(held)
        pattern, coefficients = generic_rows(topology)
        generic = partition(pattern, coefficients, Exact())
        placed = place_links(held, topology, pattern)
        if placed.geometry is not None and placed.rough is not None:
            structure = assemble(mechanism.name, topology, pattern, generic)
            placed = _close_by_groups(structure, placed.geometry, placed.rough)
        parts, check = _check_geometry(placed, pattern, generic)
        structure = assemble(mechanism.name, topology, pattern, parts)
    return with_idle(replace(structure, geometry=check), spins, touching), placed


def _left_at_rest(mechanism: Mechanism) -> tuple[Mechanism, tuple[IdleSpin, ...], tuple[IdleSpin, ...]]:
    if mechanism.is_spatial:
        return *leave_legs_at_rest(mechanism), ()
    return leave_at_rest(mechanism)


def _close_by_groups(structure: Structure, geometry: Closable, rough: Floats) -> Placed:
    if isinstance(geometry, SpatialGeometry):
        return close_groups_in_space(structure, geometry, rough)
    return close_by_groups(structure, geometry, rough)


def decompose_adjacency(
    matrix: Any,
    inputs: Iterable[tuple[int, int]],
    ground: int = 0,
    pins: Iterable[Sequence[int]] = (),
    space: str = "planar",
) -> Structure:
    """Take apart a mechanism of which only the adjacency matrix is known.

    matrix: symmetric whole numbers (n, n), dense or sparse: 0 none, 1 revolute, 2 prismatic, 3 higher pair; links are
    0 … n − 1. inputs: pairs of links whose joint is driven. pins: tuples of links that share one pin; matrix entries
    among them are ignored.

    With space="spatial" joints are those of space, and there are more: 4 cylindrical, 5 spherical, 6 universal,
    7 planar, 8 screw, 9 rod (a light one, with balls at its ends); 3 is a point on a surface. A cylindrical or a
    universal joint can be driven twice, about and along its axis or about both; pins are axles, or balls where the
    matrix has a 5 among their links.

    >>> four_bar = [[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]
    >>> decompose_adjacency(four_bar, inputs=[(0, 1)]).formula
    'I(1) → RRR(2, 3)'
    >>> rssr = [[0, 1, 1], [1, 0, 9], [1, 9, 0]]
    >>> decompose_adjacency(rssr, inputs=[(0, 1)], space="spatial").formula
    'R*(1) → R-(SS)(2)'
    """
    with collection_paused(), waiting("taking the mechanism apart"):
        topology = topology_of_adjacency(matrix, inputs, ground, pins, space)
        topology = with_own_sites(topology) if topology.is_spatial else topology
        pattern, coefficients = generic_rows(topology)
        parts = partition(pattern, coefficients, Exact())
        return assemble("adjacency", topology, pattern, parts)


def assemble(name: str, topology: Topology, pattern: RowPattern, parts: Partition) -> Structure:
    """The structure that a partition tells of; what it says to be redundant are the last rows of circuits."""
    finer = finest(parts)
    return Structure(
        name=name,
        links=topology.links,
        ground=topology.ground,
        inputs=tuple(element.name for element in topology.inputs),
        mobility=_mobility(pattern, parts),
        groups=make_groups(topology, finer),
        redundant=find_redundancies(topology, parts),
        undetermined=find_undetermined(topology, parts),
        idle=find_idle(topology, parts),
    )


def with_idle(structure: Structure, spins: Sequence[IdleSpin], touching: Sequence[IdleSpin]) -> Structure:
    """The structure with the freedoms of idle bodies that were held, and with what is known of those that were not."""
    if not spins and not touching:
        return structure
    count, check = len(spins), structure.geometry
    if check is not None:
        mobility, generic = check.mobility + count, check.generic_mobility + count
        check = replace(check, mobility=mobility, generic_mobility=generic)
    free = [spin for spin in touching if structure.idle.get(spin.links[0]) == 1]
    moving = {*structure.undetermined, *(link for spin in spins for link in spin.links)}
    return replace(
        structure,
        mobility=structure.mobility + count,
        undetermined=tuple(link for link in structure.links if link in moving),
        idle=structure.idle | {spin.links[0]: 1 for spin in spins},
        spins=(*spins, *free),
        geometry=check,
    )


def _mobility(pattern: RowPattern, parts: Partition) -> int:
    return int(pattern.capacity.sum()) - parts.joint_rank


def _check_geometry(placed: Placed, pattern: RowPattern, generic: Partition) -> tuple[Partition, GeometryCheck]:
    """The partition to report, and how the generic count compares with the geometry."""
    expected = _mobility(pattern, generic)
    geometry, start = placed.geometry, placed.start
    if geometry is None or start is None:
        reason = f"the initial configuration does not place {listing(placed.unplaced, verb=False)}"
        return generic, GeometryCheck("not checked", expected, expected, reason=reason)
    if placed.gaps:
        reason = open_joints(placed.gaps, geometry.mechanism)
        return generic, GeometryCheck("not checked", expected, expected, reason=reason)
    return compare_ranks(pattern, generic, RowsAlong(geometry, start))


class RowsAlong:
    """Coefficients of the rows of joints and inputs where a mechanism is, and a little further along its motion.

    Both are found when they are first asked for; `further` is None where there is no motion, whatever drives it.
    """

    def __init__(self, geometry: Closable, start: ClosedLinks) -> None:
        self._geometry, self._start = geometry, start

    @cached_property
    def here(self) -> Floats:
        return self._at(self._start)

    @cached_property
    def further(self) -> Floats | None:
        found = neighbour(self._geometry, self._start)
        return None if found is None else self._at(found)

    def _at(self, place: ClosedLinks) -> Floats:
        return self._geometry.rank_rows(place.poses, place.pins)


class ChosenRows:
    """Some of the rows of a mechanism."""

    def __init__(self, rows: RowsAlong, chosen: NDArray[np.int64]) -> None:
        self._rows, self._chosen = rows, chosen

    @property
    def here(self) -> Floats:
        return np.asarray(self._rows.here[self._chosen])

    @property
    def further(self) -> Floats | None:
        return None if self._rows.further is None else np.asarray(self._rows.further[self._chosen])


def compare_ranks(
    pattern: RowPattern, generic: Partition, rows: RowsAlong | ChosenRows
) -> tuple[Partition, GeometryCheck]:
    """The partition to report of a mechanism that is closed, and how the generic count compares with its ranks."""
    expected = _mobility(pattern, generic)
    singular = _blocks_of(generic, rows.here).singular
    if not singular and not generic.locks:
        return generic, GeometryCheck("agrees", expected, expected)
    actual = partition_of(pattern, rows.here)
    mobility = _mobility(pattern, actual)
    if mobility == expected and len(actual.locks) == len(generic.locks):
        return actual, GeometryCheck("agrees", expected, mobility)
    along = generic if rows.further is None else partition_of(pattern, rows.further)
    if _mobility(pattern, along) == expected and len(along.locks) == len(generic.locks):
        finer = finest(generic)
        singular = _blocks_of(finer, rows.here).singular
        groups = [number for number, block in enumerate(_body_blocks(finer)) if block in singular]
        return generic, GeometryCheck("singular position", expected, mobility, groups=tuple(groups))
    return along, GeometryCheck("permanent redundancy", expected, _mobility(pattern, along))


def _body_blocks(parts: Partition) -> list[int]:
    """The blocks that hold bodies, in solving order: those that are groups."""
    blocks = parts.blocks
    return sorted(set(blocks.block_of[: blocks.pattern.bodies].tolist()))


def _blocks_of(parts: Partition, coefficients: Floats) -> BlockTriangular:
    """The same blocks with other coefficients."""
    pattern = parts.blocks.pattern
    if parts.locks:
        coefficients = with_locks(pattern, coefficients)
    return BlockTriangular(pattern, coefficients, Measured(), parts.blocks.owner, parts.blocks.block_of)


def partition_of(pattern: RowPattern, coefficients: Floats) -> Partition:
    """The partition of rows with measured coefficients."""
    return partition(pattern, with_locks(pattern, coefficients), Measured())
