"""From a march of the whole mechanism to a `Motion`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import pi

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import InputError, Outcome
from sgkin.global_solver.coordinates import scaled_poses
from sgkin.global_solver.failure import failure, group_of, last_inputs, outcome_of
from sgkin.global_solver.marching import March, Marched, MarchInputs
from sgkin.global_solver.reading import GlobalReader, Kept
from sgkin.global_solver.space_reading import SpaceKept
from sgkin.global_solver.space_system import SpaceGlobalSystem
from sgkin.global_solver.start import Start, find_start
from sgkin.global_solver.system import GlobalSystem, Solver
from sgkin.global_solver.whole import WholeEquations
from sgkin.kernels.continuation import COEFFICIENTS, POSITIONS, RATES
from sgkin.model.driver import SpatialPoseDriver
from sgkin.model.mechanism import Mechanism
from sgkin.motion import Driven, Motion
from sgkin.results.outcomes import Event, Outcomes

BETA = 4
"""The number of this input of a pose in space."""
FURTHEST = 1e5
"""Radians or typical lengths of an input that are followed in one go."""


class GlobalRun:
    """A mechanism made ready to be solved as a whole; `full`: with a full matrix instead of a sparse one.

    `quality` (n,) of the last march: that of the equations at each step, 1 where they are as good as ever, 0 where they
    are singular.
    """

    def __init__(self, mechanism: Mechanism | Start, full: bool, coordinates: str) -> None:
        start = mechanism if isinstance(mechanism, Start) else find_start(mechanism)
        if start is None:
            raise InputError(
                "the groups must place the links of this mechanism: pass sgkin.solving.global_start(…) of it"
            )
        self.mechanism, self.structure, self.poses, held = start
        self.full, self.quality = full, np.zeros(0)
        self.whole: GlobalSystem | SpaceGlobalSystem = (
            SpaceGlobalSystem(held, self.structure, self.poses)
            if held.is_spatial
            else GlobalSystem(held, self.structure, self.poses, coordinates)
        )

    def drive(
        self, inputs: Floats, rates: Floats | None, accelerations: Floats | None, coefficients: bool
    ) -> MarchInputs:
        """Inputs in typical lengths."""
        order = COEFFICIENTS if coefficients else POSITIONS if rates is None else RATES
        scales = self.whole.input_scales
        nothing = np.zeros_like(inputs)
        first, second = nothing if rates is None else rates, nothing if accelerations is None else accelerations
        z, rate, acceleration = (np.ascontiguousarray(values / scales) for values in (inputs, first, second))
        return MarchInputs(z, rate, acceleration, order)

    def march(
        self, drive: MarchInputs, kept: Kept | SpaceKept, progress: Callable[[int, int], None] | None = None
    ) -> Marched:
        """All steps."""
        self._refuse_far(drive)
        self._refuse_quarter_turns(drive)
        solver = Solver(self.whole, self.full, kept.tracked)
        turns = np.zeros(0, dtype=np.int64)
        if isinstance(kept, Kept):
            poses = scaled_poses(self.mechanism, self.poses, self.whole.unit)
            turns = kept.start_turns({link: theta for link, (_, _, theta) in poses.items()})
        found = March(solver, drive, kept.variables, turns).run(progress)
        self.quality = found.results.quality[: found.solved]
        return found

    def _refuse_far(self, drive: MarchInputs) -> None:
        """Raise where the way to a step has so many parts that it would never end."""
        start = self.whole.start[self.whole.size :][: self.whole.inputs]
        change = np.abs(np.diff(drive.inputs, axis=0, prepend=start[None]))
        if change.max(initial=0.0) > FURTHEST:
            step, number = np.argwhere(change > FURTHEST)[0].tolist()
            name, units = self.mechanism.input_names[number], self.mechanism.units
            kind = self.mechanism.input_quantity(name)
            told = f"{change[step, number] * self.whole.input_scales[number] / units.factor(kind):.3g}"
            way = "from one step to the next" if step else "from the initial inputs to the first step"
            raise InputError(
                f"input {name!r} changes by {told} {getattr(units, kind)} {way}, which is too far to be followed: use "
                "smaller steps, or state in [initial] to which inputs the initial configuration belongs"
            )

    def _refuse_quarter_turns(self, drive: MarchInputs) -> None:
        """Raise where the second angle of Bryant of a driven pose passes a quarter turn: the two others have one axis
        there, and the conditions on all three say too little."""
        start = self.whole.start[self.whole.size :][: self.whole.inputs]
        for driver in self.mechanism.drivers:
            if isinstance(driver, SpatialPoseDriver):
                beta = self.mechanism.input_names.index(driver.inputs[BETA])
                half_turns = np.round(np.append(start[beta], drive.inputs[:, beta]) / pi)
                if np.ptp(half_turns) > 0.0:
                    raise InputError(
                        f"input {driver.inputs[BETA]!r} passes a quarter turn, where the angles of Bryant of "
                        f"{driver.link} do not tell the whole mechanism how it is turned; solve it by groups, which "
                        "take all angles, or give the link another frame"
                    )


def run_global(
    run: GlobalRun,
    driven: Driven,
    outputs: Sequence[str],
    on_failure: str,
    progress: Callable[[int, int], None] | None,
    coefficients: bool,
) -> Motion:
    """Solve the whole mechanism at once at every step, and give what came out its names."""
    if run.mechanism.is_spatial:
        from sgkin.global_solver.spatial_run import run_in_space

        return run_in_space(run, driven, outputs, on_failure, progress, coefficients)
    _, inputs, rates, accelerations = driven
    assert isinstance(run.whole, GlobalSystem)
    kept = Kept(run.whole, outputs)
    found = run.march(run.drive(inputs, rates, accelerations, coefficients), kept, progress)
    solved = found.solved
    motion = Motion(
        run.mechanism,
        run.structure,
        *driven.first(solved),
        outputs=tuple(outputs),
        requested_steps=len(inputs),
        _outcomes=outcomes(run.whole, found, inputs),
        _results=GlobalReader(kept, found.results, solved, rates, accelerations),
    )
    if found.ending is not None and on_failure == "raise":
        raise failure(run.whole, found, inputs[solved], motion)
    return motion


def outcomes(whole: WholeEquations, found: Marched, inputs: Floats) -> Outcomes:
    """What came of every group; a whole mechanism has no branches to tell."""
    touched = [(group_of(whole, rows), step) for step, rows in found.change_points]
    events = [Event(step, group, Outcome.CHANGE_POINT, inputs[step]) for group, step in touched]
    ended = found.ending is not None
    if ended:
        events.append(Event(found.solved, group_of(whole, found.rows), outcome_of(found), last_inputs(whole, found)))
    branches = np.zeros(len(whole.structure.groups), dtype=np.int8)
    return Outcomes(len(inputs), found.solved, branches, (), tuple(touched), tuple(events), ended)
