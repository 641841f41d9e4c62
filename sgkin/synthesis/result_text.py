"""What synthesis found, as text in the units of the mechanism."""

from __future__ import annotations

import numpy as np

from sgkin.model.quantity import unit_text
from sgkin.synthesis.result import Synthesis
from sgkin.text_table import aligned

DIGITS = 6


def synthesis_text(found: Synthesis) -> str:
    """The error, the dimensions, and what is met."""
    units = found.mechanism.units
    quantity = "angle" if found.is_angle else "length"
    unit = unit_text(quantity, units)

    def told(value: float) -> str:
        return f"{value / units.factor(quantity):.4g} {unit}"

    lines = [
        f"{found.mechanism.title or found.mechanism.name}: {found.output} at {len(found.wanted)} targets",
        f"off by {told(found.error)} (root mean square), {told(float(found.distances.max()))} at most",
    ]
    if found.turned is not None and not found.is_angle:
        worst = float(np.abs(found.turned).max()) / units.factor("angle")
        lines.append(f"turned by {worst:.4g} {unit_text('angle', units)} at most")
    lines += [str(each) for each in found.requirements]
    if found.conditions < found.unknowns:
        lines.append(
            f"{found.conditions} conditions for {found.unknowns} unknowns: there are many such linkages, this is one"
        )
    lines.append(f"{found.tried} designs were looked at")
    return "\n".join([*lines, "", *aligned(_dimensions(found))])


def _dimensions(found: Synthesis) -> list[tuple[str, ...]]:
    mechanism, rows = found.mechanism, list[tuple[str, ...]]()
    for name, value in found.parameters.items():
        kind = mechanism.parameters[name].quantity if name in mechanism.parameters else mechanism.numbers[name].quantity
        shown = value / mechanism.units.factor(kind)
        rows.append((name, f"{shown:.{DIGITS}g}", unit_text(kind, mechanism.units)))
    return rows
