"""`sgkin solve`: the motion of a mechanism, as a table or a CSV file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np

from sgkin.cli.progress import ProgressBar
from sgkin.cli.table import motion_table
from sgkin.errors import InputError, MotionError
from sgkin.model.duration import default_duration
from sgkin.model.mechanism_file import load_mechanism
from sgkin.motion import Motion
from sgkin.solving import solve

NAME = "solve"
HELP = "Solve the motion of a mechanism and show it as a table, or write it to a CSV file."
EXAMPLE = "sgkin solve four_bar_crank_rocker --points coupler.P rocker -o motion.csv"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("mechanism", metavar="NAME_OR_FILE", help="a mechanism of the library, or a mechanism file")
    parser.add_argument("--steps", metavar="N", type=int, default=360, help="steps in time (default 360)")
    parser.add_argument(
        "--until",
        metavar="T",
        type=float,
        help="seconds from t = 0 (default: to the end of the range stated in the file, a turn of the crank, or 1 s)",
    )
    parser.add_argument(
        "--points", metavar="P", nargs="+", help="points, as link.point, and links to show (default: all links)"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write all steps, with velocities and accelerations, to a CSV file"
    )


def run(options: Namespace) -> None:
    if options.steps < 1:
        raise InputError(f"--steps is {options.steps}; give a whole number from 1 on")
    if options.until is not None and not 0.0 < options.until < np.inf:
        raise InputError(f"--until is {options.until:g}; give a time in seconds after 0")
    if options.output is not None and not Path(options.output).parent.is_dir():
        raise InputError(f"{options.output}: there is no folder {Path(options.output).parent}; make it first")
    mechanism = load_mechanism(options.mechanism)
    until, reason = (options.until, "as asked") if options.until is not None else default_duration(mechanism)
    times = np.linspace(0.0, until, options.steps + 1)
    told = f"0 to {until:.6g} s ({reason}) in {options.steps} step{'s' if options.steps > 1 else ''}"
    try:
        with ProgressBar("steps") as progress:
            motion = solve(mechanism, times, outputs=options.points, progress=progress)
    except MotionError as error:
        if error.motion.steps:
            show(
                error.motion, f"{told}, of which {error.motion.steps - 1} up to {error.motion.times[-1]:.6g} s", options
            )
        raise
    show(motion, told, options)


def show(motion: Motion, told: str, options: Namespace) -> None:
    """Write the motion to the file, or print a table of it."""
    if options.output is None:
        print(f"{motion.mechanism.name}: {told}\n\n{motion_table(motion)}")
        return
    motion.to_csv(options.output)
    units = motion.mechanism.units
    print(f"wrote {options.output}: {told}; in {units.length}, {units.angle} and s")
