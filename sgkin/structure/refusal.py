"""Mechanisms that have a structure but cannot be solved: what is said of them."""

from __future__ import annotations

from sgkin.errors import InitialConfigurationError, MobilityError, UnsolvableError, listing
from sgkin.model.mechanism import Mechanism
from sgkin.structure.configuration import Placed
from sgkin.structure.gaps import open_joints
from sgkin.structure.structure import Structure


def refuse_unsolvable(mechanism: Mechanism, structure: Structure) -> None:
    """Raise where nothing can be solved, with what is missing or too much."""
    if not structure.is_determined:
        conflicting = [entry.name for entry in structure.redundant if entry.kind == "input"]
        findings = [finding for finding in structure.findings if not finding.startswith("geometry not checked")]
        moving = structure.still_moving
        remedy = f"add a driver{_or_join(mechanism, structure)}" if moving else "take a driver away"
        if moving and conflicting:
            remedy = "drive one of the links that still move instead"
        sentence = "; ".join([*findings, remedy])
        raise MobilityError(f"{mechanism.name}: {sentence}", structure.mobility, moving, conflicting)
    profiles = [joint.name for joint in mechanism.joints if not joint.is_described]
    if profiles:
        raise UnsolvableError(
            f"{mechanism.name}: the profiles at {', '.join(profiles)} are not described, so it has a structure but no "
            "motion; replace the higher pair by an equivalent link or a pin in a slot",
            profiles,
        )


def _or_join(mechanism: Mechanism, structure: Structure) -> str:
    """What else to do where links hang on a single pin: perhaps a joint was forgotten."""
    joints_of: dict[str, list[str]] = {}
    for joint in mechanism.joints:
        for link in joint.all_links:
            joints_of.setdefault(link, []).append(joint.name)
    hanging = [str(link) for link in structure.still_moving if len(joints_of.get(str(link), ())) == 1]
    if not hanging or not structure.inputs:
        return ""
    pins = listing([f"{link}, which hangs on {joints_of[link][0]} alone" for link in hanging], verb=False, most=3)
    return f", or join or weld {pins}"


def refuse_open(mechanism: Mechanism, placed: Placed) -> None:
    """Raise where the joints do not close near the initial configuration."""
    if placed.gaps:
        first = placed.gaps[0]
        where = "the design position" if mechanism.is_spatial else "[initial]"
        raise InitialConfigurationError(
            f"{mechanism.name}: {open_joints(placed.gaps, mechanism)}; "
            f"change {where}, the inputs it belongs to, or the lengths",
            group=first.group,
            joints=tuple(gap.joint for gap in placed.gaps),
            gap=first.length,
            angle=first.angle,
        )
