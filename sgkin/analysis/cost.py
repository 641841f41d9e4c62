"""What a step of a motion costs, told from the plan without running it."""

from __future__ import annotations

from sgkin.plan.plan import Plan


def iterated_unknowns(plan: Plan) -> int:
    """The largest number of unknowns that are iterated together; 0 where everything is in closed form."""
    return max((element.unknowns for element in plan.site.elements), default=0)


def estimated_cost(plan: Plan) -> float:
    return float(len(plan.site.elements))
