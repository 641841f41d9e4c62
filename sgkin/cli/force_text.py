"""Driving forces, joint forces and the shaking force of a motion as text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.energy_balance import driven_inputs
from sgkin.dynamics.force_table import ForceExtremes, drive_word, shown_links
from sgkin.dynamics.reactions import Reactions
from sgkin.dynamics.simulation import Simulation
from sgkin.errors import listing
from sgkin.motion import Motion
from sgkin.text_table import aligned, count


@dataclass(frozen=True)
class Places:
    """How steps are told: by the only input, by the time in simulations and where there are several inputs."""

    heading: str
    values: Floats

    @classmethod
    def of(cls, motion: Motion) -> Places:
        mechanism = motion.mechanism
        if motion.times is not None and (isinstance(motion, Simulation) or len(mechanism.input_names) != 1):
            return cls("at t [s]", motion.times)
        (name,) = mechanism.input_names
        kind = mechanism.input_quantity(name)
        unit = getattr(mechanism.units, kind)
        return cls(f"at {name} [{unit}]", motion.inputs[:, 0] / mechanism.units.factor(kind))

    def __getitem__(self, step: int) -> str:
        return f"{self.values[step]:.5g}"


def forces_text(found: Reactions) -> str:
    """How large all forces become, and where, one table below the other."""
    where = Places.of(found.motion)
    parts = [_drives(found, where), _joints(found, where), _frame(found, where)]
    if found.undetermined:
        parts.append(
            f"not determined by motion and loads, since joints are redundant: {listing(found.undetermined, verb=False)}"
        )
    if found.singular_steps:
        steps = count(len(found.singular_steps), "step")
        parts.append(
            f"at {steps} it is in a singular position; joint forces that are not determined there are left out"
        )
    return "\n\n".join(part for part in parts if part)


def _drives(found: Reactions, where: Places) -> str:
    names = [name for name in driven_inputs(found.motion) if name in found.driving_forces]
    if not names:
        return ""
    rows = [("driving", "", "least", where.heading, "greatest", where.heading, "rms")]
    rates = found.motion.input_rates
    assert rates is not None
    for name in names:
        values = found.driving_forces[name]
        word, unit = drive_word(found, name), "N·m" if drive_word(found, name) == "torque" else "N"
        power = values * rates[:, found.motion.mechanism.input_names.index(name)]
        for thing, series, measure in ((word, values, unit), ("power", power, "W")):
            rows.append(
                (name, thing, *_both(series, where, measure), _number(float(np.sqrt(np.mean(series**2))), measure))
            )
    return "\n".join(aligned(rows))


def _joints(found: Reactions, where: Places) -> str:
    rows = [("joint", "on", "least force", where.heading, "greatest force", where.heading, "moment")]
    every = [(joint.name, link) for joint in found.motion.mechanism.joints for link in shown_links(found, joint.name)]
    known = [each for each in every if found.determined(*each)[:, :2].all()]
    largest = max((float(found.magnitude(*each).max()) for each in known), default=0.0)
    for joint, link in known:
        extremes = _both(found.magnitude(joint, link), where, "N", largest)
        rows.append((joint, link, *extremes, _moment(found, joint, link)))
    return "\n".join(aligned(rows)) if known else ""


def _moment(found: Reactions, joint: str, link: str) -> str:
    """The range of the moment, where the joint gives any."""
    if not found.determined(joint, link)[:, 2].all():
        return "not determined"
    values = found.moment(joint, link)
    if not values.any():
        return "–"
    return f"{values.min():.5g} to {values.max():.5g} N·m"


def _frame(found: Reactions, where: Places) -> str:
    force, moment = np.hypot(*found.shaking_force.T), found.shaking_moment()
    rows = [("on the frame", "least", where.heading, "greatest", where.heading)]
    rows.append(("shaking force", *_both(force, where, "N")))
    rows.append(("moment about the origin", *_both(moment, where, "N·m")))
    return "\n".join(aligned(rows))


def _both(values: Floats, where: Places, unit: str, largest: float | None = None) -> tuple[str, str, str, str]:
    """Least and greatest, each with where it is."""
    found = ForceExtremes.of(values, float(np.abs(values).max()) if largest is None else largest)
    low, high = _number(found.least, unit), _number(found.greatest, unit)
    return low, where[found.least_step], high, where[found.greatest_step]


def _number(value: float, unit: str) -> str:
    return f"{value:.6g} {unit}"
