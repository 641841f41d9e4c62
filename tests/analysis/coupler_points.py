"""Four-bars with a coupler point, by places in the complex plane, and their cognates after Roberts and Chebyshev."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sgkin import ConstantSpeed, InitialConfiguration, Link, LinkAngleDriver, Mechanism, Revolute


@dataclass(frozen=True)
class FourBar:
    """Pivots and pins A0 A B B0 and the coupler point P; `turning` is the link that makes full turns."""

    a0: complex
    a: complex
    b: complex
    b0: complex
    p: complex
    turning: str = "crank"

    @property
    def angle(self) -> float:
        ends = {"crank": self.a - self.a0, "coupler": self.b - self.a, "rocker": self.b - self.b0}
        return float(np.angle(ends[self.turning]))

    def mechanism(self) -> Mechanism:
        """Driven by the angle of the link that turns, against ground."""
        along = (self.p - self.a) * abs(self.b - self.a) / (self.b - self.a)
        return Mechanism(
            "four_bar",
            links=[
                Link("ground", {"A0": _xy(self.a0), "B0": _xy(self.b0)}),
                Link("crank", {"A0": (0.0, 0.0), "A": (abs(self.a - self.a0), 0.0)}),
                Link("coupler", {"A": (0.0, 0.0), "B": (abs(self.b - self.a), 0.0), "P": _xy(along)}),
                Link("rocker", {"B0": (0.0, 0.0), "B": (abs(self.b - self.b0), 0.0)}),
            ],
            joints=[
                Revolute("A0", ("ground", "crank")),
                Revolute("A", ("crank", "coupler")),
                Revolute("B", ("coupler", "rocker")),
                Revolute("B0", ("ground", "rocker")),
            ],
            drivers=[LinkAngleDriver("motor", self.turning, ConstantSpeed(1.0, start=self.angle))],
            initial=InitialConfiguration(points={"A": _xy(self.a), "B": _xy(self.b)}, inputs={"motor": self.angle}),
        )

    @property
    def third_pivot(self) -> complex:
        return self.a0 + (self.p - self.a) / (self.b - self.a) * (self.b0 - self.a0)

    def cognates(self) -> tuple[FourBar, FourBar]:
        """The other two four-bars that draw the curve of P; all go with the same turn of the crank.

        A parallelogram A0 A P A1 and a triangle similar to A B P on A1 P make one, the same from B0 the other.
        """
        part = (self.p - self.a) / (self.b - self.a)
        a1, b1 = self.a0 + self.p - self.a, self.b0 + self.p - self.b
        c1, c2 = a1 + part * (self.p - a1), b1 + (1.0 - part) * (self.p - b1)
        return (
            FourBar(self.a0, a1, c1, self.third_pivot, self.p, "coupler"),
            FourBar(self.b0, b1, c2, self.third_pivot, self.p, "rocker"),
        )


def crank_rockers(seed: int) -> Iterator[FourBar]:
    """Random crank-rockers well inside Grashof's law, somewhere on their way, with points near the coupler."""
    rng = np.random.default_rng(seed)
    while True:
        crank, coupler, rocker, ground = rng.uniform(1.0, 4.0, 4) * (0.5, 1.0, 1.0, 1.0)
        others = sorted((coupler, rocker, ground))
        if crank < 0.95 * others[0] and crank + others[2] < 0.95 * (others[0] + others[1]):
            turn, phi = np.exp(1j * rng.uniform(0.0, 2.0 * np.pi)), rng.uniform(0.0, 2.0 * np.pi)
            a0 = complex(*rng.uniform(-1.0, 1.0, 2))
            a, b0 = a0 + crank * np.exp(1j * phi) * turn, a0 + ground * turn
            reach = b0 - a
            along = (abs(reach) ** 2 + coupler**2 - rocker**2) / (2.0 * abs(reach))
            across = np.sqrt(coupler**2 - along**2) * rng.choice([-1.0, 1.0])
            b = a + reach / abs(reach) * (along + 1j * across)
            yield FourBar(a0, a, b, b0, a + (b - a) * complex(rng.uniform(-0.7, 1.7), rng.uniform(-1.2, 1.2)))


def _xy(place: complex) -> tuple[float, float]:
    return float(place.real), float(place.imag)
