"""Mechanisms that have a structure but cannot be solved: what is said of them."""

from __future__ import annotations

from sgkin.errors import InitialConfigurationError, MobilityError, UnsolvableError
from sgkin.model.mechanism import Mechanism
from sgkin.structure.configuration import Placed
from sgkin.structure.gaps import open_joints
from sgkin.structure.structure import Structure


def refuse_unsolvable(mechanism: Mechanism, structure: Structure) -> None:
    """Raise where nothing can be solved, with what is missing or too much."""
    if not structure.is_determined:
        conflicting = [entry.name for entry in structure.redundant if entry.kind == "input"]
        findings = [finding for finding in structure.findings if not finding.startswith("geometry not checked")]
        remedy = "add a driver" if structure.undetermined else "take a driver away"
        if structure.undetermined and conflicting:
            remedy = "drive one of the links that still move instead"
        sentence = "; ".join([*findings, remedy])
        raise MobilityError(f"{mechanism.name}: {sentence}", structure.mobility, structure.undetermined, conflicting)
    profiles = [joint.name for joint in mechanism.joints if not joint.is_described]
    if profiles:
        raise UnsolvableError(
            f"{mechanism.name}: the profiles at {', '.join(profiles)} are not described, so it has a structure but no "
            "motion; replace the higher pair by an equivalent link or a pin in a slot",
            profiles,
        )


def refuse_open(mechanism: Mechanism, placed: Placed) -> None:
    """Raise where the joints do not close near the initial configuration."""
    if placed.gaps:
        first = placed.gaps[0]
        raise InitialConfigurationError(
            f"{mechanism.name}: {open_joints(placed.gaps, mechanism)}; "
            "change [initial], the inputs it belongs to, or the lengths",
            group=first.group,
            joints=tuple(gap.joint for gap in placed.gaps),
            gap=first.length,
            angle=first.angle,
        )
