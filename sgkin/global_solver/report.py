"""How well a motion by groups stands up to the equations of the whole mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sgkin.arrays import Floats
from sgkin.global_solver.comparison import differences
from sgkin.global_solver.march_motion import GlobalRun, run_global
from sgkin.global_solver.space_system import SpaceGlobalSystem
from sgkin.global_solver.start import Start
from sgkin.global_solver.whole import WholeEquations
from sgkin.motion import Driven, Motion

SAMPLES = 25
"""Steps, equally far apart, at which conditions of groups are looked at."""
EPSILON = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, slots=True)
class GroupCondition:
    """The largest condition number of the equations of a group by the coordinates of its links, and at which step.

    None where the equations are singular: at a change point, for one.
    """

    group: str
    condition: float | None
    step: int


@dataclass(frozen=True, slots=True)
class Report:
    """What a check finds.

    differences: the largest, by coordinate set and quantity, in parts of the largest number; residual: the largest of
    all conditions at the motion by groups, in metres, `residual_at`: whose; groups: their condition; redundant: whose
    conditions are left out of the solution of the whole.
    """

    mechanism: str
    steps: int
    differences: dict[str, dict[str, float]]
    residual: float
    residual_at: str
    groups: tuple[GroupCondition, ...]
    redundant: tuple[str, ...]


def report_on(start: Start, driven: Driven, motion: Motion) -> Report:
    """Solve the whole of a mechanism, and compare with a motion by groups that has coefficients."""
    mechanism = start.mechanism
    found: dict[str, dict[str, float]] = {}
    sets = ("reference-point",) if mechanism.is_spatial else ("mixed", "reference-point")
    for coordinates in sets:
        run = GlobalRun(start, False, coordinates)
        other = run_global(run, driven, motion.outputs, "raise", None, True)
        found[coordinates] = {each.quantity: each.largest for each in differences(motion, other, run.quality)}
    whole = run.whole
    variables = (
        variables_in_space(whole, motion) if isinstance(whole, SpaceGlobalSystem) else variables_of(whole, motion)
    )
    residuals = np.array([np.abs(whole.residuals(w)) for w in variables]) * whole.unit
    worst = int(residuals.max(axis=0).argmax())
    return Report(
        mechanism=mechanism.name,
        steps=motion.steps,
        differences=found,
        residual=float(residuals.max(initial=0.0)),
        residual_at=str(whole.conditions[worst].owner),
        groups=tuple(group_conditions(whole, variables)),
        redundant=tuple(dict.fromkeys(str(condition.owner) for condition in whole.redundant)),
    )


def variables_in_space(whole: SpaceGlobalSystem, motion: Motion) -> Floats:
    """The variables (n, v) of a motion in space; whole turns of angles are counted from step to step."""
    found = np.tile(whole.start, (motion.steps, 1))
    found[:, whole.size : whole.size + whole.inputs] = motion.inputs / whole.input_scales
    origin = np.array(whole.mechanism.origin)
    for number, link in enumerate(whole.mechanism.links):
        if link.name == whole.mechanism.ground:
            continue
        at, matrix = whole.layout.at[number], whole.layout.matrix[number]
        turns = motion.orientation(link.name)  # type: ignore[attr-defined]
        found[:, at : at + 3] = (motion.position(link.name) + turns @ whole.bases[link.name] - origin) / whole.unit
        found[:, matrix : matrix + 9] = turns.reshape(-1, 9)
    angles = whole.start[whole.layout.angle :]
    for step in range(motion.steps):
        found[step, whole.layout.angle :] = angles
        found[step] = whole.counted(found[step])
        angles = found[step, whole.layout.angle :]
    return found


def variables_of(whole: WholeEquations, motion: Motion) -> Floats:
    """The variables (n, v) of a motion in reference-point coordinates."""
    poses = [motion.pose(link) / np.array([whole.unit, whole.unit, 1.0]) for link in whole.mechanism.moving_links]
    constants = np.tile(whole.start[whole.size + whole.inputs :], (motion.steps, 1))
    return np.concatenate([*poses, motion.inputs / whole.input_scales, constants], axis=1)


def group_conditions(whole: WholeEquations, variables: Floats) -> list[GroupCondition]:
    """The condition of every group, in reference-point coordinates."""
    groups = whole.structure.groups
    group_of = {link: number for number, group in enumerate(groups) for link in group.links}
    freedoms = 6 if whole.mechanism.is_spatial else 3
    before = -1  # a link that is welded to ground is known before the first group
    column_group = np.repeat([group_of.get(link, before) for link in whole.mechanism.moving_links], freedoms)
    columns = np.argsort(column_group, kind="stable")
    column_start = np.searchsorted(column_group[columns], np.arange(len(groups) + 1))
    steps = np.unique(np.linspace(0, len(variables) - 1, SAMPLES).round().astype(int))
    worst = np.zeros((len(groups), 2))
    for step in steps.tolist():
        matrix = whole.grouped_jacobian(variables[step]).tocsr()
        row_group = np.maximum.reduceat(column_group[matrix.indices], matrix.indptr[:-1])
        rows = np.argsort(row_group, kind="stable")
        row_start = np.searchsorted(row_group[rows], np.arange(len(groups) + 1))
        ordered = matrix[rows][:, columns]
        blocks = zip(pairwise(row_start.tolist()), pairwise(column_start.tolist()), strict=True)
        for group, (row, column) in enumerate(blocks):
            if row[0] == row[1]:  # a step that finds a point and places no link
                continue
            values = np.linalg.svd(ordered[slice(*row), slice(*column)].toarray(), compute_uv=False)
            condition = values[0] / values[-1] if values[-1] > EPSILON * values[0] else np.inf
            if condition > worst[group, 0]:
                worst[group] = condition, step
    return [
        GroupCondition(group.label, float(condition) if np.isfinite(condition) else None, int(step))
        for group, (condition, step) in zip(groups, worst.tolist(), strict=True)
        if condition
    ]
