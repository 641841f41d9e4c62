"""Force laws: a force over time, over its coordinate and over the rate of its coordinate.

Called with times, values and rates of any shapes that go together, a law returns forces of their common shape; SI units
and radians, forces in N on lengths and torques in N·m on angles. A positive force increases the coordinate.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Floats, Integers
from sgkin.errors import ForceLawError, FormError, NumberError, brief
from sgkin.kernels import law_codes
from sgkin.model.form import finite
from sgkin.model.motion_law import MotionLaw, OwnLaw, Polynomial
from sgkin.model.quantity import check_fields, quantity

if TYPE_CHECKING:
    from sgkin.kernels.own_function import OwnFunction

Record = tuple[int, tuple[float, ...]]
"""A law for compiled code: one of `law_codes`, and the numbers that follow it."""

DIFFERENCE = 6e-6
"""Steps of central differences, whose own errors and those of rounding are then about the same."""
WAYS = {"both": law_codes.BOTH, "pull": law_codes.PULL, "push": law_codes.PUSH}


@dataclass(frozen=True, slots=True)
class ForceLaw(ABC):
    """Base of all force laws."""

    kind: ClassVar[str]

    def __post_init__(self) -> None:
        check_fields(self, self.kind)

    def __call__(self, t: ArrayLike, value: ArrayLike, rate: ArrayLike) -> Floats:
        given = (np.asarray(each, dtype=np.float64) for each in (t, value, rate))
        return np.array(self._force(*np.broadcast_arrays(*given)), dtype=np.float64)

    @abstractmethod
    def _force(self, t: Floats, value: Floats, rate: Floats) -> Floats: ...

    @property
    def needs_time(self) -> bool:
        """Whether the force is known to change with time alone; of a user's function nobody knows."""
        return False

    def slopes(self, t: ArrayLike, value: ArrayLike, rate: ArrayLike) -> tuple[Floats, Floats]:
        """∂f/∂c and ∂f/∂ċ (n,) at times, values and rates (n,); at a kink those of its right side."""
        t, value, rate = np.broadcast_arrays(*(np.asarray(each, dtype=np.float64) for each in (t, value, rate)))
        by_value, by_rate = self._slopes(t, value, rate)
        return np.array(np.broadcast_to(by_value, t.shape)), np.array(np.broadcast_to(by_rate, t.shape))

    def _slopes(self, t: Floats, value: Floats, rate: Floats) -> tuple[ArrayLike, ArrayLike]:
        return 0.0, 0.0

    def potential(self, value: ArrayLike) -> Floats | None:
        """The energy (n,) in J stored at values (n,) of the coordinate, or of any shape; None where it stores none."""
        return None

    @abstractmethod
    def record(self) -> Record:
        """The law for compiled code. It holds as long as the law does."""

    def failure(self, t: float, values: Sequence[float], rates: Sequence[float]) -> ForceLawError:
        """The error to raise where compiled code found a force that is not finite."""
        return ForceLawError(t, values, rates, "gives no finite force")


@dataclass(frozen=True, slots=True)
class Elastic(ForceLaw):
    """f = −stiffness (c − free) − damping ċ.

    With `acts` = "pull" (a rope) it acts only where c > free, with "push" (a buffer) only where c < free; the force is
    zero where damping would turn it round.

    >>> rope = Elastic(stiffness=100.0, free=0.5, acts="pull")
    >>> rope(0.0, [0.4, 0.7], 0.0).round(9).tolist()
    [0.0, -20.0]
    """

    stiffness: float = quantity("per value", not_negative=True, unit="force")
    free: float = quantity("value", default=0.0)
    damping: float = quantity("per value", not_negative=True, unit="force·s", default=0.0)
    acts: str = quantity("word", default="both")
    kind: ClassVar[str] = "elastic"

    def __post_init__(self) -> None:
        ForceLaw.__post_init__(self)
        check_way(self.acts, "elastic: acts")

    def _force(self, t: Floats, value: Floats, rate: Floats) -> Floats:
        elastic = -self.stiffness * (value - self.free)
        return one_sided(elastic - self.damping * rate, self.free - value, self.acts)

    def _slopes(self, t: Floats, value: Floats, rate: Floats) -> tuple[ArrayLike, ArrayLike]:
        acting = 1.0 if self.acts == "both" else self._force(t, value, rate) != 0.0
        return -self.stiffness * acting, -self.damping * acting

    def potential(self, value: ArrayLike) -> Floats | None:
        elongation = np.asarray(value, dtype=np.float64) - self.free
        low, high = {"both": (-np.inf, np.inf), "pull": (0.0, np.inf), "push": (-np.inf, 0.0)}[self.acts]
        return 0.5 * self.stiffness * np.clip(elongation, low, high) ** 2

    def record(self) -> Record:
        return law_codes.ELASTIC, (self.stiffness, self.free, self.damping, WAYS[self.acts])


