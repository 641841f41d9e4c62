"""What the inputs of a mechanism are along any motion of it, whatever drives that."""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Floats
from sgkin.conditions.statement import Statements
from sgkin.conditions.table import ConditionTable, place_conditions
from sgkin.model.mechanism import Mechanism


def measured_inputs(mechanism: Mechanism, poses: Floats) -> Floats:
    """Inputs (…, f) at poses (…, links, 3) of all links in file order."""
    table = _driver_table(mechanism)
    return np.asarray(place_conditions(table, poses).value - table.constant)


def measured_rates(mechanism: Mechanism, poses: Floats, velocities: Floats) -> Floats:
    """Rates of the inputs (…, f) at poses and velocities (…, links, 3)."""
    return place_conditions(_driver_table(mechanism), poses).rate(velocities)


def measured_accelerations(mechanism: Mechanism, poses: Floats, velocities: Floats, accelerations: Floats) -> Floats:
    """Accelerations of the inputs (…, f)."""
    placed = place_conditions(_driver_table(mechanism), poses)
    return np.asarray(placed.rate(accelerations) + placed.second(velocities, velocities))


def _driver_table(mechanism: Mechanism) -> ConditionTable:
    statements = Statements(mechanism)
    return ConditionTable.of(each for stated in statements.drivers for each in stated.conditions)
