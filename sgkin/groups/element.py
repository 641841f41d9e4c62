"""The parts from which a plan is made: features, and the elements that compute them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sgkin.kernels.kernel import DERIVATIVE_PARTS, POSITION_PARTS, Kernel
from sgkin.mathematics import Pose

if TYPE_CHECKING:
    from sgkin.groups.declaration import ClosedForm


POSITION_ROWS = {kind: len(parts) for kind, parts in POSITION_PARTS.items()}
DERIVATIVE_ROWS = {kind: len(parts) for kind, parts in DERIVATIVE_PARTS.items()}


@dataclass(eq=False, slots=True)
class Feature:
    """A point, a direction, a frame or a scalar that varies with the inputs.

    `link` and `local` say what it is: a point of a link in its own frame, or a direction inclined to its x axis by
    local[0]; in space `place` says it, the point or the direction in the link's frame. `values`: the rows of a constant
    one. `input`: the number of the input a scalar is.
    """

    kind: str
    link: str = ""
    local: tuple[float, float] = (0.0, 0.0)
    place: tuple[float, float, float] = (0.0, 0.0, 0.0)
    values: tuple[float, ...] = ()
    input: int = -1


class Heading(NamedTuple):
    """What turns with a link: its direction, or the line from one of its points to another.

    `square`: of the length of the line.
    """

    first: Feature
    second: Feature | None = None
    square: float = 1.0

    @property
    def features(self) -> tuple[Feature, ...]:
        """Those that vary."""
        ends = (self.first,) if self.second is None else (self.first, self.second)
        return tuple(feature for feature in ends if not feature.values)


@dataclass(eq=False, slots=True)
class Element:
    """One use of a kernel: which features it reads and writes, and its geometry.

    `group`: the number of the structural group it solves, −1 for the points and directions carried along;
    `room`: how many numbers it remembers, and works with; `start`: where they stand in the memory of a plan. An element
    that goes on from the last lane has `begin`: the places and values in its memory with which it starts, from the
    poses of the links `remembered`; an iteration has `unknowns`, as many numbers as it finds, `corrected`, how many it
    corrects at once where these are fewer, since of a frame nine are found, and `sign`: the place of the sign that its
    determinant must keep; `counts` says whether it counts turns of angles from lane to lane, `redundant`
    whether it has more conditions than unknowns. Before it stands the last solution; behind it the number of lanes,
    equally spaced, from which it may extrapolate, and the two solutions before the last. `declaration`: what declares
    the kernel's branches, if the element solves a group in closed form.
    """

    kernel: Kernel
    inputs: tuple[Feature, ...]
    outputs: tuple[Feature, ...]
    geometry: list[float] = field(default_factory=list)
    group: int = -1
    room: int = 0
    start: int = 0
    begin: Callable[[Mapping[str, Pose]], list[tuple[int, float]]] | None = None
    remembered: tuple[str, ...] = ()
    sign: int | None = None
    unknowns: int = 0
    corrected: int = 0
    counts: bool = False
    redundant: bool = False
    declaration: ClosedForm | None = None

    def remember_pose(self, place: int, link: str, sign: int) -> None:
        """Go on from the pose of a link, kept at a place of the memory."""
        self.begin, self.remembered, self.sign, self.unknowns = partial(_begin, place, link), (link,), sign, 3


def _begin(place: int, link: str, poses: Mapping[str, Pose]) -> list[tuple[int, float]]:
    """The pose of a link, from a place of the memory on."""
    return [(place + number, poses[link][number]) for number in range(3)]