@dataclass(frozen=True, slots=True)
class ElasticTable(ForceLaw):
    """A force by a table of values of the coordinate, straight from one to the next, less damping ċ.

    Beyond the table it goes on as straight as it ends. `acts` as for `Elastic`: "pull" where the table is negative,
    "push" where it is positive.

    >>> ElasticTable(values=(0.0, 1.0, 2.0), forces=(0.0, -10.0, -40.0))(0.0, [0.5, 3.0], 0.0).tolist()
    [-5.0, -70.0]
    """

    values: tuple[float, ...] = quantity("value", many=True)
    forces: tuple[float, ...] = quantity("plain", many=True, unit="force")
    damping: float = quantity("per value", not_negative=True, unit="force·s", default=0.0)
    acts: str = quantity("word", default="both")
    kind: ClassVar[str] = "elastic-table"

    def __post_init__(self) -> None:
        ForceLaw.__post_init__(self)
        check_table(self.kind, "values", self.values, self.forces, least=2)
        check_way(self.acts, "elastic-table: acts")

    def _force(self, t: Floats, value: Floats, rate: Floats) -> Floats:
        elastic = self._elastic(value)
        return one_sided(elastic - self.damping * rate, elastic, self.acts)

    def _slopes(self, t: Floats, value: Floats, rate: Floats) -> tuple[ArrayLike, ArrayLike]:
        acting = 1.0 if self.acts == "both" else self._force(t, value, rate) != 0.0
        x, y, at = self._pieces(value)
        return (y[at + 1] - y[at]) / (x[at + 1] - x[at]) * acting, -self.damping * acting

    def _elastic(self, value: Floats) -> Floats:
        x, y, at = self._pieces(value)
        return np.asarray(y[at] + (y[at + 1] - y[at]) / (x[at + 1] - x[at]) * (value - x[at]))

    def _pieces(self, value: Floats) -> tuple[Floats, Floats, Integers]:
        """The table, and after which of its entries values lie."""
        x, y = np.array(self.values), np.array(self.forces)
        return x, y, np.clip(np.searchsorted(x, value, side="right") - 1, 0, len(x) - 2)

    def potential(self, value: ArrayLike) -> Floats | None:
        given = np.asarray(value, dtype=np.float64)
        knots = self._knots(given)
        forces = one_sided(self._elastic(knots), self._elastic(knots), self.acts)
        # at knots the force is that of either side, so trapezoids are exact
        areas = np.concatenate([[0.0], np.cumsum(0.5 * (forces[1:] + forces[:-1]) * np.diff(knots))])
        work = areas[np.searchsorted(knots, given.ravel())] - areas[np.searchsorted(knots, self.values[0])]
        return np.asarray(-work.reshape(given.shape))

    def _knots(self, value: Floats) -> Floats:
        """All places between which the force is straight: those given, of the table, and where it changes its sign."""
        x, y = np.array(self.values), np.array(self.forces)
        slopes = np.diff(y) / np.diff(x)
        with np.errstate(divide="ignore", invalid="ignore"):
            zeros = x[:-1] - y[:-1] / slopes
        low, high = np.append(-np.inf, x[1:-1]), np.append(x[1:-1], np.inf)
        inside = np.isfinite(zeros) & (zeros >= low) & (zeros <= high)
        return np.unique(np.concatenate([x, zeros[inside], value.ravel()]))

    def record(self) -> Record:
        rest = (self.damping, WAYS[self.acts], *self.values, *self.forces)
        return law_codes.ELASTIC_TABLE, (len(self.values), *rest)


