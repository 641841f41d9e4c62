"""`sgkin parameters`: what can be set in a mechanism."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from json import dumps

from sgkin.cli.mechanism_options import add_mechanism, read_mechanism
from sgkin.model.mechanism_text import describe_parameters

NAME = "parameters"
HELP = "List the parameters of a mechanism and all its numbers by their addresses, as --set takes them."
EXAMPLE = "sgkin parameters four_bar_path_generator --set r2=25"


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    parser.add_argument("--json", action="store_true", help="write JSON, in SI units and radians")


def run(options: Namespace) -> None:
    mechanism = read_mechanism(options)
    if options.json:
        parameters = {name: asdict(parameter) for name, parameter in mechanism.parameters.items()}
        numbers = {
            address: {
                "value": each.value,
                "quantity": each.quantity,
                "expression": mechanism.expressions.get(address, ""),
            }
            for address, each in mechanism.numbers.items()
        }
        print(dumps({"parameters": parameters, "numbers": numbers}, indent=2, ensure_ascii=False))
        return
    print("\n\n".join([*describe_parameters(mechanism), str(mechanism.numbers)]))
