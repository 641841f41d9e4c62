"""Links at moments in which a motion crosses change points: interpolated like the equations of motion are."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.coefficients import Configuration
from sgkin.dynamics.crossing import Crossing
from sgkin.sweep.interpolation import lagrange_weights


class Passed(NamedTuple):
    """From when to when equations were interpolated along a line, about which place of it, and from how far apart."""

    begin: float
    end: float
    crossing: Crossing
    centre: float
    reach: float

    def frames(self, inputs: Floats, rates: Floats, accelerations: Floats, before: Floats) -> Floats:
        """Derivatives (3, links, 3) of the links of the plan at inputs with their rates and accelerations (f,); before
        (links, 3): poses from which whole turns are counted."""
        crossing, plan = self.crossing, self.crossing.plan
        here = float(crossing.line.places(inputs, crossing.z))
        places = crossing.places(self.reach, self.centre)
        found = np.empty((len(places), 3, len(plan.links), 3))
        for number, (place, memory) in enumerate(zip(places, crossing.memories(places), strict=True)):
            z = inputs + (place - here) * crossing.line.along
            near = Configuration(plan.links, z, before, None, None, memory, plan.origin)
            at = plan.evaluate(z, rates, accelerations, near=near)
            found[number] = at.poses, at.velocities, at.accelerations
        return np.asarray(np.einsum("k,k...->...", lagrange_weights(np.array(places), here), found))
