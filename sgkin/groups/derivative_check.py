"""Are the derivatives of a closed form those of its position? Compared with differences, term by term.

Every input is moved on its own: a coordinate of a point, the angle of a direction, a scalar. Differences of `place` say
what `first` must give, and differences of `first` what `second` must give. What of `second` belongs to second
derivatives of the inputs must be what `first` gives for first ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations_with_replacement, pairwise
from math import atan2, cos, inf, isnan, nan, sin
from typing import NamedTuple

import numpy as np

from sgkin.errors import DerivativeError
from sgkin.kernels.executor import run_operation
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.lanes import Form, Value

STEPS = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6)
"""By which inputs are moved, in parts of the largest coordinate. Counted are the two steps that agree best."""
ACCURACY = 1e-6
"""Of the largest derivative of its order, up to which differences can tell."""


POINTS = ("point", "point3")
ON_PATHS = {"direction3": "directions in space", "frame": "frames"}
"""What cannot be moved by one number after the other."""


class Coordinate(NamedTuple):
    """What is moved: a coordinate of a point, the angle of a direction, a scalar."""

    value: Value
    part: int

    def label(self, by: str) -> str:
        """What its derivative is called in a loop."""
        return self.value.labels(by)[self.part]

    def __str__(self) -> str:
        return f"{self.value.name}.{'xyz'[self.part]}" if self.value.kind in POINTS else self.value.name


Numbers = dict[Coordinate, float]


class Term(NamedTuple):
    """A derivative of an output: by which lane function, by what, what that gives and what it should give."""

    function: str
    output: str
    by: str
    found: float
    expected: float

    def __str__(self) -> str:
        return f"{self.function!r} gives {self.found:.6g} for {self.output} by {self.by} instead of {self.expected:.6g}"


def check_derivatives(
    kernel: Kernel, inputs: Mapping[str, Sequence[float]], geometry: Sequence[float], branch: int = 1
) -> float:
    """Compare `first` and `second` of a kernel with differences: the largest error, in parts of the largest derivative.

    inputs: where the points, directions (cosine and sine) and scalars are, by the names of the formula
    Raises `DerivativeError`, which names every term that is off.
    """
    form = kernel.form
    if form is None or form.place is None or form.first is None:
        raise TypeError(f"{kernel.name} is no closed form with derivatives")
    turning = [
        value for value in form.features if value.kind == "frame" or (value in form.inputs and value.kind in ON_PATHS)
    ]
    if turning:
        kinds = " and ".join(dict.fromkeys(ON_PATHS[value.kind] for value in turning))
        raise TypeError(
            f"{kernel.name} has {kinds}, whose coordinates cannot be moved one by one: let it follow a path"
        )
    missing = [value.name for value in form.inputs if value.name not in inputs]
    if missing:
        raise TypeError(f"{kernel.name}: there is no value for {', '.join(missing)}")
    terms = list(_Trial(kernel, form, inputs, geometry, branch).terms())
    sizes = {
        function: max((abs(term.expected) for term in terms if term.function == function), default=0.0) or 1.0
        for function in ("first", "second")
    }
    errors = [abs(term.found - term.expected) / sizes[term.function] for term in terms]
    off = [term for term, error in zip(terms, errors, strict=True) if not error <= ACCURACY]
    if off:
        raise DerivativeError(kernel.name, [str(term) for term in off], off[0].function)
    return max(errors, default=0.0)


class _Trial:
    """A kernel at one place."""

    def __init__(
        self, kernel: Kernel, form: Form, inputs: Mapping[str, Sequence[float]], geometry: Sequence[float], branch: int
    ) -> None:
        self.kernel, self.form = kernel, form
        self.geometry, self.memory = np.array([*geometry, 0.0]), np.array([float(branch)])
        self.start: Numbers = {}
        for value in form.inputs:
            given = [*inputs[value.name]]
            if value.kind == "direction":
                given = [atan2(given[1], given[0])]
            self.start |= {Coordinate(value, part): number for part, number in enumerate(given)}
        self.size = max(map(abs, self.start.values()), default=0.0) or 1.0

    def terms(self) -> Iterator[Term]:
        """Every derivative beside what it should be."""
        for one in self.start:
            found, expected = self.first(one, self.start), self.difference(self.outputs, one)
            yield from self._told("first", str(one), found, self._as_rates(expected))
        for one, other in combinations_with_replacement(self.start, 2):
            found = self.second({"i": self.rates(one), "j": self.rates(other)})
            expected = self.difference(partial(self.first, one), other)
            yield from self._told("second", f"{one} and {other}", found, expected)
        for one in self.start:
            found, expected = self.second({"ij": {one: 1.0}}), self.first(one, self.start)
            yield from self._told("second", f"the second derivative of {one}", found, expected)

    def _told(self, function: str, by: str, found: Numbers, expected: Numbers) -> Iterator[Term]:
        for output, number in found.items():
            yield Term(function, str(output), by, number, expected[output])

    def run(self, stage: str, given: Mapping[str, float]) -> dict[str, float]:
        """All rows of an operation in one lane; those that are not given are zero."""
        labels = self.form.rows(stage)
        state = np.array([given.get(label, 0.0) for label in labels])
        operation = getattr(self.kernel, stage)
        run_operation(operation, state, np.arange(len(labels)), self.geometry, self.memory, 1)
        return dict(zip(labels, state.tolist(), strict=True))

    def placed(self, at: Numbers) -> dict[str, float]:
        """All rows of position; no numbers where it cannot be found."""
        given: dict[str, float] = {}
        for value in self.form.inputs:
            numbers = [number for coordinate, number in at.items() if coordinate.value == value]
            if value.kind == "direction":
                numbers = [cos(numbers[0]), sin(numbers[0])]
            given |= dict(zip(value.labels(), numbers, strict=True))
        rows = self.run("position", given)
        return rows if rows.get("margin", 1.0) > 0.0 else dict.fromkeys(rows, nan)

    def outputs(self, at: Numbers) -> Numbers:
        """Positions of the outputs; of a direction cosine and sine."""
        rows = self.placed(at)
        return {
            Coordinate(value, part): rows[label]
            for value in self.form.outputs
            for part, label in enumerate(value.labels())
        }

    def _as_rates(self, rates: Numbers) -> Numbers:
        """Derivatives of the outputs; of a direction that of its angle."""
        here, found = self.outputs(self.start), {}
        for coordinate, rate in rates.items():
            value, part = coordinate
            if value.kind != "direction":
                found[coordinate] = rate
            elif part == 0:
                sine = Coordinate(value, 1)
                found[coordinate] = here[coordinate] * rates[sine] - here[sine] * rate
        return found

    def first(self, by: Coordinate, at: Numbers) -> Numbers:
        """What `first` gives for the outputs by one coordinate."""
        return self._read(self.run("tangent", self.placed(at) | {by.label("i"): 1.0}), "i")

    def rates(self, by: Coordinate) -> Numbers:
        """First derivatives of inputs and outputs by one coordinate."""
        return {by: 1.0} | self.first(by, self.start)

    def second(self, given: Mapping[str, Numbers]) -> Numbers:
        """What `second` gives for derivatives by i, by j and by both."""
        rows = {each.label(by): number for by, numbers in given.items() for each, number in numbers.items()}
        return self._read(self.run("mixed", self.placed(self.start) | rows), "ij")

    def _read(self, rows: Mapping[str, float], by: str) -> Numbers:
        return {
            Coordinate(value, part): rows[label]
            for value in self.form.outputs
            for part, label in enumerate(value.labels(by))
        }

    def difference(self, read: Callable[[Numbers], Numbers], by: Coordinate) -> Numbers:
        """The derivative of numbers by a coordinate, from differences of fourth order."""
        found = [self._difference(read, by, step * self.size) for step in STEPS]
        best = {}
        for name in found[0]:
            pairs = [(one[name], other[name]) for one, other in pairwise(found)]
            best[name] = min(pairs, key=_disagreement)[1]
        return best

    def _difference(self, read: Callable[[Numbers], Numbers], by: Coordinate, step: float) -> Numbers:
        moved = [read(self.start | {by: self.start[by] + steps * step}) for steps in (1.0, -1.0, 2.0, -2.0)]
        return {
            name: (8.0 * (moved[0][name] - moved[1][name]) - (moved[2][name] - moved[3][name])) / (12.0 * step)
            for name in moved[0]
        }


def _disagreement(pair: tuple[float, float]) -> float:
    change = abs(pair[1] - pair[0])
    return inf if isnan(change) else change
