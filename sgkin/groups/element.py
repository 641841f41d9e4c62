"""The parts from which a plan is made: entities, and the elements that compute them."""

from __future__ import annotations

from dataclasses import dataclass, field

from sgkin.kernels.compiled import Operation

POSITION_ROWS = {"point": 2, "direction": 2, "scalar": 1}
DERIVATIVE_ROWS = {"point": 2, "direction": 1, "scalar": 1}


@dataclass(eq=False, slots=True)
class Entity:
    """A point, a direction or a scalar that varies with the inputs.

    `link` and `local` say what it is: a point of a link in its own frame, or a direction inclined to its x axis by
    local[0]. `values`: the rows of a constant one. `input`: the number of the input a scalar is.
    """

    kind: str
    link: str = ""
    local: tuple[float, float] = (0.0, 0.0)
    values: tuple[float, ...] = ()
    input: int = -1


@dataclass(frozen=True, slots=True)
class Kernel:
    """The operations of an element, and what they need.

    `scratch`: work rows filled by `position` for the others; `margin`: whether it writes a margin row, which is
    positive where it could be solved; `branch`: the place of its branch in the geometry, if it has branches;
    `linear`: derivatives of its output are those of its only input, and need no operation.
    """

    name: str
    position: Operation
    tangent: Operation | None = None
    pair: Operation | None = None
    scratch: int = 0
    margin: bool = False
    branch: int | None = None
    linear: bool = False


@dataclass(eq=False, slots=True)
class Element:
    """One use of a kernel: which entities it reads and writes, and its geometry.

    `group`: the number of the structural group it solves, −1 for the points and directions carried along;
    `start`: where its geometry stands in the plan's, once it is part of one; `remembers`: places in its geometry that
    hold the pose (x, y, θ) or, where the flag is set, only the angle of a link, from one lane to the next.
    """

    kernel: Kernel
    inputs: tuple[Entity, ...]
    outputs: tuple[Entity, ...]
    geometry: list[float] = field(default_factory=list)
    group: int = -1
    start: int = -1
    remembers: tuple[tuple[int, str, bool], ...] = ()
