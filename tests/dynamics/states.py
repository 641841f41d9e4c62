"""States of loaded mechanisms along a motion; inputs that are not free are where their laws have them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sgkin import load_mechanism, make_plan, mechanism_names
from sgkin.dynamics.form_comparison import FormComparison, compare_forms
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.motion_law import Polynomial
from tests.dynamics.loaded import loaded, with_laws
from tests.motion.drives import ways

Array = NDArray[np.float64]
MOVING = [name for name in mechanism_names("planar") if not load_mechanism(name).expected.structure_only]
STEPS = 24


@cache
def driven_plans(name: str) -> list[KinematicPlan]:
    """Plans of a library mechanism with loads, for each way that it can go in a second, by laws of time."""
    mechanism = load_mechanism(name)
    plans = []
    for drive in ways(mechanism, 2):
        change = drive.inputs[-1] - drive.inputs[0]
        laws = {
            name: Polynomial((float(start), 1.3 * float(whole), -0.3 * float(whole)))
            for name, start, whole in zip(mechanism.input_names, drive.inputs[0], change, strict=True)
        }
        plans.append(make_plan(with_laws(loaded(mechanism, 1), laws)))
    return plans


def choices_of_free(plan: KinematicPlan) -> Iterator[tuple[str, ...]]:
    """All inputs free; of several, the first alone, and all others."""
    names = plan.input_names
    yield names
    if len(names) > 1:
        yield names[:1]
        yield names[1:]


def along(plan: KinematicPlan, times: Array) -> tuple[Array, Array]:
    """Inputs and rates (n, f) by the laws."""
    laws = [law for driver in plan.mechanism.drivers for law in driver.laws]
    z, rates = (np.stack([law(times)[order] for law in laws], axis=1) for order in range(2))
    return z, rates


def compared(plan: KinematicPlan, free: tuple[str, ...], times: Array, seed: int) -> FormComparison:
    """Both forms, free inputs at rates of their own."""
    z, rates = along(plan, times)
    random = np.random.default_rng(seed)
    for number, name in enumerate(plan.input_names):
        if name in free:
            unit = 1.0 if plan.mechanism.input_quantity(name) == "angle" else plan.mechanism.size
            rates[:, number] += (abs(rates[0, number]) + 0.1 * unit) * random.uniform(-1.0, 1.0, len(times))
    return compare_forms(plan, free, times, z, rates)
