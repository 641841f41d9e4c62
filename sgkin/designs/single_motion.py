"""One design of many as a motion of its own, for all that is computed of motions: forces, energies, curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sgkin.arrays import Floats
from sgkin.motion import Motion
from sgkin.results.outcomes import Outcomes
from sgkin.results.stored_frames import StoredFrames

if TYPE_CHECKING:
    from sgkin.designs.design_motions import DesignMotions


def single_motion(designs: DesignMotions, number: int) -> Motion:
    """The steps that a design has reached, with its own dimensions, masses, forces and motion laws."""
    study, one = designs.study, designs.part(number, number + 1)
    parameters, reached = one.parameters[0], int(one.ended_at[0])
    drive = study.drive(parameters, one.drive).first(reached)
    coefficients = None
    if one.has_coefficients:
        names = study.outputs
        coefficients = {
            name: (one.velocity_coefficients(name)[0, :reached], one.coefficient_gradients(name)[0, :reached])
            for name in names
        }
    if coefficients is None and not one.has_velocities:
        drive = drive._replace(rates=None, accelerations=None)

    def orders(name: str) -> list[Floats]:
        found = [one.position(name)[0, :reached]]
        if coefficients is not None and drive.rates is not None:
            found += _rates(*coefficients[name], drive.rates, drive.accelerations)
        elif drive.rates is not None:
            found += [one.velocity(name)[0, :reached], one.acceleration(name)[0, :reached]]
        return [each.T.copy() for each in found]

    links = {name: orders(name) for name in study.outputs if "." not in name}
    points = {name: orders(name) for name in study.outputs if "." in name}
    groups = len(study.plan.structure.groups)
    return Motion(
        study.design(parameters),
        study.plan.structure,
        *drive,
        outputs=study.outputs,
        requested_steps=len(one.drive.inputs),
        _outcomes=Outcomes(len(one.drive.inputs), reached, np.zeros(groups, dtype=np.int8)),
        _results=StoredFrames(links, points, coefficients),
    )


def _rates(K: Floats, L: Floats, rates: Floats, accelerations: Floats | None) -> list[Floats]:
    """K ż and K z̈ + (L ż) ż."""
    assert accelerations is not None
    velocity = np.einsum("ncf,nf->nc", K, rates)
    return [velocity, np.einsum("ncf,nf->nc", K, accelerations) + np.einsum("ncfg,nf,ng->nc", L, rates, rates)]
