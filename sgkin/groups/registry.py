"""Who solves which group.

A dictionary from signature to declaration; groups with inputs have a star. Groups that are not in it are solved by
damped Newton iteration on their own constraints (`sgkin.groups.newton`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

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


@cache
def _in_space() -> dict[str, Declaration]:
    """The same for mechanisms in space, where signatures say nothing of inputs inside a group."""
    from sgkin.groups.space.registry import IN_SPACE  # takes as long as all that the plane needs

    return {declaration.signature: declaration for declaration in IN_SPACE}


REGISTRIES: Mapping[str, Callable[[], dict[str, Declaration]]] = {"planar": lambda: REGISTRY, "spatial": _in_space}


def register(declaration: Declaration, replace: bool = False) -> None:
    """Add a kind of group; see `Declaration` for what it needs."""
    registry = registry_of(declaration.space)
    if declaration.signature in registry and not replace:
        raise RegistryError(declaration.signature, "is registered already; pass replace=True to replace it")
    registry[declaration.signature] = declaration


def registry_of(space: str) -> dict[str, Declaration]:
    """The declarations of the plane or of space, by signature."""
    if space not in REGISTRIES:
        raise RegistryError(space, f"is no space with groups; there are {' and '.join(REGISTRIES)}")
    return REGISTRIES[space]()


def registered_groups(space: str = "planar") -> tuple[str, ...]:
    """The signatures that have a solver of their own."""
    return tuple(registry_of(space))


def declaration_of(signature: str, space: str = "planar") -> Declaration:
    """The declaration of a signature."""
    registry = registry_of(space)
    if signature not in registry:
        raise RegistryError(signature, f"is not registered; registered are {', '.join(registry)}")
    return registry[signature]


def declaration_for(group: Group) -> Declaration | None:
    """Who solves a group; None for the iteration that solves any, and in space for what finds ball by ball."""
    if group.space == "spatial":
        return _in_space().get(group.signature)
    star = "*" if group.inputs and group.assur_class != DRIVEN_LINK else ""
    return REGISTRY.get(group.signature + star)
