"""`sgkin structure`: how a mechanism comes apart."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import asdict, replace
from json import dumps
from pathlib import Path
from typing import Any

from sgkin.cli.adjacency_options import add_adjacency, read_adjacency, refuse_adjacency_options
from sgkin.cli.mechanism_options import add_mechanism, read_mechanism
from sgkin.cli.motion_options import check_output
from sgkin.structure.decomposition import decompose, decompose_adjacency
from sgkin.structure.structure import Group, Structure

NAME = "structure"
HELP = "Show how a mechanism, or an adjacency matrix, comes apart into its ordered structural groups."
EXAMPLE = "sgkin structure jansen_leg --plot structure.png"


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser, required=False)
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.add_argument("--plot", metavar="FILE", help="draw the structure graph into FILE (.png, .svg, .pdf)")
    add_adjacency(parser)
    parser.set_defaults(refuse=parser.error)


def run(options: Namespace) -> None:
    if options.plot:
        check_output(options.plot)
    structure = read_structure(options)
    if options.plot:
        from sgkin.plots.structure_graph import save_structure_plot

        save_structure_plot(structure, options.plot)
    if options.json:
        print(dumps(as_json(structure), indent=2))
        return
    print(f"{structure}\n\n{structure.formula}")
    if options.plot:
        print(f"\npicture: {options.plot}")


def read_structure(options: Namespace) -> Structure:
    """The structure of the mechanism or of the adjacency matrix that the options name."""
    if (options.mechanism is None) == (options.adjacency is None):
        options.refuse("name either a mechanism or mechanism file, or an adjacency matrix with --adjacency FILE")
    if options.adjacency is not None:
        if options.set:
            options.refuse("--set belongs to a mechanism; an adjacency matrix has no dimensions")
        return replace(decompose_adjacency(*read_adjacency(options)), name=Path(options.adjacency).stem)
    refuse_adjacency_options(options)
    return decompose(read_mechanism(options))


def as_json(structure: Structure) -> dict[str, Any]:
    """The structure as plain data."""
    groups = [
        {
            key: getattr(group, key)
            for key in (
                "links",
                "joints",
                "inputs",
                "signature",
                "assur_class",
                "order",
                "depends_on",
                "hangs_on",
                "dependent",
                "independent",
                "redundant",
                "loose",
            )
        }
        | (_steps(group) if group.space == "spatial" else {})
        for group in structure.groups
    ]
    return {
        "name": structure.name,
        "mobility": structure.mobility,
        "mechanism_class": structure.mechanism_class,
        "formula": structure.formula,
        "inputs": structure.inputs,
        "groups": groups,
        "redundant": [asdict(entry) for entry in structure.redundant],
        "undetermined": structure.undetermined,
        "idle": structure.idle,
        "spins": [spin._asdict() for spin in structure.spins],
        "geometry": None if structure.geometry is None else asdict(structure.geometry),
        "findings": structure.findings,
    }


def _steps(group: Group) -> dict[str, Any]:
    """The order in which points, or orientations and positions, of a group in space can be solved."""
    points = [
        {"points": step.points, "conditions": [each._asdict() for each in step.conditions]} for step in group.points
    ]
    return {"points": points, "attitudes": [step._asdict() for step in group.attitudes]}
