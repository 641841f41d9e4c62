"""What a page holds: the mechanism, its constraints, its stored configurations and its drawing, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sgkin.analysis.motion_range import Limit
from sgkin.arrays import Floats
from sgkin.drawing.drawing import Drawing
from sgkin.drawing.mechanism_drawing import draw_mechanism
from sgkin.drawing.reach import Configurations
from sgkin.errors import InitialConfigurationError, MobilityError, Outcome, UnsolvableError, listing
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.mechanism import Mechanism
from sgkin.page.appearance import drawing_content, drawn_bounds, drawn_points, drawn_shapes
from sgkin.page.modes import PageMode, page_modes
from sgkin.page.rows import Row, constraint_rows, row_content
from sgkin.page.tracks import STOPS, InputTrack, LawTrack, Track
from sgkin.page.transmission import quality_content, transmission_content
from sgkin.page.varying import Varying, law_content
from sgkin.plan.plan import Plan
from sgkin.solving import make_plan
from sgkin.structure.decomposition import examine
from sgkin.structure.structure import Structure, roman

DIGITS = 14
"""Significant digits of stored numbers."""
HAPPENS = {
    "dead point": Outcome.CANNOT_ASSEMBLE.reason,
    "change point": Outcome.CHANGE_POINT.reason,
    "link at infinity": Outcome.SINGULAR.reason,
}
"""What comes of the groups at a limit, by its kind."""


def page_content(mechanism: Mechanism, steps: int) -> dict[str, Any]:
    """All data of the page of a mechanism; `still` says why, if it cannot move."""
    try:
        plan = make_plan(mechanism)
        if plan.input_names:
            return moving_content(plan, steps)
    except (MobilityError, UnsolvableError) as error:
        return still_content(mechanism, str(error))
    return still_content(mechanism, f"{mechanism.name}: nothing is driven, since nothing can move")


def moving_content(plan: KinematicPlan, steps: int) -> dict[str, Any]:
    """The page of a mechanism that moves."""
    mechanism, structure = plan.mechanism, plan.structure
    modes, note = page_modes(plan, steps)
    file = modes[0]
    varying = Varying.of(plan)
    made = varying.plan
    rows = constraint_rows(made.site.mechanism, structure, file.poses, file.inputs)
    longest = max((mode.laws for mode in modes), key=lambda laws: len(laws.times))
    drawing = draw_mechanism(made.mechanism, _configurations(mechanism, file.drawn), structure)
    content = {
        **_common(made.mechanism, structure, file.drawn, plan.unit_length, drawing),
        "still": "",
        "rows": [row_content(row.condition) | {"group": row.group} for row in rows],
        "transmission": transmission_content(made),
        "quality": quality_content(made),
        "inputs": [_input(mechanism, name) for name in mechanism.input_names],
        "laws": _laws(longest),
        "lawFormulas": law_content(made.mechanism),
        "modes": [_mode(made, mode, rows, drawing) for mode in sorted(modes, key=lambda mode: mode.number)],
        "modesNote": note,
    }
    return content | varying.content(content)


def still_content(mechanism: Mechanism, reason: str) -> dict[str, Any]:
    """The page of a mechanism that has a structure but no motion, as its initial configuration places it."""
    structure, placed = examine(mechanism)
    if placed.unplaced:
        raise InitialConfigurationError(
            f"{reason}; and the initial configuration does not place {listing(placed.unplaced, verb=False)}, so that "
            "there is nothing to show: give places or angles of them in [initial]",
            links=placed.unplaced,
        )
    poses = np.array([[placed.poses[link.name] for link in mechanism.links]])
    extent = float(np.ptp(poses[0, :, :2], axis=0).max()) or 1.0
    drawing = draw_mechanism(mechanism, _configurations(mechanism, poses), structure)
    mode = {"number": 1, "file": True, "start": {"inputs": [], "poses": _numbers(poses.ravel())}, "inputs": []}
    return {
        **_common(mechanism, structure, poses, extent, drawing),
        "still": reason,
        "rows": [],
        "transmission": [],
        "quality": [],
        "inputs": [],
        "laws": None,
        "modes": [{**mode, **_drawn(mechanism, drawing, poses)}],
        "modesNote": "",
        "parameters": [],
        "varying": [],
    }


def _configurations(mechanism: Mechanism, poses: Floats) -> Configurations:
    return {link.name: poses[:, number] for number, link in enumerate(mechanism.links)}


def _mode(plan: Plan, mode: PageMode, rows: Sequence[Row], file: Drawing) -> dict[str, Any]:
    """One assembly mode; only that of the file brings its configurations along, the page finds those of the others."""
    mechanism, structure = plan.mechanism, plan.structure
    counted = constraint_rows(plan.site.mechanism, structure, mode.poses, mode.inputs)
    constants = [
        [number, new.condition.constant]
        for number, (new, row) in enumerate(zip(counted, rows, strict=True))
        if new.condition.constant != row.condition.constant
    ]
    drawing = draw_mechanism(mechanism, _configurations(mechanism, mode.drawn), structure, file.size)
    laws = mode.laws.poses
    return {
        "number": mode.number,
        "file": mode.is_file,
        "differs": mode.differs or [],
        "start": {"inputs": _numbers(mode.inputs), "poses": _numbers(mode.poses.ravel())},
        "constants": constants,
        "inputs": [_range(mechanism, number, track, mode.is_file) for number, track in enumerate(mode.tracks)],
        "lawSteps": len(mode.laws.times),
        "lawPoses": None if laws is None or not mode.is_file else _table(laws.reshape(len(laws), -1)),
        **_drawn(mechanism, drawing, mode.drawn, None if mode.is_file else file),
    }


def _drawn(mechanism: Mechanism, drawing: Drawing, poses: Floats, file: Drawing | None = None) -> dict[str, Any]:
    """How much of a mode there is to see, and its shapes: those of the file's drawing as their numbers there."""
    known = {shape: number for number, shape in enumerate(file.shapes)} if file else {}
    shapes = [
        known.get(shape, made) for shape, made in zip(drawing.shapes, drawn_shapes(mechanism, drawing), strict=True)
    ]
    same = file is not None and drawing.shapes == file.shapes
    return {"bounds": drawn_bounds(mechanism, drawing, poses), "shapes": None if same else shapes}


