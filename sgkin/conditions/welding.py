"""Welded links are one body: which links belong to it, how they lie in it, and what the welds make redundant."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sgkin.mathematics import Place, Pose, moved
from sgkin.model.design_position import design_pose
from sgkin.model.joint import Joint, Weld
from sgkin.model.mechanism import Mechanism
from sgkin.space import AT_REST, SpacePose, after, turned, without

AT_ORIGIN: Pose = (0.0, 0.0, 0.0)
SPATIAL_ROWS = {"R": 5, "P": 5, "H": 5, "C": 4, "U": 4, "S": 3, "E": 3, "L": 2, "F": 1, "SS": 1, "G": 1}
"""The conditions of joints in space, by letter."""


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
                    self._close(weld, 6 if mechanism.is_spatial else 3)
                    continue
                above[second] = first
                self._welds[weld.name] = weld
                for one, other in (weld.links, weld.links[::-1]):
                    self._neighbours.setdefault(one, []).append((other, weld.name))
        self.parts: dict[str, tuple[str, Any]] = {}
        for root in (mechanism.ground, *mechanism.moving_links):
            if root not in self.parts:
                self._add_body(root)

    def _add_body(self, root: str) -> None:
        """Place all links that are welded to a root."""
        self.parts[root] = (root, AT_REST if self._mechanism.is_spatial else AT_ORIGIN)
        body = [root]
        for link in body:
            for other, name in self._neighbours.get(link, ()):
                if other not in self.parts:
                    weld = self._welds[name]
                    places = dict(
                        zip(weld.links, (self._mechanism.point(point)[1] for point in weld.points), strict=True)
                    )
                    pose = self.parts[link][1]
                    if isinstance(pose, SpacePose):
                        self.parts[other] = (root, self._welded(link, other, pose, places))
                    else:
                        turn = weld.angle if other == weld.links[1] else -weld.angle
                        self.parts[other] = (root, pose_at(places[other], moved(pose, places[link]), pose[2] + turn))
                    body.append(other)

    def _welded(self, link: str, other: str, pose: SpacePose, places: dict[str, Any]) -> SpacePose:
        """The pose of a link in space that is welded to another: turned as in the design position, points together."""
        relative = design_pose(self._mechanism, link).inverse.behind(design_pose(self._mechanism, other))
        turn = after(pose.turn, relative.turn)
        return SpacePose(without(pose.moved(places[link]), turned(turn, places[other])), turn)

    def close(self, joint: Joint) -> None:
        """Note what is redundant of a joint that joins links of one body."""
        links = joint.all_links
        repeated = len(links) - len({self.parts[link][0] for link in links})
        if self._mechanism.is_spatial:
            self._close(joint, SPATIAL_ROWS[joint.letter] * (repeated if joint.letter in ("R", "S") else 1))
        else:
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
