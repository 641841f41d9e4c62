"""Values of inputs as they are given: checked, and copied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import InputError
from sgkin.kernels.limits import LARGEST, LARGEST_ACCELERATION
from sgkin.model.form import real_numbers, too_large


def refuse_numbers(values: Floats, inputs: Sequence[str]) -> None:
    """Raise at the first of inputs, rates and accelerations (up to 3, f) that cannot be computed with."""
    limits = (LARGEST, LARGEST, LARGEST_ACCELERATION)
    for name, row, limit in zip(("z", "zd", "zdd"), values, limits, strict=False):
        for place, value in enumerate(row.tolist()):
            if not abs(value) <= limit:
                of = f" of {inputs[place]!r}" if len(inputs) > 1 else ""
                raise InputError(f"{name}{of} is {too_large(value, limit)}")


def copy_inputs(row: Floats, values: Any, name: str, inputs: Sequence[str]) -> None:
    """Copy values of the right shape, one for each input; a single input may be given as a number."""
    if isinstance(values, np.ndarray) and values.shape == row.shape and values.dtype == np.float64:
        row[:] = values
        return
    if isinstance(values, float) and len(row) == 1:
        row[0] = values
        return
    array = real_numbers(values, name)
    if array.shape != row.shape and (array.ndim or len(row) != 1):
        meant = f"({len(row)},) for {', '.join(inputs)}" if inputs else "(0,): nothing is driven"
        raise InputError(f"{name} has shape {array.shape}, expected {meant}")
    row[:] = array
