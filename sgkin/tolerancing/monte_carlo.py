"""Monte Carlo: random designs are solved, and counted together.

What is due to a dimension is what a straight line through all samples has of it: with the slopes β of a regression of
an output on all dimensions, β_d² σ_d² of its variance. What is left of the whole is due to curvature. Neither needs a
derivative. Samples that do not run through are counted, and left out.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import InputError
from sgkin.progress import Progress
from sgkin.tolerancing.question import Question
from sgkin.tolerancing.spread import Spread, Spreads


def monte_carlo(question: Question, samples: int, seed: int, tell: Progress | None) -> Spreads:
    """The spread of all outputs in random designs."""
    sums = {name: OutputSums(len(question.names), each) for name, each in question.nominal.items()}
    squares, run, lost = np.zeros((len(question.names),) * 2), 0, 0
    total = np.zeros(len(question.names))
    for part in question.moved(drawn(question, samples, seed)):
        run, lost = run + len(part.dimensions), lost + part.lost
        total += part.dimensions.sum(axis=0)
        squares += part.dimensions.T @ part.dimensions
        for name, off in part.outputs.items():
            sums[name].add(part.dimensions, off)
        if tell is not None:
            tell(run + lost, samples)
    if run < len(question.names) + 2:
        raise InputError(
            f"{question.study.mechanism.name}: {run} of {samples} samples run through, which is too few for "
            f"{len(question.names)} dimensions; take more samples, narrower tolerances, or fewer steps"
        )
    spread_of_dimensions = squares / run - np.outer(total, total) / run**2
    spreads = {
        name: each.spread(run, total / run, spread_of_dimensions, question.nominal[name]) for name, each in sums.items()
    }
    return Spreads(spreads, samples, lost)


def drawn(question: Question, samples: int, seed: int) -> Iterator[Floats]:
    """By how much the dimensions of samples are off (n, p), a part at a time; the same however many these are."""
    random, size = np.random.default_rng(seed), question.at_a_time
    for begin in range(0, samples, size):
        count = min(size, samples - begin)
        yield question.sizes * question.distribution.draw(random, (count, len(question.names)))


class OutputSums:
    """What is added up of an output: by how much it is off, the squares of this, its products with dimensions."""

    def __init__(self, dimensions: int, nominal: Floats) -> None:
        self.total, self.squares, self.least, self.greatest = (np.zeros_like(nominal) for _ in range(4))
        self.least[:], self.greatest[:] = np.inf, -np.inf
        self.products = np.zeros((dimensions, nominal.size))

    def add(self, dimensions: Floats, off: Floats) -> None:
        """Take samples into account."""
        self.total += off.sum(axis=0)
        self.squares += (off**2).sum(axis=0)
        np.minimum(self.least, off.min(axis=0, initial=np.inf), out=self.least)
        np.maximum(self.greatest, off.max(axis=0, initial=-np.inf), out=self.greatest)
        self.products += dimensions.T @ off.reshape(len(off), -1)

    def spread(self, run: int, means: Floats, squares: Floats, nominal: Floats) -> Spread:
        """The spread in so many samples, whose dimensions have means (p,) and covariances (p, p)."""
        mean = self.total / run
        variance = np.maximum(self.squares / run - mean**2, 0.0) * run / (run - 1)
        slopes = np.linalg.solve(squares, self.products / run - np.outer(means, mean))
        due = (slopes**2 * np.diag(squares)[:, None]).reshape(-1, *nominal.shape)
        extremes = (nominal + self.least, nominal + self.greatest)
        return Spread(nominal, nominal + mean, np.sqrt(variance), *extremes, due, variance)
