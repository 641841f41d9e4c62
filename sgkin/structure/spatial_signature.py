"""The name and order of a structural group in space, from its joints.

Letters: R revolute, P prismatic, H screw, C cylindrical, U universal, E planar, S spherical, SS rod, L point on a line,
F point on a plane, G gear pair. What is driven inside a group stays in its name, as is the custom for platforms: `UPS`
is a leg whether its slide is driven or not. A driven distance is a leg `SPS`; any other input that drives no joint
counts as the one-row joint it locks, a coordinate as F and a turn as G.

    name     = driven | chain | star | edges
    driven   = joint "*" | "pose*"               one link, all freedoms of its only joint driven
    chain    = joint joint joint …               two or more links in a row, both ends on earlier links
    star     = part "-" part … | count "-" leg   one link, the hub, and legs to it
    part     = joint | "(" leg ")"               a joint of the hub itself; or a leg
    leg      = joint joint …                     from outer to inner joint; a rod is SS
    edges    = joint links " " …                 any other: joints with the numbers of their links, the smallest text

Of a chain the direction is taken that comes first; the parts of a star are sorted, joints before legs; a star of two or
more equal legs and nothing else is written with their number. If several links can be the hub, it is the one with the
most parts.

A group keeps this name when some of its conditions are redundant or when some of its freedoms are not driven.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sgkin.structure.signature import Edges, GroupInput, GroupJoint, canonical_text

LETTER_ORDER = ("R", "P", "H", "C", "U", "E", "S", "SS", "SPS", "L", "F", "G")
SHARED = ("R", "S")
"""Joints that three or more links can share."""
DRIVEN = {
    "R": [["angle"]],
    "P": [["stroke"]],
    "H": [["angle"], ["stroke"]],
    "C": [["angle", "stroke"]],
    "U": [["angle", "second angle"]],
}
"""The inputs that leave a joint no freedom."""
POSE = ["wx", "wy", "wz", "x", "y", "z"]
LOCKS = {"distance": "SPS", "x": "F", "y": "F", "z": "F"}
"""What an input counts as that drives no joint, if not as G."""

Leg = tuple[str, ...]


def describe_spatial_group(
    links: Sequence[int], joints: Sequence[GroupJoint], inputs: Sequence[GroupInput]
) -> tuple[str, int]:
    """Signature and order of a group in space.

    >>> describe_spatial_group([1], [GroupJoint("R", (1,), True), GroupJoint("SS", (1,), True)], [])
    ('R-(SS)', 2)
    """
    kinds = sorted(entry.kind for entry in inputs)
    if len(links) == 1 and not joints and kinds == POSE:
        return "pose*", 0
    if len(links) == len(joints) == 1 and kinds in DRIVEN.get(joints[0].letter, []):
        return f"{joints[0].letter}*", 1
    edges = [*_single_outer(joints), *_locks(inputs)]
    order = sum(edge.outer for edge in edges)
    if not edges:
        return "free", 0
    return _chain(links, edges) or _star(links, edges) or canonical_text(links, edges), order


def _single_outer(joints: Iterable[GroupJoint]) -> Iterator[GroupJoint]:
    """A joint of many that holds an earlier link joins each of the group's links there to that one."""
    for joint in joints:
        if joint.outer and joint.letter in SHARED:
            yield from (GroupJoint(joint.letter, (link,), True) for link in joint.links)
        else:
            yield joint


def _locks(inputs: Iterable[GroupInput]) -> Iterator[GroupJoint]:
    for entry in inputs:
        if not entry.drives_joint:
            yield GroupJoint(LOCKS.get(entry.kind, "G"), tuple(dict.fromkeys(entry.links)), len(set(entry.links)) < 2)


def _ends(edge: GroupJoint) -> int:
    return len(edge.links) + edge.outer


def _at(links: Sequence[int], edges: Edges) -> dict[int, Edges]:
    return {link: [edge for edge in edges if link in edge.links] for link in links}


def _chain(links: Sequence[int], edges: Edges) -> str:
    """The letters along two or more links in a row; empty if they are none."""
    outer = [edge for edge in edges if edge.outer]
    at = _at(links, edges)
    if len(links) < 2 or len(outer) != 2 or any(_ends(edge) != 2 or len(edge.letter) > 1 for edge in edges):
        return ""
    if any(len(found) != 2 for found in at.values()):
        return ""
    leg, seen, _ = _walk(outer[0], at, set())
    if len(seen) < len(links):
        return ""
    return "".join(min(leg, leg[::-1], key=_key))


def _walk(first: GroupJoint, at: dict[int, Edges], hubs: set[int]) -> tuple[Leg, set[int], int | None]:
    """The letters from an outer joint along links with two joints, these links, and the hub at which the way ends."""
    letters, seen, edge = [first.letter], set[int](), first
    while True:
        ahead = [link for link in edge.links if link not in seen]
        if not ahead:
            return tuple(letters), seen, None
        (link,) = ahead
        if link in hubs:
            return tuple(letters), seen, link
        seen.add(link)
        following = [other for other in at[link] if other is not edge]
        if len(following) != 1:
            return tuple(letters), seen, None
        (edge,) = following
        letters.append(edge.letter)


def _star(links: Sequence[int], edges: Edges) -> str:
    """A hub and its legs; empty if no link is a hub."""
    at = _at(links, edges)
    branching = [link for link, found in at.items() if len(found) != 2]
    if len(branching) > 1 or any(_ends(edge) != 2 for edge in edges):
        return ""
    found = [parts for hub in branching[:1] or links if (parts := _parts(hub, links, edges, at)) is not None]
    if not found:
        return ""
    parts = min(found, key=lambda each: (-len(each), [(_is_leg(leg), _key(leg)) for leg in each]))
    return _star_text(parts)


def _parts(hub: int, links: Sequence[int], edges: Edges, at: dict[int, Edges]) -> list[Leg] | None:
    """The joints and legs of a hub, sorted; None if it is none."""
    parts: list[Leg] = []
    reached: set[int] = set()
    for edge in edges:
        if edge.outer:
            leg, seen, end = _walk(edge, at, {hub})
            if end != hub:
                return None
            parts.append(leg)
            reached |= seen
    if len(reached) < len(links) - 1:
        return None
    return sorted(parts, key=lambda leg: (_is_leg(leg), _key(leg)))


def _is_leg(leg: Leg) -> bool:
    return len("".join(leg)) > 1


def _star_text(parts: list[Leg]) -> str:
    if len(parts) > 1 and len(set(parts)) == 1 and _is_leg(parts[0]):
        return f"{len(parts)}-{''.join(parts[0])}"
    return "-".join(f"({''.join(leg)})" if _is_leg(leg) else leg[0] for leg in parts)


def _key(letters: Iterable[str]) -> list[int]:
    return [LETTER_ORDER.index(letter) for letter in letters]
