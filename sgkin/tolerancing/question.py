"""What is asked of dimensions that are not exact: which they are, of which outputs, over which steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.designs.design_motions import DesignMotions
from sgkin.designs.solving_designs import solve_designs
from sgkin.designs.study import Study
from sgkin.errors import InputError
from sgkin.motion import Driven
from sgkin.tolerancing.distributions import Distribution

ROOM = 64_000_000
"""Bytes that the outputs of designs may take that are solved at a time."""
FEWEST = 256
"""Designs that are solved at a time at least."""


class Moved(NamedTuple):
    """Designs that run through: by what their dimensions (n, p), and then their outputs (n, m, parts), by name, are
    off; `lost`: how many do not run through."""

    dimensions: Floats
    outputs: Mapping[str, Floats]
    lost: int


@dataclass(frozen=True, eq=False)
class Question:
    """Dimensions `names` (p) of a study with tolerances ± `sizes` (p,), and the outputs that are looked at.

    `quantity`: position, velocity or acceleration of these.
    """

    study: Study
    names: tuple[str, ...]
    sizes: Floats
    outputs: tuple[str, ...]
    drive: Driven
    quantity: str
    distribution: Distribution
    threads: int | None = None

    @property
    def deviations(self) -> Floats:
        """The standard deviations (p,) of the dimensions."""
        return self.sizes * self.distribution.deviation

    @cached_property
    def nominal(self) -> dict[str, Floats]:
        """The outputs (m, parts) of the nominal design, which must run through."""
        motions = self.solve(np.zeros((1, len(self.names))))
        if not motions.solved[0]:
            told = motions.describe(0).replace("design 0", "the nominal design")
            raise InputError(f"{self.study.mechanism.name}: {told}; choose steps that it reaches")
        return {name: self.read(motions, name)[0] for name in self.outputs}

    def solve(self, off: Floats) -> DesignMotions:
        """Designs whose dimensions are off (n, p) the nominal ones."""
        parameters = np.repeat(self.study.nominal[None], len(off), axis=0)
        parameters[:, [self.study.vary.index(name) for name in self.names]] += off
        times, inputs, rates, accelerations = self.drive
        given: dict[str, Any] = {"inputs": inputs, "input_rates": rates, "input_accelerations": accelerations}
        steps = given if times is None else {"times": times}
        options: dict[str, Any] = {"quantities": [self.quantity], "threads": self.threads, "progress": False}
        return solve_designs(self.study, parameters, **steps, **options)

    def read(self, motions: DesignMotions, name: str) -> Floats:
        """The quantity of an output in all designs (n, m, parts)."""
        found: Floats = getattr(motions, self.quantity)(name)
        return found

    def moved(self, parts: Iterable[Floats]) -> Iterator[Moved]:
        """Designs with dimensions off (n, p), a part at a time."""
        nominal = self.nominal
        for off in parts:
            motions = self.solve(off)
            runs = motions.solved
            outputs = {name: self.read(motions, name)[runs] - nominal[name] for name in self.outputs}
            yield Moved(off[runs], outputs, int((~runs).sum()))

    @property
    def at_a_time(self) -> int:
        """How many designs are solved at a time."""
        numbers = 3 * len(self.outputs) * len(self.drive.inputs)
        return max(FEWEST, ROOM // (8 * numbers))
