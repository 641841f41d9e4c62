"""`sgkin export`: a mechanism for other programs and for the workshop."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from sgkin.cli.mechanism_options import add_mechanism, read_mechanism
from sgkin.cli.motion_options import add_motion_options, check_output, finish, reached, solve_motion
from sgkin.errors import InputError, MobilityError, MotionError, PictureError, UnsolvableError
from sgkin.model.mechanism import Mechanism
from sgkin.model.mechanism_writer import save_mechanism
from sgkin.motion import Motion
from sgkin.progress import waiting

NAME = "export"
HELP = "Write a mechanism as .toml or .json, its links as .svg or .dxf to be cut, or its motion as .csv."
EXAMPLE = "sgkin export four_bar_crank_rocker --hole 6 --width 16 -o four_bar.dxf"
ENDINGS = ("toml", "json", "svg", "dxf", "csv")


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        required=True,
        help="its ending says what is written: .toml and .json the mechanism file, .svg and .dxf the links with holes "
        "at the pins in mm and a layer for each link, .csv all positions, velocities and accelerations",
    )
    parser.add_argument("--hole", metavar="D", type=float, help="with .svg and .dxf: diameter of the holes, in mm")
    parser.add_argument("--width", metavar="W", type=float, help="with .svg and .dxf: width of a bar, in mm")
    parser.add_argument("--points", metavar="P", nargs="+", help="with .csv: only these points and links")
    add_motion_options(parser)


def run(options: Namespace) -> None:
    path = check_output(options.output)
    ending = path.suffix.removeprefix(".").lower()
    if ending not in ENDINGS:
        raise PictureError(path, ENDINGS, "file", ENDINGS)
    for name, endings in (("hole", (".svg", ".dxf")), ("width", (".svg", ".dxf")), ("points", (".csv",))):
        if getattr(options, name) is not None and f".{ending}" not in endings:
            raise InputError(f"--{name} belongs to {' and '.join(endings)} files, not to {path}")
    mechanism = read_mechanism(options)
    ended, description = None, ""
    if ending in ("toml", "json"):
        save_mechanism(mechanism, path)
    elif ending == "csv":
        motion, ended = solve_motion(mechanism, options, outputs=options.points)
        with waiting("writing"):
            motion.to_csv(path)
        description = reached(ended)
    else:
        ended = _cut(mechanism, path, options)
    print(f"wrote {path}{description}")
    finish(ended)


def _cut(mechanism: Mechanism, path: Path, options: Namespace) -> MotionError | None:
    """Write the links; why the motion ended early, if it did."""
    from sgkin.drawing.parts import make_parts
    from sgkin.drawing.parts_file import save_parts

    for name in ("hole", "width"):
        value = getattr(options, name)
        if value is not None and not 0.0 < value < float("inf"):
            raise InputError(f"--{name} is {value:g}; give a length in mm above 0")
    hole, width = (None if value is None else value / 1000.0 for value in (options.hole, options.width))
    moving, ended = _moving(mechanism, options)
    save_parts(make_parts(moving, hole, width), path)
    return ended


def _moving(mechanism: Mechanism, options: Namespace) -> tuple[Mechanism | Motion, MotionError | None]:
    """The motion, over which slots have to reach; the mechanism alone where its structure has none."""
    try:
        return solve_motion(mechanism, options)
    except (MobilityError, UnsolvableError) as error:
        print(f"sgkin: slots and guides are drawn for the initial configuration alone: {error}", file=sys.stderr)
        return mechanism, None
