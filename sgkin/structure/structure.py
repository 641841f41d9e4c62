"""The structure of a mechanism: its ordered groups, and what is too much or too little."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from numbers import Integral
from textwrap import shorten
from typing import TYPE_CHECKING

from sgkin.display import as_html, as_svg
from sgkin.errors import InputError, brief, listing
from sgkin.model.pose_coordinates import POSE_COORDINATES
from sgkin.structure.attitude_steps import AttitudeStep
from sgkin.structure.idle import IdleSpin
from sgkin.structure.point_steps import PointStep
from sgkin.structure.topology import LinkName
from sgkin.text_table import aligned

if TYPE_CHECKING:
    import networkx
    from scipy.sparse import csr_array

ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


def roman(number: int) -> str:
    """A class as it is written.

    >>> roman(4)
    'IV'
    """
    return ROMAN[number] if number < len(ROMAN) else str(number)


@dataclass(frozen=True, slots=True)
class Group:
    """A structural group: links that are solved together, after the groups they depend on.

    `signature`, `assur_class` (None where it has none) and `order` are those of the reduced group, with the driven
    pairs inside it contracted. `depends_on`: indices of earlier groups; `hangs_on`: the earlier links it is joined to,
    with ground; `outer_joints`: those by which it hangs on them; `redundant`: its rows that are too many; `loose`: its
    freedoms that no input drives. In space, `points`: where the group is one of points, which of them are solved
    together, in order; `attitudes`: where orientations come before positions, those of which links.
    """

    links: tuple[LinkName, ...]
    joints: tuple[str, ...]
    inputs: tuple[str, ...]
    signature: str
    assur_class: int | None
    order: int
    depends_on: tuple[int, ...]
    hangs_on: tuple[LinkName, ...]
    ground: LinkName = "ground"
    redundant: int = 0
    loose: int = 0
    outer_joints: tuple[str, ...] = ()
    space: str = "planar"
    points: tuple[PointStep, ...] = ()
    attitudes: tuple[AttitudeStep, ...] = ()

    @property
    def inner_joints(self) -> tuple[str, ...]:
        """The joints between its own links."""
        return tuple(joint for joint in self.joints if joint not in self.outer_joints)

    @property
    def dependent(self) -> tuple[str, ...]:
        """The paper's φ: the poses of the group's links, which it determines."""
        return self._poses(self.links)

    @property
    def independent(self) -> tuple[str, ...]:
        """The paper's h: the group's inputs and the poses of the earlier links it hangs on, which it is given."""
        return self.inputs + self._poses(link for link in self.hangs_on if link != self.ground)

    @property
    def label(self) -> str:
        """The group in the structural formula, such as `RRR(coupler, rocker)`."""
        name = "I" if self.assur_class == 1 else self.signature
        return f"{name}({', '.join(map(str, self.placed))})"

    @property
    def told(self) -> str:
        """The group with what holds it: its joints, or its inputs where it has none."""
        kind, names = ("joints", self.joints) if self.joints else ("inputs", self.inputs)
        return f"{self.label} ({kind} {listing(names, verb=False)})" if names else self.label

    @property
    def placed(self) -> tuple[LinkName, ...]:
        """What the group places: its links, or the points of a step that places none yet."""
        return self.links or tuple(point for step in self.points for point in step.points)

    def _poses(self, links: Iterable[LinkName]) -> tuple[str, ...]:
        return tuple(f"{link}.{coordinate}" for link in links for coordinate in POSE_COORDINATES[self.space])


@dataclass(frozen=True, slots=True)
class Redundancy:
    """A joint or input with rows that depend on others; `circuit` names all joints and inputs that close it."""

    name: str
    kind: str
    rows: int
    circuit: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GeometryCheck:
    """The generic count against the rank at the initial configuration.

    `verdict`: "agrees"; "permanent redundancy", constant along the motion; "singular position", which vanishes as
    soon as the mechanism moves; or "not checked", with the reason. `mobility` is the instantaneous one there.
    """

    verdict: str
    generic_mobility: int
    mobility: int
    groups: tuple[int, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Structure:
    """How a mechanism comes apart. Made by `decompose`; nothing in it raises on mobility.

    `links`: all links with ground; `inputs`: all inputs; `undetermined`: links that still move with all inputs
    locked; `idle`: links that can move on their own, with the number of such freedoms; `spins`: those that only spin
    about a point, such as rollers, and are left at rest; `geometry`: None for a structure without geometry.
    """

    name: str
    links: tuple[LinkName, ...]
    ground: LinkName
    inputs: tuple[str, ...]
    mobility: int
    groups: tuple[Group, ...]
    redundant: tuple[Redundancy, ...] = ()
    undetermined: tuple[LinkName, ...] = ()
    idle: dict[LinkName, int] = field(default_factory=dict)
    spins: tuple[IdleSpin, ...] = ()
    geometry: GeometryCheck | None = None

    @property
    def highest_class(self) -> int | None:
        """The highest class among the groups that have one."""
        return max((group.assur_class for group in self.groups if group.assur_class is not None), default=None)

    @property
    def mechanism_class(self) -> str | None:
        """The same in Roman numerals."""
        return None if self.highest_class is None else roman(self.highest_class)

    @property
    def formula(self) -> str:
        """The structural formula: groups in solving order, `I(crank) → RRR(coupler, rocker)`."""
        return " → ".join(group.label for group in self.groups)

    @property
    def is_determined(self) -> bool:
        """Whether the inputs move every link that does not only spin, and none of them is in conflict with another."""
        return not self.still_moving and not any(entry.kind == "input" for entry in self.redundant)

    @property
    def still_moving(self) -> tuple[LinkName, ...]:
        """The links that still move with all inputs locked, but for those that only spin idly."""
        spinning = {link for spin in self.spins for link in spin.links}
        return tuple(link for link in self.undetermined if link not in spinning)

    @property
    def matrix(self) -> csr_array:
        """The kinematic-structure matrix: a row for each group, a column for each link with ground; 1 at the group's
        own links, −1 at the earlier links it hangs on."""
        import numpy as np
        from scipy.sparse import csr_array

        column = {link: number for number, link in enumerate(self.links)}
        pointers, indices, values = [0], [], []
        for group in self.groups:
            entries = {column[link]: 1 for link in group.links} | {column[link]: -1 for link in group.hangs_on}
            indices += sorted(entries)
            values += [entries[index] for index in sorted(entries)]
            pointers.append(len(indices))
        shape = (len(self.groups), len(self.links))
        return csr_array((np.array(values, dtype=np.int8), np.array(indices, dtype=int), pointers), shape=shape)

    def graph(self) -> networkx.DiGraph:
        """Groups as nodes, numbered in solving order, with an edge from each to those that depend on it."""
        import networkx

        graph = networkx.DiGraph(name=self.name)
        for number, group in enumerate(self.groups):
            graph.add_node(number, label=group.label, signature=group.signature, links=group.links)
        for number, group in enumerate(self.groups):
            graph.add_edges_from((earlier, number) for earlier in group.depends_on)
        return graph

    @property
    def findings(self) -> tuple[str, ...]:
        """What is worth saying of the structure, one sentence each; empty when all is as it should be."""
        return tuple(_findings(self))

    def _repr_html_(self) -> str:
        return as_html(self)

    def _repr_svg_(self) -> str | None:
        return as_svg(self)

    def __repr__(self) -> str:
        return f"Structure of {self.name}: mobility {self.mobility}, {shorten(self.formula, 200, placeholder=' …')}"

    def __str__(self) -> str:
        return describe(self)


def _findings(structure: Structure) -> list[str]:
    sentences = []
    count, moving, spins = len(structure.inputs), structure.still_moving, structure.spins
    mobility = f"mobility is {structure.mobility}" + (f", {len(spins)} of it idle," if spins else "")
    driven = f"{count} input{'s are' if count != 1 else ' is'} given"
    if moving:
        said = f"but {driven}" if count != structure.mobility - len(spins) else f"and {driven}, with conflicts"
        verb = "moves" if len(moving) == 1 else "move"
        sentences.append(f"{mobility} {said}; {listing(moving, verb=False)} still {verb} with all inputs locked")
    elif count > structure.mobility - len(spins):
        sentences.append(f"{mobility} but {driven}")
    for spin in spins:
        rest = f": it is left at rest on {spin.carrier}" if spin.carrier else ""
        sentences.append(f"{' with '.join(spin.links)} spins idly about {spin.joint} and moves nothing else{rest}")
    spinning = {link for spin in spins for link in spin.links}
    for link, number in structure.idle.items():
        if link not in spinning:
            freedoms = "freedom that moves" if number == 1 else "freedoms that move"
            sentences.append(f"{link} has {number} idle {freedoms} nothing else")
    for entry in structure.redundant:
        rows = f"{entry.rows} condition{'s' if entry.rows > 1 else ''} of {entry.kind} {entry.name}"
        verb = "are" if entry.rows > 1 else "is"
        others = [name for name in entry.circuit if name != entry.name]
        role = "in conflict with" if entry.kind == "input" else "redundant: implied by"
        sentences.append(f"{rows} {verb} {role} {listing(others, verb=False, most=12)}")
    check = structure.geometry
    if check is not None and check.verdict == "permanent redundancy":
        what = f"the generic count gives mobility {check.generic_mobility}, the actual rank {check.mobility}"
        if check.mobility == check.generic_mobility:
            what = "the inputs do not move every link,"
        sentences.append(f"special geometry: {what} all along the motion")
    if check is not None and check.verdict == "singular position":
        names = listing([structure.groups[number].label for number in check.groups], verb=False)
        what = f"mobility {check.mobility} there, {check.generic_mobility} elsewhere"
        if check.mobility == check.generic_mobility:
            what = "the inputs do not move every link there"
        sentences.append(
            f"the initial configuration is a singular position{f' of {names}' if names else ''}: "
            f"{what}; start from another one"
        )
    if check is not None and check.verdict == "not checked":
        sentences.append(f"geometry not checked: {check.reason}")
    return sentences


def describe(structure: Structure, most: int = 40) -> str:
    """The structure as a table, the first and last groups of a large one."""
    head = [
        f"{structure.name}: mobility {structure.mobility}, inputs {len(structure.inputs)}, "
        f"groups {len(structure.groups)}"
        + (f", class {structure.mechanism_class}" if structure.mechanism_class else "")
    ]
    numbers = list(range(len(structure.groups)))
    shown = numbers if len(numbers) <= most else numbers[: most // 2] + numbers[-most // 2 :]
    rows: list[tuple[str, ...]] = [("", "group", "class", "order", "links", "inputs", "hangs on", "after")]
    rows += [_table_row(number, structure.groups[number]) for number in shown]
    lines = aligned(rows)
    if len(shown) < len(numbers):
        lines.insert(1 + most // 2, f"… {len(numbers) - len(shown)} more groups …")
    return "\n".join(
        head + [""] + lines + ([""] if structure.findings else []) + [f"! {s}" for s in structure.findings]
    )


def _table_row(number: int, group: Group) -> tuple[str, ...]:
    return (
        str(number + 1),
        group.signature if len(group.signature) <= 60 else f"{group.signature[:59]}…",
        roman(group.assur_class) if group.assur_class is not None else "–",
        str(group.order),
        _cell(group.links),
        _cell(group.inputs),
        _cell(group.hangs_on),
        _cell([earlier + 1 for earlier in group.depends_on]),
    )


def _cell(things: Sequence[object], most: int = 12) -> str:
    shown = [str(thing) for thing in things[:most]] + ([f"… {len(things)} in all"] if len(things) > most else [])
    return ", ".join(shown) or "–"


def group_number(structure: Structure, group: int | Group) -> int:
    """The number of a group of a structure, given by itself or by its number."""
    groups = structure.groups
    if isinstance(group, Group):
        if group in groups:
            return groups.index(group)
    elif isinstance(group, Integral) and not isinstance(group, bool) and 0 <= group < len(groups):
        return int(group)
    listed = ", ".join(f"{number} {each.label}" for number, each in enumerate(groups[:12]))
    more = f", … ({len(groups)} in all)" if len(groups) > 12 else ""
    raise InputError(f"group is {brief(group)}; give the number of one of the groups of the plan: {listed}{more}")
