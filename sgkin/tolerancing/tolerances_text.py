"""What tolerances do, in words and as plain data, in the units of the mechanism's file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.model.mechanism import Mechanism, at_inputs
from sgkin.text_table import aligned, count, shortened
from sgkin.tolerancing.distributions import DISTRIBUTIONS
from sgkin.tolerancing.stated import kind_of

if TYPE_CHECKING:
    from sgkin.tolerancing.tolerances import Tolerances

SYMBOLS = {"x": "x", "y": "y", "theta": "θ"}
RATES = {"position": "", "velocity": "/s", "acceleration": "/s²"}
STILL = 1e-12
"""Of the size of the mechanism, or of a radian: what moves by less does not move."""
MOST = 20
"""Rows of dimensions that are shown."""


class Course(NamedTuple):
    """One number of an output, x, y or theta, over all steps, in the unit of the file: by how much it is off at least
    and at most and on average, its standard deviation if that is known, and the part of each dimension (p,)."""

    output: str
    part: str
    unit: str
    least: Floats
    greatest: Floats
    middle: Floats
    deviation: Floats | None
    importance: Floats

    @property
    def name(self) -> str:
        """As it is written."""
        return f"{SYMBOLS[self.part]} of {self.output}"


def moving_courses(found: Tolerances) -> list[Course]:
    """All that move."""
    every = [_course(found, name, number) for name in found.outputs for number in range(found.nominal(name).shape[1])]
    return [each for each in every if each is not None]


def _course(found: Tolerances, name: str, number: int) -> Course | None:
    mechanism, spread, part = found.mechanism, found.spread(name), tuple(SYMBOLS)[number]
    kind = "angle" if part == "theta" else "length"
    factor = mechanism.units.factor(kind)
    means = spread.nominal if spread.mean is None else spread.mean
    least, greatest, middle = (
        (each - spread.nominal)[:, number] / factor for each in (spread.least, spread.greatest, means)
    )
    if np.abs([least, greatest]).max() * factor <= STILL * (1.0 if kind == "angle" else mechanism.size):
        return None
    unit = getattr(mechanism.units, kind) + RATES[found.quantity]
    deviation = None if spread.deviation is None else spread.deviation[:, number] / factor
    return Course(name, part, unit, least, greatest, middle, deviation, spread.importance[:, number])


def tolerances_text(found: Tolerances) -> str:
    """How far each output is off at most, and which dimension has which part in it."""
    moving = moving_courses(found)
    head = f"{found!r}, over {count(len(found.drive.inputs), 'step')}"
    if not moving:
        return f"{head}\nnothing moves"
    parts = [f"{head}\n{how(found)}", "\n".join(aligned(_rows(found, moving))), "\n".join(_importance(found, moving))]
    return "\n\n".join(parts)


def how(found: Tolerances) -> str:
    """How it was found, in a sentence."""
    words = DISTRIBUTIONS[found.distribution].words
    lost = f"; {found.lost} of them do not run through" if found.lost else ""
    return {
        "first-order": f"dimensions are {words}; extremes are 3σ away",
        "worst-case": f"{found.designs} designs with all dimensions at their limits{lost}",
        "monte-carlo": f"{found.designs} samples, {words}{lost}",
    }[found.method]


def _rows(found: Tolerances, moving: list[Course]) -> list[tuple[str, ...]]:
    heads = {
        "first-order": ("3σ at most", ""),
        "monte-carlo": ("3σ at most", "", "least", "greatest"),
        "worst-case": ("least", "", "greatest", ""),
    }[found.method]
    rows: list[tuple[str, ...]] = [("off by", "unit", *heads)]
    for each in moving:
        low, high = (int(extreme) for extreme in (each.least.argmin(), each.greatest.argmax()))
        ends = (f"{each.least[low]:.4g}", _at(found, low), f"{each.greatest[high]:+.4g}", _at(found, high))
        if each.deviation is not None:
            widest = int(each.deviation.argmax())
            ends = (f"{3.0 * each.deviation[widest]:.4g}", _at(found, widest), ends[0], ends[2])
        rows.append((each.name, each.unit, *ends[: len(heads)]))
    return rows


def _at(found: Tolerances, step: int) -> str:
    """At which inputs a step is, in words."""
    return at_inputs(found.mechanism, np.round(found.inputs[step], 10) + 0.0).strip()


def _importance(found: Tolerances, moving: list[Course]) -> list[str]:
    """Lines with the part of each dimension, those that matter most first."""
    whole = "width of the worst case" if found.method == "worst-case" else "variance"
    order = np.argsort(-sum(each.importance for each in moving), kind="stable")
    rows = [("dimension", "±", "", *(each.name for each in moving))]
    for number in order.tolist():
        name = list(found.tolerance)[number]
        size, unit = size_text(found.mechanism, name, found.tolerance[name])
        rows.append((name, size, unit, *(f"{100.0 * each.importance[number]:.1f} %" for each in moving)))
    first, *others = aligned(rows)
    return [f"part of the {whole} over all steps, by dimension", first, *shortened(others, "dimensions", MOST)]


def size_text(mechanism: Mechanism, name: str, value: float) -> tuple[str, str]:
    """A tolerance in the unit of the file, and this."""
    kind = kind_of(mechanism, name)
    unit = {"length": mechanism.units.length, "angle": mechanism.units.angle, "plain": ""}.get(kind, kind)
    return f"{value / mechanism.units.factor(kind):.4g}", unit


def tolerances_as_json(found: Tolerances) -> dict[str, Any]:
    """The same as plain data, in the units of the file, with all steps."""
    mechanism, drive = found.mechanism, found.drive
    names = list(found.tolerance)
    return {
        "name": mechanism.name,
        "units": {"length": mechanism.units.length, "angle": mechanism.units.angle},
        "quantity": found.quantity,
        "method": found.method,
        "distribution": found.distribution,
        "designs": found.designs,
        "lost": found.lost,
        "tolerance": {name: float(size_text(mechanism, name, found.tolerance[name])[0]) for name in names},
        "times": None if drive.times is None else drive.times.tolist(),
        "outputs": {
            each.name: {
                "unit": each.unit,
                "least": each.least.tolist(),
                "greatest": each.greatest.tolist(),
                "deviation": None if each.deviation is None else each.deviation.tolist(),
                "importance": dict(zip(names, each.importance.tolist(), strict=True)),
            }
            for each in moving_courses(found)
        },
    }
