"""One mechanism driven by many sets of inputs, one after the other: its joints are placed and counted once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from sgkin.model.mechanism import Mechanism
from sgkin.structure.arithmetic import Elimination, Exact, Measured, Numbers
from sgkin.structure.configuration import ClosedLinks, geometry_of
from sgkin.structure.decomposition import ChosenRows, RowsAlong, assemble, compare_ranks
from sgkin.structure.garbage_collection import collection_paused
from sgkin.structure.generic_rows import generic_rows
from sgkin.structure.partition import Partition, partition
from sgkin.structure.rows import with_inputs, with_locks
from sgkin.structure.structure import GeometryCheck, Structure
from sgkin.structure.topology import topology_of_mechanism


class InputSets:
    """A mechanism with all inputs that could drive it, of which some are taken at a time.

    `poses`: those of all links in the ground frame, where its joints close; None where they are not known, so that only
    almost all geometries can be told of. `held`: numbers of inputs; what moves alone while these are locked is idle. In
    space a body on five rods would seem so without any.
    """

    def __init__(self, mechanism: Mechanism, poses: Mapping[str, Any] | None, held: Sequence[int] = ()) -> None:
        self._mechanism, self._held_inputs = mechanism, tuple(held)
        self._topology = topology_of_mechanism(mechanism)
        self._pattern, self._generic = generic_rows(self._topology)
        self._along = None if poses is None else self._rows_at(poses)
        self._combinations: dict[int, Numbers] = {}

    def _rows_at(self, poses: Mapping[str, Any]) -> RowsAlong:
        geometry = geometry_of(self._mechanism, self._topology, self._pattern)
        counted = geometry.counted([poses[link.name] for link in self._mechanism.links])
        return RowsAlong(geometry, ClosedLinks(counted, geometry.pin_places(counted), 0.0, 0.0))

    @cached_property
    def undriven(self) -> Structure:
        """The structure without inputs."""
        return self.structure(())

    @property
    def freedoms(self) -> int:
        """How many inputs it takes to drive the mechanism: its mobility, without idle freedoms."""
        told = self.structure(self._held_inputs) if self._held_inputs else self.undriven
        return self.undriven.mobility - sum(told.idle.values())

    def structure(self, chosen: Sequence[int]) -> Structure:
        """The structure with some of the inputs, by their numbers; the same as that of a mechanism with these alone."""
        with collection_paused():
            pattern, rows = with_inputs(self._pattern, chosen)
            topology = replace(self._topology, inputs=tuple(self._topology.inputs[number] for number in chosen))
            parts = partition(pattern, self._generic[rows], Exact())
            mobility = int(pattern.capacity.sum()) - parts.joint_rank
            check = GeometryCheck("not checked", mobility, mobility, reason="it is not known where the links are")
            if self._along is not None:
                parts, check = compare_ranks(pattern, parts, ChosenRows(self._along, rows[: pattern.given_rows]))
            return replace(assemble(self._mechanism.name, topology, pattern, parts), geometry=check)

    def is_independent(self, chosen: Sequence[int]) -> bool:
        """Whether each of some inputs moves what the others leave at rest.

        That is seen from the freedoms that the joints leave: up to rows of joints, the row of an input is a combination
        of locks that hold these freedoms.
        """
        freedoms = len(self._joints.locks)
        elimination = Elimination(freedoms, self._arithmetic)
        return len(chosen) <= freedoms and all(elimination.add(self._held(n), n) is None for n in chosen)

    @cached_property
    def _arithmetic(self) -> Exact | Measured:
        check = self.undriven.geometry
        assert check is not None
        return Measured() if check.verdict == "permanent redundancy" else Exact()

    @cached_property
    def _joints(self) -> Partition:
        """The joints taken apart without any input."""
        arithmetic, inputs = self._arithmetic, range(self._pattern.joint_rows, self._pattern.given_rows)
        coefficients: Numbers = self._generic
        if isinstance(arithmetic, Measured):
            assert self._along is not None
            measured = self._along.here if self._along.further is None else self._along.further
            coefficients = with_locks(self._pattern, measured)
        return partition(self._pattern, coefficients, arithmetic, without=inputs)

    def _held(self, number: int) -> Numbers:
        """An input (f,) as a combination of the locks that hold the freedoms which the joints leave."""
        if number not in self._combinations:
            blocks = self._joints.blocks
            factors = blocks.express(blocks.combine({self._pattern.joint_rows + number: 1}))
            held: Numbers = np.array([factors.get(lock, 0) for lock in self._joints.locks], dtype=blocks.dtype)
            if isinstance(self._arithmetic, Measured):
                length = float(np.linalg.norm(held))
                held = held / (length if length > self._arithmetic.tolerance else 1.0)
            self._combinations[number] = held
        return self._combinations[number]
