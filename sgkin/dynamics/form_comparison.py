"""Two answers to one question: accelerations in the inputs, group by group, beside those with multipliers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.equations import EquationsOfMotion
from sgkin.dynamics.multiplier_form import Answer, along_motion
from sgkin.errors import WholeMechanismError
from sgkin.global_solver.system import typical_length
from sgkin.kernels.equations_block import SOLVED
from sgkin.kinematic_plan import KinematicPlan
from sgkin.solving import motion_laws, solve


@dataclass(frozen=True, slots=True)
class FormComparison:
    """Accelerations (n, links, 3) of moving links at n states, by groups and with multipliers.

    `input_accelerations` (n, f) by groups; `answer`: all that multipliers tell.
    """

    by_groups: Floats
    input_accelerations: Floats
    answer: Answer
    unit: float

    @property
    def differences(self) -> Floats:
        """How far they are apart (n,), in parts of the largest, lengths in typical ones."""
        scale = np.array([self.unit, self.unit, 1.0])
        by_groups, whole = self.by_groups / scale, self.answer.accelerations / scale
        largest = np.maximum(np.abs(by_groups), np.abs(whole)).max(axis=(1, 2))
        apart: Floats = np.abs(by_groups - whole).max(axis=(1, 2)) / np.where(largest > 0.0, largest, 1.0)
        return apart

    @property
    def largest(self) -> float:
        """The largest difference."""
        return float(self.differences.max(initial=0.0))


def compare_forms(
    plan: KinematicPlan, free: Sequence[str], times: Floats, inputs: Floats, rates: Floats
) -> FormComparison:
    """Both forms at states (n,), one after the other on a motion: times (n,), inputs and rates (n, f).

    Inputs that are not in `free` must be where their laws have them at the times.
    """
    numbers = [plan.input_names.index(name) for name in free]
    equations = EquationsOfMotion(plan, numbers)
    accelerations = motion_laws(plan.mechanism, times)[2]
    workspace, result, here = equations.workspace(), np.empty(2 * len(numbers)), None
    for step, (t, z, rate) in enumerate(zip(times.tolist(), inputs, rates, strict=True)):
        if equations.changes is None:  # otherwise they know the branches of every place
            here = plan.evaluate(z, near=here)
            equations.remember(workspace, here.memory)
        status = equations.rates(workspace, t, np.concatenate([z[numbers], rate[numbers]]), result)
        if status != SOLVED:
            raise WholeMechanismError(
                f"{plan.mechanism.name}: its equations of motion cannot be formed at step {step} (code {status})"
            )
        accelerations[step, numbers] = result[len(numbers) :]
    motion = solve(plan, inputs=inputs, input_rates=rates, input_accelerations=accelerations, progress=False)
    answer = along_motion(replace(motion, times=times), free)
    by_groups = np.stack([motion.acceleration(link) for link in answer.links], axis=1)
    return FormComparison(by_groups, accelerations, answer, typical_length(plan.mechanism))
