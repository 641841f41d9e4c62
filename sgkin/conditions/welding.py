"""Welded links are one body: which links belong to it, how they lie in it, and what the welds make redundant."""

from __future__ import annotations

from collections.abc import Iterable

from sgkin.mathematics import Place, Pose, moved
from sgkin.model.joint import Joint, Weld
from sgkin.model.mechanism import Mechanism

AT_ORIGIN: Pose = (0.0, 0.0, 0.0)


class WeldedBodies:
    """The bodies that the welds of a mechanism make.

    `parts`: for every link the root of its body, which is ground or the first link in file order, and its pose there;
    `closed`: the joints with conditions between links of one body, how many, and the circuit of joint and welds.
    """

    def __init__(self, mechanism: Mechanism) -> None:
        self._mechanism = mechanism
        self.closed: list[tuple[str, int, tuple[str, ...]]] = []
        self._welds: dict[str, Weld] = {}
        self._neighbours: dict[str, list[tuple[str, str]]] = {}  # of links that are welded
        above: dict[str, str] = {}

        def find(link: str) -> str:
            while link in above:
                link = above[link]
            return link

        for weld in mechanism.joints:
            if isinstance(weld, Weld):
                first, second = map(find, weld.links)
                if first == second:
                    self._close(weld, 3)
                    continue
                above[second] = first
                self._welds[weld.name] = weld
                for one, other in (weld.links, weld.links[::-1]):
                    self._neighbours.setdefault(one, []).append((other, weld.name))
        self.parts: dict[str, tuple[str, Pose]] = {}
        for root in (mechanism.ground, *mechanism.moving_links):
            if root not in self.parts:
                self._add_body(root)

    def _add_body(self, root: str) -> None:
        """Place all links that are welded to a root."""
        self.parts[root] = (root, AT_ORIGIN)
        body = [root]
        for link in body:
            for other, name in self._neighbours.get(link, ()):
                if other not in self.parts:
                    weld = self._welds[name]
                    places = dict(
                        zip(weld.links, (self._mechanism.point(point)[1] for point in weld.points), strict=True)
                    )
                    turn = weld.angle if other == weld.links[1] else -weld.angle
                    pose = self.parts[link][1]
                    self.parts[other] = (root, pose_at(places[other], moved(pose, places[link]), pose[2] + turn))
                    body.append(other)

    def close(self, joint: Joint) -> None:
        """Note what is redundant of a joint that joins links of one body."""
        links = joint.all_links
        repeated = len(links) - len({self.parts[link][0] for link in links})
        self._close(joint, 2 * repeated if joint.letter in ("R", "P") else 1)

    def _close(self, joint: Joint, rows: int) -> None:
        self.closed.append((joint.name, rows, (joint.name, *self.between(joint.all_links))))

    def between(self, links: Iterable[str]) -> tuple[str, ...]:
        """The welds, in file order, that hold those of the links together that belong to one body."""
        waiting, found = list(links), set[str]()
        while waiting:
            start = waiting.pop(0)
            before = self._body(start)
            for link in [link for link in waiting if link in before]:
                waiting.remove(link)
                while link != start:
                    link, weld = before[link]
                    found.add(weld)
        return tuple(weld for weld in self._welds if weld in found)

    def _body(self, start: str) -> dict[str, tuple[str, str]]:
        """Every link of the body of a link: the link before it on the way from there, and the weld between them."""
        before = {start: (start, "")}
        queue = [start]
        for link in queue:
            for other, weld in self._neighbours.get(link, ()):
                if other not in before:
                    before[other] = (link, weld)
                    queue.append(other)
        return before


def pose_at(local: Place, place: Place, angle: float) -> Pose:
    """The pose of a link at an angle that has one of its points at a given place."""
    x, y = moved((0.0, 0.0, angle), local)
    return place[0] - x, place[1] - y, angle
