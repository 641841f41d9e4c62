"""What a page needs to show transmission angles and the quality of groups: the records of `analysis`, with numbers in
the place of names. The page reads them of its own poses, see `transmission.js`."""

from __future__ import annotations

from typing import Any

from sgkin.analysis.group_quality import quality_measure
from sgkin.analysis.pose_vectors import Between, Inclined, LinkPoint, OfVelocity, PoseVector
from sgkin.analysis.transmission import all_transmission_lines
from sgkin.model.mechanism import Mechanism
from sgkin.page.rows import row_content
from sgkin.plan.plan import Plan


def transmission_content(plan: Plan) -> list[dict[str, Any]]:
    """Every joint that has a transmission angle: those of the links that are solved last come first."""
    mechanism = plan.mechanism
    group_of = {str(link): number for number, group in enumerate(plan.structure.groups) for link in group.links}
    found = [
        {
            "joint": lines.joint,
            "group": group_of[lines.driven],
            "words": f"{lines.transmitting} drives {lines.driven}",
            "lines": f"force {lines.force.words}, motion {lines.direction.words}",
            "force": _vector(mechanism, lines.force.vector),
            "along": _vector(mechanism, lines.direction.vector),
        }
        for lines in all_transmission_lines(mechanism, plan.structure)
    ]
    return sorted(found, key=lambda each: -each["group"])


def quality_content(plan: Plan) -> list[dict[str, Any]]:
    """What the quality of each group is, in solving order: a constant, a share of one vector along another, or the
    conditions of whose derivatives it is the reciprocal condition."""
    return [_quality(plan, number) for number in range(len(plan.structure.groups))]


def _quality(plan: Plan, number: int) -> dict[str, Any]:
    measure = quality_measure(plan, number)
    if measure.constant is not None:
        return {"words": measure.words, "constant": measure.constant}
    if measure.share is not None:
        a, b = (_vector(plan.mechanism, vector) for vector in (measure.share.a, measure.share.b))
        return {"words": measure.words, "share": {"a": a, "b": b, "near": measure.share.near}}
    return {"words": measure.words, "rows": [row_content(condition) for condition in measure.conditions]}


def _vector(mechanism: Mechanism, vector: PoseVector) -> dict[str, Any]:
    number = {link.name: number for number, link in enumerate(mechanism.links)}

    def end(point: LinkPoint) -> list[float]:
        return [number[point.link], point.x, point.y]

    match vector:
        case Between():
            return {"kind": "between", "ends": [end(vector.first), end(vector.second)], "turned": vector.is_turned}
        case Inclined():
            return {"kind": "inclined", "link": number[vector.link], "angle": vector.angle}
        case OfVelocity():
            return {"kind": "velocity", "link": number[vector.link], "at": end(vector.at)}
