"""Velocity coefficients and their gradients from a plan: derivatives of all links by the inputs, with unit seeds."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sgkin.kinematic_plan import KinematicPlan
from sgkin.plan.tape import Layout, Seeds, Tape

Array = NDArray[np.float64]


def coefficients(plan: KinematicPlan, inputs: ArrayLike) -> tuple[Array, Array, Array]:
    """q (n, c), K (n, c, f) and L (n, c, f, f) at inputs (n, f) that are near to each other."""
    z = np.atleast_2d(np.asarray(inputs, dtype=float))
    site = plan.site.extended()
    pairs = [site.link_features(link) for link in plan.links]
    wanted = list(dict.fromkeys(feature for pair in pairs for feature in pair))
    tape = plan.write_tape(site, wanted, Seeds(z.shape[1], False), watch=False, groups=plan.solved_groups)
    layout = Layout(tape, len(z), len(z))
    for row, column in zip(tape.input_rows, z.T, strict=True):
        layout.row(row)[:] = column
    plan.run(tape, layout, plan.start.copy(), len(z))
    q, first, second = [], [], []
    for link, (origin, direction) in zip(plan.links, pairs, strict=True):
        known = [tape.features[origin], tape.features[direction]]
        x, y, c, s = (layout.row(row) for feature in known for row in feature.position)
        q += [x, y, np.unwrap(np.arctan2(s, c)) + plan.site.turn(link)]
        for i in range(z.shape[1]):
            first.append(_three(tape, layout, known, ("first", i)))
        for i in range(z.shape[1]):
            for j in range(z.shape[1]):
                second.append(_three(tape, layout, known, ("second", (min(i, j), max(i, j)))))
    f, n = z.shape[1], len(plan.links)
    K = np.array(first).reshape(n, f, 3, len(z)).transpose(3, 0, 2, 1).reshape(len(z), 3 * n, f)
    L = np.array(second).reshape(n, f, f, 3, len(z)).transpose(4, 0, 3, 1, 2).reshape(len(z), 3 * n, f, f)
    return np.array(q).T, K, L


def _three(tape: Tape, layout: Layout, known: list[object], which: tuple[str, object]) -> Array:
    """x, y and θ of a derivative; what is not on the tape is zero."""
    order, index = which
    rows: list[Array] = []
    for feature, count in zip(known, (2, 1), strict=True):
        found = getattr(feature, order).get(index)
        rows += [np.zeros(layout.lanes)] * count if found is None else [layout.row(row) for row in found]
    return np.array(rows)
