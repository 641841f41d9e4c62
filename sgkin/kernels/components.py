"""Strongly connected components of a directed graph, after Tarjan, without recursion: plain loops on numbers."""

from __future__ import annotations

from typing import Any


def label_components(start: Any, target: Any, label: Any, low: Any, place: Any, path: Any, open_nodes: Any) -> None:
    """Number the strongly connected components; `label` (n) gets the number of each node's, from 0.

    The edges of node a go to target[start[a]] … target[start[a + 1] − 1]. `low`, `place`, `path` and `open_nodes` (n)
    are for its work. All begin with −1. A component is numbered after all those it can reach.
    """
    entered, components = 0, 0
    waiting = 0
    for root in range(len(label)):
        if place[root] >= 0:
            continue
        path[0], depth = root, 0
        while depth >= 0:
            node = path[depth]
            if place[node] < 0:
                place[node] = start[node]
                low[node] = entered
                label[node] = -2 - entered  # entered and not yet numbered: −2 minus when
                entered += 1
                open_nodes[waiting] = node
                waiting += 1
            if place[node] < start[node + 1]:
                other = target[place[node]]
                place[node] += 1
                if place[other] < 0:
                    depth += 1
                    path[depth] = other
                elif label[other] < 0:
                    low[node] = min(low[node], -2 - label[other])
                continue
            if low[node] == -2 - label[node]:
                while True:
                    waiting -= 1
                    member = open_nodes[waiting]
                    label[member] = components
                    if member == node:
                        break
                components += 1
            depth -= 1
            if depth >= 0:
                low[path[depth]] = min(low[path[depth]], low[node])
