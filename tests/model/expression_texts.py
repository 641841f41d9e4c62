"""Random expressions with a second answer to what they give, and texts that must not get through."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import strategies as st

NAMES = {"a": 2.5, "b": -0.75, "phi": 0.4}
HOSTILE = (
    "__import__('os').system('true')",
    "().__class__.__bases__[0].__subclasses__()",
    "a.__class__",
    "a.real",
    "exec('1')",
    "eval",
    "open('x')",
    "lambda: 1",
    "(lambda: 1)()",
    "[a for a in (1, 2)]",
    "{a}",
    "{'a': 1}",
    "[1, 2][0]",
    "a[0]",
    "f'{a}'",
    "'text'",
    "b'text'",
    "a if a else b",
    "a or b",
    "not a",
    "a < b",
    "a == b",
    "a is b",
    "a in b",
    "a := 1",
    "a = 1",
    "*a",
    "cos(*a)",
    "cos(**a)",
    "cos(x=a)",
    "cos",
    "cos()",
    "cos(a, b)",
    "hypot(a)",
    "cos(a)(b)",
    "(cos)(a, b)",
    "getattr(a, b)",
    "a @ b",
    "a // b",
    "a % b",
    "a & b",
    "a << 3",
    "~a",
    "a ** b",
    "a ** 9",
    "a ** -9",
    "a ** 0.3",
    "a ** (1 / 3)",
    "2 ** 2 ** 2 ** 2",
    "9 ** 8 ** 8",
    "(((9e9 ** 8) ** 8) ** 8) ** 8",
    "a ** exp(1e9)",
    "1 / 0",
    "a / (b - b)",
    "0 ** -1",
    "sqrt(b)",
    "log(0)",
    "b ** 0.5",
    "asin(a)",
    "exp(1e6)",
    "1e308 * 10",
    "1e999",
    "9" * 190,
    "1e308 + 1e308 - 1e308",
    "0x10",
    "0b1",
    "1_000",
    "1j",
    "007",
    "1if 1else 2",
    "1.2.3",
    "..5",
    "True",
    "None",
    "...",
    "nan",
    "inf",
    "await a",
    "yield",
    "a; b",
    "a # b",
    "a \\ b",
    "a\x00b",
    "a ! b",
    "“a”",
    "a × b",
    "½",
    "²",
    "",
    "=",
    "= = a",
    "(",
    ")",
    "()",
    "(a",
    "a)",
    "a b",
    "a,",
    "a, b",
    "-" * 190 + "a",
    "(" * 90 + "a" + ")" * 90,
    "abs(" * 39 + "a" + ")" * 39,
    "a+" * 90 + "a",
    "c",
    "aa",
    "PI",
    "pi.real",
    "a" * 300,
)
"""Not one of them may run anything; those that are formulas give a number."""

PYTHON = {name: getattr(math, name) for name in ("sqrt", "exp", "log", "cos", "sin", "tan")}
PYTHON |= {name: getattr(math, name) for name in ("acos", "asin", "atan", "atan2", "hypot")}
PYTHON |= {"abs": math.fabs, "min": min, "max": max, "pi": math.pi}

numbers = st.sampled_from(["0.", "1", "2", "0.5", "3.", ".25", "1e3", "17", "pi", *NAMES])


def _larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    one = st.sampled_from(["sqrt", "abs", "exp", "log", "cos", "sin", "tan", "acos", "asin", "atan"])
    two = st.sampled_from(["atan2", "hypot", "min", "max"])
    return st.one_of(
        st.tuples(inner, st.sampled_from(["+", " - ", "*", " / "]), inner).map("".join),
        st.tuples(inner, inner, st.sampled_from("+-*/")).map(lambda each: f"({each[0]}) {each[2]} ({each[1]})"),
        st.tuples(inner, st.sampled_from(["2", "3", "-1", "0.5", "-1.5", "0", "8"])).map("({0[0]})**{0[1]}".format),
        inner.map("-{}".format),
        inner.map("({})".format),
        st.tuples(one, inner).map("{0[0]}({0[1]})".format),
        st.tuples(two, inner, inner).map("{0[0]}({0[1]}, {0[2]})".format),
    )


formulas = st.recursive(numbers, _larger, max_leaves=8)
"""Texts that have the form of expressions; not all of them give a number."""

pieces = st.sampled_from(
    [
        *"abcxyz0123456789.,+-*/()[]{}=<>!&|^~%@:;'\"\\ \n\t_#$?",
        "**",
        "cos",
        "sqrt",
        "__",
        "lambda",
        "if",
        "é",
        "０",
        "\0",
    ]
)
scraps = st.lists(pieces | st.characters(), max_size=30).map("".join)
"""Texts of any kind."""


def second_answer(text: str) -> float | None:
    """What Python makes of a formula, with functions of `math`; None where it makes no number of it."""
    try:
        value: Any = eval(compile(text, "formula", "eval"), {"__builtins__": {}}, {**PYTHON, **NAMES})
    except (ArithmeticError, ValueError, TypeError):  # of complex numbers too
        return None
    return float(value) if isinstance(value, int | float) and math.isfinite(value) else None
