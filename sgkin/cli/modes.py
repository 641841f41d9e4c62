"""`sgkin modes`: all ways in which a mechanism can be assembled."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from json import dumps
from typing import Any

from sgkin.assembly import AssemblyMode, AssemblyModes
from sgkin.cli.mechanism_options import add_mechanism, read_mechanism
from sgkin.cli.motion_options import read_inputs
from sgkin.model.mechanism import Mechanism
from sgkin.model.pose_coordinates import POSE_COORDINATES
from sgkin.solving import assembly_modes

NAME = "modes"
HELP = "Show all ways in which a mechanism can be assembled at given inputs."
EXAMPLE = "sgkin modes class_III_triad_on_crank --input motor=0"


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    parser.add_argument(
        "--input",
        metavar="NAME=VALUE",
        nargs="+",
        default=[],
        help="inputs, in the units of the file (default: those of the initial configuration)",
    )
    parser.add_argument("--limit", metavar="N", type=int, default=1000, help="most modes to show (default 1000)")
    parser.add_argument("--json", action="store_true", help="write JSON, in the units of the file")


def run(options: Namespace) -> None:
    mechanism = read_mechanism(options)
    modes = assembly_modes(mechanism, read_inputs(mechanism, options.input), limit=options.limit)
    print(dumps(as_json(mechanism, modes), indent=2) if options.json else modes)


def as_json(mechanism: Mechanism, modes: AssemblyModes) -> dict[str, Any]:
    """The modes as plain data, in the units of the file."""
    units = mechanism.units
    inputs = zip(mechanism.input_names, modes.inputs.tolist(), strict=True)
    groups = [
        {
            "group": group.label,
            "fewest": fewest,
            "most": most,
            "complete": number not in modes.searched,
            "loose": number in modes.loose,
        }
        for number, (group, (fewest, most)) in enumerate(zip(modes.structure.groups, modes.counts, strict=True))
    ]
    return {
        "name": mechanism.name,
        "units": {"length": units.length, "angle": units.angle},
        "inputs": {name: value / units.factor(mechanism.input_quantity(name)) for name, value in inputs},
        "complete": modes.complete,
        "groups": groups,
        "modes": [_mode_as_json(mechanism, mode) for mode in modes],
    }


def _mode_as_json(mechanism: Mechanism, mode: AssemblyMode) -> dict[str, Any]:
    factors = [mechanism.units.factor(kind) for kind in POSE_COORDINATES[mechanism.space].values()]
    return {
        "numbers": mode.numbers,
        "branches": mode.branches,
        "residual": mode.residual / mechanism.units.factor("length"),
        "singular": mode.singular,
        "poses": dict(zip(mode.links, (mode.poses / factors).tolist(), strict=True)),
    }
