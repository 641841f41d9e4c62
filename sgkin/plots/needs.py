"""What a picture is drawn of, or a sentence that says what is needed."""

from __future__ import annotations

from sgkin.errors import InputError, brief
from sgkin.motion import Motion
from sgkin.structure.structure import Structure


def need_motion(thing: object) -> None:
    """Refuse what is no motion."""
    if not isinstance(thing, Motion):
        raise InputError(f"a motion is needed, found {brief(thing)}; solve(mechanism, times) gives one")


def need_structure(thing: object) -> None:
    """Refuse what is no structure."""
    if not isinstance(thing, Structure):
        raise InputError(f"a structure is needed, found {brief(thing)}; decompose(mechanism) gives one")
