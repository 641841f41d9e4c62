"""Motion laws as closed forms: an input z from the time t, for laws whose numbers are others in every design.

The same formulas as in `sgkin.model.motion_law`. As kernels they stand on tapes, and have derivatives by their numbers.
"""

from __future__ import annotations

import math
from functools import cache

from sgkin.kernels import law_codes
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.lanes import formula, lane

TURN = 2.0 * math.pi


@lane
def speed_place(t, speed, start):
    """z = start + speed t"""
    return start + speed * t


@lane
def speed_first(ti, speed):
    """ż"""
    return speed * ti


@lane
def speed_second(tij, speed):
    """z̈"""
    return speed * tij


CONSTANT_SPEED = formula(
    "constant speed",
    inputs="t:scalar",
    outputs="z:scalar",
    place=speed_place,
    first=speed_first,
    second=speed_second,
    geometry="speed start",
)


@lane
def horner(c, t):
    """Value and two derivatives of c₀ + c₁ t + c₂ t² + …"""
    z, rate, half = 0.0 * t, 0.0 * t, 0.0 * t
    for i in range(len(c) - 1, -1, -1):
        half = half * t + rate
        rate = rate * t + z
        z = z * t + c[i]
    return z, rate, 2.0 * half


@lane
def polynomial_place(t, c):
    """z"""
    return horner(c, t)[0]


@lane
def polynomial_first(t, c, ti):
    """ż"""
    return horner(c, t)[1] * ti


@lane
def polynomial_second(t, c, ti, tj, tij):
    """z̈"""
    _, rate, bend = horner(c, t)
    return bend * ti * tj + rate * tij


@cache
def polynomial(count: int) -> Kernel:
    """Of so many coefficients, from the constant one on."""
    return formula(
        f"polynomial of {count}",
        inputs="t:scalar",
        outputs="z:scalar",
        place=polynomial_place,
        first=polynomial_first,
        second=polynomial_second,
        geometry=f"c:{count}",
    )


@lane
def harmonic_place(t, amplitude, frequency, mean, phase):
    """z = mean + amplitude sin(2π frequency t + phase)"""
    return mean + amplitude * math.sin(TURN * frequency * t + phase)


@lane
def harmonic_first(t, amplitude, frequency, phase, ti):
    """ż"""
    speed = TURN * frequency
    return amplitude * speed * math.cos(speed * t + phase) * ti


@lane
def harmonic_second(t, amplitude, frequency, phase, ti, tj, tij):
    """z̈"""
    speed = TURN * frequency
    angle = speed * t + phase
    return amplitude * speed * (math.cos(angle) * tij - speed * math.sin(angle) * ti * tj)


HARMONIC = formula(
    "harmonic",
    inputs="t:scalar",
    outputs="z:scalar",
    place=harmonic_place,
    first=harmonic_first,
    second=harmonic_second,
    geometry="amplitude frequency mean phase",
)


@lane
def part_of_rise(t, duration, begin):
    """τ, which stays 0 before a rise and 1 after it."""
    return min(max((t - begin) / duration, 0.0), 1.0)


@lane
def cycloidal_place(t, start, rise, duration, begin):
    """z = start + rise (τ − sin 2πτ / 2π)"""
    tau = part_of_rise(t, duration, begin)
    return start + rise * (tau - math.sin(TURN * tau) / TURN)


@lane
def cycloidal_first(t, rise, duration, begin, ti):
    """ż"""
    return rise / duration * (1.0 - math.cos(TURN * part_of_rise(t, duration, begin))) * ti


@lane
def cycloidal_second(t, rise, duration, begin, ti, tj, tij):
    """z̈"""
    tau = part_of_rise(t, duration, begin)
    bend = TURN * math.sin(TURN * tau) / duration * ti * tj
    return rise / duration * (bend + (1.0 - math.cos(TURN * tau)) * tij)


CYCLOIDAL = formula(
    "cycloidal",
    inputs="t:scalar",
    outputs="z:scalar",
    place=cycloidal_place,
    first=cycloidal_first,
    second=cycloidal_second,
    geometry="start rise duration begin",
)


@lane
def smooth_place(t, start, rise, duration, begin):
    """z = start + rise (10 τ³ − 15 τ⁴ + 6 τ⁵)"""
    tau = part_of_rise(t, duration, begin)
    return start + rise * (tau * tau * tau * (10.0 - 15.0 * tau + 6.0 * tau * tau))


@lane
def smooth_first(t, rise, duration, begin, ti):
    """ż"""
    tau = part_of_rise(t, duration, begin)
    left = tau * (1.0 - tau)
    return 30.0 * rise / duration * left * left * ti


@lane
def smooth_second(t, rise, duration, begin, ti, tj, tij):
    """z̈"""
    tau = part_of_rise(t, duration, begin)
    left = tau * (1.0 - tau)
    return 30.0 * rise / duration * (2.0 * left * (1.0 - 2.0 * tau) / duration * ti * tj + left * left * tij)


POLYNOMIAL_345 = formula(
    "polynomial 345",
    inputs="t:scalar",
    outputs="z:scalar",
    place=smooth_place,
    first=smooth_first,
    second=smooth_second,
    geometry="start rise duration begin",
)

FORMULAS = {
    law_codes.CONSTANT_SPEED: CONSTANT_SPEED,
    law_codes.HARMONIC: HARMONIC,
    law_codes.CYCLOIDAL: CYCLOIDAL,
    law_codes.POLYNOMIAL_345: POLYNOMIAL_345,
}
"""By the code of the law; their geometry has the numbers that `law_codes` lists. Polynomials have one for each count of
coefficients."""
