"""The operations of an element of a plan, and what they need."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgkin.kernels.compiled import Operation

if TYPE_CHECKING:
    from sgkin.kernels.call import Call, Unfolding
    from sgkin.kernels.derived import Derived
    from sgkin.kernels.lanes import Form

IN_SPACE = ("x", "y", "z")
COLUMNS = ("xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz")
POSITION_PARTS = {
    "point": ("x", "y"),
    "direction": ("x", "y"),
    "scalar": ("",),
    "point3": IN_SPACE,
    "direction3": IN_SPACE,
    "frame": COLUMNS,
}
DERIVATIVE_PARTS = {
    "point": ("x", "y"),
    "direction": ("",),
    "scalar": ("",),
    "point3": IN_SPACE,
    "direction3": IN_SPACE,
    "frame": IN_SPACE,
}
"""The rows of what elements read and write.

Of a direction its cosine and sine, then the derivatives of its angle; of a direction in space a unit vector, then its
derivatives; of a frame its axes one after the other, each with its x, y and z in the ground frame, then ωᵢ and ωᵢⱼ,
see `sgkin.kernels.space`.
"""


@dataclass(frozen=True, slots=True)
class Kernel:
    """The operations of an element, and what they need. Of a closed form all of it is written by `lanes.formula`.

    position: inputs, outputs, scratch, margin;
    tangent: first derivatives by i of inputs and outputs, second ones by i and i, then the rows of position but for the
    margin;
    mixed: second derivatives by i and j, first ones by i, first ones by j, then the rows of position but for the
    margin;
    motion: position and tangent in one, without scratch, for tapes with a single tangent: inputs, outputs, margin, then
    as in tangent.

    `scratch`: work rows filled by `position` for the others; `margin`: whether it writes a margin row, which is
    positive where it could be solved; `branch`: whether it has branches, and its branch in front of its memory;
    `linear`: derivatives of its output are those of its only input, and need no operation; without a `tangent` nobody
    reads derivatives of its output. `form`: from what the operations were written, if they were. `derivatives`: those
    by dimensions of operations that were not, by stage, way, wanted rows and the first numbers of the geometry;
    `unfold`: replaces a call by others that have the same derivatives, where there is neither. `exactness`: which
    number of the geometry says whether the margin is wanted to all its digits, where that takes longer.
    """

    name: str
    position: Operation
    tangent: Operation | None = None
    mixed: Operation | None = None
    motion: Operation | None = None
    scratch: int = 0
    margin: bool = False
    branch: bool = False
    linear: bool = False
    form: Form | None = None
    derivatives: Callable[[str, str, Collection[int], Sequence[float]], Derived] | None = None
    unfold: Callable[[Unfolding, Call], None] | None = None
    exactness: int | None = None
