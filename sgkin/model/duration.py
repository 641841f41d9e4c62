"""How long to follow the motion laws of a mechanism when the user does not say."""

from __future__ import annotations

from math import inf, pi

import numpy as np
from numpy.polynomial import Polynomial as Series

from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import (
    ConstantSpeed,
    Cycloidal,
    Harmonic,
    MotionLaw,
    Polynomial,
    Polynomial345,
    Spline,
)

SAMPLES = 2001
"""How finely a law that is no polynomial is searched for the moment it leaves its range."""


def default_duration(mechanism: Mechanism) -> tuple[float, str]:
    """Seconds from t = 0, and why.

    Up to the moment at which the first input leaves the range that the mechanism's file states; if none does, until
    every law has run through once (a turn of a crank, a period, a rise, a table); 1 s where there is no such time.
    """
    laws = {name: law for driver in mechanism.drivers for name, law in zip(driver.inputs, driver.laws, strict=True)}
    ends = {name: _leaves(laws[name], *sorted(bounds)) for name, bounds in mechanism.expected.range.items()}
    first = min(ends, key=lambda name: ends[name], default="")
    if first and ends[first] < inf:
        return ends[first], f"to the end of the range of {first}"
    once = {name: _once(law, mechanism.input_quantity(name)) for name, law in laws.items()}
    longest = max(once, key=lambda name: once[name][0], default="")
    if longest and once[longest][0] > 0.0:
        seconds, what = once[longest]
        return seconds, f"{what} of {longest}"
    return 1.0, "the default"


def _once(law: MotionLaw, kind: str) -> tuple[float, str]:
    """The time in which a law runs through once, and what that is; 0 where there is no such time."""
    match law:
        case ConstantSpeed() if kind == "angle" and law.speed != 0.0:
            return 2.0 * pi / abs(law.speed), "one turn"
        case Harmonic() if law.frequency != 0.0:
            return 1.0 / abs(law.frequency), "one period"
        case Cycloidal() | Polynomial345():
            return max(law.begin + law.duration, 0.0), "the rise"
        case Spline():
            return max(law.times[-1], 0.0), "the table"
    return 0.0, ""


def _leaves(law: MotionLaw, low: float, high: float) -> float:
    """The first time at which a law leaves an interval for good or for a while; infinity if it does not."""
    if law.is_free:
        return inf
    if isinstance(law, ConstantSpeed):
        law = Polynomial((law.start, law.speed))
    if isinstance(law, Polynomial):
        return min(_crossing(Series(law.coefficients) - high), _crossing(low - Series(law.coefficients)))
    times = np.linspace(0.0, _once(law, "")[0], SAMPLES)
    values = law(times)[0]
    slack = 1e-12 * (high - low)
    outside = np.flatnonzero((values > high + slack) | (values < low - slack))
    return float(times[outside[0] - 1]) if len(outside) and outside[0] > 0 else inf


def _crossing(series: Series) -> float:
    """The first time after 0 at which a polynomial becomes positive; infinity if it never does."""
    roots = np.asarray(series.trim().roots(), dtype=np.complex128)
    moments = np.sort(roots.real[(np.abs(roots.imag) <= 1e-9 * np.abs(roots)) & (roots.real > 0.0)]).tolist()
    return next((moment for moment in moments if series.deriv()(moment) > 0.0), inf)
