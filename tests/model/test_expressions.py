"""Expressions give a number or a sentence, and never anything else; the number is the same for numbers of any kind."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given

from sgkin.errors import ExpressionError
from sgkin.model.expression import ARITHMETIC, FLOATS, FUNCTIONS, Literal, Name, Operation, Power
from sgkin.model.expression_text import GREATEST_EXPONENT, LONGEST, Stated, parse_expression
from sgkin.model.formulas import ARRAYS, check_names
from tests.model.expression_texts import HOSTILE, NAMES, formulas, scraps, second_answer


def answer(text: str) -> float | ExpressionError:
    """What an expression gives, as a file is read."""
    try:
        stated = Stated(text, "links: crank.A")
        check_names(stated, NAMES, NAMES)
        return stated.evaluate(stated.parsed, NAMES, FLOATS)
    except ExpressionError as error:
        return error


def check_number_or_sentence(text: str) -> None:
    found = answer(text)
    if isinstance(found, ExpressionError):
        assert str(found).startswith("links: crank.A: ")
        assert found.text == text
        assert found.sentence
        assert "\n" not in str(found)
        assert len(str(found)) < 600
    else:
        assert type(found) is float
        assert math.isfinite(found)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_gives_a_number_or_a_sentence(text: str) -> None:
    check_number_or_sentence(text)
    check_number_or_sentence(f"= {text}")


@given(text=scraps)
def test_any_text_gives_a_number_or_a_sentence(text: str) -> None:
    check_number_or_sentence(text)


@given(text=formulas)
@example(text="b**2")
@example(text="b**-3 + a**2.5")
def test_a_formula_gives_what_python_makes_of_it(text: str) -> None:
    check_number_or_sentence(text)
    found, expected = answer(text), second_answer(text)
    if isinstance(found, float) and expected is not None:
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-300)
    elif isinstance(found, float):
        assert "**" in text  # powers are products, which overflow later than Python's
    elif expected is not None:
        over = ("becomes too large", f"at most {LONGEST}", "divides by zero")
        assert any(sentence in str(found) for sentence in over)


def only_whitelisted(expression: Any) -> None:
    assert type(expression) in (Literal, Name, Operation, Power)
    if isinstance(expression, Operation):
        assert expression.name in FUNCTIONS or expression.name in ARITHMETIC
    if isinstance(expression, Power):
        assert abs(expression.exponent) <= GREATEST_EXPONENT
    for part in expression.parts:
        only_whitelisted(part)


@given(text=scraps | formulas)
def test_nothing_but_the_whitelist_gets_through(text: str) -> None:
    try:
        only_whitelisted(parse_expression(text, ""))
    except ExpressionError:
        return


def test_there_are_fourteen_functions() -> None:
    assert len(FUNCTIONS) == 14
    assert set(FUNCTIONS) <= set(FLOATS)
    assert set(FUNCTIONS) == set(ARRAYS)


@given(text=formulas)
def test_arrays_give_the_same(text: str) -> None:
    found = answer(text)
    if isinstance(found, float):
        stated = Stated(text, "")
        names = {name: np.full(3, value) for name, value in NAMES.items()}
        arrays = np.broadcast_to(stated.evaluate(stated.parsed, names, ARRAYS), 3)
        assert arrays == pytest.approx([found] * 3, rel=1e-9, abs=1e-300)


@dataclass(frozen=True)
class Text:
    """A number that is the text of how it was made."""

    text: str

    def __add__(self, other: Any) -> Text:
        return Text(f"({self.text} + {shown(other)})")

    def __radd__(self, other: Any) -> Text:
        return Text(f"({shown(other)} + {self.text})")

    def __sub__(self, other: Any) -> Text:
        return Text(f"({self.text} - {shown(other)})")

    def __rsub__(self, other: Any) -> Text:
        return Text(f"({shown(other)} - {self.text})")

    def __mul__(self, other: Any) -> Text:
        return Text(f"({self.text} * {shown(other)})")

    def __rmul__(self, other: Any) -> Text:
        return Text(f"({shown(other)} * {self.text})")

    def __truediv__(self, other: Any) -> Text:
        return Text(f"({self.text} / {shown(other)})")

    def __rtruediv__(self, other: Any) -> Text:
        return Text(f"({shown(other)} / {self.text})")

    def __neg__(self) -> Text:
        return Text(f"(-{self.text})")


def shown(number: Any) -> str:
    return number.text if isinstance(number, Text) else repr(float(number))


TEXTS = {
    name: lambda *numbers, name=name: Text(f"{name}({', '.join(shown(each) for each in numbers)})")
    for name in FUNCTIONS
}


@given(text=formulas)
def test_numbers_that_remember_how_they_were_made_give_the_same(text: str) -> None:
    found = answer(text)
    if isinstance(found, float):
        traced = parse_expression(text, "").evaluate({name: Text(name) for name in NAMES}, TEXTS)
        value = second_answer(shown(traced))
        assert value is None or value == pytest.approx(found, rel=1e-9, abs=1e-300)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("= a / (b - b)", "it divides by zero"),
        ("= sqrt(b)", "sqrt of -0.75 is no number"),
        ("= exp(1e6)", "becomes too large"),
        ("= a ** 9", "an exponent must be a whole or half number from -8 to 8"),
        ("= a ** b", "an exponent must be"),
        ("= a.real", "'.real' is not allowed; allowed are numbers"),
        ("= foo(a)", "there is no function 'foo'"),
        ("= cos(a, b)", "cos takes one number, found 2"),
        ("= phj", "there is no parameter 'phj'; did you mean 'phi'?"),
        ("= c", "there is no parameter 'c'; allowed: a, b, phi"),
        (f"= {'a' * 300}", "it has 302 characters, at most 200"),
    ],
)
def test_a_refusal_says_what_is_wrong(text: str, sentence: str) -> None:
    found = answer(text)
    assert isinstance(found, ExpressionError)
    assert sentence in str(found)
