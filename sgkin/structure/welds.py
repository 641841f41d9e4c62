"""Welded links are one body; what the welds between them make redundant."""

from __future__ import annotations

from collections.abc import Iterable

from sgkin.model.joint import Joint, Prismatic, Revolute, Weld
from sgkin.model.mechanism import Mechanism


class WeldedBodies:
    """The bodies that the welds of a mechanism make.

    `root`: the first link, in file order, of each link's body; `closed`: the joints with conditions between links of
    one body, how many, and the circuit of the joint and the welds.
    """

    def __init__(self, mechanism: Mechanism) -> None:
        self.root = {link.name: link.name for link in mechanism.links}
        self.closed: list[tuple[str, int, tuple[str, ...]]] = []
        self._welds: list[str] = []
        self._neighbours: dict[str, list[tuple[str, str]]] = {name: [] for name in self.root}
        order = {name: number for number, name in enumerate(self.root)}
        for joint in mechanism.joints:
            if isinstance(joint, Weld):
                first, second = sorted(map(self._find, joint.links), key=order.__getitem__)
                if first == second:
                    self._close(joint, 3)
                    continue
                self.root[second] = first
                self._welds.append(joint.name)
                for one, other in (joint.links, joint.links[::-1]):
                    self._neighbours[one].append((other, joint.name))
        self.root = {name: self._find(name) for name in self.root}

    def _find(self, link: str) -> str:
        while self.root[link] != link:
            self.root[link] = self.root[self.root[link]]
            link = self.root[link]
        return link

    def close(self, joint: Joint) -> None:
        """Note what is redundant of a joint that joins links of one body."""
        links = joint.all_links
        repeated = len(links) - len({self.root[link] for link in links})
        rows = 2 * repeated if isinstance(joint, Revolute | Prismatic) else 1
        self._close(joint, rows)

    def _close(self, joint: Joint, rows: int) -> None:
        self.closed.append((joint.name, rows, (joint.name, *self.between(joint.all_links))))

    def between(self, links: Iterable[str]) -> tuple[str, ...]:
        """The welds, in file order, that hold those of the links together that belong to one body."""
        first: dict[str, str] = {}
        found: set[str] = set()
        for link in links:
            start = first.setdefault(self._find(link), link)
            found.update(self._path(start, link))
        return tuple(weld for weld in self._welds if weld in found)

    def _path(self, start: str, end: str) -> list[str]:
        """The welds on the way from one link of a body to another."""
        came: dict[str, tuple[str, str]] = {start: (start, "")}
        queue = [start]
        for link in queue:
            for other, weld in self._neighbours[link]:
                if other not in came:
                    came[other] = (link, weld)
                    queue.append(other)
        path = []
        while end != start:
            end, weld = came[end]
            path.append(weld)
        return path[::-1]
