"""What a structural group must say of itself to be solved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sgkin.groups.element import Element
from sgkin.model.joint import Joint
from sgkin.model.mechanism import Mechanism
from sgkin.structure.structure import Group

Values = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class GroupTask:
    """A group to be built: the structural group, its links, its inner joints, and its outer joints in file order.

    An outer joint stands with the link of the group that it holds.
    """

    number: int
    group: Group
    links: tuple[str, ...]
    inner: tuple[Joint, ...]
    outer: tuple[tuple[Joint, str], ...]


@dataclass(frozen=True, slots=True)
class Modes:
    """Values of a group's outputs in every assembly mode that stands alone, in a fixed order.

    `loose`: whether there are others, in which the group can move on its own.
    """

    outputs: list[Values]
    loose: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedForm:
    """What is known of the assembly modes of a closed form.

    branches: which there are; branch: that of a configuration, from the values of the element's features; gap: how far,
    in metres, it is from closing where it cannot; where it can, how far from opening, as a negative number; modes: of
    an iteration, the values of the outputs in every assembly mode.
    """

    branches: tuple[int, ...] = ()
    branch: Callable[[Values, Values, list[float]], int] | None = None
    gap: Callable[[Values, list[float]], float] | None = None
    singular_when: str = "two of its conditions coincide"
    modes: Callable[[Values, list[float]], Modes] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration(ClosedForm):
    """How a kind of structural group is solved. To add a kind:

    1. Write its closed form as three functions of points and numbers, `place`, `first` and `second`, and make a kernel
       of them with `formula`, see `sgkin.kernels.lanes`.
    2. Write `build(task, builder)`. It asks the builder for points and directions of the earlier links, adds an element
       with the kernel, says with `builder.place` what determines each link of the group, and returns the element; None
       where inputs place the links and nothing can fail. It takes its mathematics from `sgkin.mathematics`.
    3. If the kernel has branches, write `branch(inputs, outputs, geometry)`: the branch of a configuration, from the
       values of the element's features; and say in `branches` which there are.
    4. Write `gap(inputs, geometry)`: how far, in metres, the group is from closing where it cannot; where it can, how
       far it is from opening, as a negative number, or 0 if that is not known.
    5. Write `example(random)`: a mechanism that holds such a group at random geometry. All tests of groups run on it.
    6. If the group is iterated, `modes(inputs, geometry)` can give the values of the outputs in every assembly mode.
       Without it only the mode is known that the iteration finds.
    7. `register(Declaration(…))`, and let `check_group` compare the derivatives with differences. Nothing else changes.

    A group with inputs has a star behind its signature here: `R*`, `P*` and `pose*` are driven links, `RRR*` is a dyad
    with an input inside it.

    In space, with `space="spatial"`, signatures are those of `sgkin.structure.spatial_signature`, and the builder is a
    `SpatialPlanBuilder`. A group may be solved in several steps there: each element with a margin is added under the
    number `builder.next_step`, and has the `declaration` of its own branches; nothing need be returned.
    """

    signature: str
    build: Callable[[GroupTask, Any], Element | None]
    example: Callable[[Any], Mechanism]
    space: str = "planar"

    def __reduce__(self) -> tuple[Any, ...]:
        """A declaration travels by its signature; where it arrives it must be registered too."""
        from sgkin.groups.registry import declaration_of

        return declaration_of, (self.signature, self.space)
