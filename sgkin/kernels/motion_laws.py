"""Motion laws in compiled code: the formulas of `sgkin.model.motion_law`, on the numbers that `law_codes` lists."""

from __future__ import annotations

from math import cos, floor, pi, sin

from sgkin.kernels.compiled import compiled
from sgkin.kernels.law_codes import (
    CONSTANT_SPEED,
    CYCLOIDAL,
    HARMONIC,
    OWN_MOTION,
    POLYNOMIAL,
    POLYNOMIAL_345,
    SPLINE,
)
from sgkin.kernels.own_function import call_own


@compiled
def interval_of(G, at, count, x):
    """Between which of `count` increasing numbers from `at` on x lies: the place of the lower one, at most the last but
    one."""
    low, high = 0, count - 1
    while high - low > 1:
        middle = (low + high) // 2
        if x >= G[at + middle]:
            low = middle
        else:
            high = middle
    return low


@compiled
def polynomial(G, at, t):
    """Value and derivatives by Horner's rule."""
    z, rate, half = 0.0, 0.0, 0.0
    for i in range(int(G[at]), 0, -1):
        half = half * t + rate
        rate = rate * t + z
        z = z * t + G[at + i]
    return z, rate, 2.0 * half


@compiled
def rise(code, G, at, t):
    """A cycloidal rise or one by 3-4-5 polynomial, with dwells before and after."""
    start, height, duration = G[at], G[at + 1], G[at + 2]
    tau = (t - G[at + 3]) / duration
    if tau <= 0.0:
        return start, 0.0, 0.0
    if tau >= 1.0:
        return start + height, 0.0, 0.0
    if code == CYCLOIDAL:
        turn = 2.0 * pi
        shape, rate, bend = tau - sin(turn * tau) / turn, 1.0 - cos(turn * tau), turn * sin(turn * tau)
    else:
        shape = tau**3 * (10.0 - 15.0 * tau + 6.0 * tau**2)
        rate = 30.0 * tau**2 * (1.0 - tau) ** 2
        bend = 60.0 * tau * (1.0 - tau) * (1.0 - 2.0 * tau)
    return start + height * shape, height / duration * rate, height / duration**2 * bend


@compiled
def spline(G, at, t):
    """A piecewise cubic."""
    pieces = int(G[at])
    first, last = G[at + 2], G[at + 2 + pieces]
    x = t
    if G[at + 1] != 0.0:
        x = t - (last - first) * floor((t - first) / (last - first))
    piece = interval_of(G, at + 2, pieces + 1, x)
    s = x - G[at + 2 + piece]
    c = at + 3 + pieces + 4 * piece
    return (
        ((G[c] * s + G[c + 1]) * s + G[c + 2]) * s + G[c + 3],
        (3.0 * G[c] * s + 2.0 * G[c + 1]) * s + G[c + 2],
        6.0 * G[c] * s + 2.0 * G[c + 1],
    )


@compiled
def own_number(address, t):
    """What a user's function of time at an address gives."""
    return call_own(int(address), t, 0.0, 0.0)  # type: ignore[call-arg]


@compiled
def input_law(code, G, at, t):
    """(z, ż, z̈) of the motion law whose numbers begin at `at` in G, at the time t; NaN for a code that is none."""
    if code == CONSTANT_SPEED:
        return G[at + 1] + G[at] * t, G[at], 0.0
    if code == POLYNOMIAL:
        return polynomial(G, at, t)
    if code == HARMONIC:
        speed = 2.0 * pi * G[at + 1]
        sine, cosine = G[at] * sin(speed * t + G[at + 3]), G[at] * cos(speed * t + G[at + 3])
        return G[at + 2] + sine, speed * cosine, -speed * speed * sine
    if code in (CYCLOIDAL, POLYNOMIAL_345):
        return rise(code, G, at, t)
    if code == SPLINE:
        return spline(G, at, t)
    if code == OWN_MOTION:
        return own_number(G[at], t), own_number(G[at + 1], t), own_number(G[at + 2], t)
    return float("nan"), float("nan"), float("nan")
