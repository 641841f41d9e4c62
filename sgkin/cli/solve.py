"""`sgkin solve`: the motion of a mechanism, as a table or a CSV file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from json import dumps
from typing import TYPE_CHECKING

from sgkin.arrays import Floats
from sgkin.cli.mechanism_options import add_mechanism, read_mechanism
from sgkin.cli.motion_json import motion_as_json
from sgkin.cli.motion_options import (
    add_motion_options,
    check_output,
    finish,
    motion_times,
    reached,
    solve_motion,
)
from sgkin.cli.table import chosen_rows, motion_table
from sgkin.model.mechanism import Mechanism
from sgkin.motion import Motion
from sgkin.progress import waiting

if TYPE_CHECKING:
    from sgkin.analysis.transmission import TransmissionAngle

NAME = "solve"
HELP = "Solve the motion of a mechanism and show it as a table or JSON, or write it to a CSV file."
EXAMPLE = "sgkin solve four_bar_crank_rocker --points coupler.P rocker -o motion.csv"


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    add_motion_options(parser)
    parser.add_argument(
        "--points", metavar="P", nargs="+", help="points (link.point or point) and links to show (default: all links)"
    )
    parser.add_argument(
        "--transmission-angle",
        metavar="JOINT",
        nargs="+",
        default=[],
        help="transmission and pressure angles of joints",
    )
    parser.add_argument(
        "--speed",
        metavar="P",
        nargs="+",
        default=[],
        help="points whose |v|, |a|, tangential and normal acceleration are shown too",
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write all steps, with velocities and accelerations, to a CSV file"
    )
    parser.add_argument("--json", action="store_true", help="write the same as JSON, in the units of the file")


def run(options: Namespace) -> None:
    if options.output is not None:
        check_output(options.output, "csv", "txt")
    mechanism = read_mechanism(options)
    times, reason = motion_times(mechanism, options)
    motion, ended = solve_motion(mechanism, options, _outputs(mechanism, options))
    description = f"0 to {times[-1]:.6g} s ({reason}) in {options.steps} step{'s' if options.steps > 1 else ''}"
    show(motion, description + reached(ended), options)
    finish(ended)


def show(motion: Motion, description: str, options: Namespace) -> None:
    """Write the motion to the file, or print it as JSON or as a table."""
    from sgkin.analysis.transmission import transmission_angle

    units = motion.mechanism.units
    with waiting("writing"):
        angles = [transmission_angle(motion, joint) for joint in options.transmission_angle]
        more = angle_columns(angles, units.factor("angle")) | motion.speed_columns(options.speed, units=True)
        if options.output is not None:
            motion.to_csv(options.output, more)
        json = dumps(motion_as_json(motion, more)) if options.json else ""
    if options.json:
        print(json)
    elif options.output is not None:
        print(f"wrote {options.output}: {description}; in {units.length}, {units.angle} and s")
    else:
        print(f"{motion.mechanism.name}: {description}\n\n{motion_table(motion, more)}")
        shown = len(chosen_rows(motion.steps))
        if shown < motion.steps:
            print(f"\n{shown} of {motion.steps} positions; -o FILE.csv writes all, with velocities and accelerations")
        for found in angles:
            print(f"\n{found}")


def _outputs(mechanism: Mechanism, options: Namespace) -> list[str] | None:
    """What is kept: all links, or what is named and the points of which speeds are asked for."""
    speeds = [mechanism.full_name(name, "--speed") for name in options.speed]
    return None if options.points is None else list(dict.fromkeys([*options.points, *speeds]))


def angle_columns(angles: list[TransmissionAngle], factor: float) -> dict[str, Floats]:
    """Columns (n,) of transmission and pressure angles, in units of a factor."""
    columns: dict[str, Floats] = {}
    for found in angles:
        columns[f"{found.joint}.transmission_angle"] = found.angle / factor
        columns[f"{found.joint}.pressure_angle"] = found.pressure / factor
        if found.between is not None:
            columns[f"{found.joint}.angle_between_links"] = found.between / factor
    return columns
