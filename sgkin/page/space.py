"""What the page of a mechanism in space holds: its solids, and the frames of its links along a motion."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np

from sgkin.arrays import Floats
from sgkin.drawing.solid_drawing import SolidDrawing, draw_solid
from sgkin.drawing.solids import Ball, Solid, Surface, Tube
from sgkin.drawing.space_scene import make_space_scene, motion_frames
from sgkin.drawing.style import COLOURS, STYLES
from sgkin.drawing.view import View
from sgkin.errors import MobilityError, MotionError, UnsolvableError
from sgkin.model.duration import default_duration
from sgkin.model.mechanism import Mechanism
from sgkin.solving import solve
from sgkin.structure.structure import Structure

DIGITS = 9
"""Significant digits of stored frames."""
SAME = 1e-9
"""Points that move less than this, in parts of the mechanism's size, are not offered."""


def space_page_content(mechanism: Mechanism, steps: int) -> dict[str, Any]:
    """All data of the page of a mechanism; `still` says why, if it cannot move."""
    try:
        times = np.linspace(0.0, default_duration(mechanism)[0], steps + 1)
        return motion_content(solve(mechanism, times, progress=False))
    except MotionError as error:
        if error.motion is None or not error.motion.steps:
            return still_content(mechanism, str(error))
        return motion_content(error.motion, f"The motion ends early: {error}")
    except (MobilityError, UnsolvableError) as error:
        return still_content(mechanism, str(error))


def motion_content(motion: Any, note: str = "") -> dict[str, Any]:
    """The page of a motion."""
    times = np.arange(motion.steps, dtype=float) if motion.times is None else motion.times
    return space_content(motion.mechanism, motion.structure, motion_frames(motion), times, motion.inputs, note)


def still_content(mechanism: Mechanism, reason: str) -> dict[str, Any]:
    """The page of a mechanism that has a structure but no motion, in its design position."""
    scene = make_space_scene(mechanism, View())
    return space_content(mechanism, scene.structure, scene.frames, np.zeros(1), np.zeros((1, 0)), reason)


def space_content(
    mechanism: Mechanism, structure: Structure, frames: Floats, times: Floats, inputs: Floats, still: str = ""
) -> dict[str, Any]:
    """All data of the page: `frames` (n, links, 3, 4) at `times` (n,) and `inputs` (n, f); `still`: why it rests."""
    names = [link.name for link in mechanism.links]
    drawing = draw_solid(mechanism, dict(zip(names, frames[0], strict=True)), structure)
    units = mechanism.units
    middle, reach = _whole(names, frames, drawing)
    return {
        "name": mechanism.name,
        "title": mechanism.title or mechanism.name,
        "notes": mechanism.notes,
        "source": mechanism.source,
        "formula": structure.formula,
        "still": still,
        "units": {kind: [getattr(units, kind), units.factor(kind)] for kind in ("length", "angle")},
        "links": names,
        "groupOf": [drawing.groups.get(name) for name in names],
        "groups": [{"signature": each.signature, "links": list(map(str, each.links))} for each in structure.groups],
        "colours": len(COLOURS),
        "styles": {role: asdict(style) for role, style in STYLES.items()},
        "solids": [_solid(each, names) for each in drawing.solids],
        "labels": [
            {"frame": names.index(each.frame), "place": list(each.place), "text": each.text} for each in drawing.labels
        ],
        "middle": middle.tolist(),
        "reach": reach,
        "size": drawing.size,
        "points": _points(mechanism, frames),
        "inputs": [{"name": name, "quantity": mechanism.input_quantity(name)} for name in mechanism.input_names],
        "times": _numbers(times),
        "values": [_numbers(row) for row in inputs],
        "frames": [_numbers(frame.transpose(0, 2, 1).ravel()) for frame in frames],
    }


def _numbers(values: Floats) -> list[float]:
    return [float(f"{value:.{DIGITS}g}") for value in values.tolist()]


def _solid(solid: Solid, names: list[str]) -> dict[str, Any]:
    common = {"frame": names.index(solid.frame), "role": solid.role, "lift": solid.lift}
    match solid:
        case Surface():
            return common | {"points": [list(place) for place in solid.points], "closed": solid.closed}
        case Ball():
            return common | {"start": list(solid.centre), "radius": solid.radius}
        case Tube():
            other = names.index(solid.other or solid.frame)
            ends = {"start": list(solid.start), "end": list(solid.end)}
            return common | ends | {"other": other, "radius": solid.radius, "reach": solid.reach}


def _whole(names: list[str], frames: Floats, drawing: SolidDrawing) -> tuple[Floats, float]:
    """The middle and the radius of a sphere that holds all that is drawn over a motion."""
    number = {name: place for place, name in enumerate(names)}
    some = frames[:: max(1, len(frames) // 60)]
    ends = dict.fromkeys(end for solid in drawing.solids for end in solid.ends)
    places = np.concatenate(
        [some[:, number[link], :, :3] @ np.array(place) + some[:, number[link], :, 3] for link, place in ends]
    )
    middle = 0.5 * (places.min(axis=0) + places.max(axis=0))
    return middle, float(np.linalg.norm(places - middle, axis=1).max()) + 2.0 * drawing.size


def _points(mechanism: Mechanism, frames: Floats) -> list[dict[str, Any]]:
    """The named points that move, each by itself once."""
    found: dict[bytes, dict[str, Any]] = {}
    for number, link in enumerate(mechanism.links):
        for name, place in link.points.items():
            way = frames[:, number, :, :3] @ np.array(place) + frames[:, number, :, 3]
            if link.name == mechanism.ground or np.ptp(way, axis=0).max() <= SAME * mechanism.size:
                continue
            key = np.round(way[:: max(1, len(way) // 5)] / (1e-6 * mechanism.size)).astype(int).tobytes()
            found.setdefault(key, {"name": f"{link.name}.{name}", "link": number, "place": list(place)})
    return list(found.values())
