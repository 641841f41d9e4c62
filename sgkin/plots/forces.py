"""Driving forces, joint forces and the shaking force over a motion."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.energy_balance import driven_inputs
from sgkin.dynamics.force_table import drive_word, shown_links
from sgkin.dynamics.reactions import Reactions
from sgkin.errors import InputError, UnknownNameError, brief
from sgkin.plots.curves import draw_series
from sgkin.plots.series import Series, abscissa

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_driving_forces(
    found: Reactions, *inputs: str, power: bool = False, against: str | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the driving forces of inputs, by default of all that follow laws, and return the axes.

    power: their powers instead. against: `time` or the name of an input. Forces in N and torques in N·m have an axis
    each.
    """
    need_reactions(found)
    motion, drives = found.motion, driven_inputs(found.motion)
    for name in inputs:
        if name not in drives:
            raise UnknownNameError("plot", "driven input", name, drives)
    series = []
    for name in inputs or drives:
        if name not in found.driving_forces:
            raise InputError(f"the driving force of {name!r} is not determined at all steps; leave these steps out")
        word, values = drive_word(found, name), found.driving_forces[name]
        if power:
            assert motion.input_rates is not None
            rates = motion.input_rates[:, motion.mechanism.input_names.index(name)]
            series.append(_series(f"power of {name}", "power", "W", values * rates))
        else:
            series.append(_series(f"{word} of {name}", f"driving {word}", "N·m" if word == "torque" else "N", values))
    if not series:
        raise InputError("forces move all inputs of this motion; there is no driving force to plot")
    return draw_series(motion, series, abscissa(motion, against), ax)


def plot_joint_forces(
    found: Reactions, *joints: str, parts: bool = False, against: str | None = None, ax: Axes | None = None
) -> Axes:
    """Draw how large the forces of joints are, by default of all, and return the axes.

    A joint is named alone, or with the link on which its force acts, as `B.coupler`. parts: the forces along x and y
    instead of their magnitudes. What is not determined is left out, and refused where it is named.
    """
    need_reactions(found)
    series = []
    for joint, link in named_sites(found, joints):
        name = f"{joint} on {link}"
        if parts:
            force = found.at(joint, link)
            series += [_series(f"{axis} of {name}", "joint force", "N", force[:, n]) for n, axis in enumerate("xy")]
        else:
            series.append(_series(f"|F| of {name}", "joint force", "N", found.magnitude(joint, link)))
    if not series:
        raise InputError("no joint force is determined and not zero; there is nothing to plot")
    return draw_series(found.motion, series, abscissa(found.motion, against), ax)


def plot_shaking_force(
    found: Reactions, *, moment: bool = False, against: str | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the force that the mechanism exerts on its frame, along x and y and as a whole, and return the axes.

    moment: with its moment about the origin of ground, on an axis of its own.
    """
    need_reactions(found)
    force = found.shaking_force
    parts = {"x": force[:, 0], "y": force[:, 1], "magnitude": np.hypot(*force.T)}
    series = [_series(f"shaking force, {name}", "shaking force", "N", each) for name, each in parts.items()]
    if moment:
        series.append(_series("shaking moment", "shaking moment", "N·m", found.shaking_moment()))
    return draw_series(found.motion, series, abscissa(found.motion, against), ax)


def need_reactions(thing: object) -> None:
    """Refuse what is no reactions."""
    if not isinstance(thing, Reactions):
        raise InputError(f"forces are needed, found {brief(thing)}; reactions(motion) gives them")


def named_sites(found: Reactions, joints: tuple[str, ...]) -> list[tuple[str, str]]:
    """Joints and the links on which their forces are drawn: as named, or all that are determined and not zero."""
    if not joints:
        every = [
            (joint.name, link) for joint in found.motion.mechanism.joints for link in shown_links(found, joint.name)
        ]
        return [each for each in every if found.determined(*each)[:, :2].all() and found.at(*each).any()]
    sites = []
    for name in joints:
        joint, _, link = name.partition(".")
        found.motion.mechanism.joint(joint)
        sites += [(joint, link)] if link else [(joint, each) for each in shown_links(found, joint)]
    return sites


def _series(name: str, quantity: str, unit: str, values: Floats) -> Series:
    usual = float(np.abs(values).max(initial=0.0)) or 1.0
    return Series(name, quantity, unit, "force", values, usual)
