"""Who solves which group.

A dictionary from signature to declaration; groups with inputs have a star. Groups that are not in it are solved by
damped Newton iteration on their own constraints (`sgkin.groups.newton`).
"""

from __future__ import annotations

from sgkin.errors import RegistryError
from sgkin.groups.class_iii import PLATFORMS
from sgkin.groups.class_iv import BRIDGES
from sgkin.groups.cylinder import CYLINDER
from sgkin.groups.declaration import Declaration
from sgkin.groups.driven import POSED, SLID, TURNED
from sgkin.groups.prp import PRP
from sgkin.groups.rpp import RPP
from sgkin.groups.rpr import RPR
from sgkin.groups.rrp import RRP
from sgkin.groups.rrr import RRR
from sgkin.groups.slots import SLOTS
from sgkin.structure.structure import Group

REGISTRY: dict[str, Declaration] = {
    declaration.signature: declaration
    for declaration in (RRR, RRP, RPR, PRP, RPP, *PLATFORMS, *BRIDGES, TURNED, SLID, POSED, CYLINDER, *SLOTS)
}


DRIVEN_LINK = 1
"""The class of groups whose inputs place a link; they have the star in their signature."""


def register(declaration: Declaration, replace: bool = False) -> None:
    """Add a kind of group; see `Declaration` for what it needs."""
    if declaration.signature in REGISTRY and not replace:
        raise RegistryError(declaration.signature, "is registered already; pass replace=True to replace it")
    REGISTRY[declaration.signature] = declaration


def registered_groups() -> tuple[str, ...]:
    """The signatures that have a solver of their own."""
    return tuple(REGISTRY)


def declaration_of(signature: str) -> Declaration:
    """The declaration of a signature."""
    if signature not in REGISTRY:
        raise RegistryError(signature, f"is not registered; registered are {', '.join(REGISTRY)}")
    return REGISTRY[signature]


def declaration_for(group: Group) -> Declaration | None:
    """Who solves a group; None for the iteration that solves any."""
    star = "*" if group.inputs and group.assur_class != DRIVEN_LINK else ""
    return REGISTRY.get(group.signature + star)
