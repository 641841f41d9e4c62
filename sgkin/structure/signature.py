"""The name, class and order of a structural group, from its joints.

Order: the number of joints to earlier groups. Class, after Artobolevskii: the larger of the largest number of joints
on one link and the longest loop of a minimum cycle basis of the inner joints; higher pairs and gear meshes count as
binary links. Driven pairs inside the group are contracted first, a driven distance is a binary link; an input that
does neither counts as the one-row joint it locks, an angle as G and a coordinate as HP.

Names: `R*`, `P*`, `pose*` driven links; dyads outer–inner–outer (`RRP`); triads by their legs, outer and inner joint
(`RR-RR-RP`); class IV groups by end, connectors, end (`R|RR|RP|R`); other groups of R and P by their edges, with links
numbered so that the text is smallest; groups with other joints by all their letters, sorted R P HP G.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sgkin.structure.cycle_basis import longest_loop

LETTER_ORDER = ("R", "P", "HP", "G")
LARGEST_CLASSIFIED = 64
"""Groups with more links than this get no class, and in their text links that look alike have one number: their
minimum cycle basis and their numberings would take too long."""

Edges = list["GroupJoint"]


@dataclass(frozen=True, slots=True)
class GroupJoint:
    """A joint as the group sees it: its own links (any labels), and whether it also holds an earlier link."""

    letter: str
    links: tuple[int, ...]
    outer: bool


@dataclass(frozen=True, slots=True)
class GroupInput:
    """An input as the group sees it: its own links, and whether its driven joint can be contracted."""

    kind: str
    links: tuple[int, ...]
    drives_joint: bool


def describe_group(
    links: Sequence[int], joints: Sequence[GroupJoint], inputs: Sequence[GroupInput]
) -> tuple[str, int | None, int]:
    """Signature, class and order of a group.

    >>> R = lambda *links, outer=False: GroupJoint("R", links, outer)
    >>> describe_group([1, 2], [R(1, outer=True), R(1, 2), GroupJoint("P", (2,), True)], [])
    ('RRP', 2, 2)
    """
    driven = _driven_link(links, joints, inputs)
    if driven:
        return driven, 1, len(joints)
    if inputs:
        links, joints = _reduce(links, joints, inputs)
    edges = list(_single_outer(joints))
    order = sum(joint.outer for joint in edges)
    return _signature(links, edges), _assur_class(links, edges), order


def sort_letters(letters: Iterable[str]) -> list[str]:
    """Letters of joints in the order R, P, HP, G."""
    return sorted(letters, key=LETTER_ORDER.index)


def _driven_link(links: Sequence[int], joints: Sequence[GroupJoint], inputs: Sequence[GroupInput]) -> str:
    if len(links) != 1 or not inputs:
        return ""
    kinds, letters = sorted(entry.kind for entry in inputs), [joint.letter for joint in joints]
    driven = {("angle", "R"): "R*", ("stroke", "P"): "P*", ("angle", "x", "y"): "pose*"}
    return driven.get((*kinds, *letters), "")


def _reduce(
    links: Sequence[int], joints: Sequence[GroupJoint], inputs: Sequence[GroupInput]
) -> tuple[list[int], Edges]:
    """Contract driven pairs; put a binary link in place of a driven distance, a joint in place of any other input."""
    root = {link: link for link in links}

    def find(link: int) -> int:
        while root[link] != link:
            link = root[link]
        return link

    for entry in inputs:
        if entry.drives_joint and len(entry.links) == 2:
            root[find(entry.links[1])] = find(entry.links[0])
    reduced: Edges = []
    for joint in joints:
        members = tuple(dict.fromkeys(find(link) for link in joint.links))
        if joint.outer or len(members) > 1:
            reduced.append(GroupJoint(joint.letter, members, joint.outer))
    nodes = [link for link in links if root[link] == link]
    for entry in inputs:
        members = tuple(dict.fromkeys(find(link) for link in entry.links))
        if entry.kind == "distance":
            rod = max(nodes) + 1
            nodes.append(rod)
            reduced += [GroupJoint("R", (rod, member), False) for member in members]
            reduced += [GroupJoint("R", (rod,), True)] * (2 - len(members))
        elif not (entry.drives_joint and len(entry.links) == 2):
            reduced.append(GroupJoint("G" if entry.kind == "angle" else "HP", members, len(members) < 2))
    return nodes, reduced


def _single_outer(joints: Iterable[GroupJoint]) -> Iterator[GroupJoint]:
    """A pin that holds an earlier link joins each of the group's links there to that one; a gear mesh is one joint."""
    for joint in joints:
        if joint.outer and joint.letter == "R":
            yield from (GroupJoint("R", (link,), True) for link in joint.links)
        else:
            yield joint


def _key(text: str) -> list[int]:
    return ["RP".index(letter) for letter in text if letter in "RP"]