@dataclass(frozen=True, slots=True)
class SpeedTable(ForceLaw):
    """A force by a table of rates of the coordinate, as the characteristic of a motor; its end values hold beyond it.

    >>> SpeedTable(speeds=(0.0, 100.0), forces=(5.0, 0.0))(0.0, 0.0, [50.0, 200.0]).tolist()
    [2.5, 0.0]
    """

    speeds: tuple[float, ...] = quantity("value", many=True, unit="/s")
    forces: tuple[float, ...] = quantity("plain", many=True, unit="force")
    kind: ClassVar[str] = "speed-table"

    def __post_init__(self) -> None:
        ForceLaw.__post_init__(self)
        check_table(self.kind, "speeds", self.speeds, self.forces)

    def _force(self, t: Floats, value: Floats, rate: Floats) -> Floats:
        return np.asarray(np.interp(rate, self.speeds, self.forces))

    def _slopes(self, t: Floats, value: Floats, rate: Floats) -> tuple[ArrayLike, ArrayLike]:
        x, y = np.array(self.speeds), np.array(self.forces)
        slopes = np.concatenate([[0.0], np.diff(y) / np.diff(x), [0.0]])  # the end values hold
        return 0.0, slopes[np.searchsorted(x, rate, side="right")]

    def record(self) -> Record:
        return law_codes.SPEED_TABLE, (len(self.speeds), *self.speeds, *self.forces)


@dataclass(frozen=True, slots=True)
class TimeTable(ForceLaw):
    """A force by a table of times in seconds; its end values hold before and after it.

    >>> TimeTable(times=(0.0, 2.0), forces=(0.0, 8.0))([1.0, 3.0], 0.0, 0.0).tolist()
    [4.0, 8.0]
    """

    times: tuple[float, ...] = quantity("time", many=True, unit="s")
    forces: tuple[float, ...] = quantity("plain", many=True, unit="force")
    kind: ClassVar[str] = "time-table"

    def __post_init__(self) -> None:
        ForceLaw.__post_init__(self)
        check_table(self.kind, "times", self.times, self.forces)

    @property
    def needs_time(self) -> bool:
        return True

    def _force(self, t: Floats, value: Floats, rate: Floats) -> Floats:
        return np.asarray(np.interp(t, self.times, self.forces))

    def record(self) -> Record:
        return law_codes.TIME_TABLE, (len(self.times), *self.times, *self.forces)


@dataclass(frozen=True, slots=True)
class Friction(ForceLaw):
    """f = −viscous ċ − dry tanh(ċ / speed): viscous friction, and dry friction that is smoothed about zero.

    `speed` is the rate of the coordinate by which dry friction is three quarters of what it comes to; the smaller, the
    nearer to dry friction, and the shorter the steps of an integration.
    """

    viscous: float = quantity("per value", not_negative=True, unit="force·s", default=0.0)
    dry: float = quantity("plain", not_negative=True, unit="force", default=0.0)
    speed: float | None = quantity("value", above_zero=True, unit="/s", default=None)
    kind: ClassVar[str] = "friction"

    def __post_init__(self) -> None:
        ForceLaw.__post_init__(self)
        if self.dry > 0.0 and self.speed is None:
            raise FormError("friction: speed", None, "the rate within which dry friction is smoothed")

    def _force(self, t: Floats, value: Floats, rate: Floats) -> Floats:
        return -self.viscous * rate - self.dry * np.tanh(rate / (self.speed or 1.0))

    def _slopes(self, t: Floats, value: Floats, rate: Floats) -> tuple[ArrayLike, ArrayLike]:
        speed = self.speed or 1.0
        return 0.0, -self.viscous - self.dry / speed * (1.0 - np.tanh(rate / speed) ** 2)

    def record(self) -> Record:
        return law_codes.FRICTION, (self.viscous, self.dry, self.speed or 1.0)


@dataclass(frozen=True, slots=True)
class OverTime(ForceLaw):
    """A force over time: the value z(t) of any motion law.

    >>> from sgkin import Harmonic
    >>> OverTime(Harmonic(amplitude=2.0, frequency=0.25))(1.0, 0.0, 0.0).item()
    2.0
    """

    law: MotionLaw
    _own: list[OwnFunction] = field(default_factory=list, init=False, repr=False, compare=False)
    kind: ClassVar[str] = "over time"

    def __post_init__(self) -> None:
        if not isinstance(self.law, MotionLaw):
            raise FormError("force over time", self.law, "a motion law such as Harmonic(2.0, frequency=1.0)")

    @property
    def needs_time(self) -> bool:
        return not isinstance(self.law, Polynomial) or any(self.law.coefficients[1:])

    def _force(self, t: Floats, value: Floats, rate: Floats) -> Floats:
        at = t if self.needs_time else np.zeros(t.shape)  # the time need not be known then
        return np.broadcast_to(self.law(at)[0], t.shape)

    def record(self) -> Record:
        if isinstance(self.law, OwnLaw):
            law = self.law
            return law_codes.OWN, (_address(self._own, lambda t, value, rate: float(law(t)[0]), 0),)
        code, numbers = self.law.record()
        return law_codes.OVER_TIME, (code, *numbers)

    def failure(self, t: float, values: Sequence[float], rates: Sequence[float]) -> ForceLawError:
        return ForceLawError(t, values, rates, _reason(self._own, lambda: self.law(t)[0]))


