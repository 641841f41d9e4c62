"""What to run, on which rows, in which order: a mechanism made ready to be solved many times."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from importlib import import_module
from typing import Any, TypeVar, cast
from uuid import uuid4

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sgkin.arrays import Floats
from sgkin.coefficients import Configuration
from sgkin.errors import (
    InitialConfigurationError,
    InputError,
    brief,
    listing,
)
from sgkin.groups import newton
from sgkin.groups.continuous_angles import add_link_angles
from sgkin.groups.declaration import ClosedForm, GroupTask
from sgkin.groups.element import Element, Feature, Heading
from sgkin.groups.plan_builder import PlanBuilder, feature_value
from sgkin.groups.registry import declaration_for
from sgkin.kernels.executor import run_tape
from sgkin.kernels.frames import ANGLE
from sgkin.mathematics import Pose
from sgkin.model.mechanism import Mechanism
from sgkin.model.pose_coordinates import POSE_COORDINATES
from sgkin.plan.group_tasks import group_tasks
from sgkin.plan.input_values import copy_inputs, refuse_numbers
from sgkin.plan.selection import Selection
from sgkin.plan.spatial_selection import SpatialSelection
from sgkin.plan.tape import Layout, Seeds, Tape, TapeWriter
from sgkin.structure.decomposition import examine
from sgkin.structure.refusal import refuse_open, refuse_unsolvable
from sgkin.structure.structure import Group, Structure
from sgkin.text_table import aligned, shortened

Made = TypeVar("Made")

IN_SPACE = "sgkin.plan.spatial_plan"
"""Where plans in space are made; loaded where it is needed, since that takes a while."""

BRANCH_PROBE = 1e-6
"""How far beside the initial configuration its branch must be the same, as a part of the group's size."""


