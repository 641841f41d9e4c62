"""A closed form at one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from sgkin.kernels.executor import run_operation
from sgkin.kernels.kernel import Kernel


def placed(
    kernel: Kernel, inputs: Mapping[str, Sequence[float]], geometry: Sequence[float], branch: int = 1
) -> dict[str, list[float]]:
    """Outputs, scratch and margin, by their names in the formula."""
    form = kernel.form
    assert form is not None
    labels = form.rows("position")
    state = np.zeros(len(labels))
    for value in form.inputs:
        for label, number in zip(value.labels(), inputs[value.name], strict=True):
            state[labels.index(label)] = number
    run_operation(kernel.position, state, np.arange(len(labels)), np.array(geometry), np.array([float(branch)]), 1)
    rows = dict(zip(labels, state.tolist(), strict=True))
    found = {value.name: [rows[label] for label in value.labels()] for value in (*form.outputs, *form.scratch)}
    return found | ({"margin": [rows["margin"]]} if form.margin else {})
