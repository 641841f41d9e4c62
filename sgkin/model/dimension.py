"""What expressions measure: lengths, angles, their powers and products, or plain numbers.

A dimension is a pair of exponents, of length and of angle. Products add exponents, sums need the same of all their
terms, cos takes an angle and atan gives one. What parameters measure follows from the places at which their expressions
stand: each gives a linear equation between exponents. Numbers that are written adapt: in sums, as arguments and alone
they are in the unit of the file for what is meant there, and so they are if only cos and the like are multiplied by
them; in other products they are plain numbers.

So an expression in the units of a file comes down to one in SI (`in_si`), which is the same but for the numbers that
are written in it: no unit is converted when it is evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, isfinite
from typing import NamedTuple

from sgkin.errors import ParameterError
from sgkin.model.expression import (
    FLOATS,
    TOO_LARGE,
    Expression,
    Literal,
    Name,
    Operation,
    Power,
    UndefinedError,
    in_unit_of_angle,
)
from sgkin.model.expression_text import Stated
from sgkin.model.quantity import POWERS, Units, power_name


class Dimension(NamedTuple):
    """Exponents of length and angle."""

    length: Fraction = Fraction(0)
    angle: Fraction = Fraction(0)

    @classmethod
    def of(cls, kind: str) -> Dimension:
        """What a field of a kind measures, or a parameter of a quantity."""
        return cls(*map(Fraction, POWERS.get(kind, (0, 0))))

    @property
    def name(self) -> str:
        """In words, such as `length` or `plain`."""
        return power_name(*self)

    @property
    def phrase(self) -> str:
        """As it stands in a sentence."""
        if self == PLAIN:
            return "a plain number"
        return f"{'an' if self.name.startswith('angle') else 'a'} {self.name}".replace("a per", "a number per")

    def factor(self, units: Units) -> float:
        """SI value of one in the units of a file."""
        parts = ((units.factor(base), exponent) for base, exponent in self._asdict().items())
        found = 1.0
        for unit, exponent in parts:
            found *= unit ** (int(exponent) if exponent.denominator == 1 else float(exponent))
        return found


PLAIN, ANGLE = Dimension.of("plain"), Dimension.of("angle")

Form = Mapping[str, Fraction]
"""A dimension that is not known yet: how often those of parameters are contained in it, and length and angle."""
BASES = (" length", " angle")
"""How these stand in a form; no parameter has such a name."""


def _form(dimension: Dimension) -> Form:
    return {base: exponent for base, exponent in zip(BASES, dimension, strict=True) if exponent}


def _together(one: Form, other: Form, times: Fraction = Fraction(1)) -> Form:
    """One form and another, so many times."""
    found = dict(one)
    for name, count in other.items():
        found[name] = found.get(name, Fraction(0)) + times * count
    return {name: count for name, count in found.items() if count}


@dataclass(slots=True)
class Dimensions:
    """What parameters measure, as far as is known; `learn` adds what an expression says of it.

    A parameter is in `known` once equations between exponents determine it, perhaps by others that are not known yet.
    """

    known: dict[str, Form] = field(default_factory=dict)

    def declare(self, name: str, dimension: Dimension) -> None:
        """What a parameter measures, where it is stated."""
        said = "it is {}, but {} is stated".format
        self._same({name: Fraction(1)}, _form(dimension), said, Stated("", f"parameters: {name}"))

    def is_clear(self, name: str) -> bool:
        """Whether it is known what a parameter measures."""
        return self._of({name: Fraction(1)}) is not None

    def learn(self, stated: Stated, dimension: Dimension | str) -> None:
        """That an expression measures what stands at its place, or what a parameter does. Raises where it cannot."""
        wanted = {dimension: Fraction(1)} if isinstance(dimension, str) else _form(dimension)
        found = self._measure(stated.parsed, stated)
        if found is not None:
            self._same(found, wanted, lambda one, other: f"it gives {one}, but {other} is needed here", stated)

    def __getitem__(self, name: str) -> Dimension:
        """What a parameter measures. Raises where that is not clear."""
        found = self._of(self._reduced({name: Fraction(1)}))
        if found is None:
            example = f'{name} = {{ value = …, quantity = "length" }}'
            raise ParameterError(
                name, f"it is not clear whether it is a length, an angle or a plain number; say it: {example}"
            )
        if found.name not in POWERS:
            raise ParameterError(name, f"it would be {found.phrase} where it is used; no parameter can be that")
        return found

    def _reduced(self, form: Form) -> Form:
        found = form
        while name := next((name for name in found if name in self.known), ""):
            found = _together(_together(found, {name: -found[name]}), self.known[name], found[name])
        return found

    def _of(self, form: Form | None) -> Dimension | None:
        """The dimension that a form is, if all in it is known."""
        if form is None:
            return None
        reduced = self._reduced(form)
        if any(name not in BASES for name in reduced):
            return None
        return Dimension(*(reduced.get(base, Fraction(0)) for base in BASES))

    def _same(self, one: Form, other: Form, sentence: Callable[[str, str], str], stated: Stated) -> None:
        """That two forms are the same; `sentence`: what is wrong, of both in words."""
        gap = self._reduced(_together(one, other, Fraction(-1)))
        names = [name for name in gap if name not in BASES]
        if names:
            last, count = names[-1], gap[names[-1]]
            self.known[last] = {name: -each / count for name, each in gap.items() if name != last}
        elif gap:
            raise stated.refused(sentence(self._words(one), self._words(other)))

    def _words(self, form: Form) -> str:
        found = self._of(form)
        return "something else" if found is None else found.phrase

    def _measure(self, expression: Expression, stated: Stated) -> Form | None:
        """The dimension of an expression; None of one that adapts."""
        if isinstance(expression, Name):
            return {expression.name: Fraction(1)}
        parts = [self._measure(part, stated) for part in expression.parts]
        if isinstance(expression, Power):
            return None if parts[0] is None else _together({}, parts[0], expression.exponent)
        if not isinstance(expression, Operation):
            return None
        rule = RULES[expression.name]
        if rule.takes is not None:
            for part in parts:
                self._needs(part, rule.takes, expression.name, stated)
        given = [part for part in parts if part is not None]
        if rule.alike and len(given) == 2:
            verb = rule.verb or f"{expression.name} takes two that measure the same, found"
            self._same(given[0], given[1], lambda one, other: f"{verb} {one} and {other}", stated)
        if rule.gives is not None:
            return _form(rule.gives) if expression.names or rule.gives != PLAIN else None
        if not given:
            return None
        return rule.made(parts) if rule.made else given[0]

    def _needs(self, part: Form | None, dimension: Dimension, name: str, stated: Stated) -> None:
        if part is not None:
            self._same(part, _form(dimension), lambda one, other: f"{name} takes {other}, found {one}", stated)

    def in_si(self, expression: Expression, stated: Stated, dimension: Dimension, units: Units) -> Expression:
        """The expression in SI that gives the same, once all is known."""
        if self._measure(expression, stated) is None and not expression.names:
            return _written(expression, stated, dimension, units)
        if self._measure(expression, stated) is None and dimension != PLAIN:
            _check_pi(expression, stated, dimension, units)
            plain = self.in_si(expression, stated, PLAIN, units)
            return Operation("*", (plain, Literal(_factor(dimension, units, stated))))
        if isinstance(expression, Power):
            return Power(self.in_si(expression.base, stated, PLAIN, units), expression.exponent)
        if not isinstance(expression, Operation):
            return expression
        rule = RULES[expression.name]
        if rule.takes is not None:
            wanted = rule.takes
        elif rule.alike:
            wanted = next(filter(None, (self._of(self._measure(part, stated)) for part in expression.parts)), PLAIN)
        else:
            wanted = PLAIN
        parts = tuple(self.in_si(part, stated, wanted, units) for part in expression.parts)
        return Operation(expression.name, parts)


def _written(expression: Expression, stated: Stated, dimension: Dimension, units: Units) -> Literal:
    """Written numbers alone, in the unit of a file, as one number in SI."""
    _check_pi(expression, stated, dimension, units)
    try:
        value = expression.evaluate({}, in_unit_of_angle(FLOATS, units.factor("angle")))
    except UndefinedError as error:
        raise stated.refused(str(error)) from error
    in_si = value * _factor(dimension, units, stated)
    if not isfinite(in_si):
        raise stated.refused(TOO_LARGE)
    return Literal(in_si)


def _factor(dimension: Dimension, units: Units, stated: Stated) -> float:
    """SI value of one in the units of a file, if it is a number that can be computed with."""
    try:
        found = dimension.factor(units)
    except OverflowError as error:
        raise stated.refused(TOO_LARGE) from error
    if not 0.0 < found < inf:
        raise stated.refused(TOO_LARGE)
    return found


def _check_pi(expression: Expression, stated: Stated, dimension: Dimension, units: Units) -> None:
    """Raise where pi was meant to be half a turn and is not."""
    if units.angle != "rad" and _pi_is_angle(expression, bool(dimension.angle)):
        raise stated.refused(f"pi stands for 3.14159 {units.angle} here; write the angle in {units.angle}")


def _pi_is_angle(expression: Expression, is_angle: bool) -> bool:
    """Whether a constant by name stands where an angle is written."""
    if isinstance(expression, Literal):
        return is_angle and bool(expression.name)
    takes = RULES[expression.name].takes if isinstance(expression, Operation) else None
    return any(_pi_is_angle(part, is_angle if takes is None else takes == ANGLE) for part in expression.parts)


@dataclass(frozen=True, slots=True)
class Rule:
    """What an operation asks of its arguments, and what it gives; None: what they are.

    `alike`: two arguments must be the same; `verb`: what it does to them, in words; `made`: of their exponents.
    """

    takes: Dimension | None = None
    gives: Dimension | None = None
    alike: bool = False
    verb: str = ""
    made: Callable[[list[Form | None]], Form | None] | None = None


def _product(parts: list[Form | None], sign: int) -> Form | None:
    """The dimension of a product or quotient: a written number and what is a plain number anyhow adapt together."""
    one, other = parts
    if (one is None and other == {}) or (sign > 0 and other is None and one == {}):
        return None
    return _together(one or {}, other or {}, Fraction(sign))


RULES: Mapping[str, Rule] = {
    "+": Rule(alike=True, verb="it adds"),
    "-": Rule(alike=True, verb="it subtracts"),
    "*": Rule(made=lambda parts: _product(parts, 1)),
    "/": Rule(made=lambda parts: _product(parts, -1)),
    "negative": Rule(),
    "abs": Rule(),
    "sqrt": Rule(made=lambda parts: _together({}, parts[0] or {}, Fraction(1, 2))),
    **dict.fromkeys(("hypot", "min", "max"), Rule(alike=True)),
    **dict.fromkeys(("cos", "sin", "tan"), Rule(takes=ANGLE, gives=PLAIN)),
    **dict.fromkeys(("acos", "asin", "atan"), Rule(takes=PLAIN, gives=ANGLE)),
    "atan2": Rule(alike=True, gives=ANGLE),
    **dict.fromkeys(("exp", "log"), Rule(takes=PLAIN, gives=PLAIN)),
}
"""The rules of all operations."""
