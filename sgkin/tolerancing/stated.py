"""Which dimensions are not exact, and by how much."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real

from sgkin.errors import InputError
from sgkin.model.form import not_negative, table
from sgkin.model.formulas import check_free
from sgkin.model.mechanism import Mechanism

Tolerance = Mapping[str, float] | float | None
"""± by name or address; or one number for all dimensions that have none; or what the mechanism's parameters state."""


def stated_tolerances(mechanism: Mechanism, given: Tolerance) -> dict[str, float]:
    """± of every dimension that has one, in SI: what is given stands above what parameters state.

    >>> from sgkin import load_mechanism
    >>> stated_tolerances(load_mechanism("slider_crank"), 1e-4)
    {'crank.B.x': 0.0001, 'rod.C.x': 0.0001}
    """
    found = {name: each.tolerance for name, each in mechanism.parameters.items() if each.tolerance is not None}
    if isinstance(given, Real):
        number = not_negative(given, "tolerance")
        found = dict.fromkeys(lengths_of(mechanism), number) | found
    elif given is not None:
        found |= {
            name: not_negative(value, f"tolerance of {name}") for name, value in table(given, "tolerance").items()
        }
    check_free(mechanism, found)
    return {name: value for name, value in found.items() if value > 0.0}


def lengths_of(mechanism: Mechanism) -> list[str]:
    """The lengths that a workshop could miss: parameters that are not computed, and the coordinates of points in links
    that are not; a coordinate that is zero says where a frame lies, and is none."""
    parameters, numbers, links = mechanism.parameters, mechanism.numbers, mechanism.links
    named = [name for name, each in parameters.items() if each.quantity == "length" and not each.expression]
    places = [f"{link.name}.{point}.{axis}" for link in links for point in link.points for axis in "xy"]
    return named + [each for each in places if numbers[each].value and each not in mechanism.expressions]


def refuse_exact(mechanism: Mechanism, found: Mapping[str, float]) -> None:
    """Raise where no dimension has a tolerance."""
    if not found:
        raise InputError(
            f"{mechanism.name}: no dimension has a tolerance; state it in [parameters], as in "
            "r2 = { value = 20, tolerance = 0.05 }, or give a number for all lengths, or numbers by name or address"
        )


def kind_of(mechanism: Mechanism, name: str) -> str:
    """What a dimension measures, by name or address."""
    check_free(mechanism, [name])
    parameter = mechanism.parameters.get(name)
    return mechanism.numbers[name].quantity if parameter is None else parameter.quantity
