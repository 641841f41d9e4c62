"""`sgkin solve`: the motion of a mechanism, as a table or a CSV file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from sgkin.cli.following import (
    add_mechanism,
    add_motion_options,
    check_output,
    finish,
    follow,
    motion_times,
    reached,
)
from sgkin.cli.table import motion_table
from sgkin.model.mechanism_file import load_mechanism
from sgkin.motion import Motion

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
    motion, ended = follow(mechanism, options, options.points)
    told = f"0 to {times[-1]:.6g} s ({reason}) in {options.steps} step{'s' if options.steps > 1 else ''}"
    show(motion, told + reached(ended), options)
    finish(ended)


def show(motion: Motion, told: str, options: Namespace) -> None:
    """Write the motion to the file, or print a table of it."""
    if options.output is None:
        print(f"{motion.mechanism.name}: {told}\n\n{motion_table(motion)}")
        return
    motion.to_csv(options.output)
    units = motion.mechanism.units
    print(f"wrote {options.output}: {told}; in {units.length}, {units.angle} and s")
