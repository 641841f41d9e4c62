"""What comparing the inputs of a mechanism gives: a table of the sets that drive it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, overload

from sgkin.display import as_html
from sgkin.errors import listing
from sgkin.model.mechanism import Mechanism
from sgkin.structure.structure import Structure
from sgkin.text_table import aligned

MOST_SETS = 1000
"""How many sets of inputs are tried where the user says nothing else."""
SHOWN = 40
"""Sets that a table shows."""
REASONS = 3
"""Refused sets of which it is told why."""


@dataclass(frozen=True, slots=True)
class InputChoice:
    """A set of inputs that drives a mechanism, and how it comes apart then.

    `inputs`: their names, as `driven_by` takes them; `meanings`: what they are; `iterated`: the most unknowns that are
    iterated together, 0 where everything is in closed form; `cost`: of a step of a motion, estimated, by that of an RRR
    dyad; both None where a profile is not described, so that nothing can be solved. `dead`: the groups that are at a
    dead point in the present configuration, so that no motion can begin there; `is_present`: whether the mechanism is
    driven so now; `mechanism`: it, driven so; None where it is not known where its links are.
    """

    inputs: tuple[str, ...]
    meanings: tuple[str, ...]
    structure: Structure = field(repr=False)
    iterated: int | None
    cost: float | None
    dead: tuple[str, ...] = ()
    is_present: bool = False
    mechanism: Mechanism | None = field(default=None, repr=False)

    @property
    def groups(self) -> tuple[str, ...]:
        """The signatures of the groups, in solving order."""
        return tuple(group.signature for group in self.structure.groups)

    @property
    def highest_class(self) -> int | None:
        """The highest class of a group; None where none has a class."""
        return self.structure.highest_class

    def as_dict(self) -> dict[str, Any]:
        """It as plain data."""
        return {
            "inputs": list(self.inputs),
            "meanings": list(self.meanings),
            "groups": list(self.groups),
            "formula": self.structure.formula,
            "mechanism_class": self.structure.mechanism_class,
            "iterated": self.iterated,
            "cost": self.cost,
            "dead": list(self.dead),
            "is_present": self.is_present,
        }


class Refusal(NamedTuple):
    """Inputs that cannot drive a mechanism although its joints would let them, and why."""

    inputs: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class InputComparison(Sequence[InputChoice]):
    """Every set of inputs that drives a mechanism, the easiest first; made by `compare_inputs`.

    `freedoms`: how many inputs a set has; `idle`: names of inputs that drive nothing; `refused`: sets that the special
    geometry of the mechanism rules out; `is_complete`: whether all sets were tried, and not `limit` of them only.
    """

    name: str
    freedoms: int
    choices: tuple[InputChoice, ...]
    idle: tuple[str, ...]
    refused: tuple[Refusal, ...]
    limit: int
    is_complete: bool

    @overload
    def __getitem__(self, index: int) -> InputChoice: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[InputChoice, ...]: ...
    def __getitem__(self, index: int | slice) -> InputChoice | tuple[InputChoice, ...]:
        return self.choices[index]

    def __len__(self) -> int:
        return len(self.choices)

    @property
    def heading(self) -> str:
        """What was compared, in a line."""
        one = len(self) == 1
        sets = "input" if self.freedoms == 1 else f"set of {self.freedoms} inputs"
        plural = "inputs" if self.freedoms == 1 else f"sets of {self.freedoms} inputs"
        return f"{self.name}: {len(self)} {sets if one else plural} can drive it"

    @property
    def findings(self) -> tuple[str, ...]:
        """What is worth saying besides the table, one sentence each."""
        return tuple(_findings(self))

    def rows(self, most: int = SHOWN) -> list[tuple[str, ...]]:
        """The table, the first row its heads, with so many of the sets."""
        heads = ("", "inputs", "groups", "class", "iterated", "cost", "")
        return [heads, *(_row(number, choice) for number, choice in enumerate(self.choices[:most], start=1))]

    def as_dict(self) -> dict[str, Any]:
        """The comparison as plain data."""
        return {
            "name": self.name,
            "freedoms": self.freedoms,
            "choices": [choice.as_dict() for choice in self.choices],
            "idle": list(self.idle),
            "refused": [{"inputs": list(each.inputs), "reason": each.reason} for each in self.refused],
            "limit": self.limit,
            "is_complete": self.is_complete,
        }

    def __str__(self) -> str:
        lines = [self.heading, "", *(aligned(self.rows()) if self.choices else [])]
        return "\n".join([*lines, *([""] if self.findings else []), *(f"! {each}" for each in self.findings)])

    def _repr_html_(self) -> str:
        return as_html(self)


def _row(number: int, choice: InputChoice) -> tuple[str, ...]:
    remarks = (["as it is driven now"] if choice.is_present else []) + (["at a dead point"] if choice.dead else [])
    names = ["I" if group.assur_class == 1 else group.signature for group in choice.structure.groups]
    groups = " → ".join(names)
    return (
        str(number),
        ", ".join(choice.inputs),
        groups if len(groups) <= 60 else f"{groups[:59]}…",
        choice.structure.mechanism_class or "–",
        "–" if not choice.iterated else str(choice.iterated),
        "–" if choice.cost is None else f"{choice.cost:.1f}",
        ", ".join(remarks),
    )


def _findings(found: InputComparison) -> Iterator[str]:
    if not found.freedoms:
        yield "it does not move, so that nothing can drive it"
    if len(found) > SHOWN:
        yield f"{len(found) - SHOWN} more sets are not shown"
    if not found.is_complete:
        yield f"only {found.limit} sets were tried, those first that differ least from the present one"
    if found.idle:
        yield f"{listing(found.idle)} fixed by the joints"
    for inputs, reason in found.refused[:REASONS]:
        yield f"not by {listing(inputs, verb=False)}: {reason}"
    if len(found.refused) > REASONS:
        yield f"nor by {len(found.refused) - REASONS} more sets that the geometry rules out"
    dead = next((choice for choice in found if choice.dead), None)
    if dead is not None:
        names = listing(dead.inputs, verb=False)
        yield f"at a dead point: no motion by {names} can begin here, where {listing(dead.dead)} singular"
    if any(choice.cost is None for choice in found):
        yield "profiles are not described, so that nothing can be solved and no cost is told"
