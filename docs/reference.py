"""The reference: every public name with its docstring, in the order of the rooms."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import sgkin
import sgkin.plots

ROOMS = {
    "model": "Mechanisms and their files",
    "structure": "Structure",
    "solving": "Solving",
    "plan": "Plans",
    "motion": "Motions",
    "spatial_motion": "Motions in space",
    "assembly": "Assembly modes",
    "analysis": "Questions to a mechanism",
    "dynamics": "Forces and energies",
    "designs": "Many designs",
    "synthesis": "Synthesis",
    "tolerancing": "Tolerances",
    "coefficients": "Velocity coefficients",
    "chain_rule": "Matrices of groups",
    "global_solver": "Global solvers",
    "drawing": "Drawing",
    "plots": "Pictures",
    "page": "Pages",
    "errors": "Errors and outcomes",
}
"""Headings of the reference, by the part of the package where a name is at home."""


def public_names() -> Iterator[tuple[str, str, Any]]:
    """Module, name and thing of everything that is public."""
    for module in (sgkin, sgkin.plots):
        for name in module.__all__:
            yield module.__name__, name, getattr(module, name)


def write_reference(path: Path) -> None:
    """Write the page; a name without a heading stops the build."""
    named: dict[str, list[str]] = {room: [] for room in ROOMS}
    for module, name, thing in public_names():
        named[thing.__module__.split(".")[1]].append(f"{module}.{name}")
    parts = ["# Reference", "Lengths are in metres and angles in radians; (n, 2) and the like are shapes of arrays."]
    for room, heading in ROOMS.items():
        if named[room]:
            parts += [f"## {heading}", "```{eval-rst}\n" + "\n".join(map(_directive, sorted(named[room]))) + "```"]
    plan = _directive("sgkin.kinematic_plan.KinematicPlan").rstrip() + "\n   :inherited-members:\n\n"
    parts += ["## What `make_plan` makes", "```{eval-rst}\n" + plan + "```"]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _directive(name: str) -> str:
    module, _, last = name.rpartition(".")
    thing = getattr(import_module(module), last)
    if not inspect.isclass(thing):
        return f".. autofunction:: {name}\n\n"
    if issubclass(thing, Exception):
        return f".. autoexception:: {name}\n   :show-inheritance:\n\n"
    return f".. autoclass:: {name}\n   :members:\n   :no-undoc-members:\n\n"
