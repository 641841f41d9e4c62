"""Whole mechanisms in space, solved and compared with the witness."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sgkin import Mechanism
from sgkin.arrays import Floats
from sgkin.global_solver.march_motion import GlobalRun
from sgkin.global_solver.marching import Marched
from sgkin.global_solver.space_reading import SpaceKept, SpaceReader
from tests.spatial.witness.euler_parameters import Solution, Witness


class Found(NamedTuple):
    """What a march has found of all links, in arrays as those of the witness; `angles` of joints."""

    frames: Floats
    motions: Floats | None
    accelerations: Floats | None
    coefficients: Floats
    gradients: Floats
    angles: dict[tuple[str, str], Floats]
    residuals: Floats
    marched: Marched


def solved(
    mechanism: Mechanism, inputs: Any, rates: Any = None, accelerations: Any = None, full: bool = False, **options: Any
) -> Found:
    z = np.asarray(inputs, dtype=np.float64).reshape(len(inputs), -1)
    first, second = (
        None if each is None else np.asarray(each, dtype=np.float64).reshape(z.shape) for each in (rates, accelerations)
    )
    run = GlobalRun(mechanism, full, "reference-point")
    kept = SpaceKept(run.whole)
    marched = run.march(run.drive(z, first, second, options.get("coefficients", False)), kept)
    reader = SpaceReader(kept, marched.results, marched.solved)
    has = reader.has_coefficients
    return Found(
        reader.frames,
        *reader.motions_along(first, second),
        reader.coefficients if has else np.zeros(0),
        reader.gradients if has else np.zeros(0),
        reader.joint_angles,
        reader.residuals(z),
        marched,
    )


def scales(mechanism: Mechanism) -> Floats:
    """What is a large change of each input."""
    return np.array(
        [mechanism.size if mechanism.input_quantity(name) == "length" else 1.0 for name in mechanism.input_names]
    )


def drive(mechanism: Mechanism, steps: int, reach: float, seed: int = 1) -> tuple[Floats, Floats, Floats]:
    """Inputs that go from where they are, and any rates."""
    start = np.array(list(mechanism.initial_inputs.values()))
    share = np.where([mechanism.input_quantity(name) == "length" for name in mechanism.input_names], 0.1, 1.0)
    z = start + np.outer(np.linspace(0.0, reach, steps), share * scales(mechanism))
    rates, accelerations = np.random.default_rng(seed).normal(size=(2, *z.shape)) * scales(mechanism)
    return z, rates, accelerations


def differences(mechanism: Mechanism, found: Found, witness: Solution) -> tuple[float, float, float]:
    """The largest of frames, velocities and accelerations, by the largest number of each kind; lengths by the size."""
    unit = np.array([mechanism.size] * 3 + [1.0] * 3)
    frames = np.abs(found.frames - witness.frames) / np.array([1.0, 1.0, 1.0, mechanism.size])
    apart = [float(frames.max())]
    assert found.motions is not None
    assert found.accelerations is not None
    for one, other in ((found.motions, witness.motions), (found.accelerations, witness.accelerations)):
        apart.append(float(np.abs((one - other) / unit).max() / np.abs(other / unit).max()))
    return apart[0], apart[1], apart[2]


def apart_from_witness(
    mechanism: Mechanism, steps: int = 3, reach: float = 0.5, full: bool = False
) -> tuple[float, float, float]:
    z, rates, accelerations = drive(mechanism, steps, reach)
    found = solved(mechanism, z, rates, accelerations, full)
    assert len(found.frames) == steps
    return differences(mechanism, found, Witness(mechanism).solve(z, rates, accelerations))
