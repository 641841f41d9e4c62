"""The ways in which a mechanism, or one of its groups, can be assembled at given inputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import overload

import numpy as np

from sgkin.arrays import Floats
from sgkin.coefficients import Configuration, pose_rows
from sgkin.display import as_html, as_svg
from sgkin.errors import InputError, UnknownNameError
from sgkin.model.initial import InitialConfiguration
from sgkin.model.mechanism import Mechanism, at_inputs
from sgkin.model.pose_coordinates import POSE_COORDINATES
from sgkin.structure.structure import Group, Structure
from sgkin.text_table import Column, aligned, columns_table, count, without_rounding


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
        """x, y, θ (3,) of a link of the group; in space x, y, z, and axis times angle of its turn."""
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

    def __repr__(self) -> str:
        certain = "" if self.complete else ", and there may be others"
        return f"GroupModes of {self.group.label}: {count(len(self), 'mode')}{certain}"

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
    in which another mode meets this one here: no motion can be started from there; `searched`: numbers of the groups
    whose modes were searched for; `given`: the mechanism.
    """

    configuration: Configuration
    numbers: tuple[int, ...]
    branches: tuple[int, ...]
    residual: float
    singular: tuple[int, ...]
    searched: tuple[int, ...]
    given: Mechanism = field(repr=False)
    structure: Structure = field(repr=False)

    def __repr__(self) -> str:
        numbers = ", ".join(map(str, self.numbers))
        where = at_inputs(self.given, self.inputs.tolist())
        return f"AssemblyMode of {self.given.name}{where}: modes {numbers} of its groups"

    def __str__(self) -> str:
        return "\n".join([repr(self), "", *aligned(pose_rows(self.links, self.poses, self.given.units))])

    def _repr_html_(self) -> str:
        return as_html(self)

    def _repr_svg_(self) -> str | None:
        return as_svg(self)

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
        inputs = dict(zip(self.given.input_names, self.inputs.tolist(), strict=True))
        if self.given.is_spatial:
            return replace(self.given.initial, inputs=inputs, branches=self._named_branches())
        links = [self.given.link(link) for link in self.links]
        placed = InitialConfiguration.at(zip(links, map(tuple, self.poses.tolist()), strict=True))
        groups = zip(self.structure.groups, self.branches, strict=True)
        branches = {str(group.links[0]): branch for group, branch in groups if branch}
        return replace(placed, inputs=inputs, branches=branches)

    def _named_branches(self) -> dict[str, int]:
        """The branches by the links of groups; those of points that place no link can not be named, nor can modes that
        were searched."""
        branches = {}
        for number in self.searched:
            raise InputError(
                f"{self.given.name}: {self.structure.groups[number].label} is found by iteration, and in space its "
                "modes have no name in [initial]; let a plan begin in this one: plan.begun_at(mode.configuration)"
            )
        for group, branch in zip(self.structure.groups, self.branches, strict=True):
            if branch and not group.links:
                raise InputError(
                    f"{self.given.name}: {group.label} finds a point that places no link, so that its branch has no "
                    "name in [initial]; follow this mode from its configuration instead"
                )
            if branch:
                branches[str(group.links[0])] = branch
        return branches

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism that begins in this mode: `solve(mode.mechanism, …)`."""
        return replace(self.given, initial=self.initial)


@dataclass(frozen=True, slots=True)
class AssemblyModes(Sequence[AssemblyMode]):
    """All modes of a mechanism at given inputs, in the order of their groups' modes.

    `counts`: the fewest and the most modes that each group was found to have, over the modes of the groups before it;
    `searched`: numbers of the groups that were searched, and not solved, for their modes; `loose`: of those that can
    move on their own in some modes of the groups before them, which are left out; `given`: the mechanism.
    """

    structure: Structure
    inputs: Floats
    modes: tuple[AssemblyMode, ...]
    counts: tuple[tuple[int, int], ...]
    searched: tuple[int, ...]
    loose: tuple[int, ...]
    given: Mechanism

    def __repr__(self) -> str:
        return f"AssemblyModes of {self.summary}"

    def __str__(self) -> str:
        lines = [self.summary, "", *self._group_lines()]
        if len(self):
            lines += ["", columns_table(_modes_table(self))]
        singular = [str(number) for number, mode in enumerate(self, 1) if mode.singular]
        if singular:
            lines += ["", f"another mode meets mode {', '.join(singular)} here; no motion can be started from there"]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return as_html(self)

    @property
    def summary(self) -> str:
        """How many modes there are and at which inputs, in a line."""
        found = count(len(self), "assembly mode")
        return f"{self.given.name}: {found}{at_inputs(self.given, self.inputs.tolist())}"

    def _group_lines(self) -> list[str]:
        labels = [group.label for group in self.structure.groups]
        width = max(map(len, labels), default=0)
        lines = []
        for number, (label, (fewest, most)) in enumerate(zip(labels, self.counts, strict=True)):
            modes = count(most, "mode") if fewest == most else f"{fewest} to {most} modes"
            rest = "  searched for from many starts; there may be others" if number in self.searched else ""
            rest += "  in some modes of the groups before it, it can move on its own" if number in self.loose else ""
            lines.append(f"{label:{width}}  {modes}{rest}")
        return lines

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


def _modes_table(modes: AssemblyModes) -> list[Column]:
    """A row for each mode: its number, the branches of groups that have them, and the poses of the links."""
    columns = [Column("mode", "", np.arange(1, len(modes) + 1))]
    for number, group in enumerate(modes.structure.groups):
        branches = np.array([mode.branches[number] for mode in modes])
        if branches.any():
            columns.append(Column(f"{group.signature}({group.placed[0]})", "", branches))
    units, poses = modes.given.units, np.array([mode.poses for mode in modes])
    names = {"length": units.length, "angle": units.angle}
    parts = [(part, kind, names[kind]) for part, kind in POSE_COORDINATES[modes.given.space].items()]
    usual = {"length": modes.given.size, "angle": 1.0}
    for place, link in enumerate(modes[0].links):
        for part, (name, kind, unit) in enumerate(parts):
            values = without_rounding(poses[:, place, part], usual[kind])
            columns.append(Column(f"{link}.{name}", unit, values / units.factor(kind)))
    return columns
