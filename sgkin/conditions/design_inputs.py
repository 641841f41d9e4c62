"""What the inputs of a spatial mechanism are in its design position, from what its drivers state."""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Floats
from sgkin.conditions.space_statement import SpaceStatements
from sgkin.conditions.space_table import SpaceTable, frame_of, place_in_space
from sgkin.model.design_position import design_pose
from sgkin.model.mechanism import Mechanism


def design_frames(mechanism: Mechanism) -> Floats:
    """The frames (links, 3, 4) of all links with ground in the design position, counted from the origin."""
    frames = np.stack([frame_of(design_pose(mechanism, link.name)) for link in mechanism.links])
    frames[:, :, 3] -= mechanism.origin
    return frames


def design_inputs(mechanism: Mechanism) -> dict[str, float]:
    """What every input is in the design position."""
    statements = SpaceStatements(mechanism)
    table = SpaceTable.of(each for stated in statements.drivers for each in stated.conditions)
    value = place_in_space(table, design_frames(mechanism)).value - table.constant
    angle = np.arcsin(np.clip(value, -1.0, 1.0))
    found = np.where(table.is_sine, angle, value).tolist()
    return dict(zip(mechanism.input_names, found, strict=True))
