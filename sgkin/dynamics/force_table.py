"""The forces of a motion as columns by name, and how large they become."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.energy_balance import driven_inputs
from sgkin.dynamics.reactions import PARTS, Reactions

NONE = 1e-12
"""Forces below this part of the largest are none."""


@dataclass(frozen=True, slots=True)
class ForceExtremes:
    """The least and the greatest of some values over the steps of a motion, and the steps at which they are."""

    least: float
    least_step: int
    greatest: float
    greatest_step: int

    @classmethod
    def of(cls, values: Floats, largest: float) -> ForceExtremes:
        """Those of values (n,); what is tiny beside the largest force counts as none."""
        kept = np.where(np.abs(values) > NONE * largest, values, 0.0)
        low, high = int(kept.argmin()), int(kept.argmax())
        return cls(float(kept[low]), low, float(kept[high]), high)


def force_columns(found: Reactions) -> dict[str, Floats]:
    """Columns (n,) in N, N·m and W: driving forces and powers by input, forces of joints on links, shaking force.

    What is not determined is left out; `found.undetermined` names it.
    """
    motion, columns = found.motion, dict[str, Floats]()
    for name in driven_inputs(motion):
        if name in found.driving_forces:
            word = drive_word(found, name)
            columns[f"{name}.{word}"] = found.driving_forces[name]
            assert motion.input_rates is not None
            rate = motion.input_rates[:, motion.mechanism.input_names.index(name)]
            columns[f"{name}.power"] = found.driving_forces[name] * rate
    for joint in motion.mechanism.joints:
        for link in found.links(joint.name):
            determined = found.determined(joint.name, link)
            for number, part in enumerate(PARTS):
                if determined[:, number].all():
                    columns[f"{joint.name}.{link}.{part}"] = found.component(joint.name, link, part)
    columns |= {"shaking.x": found.shaking_force[:, 0], "shaking.y": found.shaking_force[:, 1]}
    return columns | {"shaking.moment": found.shaking_moment()}


def drive_word(found: Reactions, name: str) -> str:
    """What drives an input: a torque an angle, a force a length."""
    return "torque" if found.motion.mechanism.input_quantity(name) == "angle" else "force"


def shown_links(found: Reactions, joint: str) -> tuple[str, ...]:
    """The links on which the force of a joint is told: of two, the one that moves or comes second; else all.

    On the other one it is the same, turned round.
    """
    links = found.links(joint)
    if len(links) != 2:
        return links
    first, second = (each for each in found.motion.mechanism.joint(joint).links if each in links)
    return (first,) if second == found.motion.mechanism.ground else (second,)
