"""What the files of spatial mechanisms have that others do not: points of the design position, rods, poses.

[points]
A = [0, 0, 0]
[links]
crank = ["A", "B"]                             # points of the design position, by name
rocker = { D = [0, 0, 0], C = [0, 0, 1] }      # or places in a frame of its own
[rods]
coupler = { from = "crank.B", to = "rocker.C" }
[initial]
rocker = { place = [1, 0, 0], axis = [0, 1, 0], angle = 30 }
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sgkin.errors import FormError, UnknownNameError
from sgkin.model import form
from sgkin.model.file_reading import Table, check_keys, in_si, place_in_si
from sgkin.model.file_writing import number
from sgkin.model.initial import InitialConfiguration
from sgkin.model.link import Link
from sgkin.model.mechanism import Mechanism
from sgkin.model.quantity import Units
from sgkin.model.spatial_joint import Rod
from sgkin.space import length, scaled, unit

SPATIAL_SECTIONS = ("points", "rods")
POSE_KEYS = ("place", "axis", "angle")


def read_points(table: Table, units: Units) -> dict[str, tuple[float, ...]]:
    """The points of the design position, in SI."""
    return {
        form.checked_name(name, "point"): place_in_si(value, 3, f"points: {name}", units)
        for name, value in table.items()
    }


def read_spatial_link(name: str, given: Any, points: Mapping[str, tuple[float, ...]], units: Units) -> Link:
    """A link: a list of points of the design position, or a table of places in its own frame."""
    where = f"links: {name}"
    if isinstance(given, Mapping):
        return Link(name, {key: place_in_si(value, 3, f"{where}.{key}", units) for key, value in given.items()})
    for point in form.names(given, where):
        if point not in points:
            remedy = "add it to [points], or give the link a table of places in its own frame"
            raise UnknownNameError(where, "point named", point, points, remedy)
    return Link(name, {point: points[point] for point in given})


def read_rod(name: str, table: Table, units: Units) -> Rod:
    """A rod between two points of links."""
    where = f"rods: {name}"
    check_keys(table, ("from", "to", "length"), where, required=("from", "to"))
    ends = []
    for key in ("from", "to"):
        parts = form.text(table[key], f"{where}: {key}").split(".")
        if len(parts) != 2:
            raise FormError(f"{where}: {key}", table[key], "a point written as 'link.point'")
        ends.append(parts)
    (first, one), (second, other) = ends
    size = units.read(form.positive(table["length"], f"{where}: length"), "length") if "length" in table else None
    return Rod(name, (first, second), (one, other), size)


def read_spatial_initial(table: Table, units: Units, kinds: Mapping[str, str]) -> InitialConfiguration:
    """Where links are in the design position whose places are in frames of their own, and what inputs are there."""
    poses = {}
    for link, given in table.items():
        if link in ("inputs", "branches"):
            continue
        where = f"initial: {link}"
        pose = form.table(given, where)
        check_keys(pose, POSE_KEYS, where)
        place = place_in_si(pose.get("place", [0.0, 0.0, 0.0]), 3, f"{where}: place", units)
        axis = form.axis(pose.get("axis", [0.0, 0.0, 1.0]), f"{where}: axis")
        if isinstance(axis[0], str):
            raise FormError(f"{where}: axis", list(axis), "a direction [x, y, z]")
        angle = units.read(form.finite(pose.get("angle", 0.0), f"{where}: angle"), "angle")
        poses[link] = (*place, *scaled(angle, unit(axis)))
    inputs = form.table(table.get("inputs", {}), "initial: inputs")
    return InitialConfiguration(
        inputs={
            key: in_si(form.finite(value, f"initial: inputs: {key}"), kinds.get(key, "plain"), units)
            for key, value in inputs.items()
        },
        branches=form.table(table.get("branches", {}), "initial: branches"),
        poses=poses,
    )


def written_points(mechanism: Mechanism) -> dict[str, tuple[float, ...]]:
    """The points that can stand in the design position: those of links whose frame is that of ground there, if all
    links that have a point of this name have it in one place."""
    places: dict[str, tuple[float, ...]] = {}
    apart = set[str]()
    for link in mechanism.links:
        for name, place in link.points.items():
            if link.name in mechanism.initial.poses or places.setdefault(name, place) != place:
                apart.add(name)
    return {name: place for name, place in places.items() if name not in apart}


def written_link(link: Link, points: Mapping[str, tuple[float, ...]], units: Units) -> Any:
    """A link as a list of points of the design position where it can be, else as a table of places."""
    if link.points and all(name in points for name in link.points):
        return list(link.points)
    return {name: [number(each, "length", units) for each in place] for name, place in link.points.items()}


def written_rod(rod: Rod, units: Units) -> dict[str, Any]:
    """A rod as a table."""
    first, second = rod.points
    return {"from": first, "to": second} | (
        {} if rod.length is None else {"length": number(rod.length, "length", units)}
    )


def written_poses(mechanism: Mechanism) -> dict[str, Any]:
    """The poses of links in the design position."""
    units, found = mechanism.units, {}
    for link, pose in mechanism.initial.poses.items():
        vector = (pose[3], pose[4], pose[5])
        angle = length(vector)
        table: dict[str, Any] = {"place": [number(each, "length", units) for each in pose[:3]]}
        if angle:
            table |= {"axis": [each / angle for each in vector], "angle": number(angle, "angle", units)}
        found[link] = table
    return found
