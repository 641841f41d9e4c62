"""How the numbers of a mechanism are made from its parameters.

A mechanism has `parameters` and `expressions`, the latter by the address of the number that each gives. Here they
become formulas in SI, which take numbers of any kind:

    numbers_of(mechanism, {"r2": 0.025, "coupler.P.x": 0.03})           every number that is another then, by address
    numbers_of(mechanism, {"r2": np.array([…])}, ARRAYS)                the same for many designs at once
    numbers_of(mechanism, {"r2": traced}, functions)                    of numbers that remember how they were made
    with_numbers(mechanism, numbers)                                    the mechanism with these numbers in their places

What is given is a parameter by its name or any number by its address. Numbers that do not depend on what is given are
not among those found. `functions` say what the functions of expressions do to the numbers given (see `expression`). A
number that is a float and more, such as a traced one, stays what it is where a mechanism is made with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import isclose
from typing import TYPE_CHECKING, Any

import numpy as np

from sgkin.errors import ExpressionError, FormError, UnknownNameError, listing, suggestion
from sgkin.model.address import Located, changed_by
from sgkin.model.dimension import Dimension, Dimensions
from sgkin.model.expression import FLOATS, Expression, Functions, Number
from sgkin.model.expression_text import Stated, parse_expression
from sgkin.model.form import finite, text
from sgkin.model.parameter import Parameter, check_bounds, check_parameter_name
from sgkin.model.quantity import Units

if TYPE_CHECKING:
    from sgkin.model.mechanism import Mechanism

SAME = 1e-9
"""How exactly, relatively, a number must be what its expression gives."""
ARRAYS: Functions = {
    "sqrt": np.sqrt, "abs": np.abs, "exp": np.exp, "log": np.log,
    "cos": np.cos, "sin": np.sin, "tan": np.tan,
    "acos": np.arccos, "asin": np.arcsin, "atan": np.arctan, "atan2": np.arctan2,
    "hypot": np.hypot, "min": np.minimum, "max": np.maximum,
}  # fmt: skip
"""The functions of expressions for arrays."""


@dataclass(frozen=True, slots=True)
class Formulas:
    """All expressions in SI: of parameters by name, in an order in which they can be computed, of numbers by address.

    `quantities`: what each parameter measures.
    """

    quantities: Mapping[str, Dimension]
    stated: Mapping[str, Stated]
    parameters: Mapping[str, Expression]
    numbers: Mapping[str, Expression]

    def values(self, given: Mapping[str, Number], functions: Functions = FLOATS) -> dict[str, Number]:
        """All parameters, where those that are not computed are given."""
        found = dict(given)
        for name, formula in self.parameters.items():
            found[name] = self.stated[name].evaluate(formula, found, functions)
        return {name: found[name] for name in self.quantities}

    def evaluate(
        self, values: Mapping[str, Number], functions: Functions = FLOATS, changed: Iterable[str] | None = None
    ) -> dict[str, Number]:
        """The numbers by address, from the values of all parameters; only those that depend on `changed` ones."""
        wanted = set(self.quantities if changed is None else self.depending(changed))
        return {
            address: self.stated[address].evaluate(formula, values, functions)
            for address, formula in self.numbers.items()
            if changed is None or not wanted.isdisjoint(formula.names)
        }

    def depending(self, names: Iterable[str]) -> list[str]:
        """These parameters, and all that are computed from them."""
        found = list(names)
        for name, formula in self.parameters.items():
            if not set(found).isdisjoint(formula.names):
                found.append(name)
        return found


class HeldExpressions(dict[str, str]):
    """The expressions of a mechanism, by address, which remember for which numbers they were checked.

    So they can be handed on with `dataclasses.replace`: where another number is put in its place, or none, an
    expression goes with the old one.
    """

    def __init__(
        self, texts: Mapping[str, str] | Iterable[tuple[str, str]], numbers: Mapping[str, Located] | None = None
    ) -> None:
        super().__init__(texts)
        self.numbers = {address: (numbers or {})[address][1:3] for address in self if numbers}

    def still_held(self, numbers: Mapping[str, Located]) -> dict[str, str]:
        """Those whose numbers are what they were, by value and by what they measure."""
        return {
            address: text
            for address, text in self.items()
            if address in numbers and numbers[address][1:3] == self.numbers.get(address)
        }


def make_formulas(
    quantities: Mapping[str, str],
    stated: Mapping[str, Stated],
    kinds: Mapping[str, str],
    units: Units,
) -> Formulas:
    """What parameters measure, and all expressions in SI.

    `quantities`: of all parameters in their order, empty where expressions must say it; `stated`: expressions by
    address, and of computed parameters by name; `kinds`: what stands at the addresses.
    """
    dimensions = Dimensions()
    for name, quantity in quantities.items():
        if quantity:
            dimensions.declare(name, Dimension.of(quantity))
    _learn(dimensions, quantities, stated, kinds)
    found = {name: dimensions[name] for name in quantities}
    wanted = found | {address: Dimension.of(kind) for address, kind in kinds.items() if address in stated}
    formulas = {name: dimensions.in_si(each.parsed, each, wanted[name], units) for name, each in stated.items()}
    return Formulas(
        found,
        dict(stated),
        {name: formulas[name] for name in quantities if name in formulas},
        {address: formulas[address] for address in kinds if address in formulas},
    )


def _learn(
    dimensions: Dimensions, names: Iterable[str], stated: Mapping[str, Stated], kinds: Mapping[str, str]
) -> None:
    """All that expressions say of what parameters measure."""
    every, above = tuple(names), list[str]()
    for name in every:
        if name in stated:
            check_names(stated[name], above, every)
            dimensions.learn(stated[name], name)
        above.append(name)
    for address, kind in kinds.items():
        if address in stated:
            check_names(stated[address], every, every)
            dimensions.learn(stated[address], Dimension.of(kind))


def unclear_parameters(formulas: Formulas, kinds: Mapping[str, str]) -> list[str]:
    """The parameters of which must be stated what they measure, since expressions do not say it."""
    dimensions, found = Dimensions(), []
    _learn(dimensions, formulas.quantities, formulas.stated, kinds)
    for name, dimension in formulas.quantities.items():
        if not dimensions.is_clear(name):
            found.append(name)
            dimensions.declare(name, dimension)
    return found


NOTHING = Formulas({}, {}, {}, {})
"""The formulas of a mechanism without expressions."""


def check_names(stated: Stated, above: Iterable[str], every: Iterable[str]) -> None:
    """Raise where an expression names a parameter that is not above it, or none of all there are."""
    known = tuple(above)
    for name in stated.parsed.names:
        if name in known:
            continue
        if name in every:
            raise stated.refused(f"{name!r} is not above it; a parameter is computed from those above it")
        raise stated.refused(f"there is no parameter {name!r}; {suggestion(name, known)}")


def checked_parameters(
    given: Mapping[str, Parameter], expressions: Mapping[str, str], numbers: Mapping[str, Located], units: Units
) -> tuple[dict[str, Parameter], Formulas]:
    """The parameters of a mechanism, with what they measure, and all its formulas. Raises where they contradict each
    other or the numbers that are there."""
    for name, each in given.items():
        if not isinstance(each, Parameter):
            raise FormError(f"parameters: {check_parameter_name(name)}", each, "a value such as Parameter(0.02)")
    for address in expressions:
        if address not in numbers:
            raise UnknownNameError("expressions", "number", address, numbers)
    stated = {name: Stated(each.expression, f"parameters: {name}") for name, each in given.items() if each.expression}
    stated |= {address: Stated(text(each, address), address) for address, each in expressions.items()}
    quantities = {check_parameter_name(name): each.quantity for name, each in given.items()}
    formulas = make_formulas(quantities, stated, {address: each.quantity for address, each in numbers.items()}, units)
    values = {name: each.value for name, each in given.items()}
    _check_agreement(formulas, formulas.values(values), values)
    _check_agreement(formulas, formulas.evaluate(values), {name: each.value for name, each in numbers.items()})
    return {name: replace(each, quantity=formulas.quantities[name].name) for name, each in given.items()}, formulas


def _check_agreement(formulas: Formulas, made: Mapping[str, float], found: Mapping[str, float]) -> None:
    """Raise where a number is another than what its expression gives."""
    for name, value in made.items():
        if not isclose(value, found[name], rel_tol=SAME, abs_tol=SAME * SAME):
            sentence = f"it gives {value:.9g}, but {name} is {found[name]:.9g}"
            raise formulas.stated[name].refused(f"{sentence}; give the number that it gives, or use with_parameters")


def numbers_of(mechanism: Mechanism, given: Mapping[str, Number], functions: Functions = FLOATS) -> dict[str, Number]:
    """Every number that is another one where parameters, by name, or numbers, by address, are those given; all in SI.

    Raises where a name is unknown, where a number is not free, since an expression gives it, and where one cannot be
    computed.

    >>> from sgkin import load_mechanism
    >>> numbers_of(load_mechanism("slider_crank"), {"crank.B.x": 0.05})
    {'crank.B.x': 0.05}
    """
    check_free(mechanism, given)
    parameters, formulas = mechanism.parameters, mechanism.formulas
    named = {name: value for name, value in given.items() if name in parameters}
    found = {address: value for address, value in given.items() if address not in parameters}
    if not named:
        return found
    values = formulas.values({name: each.value for name, each in parameters.items()} | named, functions)
    return found | formulas.evaluate(values, functions, named)


def with_numbers(mechanism: Mechanism, numbers: Mapping[str, float]) -> Mechanism:
    """A mechanism with other numbers at some addresses; their expressions, if they have any, are left out."""
    return replace(mechanism, **fields_with(mechanism, numbers))


def fields_with(mechanism: Mechanism, numbers: Mapping[str, float]) -> dict[str, Any]:
    """The fields of a mechanism in which numbers at some addresses are others."""
    return changed_by(mechanism, lambda number: numbers.get(number.address, number.value))


def with_parameters(mechanism: Mechanism, given: Mapping[str, float]) -> Mechanism:
    """A mechanism with other values of parameters, by name, or numbers, by address, and all that depends on them."""
    values = {name: finite(value, f"with_parameters: {name}") for name, value in given.items()}
    numbers = numbers_of(mechanism, values)
    named = {name: value for name, value in values.items() if name in mechanism.parameters}
    old = mechanism.parameters
    found = mechanism.formulas.values({name: each.value for name, each in old.items()} | named)
    parameters = {name: _with_value(name, old[name], value) for name, value in found.items()}
    expressions = dict(mechanism.expressions)
    return replace(mechanism, **fields_with(mechanism, numbers), parameters=parameters, expressions=expressions)


def _with_value(name: str, parameter: Parameter, value: float) -> Parameter:
    if parameter.bounds is not None:
        check_bounds(value, parameter.bounds, f"parameter {name!r}")
    return replace(parameter, value=value)


def check_free(mechanism: Mechanism, given: Iterable[str]) -> None:
    """Raise where a name is neither that of a parameter nor an address, or where an expression gives its number."""
    numbers = mechanism.numbers
    for name in given:
        made = mechanism.expressions.get(name, "")
        if name in mechanism.parameters:
            made = mechanism.parameters[name].expression
        elif name not in numbers:
            allowed = tuple(mechanism.parameters) if "." not in str(name) else ()
            where = f"mechanism {mechanism.name!r}"
            raise UnknownNameError(where, "parameter or number", name, allowed or tuple(numbers))
        if made:
            names = listing(parse_expression(made, name).names, verb=False)
            raise ExpressionError(name, made, f"it is computed; {f'set {names}' if names else 'leave it'} instead")