def _common(mechanism: Mechanism, structure: Structure, poses: Floats, size: float, drawing: Drawing) -> dict[str, Any]:
    """What pages of moving and still mechanisms share; poses (n, links, 3) are those to be shown."""
    units = mechanism.units
    return {
        "name": mechanism.name,
        "title": mechanism.title or mechanism.name,
        "notes": mechanism.notes,
        "source": mechanism.source,
        "units": {kind: [getattr(units, kind), units.factor(kind)] for kind in ("length", "angle")},
        "size": size,
        "formula": structure.formula,
        "links": [link.name for link in mechanism.links],
        "ground": [link.name for link in mechanism.links].index(mechanism.ground),
        "groups": _groups(mechanism, structure),
        "points": drawn_points(mechanism, _configurations(mechanism, poses), size),
        "drawing": drawing_content(mechanism, drawing),
    }


def _groups(mechanism: Mechanism, structure: Structure) -> list[dict[str, Any]]:
    index = {link.name: number for number, link in enumerate(mechanism.links)}
    return [
        {
            "label": group.label,
            "signature": group.signature,
            "class": "" if group.assur_class is None else roman(group.assur_class),
            "links": [index[str(link)] for link in group.links],
            "inputs": group.inputs,
            "after": group.depends_on,
        }
        for group in structure.groups
    ]


def _input(mechanism: Mechanism, name: str) -> dict[str, Any]:
    return {"name": name, "quantity": mechanism.input_quantity(name)}


def _range(mechanism: Mechanism, number: int, track: InputTrack, stored: bool) -> dict[str, Any]:
    """How far an input goes in a mode."""
    name = mechanism.input_names[number]
    return {
        "low": track.low,
        "high": track.high,
        "base": track.base,
        "reach": track.reach,
        "mayTurn": track.may_turn,
        "turns": track.turns,
        "limits": [_limit(mechanism, name, limit) for limit in track.limits],
        "track": _track(track.track) if stored else None,
    }


def _limit(mechanism: Mechanism, name: str, limit: Limit) -> dict[str, Any]:
    """A limit of an input: where it is, whether the input stops there, and what happens in words."""
    kind = mechanism.input_quantity(name)
    shown = round(limit.value / mechanism.units.factor(kind), 9) + 0.0  # no rounding of zero, no negative zero
    value = f"{shown:.6g} {getattr(mechanism.units, kind)}"
    groups = listing([group.label for group in limit.groups], verb=False)
    said = f"{limit.kind.capitalize()} of {groups} at {name} = {value}: {HAPPENS[limit.kind]}"
    return {"value": limit.value, "stops": limit.kind in STOPS, "sentence": said}


def _track(track: Track) -> dict[str, Any]:
    count = len(track.inputs)
    return {"inputs": _table(track.inputs), "poses": _table(track.poses.reshape(count, -1))}


def _laws(laws: LawTrack) -> dict[str, Any]:
    return {
        "times": _numbers(laws.times),
        "inputs": _table(laws.inputs),
        "rates": _table(laws.rates),
        "accelerations": _table(laws.accelerations),
    }


def _numbers(values: Floats) -> list[float]:
    return [float(f"{value:.{DIGITS}g}") for value in values.tolist()]


def _table(values: Floats) -> list[list[float]]:
    return [_numbers(row) for row in values]
