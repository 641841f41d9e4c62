"""From a march of a whole mechanism in space to a `SpatialMotion`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from sgkin.global_solver.failure import failure
from sgkin.global_solver.march_motion import GlobalRun, outcomes
from sgkin.global_solver.space_reading import SpaceKept, SpaceReader
from sgkin.global_solver.space_system import SpaceGlobalSystem
from sgkin.motion import Driven
from sgkin.results.spatial_frames import SpatialFrames
from sgkin.spatial_motion import SpatialMotion


def run_in_space(
    run: GlobalRun,
    driven: Driven,
    outputs: Sequence[str],
    on_failure: str,
    progress: Callable[[int, int], None] | None,
    coefficients: bool,
) -> SpatialMotion:
    """Solve the whole mechanism at once at every step, and give what came out its names."""
    _, inputs, rates, accelerations = driven
    assert isinstance(run.whole, SpaceGlobalSystem)
    kept = SpaceKept(run.whole)
    found = run.march(run.drive(inputs, rates, accelerations, coefficients), kept, progress)
    reader = SpaceReader(kept, found.results, found.solved)
    first, second = reader.motions_along(rates, accelerations)
    names = tuple(dict.fromkeys(name.split(".")[0] for name in outputs))
    results = SpatialFrames(
        run.mechanism,
        reader.frames,
        first,
        second,
        reader.coefficients if coefficients else None,
        reader.gradients if coefficients else None,
        {joint: angle for (joint, link), angle in reader.joint_angles.items() if _is_second(run, joint, link)},
        tuple(name for name in names if name != run.mechanism.ground),
    )
    motion = SpatialMotion(
        run.mechanism,
        run.structure,
        *driven.first(found.solved),
        outputs=tuple(outputs),
        requested_steps=len(inputs),
        _outcomes=outcomes(run.whole, found, inputs),
        _results=cast(Any, results),
    )
    if found.ending is not None and on_failure == "raise":
        raise failure(run.whole, found, inputs[found.solved], motion)
    return motion


def _is_second(run: GlobalRun, joint: str, link: str) -> bool:
    """Whether a link is the second of a joint, between which and the first its angle is told."""
    return run.mechanism.joint(joint).links[1] == link
