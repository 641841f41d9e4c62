"""What of a page varies with the parameters of its mechanism.

The content of the page is made of numbers that remember how they were made from the parameters: conditions, points,
shapes, lines of force and motion laws. The page gets the graph of these numbers, and where each of them stands, and
computes them anew when a parameter is moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any, NamedTuple

from sgkin.designs.study import TRACED, plan_like
from sgkin.model.address import all_numbers
from sgkin.model.formulas import numbers_of, with_numbers
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import ConstantSpeed, Cycloidal, Harmonic, MotionLaw, Polynomial, Polynomial345
from sgkin.model.parameter import Parameter
from sgkin.model.quantity import unit_text
from sgkin.page.rows import fixed_conditions, row_content
from sgkin.plan.plan import Plan
from sgkin.traced_number import CONSTANT, LEAF, NumberGraph, TracedNumber

APART = ("drivers.", "masses.", "forces.", "gravity.", "initial.")
"""How addresses begin of numbers that are no dimensions."""
LAWS = (ConstantSpeed, Polynomial, Harmonic, Cycloidal, Polynomial345)
"""The motion laws that a page can evaluate."""
REACH = 0.5
"""How far a parameter without bounds can be moved, as a part of its value."""


class Varying(NamedTuple):
    """A plan made of traced numbers, and the graph of these; of a mechanism without parameters, the plan as it is."""

    plan: Plan
    graph: NumberGraph

    @classmethod
    def of(cls, plan: Plan) -> Varying:
        """The plan with a leaf for each parameter that is not computed from others and can be moved on a page."""
        names = [name for name, each in plan.mechanism.parameters.items() if not each.expression]
        every = cls._with_leaves(plan, names)
        at_rest = every.of_links_at_rest(plan)
        return cls._with_leaves(plan, [name for name in names if name not in at_rest]) if at_rest else every

    @classmethod
    def _with_leaves(cls, plan: Plan, names: Iterable[str]) -> Varying:
        graph, mechanism = NumberGraph(), plan.mechanism
        leaves = {name: graph.leaf(name, mechanism.parameters[name].value) for name in names}
        if not leaves:
            return cls(plan, graph)
        numbers = numbers_of(mechanism, leaves, TRACED)
        return cls(plan_like(plan, with_numbers(mechanism, numbers), numbers, plan.start), graph)

    def of_links_at_rest(self, plan: Plan) -> set[str]:
        """The parameters by which links change that are part of ground, or are left at rest on others: a page does not
        solve them."""
        own, used = all_numbers(self.plan.mechanism), all_numbers(self.plan.site.mechanism)
        dimensions = [each for address, each in own.items() if not address.startswith(APART) and address not in used]
        traced = [each.value for each in dimensions if isinstance(each.value, TracedNumber)]
        fixed = [row_content(each) for each in fixed_conditions(self.plan.site.mechanism, plan.structure)]
        nodes = self.graph.needed({number.node for number in (*traced, *(each for _, each in _traced(fixed)))})
        found = (self.graph.nodes[node] for node in nodes)
        return {self.graph.leaves[node.arguments[0]] for node in found if node.operation == LEAF}

    def content(self, page: dict[str, Any]) -> dict[str, Any]:
        """What the page needs to compute its content anew: parameters, graph, and where its numbers stand."""
        places = [(path, number.node) for path, number in _traced(page)]
        needed = self.graph.needed({node for _, node in places})
        number = {node: place for place, node in enumerate(needed)}
        nodes = [self.graph.nodes[node] for node in needed]
        used = [node.arguments[0] for node in nodes if node.operation == LEAF]
        leaf = {old: new for new, old in enumerate(used)}
        names = [name for name, each in self.plan.mechanism.parameters.items() if not each.expression]
        moved = [self.graph.leaves[old] for old in used]
        return {
            "parameters": [_parameter(self.plan, name) for name in moved],
            "notMoved": [name for name in names if name not in moved],
            "graph": [
                [LEAF, leaf[node.arguments[0]]]
                if node.operation == LEAF
                else [CONSTANT, node.arguments[0]]
                if node.operation == CONSTANT
                else [node.operation, *(number[argument] for argument in node.arguments)]
                for node in nodes
            ],
            "varying": [[*path, number[node]] for path, node in places],
        }


def law_content(mechanism: Mechanism) -> list[dict[str, Any] | None]:
    """The motion law of each input, as the page evaluates it; None where it does not vary, or cannot be evaluated."""
    return [_law(law) for driver in mechanism.drivers for law in driver.laws]


def _law(law: MotionLaw) -> dict[str, Any] | None:
    values = {each.name: getattr(law, each.name) for each in fields(law) if each.metadata}
    return {"kind": law.kind, **values} if isinstance(law, LAWS) and any(_traced(values)) else None


def _traced(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], TracedNumber]]:
    """All traced numbers in tables and lists, with the way to each."""
    if isinstance(value, TracedNumber):
        yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else ()
    for key, each in inner:
        yield from _traced(each, (*path, key))


def _parameter(plan: Plan, name: str) -> dict[str, Any]:
    parameter, units = plan.mechanism.parameters[name], plan.mechanism.units
    low, high = parameter.bounds or _usual_bounds(parameter, plan.unit_length)
    return {
        "name": name,
        "value": parameter.value,
        "low": low,
        "high": high,
        "unit": unit_text(parameter.quantity, units),
        "factor": units.factor(parameter.quantity),
    }


def _usual_bounds(parameter: Parameter, size: float) -> tuple[float, float]:
    """Between what a parameter without bounds is moved: a part of its value to either side, or of what it measures."""
    reach = REACH * (abs(parameter.value) or (size if parameter.quantity == "length" else 1.0))
    return parameter.value - reach, parameter.value + reach
