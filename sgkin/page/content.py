"""What a page holds: the mechanism, its constraints, its stored configurations and its drawing, as plain data."""

from __future__ import annotations

from typing import Any

import numpy as np

from sgkin.arrays import Floats
from sgkin.drawing.mechanism_drawing import draw_mechanism
from sgkin.errors import InitialConfigurationError, MobilityError, UnsolvableError, listing
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.mechanism import Mechanism
from sgkin.page.appearance import drawing_content, drawn_bounds, drawn_points
from sgkin.page.rows import Row, constraint_rows
from sgkin.page.tracks import InputTrack, LawTrack, Stop, Track, input_track, law_track
from sgkin.solving import make_plan
from sgkin.structure.decomposition import examine
from sgkin.structure.structure import Structure, roman

DIGITS = 14
"""Significant digits of stored numbers."""
EACH = 6
"""Of several inputs each is stored at this part of the steps."""


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
    laws = law_track(plan, steps)
    count = len(plan.input_names)
    tracks = [
        input_track(plan, number, laws, steps if count == 1 else max(2, steps // EACH)) for number in range(count)
    ]
    inputs, poses = _nearest(tracks[0].track, plan.initial_inputs)
    rows = constraint_rows(mechanism, structure, poses, inputs)
    shown = _drawn_poses(tracks, laws)
    return {
        **_common(mechanism, structure, shown, plan.unit_length),
        "still": "",
        "rows": [_row(row) for row in rows],
        "inputs": [_input(mechanism, number, track) for number, track in enumerate(tracks)],
        "laws": _laws(laws),
        "start": {"inputs": _numbers(inputs), "poses": _numbers(poses.ravel())},
    }


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
    return {
        **_common(mechanism, structure, poses, extent),
        "still": reason,
        "rows": [],
        "inputs": [],
        "laws": None,
        "start": {"inputs": [], "poses": _numbers(poses.ravel())},
    }


def _nearest(track: Track, inputs: Floats) -> tuple[Floats, Floats]:
    """Inputs and poses of the configuration of a track that is nearest to the given inputs."""
    place = int(np.abs(track.inputs - inputs).sum(axis=1).argmin())
    return track.inputs[place], track.poses[place]


def _drawn_poses(tracks: list[InputTrack], laws: LawTrack) -> Floats:
    """The configurations (n, links, 3) that have to fit on the page: not the way beyond the ranges."""
    chosen = [laws.poses] if laws.poses is not None else []
    for number, each in enumerate(tracks):
        values = each.track.inputs[:, number]
        slack = 1e-9 * (each.base[1] - each.base[0])
        chosen.append(each.track.poses[(values >= each.base[0] - slack) & (values <= each.base[1] + slack)])
    return np.concatenate(chosen)


def _common(mechanism: Mechanism, structure: Structure, poses: Floats, size: float) -> dict[str, Any]:
    """What pages of moving and still mechanisms share; poses (n, links, 3) are those to be shown."""
    configurations = {link.name: poses[:, number] for number, link in enumerate(mechanism.links)}
    drawing = draw_mechanism(mechanism, configurations, structure)
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
        "points": drawn_points(mechanism, configurations, size),
        "drawing": drawing_content(mechanism, drawing),
        "bounds": drawn_bounds(mechanism, drawing, poses),
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


def _row(row: Row) -> dict[str, Any]:
    fields = row.condition._asdict() | {"group": row.group}
    del fields["part"], fields["period"]
    return fields


def _input(mechanism: Mechanism, number: int, track: InputTrack) -> dict[str, Any]:
    name = mechanism.input_names[number]
    return {
        "name": name,
        "quantity": mechanism.input_quantity(name),
        "low": track.low,
        "high": track.high,
        "turns": track.turns,
        "stops": [{"value": stop.value, "sentence": _sentence(mechanism, name, stop)} for stop in track.stops],
        "track": _track(track.track),
    }


def _sentence(mechanism: Mechanism, name: str, stop: Stop) -> str:
    kind = mechanism.input_quantity(name)
    value = f"{stop.value / mechanism.units.factor(kind):.6g} {getattr(mechanism.units, kind)}"
    return f"Dead point of {stop.group} at {name} = {value}: {stop.outcome.reason}"


def _track(track: Track) -> dict[str, Any]:
    count = len(track.inputs)
    return {"inputs": _table(track.inputs), "poses": _table(track.poses.reshape(count, -1))}


def _laws(laws: LawTrack) -> dict[str, Any]:
    return {
        "times": _numbers(laws.times),
        "inputs": _table(laws.inputs),
        "rates": _table(laws.rates),
        "accelerations": _table(laws.accelerations),
        "poses": None if laws.poses is None else _table(laws.poses.reshape(len(laws.times), -1)),
    }


def _numbers(values: Floats) -> list[float]:
    return [float(f"{value:.{DIGITS}g}") for value in values.tolist()]


def _table(values: Floats) -> list[list[float]]:
    return [_numbers(row) for row in values]
