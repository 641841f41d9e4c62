"""Reading expressions: Python's grammar, of which only numbers, names, + − * / ** and a few functions are let through.

No code is run. What is not let through is refused with a sentence that shows the text and where it stands.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import inf
from typing import Any

import numpy as np

from sgkin.errors import ExpressionError, brief, suggestion
from sgkin.model.expression import (
    CONSTANTS,
    FLOATS,
    FUNCTIONS,
    TOO_LARGE,
    Expression,
    Functions,
    Literal,
    Name,
    Number,
    Operation,
    Power,
    UndefinedError,
)

LONGEST, DEEPEST = 200, 40
"""How many characters an expression may have, and how many parts may stand within each other."""
GREATEST_EXPONENT = 8
SIGNS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
WORD = re.compile(r"\s*((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])|[^\W\d]\w*|\*\*|[-+*/(),])")
ALLOWED = f"numbers, names of parameters, pi, + - * / ** and {', '.join(FUNCTIONS)}"


def is_expression(value: Any) -> bool:
    """Whether a value of a file is an expression: a text that begins with =."""
    return isinstance(value, str) and value.lstrip().startswith("=")


def parse_expression(text: str, where: str) -> Expression:
    """The expression that a text is, with or without its =; `where` it stands, for the error if it is none.

    >>> parse_expression("= 2 * r", "links: crank.A").names
    ('r',)
    """
    try:
        return _parsed(text)
    except ExpressionError as error:
        raise ExpressionError(where, text, error.sentence) from error.__cause__


@dataclass(frozen=True, slots=True)
class Stated:
    """An expression as it is written: its text, and where it stands."""

    text: str
    where: str

    @property
    def parsed(self) -> Expression:
        """What it says."""
        return parse_expression(self.text, self.where)

    def refused(self, sentence: str, designs: Iterable[int] = ()) -> ExpressionError:
        """The error that says what is wrong with it."""
        return ExpressionError(self.where, self.text, sentence, designs)

    def evaluate(self, formula: Expression, names: Mapping[str, Number], functions: Functions) -> Number:
        """The number that its formula gives; raises where there is none."""
        try:
            with np.errstate(all="ignore"):
                value = formula.evaluate(names, functions)
        except UndefinedError as error:
            raise self.refused(str(error)) from error
        if isinstance(value, np.ndarray) and not np.isfinite(value).all():
            designs = np.flatnonzero(~np.isfinite(value)).tolist()
            told = f"it gives no number for {len(designs)} of {len(value)} designs, first for design {designs[0]}"
            raise self.refused(told, designs)
        return value


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Expression:
    if len(text) > LONGEST:
        raise _refused(text, f"it has {len(text)} characters, at most {LONGEST} are allowed; name a part of it")
    words = " ".join(_words(text, text.strip().removeprefix("=")))
    try:
        tree = ast.parse(words, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise _refused(text, "it cannot be read; write a formula such as = r1 * cos(phi)") from error
    return _read(tree, text, DEEPEST)


def _words(text: str, rest: str) -> Iterator[str]:
    """The numbers, names and signs of a text; nothing else is looked at."""
    while rest.strip():
        found = WORD.match(rest)
        if found is None:
            raise _refused(text, f"{brief(rest.strip()[:12])} is not allowed; allowed are {ALLOWED}")
        yield found[1]
        rest = rest[found.end() :]


def _read(node: ast.expr, text: str, depth: int) -> Expression:
    if depth == 0:
        raise _refused(text, f"more than {DEEPEST} parts stand within each other; name a part of it")
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return _literal(value, text)
        case ast.Name(id=name):
            return Literal(CONSTANTS[name], name) if name in CONSTANTS else Name(name)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _read(operand, text, depth - 1)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return Operation("negative", (_read(operand, text, depth - 1),))
        case ast.BinOp(op=ast.Pow(), left=left, right=right):
            return Power(_read(left, text, depth - 1), _exponent(_read(right, text, depth - 1), text))
        case ast.BinOp(op=sign, left=left, right=right) if type(sign) in SIGNS:
            return Operation(SIGNS[type(sign)], (_read(left, text, depth - 1), _read(right, text, depth - 1)))
        case ast.Call(func=ast.Name(id=name), args=given, keywords=[]):
            return Operation(name, _arguments(name, [_read(each, text, depth - 1) for each in given], text))
    raise _refused(text, f"{brief(ast.unparse(node), 40)} is not allowed; allowed are {ALLOWED}")


def _literal(value: float, text: str) -> Literal:
    try:
        number = float(value)
    except OverflowError:
        number = inf
    if number == inf:
        raise _refused(text, TOO_LARGE)
    return Literal(number)


def _arguments(name: str, given: list[Expression], text: str) -> tuple[Expression, ...]:
    if name not in FUNCTIONS:
        raise _refused(text, f"there is no function {brief(name)}; {suggestion(name, tuple(FUNCTIONS))}")
    wanted = FUNCTIONS[name]
    if len(given) != wanted:
        numbers = "one number" if wanted == 1 else "two numbers"
        raise _refused(text, f"{name} takes {numbers}, found {len(given)}")
    return tuple(given)


def _exponent(found: Expression, text: str) -> Fraction:
    """A power that is a whole or half number and not too large."""
    try:
        number = None if found.names else found.evaluate({}, FLOATS)
    except UndefinedError as error:
        raise _refused(text, str(error)) from error
    if number is None or abs(number) > GREATEST_EXPONENT or number * 2 != int(number * 2):
        most = GREATEST_EXPONENT
        raise _refused(text, f"an exponent must be a whole or half number from {-most} to {most}")
    return Fraction(number)


def _refused(text: str, sentence: str) -> ExpressionError:
    return ExpressionError("", text, sentence)
