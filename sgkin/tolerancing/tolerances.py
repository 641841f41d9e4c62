"""What tolerances of dimensions do to the outputs of a mechanism."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Floats
from sgkin.designs.study import Study, make_study
from sgkin.errors import InputError, UnknownNameError, brief
from sgkin.model.form import count, names
from sgkin.model.mechanism import Mechanism
from sgkin.model.planar_only import planar_only
from sgkin.motion import Driven
from sgkin.progress import Progress, telling
from sgkin.solving import drive_of, one_cycle
from sgkin.text_table import count as counted
from sgkin.tolerancing.distributions import DISTRIBUTIONS
from sgkin.tolerancing.first_order import first_order
from sgkin.tolerancing.monte_carlo import monte_carlo
from sgkin.tolerancing.question import Question
from sgkin.tolerancing.spread import Spread, Spreads
from sgkin.tolerancing.stated import Tolerance, refuse_exact, stated_tolerances
from sgkin.tolerancing.worst_case import worst_case

METHODS = ("first-order", "worst-case", "monte-carlo")
QUANTITIES = ("position", "velocity", "acceleration")
LONG = 20_000_000
"""Samples by steps from which on progress is told."""


@dataclass(frozen=True, slots=True)
class Tolerances:
    """What tolerances of p dimensions do to outputs over m steps; made by `tolerances`. SI units and radians.

    `tolerance`: ± by dimension; `outputs`: the links and points that were looked at, of which `quantity` is position,
    velocity or acceleration; `method` and `distribution`: how it was found; `designs`: how many were solved for it;
    `lost`: how many of them do not run through all steps, and are left out.
    """

    study: Study
    drive: Driven = field(repr=False)
    tolerance: dict[str, float]
    outputs: tuple[str, ...]
    quantity: str
    method: str
    distribution: str
    designs: int
    lost: int
    _spreads: dict[str, Spread] = field(repr=False)

    def __repr__(self) -> str:
        dimensions = counted(len(self.tolerance), "dimension")
        return f"Tolerances of {self.mechanism.name}: {dimensions}, {self.method}"

    def __str__(self) -> str:
        from sgkin.tolerancing.tolerances_text import tolerances_text

        return tolerances_text(self)

    @property
    def mechanism(self) -> Mechanism:
        """The nominal one."""
        return self.study.mechanism

    @property
    def times(self) -> Floats | None:
        """The times (m,) of the steps, if they were given."""
        return self.drive.times

    @property
    def inputs(self) -> Floats:
        """The inputs (m, f) at the steps."""
        return self.drive.inputs

    def nominal(self, name: str) -> Floats:
        """x and y of a point (m, 2), or x, y and θ of a link (m, 3), of the nominal design."""
        return self.spread(name).nominal

    def mean(self, name: str) -> Floats:
        """Their means (m, 2) or (m, 3); to first order those of the nominal design."""
        return self._known(name, "mean")

    def deviation(self, name: str) -> Floats:
        """Their standard deviations σ (m, 2) or (m, 3)."""
        return self._known(name, "deviation")

    def least(self, name: str) -> Floats:
        """What they are at least (m, 2) or (m, 3): among all samples, in the worst case, or 3σ below the mean."""
        return self.spread(name).least

    def greatest(self, name: str) -> Floats:
        """What they are at most (m, 2) or (m, 3)."""
        return self.spread(name).greatest

    def shares(self, name: str) -> Floats:
        """The part of each dimension (p, m, 2) or (p, m, 3): of the variance, or of the width of the worst case.

        What is left to 1 in a Monte Carlo is due to the curvature of the output, and to several dimensions at once.
        """
        return self.spread(name).shares

    def importance(self, name: str) -> Floats:
        """The same of the sum over all steps (p, 2) or (p, 3): which dimension matters most."""
        return self.spread(name).importance

    def spread(self, name: str) -> Spread:
        """All of them, of an output."""
        full = self.study.mechanism.full_name(name)
        if full not in self._spreads:
            raise UnknownNameError("tolerances", "output", name, self.outputs)
        return self._spreads[full]

    def _known(self, name: str, what: str) -> Floats:
        found: Floats | None = getattr(self.spread(name), what)
        if found is None:
            raise InputError(f"a worst case has no {what}; use method='first-order' or 'monte-carlo'")
        return found


@planar_only("tolerances are followed")
def tolerances(
    mechanism: Mechanism | Study,
    tolerance: Tolerance = None,
    times: ArrayLike | None = None,
    *,
    inputs: ArrayLike | None = None,
    input_rates: ArrayLike | None = None,
    input_accelerations: ArrayLike | None = None,
    outputs: Sequence[str] | None = None,
    quantity: str = "position",
    method: str = "first-order",
    distribution: str = "normal",
    samples: int = 10_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | Literal[False] | None = None,
) -> Tolerances:
    """How far outputs of a mechanism move if its dimensions are not exact, and which dimension matters most.

    tolerance: ± by name or address, in SI; or one number for all lengths that have none; by default what the parameters
    of the mechanism state. Of a study, only dimensions that vary in it are looked at. times, inputs and their rates: as
    for `solve`. outputs: links and points, by default all links; quantity: their position, velocity or acceleration.

    method: "first-order", from derivatives; "worst-case", all dimensions at their limits; or "monte-carlo", so many
    random samples. distribution: "normal", where ± is three standard deviations, or "uniform" within ±.

    >>> from sgkin import load_mechanism, tolerances
    >>> found = tolerances(load_mechanism("slider_crank"), 0.001, outputs=["piston"])
    >>> found.deviation("piston")[0].round(6).tolist()
    [0.0004, 0.0, 0.0]
    """
    if not isinstance(mechanism, Mechanism | Study):
        raise InputError(f"tolerances needs a mechanism or a study, found {brief(mechanism)}; use load_mechanism(name)")
    for name, value, allowed in (
        ("method", method, METHODS),
        ("quantity", quantity, QUANTITIES),
        ("distribution", distribution, tuple(DISTRIBUTIONS)),
    ):
        if value not in allowed:
            raise UnknownNameError("tolerances", name, value, allowed)
    number, start = count(samples, "samples", 1), count(seed, "seed")
    study, sizes, wanted = _study(mechanism, tolerance, outputs)
    if times is None and inputs is None and input_rates is None and input_accelerations is None:
        times = one_cycle(study.mechanism)
    drive = drive_of(study.mechanism, times, inputs, input_rates, input_accelerations)
    if quantity != "position" and drive.rates is None:
        raise InputError(f"{quantity} needs the rates of the inputs; give times, or input_rates")
    values = np.array(list(sizes.values()))
    question = Question(
        study, tuple(sizes), values, wanted, drive, quantity, DISTRIBUTIONS[distribution], threads=threads
    )
    is_long = method == "monte-carlo" and number * len(drive.inputs) > LONG
    with telling(progress, "solving designs", "samples", is_long) as tell:
        found = _spreads(question, method, number, start, tell)
    return Tolerances(
        study, drive, sizes, wanted, quantity, method, distribution, found.designs, found.lost, found.outputs
    )


def _spreads(question: Question, method: str, samples: int, seed: int, tell: Progress | None) -> Spreads:
    if method == "monte-carlo":
        return monte_carlo(question, samples, seed, tell)
    return first_order(question) if method == "first-order" else worst_case(question)


def _without_bounds(mechanism: Mechanism) -> Mechanism:
    """The same with parameters that may be anything: bounds are for dimensions as they are meant, and not as they are
    made."""
    parameters = {name: replace(each, bounds=None) for name, each in mechanism.parameters.items()}
    return replace(mechanism, parameters=parameters)


def _study(
    given: Mechanism | Study, tolerance: Tolerance, outputs: Sequence[str] | None
) -> tuple[Study, dict[str, float], tuple[str, ...]]:
    """The study, ± of its dimensions, and the outputs that are looked at."""
    if isinstance(given, Mechanism):
        sizes = stated_tolerances(given, tolerance)
        refuse_exact(given, sizes)
        study = make_study(_without_bounds(given), list(sizes), outputs)
        return study, sizes, study.outputs
    for name in tolerance if isinstance(tolerance, Mapping) else ():
        if name not in given.vary:
            raise UnknownNameError("tolerances", "dimension of the study", name, given.vary)
    stated = stated_tolerances(given.mechanism, tolerance)
    sizes = {name: value for name, value in stated.items() if name in given.vary}
    refuse_exact(given.mechanism, sizes)
    full = [given.mechanism.full_name(name, "outputs") for name in names(outputs, "outputs")] if outputs else []
    for name in full:
        if name not in given.outputs:
            raise UnknownNameError("tolerances", "output of the study", name, given.outputs)
    has_bounds = any(each.bounds is not None for each in given.mechanism.parameters.values())
    study = make_study(_without_bounds(given.mechanism), given.vary, given.outputs) if has_bounds else given
    return study, sizes, tuple(full) or given.outputs
