"""`sgkin forces`: what the drives of a mechanism must do so that it moves by its laws, and what its joints carry."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from json import dumps
from typing import TYPE_CHECKING, Any

import numpy as np

from sgkin.cli.mechanism_options import add_mechanism, read_mechanism
from sgkin.cli.motion_json import FORCE_UNITS, motion_as_json
from sgkin.cli.motion_options import (
    add_motion_options,
    check_output,
    finish,
    motion_times,
    reached,
    solve_motion,
)
from sgkin.errors import InputError
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
    parser.add_argument("--json", action="store_true", help="write all steps as JSON, in the units of the file")


def run(options: Namespace) -> None:
    from sgkin.cli.force_text import forces_text

    if options.csv is not None:
        check_output(options.csv, "csv", "txt")
    if options.plot is not None:
        check_output(options.plot, "png", "svg", "pdf")
    elif options.what or options.joints:
        raise InputError("--what and --joints belong to --plot; name a picture with it")
    if options.joints and options.what not in ("joints", "hodograph"):
        raise InputError("--joints belongs to --what joints and --what hodograph; say which of them is meant")
    mechanism = read_mechanism(options)
    times, reason = motion_times(mechanism, options)
    motion, ended = solve_motion(mechanism, options)
    found, left_out = determined_steps(motion)
    if not options.json:
        told = f"0 to {times[-1]:.6g} s ({reason}) in {options.steps} steps{reached(ended)}{left_out}"
        print(f"{mechanism.name}: {told}\n\n{forces_text(found)}")
    wrote = list(_write(found, options))
    if options.json:
        print(dumps(as_json(found, motion)))
    elif wrote:
        print("\n".join(["", *wrote]))
    finish(ended)


def as_json(found: Reactions, motion: Motion) -> dict[str, Any]:
    """All forces as plain data, in N, N·m and W, with the motion in the units of the file; `left_out`: the times of the
    motion at which it is in a singular position."""
    from sgkin.dynamics.force_table import force_columns

    assert motion.times is not None
    assert found.motion.times is not None
    return motion_as_json(found.motion, force_columns(found), FORCE_UNITS) | {
        "complete": motion.is_complete,
        "left_out": np.setdiff1d(motion.times, found.motion.times).tolist(),
        "undetermined": found.undetermined,
    }


def _write(found: Reactions, options: Namespace) -> Iterator[str]:
    """Write the files that are asked for, and tell of each."""
    from sgkin.dynamics.force_table import force_columns

    if options.csv is not None:
        found.motion.to_csv(options.csv, force_columns(found))
        units = found.motion.mechanism.units
        yield f"wrote {options.csv}: in {units.length}, {units.angle}, s, N, N·m and W"
    if options.plot is not None:
        from sgkin import plots

        what = options.what or "driving"
        draw = getattr(plots, PLOTS[what])
        with waiting("drawing"):
            plots.save_picture(lambda ax: draw(found, *(options.joints or ()), ax=ax), options.plot)
        yield f"wrote {options.plot}: {what}"


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
