"""How a mechanism looks on its page: shapes with their frames, the points that can be chosen, and what has to fit."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from typing import Any

import numpy as np

from sgkin.arrays import Floats
from sgkin.drawing.drawing import Drawing, limits
from sgkin.drawing.reach import Configurations, world
from sgkin.drawing.shapes import Aim, Bent, Circle, Path, Rounded, Shape
from sgkin.drawing.style import COLOURS, STYLES
from sgkin.model.mechanism import Mechanism
from sgkin.traced_number import TracedNumber

MARGIN = 0.06
"""Free space round the mechanism, as a part of its larger side."""
SAME = 1e-7
"""Points that stay this near to each other, as a part of the mechanism's size, are one."""
SAMPLED = 60
"""About how many configurations are looked at to find what has to fit."""


def drawn_points(mechanism: Mechanism, configurations: Configurations, size: float) -> list[dict[str, Any]]:
    """The named points that move, those that always coincide once; `free` where one is at no joint.

    If there is only one configuration, all points but those of ground.
    """
    index = {link.name: number for number, link in enumerate(mechanism.links)}
    jointed = {point for joint in mechanism.joints for point in joint.points}
    found: dict[tuple[int, ...], dict[str, Any]] = {}
    for link in mechanism.links:
        for point, place in link.points.items():
            way = world(configurations, link.name, place)
            moves = len(way) == 1 or np.ptp(way, axis=0).max() > SAME * size
            if link.name == mechanism.ground or not moves:
                continue
            name = f"{link.name}.{point}"
            key = tuple(np.round(way[:: max(1, len(way) // 5)].ravel() / (SAME * size)).astype(int).tolist())
            entry = {"name": name, "label": point, "end": [index[link.name], *place], "free": name not in jointed}
            found.setdefault(key, entry)
    return list(found.values())


def drawing_content(mechanism: Mechanism, drawing: Drawing) -> dict[str, Any]:
    """Frames, styles and the size of signs of a drawing."""
    index = {link.name: number for number, link in enumerate(mechanism.links)}
    frames: dict[str, dict[str, Any]] = {
        name: {"link": number, "place": (0.0, 0.0), "axes": number, "towards": None, "stretches": False}
        for name, number in index.items()
    }
    for aim in drawing.aims:
        towards = None if aim.towards is None else [index[aim.towards[0]], *aim.towards[1]]
        axes = index[aim.axes] if aim.axes else None
        frames[aim.name] = {"link": index[aim.link], "place": aim.place, "axes": axes, "towards": towards}
        frames[aim.name]["stretches"] = aim.stretches
    for name, number in _frame_numbers(mechanism, drawing).items():
        frames[name] |= {"number": number, "group": drawing.groups.get(name), "moves": name != mechanism.ground}
    return {
        "size": drawing.size,
        "colours": len(COLOURS),
        "styles": {role: asdict(style) for role, style in STYLES.items()},
        "frames": list(frames.values()),
    }


def _frame_numbers(mechanism: Mechanism, drawing: Drawing) -> dict[str, int]:
    """Links first, then the frames that are fixed to none."""
    names = [*(link.name for link in mechanism.links), *(aim.name for aim in drawing.aims)]
    return {name: number for number, name in enumerate(names)}


def drawn_shapes(mechanism: Mechanism, drawing: Drawing) -> list[dict[str, Any]]:
    """The shapes of a drawing, each in its frame, in painting order."""
    numbers = _frame_numbers(mechanism, drawing)
    return [_shape(shape, numbers) for shape in drawing.shapes]


def _shape(shape: Shape, numbers: dict[str, int]) -> dict[str, Any]:
    common = {"frame": numbers[shape.frame], "role": shape.role}
    match shape:
        case Circle():
            return {**common, "points": _rounded([shape.centre]), "radius": _rounded(shape.radius)}
        case Path():
            return {**common, "points": _rounded(shape.points), "closed": shape.closed}
        case Rounded():
            drawn = {**common, "points": _rounded(plain(shape).outline(48)), "closed": True}
            if not any(isinstance(each, TracedNumber) for corner in shape.corners for each in corner):
                return drawn
            # the page finds the outline for other corners
            return drawn | {"corners": shape.corners, "round": shape.radius, "bent": isinstance(shape, Bent)}


def plain(thing: Any) -> Any:
    """A drawing, or a part of one, of plain numbers alone."""
    if isinstance(thing, TracedNumber):
        return float(thing)
    if isinstance(thing, tuple):
        return tuple(map(plain, thing))
    if isinstance(thing, Drawing | Aim | Circle | Path | Rounded):
        return replace(thing, **{each.name: plain(getattr(thing, each.name)) for each in fields(thing)})
    return thing


def _rounded(values: Any) -> Any:
    """Numbers that are only drawn, to seven digits; those that vary as they are."""
    if isinstance(values, TracedNumber):
        return values
    if isinstance(values, float | int):
        return float(f"{values:.7g}")
    return [_rounded(value) for value in values]


def drawn_bounds(mechanism: Mechanism, drawing: Drawing, poses: Floats) -> list[float]:
    """Left, bottom, right and top of everything drawn at poses (n, links, 3), with free space round it."""
    boxes, drawn = [], plain(drawing)
    for each in poses[:: max(1, len(poses) // SAMPLED)].tolist():
        placed = {link.name: (x, y, t) for link, (x, y, t) in zip(mechanism.links, each, strict=True)}
        boxes.append(limits(drawn.placed(placed)))
    (left, right), (bottom, top) = (
        (min(box[axis][0] for box in boxes), max(box[axis][1] for box in boxes)) for axis in (0, 1)
    )
    margin = MARGIN * max(right - left, top - bottom)
    return [left - margin, bottom - margin, right + margin, top + margin]