def _signature(links: Sequence[int], edges: Edges) -> str:
    letters = [joint.letter for joint in edges]
    if not set(letters) <= {"R", "P"}:
        return "-".join(sort_letters(letters))
    inner = [joint for joint in edges if not joint.outer]
    outer = {joint.links[0]: joint.letter for joint in edges if joint.outer}
    shape = (len(links), len(edges) - len(inner), len(inner))
    if all(len(joint.links) == 2 for joint in inner) and len(outer) == shape[1]:
        if shape == (2, 2, 1):
            text = outer[inner[0].links[0]] + inner[0].letter + outer[inner[0].links[1]]
            return min(text, text[::-1], key=_key)
        if shape == (4, 3, 3) and all(sum(leg in joint.links for joint in inner) == 1 for leg in outer):
            legs = [outer[leg] + next(joint.letter for joint in inner if leg in joint.links) for leg in outer]
            return "-".join(sorted(legs, key=_key))
        if shape == (4, 2, 4):
            return _tetrad(links, inner, outer) or canonical_text(links, edges)
    return canonical_text(links, edges)


def _tetrad(links: Sequence[int], inner: Edges, outer: dict[int, str]) -> str:
    """The name of a class IV group; empty if the links with outer joints are not joined by two connectors."""
    first, last = outer
    joined = {frozenset(joint.links): joint.letter for joint in inner}
    pairs = [(frozenset((first, c)), frozenset((c, last))) for c in links if c not in outer]
    if not all(pair in joined for connector in pairs for pair in connector):
        return ""
    connectors = [joined[one] + joined[other] for one, other in pairs]
    one = "|".join([outer[first], *sorted(connectors, key=_key), outer[last]])
    other = "|".join([outer[last], *sorted((text[::-1] for text in connectors), key=_key), outer[first]])
    return min(one, other, key=_key)


def canonical_text(links: Sequence[int], edges: Edges) -> str:
    """The smallest text of the edges over all numberings that respect the refined colours of the links."""
    colour = _refined(dict.fromkeys(links, 0), edges)
    return min(_texts(colour, edges)) if len(links) <= LARGEST_CLASSIFIED else _edge_text(edges, colour)


def _texts(colour: dict[int, int], edges: Edges) -> set[str]:
    """The texts of all numberings that respect the colours, but for those that a symmetry makes equal.

    If the first numbering with one link chosen gives a text that another link gave, some symmetry takes the one link
    to the other, and all further numberings would give the same texts again.
    """
    texts: set[str] = set()
    for refined in _choices(colour, edges):
        if not texts or _first_text(refined, edges) not in texts:
            texts |= _texts(refined, edges)
    return texts or {_edge_text(edges, colour)}


def _first_text(colour: dict[int, int], edges: Edges) -> str:
    """The text of the first numbering that respects the colours."""
    while True:
        refined = next(_choices(colour, edges), None)
        if refined is None:
            return _edge_text(edges, colour)
        colour = refined


def _choices(colour: dict[int, int], edges: Edges) -> Iterator[dict[int, int]]:
    """Refined colours for every choice of a first link among those of the first colour that several links have."""
    cells: dict[int, list[int]] = {}
    for link, value in colour.items():
        cells.setdefault(value, []).append(link)
    cell = next((cells[value] for value in sorted(cells) if len(cells[value]) > 1), [])
    for chosen in cell:
        split = {link: 2 * value + (link in cell and link != chosen) for link, value in colour.items()}
        yield _refined(split, edges)


def _edge_text(edges: Edges, number: dict[int, int]) -> str:
    texts = [joint.letter + ".".join(map(str, sorted(number[link] for link in joint.links))) for joint in edges]
    return " ".join(sorted(texts, key=lambda text: (len(text), text)))


def _refined(colour: dict[int, int], edges: Edges) -> dict[int, int]:
    """Colours split by the colours of the neighbours until nothing changes."""
    while True:
        seen: dict[int, list[Any]] = {link: [] for link in colour}
        for joint in edges:
            for link in joint.links:
                others = sorted(colour[other] for other in joint.links if other != link)
                seen[link].append((joint.letter, joint.outer, others))
        keys = {link: (colour[link], sorted(seen[link])) for link in colour}
        rank = {repr(key): number for number, key in enumerate(sorted({repr(k): k for k in keys.values()}.values()))}
        refined = {link: rank[repr(keys[link])] for link in colour}
        if len(set(refined.values())) == len(set(colour.values())):
            return refined
        colour = refined


def _assur_class(links: Sequence[int], edges: Edges) -> int | None:
    if len(links) > LARGEST_CLASSIFIED:
        return None
    nodes, joints = _replace_higher_pairs(links, edges)
    arity = {node: sum(node in joint.links for joint in joints) for node in nodes}
    return max(max(arity.values()), longest_loop([joint.links for joint in joints if not joint.outer]))


def _replace_higher_pairs(links: Sequence[int], edges: Edges) -> tuple[list[int], Edges]:
    nodes, joints = list(links), []
    for joint in edges:
        if joint.letter in ("R", "P"):
            joints.append(joint)
            continue
        rod = max(nodes) + 1
        nodes.append(rod)
        joints += [GroupJoint("R", (rod, link), False) for link in joint.links[:2]]
        if len(joint.links) < 2:
            joints.append(GroupJoint("R", (rod,), True))
    return nodes, joints
