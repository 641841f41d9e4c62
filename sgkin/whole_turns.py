"""Whole turns of angles."""

from __future__ import annotations

from math import pi

import numpy as np

from sgkin.arrays import Floats

WHOLE_TURN = 2.0 * pi


def whole_turns(angle: float) -> float:
    """The whole turns nearest to an angle, in radians."""
    return WHOLE_TURN * round(angle / WHOLE_TURN)


def nearest_angle(angle: Floats, near: Floats | float) -> Floats:
    """Angles with whole turns added, so that they are nearest to others."""
    return np.asarray(angle + WHOLE_TURN * np.round((near - angle) / WHOLE_TURN))
