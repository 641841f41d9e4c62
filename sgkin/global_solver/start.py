"""Where a motion of the whole mechanism starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sgkin.model.mechanism import Mechanism
from sgkin.structure.decomposition import examine
from sgkin.structure.garbage_collection import collection_paused
from sgkin.structure.refusal import refuse_open, refuse_unsolvable
from sgkin.structure.structure import Structure


class Start(NamedTuple):
    """A mechanism, its structure, the poses of all links in the initial configuration, and the mechanism with its idle
    links at rest."""

    mechanism: Mechanism
    structure: Structure
    poses: Mapping[str, Any]
    held: Mechanism


def find_start(mechanism: Mechanism) -> Start | None:
    """The start of a mechanism; None where the initial configuration leaves links out or names branches, which only
    groups know."""
    with collection_paused():
        structure, placed = examine(mechanism)
        refuse_unsolvable(mechanism, structure)
        refuse_open(mechanism, placed)
        if mechanism.initial.branches or placed.unplaced:
            return None
        return Start(mechanism, structure, placed.poses, placed.mechanism)
