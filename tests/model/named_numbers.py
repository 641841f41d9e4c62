"""Mechanisms whose numbers are all parameters."""

from __future__ import annotations

from dataclasses import replace

from sgkin import Mechanism, Parameter


def named(mechanism: Mechanism) -> Mechanism:
    """The same with a parameter for each of its numbers."""
    bare = replace(mechanism, parameters={}, expressions={})
    names = {address: f"p{number}" for number, address in enumerate(bare.numbers)}
    return replace(
        bare,
        parameters={names[address]: Parameter(each.value) for address, each in bare.numbers.items()},
        expressions={address: f"= {name}" for address, name in names.items()},
    )
