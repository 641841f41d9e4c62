"""Groups that are singular wherever they stand, and drivers that move nothing: refused when they are built.

Where the initial configuration places all links, the structure tells it; where it does not, nothing else would.
"""

from __future__ import annotations

from sgkin.errors import UnsolvableError
from sgkin.groups.declaration import GroupTask
from sgkin.groups.plan_builder import PlanBuilder, distance
from sgkin.mathematics import Place, hypot

ALMOST_ZERO = 1e-12
"""Sines, and distances in parts of the coordinates from which they come, up to which they are zero."""


def is_one_place(one: Place, other: Place, *sources: Place) -> bool:
    """Whether two places of a link are the same; `sources`: places of welded parts from which they were found."""
    return distance(one, other) <= ALMOST_ZERO * max(hypot(*place) for place in (one, other, *sources))


def singular_everywhere(task: GroupTask, builder: PlanBuilder, reason: str) -> UnsolvableError:
    """The error of a group that no position makes regular."""
    name, label = builder.mechanism.name, task.group.label
    sentence = f"{name}: {label} is singular in every position: {reason}; change its lengths or angles"
    return UnsolvableError(sentence, task.group.joints)
