"""Derivatives of outputs by dimensions that are not exact."""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import InputError
from sgkin.tolerancing.question import Question
from sgkin.tolerancing.stated import kind_of

STEP = 1e-5
"""Of what a dimension is at least, for its differences: the size of the mechanism if it is a length."""


def derivatives(question: Question) -> dict[str, Floats]:
    """∂ output / ∂ dimension (p, m, parts) of the nominal design, by output.

    By central differences; all designs beside the nominal one are solved in one call.
    """
    steps = np.diag([_step(question, name) for name in question.names])
    motions = question.solve(np.concatenate([steps, -steps]))
    if not motions.solved.all():
        design = int(np.flatnonzero(~motions.solved)[0])
        told = f"beside the nominal value of {question.names[design % len(steps)]}, {motions.describe(design)}"
        raise InputError(f"{told}; derivatives need steps that all designs beside it reach, a Monte Carlo does not")
    width = 2.0 * np.diag(steps)[:, None, None]
    values = {name: question.read(motions, name) for name in question.outputs}
    return {name: (each[: len(steps)] - each[len(steps) :]) / width for name, each in values.items()}


def _step(question: Question, name: str) -> float:
    mechanism, value = question.study.mechanism, float(question.study.nominal[question.study.vary.index(name)])
    return STEP * max(abs(value), mechanism.size if kind_of(mechanism, name) == "length" else 1.0)
