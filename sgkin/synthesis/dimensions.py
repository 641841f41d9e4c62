"""Which dimensions are looked for, and between which bounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import InputError, UnknownNameError, listing
from sgkin.model.form import entries, finite, names, pair, table
from sgkin.model.mechanism import Mechanism
from sgkin.model.parameter import check_bounds
from sgkin.synthesis.families import Family

LARGEST, SMALLEST = 20.0, 0.02
"""How large lengths of linkages by name are at most, and links at least, in sizes of the targets, where nothing else is
said."""

Bounds = Mapping[str, tuple[float, float]]
Discrete = Mapping[str, Sequence[float]]


class Dimensions(NamedTuple):
    """p dimensions with their bounds (p,); `discrete`: the values that some of them can have, in ascending order."""

    vary: tuple[str, ...]
    low: Floats
    high: Floats
    discrete: dict[str, Floats]


def dimensions_of_family(
    family: Family, size: float, middle: complex, bounds: Bounds | None, discrete: Discrete | None
) -> Dimensions:
    """Those of a linkage by name, for targets of a size around a place."""
    usual: dict[str, tuple[float, float]] = {
        "x0": (middle.real - LARGEST * size, middle.real + LARGEST * size),
        "y0": (middle.imag - LARGEST * size, middle.imag + LARGEST * size),
        "phi": (-np.inf, np.inf),
        "alpha": (-np.inf, np.inf),
    }
    lengths = {name: (SMALLEST * size, LARGEST * size) for name in family.lengths if name.startswith("r")}
    own = usual | lengths
    given = _taken_bounds(bounds, family.vary)
    chosen = {name: given.get(name, own.get(name, (-LARGEST * size, LARGEST * size))) for name in family.vary}
    return _dimensions(family.vary, chosen, discrete)


def dimensions_of_mechanism(
    mechanism: Mechanism, vary: Sequence[str] | None, bounds: Bounds | None, discrete: Discrete | None
) -> Dimensions:
    """Those of a mechanism: all parameters with bounds, or those that are named."""
    own = {name: each.bounds for name, each in mechanism.parameters.items() if not each.expression}
    given = _taken_bounds(bounds, (*own, *mechanism.numbers))
    listed = _taken_lists(discrete)
    if vary is None:
        chosen = [name for name in own if own[name] is not None or name in given or name in listed]
        chosen += [name for name in (*given, *listed) if name not in own and name not in chosen]
    else:
        chosen = list(names(vary, "vary"))
    if not chosen:
        raise InputError(
            f"{mechanism.name} has no parameters with bounds; name dimensions and give them bounds, such as "
            "bounds={'crank.B.x': (0.01, 0.05)}"
        )
    ranges: dict[str, tuple[float, float]] = {}
    for name in chosen:
        if name not in mechanism.parameters and name not in mechanism.numbers:
            raise UnknownNameError("synthesis", "parameter or number", name, tuple(own) or tuple(mechanism.numbers))
        found = given.get(name, own.get(name))
        if found is None and name in listed:
            found = (float(listed[name][0]), float(listed[name][-1]))
            if found[0] == found[1]:
                ranges[name] = found
                continue
        if found is None:
            raise InputError(f"{name} has no bounds; give some, such as bounds={{{name!r}: (0.01, 0.05)}}")
        value = mechanism.parameters[name].value if name in mechanism.parameters else mechanism.numbers[name].value
        if name in given:
            check_bounds(value, found, f"bounds of {name!r}: the value of {mechanism.name}")
            _refuse_wider(name, found, own.get(name))
        ranges[name] = found
    return _dimensions(tuple(chosen), ranges, discrete)


def _refuse_wider(name: str, given: tuple[float, float], own: tuple[float, float] | None) -> None:
    if own is not None and not own[0] <= given[0] <= given[1] <= own[1]:
        raise InputError(
            f"bounds of {name!r} are {given[0]:.9g} to {given[1]:.9g}, but its own are {own[0]:.9g} to {own[1]:.9g}; "
            "give narrower ones, or change those of the mechanism"
        )


def _dimensions(vary: tuple[str, ...], chosen: Bounds, discrete: Discrete | None) -> Dimensions:
    listed = _taken_lists(discrete)
    for name, values in listed.items():
        if name not in vary:
            raise UnknownNameError("discrete", "dimension", name, vary)
        low, high = chosen[name]
        if values[0] < low or values[-1] > high:
            raise InputError(
                f"discrete: {name} is to be one of {listing(map('{:g}'.format, values), verb=False)}, "
                f"but its bounds are {low:.9g} and {high:.9g}"
            )
    lows, highs = (np.array([chosen[name][side] for name in vary]) for side in (0, 1))
    for name, values in listed.items():  # between the least and the greatest there is something to round
        lows[vary.index(name)], highs[vary.index(name)] = values[0], values[-1]
    return Dimensions(vary, lows, highs, listed)


def _taken_bounds(bounds: Bounds | None, known: Iterable[str]) -> dict[str, tuple[float, float]]:
    given, allowed = table(bounds or {}, "bounds"), tuple(known)
    for name, ends in given.items():
        if name not in allowed:
            raise UnknownNameError("bounds", "dimension", name, allowed)
        low, high = pair(ends, f"bounds of {name!r}", "two numbers (from, to)")
        if low != high:
            check_bounds(low, (low, high), f"bounds of {name!r}")
    return {name: pair(ends, "bounds") for name, ends in given.items()}


def _taken_lists(discrete: Any) -> dict[str, Floats]:
    found = {}
    for name, values in table(discrete or {}, "discrete").items():
        listed = sorted(
            {finite(value, f"discrete: {name}") for value in entries(values, f"discrete: {name}", "a list")}
        )
        if not listed:
            raise InputError(f"discrete: {name} has no values to choose from; list some, or leave it out")
        found[name] = np.array(listed)
    return found