@dataclass(frozen=True, slots=True)
class OwnForceLaw(ForceLaw):
    """A user's own function of time, coordinate and rate that returns a force, all in SI units and radians.

    Compiled with `numba.njit` it is called as fast as any other law; a function of plain Python is called too.

    >>> OwnForceLaw(lambda t, value, rate: -3.0 * value**3)(0.0, 2.0, 0.0).item()
    -24.0
    """

    function: Callable[[float, float, float], float] = quantity("function")
    _own: list[OwnFunction] = field(default_factory=list, init=False, repr=False, compare=False)
    kind: ClassVar[str] = "own"

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise FormError("own force law", self.function, "a function of time, coordinate and rate")

    def _force(self, t: Floats, value: Floats, rate: Floats) -> Floats:
        rows = zip(t.ravel().tolist(), value.ravel().tolist(), rate.ravel().tolist(), strict=True)
        return np.array([self._one(*row) for row in rows], dtype=np.float64).reshape(t.shape)

    def _slopes(self, t: Floats, value: Floats, rate: Floats) -> tuple[ArrayLike, ArrayLike]:
        by_value, by_rate = difference_step(value), difference_step(rate)
        return (
            (self._force(t, value + by_value, rate) - self._force(t, value - by_value, rate)) / (2.0 * by_value),
            (self._force(t, value, rate + by_rate) - self._force(t, value, rate - by_rate)) / (2.0 * by_rate),
        )

    def _one(self, t: float, value: float, rate: float) -> float:
        try:
            force = float(self.function(t, value, rate))
        except Exception as error:
            raise ForceLawError(t, [value], [rate], _raised(error)) from error
        if not np.isfinite(force):
            raise ForceLawError(t, [value], [rate], f"returned {force}, expected a finite number")
        return force

    def record(self) -> Record:
        return law_codes.OWN, (_address(self._own, self.function, 0),)

    def failure(self, t: float, values: Sequence[float], rates: Sequence[float]) -> ForceLawError:
        return ForceLawError(t, values, rates, _reason(self._own, lambda: self.function(t, values[0], rates[0])))


@dataclass(frozen=True, slots=True)
class StateLaw(ForceLaw):
    """One of the forces that a user's own function of several coordinates returns.

    The function takes the time, the values (count,) and the rates (count,) of all of them, and returns a force for
    each. `together` evaluates it; a single coordinate says too little.
    """

    function: Callable[[float, Any, Any], Sequence[float]] = quantity("function")
    count: int = 1
    index: int = 0
    _own: list[OwnFunction] = field(default_factory=list, init=False, repr=False, compare=False)
    kind: ClassVar[str] = "own, of several coordinates"

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise FormError("own force law", self.function, "a function of time, coordinates and rates")

    def _force(self, t: Floats, value: Floats, rate: Floats) -> Floats:
        raise TypeError("a force of several coordinates depends on all of them; evaluate it with `together`")

    def slopes_together(self, t: float, values: Floats, rates: Floats) -> tuple[Floats, Floats]:
        """∂f/∂c and ∂f/∂ċ (count, count) of all its forces, by differences, at values and rates (count,)."""
        found = np.empty((2, self.count, self.count))
        for part, given in enumerate((values, rates)):
            for number, step in enumerate(difference_step(given).tolist()):
                shift = np.zeros((2, self.count))
                shift[part, number] = step
                ahead, behind = (self._one(t, values + way * shift[0], rates + way * shift[1]) for way in (1.0, -1.0))
                found[part, :, number] = (ahead - behind) / (2.0 * step)
        return found[0], found[1]

    def together(self, t: ArrayLike, values: Floats, rates: Floats) -> Floats:
        """All its forces (count, …) at times (…) with values and rates (count, …) of all its coordinates."""
        times = np.broadcast_to(np.asarray(t, dtype=np.float64), values.shape[1:])
        rows = zip(
            times.ravel().tolist(), values.reshape(self.count, -1).T, rates.reshape(self.count, -1).T, strict=True
        )
        return np.array([self._one(*row) for row in rows], dtype=np.float64).T.reshape(values.shape)

    def _one(self, t: float, values: Floats, rates: Floats) -> Floats:
        try:
            forces = np.array(self.function(t, np.array(values), np.array(rates)), dtype=np.float64)
        except Exception as error:
            raise ForceLawError(t, values.tolist(), rates.tolist(), _raised(error)) from error
        if forces.shape != (self.count,) or not np.isfinite(forces).all():
            sentence = f"returned {brief(forces.tolist())}, expected finite numbers, one for each of {self.count}"
            raise ForceLawError(t, values.tolist(), rates.tolist(), sentence)
        return forces

    def record(self) -> Record:
        # the first of them evaluates all
        address = _address(self._own, self.function, self.count) if self.index == 0 else 0.0
        return law_codes.STATE, (address, self.count, self.index)

    def failure(self, t: float, values: Sequence[float], rates: Sequence[float]) -> ForceLawError:
        again = (t, np.array(values), np.array(rates))
        return ForceLawError(t, values, rates, _reason(self._own, lambda: self.function(*again)))


