"""The ways in which a mechanism, or one of its groups, can be assembled at given inputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import cos, sin
from typing import overload

import numpy as np

from sgkin.arrays import Floats
from sgkin.coefficients import Configuration
from sgkin.errors import UnknownNameError
from sgkin.model.initial import InitialConfiguration
from sgkin.model.mechanism import Mechanism
from sgkin.structure.structure import Group, Structure


@dataclass(frozen=True, slots=True)
class GroupMode:
    """One way to assemble a group: poses (links, 3) of its links.

    `branch`: its name, 0 where it has none; `residual`: the largest opening of a joint or input of the group, in
    metres; `singular`: whether another mode meets it here.
    """

    links: tuple[str, ...]
    poses: Floats
    branch: int
    residual: float
    singular: bool

    def pose(self, link: str) -> Floats:
        """x, y, θ (3,) of a link of the group."""
        if link not in self.links:
            raise UnknownNameError("mode", "link of the group named", link, self.links)
        return np.asarray(self.poses[self.links.index(link)])


@dataclass(frozen=True, slots=True)
class GroupModes(Sequence[GroupMode]):
    """The modes of one group, with the groups before it as they are.

    `complete`: whether there can be no other; `loose`: whether there are places in which the group can move on its own,
    which are no modes.
    """

    group: Group
    modes: tuple[GroupMode, ...]
    complete: bool
    loose: bool

    @overload
    def __getitem__(self, index: int) -> GroupMode: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[GroupMode, ...]: ...
    def __getitem__(self, index: int | slice) -> GroupMode | tuple[GroupMode, ...]:
        return self.modes[index]

    def __len__(self) -> int:
        return len(self.modes)


@dataclass(frozen=True, slots=True)
class AssemblyMode:
    """One way to assemble a mechanism: a configuration, with one of the modes of every group.

    `numbers`: which of its modes each group is in, counted from 0 in solving order; `branches`: their names, 0 where
    they have none; `residual`: the largest opening of a joint or input, in metres; `singular`: numbers of the groups
    in which another mode meets this one here: no motion can be started from there; `given`: the mechanism.
    """

    configuration: Configuration
    numbers: tuple[int, ...]
    branches: tuple[int, ...]
    residual: float
    singular: tuple[int, ...]
    given: Mechanism = field(repr=False)
    structure: Structure = field(repr=False)

    @property
    def links(self) -> tuple[str, ...]:
        """The moving links, in file order."""
        return self.configuration.links

    @property
    def inputs(self) -> Floats:
        """The inputs (f,) to which the mode belongs."""
        return self.configuration.inputs

    @property
    def poses(self) -> Floats:
        """x, y, θ of the moving links, (links, 3)."""
        return self.configuration.poses

    def pose(self, link: str) -> Floats:
        """x, y, θ (3,) of a link."""
        return self.configuration.pose(link)

    @property
    def initial(self) -> InitialConfiguration:
        """What an initial configuration says that means this mode."""
        points: dict[str, tuple[float, float]] = {}
        for link, (x, y, theta) in zip(self.links, self.poses.tolist(), strict=True):
            for name, (px, py) in list(self.given.link(link).points.items())[:1]:
                c, s = cos(theta), sin(theta)
                points[f"{link}.{name}"] = (x + c * px - s * py, y + s * px + c * py)
        angles = dict(zip(self.links, self.poses[:, 2].tolist(), strict=True))
        inputs = dict(zip(self.given.input_names, self.inputs.tolist(), strict=True))
        groups = zip(self.structure.groups, self.branches, strict=True)
        branches = {str(group.links[0]): branch for group, branch in groups if branch}
        return InitialConfiguration(points, angles, inputs, branches)

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism that begins in this mode: `solve(mode.mechanism, …)`."""
        return replace(self.given, initial=self.initial)


@dataclass(frozen=True, slots=True)
class AssemblyModes(Sequence[AssemblyMode]):
    """All modes of a mechanism at given inputs, in the order of their groups' modes.

    `counts`: the fewest and the most modes that each group was found to have, over the modes of the groups before it;
    `searched`: numbers of the groups that were searched, and not solved, for their modes; `loose`: of those that can
    move on their own in some modes of the groups before them, which are left out.
    """

    structure: Structure
    inputs: Floats
    modes: tuple[AssemblyMode, ...]
    counts: tuple[tuple[int, int], ...]
    searched: tuple[int, ...]
    loose: tuple[int, ...]

    @property
    def complete(self) -> bool:
        """Whether there can be no other mode: no group was only searched."""
        return not self.searched

    @overload
    def __getitem__(self, index: int) -> AssemblyMode: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[AssemblyMode, ...]: ...
    def __getitem__(self, index: int | slice) -> AssemblyMode | tuple[AssemblyMode, ...]:
        return self.modes[index]

    def __len__(self) -> int:
        return len(self.modes)

    def __iter__(self) -> Iterator[AssemblyMode]:
        return iter(self.modes)
