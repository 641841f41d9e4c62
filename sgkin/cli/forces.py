"""`sgkin forces`: what the drives of a mechanism must do so that it moves by its laws, and what its joints carry."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

import numpy as np

from sgkin.cli.motion_options import (
    add_mechanism,
    add_motion_options,
    check_output,
    finish,
    motion_times,
    reached,
    solve_motion,
)
from sgkin.errors import InputError
from sgkin.model.mechanism_file import load_mechanism
from sgkin.progress import waiting

if TYPE_CHECKING:
    from sgkin.dynamics.reactions import Reactions
    from sgkin.motion import Motion

NAME = "forces"
HELP = "Show driving forces, joint forces and the shaking force of a mechanism that moves by its motion laws."
EXAMPLE = "sgkin forces uchida_slider_crank --csv forces.csv"
PLOTS = {
    "driving": "plot_driving_forces",
    "joints": "plot_joint_forces",
    "hodograph": "plot_force_hodograph",
    "shaking": "plot_shaking_force",
}


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    add_motion_options(parser)
    parser.add_argument("--csv", metavar="FILE", help="write motion and forces of all steps to a CSV file")
    parser.add_argument("--plot", metavar="FILE", help="draw the driving forces, or what --what says")
    parser.add_argument("--what", choices=tuple(PLOTS), help="with --plot (default driving)")
    parser.add_argument(
        "--joints", metavar="J", nargs="+", help="with --what joints or hodograph: only these (B, B.rod)"
    )


def run(options: Namespace) -> None:
    from sgkin.cli.force_text import forces_text
    from sgkin.dynamics.force_table import force_columns

    if options.csv is not None:
        check_output(options.csv, "csv", "txt")
    if options.plot is not None:
        check_output(options.plot, "png", "svg", "pdf")
    elif options.what or options.joints:
        raise InputError("--what and --joints belong to --plot; name a picture with it")
    if options.joints and options.what not in ("joints", "hodograph"):
        raise InputError("--joints belongs to --what joints and --what hodograph; say which of them is meant")
    mechanism = load_mechanism(options.mechanism)
    times, reason = motion_times(mechanism, options)
    motion, ended = solve_motion(mechanism, options)
    found, left_out = determined_steps(motion)
    print(f"{mechanism.name}: 0 to {times[-1]:.6g} s ({reason}) in {options.steps} steps{reached(ended)}{left_out}\n")
    print(forces_text(found))
    if options.csv is not None:
        found.motion.to_csv(options.csv, force_columns(found))
        print(f"\nwrote {options.csv}: in {mechanism.units.length}, {mechanism.units.angle}, s, N, N·m and W")
    if options.plot is not None:
        _draw(found, options)
    finish(ended)


def _draw(found: Reactions, options: Namespace) -> None:
    from sgkin import plots

    what = options.what or "driving"
    draw = getattr(plots, PLOTS[what])
    with waiting("drawing"):
        plots.save_picture(lambda ax: draw(found, *(options.joints or ()), ax=ax), options.plot)
    print(f"{'' if options.csv else chr(10)}wrote {options.plot}: {what}")


def determined_steps(motion: Motion) -> tuple[Reactions, str]:
    """The forces at all steps that are not singular, and which steps are left out, in words.

    In a singular position a part of the forces is not determined.
    """
    from sgkin.dynamics.reactions import reactions
    from sgkin.solving import solve

    with waiting("finding forces"):
        found = reactions(motion)
        singular = list(found.singular_steps)
        if not singular:
            return found, ""
        if len(singular) == motion.steps or motion.times is None:
            raise InputError("the mechanism is in a singular position at every step; no force is determined")
        kept = np.delete(motion.times, singular)
        moments = ", ".join(f"{motion.times[step]:.6g}" for step in singular[:4]) + (", …" if len(singular) > 4 else "")
        words = f"; without t = {moments} s, where it is in a singular position"
        return reactions(solve(motion.mechanism, kept)), words
