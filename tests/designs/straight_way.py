"""The mode that a design has where the nominal one is changed into it on a straight way, by a second answer.

Newton's method on the whole mechanism, which uses nothing but what joints state, from one place on the way to the next.
A step counts where the Jacobian at its end is that at its beginning, but for a part of it: no other mode lies so near.
"""

from __future__ import annotations

import numpy as np

from sgkin import Study, solve
from tests.designs.witness import Array
from tests.motion.dense_newton import DenseMechanism, solved

ALIKE = 0.3
"""Largest singular value of J₀⁻¹ J₁ − 1 in a step that counts."""
SMALLEST = 1e-6
"""Of the way, the smallest step: where it does not count, the mode has ended."""


def followed(study: Study, parameters: Array) -> tuple[Array, float]:
    """The poses (links, 3) to which the mode leads, and which part of the way it is followed, 1 where it does not
    end."""
    z = study.plan.initial_inputs
    way = parameters - study.nominal
    nominal = DenseMechanism(study.mechanism)
    start = solve(study.plan, inputs=z[None], progress=False)
    q = nominal.close(np.concatenate([start.position(link)[0] for link in nominal.links]), z)
    before = nominal.jacobians(q, z)[0] * nominal.scales
    done, step = 0.0, 0.25
    while done < 1.0 and step > SMALLEST:
        reach = min(1.0, done + step)
        dense = DenseMechanism(study.design(study.nominal + reach * way if reach < 1.0 else parameters))
        try:
            trial = dense.close(q, z, most=12)
        except (AssertionError, np.linalg.LinAlgError):
            step *= 0.5
            continue
        after = dense.jacobians(trial, z)[0] * nominal.scales
        if np.linalg.norm(solved(before, after - before), 2) > ALIKE:
            step *= 0.5
            continue
        q, before, done, step = trial, after, reach, 2.0 * step
    return q.reshape(-1, 3), done
