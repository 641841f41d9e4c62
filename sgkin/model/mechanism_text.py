"""Mechanisms and sketches as text for the eye, in the units of their files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import partial

from sgkin.errors import MechanismError
from sgkin.model.driver import Driver
from sgkin.model.dynamics_file import WRITABLE, written_force
from sgkin.model.force import Force
from sgkin.model.mass import RigidMass
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import MotionLaw
from sgkin.model.quantity import Units, unit_text
from sgkin.model.sketch import Sketch
from sgkin.text_table import aligned, count, shortened


def describe_mechanism(mechanism: Mechanism) -> str:
    """Its title, its links with their points, its joints and its drivers; of a large one, the first and last."""
    units = mechanism.units
    title = f"{mechanism.name}: {mechanism.title}" if mechanism.title else mechanism.name
    links = [(link.name, _places(link.points, units)) for link in mechanism.links]
    joints = [(joint.name, joint.kind, ", ".join(joint.all_links)) for joint in mechanism.joints]
    masses = [(link, *_mass(mechanism.rigid_mass(link), units)) for link in mechanism.masses]
    forces = [(force.name, force.kind, _stated(written(force, mechanism))) for force in mechanism.forces]
    inputs = [row for driver in mechanism.drivers for row in _inputs(driver, mechanism)]
    return "\n\n".join(
        [
            f"{title}\n{counts(mechanism)}",
            *describe_parameters(mechanism),
            *_table(("link", f"points in its frame, in {units.length}"), links, "links"),
            *_table(("joint", "kind", "links"), joints, "joints"),
            *_table(("input", "drives", f"motion law, in {units.length}, {units.angle} and s"), inputs, "inputs"),
            *_table(
                ("link", "mass in kg", f"centre in {units.length}", f"inertia in kg {units.length}²"), masses, "masses"
            ),
            *_table(("force", "kind", f"in N, N·m, {units.length}, {units.angle} and s"), forces, "forces"),
            *_gravity(mechanism),
        ]
    )


def describe_parameters(mechanism: Mechanism) -> list[str]:
    """The table of the parameters, or nothing if there are none."""
    heads, *rows = parameter_rows(mechanism)
    return _table(heads, rows, "parameters")


def parameter_rows(mechanism: Mechanism) -> list[tuple[str, ...]]:
    """Name, value, unit, bounds and tolerance of the parameters, and their expressions, below their headings."""
    found: list[tuple[str, ...]] = [("parameter", "value", "unit", "bounds", "tolerance", "expression")]
    for name, each in mechanism.parameters.items():
        shown = partial(_written_value, quantity=each.quantity, units=mechanism.units)
        bounds = "" if each.bounds is None else " to ".join(map(shown, each.bounds))
        tolerance = "" if each.tolerance is None else f"± {shown(each.tolerance)}"
        unit = unit_text(each.quantity, mechanism.units)
        found.append((name, shown(each.value), unit, bounds, tolerance, each.expression))
    return found


def _written_value(value: float, quantity: str, units: Units) -> str:
    return f"{units.write(value, quantity):.6g}"


def counts(mechanism: Mechanism) -> str:
    """How many links, joints and drivers it has, in words, and how many parameters and forces if there are any."""
    numbers = [(len(mechanism.moving_links), "moving link"), (len(mechanism.joints), "joint")]
    numbers.append((len(mechanism.drivers), "driver"))
    if mechanism.parameters:
        numbers.append((len(mechanism.parameters), "parameter"))
    if mechanism.forces:
        numbers.append((len(mechanism.forces), "force"))
    return ", ".join(count(*each) for each in numbers)


def _mass(mass: RigidMass, units: Units) -> tuple[str, str, str]:
    centre = tuple(units.write(coordinate, "length") for coordinate in mass.centre)
    return f"{mass.mass:.6g}", _place((centre[0], centre[1])), f"{units.write(mass.inertia, 'length²'):.6g}"


def _gravity(mechanism: Mechanism) -> list[str]:
    if mechanism.gravity == (0.0, 0.0):
        return []
    x, y = (mechanism.units.write(component, "length") for component in mechanism.gravity)
    return [f"gravity {_place((x, y))} {mechanism.units.length}/s²"]


def written(force: Force, mechanism: Mechanism) -> Mapping[str, object]:
    """What a file would say of a force; of one that no file can hold, on what it acts."""
    if force.kind in WRITABLE:
        try:
            return written_force(force, mechanism)
        except MechanismError:  # its law is a function
            return {"law": "own"}
    return {"on": getattr(force, "on", "")}


def _stated(table: Mapping[str, object]) -> str:
    return ", ".join(f"{key} {_value(value)}" for key, value in table.items() if key != "kind")


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        is_short = len(value) <= 3
        return " ".join(map(_value, value)) if is_short else f"({len(value)} numbers)"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def describe_sketch(sketch: Sketch) -> str:
    """Its points, links, sliders and drives, as they were given."""
    units = sketch.units
    points = [(name, _place(place)) for name, place in sketch.points.items()]
    links = [(name, " ".join(given)) for name, given in sketch.links.items()]
    sliders = [(n, f"pinned at {s.pin}, on {s.on}, at {s.angle:g} {units.angle}") for n, s in sketch.sliders.items()]
    drives = [
        (name, f"{' '.join(drive.at)} at {drive.speed:g} {_speed_unit(sketch, drive.at)}")
        for name, drive in sketch.drives.items()
    ]
    return "\n\n".join(
        [
            f"Sketch {sketch.name}: {sketch.title}" if sketch.title else f"Sketch {sketch.name}",
            *_table(("point", f"place, in {units.length}"), points, "points"),
            *_table(("link", "points"), links, "links"),
            *_table(("slider", ""), sliders, "sliders"),
            *_table(("drive", ""), drives, "drives"),
        ]
    )


def _speed_unit(sketch: Sketch, at: Iterable[str]) -> str:
    given = tuple(at)
    is_length = len(given) == 2 or given[0] in sketch.sliders
    return f"{sketch.units.length if is_length else sketch.units.angle}/s"


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], things: str) -> list[str]:
    """A table as one text, or nothing if it has no rows."""
    if not rows:
        return []
    head, *lines = aligned([heads, *rows])
    return ["\n".join([head, *shortened(lines, things)])]


def _place(place: Sequence[float]) -> str:
    return f"({', '.join(f'{each:.6g}' for each in place)})"


def _places(points: Mapping[str, Sequence[float]], units: Units, most: int = 8) -> str:
    shown = []
    for name, place in list(points.items())[:most]:
        shown.append(f"{name} {_place([units.write(each, 'length') for each in place])}")
    return ", ".join(shown + [f"… {len(points)} in all"] * (len(points) > most)) or "–"


def _driven(driver: Driver) -> str:
    """What a driver drives, in the words of a file: `joint A`, `distance ground.A, boom.B`."""
    stated = ((key, getattr(driver, field)) for key, field in driver.keys.items())
    return " ".join(f"{key} {', '.join(v) if isinstance(v, tuple) else v}" for key, v in stated if v)


def _inputs(driver: Driver, mechanism: Mechanism) -> list[tuple[str, str, str]]:
    """A row for each input of a driver: its name, what is driven, and the motion law."""
    kinds = [mechanism.input_quantity(name) for name in driver.inputs]
    laws = [_law(law, kind, mechanism.units) for law, kind in zip(driver.laws, kinds, strict=True)]
    return [(name, _driven(driver), law) for name, law in zip(driver.inputs, laws, strict=True)]


def _law(law: MotionLaw, quantity: str, units: Units) -> str:
    parts = []
    for entry in (entry for entry in fields(law) if entry.metadata):
        value, kind = getattr(law, entry.name), entry.metadata["kind"]
        if isinstance(value, tuple):
            parts.append(f"{len(value)} {entry.name}")
        elif isinstance(value, float):
            parts.append(f"{entry.name} {units.write(value, quantity if kind == 'value' else kind):.6g}")
    return f"{law.kind}: {', '.join(parts)}" if parts else law.kind
