"""Addresses: every number of a mechanism by a name of its own.

    coupler.P.x                                    a point of a link
    S.angle.ground, S.radius, mesh.teeth.1         geometry of joints
    drivers.motor.speed, drivers.robot.x.start     laws of drivers
    gravity.y, masses.rod.inertia                  gravity and masses; masses.rod.bar.1.x, an end of a bar
    forces.buffer.stiffness, forces.load.law       a force or its law; a constant law
    initial.A.x, initial.crank                     places and angles of the initial configuration
    initial.crank.x, initial.crank.turn.x          the same in space: place of the origin, vector of the turn
    A.axis.x, A.axes.1.x, A.axis.crank.x           axes in space
    initial.inputs.motor                           its inputs

Entries of lists are numbered from 1, places have x and y, in space z, what a joint has for each link is named by the
link. Where a joint has the same address as a point, it begins with `joints.`.

There is one walk over all numbers, `with_each_number`: it hands every number with its address to a function and puts
what that returns in its place. Listing them, setting some, reading and writing expressions are such functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sgkin.model.force_law import ForceLaw, OverTime
from sgkin.model.motion_law import Polynomial
from sgkin.model.quantity import POWERS, of_measure, power_name, unit_text

if TYPE_CHECKING:
    from sgkin.model.driver import Driver
    from sgkin.model.force import Force
    from sgkin.model.initial import InitialConfiguration
    from sgkin.model.mechanism import Mechanism

Made = TypeVar("Made")

ABOVE_ZERO, NOT_NEGATIVE = "above zero", "zero or above"
"""What a number must be."""


class Located(NamedTuple):
    """A number of a mechanism: its address, its value in SI units and radians, what it measures, as parameters say it,
    its unit in the file, and what it must be, if not any number."""

    address: str
    value: float
    quantity: str
    unit: str
    wanted: str = ""


Change = Callable[[Located], float]


def all_numbers(mechanism: Mechanism) -> dict[str, Located]:
    """Every number of a mechanism by its address, in the order of its file."""
    found: dict[str, Located] = {}

    def keep(number: Located) -> float:
        found[number.address] = number
        return number.value

    changed_by(mechanism, keep)
    return found


def changed_by(mechanism: Mechanism, change: Change) -> dict[str, Any]:
    """The fields of a mechanism that are others if a function has changed its numbers, and what they are then."""
    walk = Walk(mechanism, change)
    parts = {
        "links": tuple(replaced(link, points=walk.places(link.points, link.name)) for link in mechanism.links),
        "joints": tuple(walk.fields(joint, joint.name, section="joints") for joint in mechanism.joints),
        "drivers": tuple(walk.driver(driver) for driver in mechanism.drivers),
        "gravity": walk.place(mechanism.gravity, "gravity", "/s²"),
        "masses": {link: walk.fields(mass, f"masses.{link}") for link, mass in mechanism.masses.items()},
        "forces": tuple(walk.force(force) for force in mechanism.forces),
        "initial": walk.initial(),
    }
    return {name: new for name, new in parts.items() if is_changed(getattr(mechanism, name), new)}


def is_changed(old: Any, new: Any) -> bool:
    """Whether anything in it is another object than before; equal numbers may be made in different ways."""
    if isinstance(old, Mapping):
        return any(is_changed(old[key], new[key]) for key in old)
    if isinstance(old, tuple):
        return any(is_changed(*each) for each in zip(old, new, strict=True))
    return old is not new


def replaced(owner: Made, **values: Any) -> Made:
    """The same with other values in some fields, if they are others."""
    changed = {name: value for name, value in values.items() if is_changed(getattr(owner, name), value)}
    return replace(owner, **changed) if changed else owner  # type: ignore[type-var]


AXES = ("x", "y", "z")


class Measures(NamedTuple):
    """What a `value` of a law is, an angle, a length or, of a force over time, plain; and the unit of its forces."""

    value: str = ""
    force: str = ""

    def unit(self, metadata: Mapping[str, Any], position: int) -> str:
        """The units besides length and angle of a field, or of its entry at a position."""
        found = metadata["unit"].replace("force", self.force)
        if found == "/sⁿ":  # coefficients of powers of time
            found = ("", "/s")[position] if position < 2 else f"/s{power_name(position, 0).removeprefix('length')}"
        return f"{self.force}{found}" if metadata["kind"] == "value" and self.value == "plain" else found


NOTHING = Measures()


@dataclass(slots=True)
class Walk:
    """The walk over all numbers of a mechanism."""

    mechanism: Mechanism
    change: Change
    taken: set[str] = field(default_factory=set)

    def number(
        self, value: float, address: str, kind: str, unit: str = "", section: str = "", wanted: str = ""
    ) -> float:
        while address in self.taken:
            address = f"{section or address.partition('.')[0]}.{address}"
        self.taken.add(address)
        quantity = power_name(*POWERS.get(kind, (0, 0)))
        return self.change(Located(address, value, quantity, unit_text(quantity, self.mechanism.units, unit), wanted))

    def place(self, place: tuple[float, ...], address: str, unit: str = "", kind: str = "length") -> tuple[float, ...]:
        return tuple(
            self.number(each, f"{address}.{axis}", kind, unit) for axis, each in zip(AXES, place, strict=False)
        )

    def places(self, table: Mapping[str, tuple[float, ...]], address: str) -> dict[str, tuple[float, ...]]:
        return {name: self.place(place, f"{address}.{name}") for name, place in table.items()}

    def fields(self, owner: Made, address: str, measures: Measures = NOTHING, section: str = "") -> Made:
        """A thing whose fields declare what they measure; but for those of another space."""
        keys = {name: key for key, name in getattr(owner, "keys", {}).items()}
        elsewhere = getattr(owner, "flat" if self.mechanism.is_spatial else "upright", ())
        values = {
            entry.name: self._field(owner, entry, f"{address}.{keys.get(entry.name, entry.name)}", measures, section)
            for entry in fields(owner)  # type: ignore[arg-type]
            if entry.metadata and entry.init and entry.name not in elsewhere
        }
        return replaced(owner, **values)

    def _field(self, owner: Any, entry: Field[Any], address: str, measures: Measures, section: str) -> Any:
        metadata = entry.metadata
        kind = of_measure(metadata["kind"], measures.value)
        wanted = ABOVE_ZERO if metadata["above_zero"] else NOT_NEGATIVE if metadata["not_negative"] else ""

        def part(value: Any, where: str, names: Iterable[str], position: int = 0) -> Any:
            if isinstance(value, float):
                return self.number(value, where, kind, measures.unit(metadata, position), section, wanted)
            if not isinstance(value, tuple):
                return value
            given = tuple(names) or tuple(str(number + 1) for number in range(len(value)))
            parts = enumerate(zip(given[: len(value)], value, strict=True))
            return tuple(part(each, f"{where}.{name}", AXES, number) for number, (name, each) in parts)

        value = getattr(owner, entry.name)
        names = owner.links if metadata["per_link"] else metadata["parts"]
        if not metadata["many"] and kind in ("place", "axis"):
            is_by_link = kind == "axis" and bool(value) and isinstance(value[0], tuple)
            names = owner.links if is_by_link else AXES
        return part(value, address, names)

    def driver(self, driver: Driver) -> Driver:
        laws = {}
        for name, law, input_name in zip(driver.law_fields, driver.laws, driver.inputs, strict=True):
            where = f"drivers.{driver.name}" + (f".{name}" if len(driver.laws) > 1 else "")
            laws[name] = self.fields(law, where, Measures(self.mechanism.input_quantity(input_name)))
        return replaced(driver, **laws)

    def force(self, force: Force) -> Force:
        address, measure = f"forces.{force.name}", force.measure_in(self.mechanism)
        measures = Measures(measure, "N" if measure == "length" else "N·m")
        found = self.fields(force, address, measures)
        law = next((getattr(force, each.name) for each in fields(force) if each.metadata.get("kind") == "law"), None)
        return found if law is None else replaced(found, law=self.force_law(law, address, measures))

    def force_law(self, law: ForceLaw, address: str, measures: Measures) -> ForceLaw:
        if not isinstance(law, OverTime):
            return self.fields(law, address, measures)
        if isinstance(law.law, Polynomial) and len(law.law.coefficients) == 1:
            value = self.number(law.law.coefficients[0], f"{address}.law", "plain", measures.force)
            return replaced(law, law=replaced(law.law, coefficients=(value,)))
        return replaced(law, law=self.fields(law.law, address, Measures("plain", measures.force)))

    def initial(self) -> InitialConfiguration:
        given, quantity_of = self.mechanism.initial, self.mechanism.input_quantity
        points = self.places(given.points, "initial")
        angles = {name: self.number(value, f"initial.{name}", "angle") for name, value in given.angles.items()}
        inputs = {
            name: self.number(value, f"initial.inputs.{name}", quantity_of(name))
            for name, value in given.inputs.items()
        }
        poses = {
            link: (
                *self.place(pose[:3], f"initial.{link}"),
                *self.place(pose[3:], f"initial.{link}.turn", kind="angle"),
            )
            for link, pose in given.poses.items()
        }
        return replaced(given, points=points, angles=angles, inputs=inputs, poses=poses)
