"""The longest loop of a minimum cycle basis, against networkx."""

from __future__ import annotations

import networkx
from hypothesis import given
from hypothesis import strategies as st

from sgkin.structure.cycle_basis import longest_loop

JOINTS = st.lists(st.lists(st.integers(0, 8), min_size=2, max_size=3, unique=True), max_size=14)


@given(JOINTS)
def test_agrees_with_networkx(joints: list[list[int]]) -> None:
    graph = networkx.Graph((link, f"joint {number}") for number, links in enumerate(joints) for link in links)
    loops = [len(loop) // 2 for loop in networkx.minimum_cycle_basis(graph)]
    assert longest_loop(joints) == max(loops, default=0)


def test_two_joints_between_two_links_are_a_loop() -> None:
    assert longest_loop([(0, 1), (1, 0)]) == 2


def test_chords_shorten_loops() -> None:
    ring = [(link, (link + 1) % 10) for link in range(10)]
    assert longest_loop(ring) == 10
    assert longest_loop([*ring, (0, 5)]) == 6
    assert longest_loop([*ring, (0, 5), (2, 7)]) == 6
    assert longest_loop([*ring, (0, 2, 4, 6, 8)]) == 3
