"""`sgkin solve`: the motion of a mechanism, as a table or a CSV file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from sgkin.cli.following import add_mechanism, add_motion_options, check_output, motion_times
from sgkin.cli.progress import ProgressBar
from sgkin.cli.table import motion_table
from sgkin.errors import MotionError
from sgkin.model.mechanism_file import load_mechanism
from sgkin.motion import Motion
from sgkin.solving import solve

NAME = "solve"
HELP = "Solve the motion of a mechanism and show it as a table, or write it to a CSV file."
EXAMPLE = "sgkin solve four_bar_crank_rocker --points coupler.P rocker -o motion.csv"


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    add_motion_options(parser)
    parser.add_argument(
        "--points", metavar="P", nargs="+", help="points, as link.point, and links to show (default: all links)"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write all steps, with velocities and accelerations, to a CSV file"
    )


def run(options: Namespace) -> None:
    if options.output is not None:
        check_output(options.output)
    mechanism = load_mechanism(options.mechanism)
    times, reason = motion_times(mechanism, options)
    told = f"0 to {times[-1]:.6g} s ({reason}) in {options.steps} step{'s' if options.steps > 1 else ''}"
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
