"""Solving many designs of a mechanism."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal

from numpy.typing import ArrayLike

from sgkin.designs.design_motions import DesignMotions
from sgkin.designs.engines import engine_for, run_designs
from sgkin.designs.reducing import Reducer
from sgkin.designs.running import Runner
from sgkin.designs.study import Kept, Study
from sgkin.designs.work import Work
from sgkin.errors import InputError, UnknownNameError, brief, listing
from sgkin.model.form import names
from sgkin.motion import Driven
from sgkin.plan.tape import Seeds
from sgkin.progress import Progress, telling
from sgkin.solving import drive_of, one_cycle

QUANTITIES = ("position", "velocity", "acceleration", "coefficients", "margin", "transmission angle")
"""What can be kept of every design."""
LONG = 20_000_000
"""Designs by steps from which on it may take so long that progress is told."""


def solve_designs(
    study: Study,
    parameters: ArrayLike,
    times: ArrayLike | None = None,
    *,
    inputs: ArrayLike | None = None,
    input_rates: ArrayLike | None = None,
    input_accelerations: ArrayLike | None = None,
    quantities: Sequence[str] = ("position",),
    keep: str | Reducer = "outputs",
    branches: str = "continued",
    threads: int | None = None,
    engine: Any = None,
    store: str | PathLike[str] | None = None,
    progress: Progress | Literal[False] | None = None,
) -> DesignMotions:
    """Solve designs with parameters (n, p), in the order of `study.vary`, over the same steps of the inputs.

    times, inputs, input_rates, input_accelerations: as for `solve`; where motion laws vary, times. quantities: what is
    kept: "position", "velocity", "acceleration" or "coefficients" of the outputs, "margin" of the groups, "transmission
    angle" of the joints. keep: "outputs"; "status", to know only which designs move; or a function that makes one
    number, or a row of them, of every design: it takes `DesignMotions` of some designs and returns an array with an
    entry for each; compiled with `numba.njit` it takes the kept rows (r, m) of one design and returns a number.
    threads: by default as many as there are processors.

    branches: with "continued", a design is in the mode that the nominal one becomes on the straight way to it; where
    that mode ends on the way, it cannot be assembled. With "nearest", it is in the mode nearest to what the mechanism
    says of its initial configuration, as `solve` finds it, which takes much longer. Nothing is left in doubt that
    `solve` could settle.

    engine: "threads", those of this machine, or a client of `dask.distributed`, whose workers solve the designs. store:
    a folder into which all is written, in Zarr's format, as it is found; where it is there already, what is done is not
    done again. What is returned reads outputs from it when they are asked for; so does `open_designs`. Both need the
    extra `cluster`.

    >>> import numpy as np
    >>> from sgkin import load_mechanism, make_study, solve_designs
    >>> study = make_study(load_mechanism("four_bar_crank_rocker"), ["crank.B.x"], ["coupler"])
    >>> found = solve_designs(study, study.nominal * np.array([[0.9], [1.0], [3.0]]))
    >>> found.status.tolist(), found.position("coupler").shape
    ([0, 0, 1], (3, 361, 3))
    """
    if not isinstance(study, Study):
        raise InputError(f"solve_designs needs a study, found {brief(study)}; use make_study(mechanism, …) first")
    by_whom = engine_for(engine, threads)
    given = study.taken_parameters(parameters)
    kept = kept_for(study, quantities)
    if not (keep in ("outputs", "status") if isinstance(keep, str) else callable(keep)):
        raise InputError(f"keep is {brief(keep)}; use 'outputs', 'status' or a function of designs")
    if branches not in ("continued", "nearest"):
        raise InputError(f"branches is {brief(branches)}; use 'continued' or 'nearest'")
    drive = drive_for(study, kept, times, inputs, input_rates, input_accelerations)
    with telling(progress, "solving designs", "designs", given.shape[0] * len(drive.inputs) > LONG) as tell:
        work = Work(Runner(study, kept, drive, branches == "nearest"), keep)
        return run_designs(work, given, by_whom, store, tell)


def drive_for(study: Study, kept: Kept, times: ArrayLike | None, *given: ArrayLike | None) -> Driven:
    """How designs are driven: by times, or by inputs, their rates and accelerations; by default for a cycle."""
    if times is None and all(each is None for each in given):
        times = one_cycle(study.mechanism)
    if times is None and study.laws:
        which = listing([study.plan.input_names[number] for number in study.laws], verb=False)
        raise InputError(f"the motion law of {which} varies, so that each design has inputs of its own; give times")
    drive = drive_of(study.mechanism, times, *given)
    if not len(drive.inputs):
        raise InputError("there are no steps; give one or more")
    if kept.seeds is not None and kept.seeds.motion and drive.rates is None:
        raise InputError("velocities need the rates of the inputs; give times, or input_rates")
    return drive


def kept_for(study: Study, quantities: Sequence[str]) -> Kept:
    """What must be computed for some quantities."""
    wanted = names(quantities, "quantities")
    for name in wanted:
        if name not in QUANTITIES:
            raise UnknownNameError("quantities", "quantity", name, QUANTITIES)
    motion = "velocity" in wanted or "acceleration" in wanted
    if motion and "coefficients" in wanted:
        raise InputError("coefficients give velocities and accelerations; ask for one or the other")
    unit = Seeds(len(study.plan.input_names), False) if "coefficients" in wanted else None
    return Kept(Seeds(1, True) if motion else unit, "margin" in wanted, "transmission angle" in wanted)
