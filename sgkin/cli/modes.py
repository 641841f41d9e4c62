"""`sgkin modes`: all ways in which a mechanism can be assembled."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from json import dumps
from typing import Any

import numpy as np

from sgkin.assembly import AssemblyMode, AssemblyModes
from sgkin.cli.motion_options import add_mechanism, read_inputs
from sgkin.cli.table import Column, columns_table
from sgkin.model.mechanism import Mechanism, at_inputs
from sgkin.model.mechanism_file import load_mechanism
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
    mechanism = load_mechanism(options.mechanism)
    modes = assembly_modes(mechanism, read_inputs(mechanism, options.input), limit=options.limit)
    print(dumps(as_json(mechanism, modes), indent=2) if options.json else as_text(mechanism, modes))


def as_text(mechanism: Mechanism, modes: AssemblyModes) -> str:
    """How many modes there are, how many each group has, and where the links are in each."""
    number = f"{len(modes)} assembly mode{'' if len(modes) == 1 else 's'}"
    lines = [f"{mechanism.name}: {number}{at_inputs(mechanism, modes.inputs.tolist())}", "", *_group_lines(modes)]
    if len(modes):
        lines += ["", columns_table(_columns(mechanism, modes))]
    singular = [str(number) for number, mode in enumerate(modes, 1) if mode.singular]
    if singular:
        lines += ["", f"another mode meets mode {', '.join(singular)} here; no motion can be started from there"]
    return "\n".join(lines)


def _group_lines(modes: AssemblyModes) -> list[str]:
    labels = [group.label for group in modes.structure.groups]
    width = max(map(len, labels), default=0)
    lines = []
    for number, (label, (fewest, most)) in enumerate(zip(labels, modes.counts, strict=True)):
        count = str(most) if fewest == most else f"{fewest} to {most}"
        rest = "  searched for from many starts; there may be others" if number in modes.searched else ""
        rest += "  in some modes of the groups before it, it can move on its own" if number in modes.loose else ""
        lines.append(f"{label:{width}}  {count} mode{'' if count == '1' else 's'}{rest}")
    return lines


def _columns(mechanism: Mechanism, modes: AssemblyModes) -> list[Column]:
    """A row for each mode: its number, the branches of groups that have them, and the poses of the links."""
    units = mechanism.units
    columns = [Column("mode", "", np.arange(1, len(modes) + 1))]
    for number, group in enumerate(modes.structure.groups):
        branches = np.array([mode.branches[number] for mode in modes])
        if branches.any():
            columns.append(Column(f"{group.signature}({group.links[0]})", "", branches))
    poses = np.array([mode.poses for mode in modes])
    parts = (("x", "length", units.length), ("y", "length", units.length), ("theta", "angle", units.angle))
    for place, link in enumerate(modes[0].links):
        for part, (name, kind, unit) in enumerate(parts):
            columns.append(Column(f"{link}.{name}", unit, poses[:, place, part] / units.factor(kind)))
    return columns


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
    length, angle = mechanism.units.factor("length"), mechanism.units.factor("angle")
    return {
        "numbers": mode.numbers,
        "branches": mode.branches,
        "residual": mode.residual / length,
        "singular": mode.singular,
        "poses": {
            link: [x / length, y / length, theta / angle]
            for link, (x, y, theta) in zip(mode.links, mode.poses.tolist(), strict=True)
        },
    }
