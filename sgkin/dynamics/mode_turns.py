"""How far links turn along a mode: their angles are continuous functions of its only input.

They are tabulated so closely that no heading turns far from one place of the table to the next. Then it is known how
far they turn between two inputs, however far apart, but for less than half a turn; the rest is read from directions.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.change_points import lowest
from sgkin.dynamics.mode_rows import ModeRows
from sgkin.results.kept_rows import Turning
from sgkin.sweep.branch_tracking import FAR_TURN, TURN
from sgkin.sweep.divided_sweep import FAR
from sgkin.whole_turns import nearest_angle

PARTS, MOST_DIVISIONS = 4, 20
"""Into how many parts the way between two places is divided on which a heading turns far, and how often."""


class TurnTable(NamedTuple):
    """Angles (h, g) of headings at places (g,) along an input, and how far the fastest of them has turned (g,).

    `period`: after how much of the input they turn again as from the first place to the last; 0 if they do not.
    """

    places: Floats
    angles: Floats
    turned: Floats
    period: float

    def turning(self, z: Floats) -> Turning:
        """On which steps between inputs (n + 1,) headings may turn far, and how far they do."""
        steps = np.flatnonzero(np.abs(np.diff(self._at(self.turned, z))) > FAR)
        changes = self._at(self.angles, z[steps + 1]) - self._at(self.angles, z[steps])
        return Turning(steps, np.ascontiguousarray(changes.T))

    def _at(self, values: Floats, z: Floats) -> Floats:
        """Values (…, g) at inputs (n,) between the places."""
        periods = np.floor((z - self.places[0]) / self.period) if self.period else np.zeros(len(z))
        inside = z - self.period * periods
        part = np.clip(np.searchsorted(self.places, inside) - 1, 0, len(self.places) - 2)
        share = (inside - self.places[part]) / (self.places[part + 1] - self.places[part])
        low, high = values[..., part], values[..., part + 1]
        return np.asarray(low + share * (high - low) + periods * (values[..., -1:] - values[..., :1]))


def turn_table(rows: ModeRows, low: float, high: float) -> TurnTable | None:
    """The table of a period, or between two inputs where there is none; None where a heading jumps."""
    period = rows.changes.period
    if period:
        low, high = lowest(rows.changes), lowest(rows.changes) + period
    places = np.linspace(low, high, ceil(rows.plan.input_turns[0] * (high - low) / TURN) + 1)
    for _ in range(MOST_DIVISIONS):
        wrapped = rows.tape.headings.angles(rows.run(places)[0].kept)
        turned = nearest_angle(np.diff(wrapped, axis=1), 0.0)
        far = ~(np.abs(turned) <= FAR_TURN).all(axis=0)  # nor are there angles that are no numbers
        if not far.any():
            angles = np.cumsum(np.concatenate([wrapped[:, :1], turned], axis=1), axis=1)
            return TurnTable(places, angles, np.cumsum([0.0, *np.abs(turned).max(axis=0)]), period)
        parts = np.linspace(places[:-1][far], places[1:][far], PARTS + 1)[1:-1]
        places = np.sort(np.concatenate([places, parts.ravel()]))
    return None
