"""Parameters and expressions in mechanism files: reading and writing.

    [parameters]
    r1   = 60
    r2   = { value = 20, bounds = [5, 80], tolerance = 0.05 }
    half = "= r3 / 2"

An expression is a text that begins with = and stands for a number in the units of the file. It is evaluated in these
units first, so that it is checked as any other number in its place; what it measures is known only when the whole file
is read, and then it is taken to SI.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sgkin.errors import FormError
from sgkin.model import form
from sgkin.model.address import all_numbers
from sgkin.model.dimension import Dimension
from sgkin.model.expression import FLOATS, in_unit_of_angle
from sgkin.model.expression_text import Stated, is_expression
from sgkin.model.file_reading import Table, check_keys
from sgkin.model.file_writing import number
from sgkin.model.formulas import check_names, fields_with, make_formulas, unclear_parameters
from sgkin.model.mechanism import Mechanism
from sgkin.model.parameter import Parameter, check_bounds, check_parameter_name, check_quantity
from sgkin.model.quantity import Units
from sgkin.model.written_number import WrittenNumber

KEYS = ("value", "bounds", "tolerance", "quantity")


@dataclass(frozen=True, slots=True)
class ParameterEntry:
    """A parameter as a file has it, in the units of the file."""

    value: float
    bounds: tuple[float, float] | None = None
    tolerance: float | None = None
    quantity: str = ""

    @property
    def text(self) -> str:
        """Its expression, if it is computed."""
        return self.value.text if isinstance(self.value, WrittenNumber) else ""

    def in_si(self, value: float, dimension: Dimension, units: Units) -> Parameter:
        factor = dimension.factor(units)
        bounds = None if self.bounds is None else (self.bounds[0] * factor, self.bounds[1] * factor)
        tolerance = None if self.tolerance is None else self.tolerance * factor
        return Parameter(value, bounds, tolerance, dimension.name, self.text)


class ExpressionReader:
    """What reads the expressions of a file: its parameters, and the numbers that are computed from them."""

    def __init__(self, table: Table, units: Units) -> None:
        self._units = units
        self._functions = in_unit_of_angle(FLOATS, units.factor("angle"))
        self._all = tuple(table)
        self.entries: dict[str, ParameterEntry] = {}
        self.read: dict[str, str] = {}
        for name, value in table.items():
            self.entries[check_parameter_name(name)] = self._entry(value, f"parameters: {name}")

    def _entry(self, value: Any, where: str) -> ParameterEntry:
        stated = value if isinstance(value, dict) else {"value": value}
        check_keys(stated, KEYS, where, required=("value",))
        given = self._number(stated["value"], where) if is_expression(stated["value"]) else stated["value"]
        found = ParameterEntry(
            form.finite(given, f"{where}: value"),
            form.pair(stated["bounds"], f"{where}: bounds", "two numbers [from, to]") if "bounds" in stated else None,
            form.not_negative(stated["tolerance"], f"{where}: tolerance") if "tolerance" in stated else None,
            check_quantity(stated["quantity"], f"{where}: quantity") if "quantity" in stated else "",
        )
        if found.bounds is not None:
            check_bounds(found.value, found.bounds, where)
        return found

    def _number(self, text: str, where: str) -> WrittenNumber:
        stated = Stated(normal_text(text), where)
        check_names(stated, self.entries, self._all)
        names = {name: float(entry.value) for name, entry in self.entries.items()}
        return WrittenNumber(stated.evaluate(stated.parsed, names, self._functions), stated.text, where)

    def numbers(self, value: Any, where: str) -> Any:
        """A part of a file with a number for each expression in it."""
        if isinstance(value, dict):
            sign = ": " if ": " not in where else "."
            return {key: self.numbers(each, f"{where}{sign}{key}") for key, each in value.items()}
        if isinstance(value, list):
            return [self.numbers(each, f"{where}, entry {place}") for place, each in enumerate(value, start=1)]
        if not is_expression(value):
            return value
        self.read[where] = value
        return self._number(value, where)

    def mechanism(self, found: Mechanism) -> Mechanism:
        """What was read with these numbers, with parameters and expressions and all numbers in SI."""
        if not self.entries and not self.read:
            return found
        numbers = all_numbers(found)
        texts = {address: each.value for address, each in numbers.items() if isinstance(each.value, WrittenNumber)}
        for where in self.read.keys() - {each.where for each in texts.values()}:
            raise FormError(where, self.read[where], "a number, no expression")
        stated = {name: Stated(each.text, f"parameters: {name}") for name, each in self.entries.items() if each.text}
        stated |= {address: Stated(each.text, each.where) for address, each in texts.items()}
        formulas = make_formulas(
            {name: each.quantity for name, each in self.entries.items()},
            stated,
            {address: each.quantity for address, each in numbers.items()},
            self._units,
        )
        factors = {name: each.factor(self._units) for name, each in formulas.quantities.items()}
        values = formulas.values({name: float(each.value) * factors[name] for name, each in self.entries.items()})
        parameters = {
            name: each.in_si(values[name], formulas.quantities[name], self._units)
            for name, each in self.entries.items()
        }
        return replace(
            found,
            **fields_with(found, formulas.evaluate(values)),
            parameters=parameters,
            expressions={address: each.text for address, each in texts.items()},
        )


def normal_text(text: str) -> str:
    """An expression as it is kept: its = and one space before it."""
    return f"= {text.strip().removeprefix('=').strip()}"


def written_parameters(mechanism: Mechanism) -> dict[str, Any]:
    """The parameters as a table of a file."""
    kinds = {address: each.quantity for address, each in mechanism.numbers.items()} if mechanism.parameters else {}
    unclear = unclear_parameters(mechanism.formulas, kinds)
    return {name: _written(each, mechanism.units, name in unclear) for name, each in mechanism.parameters.items()}


def _written(parameter: Parameter, units: Units, with_quantity: bool) -> Any:
    kind = parameter.quantity
    table: dict[str, Any] = {"value": parameter.expression or number(parameter.value, kind, units)}
    if parameter.bounds is not None:
        table["bounds"] = [number(bound, kind, units) for bound in parameter.bounds]
    if parameter.tolerance is not None:
        table["tolerance"] = number(parameter.tolerance, kind, units)
    if with_quantity:
        table["quantity"] = kind
    return table if len(table) > 1 else table["value"]


def with_written_numbers(mechanism: Mechanism) -> Mechanism:
    """A mechanism in which the numbers that expressions give are written ones."""
    numbers = mechanism.numbers
    written: Mapping[str, float] = {
        address: WrittenNumber(numbers[address].value, text) for address, text in mechanism.expressions.items()
    }
    return replace(mechanism, **fields_with(mechanism, written)) if written else mechanism
