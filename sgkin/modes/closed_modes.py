"""Which groups found by iteration have all their assembly modes in closed form.

A declaration of a user's own brings the function with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sgkin.groups import class_iii, class_iv, slots
from sgkin.groups.declaration import ClosedForm, Declaration, Modes, Values
from sgkin.modes.class_iii_modes import class_iii_modes
from sgkin.modes.class_iv_modes import class_iv_modes

FindModes = Callable[[Values, list[float]], Modes]

OF_BUILDS: dict[Callable[..., Any], FindModes] = {
    class_iii.build: class_iii_modes,
    class_iv.build: class_iv_modes,
    slots.build_platform: class_iii_modes,
}
"""By how a group is built."""


def closed_modes(declaration: ClosedForm | None) -> FindModes | None:
    """What finds all modes of a declared group, if anything does."""
    if declaration is None:
        return None
    build = declaration.build if isinstance(declaration, Declaration) else None
    return declaration.modes or (OF_BUILDS.get(build) if build is not None else None)
