"""Transmission angles, qualities and strokes in words and as plain data, in the units of the mechanism's file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sgkin.analysis.dead_points import DeadPointDistance
from sgkin.analysis.extremes import ExtremeValue
from sgkin.analysis.group_quality import GroupQuality
from sgkin.analysis.strokes import Strokes
from sgkin.analysis.transmission import TransmissionAngle
from sgkin.model.mechanism import Mechanism, at_inputs
from sgkin.text_table import aligned

ROUNDED = 10
"""Decimals of inputs in words."""


def transmission_text(found: TransmissionAngle) -> str:
    """The two lines, and a row for each extreme."""
    mechanism = found.motion.mechanism
    head = f"transmission angle at {found.joint}: {found.transmitting} drives {found.driven}"
    lines = [f"  force {found.force}", f"  motion {found.direction}"]
    rows = [(f"  {each.kind}", angle_text(mechanism, each.value), where(mechanism, each)) for each in found.extremes]
    if any(each.value > 0.5 * np.pi for each in found.between_extremes):
        rows += [
            (f"  {each.kind} between the links", angle_text(mechanism, each.value), where(mechanism, each))
            for each in found.between_extremes
        ]
    rows.append(("  greatest pressure angle", angle_text(mechanism, found.deviation), where(mechanism, found.least)))
    return "\n".join([head, *lines, *aligned(rows)])


def where(mechanism: Mechanism, each: ExtremeValue) -> str:
    """At which inputs an extreme is, as it stands in a sentence."""
    if each.kind == "constant":
        return "all along"
    inputs = np.round(each.inputs, ROUNDED) + 0.0  # no negative zero
    return at_inputs(mechanism, inputs).strip() + (", an end of the motion" if each.is_end else "")


def angle_text(mechanism: Mechanism, value: float) -> str:
    """An angle with its unit."""
    return f"{value / mechanism.units.factor('angle'):.6g} {mechanism.units.angle}"


def quality_text(mechanism: Mechanism, found: Sequence[GroupQuality]) -> str:
    """A row for each group."""
    rows: list[tuple[str, ...]] = [("group", "measure", "least", "", "greatest", "")]
    for each in found:
        low, high = each.least, each.greatest
        rows.append(
            (
                each.group.label,
                each.measure,
                f"{low.value:.4f}",
                where(mechanism, low),
                f"{high.value:.4f}",
                where(mechanism, high),
            )
        )
    return "\n".join(aligned(rows))


def strokes_text(found: Strokes) -> str:
    """The dead centres and the strokes between them."""
    mechanism, kind = found.mechanism, output_kind(found)
    units = mechanism.units
    unit = getattr(units, kind)

    def value(number: float) -> str:
        return f"{number / units.factor(kind):.6g} {unit}"

    rows: list[tuple[str, ...]] = [("  dead centre", found.output, found.input, "until the next", "stroke")]
    for stroke in found.strokes:
        turned, long = angle_text(mechanism, stroke.input_angle), value(stroke.length)
        begin = stroke.begin
        rows.append((f"  {begin.kind}", value(begin.value), angle_text(mechanism, begin.input), turned, long))
    by_law = found.time_ratio_by_law
    law = "" if by_law is None else f", {by_law:.6g} by its motion law"
    head = f"strokes of {found.output} over {found.turns} turn{'s' if found.turns > 1 else ''} of {found.input}"
    ratio = f"time ratio {found.time_ratio:.6g} with constant speed of {found.input}{law}"
    return "\n".join([f"{head}: {value(found.stroke)}, {ratio}", *aligned(rows)])


def output_kind(found: Strokes) -> str:
    """Whether an output is an angle or a length."""
    mechanism, name = found.mechanism, found.output
    if mechanism.has_link(name) or name.endswith(".theta"):
        return "angle"
    if "." in name:
        return "length"
    return "length" if mechanism.joint(name).coordinate == "stroke" else "angle"


def distance_text(mechanism: Mechanism, found: DeadPointDistance) -> str:
    """How far the next dead points are from the first step."""
    kind = mechanism.input_quantity(found.input)
    factor, unit = mechanism.units.factor(kind), getattr(mechanism.units, kind)
    parts = []
    for limit, distance, way in ((found.low, found.below, "below"), (found.high, found.above, "above")):
        if limit is not None:
            groups = ", ".join(group.label for group in limit.groups)
            parts.append(f"{distance[0] / factor:.6g} {unit} {way}, at {limit.value / factor:.6g} {unit} ({groups})")
    if not parts:
        return f"no dead point along {found.input}"
    return f"next dead points along {found.input}, from the beginning: {'; '.join(parts)}"


def extreme_as_json(each: ExtremeValue) -> dict[str, Any]:
    """An extreme as plain data, in radians and metres."""
    return {"value": each.value, "inputs": each.inputs.tolist(), "kind": each.kind, "end": each.is_end}
