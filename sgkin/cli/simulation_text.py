"""What happened in a simulation, as text: events, energies, and extremes of inputs and forces."""

from __future__ import annotations

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.applied_forces import applied_force
from sgkin.dynamics.energy_balance import EnergyBalance
from sgkin.dynamics.simulation import Simulation
from sgkin.text_table import aligned, count, shortened


def summary_text(motion: Simulation, balance: EnergyBalance, method: str) -> str:
    """What happened, in tables."""
    assert motion.times is not None
    free = f"{', '.join(motion.free)} free"
    how = f"{method}, {count(motion.evaluations, 'evaluation')} of the equations of motion"
    parts = [f"{motion.mechanism.name}: {motion.times[-1]:.6g} s under forces, {free}; {how}"]
    told = [f"  {each}" for each in motion.happenings] or [f"  {_nothing(motion, balance)}"]
    parts.append("\n".join(["what happened", *shortened(told, "of this kind")]))
    parts += [_energies(balance), _inputs(motion)]
    return "\n\n".join(part for part in parts if part)


RESTING = 1e-9
"""Kinetic energy, in parts of the potential energy, up to which a mechanism stays where it is."""


def _rests(balance: EnergyBalance) -> bool:
    return float(balance.kinetic.max()) <= RESTING * float(np.abs(balance.potential).max())


def _nothing(motion: Simulation, balance: EnergyBalance) -> str:
    """That nothing special happened; or that nothing moves, and why that may be."""
    mechanism = motion.mechanism
    if balance.kinetic.any() and _rests(balance):
        return "it stays in the place of rest where it starts; give another start, or a rate"
    if balance.kinetic.any():
        return "nothing but the motion itself"
    without = [name for name, given in (("gravity", any(mechanism.gravity)), ("forces", mechanism.forces)) if not given]
    why = f": there is no {' and there are no '.join(without)}, and it starts from rest" if without else ""
    return f"nothing moves{why}"


def _energies(balance: EnergyBalance) -> str:
    rows: list[tuple[str, ...]] = [("energy", "at the start", "least", "greatest", "at the end")]
    for name, values in (("kinetic", balance.kinetic), ("potential", balance.potential), ("total", balance.total)):
        rows.append((name, *(f"{value:.6g} J" for value in (values[0], values.min(), values.max(), values[-1]))))
    for name, work in balance.works.items():
        rows.append((f"work of {name}", *(f"{value:.6g} J" for value in (0.0, work.min(), work.max(), work[-1]))))
    if _rests(balance):
        return "\n".join(aligned(rows))
    kept = "total energy less all work" if balance.works else "total energy"
    drift = f"drift of the {kept}: {f'{balance.drift:.1e}' if balance.drift else '0'} of the largest kinetic energy"
    return "\n".join([*aligned(rows), drift])


def _inputs(motion: Simulation) -> str:
    """Inputs and their rates with their extremes and when they are there, and the forces."""
    mechanism, units = motion.mechanism, motion.mechanism.units
    rows = [("", "least", "at", "greatest", "at")]
    for number, name in enumerate(mechanism.input_names):
        kind = mechanism.input_quantity(name)
        unit, factor = getattr(units, kind), units.factor(kind)
        assert motion.input_rates is not None
        rows.append(_row(motion, name, motion.inputs[:, number] / factor, unit))
        rows.append(_row(motion, f"rate of {name}", motion.input_rates[:, number] / factor, f"{unit}/s"))
    rows += _forces(motion)
    return "\n".join(aligned(rows))


def _forces(motion: Simulation) -> list[tuple[str, str, str, str, str]]:
    mechanism, rows = motion.mechanism, []
    for force in mechanism.forces:
        values = np.atleast_2d(applied_force(motion, force.name).T)
        for each, action in zip(values, force.actions(mechanism), strict=True):
            unit = "N·m" if action.coordinate.measure == "angle" else "N"
            rows.append(_row(motion, force.name, each, unit))
    return rows


def _row(motion: Simulation, name: str, values: Floats, unit: str) -> tuple[str, str, str, str, str]:
    assert motion.times is not None
    low, high = int(values.argmin()), int(values.argmax())
    least, greatest = (f"{values[step] + 0.0:.6g} {unit}" for step in (low, high))
    return name, least, f"{motion.times[low]:.4g} s", greatest, f"{motion.times[high]:.4g} s"
