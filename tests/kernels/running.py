"""A closed form at one place, and the rows of a tape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from sgkin.kernels.executor import run_operation
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.lanes import LaneOperation, Loop
from sgkin.plan.tape import Tape


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


def overlapping(tape: Tape) -> list[str]:
    """Operations of which a row that they write is another row of theirs too."""
    found = []
    for number, operation in enumerate(tape.operations):
        if isinstance(operation, LaneOperation):
            rows = tape.rows[tape.row_start[number] : tape.row_start[number + 1]]
            loop = Loop(operation.form, operation.stage, operation.steps)
            written, read = rows[list(loop.stored.values())], rows[list(loop.loaded.values())]
            if len(set(written.tolist())) < len(written) or set(written.tolist()) & set(read.tolist()):
                found.append(operation.name)
    return found
