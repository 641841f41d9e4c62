"""Saying where and why a motion ends, in one sentence with names and numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin.errors import MotionError, Outcome
from sgkin.model.mechanism import Mechanism, at_inputs


def ended(
    mechanism: Mechanism,
    sentence: str,
    outcome: Outcome,
    step: int,
    inputs: NDArray[np.float64],
    gap: float,
    more: str = "",
    **details: Any,
) -> MotionError:
    """The error of a motion that ends before a step at inputs (f,), open by a gap in metres.

    sentence: what ended and how; more: what else is known; details: as in `MotionError`.
    """
    units, values = mechanism.units, inputs.tolist()
    open_by = f", open by {gap / units.factor('length'):.3g} {units.length}" if gap > 0.0 else ""
    before = f" before step {step}" if step else " at the first step"
    return MotionError(
        f"{mechanism.name}: {sentence}{at_inputs(mechanism, values)}{before}{open_by}{more}; {outcome.sentence}",
        outcome=outcome,
        step=step,
        inputs=dict(zip(mechanism.input_names, values, strict=True)),
        gap=gap,
        **details,
    )
