"""What the equations of every whole mechanism offer to those who solve them, in the plane and in space."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from sgkin.arrays import Floats, Integers
from sgkin.global_solver.condition import Owner
from sgkin.kernels.continuation import System, Work
from sgkin.model.mechanism import Mechanism
from sgkin.structure.structure import Structure


class Owned(Protocol):
    """A condition, by whom it is stated."""

    @property
    def owner(self) -> Owner: ...


class Places(Protocol):
    """The row and the variable of every derivative."""

    @property
    def row(self) -> Integers: ...

    @property
    def variable(self) -> Integers: ...


class WholeEquations(ABC):
    """All conditions of a mechanism, as they are solved: the first `size` rows for the unknowns, the others redundant.

    `conditions`: who states what; `condition_count`: how many rows; `start`: all variables in the initial
    configuration, unknowns, inputs, and what is not solved for; `unit`: the typical length, in which lengths are
    counted; `input_scales`: what is one for each input; `equations`: the compiled tables.
    """

    mechanism: Mechanism
    structure: Structure
    unit: float
    size: int
    inputs: int
    input_scales: Floats
    start: Floats
    conditions: Sequence[Owned]
    condition_count: int
    equations: Any
    pattern: Places

    @abstractmethod
    def prepare(self, w: Floats) -> None:
        """Form the rows anew, for the surroundings of the variables w."""

    @abstractmethod
    def derivatives(self, w: Floats) -> Floats:
        """All derivatives in the order of `pattern`, at the variables w."""

    @abstractmethod
    def residuals(self, w: Floats) -> Floats:
        """What is open of every condition at the variables w."""

    @abstractmethod
    def by_condition(self, rows: Floats) -> Floats:
        """What belongs to rows, all or the first ones, as shares of the conditions."""

    @abstractmethod
    def system(self, slot: Integers, parts: Mapping[str, Any]) -> System:
        """The tables of the compiled march; slot: where derivatives belong."""

    @abstractmethod
    def work(self, parts: Mapping[str, Any]) -> Work:
        """Its room."""

    @abstractmethod
    def moving(self, kept: Integers) -> Integers:
        """Those of some variables of which derivatives are kept."""

    @property
    @abstractmethod
    def redundant(self) -> Sequence[Owned]:
        """The conditions of which some are redundant."""

    @abstractmethod
    def grouped_jacobian(self, w: Floats) -> Any:
        """The derivatives by the unknowns of conditions that each belong to one group, sparse."""

    @property
    def coordinate_count(self) -> int:
        """The number of coordinates, the inputs included: the paper's n."""
        return self.size + self.inputs

    def jacobian(self, w: Floats) -> Any:
        """Φ_q (m, n) at the variables w, sparse."""
        from scipy.sparse import coo_array

        unknown = self.pattern.variable < self.size
        places = self.pattern.row[unknown], self.pattern.variable[unknown]
        shape = (self.condition_count, self.size)
        return coo_array((self.derivatives(w)[unknown], places), shape=shape).tocsr()
