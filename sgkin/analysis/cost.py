"""What a step of a motion costs, told from a plan that is not run.

Costs are multiples of that of an RRR dyad, about 5 ns a step with rates. They are those of `benchmarks/input_costs.py`,
which compares them with measured times over the library.
"""

from __future__ import annotations

from sgkin.groups import newton
from sgkin.groups.element import Element
from sgkin.kernels.frames import ROTATE
from sgkin.plan.plan import Plan

CLOSED, CARRIED, TURNED = 1.0, 0.7, 3.0
"""A group in closed form; a point or direction carried along with a link; a link turned by an angle, of which the sine
and cosine are needed."""
WRITTEN_OUT = 30.0
"""An iteration whose equations are written out: of a class III or IV group, or of a platform in space."""
RECORDS = (34.0, 22.0, 0.6, 0.01)
"""An iteration on n records of joints: factors of 1, n, n² and n³, with n unknowns."""
RECORDS_IN_SPACE = (40.0, 30.0)
"""An iteration on records in space: factors of 1 and n, with n unknowns."""
STEP, INPUT = 1.0, 10.0
"""What every step costs by itself, and with each further input."""


def iterated_unknowns(plan: Plan) -> int:
    """The most unknowns that are iterated together; 0 where everything is in closed form."""
    return max(map(_unknowns, plan.site.elements), default=0)


def estimated_cost(plan: Plan) -> float:
    """Of a step with position, velocity and acceleration of all links, by that of an RRR dyad."""
    inputs = INPUT * max(len(plan.input_names) - 1, 0)
    return round(STEP + inputs + sum(map(_cost, plan.site.elements)), 1)


def _unknowns(element: Element) -> int:
    return element.corrected or element.unknowns


def _cost(element: Element) -> float:
    if element.corrected:
        return _cost_in_space(element)
    if element.kernel is newton.KERNEL:
        return float(sum(factor * element.unknowns**power for power, factor in enumerate(RECORDS)))
    if element.unknowns:
        return WRITTEN_OUT
    if element.group >= 0:
        return CLOSED
    return TURNED if element.kernel is ROTATE else CARRIED


def _cost_in_space(element: Element) -> float:
    """Of an iteration there."""
    from sgkin.groups.space import newton as newton_in_space  # with all kernels of space

    if element.kernel is not newton_in_space.KERNEL:
        return WRITTEN_OUT
    return float(sum(factor * element.corrected**power for power, factor in enumerate(RECORDS_IN_SPACE)))
