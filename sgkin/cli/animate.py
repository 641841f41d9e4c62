"""`sgkin animate`: a mechanism in motion, as a film or a page."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from sgkin.cli.mechanism_options import add_mechanism, read_mechanism
from sgkin.cli.motion_options import add_motion_options, check_output, finish, reached, solve_motion
from sgkin.progress import waiting

NAME = "animate"
HELP = "Write a mechanism in motion to a .gif, .mp4, .html or .svg file."
EXAMPLE = "sgkin animate four_bar_crank_rocker --points coupler.P -o four_bar.gif"


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    parser.add_argument(
        "--points",
        metavar="P",
        nargs="*",
        help="draw the paths of points, link.point or point (default: those that matter; none after --points alone)",
    )
    parser.add_argument(
        "--seconds", metavar="T", type=float, help="how long the film takes (default: as long as the motion, 2 to 12 s)"
    )
    parser.add_argument("--rate", metavar="N", type=float, default=25.0, help="pictures a second (default 25)")
    add_motion_options(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="a .gif, .mp4 (with ffmpeg), .html or .svg file"
    )


def run(options: Namespace) -> None:
    from sgkin.plots.animation import animate_motion

    path = check_output(options.output)
    motion, ended = solve_motion(read_mechanism(options), options)
    with waiting("painting"):
        animate_motion(motion, path, points=options.points, seconds=options.seconds, rate=options.rate)
    print(f"wrote {path}{reached(ended)}")
    finish(ended)
