"""The inertia that inputs feel, over a motion."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import InputError
from sgkin.motion import Motion
from sgkin.plots.curves import draw_series
from sgkin.plots.needs import need_motion
from sgkin.plots.series import Series, abscissa

if TYPE_CHECKING:
    from matplotlib.axes import Axes

UNITS = {"angle angle": "kg·m²", "length length": "kg", "angle length": "kg·m", "length angle": "kg·m"}


def plot_reduced_inertia(
    motion: Motion, inertia: Floats, *, against: str | None = None, ax: Axes | None = None
) -> Axes:
    """Draw what `reduced_inertia(motion)` found (n, f, f) over time or an input, and return the axes."""
    need_motion(motion)
    names = motion.mechanism.input_names
    if np.shape(inertia) != (motion.steps, len(names), len(names)):
        raise InputError(f"the inertia has shape {np.shape(inertia)}; give that of reduced_inertia(motion)")
    series = []
    for i, j in combinations_with_replacement(range(len(names)), 2):
        unit = UNITS[" ".join(motion.mechanism.input_quantity(names[k]) for k in (i, j))]
        name = names[i] if i == j else f"{names[i]} with {names[j]}"
        values = inertia[:, i, j]
        usual = float(np.abs(values).max(initial=0.0)) or 1.0
        series.append(Series(name, "reduced inertia", unit, "inertia", values, usual))
    return draw_series(motion, series, abscissa(motion, against), ax)
