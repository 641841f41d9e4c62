"""The longest loop of a minimum cycle basis: the part of a group's class that comes from its loops.

J. D. Horton, A polynomial-time algorithm to find the shortest cycle basis of a graph, SIAM Journal on Computing 16
(1987) 358–366: a minimum basis can be chosen among the loops made of an edge and the shortest paths from its ends to
some node. Taken by length, those that are no sum of the ones before them are a minimum basis.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from random import Random

UNIT = 10**12
"""The length of an edge; random parts of it are added so that all shortest paths are different."""


def longest_loop(joints: Sequence[Sequence[int]]) -> int:
    """The number of links in it; 0 where there is no loop. `joints`: the links of each joint, numbered from 0.

    >>> longest_loop([(0, 1), (1, 2), (2, 0), (2, 3)])
    3
    """
    if len(joints) < 2:
        return 0
    edges = [(link, ~number) for number, links in enumerate(joints) for link in links]
    random = Random(1)
    lengths = [UNIT + random.randrange(UNIT // 1000) for _ in edges]
    neighbours: dict[int, list[tuple[int, int]]] = {}
    for number, (link, joint) in enumerate(edges):
        neighbours.setdefault(link, []).append((joint, number))
        neighbours.setdefault(joint, []).append((link, number))
    loops = []
    for root in [node for node in neighbours if node >= 0]:
        distance, path = _shortest_paths(root, neighbours, lengths)
        for number, (a, b) in enumerate(edges):
            if a in path and b in path and path[a] ^ path[b] != 1 << number:
                loops.append((distance[a] + distance[b] + lengths[number], path[a] ^ path[b] ^ 1 << number))
    longest = 0
    basis: dict[int, int] = {}
    for _, loop in sorted(set(loops)):
        rest = loop
        while rest and rest.bit_length() in basis:
            rest ^= basis[rest.bit_length()]
        if rest:
            basis[rest.bit_length()] = rest
            longest = max(longest, loop.bit_count() // 2)
    return longest


def _shortest_paths(
    root: int, neighbours: dict[int, list[tuple[int, int]]], lengths: list[int]
) -> tuple[dict[int, int], dict[int, int]]:
    """Distances from a node, and the edges of the paths as the bits of a number."""
    distance, path = {root: 0}, {root: 0}
    queue = [(0, root)]
    while queue:
        so_far, node = heapq.heappop(queue)
        if so_far > distance[node]:
            continue
        for other, edge in neighbours[node]:
            total = so_far + lengths[edge]
            if other not in distance or total < distance[other]:
                distance[other], path[other] = total, path[node] | 1 << edge
                heapq.heappush(queue, (total, other))
    return distance, path
