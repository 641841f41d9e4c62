"""A mechanism file to fill in: the structure is known, the geometry is asked for group by group.

This is the last step of the paper's automatic modelling (section 3.4). Every number that is missing stands as nan,
which `load_mechanism` refuses with the name of the place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sgkin.structure.structure import Group, Structure, roman
from sgkin.structure.topology import GROUND, topology_of_adjacency

KINDS = {"R": "revolute", "P": "prismatic", "HP": "higher-pair"}


@dataclass(frozen=True, slots=True)
class JointPlan:
    """A joint that is to be given its geometry."""

    name: str
    kind: str
    links: tuple[int, ...]


def plan_joints(matrix: Any, ground: int, pins: Sequence[Sequence[int]]) -> list[JointPlan]:
    """The joints of an adjacency matrix."""
    topology = topology_of_adjacency(matrix, (), ground, pins)
    link_of = {body: link for link, body in topology.body_of.items() if isinstance(link, int)}
    link_of[GROUND] = ground
    return [
        JointPlan(f"J{joint.name.replace('-', '_')}", KINDS[joint.letter], tuple(link_of[b] for b in joint.bodies))
        for joint in topology.joints
    ]


def write_template(
    title: str,
    structure: Structure,
    joints: Sequence[JointPlan],
    inputs: Sequence[tuple[int, int]],
    places: Mapping[tuple[str, str], tuple[float, float]],
) -> str:
    """The text of the file; `places` holds the numbers that are known already, by link and joint."""
    lines = [
        f'title  = "{title}"',
        'source = "own geometry"',
        'units  = { length = "mm", angle = "deg" }',
        "",
        f"# structure: {structure.formula}",
        *(f"# note: {sentence}" for sentence in structure.findings),
        "# every nan is a number to fill in",
        "",
        "[links]        # joints in the frame of each link: by custom the first at [0, 0], the second on the x axis",
        "# ground: the joints where they are",
        _link_line(structure.ground, "ground", joints, places),
    ]
    for number, group in enumerate(structure.groups, start=1):
        lines.append(f"# group {number}: {_what_is_needed(group)}")
        lines += [_link_line(link, f"link{link}", joints, places) for link in group.links]
    names = {link: "ground" if link == structure.ground else f"link{link}" for link in structure.links}
    lines += ["", "[joints]"]
    for joint in joints:
        links = ", ".join(f'"{names[link]}"' for link in joint.links)
        more = {"prismatic": ", angle = { " + f"{names[joint.links[0]]} = nan" + " }", "higher-pair": ", angle = nan"}
        lines.append(f'{joint.name} = {{ kind = "{joint.kind}", links = [{links}]{more.get(joint.kind, "")} }}')
    lines += ["", "[drivers]"]
    for number, (first, second) in enumerate(inputs, start=1):
        joint = next(each for each in joints if first in each.links and second in each.links)
        which = f', links = ["{names[first]}", "{names[second]}"]' if len(joint.links) > 2 else ""
        law = 'law = "constant-speed", speed = nan, start = nan'
        lines.append(f'input{number} = {{ joint = "{joint.name}"{which}, {law} }}')
    lines += ["", "[initial]      # which assembly is meant: where these pins are, roughly, at the start"]
    moving = [joint for joint in joints if joint.kind == "revolute" and structure.ground not in joint.links]
    lines += [f"{joint.name} = [nan, nan]" for joint in moving]
    lines += ["", "[expected]", f"mobility = {structure.mobility}"]
    lines.append(f"groups   = [{', '.join(chr(34) + group.signature + chr(34) for group in structure.groups)}]")
    return "\n".join(lines) + "\n"


def _what_is_needed(group: Group) -> str:
    kind = f"class {roman(group.assur_class)}, " if group.assur_class else ""
    needs = f"hangs on {', '.join(map(str, group.hangs_on))}" if group.hangs_on else "hangs on nothing"
    return f"{group.label}, {kind}{needs}: give the joints {', '.join(group.joints)}"


def _link_line(
    link: object, name: str, joints: Sequence[JointPlan], places: Mapping[tuple[str, str], tuple[float, float]]
) -> str:
    entries = []
    for joint in joints:
        if link in joint.links:
            x, y = places.get((str(link), joint.name), (float("nan"), float("nan")))
            entries.append(f"{joint.name} = [{x:.12g}, {y:.12g}]")
    return f"{name} = {{ {', '.join(entries)} }}"
