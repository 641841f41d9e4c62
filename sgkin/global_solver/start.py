"""Where a motion of the whole mechanism starts: the same initial configuration as that of the groups."""

from __future__ import annotations

from collections.abc import Mapping

from sgkin.global_solver.coordinates import Pose
from sgkin.model.mechanism import Mechanism
from sgkin.plan.plan import KinematicPlan, make_plan, refuse_open, refuse_unsolvable
from sgkin.structure.collection import collection_paused
from sgkin.structure.decomposition import examine
from sgkin.structure.structure import Structure


def find_start(mechanism: Mechanism | KinematicPlan) -> tuple[Mechanism, Structure, Mapping[str, Pose]]:
    """The mechanism, its structure and the poses of all links in the initial configuration.

    Where the initial configuration names branches or leaves links out, only the groups know it, and place them.
    """
    with collection_paused():
        if isinstance(mechanism, KinematicPlan):
            plan = mechanism
            if plan.mechanism.initial.branches or len(plan.initial) < len(plan.mechanism.links):
                return plan.mechanism, plan.structure, _placed_by_groups(plan)
            return plan.mechanism, plan.structure, plan.initial
        structure, placed = examine(mechanism)
        refuse_unsolvable(mechanism, structure)
        refuse_open(mechanism, placed)
        if mechanism.initial.branches or placed.unplaced:
            return mechanism, structure, _placed_by_groups(make_plan(mechanism))
        return mechanism, structure, placed.poses


def _placed_by_groups(plan: KinematicPlan) -> dict[str, Pose]:
    found = plan.evaluate(plan.initial_inputs)
    poses: dict[str, Pose] = {plan.mechanism.ground: (0.0, 0.0, 0.0)}
    for link, (x, y, theta) in zip(found.links, found.poses.tolist(), strict=True):
        poses[link] = (x, y, theta)
    return poses
