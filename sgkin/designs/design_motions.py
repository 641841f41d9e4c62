"""What came of many designs: a status for each, and what was kept of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats, Integers
from sgkin.designs.block import Block
from sgkin.designs.outputs import OutputRows
from sgkin.designs.single_motion import single_motion
from sgkin.designs.study import Study
from sgkin.errors import InputError, UnknownNameError, listing
from sgkin.kernels import design_runs
from sgkin.motion import Driven, Motion
from sgkin.structure.structure import Group, group_number


class DesignStatus(IntEnum):
    """What became of a design."""

    SOLVED = design_runs.SOLVED
    ENDED = design_runs.ENDED
    NOT_ASSEMBLED = design_runs.NOT_ASSEMBLED

    @property
    def sentence(self) -> str:
        """In words."""
        return SENTENCES[self]


SENTENCES = {
    DesignStatus.SOLVED: "runs through all steps",
    DesignStatus.ENDED: "comes to a dead point",
    DesignStatus.NOT_ASSEMBLED: "cannot be assembled at the initial inputs",
}


@dataclass(frozen=True, slots=True)
class DesignMotions:
    """The motions of n designs over m steps, made by `solve_designs`. SI units and radians.

    `parameters` (n, p): of the designs, in the order of `study.vary`; `status` (n,): one of `DesignStatus` each;
    `ended_at` (n,): how many steps were reached; `ended_by` (n,): the number of the group at whose dead point a design
    ends, or that cannot be assembled, −1 where there is none; `scores` (n, …): what a reducer made of them, if there
    was one. Steps that were not reached are NaN in what is read; `reached` says which they are.
    """

    study: Study
    parameters: Floats = field(repr=False)
    drive: Driven = field(repr=False)
    status: NDArray[np.int8] = field(repr=False)
    ended_at: Integers = field(repr=False)
    ended_by: Integers = field(repr=False)
    scores: Floats | None = field(default=None, repr=False)
    _rows: OutputRows | None = field(default=None, repr=False)
    _block: Block | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        return f"DesignMotions of {self.study.mechanism.name}: {len(self)} designs over {len(self.drive.inputs)} steps"

    def __str__(self) -> str:
        counts = [(each, int((self.status == each).sum())) for each in DesignStatus]
        lines = [f"{count:10d}  {each.sentence}" for each, count in counts if count]
        return "\n".join([repr(self), *lines])

    @property
    def solved(self) -> NDArray[np.bool_]:
        """Which designs (n,) run through all steps."""
        return np.asarray(self.status == DesignStatus.SOLVED)

    @property
    def reached(self) -> NDArray[np.bool_]:
        """Which steps (n, m) were reached."""
        return np.asarray(np.arange(len(self.drive.inputs)) < self.ended_at[:, None])

    def part(self, begin: int, end: int) -> DesignMotions:
        """Some of the designs; of those that are in a store, only these are read."""
        return replace(
            self,
            parameters=self.parameters[begin:end],
            status=self.status[begin:end],
            ended_at=self.ended_at[begin:end],
            ended_by=self.ended_by[begin:end],
            scores=None if self.scores is None else self.scores[begin:end],
            _block=None if self._block is None else self._block.part(begin, end),
        )

    def describe(self, design: int) -> str:
        """What became of a design, in a sentence."""
        return f"design {design} {self.fate(design)}"

    def fate(self, design: int) -> str:
        """What became of a design, without its number."""
        status, group = DesignStatus(self.status[design]), int(self.ended_by[design])
        label = self.study.plan.structure.groups[group].label if group >= 0 else ""
        told = {
            DesignStatus.SOLVED: status.sentence,
            DesignStatus.ENDED: f"{status.sentence} of {label} before step {self.ended_at[design]}",
            DesignStatus.NOT_ASSEMBLED: f"{status.sentence}" + (f": {label} does not close" if label else ""),
        }
        return told[status]

    def motion(self, design: int) -> Motion:
        """A design as a motion of its own, with the steps that it has reached: for forces and all else that is computed
        of motions.

        Its mechanism has the masses, forces and motion laws of the design. It has velocities and accelerations, or K
        and L, where these were kept: forces need all links and `quantities=["velocity"]`, or `["coefficients"]` where K
        is wanted too. Branches and change points are not told. It takes some milliseconds.
        """
        number = range(len(self))[design]
        return single_motion(self, number)

    @property
    def has_velocities(self) -> bool:
        """Whether velocities and accelerations were kept."""
        return self._rows is not None and self._rows.seeds is not None and self._rows.seeds.motion

    @property
    def has_coefficients(self) -> bool:
        """Whether K and L were kept."""
        return self._rows is not None and self._rows.seeds is not None and not self._rows.seeds.motion

    def position(self, name: str) -> Floats:
        """x and y of a point (n, m, 2), or x, y and θ of a link (n, m, 3)."""
        return self._read(name, ())

    def velocity(self, name: str) -> Floats:
        """Their rates."""
        return self._read(name, (0,))

    def acceleration(self, name: str) -> Floats:
        """Their accelerations."""
        return self._read(name, (0, 0))

    def velocity_coefficients(self, name: str) -> Floats:
        """K: their derivatives by the inputs (n, m, parts, f)."""
        inputs = range(self.drive.inputs.shape[1])
        return np.stack([self._read(name, (i,), "coefficients") for i in inputs], axis=-1)

    def coefficient_gradients(self, name: str) -> Floats:
        """L: the derivatives of K (n, m, parts, f, f)."""
        inputs = range(self.drive.inputs.shape[1])
        rows = [[self._read(name, (min(i, j), max(i, j)), "coefficients") for j in inputs] for i in inputs]
        return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)

    def margin(self, group: int | Group) -> Floats:
        """The margin of a group (n, m), which is zero where it is singular and negative where it is open."""
        rows, block = self.kept()
        number = group_number(self.study.plan.structure, group)
        if number not in rows.margins:
            known = [self.study.plan.structure.groups[each].label for each in rows.margins]
            told = f"kept are those of {listing(known, verb=False)}" if known else "ask for quantities=['margin']"
            raise InputError(f"the margin of group {number} was not kept; {told}")
        return block.found[:, rows.margins[number]]

    def transmission_angle(self, joint: str) -> Floats:
        """The transmission angle of a joint (n, m), between 0 and a right angle, as `transmission_angle` has it."""
        rows, block = self.kept()
        lines = rows.features.lines
        if joint not in lines:
            known = f"kept are those of {listing(lines, verb=False)}" if lines else "ask for it in quantities"
            raise InputError(f"the transmission angle of {joint!r} was not kept; {known}")
        (fx, fy), (dx, dy) = (np.moveaxis(rows.vector(block, vector), 1, 0) for vector in lines[joint])
        return np.asarray(np.arctan2(np.abs(fx * dx + fy * dy), np.abs(fy * dx - fx * dy)))

    def _read(self, name: str, tangents: tuple[int, ...], quantity: str = "") -> Floats:
        rows, block = self.kept()
        full = self.study.mechanism.full_name(name)
        if full not in rows.features.points:
            raise UnknownNameError("designs", "output", name, self.study.outputs)
        wanted = quantity or ("position", "velocity", "acceleration")[len(tangents)]
        seeds = rows.seeds
        if tangents and (seeds is None or seeds.motion == (quantity == "coefficients")):
            raise InputError(f"{wanted} was not kept; ask for it with quantities=['position', {wanted!r}]")
        return rows.read(block, full, tangents)

    def kept(self) -> tuple[OutputRows, Block]:
        """The rows that were kept, and how quantities are read from them."""
        if self._rows is None or self._block is None:
            raise InputError("outputs were not kept; solve the designs with keep='outputs'")
        return self._rows, self._block
