"""`sgkin curve`: what is special on the path of a point."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from json import dumps
from typing import Any

from sgkin.analysis.curve import CouplerCurve
from sgkin.analysis.straight import StraightInterval
from sgkin.arrays import Floats
from sgkin.cli.curve_options import add_curve_options, asked_curve, straight_parts
from sgkin.cli.mechanism_options import add_mechanism, read_mechanism

NAME = "curve"
HELP = "Show extremes, cusps, double points, length and area of the path of a point."
EXAMPLE = "sgkin curve hoeken coupler.T --straight 0.005"


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    parser.add_argument("point", metavar="P", help="the point, written link.point")
    add_curve_options(parser)
    parser.add_argument("--json", action="store_true", help="write JSON, in the units of the file")


def run(options: Namespace) -> None:
    curve = asked_curve(read_mechanism(options), options.point, options)
    found = as_json(curve, straight_parts(curve, options))
    print(dumps(found, indent=2) if options.json else as_text(found))


def as_json(curve: CouplerCurve, straight: tuple[StraightInterval, ...]) -> dict[str, Any]:
    """All that was found, as plain data in the units of the file."""
    units = curve.mechanism.units
    length, unit, at = units.factor("length"), *_of_input(curve)

    def place(point: Floats) -> list[float]:
        return [float(part) / length for part in point]

    return {
        "name": curve.mechanism.name,
        "point": curve.point,
        "seen_from": curve.relative_to or curve.mechanism.ground,
        "units": {"length": units.length, "input": unit},
        "between": [curve.begin / at, curve.end / at],
        "dead_points": list(curve.ends_at_dead_points),
        "closed": curve.is_closed,
        "runs_over_itself": curve.runs_over_itself,
        "length": curve.length / length,
        "area": curve.area / length**2 if curve.is_closed else None,
        "accuracy": float(curve.accuracy[0]),
        "extremes": [
            {"of": axis, "kind": each.kind, "at": each.at / at, "point": place(each.point), "end": each.is_end}
            for axis in ("x", "y")
            for each in curve.extremes(axis)
        ],
        "turning_points": [
            {"cusp": each.is_cusp, "at": each.at / at, "point": place(each.point), "tangent": each.tangent.tolist()}
            for each in curve.turning_points
        ],
        "double_points": [
            {
                "at": [value / at for value in each.at],
                "point": place(each.point),
                "tangents": each.tangents.tolist(),
                "touches": each.touches,
            }
            for each in curve.double_points
        ],
        "inflections": [value / at for value in curve.inflections],
        "straight": [
            {
                "between": [each.begin / at, each.end / at],
                "distance": each.distance / length,
                "deviation": each.deviation / length,
                "direction": each.direction.tolist(),
            }
            for each in straight
        ],
    }


def as_text(found: dict[str, Any]) -> str:
    """The same in lines for the eye."""
    length, unit = found["units"]["length"], found["units"]["input"]
    begin, end = found["between"]
    locks = [name for name, lock in zip(("begins", "ends"), found["dead_points"], strict=True) if lock]
    shape = "closed" if found["closed"] else "open"
    path = f"path of {found['point']} seen from {found['seen_from']}"
    lines = [
        f"{found['name']}: {path}, {begin:.6g} to {end:.6g} {unit}, {shape}"
        + (f"; it {' and '.join(locks)} at a dead point" if locks else ""),
        f"length {found['length']:.9g} {length}"
        + ("" if found["area"] is None else f", area {found['area']:.9g} {length}²")
        + ("; it runs over itself, there and back or more than once" if found["runs_over_itself"] else ""),
    ]
    for each in found["extremes"]:
        where = _where(each, length, unit) + (" (end)" if each["end"] else "")
        lines.append(f"{each['kind']} of {each['of']}  {where}")
    for each in found["turning_points"]:
        lines.append(f"{'cusp' if each['cusp'] else 'turning point'}  {_where(each, length, unit)}")
    for each in found["double_points"]:
        first, second = each["at"]
        x, y = each["point"]
        touches = ", where it touches itself" if each["touches"] else ""
        lines.append(f"double point  ({x:.9g}, {y:.9g}) {length} at {first:.9g} and {second:.9g} {unit}{touches}")
    lines += [f"inflection  at {value:.9g} {unit}" for value in found["inflections"]]
    for each in found["straight"]:
        low, high = each["between"]
        lines.append(
            f"straight to {each['deviation']:.6g} {length}  from {low:.9g} to {high:.9g} {unit}, "
            f"over {each['distance']:.6g} {length}"
        )
    return "\n".join(lines)


def _where(each: dict[str, Any], length: str, unit: str) -> str:
    x, y = each["point"]
    return f"({x:.9g}, {y:.9g}) {length} at {each['at']:.9g} {unit}"


def _of_input(curve: CouplerCurve) -> tuple[str, float]:
    """The unit of the input along the curve, and its factor."""
    mechanism, moving = curve.mechanism, curve.course.direction.argmax()
    kind = mechanism.input_quantity(mechanism.input_names[int(moving)])
    return getattr(mechanism.units, kind), mechanism.units.factor(kind)
