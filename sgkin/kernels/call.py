"""A call of an operation of a kernel, and what it can be unfolded into."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from sgkin.kernels.kernel import Kernel

Rows = tuple[int, ...]


class Call(NamedTuple):
    """An operation of a kernel on virtual rows, with its geometry and its memory at given places."""

    kernel: Kernel
    stage: str
    rows: Rows
    geometry: int
    memory: int


class Unfolding(Protocol):
    """Where a call is replaced by others that together have the same derivatives."""

    zero: int
    one: int
    numbers: Sequence[float]

    def new_row(self) -> int:
        """A row of its own."""

    def held(self, row: int) -> int:
        """A row with the values of another one, whose changes do not count."""

    def add(self, call: Call) -> None:
        """One of the calls."""
