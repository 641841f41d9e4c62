"""Points that were drawn elsewhere, in a table."""

from __future__ import annotations

from math import isfinite, nan
from pathlib import Path

from sgkin.errors import InputError, MechanismFileError
from sgkin.model.mechanism_file import read_text


def read_points(path: Path, columns: tuple[str, ...]) -> list[list[float]]:
    """Rows of numbers from a table with columns between commas, semicolons, tabs or blanks; a first row of words is
    passed over, as are empty rows and those that begin with #."""
    rows = list[list[float]]()
    for number, line in enumerate(read_text(path, "a table of points").splitlines(), start=1):
        words = line.replace(";", " ").replace(",", " ").split()
        if not words or words[0].startswith("#"):
            continue
        values = [_number(word) for word in words]
        if not rows and all(value is nan for value in values):
            continue
        if len(values) != len(columns) or not all(map(isfinite, values)):
            wanted = " and ".join(columns)
            remedy = "; decimals have a point, and no comma" if len(values) == 2 * len(columns) else ""
            sentence = f"{line.strip()!r} are not {len(columns)} finite numbers; give {wanted}{remedy}"
            raise MechanismFileError(path, sentence, number)
        rows.append(values)
    if not rows:
        raise InputError(f"{path} has no points; give a row of {len(columns)} numbers for each")
    return rows


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        return nan