def difference_step(at: Floats) -> Floats:
    """Steps for central differences of a user's function."""
    return np.asarray(DIFFERENCE * np.maximum(np.abs(at), 1.0))


def _address(own: list[OwnFunction], function: Callable[..., Any], count: int) -> float:
    """Where a user's function can be called, made when it is first asked for. Addresses are exact as numbers."""
    if not own:
        from sgkin.kernels.numba_hooks import CompilingError
        from sgkin.kernels.own_function import OwnFunction

        try:
            own.append(OwnFunction(function, count))
        except CompilingError as error:
            expected = "a function that numba can compile for numbers, or one of plain Python"
            raise FormError("own force law", str(error), expected) from error
    return float(own[0].address)


def _raised(error: BaseException) -> str:
    return f"raised {type(error).__name__}: {error}"


def _reason(own: list[OwnFunction], again: Callable[[], Any]) -> str:
    """Why a user's function gave no finite force: what it raised when it was called, or what it does once more."""
    if own and own[0].error is not None:
        return _raised(own[0].error)
    try:
        return f"returned {brief(again())}, expected a finite number"
    except Exception as error:
        return _raised(error)


def as_force_law(value: Any, where: str) -> ForceLaw:
    """A force law as it is; a motion law as a force over time; a number as a constant force."""
    if isinstance(value, ForceLaw):
        return value
    if isinstance(value, MotionLaw):
        return OverTime(value)
    if isinstance(value, Real) and not isinstance(value, bool):
        return constant(finite(value, where))
    raise FormError(where, value, "a number, a motion law such as Harmonic(2.0, 1.0), or a force law")


def constant(value: float) -> OverTime:
    """A force that does not change."""
    return OverTime(Polynomial((value,)))


def one_sided(force: Floats, sign: Floats, acts: str) -> Floats:
    """A force that acts both ways, or only where `sign` has the sign of that way, and never the other way."""
    if acts == "both":
        return force
    if acts == "pull":
        return np.where(sign < 0.0, np.minimum(force, 0.0), 0.0)
    return np.where(sign > 0.0, np.maximum(force, 0.0), 0.0)


def check_way(acts: str, where: str) -> None:
    """Raise where `acts` is no way for a force to act."""
    if acts not in WAYS:
        raise FormError(where, acts, "'both', 'pull' or 'push'")


def check_table(
    kind: str, name: str, places: tuple[float, ...], forces: tuple[float, ...], least: int = 1, result: str = "forces"
) -> None:
    """Raise where a table is none: lists of different lengths, too few numbers, or places that do not increase."""
    if len(places) != len(forces) or len(places) < least:
        found = f"{len(places)} {name} and {len(forces)} {result}"
        raise FormError(kind, found, f"as many {result} as {name}, {'one' if least == 1 else 'two'} or more")
    if any(later <= earlier for earlier, later in pairwise(places)):
        raise NumberError(f"{kind}: {name}", places, f"increasing {name}")


FORCE_LAW_KINDS: dict[str, type[ForceLaw]] = {
    law.kind: law for law in (Elastic, ElasticTable, SpeedTable, TimeTable, Friction)
}
"""Force laws that a file can name, besides the motion laws, which are forces over time there."""
