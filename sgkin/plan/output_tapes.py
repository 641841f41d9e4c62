"""The tapes of sweeps that keep what some outputs need, and how outputs are read from what these keep."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from sgkin.arrays import Floats
from sgkin.groups.element import Feature, Heading
from sgkin.plan.tape import Seeds, Tape
from sgkin.results.kept_rows import Turning

if TYPE_CHECKING:
    from sgkin.plan.plan import Plan

Table = TypeVar("Table")


class OutputTapes(Generic[Table]):
    """Each is written once.

    `wanted`: features that are kept; `counted`: headings whose turns are counted; `reader`: what reads outputs from
    kept rows, by a table.
    """

    reader: ClassVar[Any]

    def __init__(self, plan: Plan, wanted: tuple[Feature, ...], counted: tuple[Heading, ...]) -> None:
        self.plan, self.wanted, self.counted = plan, wanted, counted
        self._tapes: dict[tuple[Seeds | None, bool], Tape] = {}
        self._tables: dict[Tape, Table] = {}

    def tape(self, seeds: Seeds | None, watch: bool = True) -> Tape:
        """The tape of a sweep that keeps them; without a watch it keeps margins too."""
        found = self._tapes.get((seeds, watch))
        if found is None:
            groups = self.plan.solved_groups
            found = self.plan.write_tape(self.plan.site, self.wanted, seeds, watch, groups, self.counted)
            found = self._tapes.setdefault((seeds, watch), found)
        return found

    def table(self, tape: Tape) -> Table:
        """How the outputs are read from the kept rows of a tape."""
        found = self._tables.get(tape)
        return found if found is not None else self._tables.setdefault(tape, self._make_table(tape))

    def results(
        self,
        tape: Tape,
        data: Floats,
        stride: int,
        steps: int,
        turning: Turning,
        unit: bool,
        given: tuple[Floats, Floats | None, Floats | None],
    ) -> Any:
        """What a sweep has kept; `given`: the inputs, their rates and accelerations."""
        return self.reader(self.table(tape), data, stride, steps, turning, unit, *given)

    @abstractmethod
    def _make_table(self, tape: Tape) -> Table: ...
