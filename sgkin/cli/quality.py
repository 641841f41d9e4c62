"""`sgkin quality`: how well a mechanism transmits, and how far its groups are from locking."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from json import dumps
from typing import TYPE_CHECKING, Any

from sgkin.cli.mechanism_options import add_mechanism, read_mechanism
from sgkin.cli.motion_options import add_motion_options, finish, reached, solve_motion

if TYPE_CHECKING:
    from sgkin.analysis.dead_points import DeadPointDistance
    from sgkin.analysis.group_quality import GroupQuality
    from sgkin.analysis.strokes import Strokes
    from sgkin.analysis.transmission import TransmissionAngle
    from sgkin.motion import Motion

NAME = "quality"
HELP = "Show how far each group is from locking, transmission angles of joints, and strokes with their time ratio."
EXAMPLE = "sgkin quality crank_shaper --transmission-angle F --strokes H"


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    parser.add_argument(
        "--transmission-angle",
        metavar="JOINT",
        nargs="+",
        help="transmission angles of these joints (default: of all that have one)",
    )
    parser.add_argument(
        "--strokes",
        metavar="OUTPUT",
        nargs="+",
        default=[],
        help="dead centres, stroke and time ratio of joints, links or coordinates (coupler.P.x) over a whole turn",
    )
    parser.add_argument("--json", action="store_true", help="write JSON; angles and lengths in radians and metres")
    add_motion_options(parser)


def run(options: Namespace) -> None:
    from sgkin.analysis.dead_points import dead_point_distance
    from sgkin.analysis.group_quality import group_quality
    from sgkin.analysis.strokes import strokes
    from sgkin.analysis.transmission import all_transmission_angles, transmission_angle

    mechanism = read_mechanism(options)
    motion, ended = solve_motion(mechanism, options)
    joints = options.transmission_angle
    angles = [transmission_angle(motion, each) for each in joints] if joints else list(all_transmission_angles(motion))
    found = [strokes(mechanism, output) for output in options.strokes]
    groups = group_quality(motion)
    distance = dead_point_distance(motion) if len(mechanism.input_names) == 1 else None
    if options.json:
        print(dumps(as_json(motion, groups, distance, angles, found), indent=2))
    else:
        print(f"{mechanism.name}: over {motion.steps} steps{reached(ended)}\n")
        print(as_text(motion, groups, distance, angles, found))
    finish(ended)


def as_text(
    motion: Motion,
    groups: tuple[GroupQuality, ...],
    distance: DeadPointDistance | None,
    angles: list[TransmissionAngle],
    strokes: list[Strokes],
) -> str:
    """All that was found, one part after the other."""
    from sgkin.analysis.transmission_text import distance_text, quality_text

    parts = [quality_text(motion.mechanism, groups)]
    if distance is not None:
        parts.append(distance_text(motion.mechanism, distance))
    return "\n\n".join([*parts, *map(str, angles), *map(str, strokes)])


def as_json(
    motion: Motion,
    groups: tuple[GroupQuality, ...],
    distance: DeadPointDistance | None,
    angles: list[TransmissionAngle],
    strokes: list[Strokes],
) -> dict[str, Any]:
    """The same as plain data, in radians, metres and seconds."""
    from dataclasses import asdict

    from sgkin.analysis.transmission_text import extreme_as_json

    limits = () if distance is None else (distance.low, distance.high)
    return {
        "name": motion.mechanism.name,
        "inputs": motion.mechanism.input_names,
        "groups": [
            {
                "group": each.group.label,
                "measure": each.measure,
                "extremes": [extreme_as_json(extreme) for extreme in each.extremes],
                "zeros": [extreme_as_json(extreme) for extreme in each.zeros],
            }
            for each in groups
        ],
        "dead_points": [None if limit is None else limit.value for limit in limits],
        "transmission_angles": [
            {
                "joint": each.joint,
                "transmitting": each.transmitting,
                "driven": each.driven,
                "extremes": [extreme_as_json(extreme) for extreme in each.extremes],
            }
            for each in angles
        ],
        "strokes": [
            {
                "output": each.output,
                "stroke": each.stroke,
                "time_ratio": each.time_ratio,
                "time_ratio_by_law": each.time_ratio_by_law,
                "dead_centres": [asdict(centre) for centre in each.dead_centres],
            }
            for each in strokes
        ],
    }
