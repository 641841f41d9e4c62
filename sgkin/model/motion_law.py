"""Motion laws: an input, its rate and its acceleration as functions of time, with exact derivatives.

Called with times of any shape in seconds, a law returns (z, ż, z̈) of that shape in SI units and radians.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Floats
from sgkin.errors import FormError, InputError, MotionLawError, NumberError, brief
from sgkin.kernels import law_codes
from sgkin.model.quantity import check_fields, quantity

if TYPE_CHECKING:
    from scipy.interpolate import CubicSpline

    from sgkin.kernels.own_function import OwnFunction


@dataclass(frozen=True, slots=True)
class MotionLaw(ABC):
    """Base of all motion laws."""

    kind: ClassVar[str]
    is_free: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_fields(self, self.kind)

    def __call__(self, times: ArrayLike) -> tuple[Floats, Floats, Floats]:
        value, rate, acceleration = self._at(np.asarray(times, dtype=np.float64))
        return np.asarray(value), np.asarray(rate), np.asarray(acceleration)

    @abstractmethod
    def _at(self, t: Floats) -> tuple[Floats, Floats, Floats]: ...

    def record(self) -> tuple[int, tuple[float, ...]]:
        """The law for compiled code: one of `law_codes`, and the numbers that follow it."""
        raise TypeError(f"{type(self).__name__} is a motion law that compiled code does not know")


@dataclass(frozen=True, slots=True)
class ConstantSpeed(MotionLaw):
    """z = start + speed t.

    >>> ConstantSpeed(speed=2.0, start=1.0)(3.0)[0].item()
    7.0
    """

    speed: float = quantity("value", unit="/s")
    start: float = quantity("value", default=0.0)
    kind: ClassVar[str] = "constant-speed"

    def _at(self, t: Floats) -> tuple[Floats, Floats, Floats]:
        return self.start + self.speed * t, np.full_like(t, self.speed), np.zeros_like(t)

    def record(self) -> tuple[int, tuple[float, ...]]:
        return law_codes.CONSTANT_SPEED, (self.speed, self.start)


@dataclass(frozen=True, slots=True)
class Polynomial(MotionLaw):
    """z = c₀ + c₁ t + c₂ t² + …"""

    coefficients: tuple[float, ...] = quantity("value", many=True, unit="/sⁿ")
    kind: ClassVar[str] = "polynomial"

    def __post_init__(self) -> None:
        MotionLaw.__post_init__(self)
        if not self.coefficients:
            raise FormError("polynomial: coefficients", self.coefficients, "one or more numbers")

    def _at(self, t: Floats) -> tuple[Floats, Floats, Floats]:
        series = np.polynomial.Polynomial(self.coefficients)
        return series(t), series.deriv(1)(t), series.deriv(2)(t)

    def record(self) -> tuple[int, tuple[float, ...]]:
        return law_codes.POLYNOMIAL, (len(self.coefficients), *self.coefficients)


@dataclass(frozen=True, slots=True)
class Harmonic(MotionLaw):
    """z = mean + amplitude sin(2π frequency t + phase), the frequency in hertz."""

    amplitude: float = quantity("value")
    frequency: float = quantity("plain", unit="Hz")
    mean: float = quantity("value", default=0.0)
    phase: float = quantity("angle", default=0.0)
    kind: ClassVar[str] = "harmonic"

    def _at(self, t: Floats) -> tuple[Floats, Floats, Floats]:
        speed = 2.0 * np.pi * self.frequency
        sine, cosine = np.sin(speed * t + self.phase), np.cos(speed * t + self.phase)
        return (
            self.mean + self.amplitude * sine,
            self.amplitude * speed * cosine,
            -self.amplitude * speed**2 * sine,
        )

    def record(self) -> tuple[int, tuple[float, ...]]:
        return law_codes.HARMONIC, (self.amplitude, self.frequency, self.mean, self.phase)


def _rising(law: Cycloidal | Polynomial345, t: Floats) -> tuple[Floats, Floats, Floats]:
    """A normalised rise from 0 to 1 stretched to `rise` and `duration`, with dwells before and after."""
    tau = (t - law.begin) / law.duration
    moving = (tau > 0.0) & (tau < 1.0)
    shape, rate, curvature = law.shape(np.clip(tau, 0.0, 1.0))
    return (
        law.start + law.rise * shape,
        np.where(moving, rate, 0.0) * (law.rise / law.duration),
        np.where(moving, curvature, 0.0) * (law.rise / law.duration**2),
    )


@dataclass(frozen=True, slots=True)
class Cycloidal(MotionLaw):
    """z = start + rise (τ − sin 2πτ / 2π), τ = (t − begin) / duration; at rest before and after."""

    start: float = quantity("value")
    rise: float = quantity("value")
    duration: float = quantity("time", above_zero=True, unit="s")
    begin: float = quantity("time", unit="s", default=0.0)
    kind: ClassVar[str] = "cycloidal"

    @staticmethod
    def shape(tau: Floats) -> tuple[Floats, Floats, Floats]:
        """The rise from 0 to 1 for τ (n,) between 0 and 1, and its two derivatives."""
        turn = 2.0 * np.pi
        return tau - np.sin(turn * tau) / turn, 1.0 - np.cos(turn * tau), turn * np.sin(turn * tau)

    def _at(self, t: Floats) -> tuple[Floats, Floats, Floats]:
        return _rising(self, t)

    def record(self) -> tuple[int, tuple[float, ...]]:
        return law_codes.CYCLOIDAL, (self.start, self.rise, self.duration, self.begin)


@dataclass(frozen=True, slots=True)
class Polynomial345(MotionLaw):
    """z = start + rise (10 τ³ − 15 τ⁴ + 6 τ⁵), τ = (t − begin) / duration; at rest before and after."""

    start: float = quantity("value")
    rise: float = quantity("value")
    duration: float = quantity("time", above_zero=True, unit="s")
    begin: float = quantity("time", unit="s", default=0.0)
    kind: ClassVar[str] = "polynomial-345"

    @staticmethod
    def shape(tau: Floats) -> tuple[Floats, Floats, Floats]:
        """The rise from 0 to 1 for τ (n,) between 0 and 1, and its two derivatives."""
        return (
            tau**3 * (10.0 - 15.0 * tau + 6.0 * tau**2),
            30.0 * tau**2 * (1.0 - tau) ** 2,
            60.0 * tau * (1.0 - tau) * (1.0 - 2.0 * tau),
        )

    def _at(self, t: Floats) -> tuple[Floats, Floats, Floats]:
        return _rising(self, t)

    def record(self) -> tuple[int, tuple[float, ...]]:
        return law_codes.POLYNOMIAL_345, (self.start, self.rise, self.duration, self.begin)


@dataclass(frozen=True, slots=True)
class Spline(MotionLaw):
    """The cubic spline through a table of times and values; `ends` as in `scipy.interpolate.CubicSpline`.

    Outside the table a `periodic` spline repeats itself and any other continues its last cubic.
    """

    times: tuple[float, ...] = quantity("time", many=True, unit="s")
    values: tuple[float, ...] = quantity("value", many=True)
    ends: str = quantity("word", default="not-a-knot")
    kind: ClassVar[str] = "spline"

    def __post_init__(self) -> None:
        MotionLaw.__post_init__(self)
        if len(self.times) != len(self.values) or len(self.times) < 2:
            found = f"{len(self.times)} times and {len(self.values)} values"
            raise FormError("spline", found, "as many values as times, two or more")
        if any(later <= earlier for earlier, later in zip(self.times, self.times[1:], strict=False)):
            raise NumberError("spline: times", self.times, "increasing times")
        if self.ends not in ("not-a-knot", "natural", "clamped", "periodic"):
            raise FormError("spline: ends", self.ends, "'not-a-knot', 'natural', 'clamped' or 'periodic'")
        if self.ends == "periodic" and self.values[0] != self.values[-1]:
            found = "different first and last values"
            raise FormError("spline: values", found, "the first value again at the end, for a periodic spline")

    def _at(self, t: Floats) -> tuple[Floats, Floats, Floats]:
        curve = self._curve()
        return curve(t), curve(t, 1), curve(t, 2)

    def _curve(self) -> CubicSpline:
        from scipy.interpolate import CubicSpline

        return CubicSpline(self.times, self.values, bc_type=self.ends)

    def record(self) -> tuple[int, tuple[float, ...]]:
        cubics = self._curve().c.T.ravel().tolist()
        return law_codes.SPLINE, (len(self.times) - 1, self.ends == "periodic", *self.times, *cubics)


@dataclass(frozen=True, slots=True)
class OwnLaw(MotionLaw):
    """A user's own function of a time in seconds that returns (z, ż, z̈) in SI units and radians.

    >>> z, rate, acceleration = OwnLaw(lambda t: (t**2, 2 * t, 2.0))([0.0, 3.0])
    >>> z.tolist()
    [0.0, 9.0]
    """

    function: Callable[[float], tuple[float, float, float]] = quantity("function")
    _own: list[OwnFunction] = field(default_factory=list, init=False, repr=False, compare=False)
    kind: ClassVar[str] = "own"

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise FormError("own motion law", self.function, "a function of the time")

    def _at(self, t: Floats) -> tuple[Floats, Floats, Floats]:
        rows = np.array([self._one(time) for time in t.ravel().tolist()]).reshape(-1, 3)
        return rows[:, 0].reshape(t.shape), rows[:, 1].reshape(t.shape), rows[:, 2].reshape(t.shape)

    def record(self) -> tuple[int, tuple[float, ...]]:
        if not self._own:
            from sgkin.kernels.own_function import OwnFunction

            self._own.extend(OwnFunction(partial(_own_part, self.function, part)) for part in range(3))
        return law_codes.OWN_MOTION, tuple(float(each.address) for each in self._own)

    def _one(self, time: float) -> tuple[float, float, float]:
        try:
            answer = self.function(time)
        except Exception as error:
            raise MotionLawError(time, f"raised {type(error).__name__}: {error}") from error
        try:
            values = tuple(float(value) for value in answer)
        except (TypeError, ValueError, OverflowError) as error:
            raise MotionLawError(time, f"returned {brief(answer)}, expected three numbers (z, ż, z̈)") from error
        if len(values) != 3 or not np.isfinite(values).all():
            raise MotionLawError(time, f"returned {brief(answer)}, expected three finite numbers (z, ż, z̈)")
        return values


def _own_part(function: Callable[[float], tuple[float, float, float]], part: int, t: float, *_: float) -> float:
    """z, ż or z̈ of a user's own law, as compiled code asks for it."""
    return float(OwnLaw(function)(t)[part])


@dataclass(frozen=True, slots=True)
class Free(MotionLaw):
    """No law: the input moves as forces move it. In files, a driver without `law`.

    `start`: where it is initially; without it, that is taken from the initial configuration.
    """

    start: float | None = quantity("value", default=None)
    kind: ClassVar[str] = "free"
    is_free: ClassVar[bool] = True

    def _at(self, t: Floats) -> tuple[Floats, Floats, Floats]:
        raise InputError("an input that is free has no motion law; give the inputs, or simulate the mechanism")


LAW_KINDS: dict[str, type[MotionLaw]] = {
    law.kind: law for law in (ConstantSpeed, Polynomial, Harmonic, Cycloidal, Polynomial345, Spline)
}