@dataclass(frozen=True, eq=False)
class Plan:
    """A mechanism taken apart, with an element for every group.

    A plan never changes, and can be used by many threads at once: what changes while it is run belongs to each call, or
    to each thread. It can be copied, pickled and sent to other processes. Tapes are written when they are first asked
    for, and kept; they follow from the plan and do not travel with it.

    `site`: what it is built of, for the mechanism with its idle links at rest, `site.mechanism`; `solvers`: the element
    of each group, None for driven links; `start` (g,): branches and starting values in the
    initial configuration, with poses `initial`; `origin`: by which configurations of this plan are known, and of its
    copies.
    """

    mechanism: Mechanism
    structure: Structure
    site: PlanBuilder = field(repr=False)
    solvers: tuple[Element | None, ...] = field(repr=False)
    initial: Mapping[str, Pose] = field(repr=False)
    start: Floats = field(repr=False)
    origin: str = field(default_factory=lambda: uuid4().hex, repr=False)
    _made: dict[Hashable, Any] = field(init=False, repr=False, default_factory=dict)

    def __repr__(self) -> str:
        links, groups = len(self.links), len(self.structure.groups)
        return f"{type(self).__name__} of {self.mechanism.name}: {links} moving links in {groups} groups"

    def __str__(self) -> str:
        return "\n".join([repr(self), "", *shortened(aligned(self.table), "groups", 40)])

    @property
    def table(self) -> list[tuple[str, ...]]:
        """How each group is solved: heads, and a row for each in solving order."""
        rows = []
        for number, (group, element) in enumerate(zip(self.structure.groups, self.solvers, strict=True)):
            found = "by its input" if element is None else "by iteration" if self.iterated[number] else "closed form"
            branch = f"{self.start_branches[number]:+d}" if self.start_branches[number] else "–"
            rows.append((str(number + 1), group.signature, listing(group.links, verb=False), found, branch))
        return [("", "group", "links", "solved", "branch"), *rows]

    def __getstate__(self) -> dict[str, Any]:
        return {entry.name: getattr(self, entry.name) for entry in fields(self) if entry.init}

    def __setstate__(self, state: dict[str, Any]) -> None:
        state["start"].flags.writeable = False
        self.__dict__.update(state, _made={})

    def made(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What follows from the plan, made when it is first asked for; of what two threads make, both get the first."""
        found = self._made.get(key)
        return found if found is not None else self._made.setdefault(key, make())  # type: ignore[no-any-return]

    @cached_property
    def links(self) -> tuple[str, ...]:
        """The moving links, in file order."""
        return self.mechanism.moving_links

    @cached_property
    def input_names(self) -> tuple[str, ...]:
        """The inputs, in file order."""
        return self.mechanism.input_names

    @cached_property
    def solved_groups(self) -> list[int]:
        """Groups that are not simply driven."""
        return [number for number, element in enumerate(self.solvers) if element is not None]

    @cached_property
    def angles(self) -> NDArray[np.bool_]:
        """Which inputs (f,) are angles."""
        return np.array([self.mechanism.input_quantity(name) == "angle" for name in self.input_names], dtype=bool)

    def selection(self, outputs: tuple[str, ...]) -> Any:
        """What is kept for outputs."""
        return self.made((Selection, outputs), lambda: self._select(outputs))

    def _select(self, outputs: tuple[str, ...]) -> Any:
        return SpatialSelection(self, outputs) if self.mechanism.is_spatial else Selection(self, outputs)

    def has_selection(self, outputs: tuple[str, ...]) -> bool:
        """Whether these outputs were asked for before."""
        return (Selection, outputs) in self._made

    @cached_property
    def _turned(self) -> dict[str, float | None]:
        """The angles in the initial configuration of links that are turned by an input, if they are known."""
        builder, inputs = self.site, self.initial_inputs
        angles: dict[str, float | None] = {}
        for root, frame in builder.frames.items():  # each after the link on which it turns
            if frame.direction is not None and frame.direction in builder.turned_on:
                maker, base = builder.makers[frame.direction], builder.turned_on[frame.direction]
                before = angles[base] if base in angles else self._placed_angle(base)
                sign, shift = maker.geometry
                angles[root] = None if before is None else before + sign * float(inputs[maker.inputs[1].input]) + shift
        return angles

    def _placed_angle(self, link: str) -> float | None:
        if link == self.mechanism.ground:
            return 0.0
        stated = self.mechanism.initial.angles
        if link in stated:
            return stated[link]
        return self.initial[link][2] if link in self.initial else None

    def initial_angle(self, link: str) -> float | None:
        """The angle of a link in the initial configuration: as its input says, as stated, or as found, if it was."""
        root = self.site.root(link)
        if root not in self._turned:
            return self._placed_angle(link)
        before = self._turned[root]
        return None if before is None else before + self.site.turn(link)

    def tape(
        self,
        wanted: Sequence[Feature],
        seeds: Seeds | None,
        watch: bool,
        groups: Sequence[int] = (),
        counted: Sequence[Heading] = (),
        builder: PlanBuilder | None = None,
    ) -> Tape:
        """The tape that computes the wanted features and solves the given groups; see `TapeWriter.write`.

        They are those of the plan's builder, or of an extension of it.
        """
        used = builder or self.site
        key = (Tape, tuple(wanted), seeds, watch, tuple(groups), tuple(counted), used)
        return self.made(key, lambda: self.write_tape(used, wanted, seeds, watch, groups, counted))

    def write_tape(
        self,
        builder: PlanBuilder,
        wanted: Sequence[Feature],
        seeds: Seeds | None,
        watch: bool,
        groups: Sequence[int] = (),
        counted: Sequence[Heading] = (),
    ) -> Tape:
        """The same, not kept for others."""
        writer = TapeWriter(builder.elements, seeds, builder.inputs, len(self.start))
        writer.write(wanted, groups, watch, counted)
        return writer.finish(wanted, keep_margins=not watch)

    def run(self, tape: Tape, layout: Layout, memory: Floats, lanes: int) -> None:
        """Run a tape on the lanes at which the layout's rows stand."""
        tables = (layout.here, tape.row_start, tape.geometry, tape.geometry_start, memory, tape.memory_start)
        run_tape(tape.addresses, *tables, layout.state, lanes)

    def memory(self, near: Configuration | None) -> Floats:
        """Branches and starting values (g,) of an earlier configuration, or of the initial one: a copy."""
        if near is None:
            return self.start.copy()
        if not isinstance(near, Configuration):
            raise InputError(f"near must be a configuration that this plan has given; found {brief(near)}")
        if near.origin != self.origin:
            raise InputError("near is a configuration of another plan; give one that this plan has found, or none")
        return near.memory.copy()

    def taken_inputs(self, z: ArrayLike, where: str = "z") -> Floats:
        """A copy of inputs z of the right shape (f,); a single input may be given as a number. `where`: what they are
        called where they are given."""
        values = np.empty(len(self.input_names))
        copy_inputs(values, z, where, self.input_names)
        refuse_numbers(values[None], self.input_names)
        return values

    @property
    def coordinate_names(self) -> tuple[str, ...]:
        """The coordinates of q, K and L: those of the moving links in file order, then the inputs.

        Of a link they are x, y and θ; in space x, y, z and wx, wy, wz.
        """
        parts = POSE_COORDINATES[self.mechanism.space]
        return tuple(f"{link}.{part}" for link in self.links for part in parts) + self.input_names

    @property
    def initial_inputs(self) -> Floats:
        """The inputs (f,) to which the initial configuration belongs."""
        return self._initial_inputs.copy()

    @cached_property
    def _initial_inputs(self) -> Floats:
        stated = self.mechanism.initial_inputs
        return np.array([stated[name] for name in self.input_names])

    @cached_property
    def size(self) -> float:
        """The largest distance of a point from the first of its link, or from the link's origin if there are no two."""
        return self.mechanism.size

    @cached_property
    def unit_length(self) -> float:
        """What is one for lengths: the size of the mechanism, or a metre if it has none."""
        return self.size or 1.0

    @cached_property
    def input_scales(self) -> Floats:
        """What is one for each input (f,): a radian, or the size of the mechanism."""
        return np.where(self.angles, 1.0, self.unit_length)

    @cached_property
    def geared(self) -> tuple[Heading, ...]:
        """Directions whose whole turns gears must know, and that are counted along the motion."""
        return tuple(Heading(element.inputs[0]) for element in self.site.elements if element.kernel == ANGLE)

    @cached_property
    def start_branches(self) -> NDArray[np.int8]:
        """The branches (groups,) in the initial configuration; 0 where a group has only one."""
        branches = np.zeros(len(self.solvers), dtype=np.int8)
        for group, element in enumerate(self.solvers):
            if element is not None and element.kernel.branch:
                branches[group] = int(self.start[element.start])
        return branches

    @cached_property
    def iterated(self) -> NDArray[np.bool_]:
        """Which groups are found by iteration."""
        return np.array([element is not None and element.sign is not None for element in self.solvers], dtype=bool)

    @cached_property
    def input_turns(self) -> Floats:
        """How far, in radians, links turn for one of each input (f,): more where gears make groups turn faster."""
        turns = 1.0 / self.input_scales
        if not self.site.angles:
            return turns
        others = [self.element(number) for number in self.solved_groups if not self._has_mesh(number)]
        carrying = {feature.link for element in others for feature in element.inputs}
        geared = [feature for feature in self.site.angles if feature.link in carrying]
        if not geared:
            return turns
        seeds = Seeds(len(turns), False)
        tape = self.tape(geared, seeds, watch=False)
        layout = Layout(tape, 1, 1)
        layout.set_inputs(self.initial_inputs)
        self.run(tape, layout, self.start.copy(), 1)
        for feature in geared:
            for number, rows in tape.features[feature].first.items():
                turns[number] = np.fmax(turns[number], abs(layout.row(rows[0])[0]))
        return turns

    def _has_mesh(self, group: int) -> bool:
        """Whether gears or a rack are among the joints of a group."""
        joints = (self.mechanism.joint(name) for name in self.structure.groups[group].joints)
        return any(joint.letter == "G" for joint in joints)

    def element(self, group: int) -> Element:
        """The element that solves a group."""
        element = self.solvers[group]
        assert element is not None
        return element


AnyPlan = TypeVar("AnyPlan", bound=Plan)


def make_plan(mechanism: Mechanism, kind: type[AnyPlan]) -> AnyPlan:
    """Take a mechanism apart and make it ready to be solved: a plan of some kind.

    Raises `MobilityError` where the drivers do not fit the mobility, `UnsolvableError` where geometry is missing and
    `InitialConfigurationError` where it is not clear which assembly is meant.
    """
    structure, placed = examine(mechanism)
    refuse_unsolvable(mechanism, structure)
    refuse_open(mechanism, placed)
    held, poses, unplaced = placed.mechanism, placed.poses, placed.unplaced
    del placed  # its rows are large, and no longer needed
    plan = build_plan(mechanism, held, structure, poses, kind)
    refuse_singular(plan)
    set_branches(plan, poses, unplaced)
    set_starts(plan, poses, unplaced)
    settle(plan)
    plan.start.flags.writeable = False
    return plan


def make_open_plan(mechanism: Mechanism) -> Plan:
    """A plan to look for assemblies: as `make_plan`, but it need not be clear which of them is meant."""
    structure, placed = examine(mechanism)
    refuse_unsolvable(mechanism, structure)
    is_placed = not placed.unplaced and not placed.gaps
    plan = build_plan(mechanism, placed.mechanism, structure, placed.poses if is_placed else {}, Plan)
    if is_placed:
        set_starts(plan, placed.poses, ())
    plan.start.flags.writeable = False
    return plan


def build_plan(
    mechanism: Mechanism, held: Mechanism, structure: Structure, initial: Mapping[str, Pose], kind: type[AnyPlan]
) -> AnyPlan:
    """A plan with an element for every group, none of which knows its branch or start.

    held: the mechanism with its idle links at rest.
    """
    if held.is_spatial:
        site, steps = import_module(IN_SPACE).build_groups(held, structure)
        site.close()
        return kind(mechanism, steps, cast(Any, site), tuple(site.steps), initial, lay_out_memory(site.elements))
    builder = PlanBuilder(held)
    solvers = [build_group(task, builder) for task in group_tasks(held, structure, builder)]
    add_link_angles(builder)
    builder.close()
    return kind(mechanism, structure, builder, tuple(solvers), initial, lay_out_memory(builder.elements))


def lay_out_memory(elements: Sequence[Element]) -> Floats:
    """Give all elements that remember anything their place in the memory; the memory (g,), with all branches +1."""
    size, branches = 0, []
    for element in elements:
        if element.room:
            element.start = size
            size += element.room
            if element.kernel.branch:
                branches.append(element.start)
    memory = np.zeros(size)
    memory[branches] = 1.0
    return memory


def refuse_singular(plan: Plan) -> None:
    """Raise where an iteration would have to start in a singular position, from which it can go either way."""
    check = plan.structure.geometry
    for number in check.groups if check is not None else ():
        element = plan.solvers[number]
        if element is not None and element.sign is not None:
            group = plan.structure.groups[number]
            when = f", where {element.declaration.singular_when}" if element.declaration is not None else ""
            raise InitialConfigurationError(
                f"{plan.mechanism.name}: the initial configuration is a singular position of {group.label}{when}: two "
                "of its assemblies meet there; start from places that belong to other inputs",
                [str(link) for link in group.links],
            )


def build_group(task: GroupTask, builder: PlanBuilder) -> Element | None:
    """Add the elements of a group; the one that solves it, if it is not simply driven."""
    declaration = declaration_for(task.group)
    if declaration is None:
        return newton.build(task, builder)
    element = declaration.build(task, builder)
    if element is not None and element.kernel != newton.KERNEL:
        element.declaration = element.declaration or declaration
    return element


def set_branches(plan: Plan, poses: dict[str, Pose], unplaced: tuple[str, ...]) -> None:
    """Take the branch of every group from its name, if it has one, or from the initial configuration."""
    named: dict[str, dict[str, int]] = {}
    for link, branch in plan.mechanism.initial.branches.items():
        named.setdefault(plan.site.root(link), {})[link] = branch
    for element in plan.solvers:
        if element is None or not element.kernel.branch:
            continue
        group = plan.structure.groups[element.group]
        links = [plan.site.root(str(link)) for link in group.links]
        declaration = element.declaration
        assert declaration is not None
        stated = {link: branch for root in links for link, branch in named.pop(root, {}).items()}
        if stated:
            branch = one_branch(plan, group, stated)
            if branch not in declaration.branches:
                allowed = ", ".join(f"{branch:+d}" for branch in declaration.branches)
                raise InitialConfigurationError(f"branch {branch} of {group.label}: allowed are {allowed}", links)
        elif any(link in unplaced for link in links):
            raise InitialConfigurationError(
                f"{plan.mechanism.name}: the initial configuration does not say which assembly of {group.label} is "
                f"meant; give the place of one of its pins, an angle, or its branch in [initial]",
                links,
            )
        else:
            branch = branch_of(plan, element, declaration, poses)
        plan.start[element.start] = float(branch)
    if named:
        link, branch = next(iter(next(iter(named.values())).items()))
        raise InitialConfigurationError(
            f"{plan.mechanism.name}: branch {branch} of {link!r}: its group has no branches to choose from; "
            "give places of pins or angles in [initial] instead",
            [link],
        )


def one_branch(plan: Plan, group: Group, stated: dict[str, int]) -> int:
    """The branch that is stated for a group; more than one of its links may tell it."""
    if len(set(stated.values())) > 1:
        both = " and ".join(f"{branch:+d} ({link!r})" for link, branch in stated.items())
        raise InitialConfigurationError(
            f"{plan.mechanism.name}: {group.label} cannot have branch {both} at once; name one of them in [initial]",
            tuple(stated),
        )
    return next(iter(stated.values()))


def branch_of(plan: Plan, element: Element, declaration: ClosedForm, poses: dict[str, Pose]) -> int:
    """The branch of a group at the initial poses; it must be the same a little beside them."""
    if plan.mechanism.is_spatial:
        seen = cast(Any, plan.site).in_plane.get(element)
        if seen is None:
            return cast(int, import_module(IN_SPACE).branch_in_space(plan, element, declaration, poses))
        poses = seen
    assert declaration.branch is not None
    inputs = tuple(feature_value(feature, poses) for feature in element.inputs)
    outputs = tuple(feature_value(feature, poses) for feature in element.outputs)
    branch = declaration.branch(inputs, outputs, element.geometry)
    given, found = (
        [value for feature, value in zip(features, values, strict=True) if feature.kind == "point"]
        for features, values in ((element.inputs, inputs), (element.outputs, outputs))
    )
    distances = [max(abs(a - b) for a, b in zip(p, q, strict=True)) for p in given for q in found]
    are_lengths = all(feature.kind != "direction" for feature in element.inputs)
    reach = min(filter(None, distances), default=0.0) if are_lengths else max(distances, default=0.0)
    for number, (x, y) in enumerate(outputs):
        aside = BRANCH_PROBE * (max(1e-300, reach) if element.outputs[number].kind == "point" else 1.0)
        for dx, dy in ((aside, 0.0), (-aside, 0.0), (0.0, aside), (0.0, -aside)):
            beside = (*outputs[:number], (x + dx, y + dy), *outputs[number + 1 :])
            if declaration.branch(inputs, beside, element.geometry) != branch:
                group = plan.structure.groups[element.group]
                raise InitialConfigurationError(
                    f"{plan.mechanism.name}: the initial configuration lies on a change point of {group.label}, where "
                    "its assemblies meet; give its branch in [initial], or places that belong to other inputs",
                    [str(link) for link in group.links],
                )
    return branch


def set_starts(plan: Plan, poses: dict[str, Pose], unplaced: tuple[str, ...]) -> None:
    """Put the initial poses where elements remember the last ones."""
    counted = plan.site.counted(poses)
    for element in plan.site.elements:
        if element.begin is None:
            continue
        missing = [link for link in element.remembered if link in unplaced]
        if missing:
            raise InitialConfigurationError(
                f"{plan.mechanism.name}: {listing(missing)} found by iteration, which needs a start; "
                "give places of pins or angles in [initial]",
                missing,
            )
        for place, value in element.begin(counted):
            plan.start[element.start + place] = value


def settle(plan: Plan) -> None:
    """Let iterations find the initial configuration, and remember the sign of their determinants there."""
    groups = [group for group in plan.solved_groups if plan.element(group).sign is not None]
    if groups:
        tape = plan.tape((), None, watch=False, groups=groups)
        layout = Layout(tape, 1, 1)
        layout.set_inputs(plan.initial_inputs)
        plan.run(tape, layout, plan.start, 1)
