"""Tables for the eye: rows of words, and columns of numbers with their units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10
from shutil import get_terminal_size

import numpy as np

from sgkin.arrays import Floats, Integers

DIGITS = 6
"""Significant digits of the largest number in a unit; all numbers in that unit get the same decimals."""
GAP = "  "
ROUNDING = 1e-12
"""Part of what is usual that is rounding."""


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of as many words each, as lines in which they stand below each other.

    >>> aligned([("pin", "links"), ("A", "ground, crank")])
    ['pin  links', 'A    ground, crank']
    """
    widths = [max(map(len, words)) for words in zip(*rows, strict=True)]
    return [GAP.join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def shortened(lines: Sequence[str], things: str, most: int = 16) -> list[str]:
    """Lines, or the first and last of very many and how many were left out between them.

    >>> shortened("abcde", "letters", most=2)
    ['a', '… 3 more letters …', 'e']
    """
    if len(lines) <= most:
        return list(lines)
    return [*lines[: most // 2], f"… {len(lines) - most} more {things} …", *lines[len(lines) - most // 2 :]]


def count(number: int, thing: str) -> str:
    """So many things, in words.

    >>> count(1, "link"), count(3, "link")
    ('1 link', '3 links')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def without_rounding(values: Floats, usual: float) -> Floats:
    """Numbers, and zero in place of those that are nothing but rounding where `usual` is a usual size."""
    return np.where(np.abs(values) > ROUNDING * usual, values, 0.0)


@dataclass(frozen=True, slots=True)
class Column:
    """A heading, a unit, and numbers in that unit, or whole numbers without one."""

    name: str
    unit: str
    values: Floats | Integers


def columns_table(columns: list[Column]) -> str:
    """Columns side by side; those that find no place continue below."""
    decimals = {unit: _decimals(columns, unit) for unit in {column.unit for column in columns}}
    cells = [_cells(column, decimals[column.unit]) for column in columns]
    return "\n\n".join(_lines(part) for part in _parts(cells, get_terminal_size((120, 24)).columns))


def _decimals(columns: list[Column], unit: str) -> int:
    if not unit:
        return 0
    largest = max(float(np.abs(column.values).max()) for column in columns if column.unit == unit)
    return max(DIGITS - 1 - floor(log10(largest)), 0) if largest > 0.0 else 1


def _cells(column: Column, decimals: int) -> list[str]:
    """Heading, unit and numbers, all of one width."""
    rounded = np.round(column.values, decimals) + 0.0  # no negative zero
    texts = [column.name, column.unit, *(f"{value:.{decimals}f}" for value in rounded.tolist())]
    width = max(map(len, texts))
    return [text.rjust(width) for text in texts]


def _parts(cells: list[list[str]], width: int) -> list[list[list[str]]]:
    """The columns in parts that are not wider than they may be; each begins with the first column."""
    parts = [cells[:1]]
    for column in cells[1:]:
        taken = sum(len(GAP) + len(other[0]) for other in parts[-1])
        if taken + len(column[0]) > width and len(parts[-1]) > 1:
            parts.append(cells[:1])
        parts[-1].append(column)
    return parts


def _lines(columns: list[list[str]]) -> str:
    return "\n".join(GAP.join(line) for line in zip(*columns, strict=True))
