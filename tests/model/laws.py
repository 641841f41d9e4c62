"""Motion laws of every kind, drawn at random."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import accumulate
from typing import Any

from hypothesis import strategies as st

from sgkin import ConstantSpeed, Cycloidal, Harmonic, MotionLaw, Polynomial, Polynomial345, Spline, Units


def ordinary(least: float, most: float) -> st.SearchStrategy[float]:
    """Numbers that are zero or large enough to differ from it."""
    return st.floats(least, most).map(lambda number: number if abs(number) > 1e-6 else 0.0)


values = ordinary(-100.0, 100.0)
times = ordinary(-10.0, 10.0)
durations = st.floats(0.01, 100.0)


def rising(kind: type[Cycloidal] | type[Polynomial345]) -> st.SearchStrategy[Any]:
    return st.builds(kind, start=values, rise=values, duration=durations, begin=times)


@st.composite
def splines(draw: st.DrawFn) -> Spline:
    steps = draw(st.lists(st.floats(0.1, 10.0), min_size=1, max_size=8))
    places = draw(st.lists(values, min_size=len(steps) + 1, max_size=len(steps) + 1))
    ends = draw(st.sampled_from(["not-a-knot", "natural", "clamped", "periodic"]))
    if ends == "periodic":
        places[-1] = places[0]
    return Spline(tuple(accumulate(steps, initial=draw(times))), tuple(places), ends)


LAWS: dict[str, st.SearchStrategy[Any]] = {
    "constant-speed": st.builds(ConstantSpeed, speed=values, start=values),
    "polynomial": st.builds(Polynomial, st.lists(values, min_size=1, max_size=6).map(tuple)),
    "harmonic": st.builds(Harmonic, amplitude=values, frequency=st.floats(0.01, 10.0), mean=values, phase=times),
    "cycloidal": rising(Cycloidal),
    "polynomial-345": rising(Polynomial345),
    "spline": splines(),
}

laws = st.one_of(*LAWS.values())


def in_si(law: MotionLaw, units: Units, quantity: str) -> MotionLaw:
    """A law whose numbers are in a file's units, in SI."""
    changed: dict[str, Any] = {}
    for entry in fields(law):
        kind, value = entry.metadata["kind"], getattr(law, entry.name)
        if kind in ("value", "angle"):
            factor = units.factor(quantity if kind == "value" else kind)
            changed[entry.name] = tuple(v * factor for v in value) if isinstance(value, tuple) else value * factor
    return replace(law, **changed)
