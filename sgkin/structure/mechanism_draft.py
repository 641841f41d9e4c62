"""A mechanism file to fill in: the structure is known, the geometry is asked for group by group.

This is the last step of the paper's automatic modelling (section 3.4). Every number that is missing is a blank; it
stands in the file as nan, which `load_mechanism` refuses with the name of the place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any

from sgkin.errors import AdjacencyError
from sgkin.model.joint import JOINT_KINDS
from sgkin.structure.decomposition import decompose_adjacency
from sgkin.structure.structure import Group, Structure, roman
from sgkin.structure.topology import GROUND, LinkName, topology_of_adjacency

KINDS = {"R": "revolute", "P": "prismatic", "HP": "higher-pair"}

# what is asked of the first link of a joint besides the place of the joint
INCLINED = {"prismatic": "guide line", "higher-pair": "normal at the contact"}


@dataclass(frozen=True, slots=True)
class Blank:
    """Numbers that are still to be given: which ones, the question that asks for them, and how many they are."""

    key: tuple[str, str]
    question: str
    count: int


@dataclass(frozen=True, slots=True)
class DraftJoint:
    """A joint, and the names of its links."""

    name: str
    kind: str
    links: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DraftDriver:
    """A driver of a joint between two of its links."""

    name: str
    joint: DraftJoint
    links: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Draft:
    """A mechanism whose structure is known and whose geometry is not."""

    structure: Structure
    joints: tuple[DraftJoint, ...]
    drivers: tuple[DraftDriver, ...]

    @property
    def parts(self) -> list[tuple[str, list[Blank]]]:
        """All blanks under the headings under which they are asked for."""
        ground = self.name_of(self.structure.ground)
        parts = [("ground: its joints in the ground frame", self._blanks_of_link(ground))]
        for number, group in enumerate(self.structure.groups, start=1):
            blanks = [blank for link in group.links for blank in self._blanks_of_link(self.name_of(link))]
            parts.append((f"group {number}: {self.describe(group)}", blanks))
        parts.append(("drivers: constant speed", [blank for driver in self.drivers for blank in _law_blanks(driver)]))
        moving = [joint for joint in self.joints if JOINT_KINDS[joint.kind].letter == "R" and ground not in joint.links]
        places = [Blank(("initial", joint.name), f"{joint.name} at the start, x y in mm", 2) for joint in moving]
        parts.append(("which assembly is meant: roughly where the moving pins are in the ground frame", places))
        return [(heading, blanks) for heading, blanks in parts if blanks]

    def name_of(self, link: LinkName) -> str:
        """The name of a link in the file."""
        return "ground" if link == self.structure.ground else f"link{link}"

    def label(self, group: Group) -> str:
        """A group in the structural formula."""
        name = "I" if group.assur_class == 1 else group.signature
        return f"{name}({', '.join(map(self.name_of, group.links))})"

    def describe(self, group: Group) -> str:
        """A group, its class and what it hangs on."""
        kind = f", class {roman(group.assur_class)}" if group.assur_class else ""
        return f"{self.label(group)}{kind}, hangs on {', '.join(map(self.name_of, group.hangs_on)) or 'nothing'}"

    def _blanks_of_link(self, link: str) -> list[Blank]:
        blanks = []
        for joint in self.joints:
            if link in joint.links:
                blanks.append(Blank((link, joint.name), f"{link}: {joint.kind} {joint.name}, x y in mm", 2))
            if link == joint.links[0] and joint.kind in INCLINED:
                question = f"{link}: angle of the {INCLINED[joint.kind]} of {joint.name} to the x axis, in deg"
                blanks.append(Blank(("angle", joint.name), question, 1))
        return blanks


def _law_blanks(driver: DraftDriver) -> Iterator[Blank]:
    unit = "mm" if JOINT_KINDS[driver.joint.kind].coordinate == "stroke" else "deg"
    what = f"{driver.name}, {'stroke' if unit == 'mm' else 'angle'} at {driver.joint.name}"
    yield Blank(("speed", driver.name), f"{what}: speed in {unit}/s", 1)
    yield Blank(("start", driver.name), f"{what}: value at the start in {unit}", 1)


def make_draft(
    matrix: Any,
    inputs: Sequence[tuple[int, int]],
    ground: int = 0,
    pins: Sequence[Sequence[int]] = (),
    space: str = "planar",
) -> Draft:
    """The mechanism of an adjacency matrix, given as to `decompose_adjacency`; planar ones only."""
    structure = decompose_adjacency(matrix, inputs, ground, pins, space)
    if space != "planar":
        raise AdjacencyError("files to fill in are written of planar mechanisms only; leave out the space")
    topology = topology_of_adjacency(matrix, inputs, ground, pins)
    name_of = {body: f"link{link}" for link, body in topology.body_of.items()} | {GROUND: "ground"}
    joints = tuple(
        DraftJoint(f"J{joint.name.replace('-', '_')}", KINDS[joint.letter], tuple(name_of[b] for b in joint.bodies))
        for joint in topology.joints
    )
    drivers = tuple(
        DraftDriver(f"input{number}", joints[element.joint], (name_of[element.bodies[0]], name_of[element.bodies[1]]))
        for number, element in enumerate(topology.inputs, start=1)
        if element.joint is not None
    )
    return Draft(structure, joints, drivers)


def write_template(title: str, draft: Draft, known: Mapping[tuple[str, str], tuple[float, ...]]) -> str:
    """The text of the file; `known` holds the blanks that are filled in already, by key."""
    import tomlkit

    blanks = [blank for _, blanks in draft.parts for blank in blanks]
    filled = {
        blank.key: ", ".join(f"{number:.12g}" for number in known.get(blank.key, (nan,) * blank.count))
        for blank in blanks
    }
    lines = [
        f"title  = {tomlkit.item(title).as_string()}",
        'source = "own geometry"',
        'units  = { length = "mm", angle = "deg" }',
        "",
        f"# structure: {' → '.join(map(draft.label, draft.structure.groups))}",
        *(f"# note: {sentence}" for sentence in draft.structure.findings),
        *(["# every nan is a number to fill in"] if any("nan" in numbers for numbers in filled.values()) else []),
        "",
        "[links]        # joints in the frame of each link: by custom the first at [0, 0], the second on the x axis",
        _link_line("ground", draft, filled),
    ]
    for place, group in enumerate(draft.structure.groups, start=1):
        lines.append(f"# group {place}: {draft.describe(group)}")
        lines += [_link_line(draft.name_of(link), draft, filled) for link in group.links]
    lines += ["", "[joints]", *(_joint_line(joint, filled) for joint in draft.joints)]
    lines += ["", "[drivers]", *(_driver_line(driver, filled) for driver in draft.drivers)]
    lines += ["", "[initial]      # which assembly is meant: where these pins are, roughly, at the start"]
    lines += [f"{name} = [{numbers}]" for (kind, name), numbers in filled.items() if kind == "initial"]
    lines += ["", "[expected]", *_expected_lines(draft)]
    return "\n".join(lines) + "\n"


def _link_line(name: str, draft: Draft, filled: Mapping[tuple[str, str], str]) -> str:
    places = [f"{joint.name} = [{filled[name, joint.name]}]" for joint in draft.joints if name in joint.links]
    return f"{name} = {{ {', '.join(places)} }}"


def _joint_line(joint: DraftJoint, filled: Mapping[tuple[str, str], str]) -> str:
    angle = ""
    if joint.kind in INCLINED:
        number = filled["angle", joint.name]
        per_link = JOINT_KINDS[joint.kind].letter == "P"
        angle = f", angle = {{ {joint.links[0]} = {number} }}" if per_link else f", angle = {number}"
    return f'{joint.name} = {{ kind = "{joint.kind}", links = {_quoted(joint.links)}{angle} }}'


def _driver_line(driver: DraftDriver, filled: Mapping[tuple[str, str], str]) -> str:
    which = f", links = {_quoted(driver.links)}" if driver.links != driver.joint.links else ""
    law = f'law = "constant-speed", speed = {filled["speed", driver.name]}, start = {filled["start", driver.name]}'
    return f'{driver.name} = {{ joint = "{driver.joint.name}"{which}, {law} }}'


def _expected_lines(draft: Draft) -> Iterator[str]:
    structure = draft.structure
    yield f"mobility = {structure.mobility}"
    yield f"groups   = {_quoted([group.signature for group in structure.groups])}"
    if structure.redundant:
        yield f"redundant = {sum(entry.rows for entry in structure.redundant)}"
    if structure.undetermined:
        yield f"undetermined = {_quoted([draft.name_of(link) for link in structure.undetermined])}"


def _quoted(names: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"
