"""The rates of the inputs with which a motion begins, from velocities of anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import InitialRatesError, InputError, UnknownNameError, brief, listing
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.form import real_numbers
from sgkin.solving import solve

AGREE = 1e-9
"""By how much given velocities may contradict each other, as a part of the largest."""
WEAK = 1e-10
"""Singular values up to this part of the largest say nothing of a rate."""


def initial_rates(plan: KinematicPlan, z: Floats, given: Any, free: tuple[int, ...], fixed: Floats) -> Floats:
    """Rates (f,) of all inputs at inputs z (f,), from velocities of inputs, joints, links (x, y, θ) and points.

    given: velocities by name, a single number for an only free input, or None for rest. fixed (f,): the rates of
    inputs that are not free. Raises `InitialRatesError` where velocities contradict each other or leave a rate open.
    """
    rates = fixed.copy()
    if given is None:
        return rates
    if not isinstance(given, Mapping):
        number = real_numbers(given, "rates")
        if number.shape not in ((), (1,)) or len(free) != 1:
            raise InputError(f"rates is {brief(given)}; give velocities by name, as {{name: number}}")
        given = {plan.input_names[free[0]]: float(number.ravel()[0])}
    wanted, rows, names = _rows(plan, z, given)
    if not len(wanted):
        return rates
    columns = list(free)
    target = wanted - rows @ fixed
    scale = np.maximum(np.linalg.norm(rows[:, columns], axis=1), 1e-300)
    weighted, aimed = rows[:, columns] / scale[:, None], target / scale
    found, _, rank, _ = np.linalg.lstsq(weighted, aimed, rcond=WEAK)
    rates[columns] = found
    misses = rows @ rates - wanted
    worst = int(np.argmax(np.abs(misses) / scale))
    allowed = AGREE * float(np.abs(wanted).max())
    if abs(misses[worst]) > allowed * max(1.0, float(scale[worst])):
        raise InitialRatesError(plan.mechanism.name, names[worst], float(wanted[worst]), float(misses[worst]))
    if rank < len(columns):
        _, _, directions = np.linalg.svd(weighted)
        loose = np.abs(directions[rank:]).max(axis=0) > 1e-6
        left = [plan.input_names[columns[number]] for number in np.flatnonzero(loose)]
        raise InputError(
            f"{plan.mechanism.name}: the given velocities do not say how fast {listing(left)} moved; give "
            f"{'its rate' if len(left) == 1 else 'their rates'} too, 0 for rest"
        )
    return rates


def _rows(plan: KinematicPlan, z: Floats, given: Mapping[str, Any]) -> tuple[Floats, Floats, list[str]]:
    """The given numbers (r,), the coefficients (r, f) of what they are velocities of, and their names."""
    for name in given:
        if not isinstance(name, str):
            raise UnknownNameError("rates", "input, joint, link or point", name, plan.input_names)
    others = [name for name in given if name not in plan.input_names]
    motion = solve(plan, inputs=z[None], coefficients=True) if others else None
    wanted: list[float] = []
    rows: list[Floats] = []
    names: list[str] = []
    for name, value in given.items():
        if motion is None or name in plan.input_names:
            K = np.eye(len(plan.input_names))[[plan.input_names.index(name)]]
        else:
            K = motion.velocity_coefficients(name)[0]
        numbers = np.atleast_1d(real_numbers(value, f"rates: {name}"))
        if numbers.shape != (len(K),) or not np.isfinite(numbers).all():
            raise InputError(f"rates: {name} is {brief(value)}; give {len(K)} finite number{'s' if len(K) > 1 else ''}")
        wanted += numbers.tolist()
        rows += list(K)
        names += [name] * len(K)
    return np.array(wanted), np.array(rows).reshape(len(wanted), len(plan.input_names)), names
