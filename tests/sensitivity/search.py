"""Derivatives of random mechanisms, library mechanisms and registered groups by all their dimensions, in four ways.

They are compared in other processes, in which nothing is compiled: to compile derivatives takes much longer than to
interpret them for a few steps.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context

import numpy as np

from sgkin import (
    Mechanism,
    MobilityError,
    SensitivityError,
    Study,
    StudyError,
    UnsolvableError,
    load_mechanism,
    mechanism_names,
    solve_designs,
)
from tests.designs.witness import Array, dimensions, whole_study
from tests.fuzz.case import drawn
from tests.fuzz.strata.table import STRATA, stratum_of
from tests.motion.groups import SIGNATURES, good_plan
from tests.sensitivity.comparison import TRUSTED, Agreement, Compared

BACKWARDS, DIFFERENCES, STATEMENTS = 1e-12, 1e-7, 1e-8
"""How far ways may differ where the mechanism is far from singular positions."""
FAR = 1e-3
"""The margin from which on it is."""
TOGETHER = 40
"""Mechanisms that are drawn before they are compared."""


@dataclass(frozen=True)
class Finding:
    """What came of a mechanism; `refused`: why there is no study or no derivative, if there is none."""

    name: str
    agreement: Agreement | None = None
    least_margin: float = np.inf
    refused: str = ""

    @property
    def is_good(self) -> bool:
        """Whether all ways agree, as far as digits can tell beside a singular position."""
        if self.agreement is None:
            return True
        near = max(1.0, (FAR / self.least_margin) ** 2)
        found, limits = self.agreement, (BACKWARDS, max(DIFFERENCES, TRUSTED * self.agreement.doubt), STATEMENTS)
        each = zip((found.backwards, found.differences, found.statements), limits, strict=True)
        return all(error <= limit * near for error, limit in each)

    @property
    def is_told_by_differences(self) -> bool:
        """Whether differences are exact enough to tell."""
        return self.agreement is None or self.agreement.differences <= DIFFERENCES

    def __str__(self) -> str:
        if self.agreement is None:
            return f"{self.name}: {self.refused}"
        found = self.agreement
        differences = f"{found.differences:.0e} ± {found.doubt:.0e}"
        errors = f"backwards {found.backwards:.0e}, differences {differences}, statements {found.statements:.0e}"
        return f"{self.name}: {errors}, least margin {self.least_margin:.0e}"


def steps(mechanism: Mechanism, study: Study, random: np.random.Generator) -> Array:
    """A few steps of the inputs from the initial ones on, as far as the mechanism goes."""
    lengths = [mechanism.input_quantity(name) == "length" for name in study.plan.input_names]
    way = random.uniform(-0.3, 0.3, len(lengths)) * np.where(lengths, 0.3 * mechanism.size, 1.0)
    inputs = study.plan.initial_inputs + np.linspace(0.0, 1.0, 3)[:, None] * way
    reached = int(solve_designs(study, study.nominal, inputs=inputs, keep="status", progress=False).ended_at[0])
    return np.asarray(inputs[: max(reached, 1)])


def found(name: str, mechanism: Mechanism, seed: int = 0) -> Finding:
    """Compare the derivatives of a mechanism at its own dimensions."""
    if not dimensions(mechanism):
        return Finding(name, refused="there are no dimensions")
    try:
        study = whole_study(mechanism)
        compared = Compared(study, study.nominal, steps(mechanism, study, np.random.default_rng(seed)), seed)
        return Finding(name, compared.agreement(), compared.least_margin())
    except (MobilityError, SensitivityError, StudyError, UnsolvableError) as error:
        return Finding(name, refused=f"{type(error).__name__}: {error}")


def random_mechanisms(seeds: Iterable[int]) -> Iterator[tuple[str, Mechanism, int]]:
    """Those that seeds draw."""
    for seed in seeds:
        stratum = stratum_of(seed)
        yield f"seed {seed}, {stratum}", drawn(STRATA[stratum], seed).mechanism, seed


def group_examples() -> Iterator[tuple[str, Mechanism, int]]:
    """One of every registered group."""
    for signature in SIGNATURES:
        yield signature, good_plan(signature, 0).mechanism, 0


def library() -> Iterator[tuple[str, Mechanism, int]]:
    """All mechanisms of the library."""
    for name in mechanism_names("planar"):
        yield name, load_mechanism(name), 0


def search(cases: Iterable[tuple[str, Mechanism, int]], workers: int = 2) -> Iterator[Finding]:
    """What comes of mechanisms, in their order; they are drawn some at a time."""
    waiting = iter(cases)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        while some := list(islice(waiting, TOGETHER)):
            with interpreted():
                futures = [pool.submit(found, *case) for case in some]
            for future in futures:
                yield future.result()


@contextmanager
def interpreted() -> Iterator[None]:
    """Processes that are spawned meanwhile compile nothing; this one must not be asked to compile either."""
    before = os.environ.get("NUMBA_DISABLE_JIT")
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    try:
        yield
    finally:
        os.environ.pop("NUMBA_DISABLE_JIT")
        if before is not None:
            os.environ["NUMBA_DISABLE_JIT"] = before
