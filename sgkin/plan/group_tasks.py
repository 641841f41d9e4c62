"""The groups of a structure as they are built, with their joints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from sgkin.groups.declaration import GroupTask
from sgkin.model.mechanism import Mechanism
from sgkin.structure.structure import Structure


class Rooted(Protocol):
    """What knows which links are parts of which."""

    def root(self, link: str) -> str:
        """The link of which a link is part."""


def group_tasks(mechanism: Mechanism, structure: Structure, builder: Rooted) -> Iterator[GroupTask]:
    """The groups with their joints, in solving order; each is built before the next is asked for."""
    for number, group in enumerate(structure.groups):
        links = tuple(dict.fromkeys(builder.root(str(link)) for link in group.links))
        inner, outer = [], []
        for name in group.joints:
            joint = mechanism.joint(name)
            roots = [builder.root(link) for link in joint.all_links]
            own = [root for root in roots if root in links]
            if name in group.outer_joints:
                outer += [(joint, root) for root in dict.fromkeys(own)]
            else:
                inner.append(joint)
        yield GroupTask(number, group, links, tuple(inner), tuple(outer))
