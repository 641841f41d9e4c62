"""The signature is a name of the group up to the numbering of its links: equal exactly for groups of the same form."""

from __future__ import annotations

from random import Random

import networkx
from hypothesis import given
from hypothesis import strategies as st

from sgkin.structure.signature import GroupJoint, describe_group


def renumbered(joints: list[GroupJoint], links: int, random: Random) -> list[GroupJoint]:
    number = random.sample(range(100, 100 + links), links)
    new = [GroupJoint(joint.letter, tuple(number[link] for link in joint.links), joint.outer) for joint in joints]
    random.shuffle(new)
    return new


def signature(joints: list[GroupJoint]) -> str:
    links = sorted({link for joint in joints for link in joint.links})
    return describe_group(links, joints, [])[0]


def form(joints: list[GroupJoint]) -> networkx.Graph:
    graph = networkx.Graph()
    for number, joint in enumerate(joints):
        graph.add_node(("joint", number), kind=(joint.letter, joint.outer))
        for link in joint.links:
            graph.add_node(link, kind="link")
            graph.add_edge(("joint", number), link)
    return graph


@st.composite
def groups(draw: st.DrawFn) -> list[GroupJoint]:
    """Links in any tangle of inner joints, some of them with an outer joint: not all of them could be solved."""
    links = draw(st.integers(2, 7))
    pairs = st.lists(st.integers(0, links - 1), min_size=2, max_size=3, unique=True).map(tuple)
    inner = [GroupJoint(draw(st.sampled_from("RRRP")), pair, False) for pair in draw(st.lists(pairs, max_size=9))]
    used = {link for joint in inner for link in joint.links}
    outer = [GroupJoint(draw(st.sampled_from("RRP")), (link,), True) for link in range(links) if link not in used]
    outer += [GroupJoint("R", (link,), True) for link in sorted(used) if draw(st.booleans())]
    return inner + outer


@given(groups(), st.integers(0, 2**32 - 1))
def test_numbering_does_not_matter(joints: list[GroupJoint], seed: int) -> None:
    links = len({link for joint in joints for link in joint.links})
    other = renumbered(joints, links, Random(seed))
    names = sorted({link for joint in other for link in joint.links})
    assert describe_group(names, other, []) == describe_group(range(links), joints, [])


@given(groups(), st.integers(0, 2**32 - 1))
def test_one_joint_moved(joints: list[GroupJoint], seed: int) -> None:
    """Either the form is the same, or the signature is not."""
    random = Random(seed)
    links = sorted({link for joint in joints for link in joint.links})
    number = random.randrange(len(joints))
    moved = joints[number]
    ends = tuple(random.sample(links, len(moved.links)))
    other = [*joints[:number], GroupJoint(moved.letter, ends, moved.outer), *joints[number + 1 :]]
    if {link for joint in other for link in joint.links} != set(links):
        return
    same = networkx.is_isomorphic(form(joints), form(other), node_match=lambda a, b: a["kind"] == b["kind"])
    assert (signature(joints) == signature(other)) == same


def test_links_that_look_alike() -> None:
    """A loop of three and a loop of four, or one of seven: nobody sees the difference from his own two neighbours."""

    def loops(*sizes: int) -> list[GroupJoint]:
        joints, first = [], 0
        for size in sizes:
            joints += [GroupJoint("R", (first + i, first + (i + 1) % size), False) for i in range(size)]
            first += size
        return joints + [GroupJoint("R", (link,), True) for link in range(first)]

    names = {signature(loops(*sizes)) for sizes in ((7,), (3, 4), (4, 3))}
    assert len(names) == 2
    for seed in range(10):
        assert signature(renumbered(loops(3, 4), 7, Random(seed))) == signature(loops(4, 3))
