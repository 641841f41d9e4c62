"""What came out: a motion, read by name."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, takewhile
from numbers import Integral
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.coefficients import Coefficients
from sgkin.conditions.statement import Statements
from sgkin.conditions.table import ConditionTable, Placed, left, place_conditions
from sgkin.conditions.welding import AT_ORIGIN
from sgkin.display import as_html, as_svg
from sgkin.errors import InputError, Outcome, UnknownNameError, brief, listing
from sgkin.model.joint import Joint
from sgkin.model.mechanism import Mechanism
from sgkin.results.outcomes import Event, Outcomes
from sgkin.results.results import Results
from sgkin.structure.structure import Group, Structure, group_number

PARTS = ("x", "y", "theta")
NO_VELOCITIES = (
    "this motion has no velocities; give `times` or `input_rates` to `solve`, or quantities=['velocity'] to "
    "`solve_designs`"
)


class Part(NamedTuple):
    """A coordinate of a link or a point, or a rate of it: its name, whether it is a length or an angle, and its values
    (n,) in SI."""

    name: str
    kind: str
    values: Floats


class Driven(NamedTuple):
    """How a motion is driven: times (n,), inputs, rates and accelerations (n, f), where they are known."""

    times: Floats | None
    inputs: Floats
    rates: Floats | None
    accelerations: Floats | None

    def first(self, steps: int) -> Driven:
        """Of the first steps."""
        return Driven._make(None if part is None else part[:steps] for part in self)

    def copied(self) -> Driven:
        """The same in arrays that nobody else has."""
        return Driven._make(None if part is None else part.copy() for part in self)


@dataclass(frozen=True, slots=True)
class JointMotion:
    """The angle θ₂ − θ₁ of a pin or the stroke of a prismatic joint, with its rates; None where no rates were given."""

    value: Floats
    rate: Floats | None
    acceleration: Floats | None


@dataclass(frozen=True, slots=True)
class Motion:
    """The motion of a mechanism over n steps. SI units and radians.

    Only the steps that were reached are in it; `status` tells of all that were asked for. What groups have found is
    kept; `pose`, `position`, `velocity`, `acceleration` and `joint` are formed from it when they are read, of any point
    of a kept link. Nothing is solved again, and a motion can be read by many threads, copied and pickled.
    """

    mechanism: Mechanism
    structure: Structure
    times: Floats | None
    inputs: Floats
    input_rates: Floats | None
    input_accelerations: Floats | None
    outputs: tuple[str, ...]
    requested_steps: int
    _outcomes: Outcomes = field(repr=False)
    _results: Results = field(repr=False)

    def __repr__(self) -> str:
        steps = str(self.steps) if self.is_complete else f"{self.steps} of {self.requested_steps}"
        return f"Motion of {self.mechanism.name}: {steps} steps of {listing(self.outputs, verb=False)}"

    def _repr_html_(self) -> str:
        return as_html(self)

    def _repr_svg_(self) -> str | None:
        return as_svg(self)

    @property
    def steps(self) -> int:
        """The number of steps that were reached."""
        return len(self.inputs)

    @property
    def is_complete(self) -> bool:
        """Whether every step that was asked for was reached."""
        return self.steps == self.requested_steps

    @property
    def has_coefficients(self) -> bool:
        """Whether velocity coefficients and their gradients were kept."""
        return self._results.has_coefficients

    @property
    def status(self) -> NDArray[np.int8]:
        """What came of every group at every step that was asked for (steps, groups), as numbers of `Outcome`."""
        return self._outcomes.status()

    @property
    def branches(self) -> NDArray[np.int8]:
        """The branch of every group at every step that was reached (n, groups); 0 where it has only one.

        On a change point, where branches meet, it is still that of the step before.
        """
        return self._outcomes.branches()

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened to groups on the way, in its order: change points that were passed, and where the motion ended,
        each with the inputs there.

        Where they are is interpolated from both sides of them: to rounding, as a rule.
        """
        return self._outcomes.events

    @property
    def nbytes(self) -> int:
        """Bytes that the motion holds: what groups have found, and what it was driven by."""
        given = (self.times, self.inputs, self.input_rates, self.input_accelerations)
        return self._results.nbytes + sum(values.nbytes for values in given if values is not None)

    def pose(self, link: str) -> Floats:
        """x, y and the continuous angle θ of a link (n, 3)."""
        return self._frame(link, 0).T

    def position(self, name: str, relative_to: str | None = None) -> Floats:
        """Position (n, 2) of a point, or pose (n, 3) of a link; in ground or in another link.

        A point is written `link.point`, or by its name alone where only one link has such a point.
        """
        return self._read(name, 0, relative_to)

    def velocity(self, name: str, relative_to: str | None = None) -> Floats:
        """Velocity of a point (n, 2) or a link (n, 3), as seen from ground or from another link, in its frame."""
        return self._read(name, 1, relative_to)

    def acceleration(self, name: str, relative_to: str | None = None) -> Floats:
        """Acceleration of a point (n, 2) or a link (n, 3), as seen from ground or from another link, in its frame."""
        return self._read(name, 2, relative_to)

    def parts(self, name: str, order: int = 0) -> tuple[Part, ...]:
        """x and y of a point, and θ of a link, each by itself; order: 1 for their rates, 2 for second derivatives."""
        values = self._of_order(name, order)
        kinds = ("length", "length", "angle")
        return tuple(Part(*each) for each in zip(PARTS, kinds, values.T, strict=False))

    def _of_order(self, name: str, order: int) -> Floats:
        if not isinstance(order, Integral) or not 0 <= order <= 2:
            raise InputError(f"order is {brief(order)}; use 0 for positions, 1 for velocities, 2 for accelerations")
        return (self.position, self.velocity, self.acceleration)[int(order)](name)

    def speed(self, name: str, relative_to: str | None = None) -> Floats:
        """How fast a point moves (n,), as seen from ground or from another link."""
        return np.asarray(np.hypot(*self._point_motion(name, 1, relative_to).T))

    def acceleration_magnitude(self, name: str, relative_to: str | None = None) -> Floats:
        """The magnitude (n,) of the acceleration of a point."""
        return np.asarray(np.hypot(*self._point_motion(name, 2, relative_to).T))

    def tangential_acceleration(self, name: str, relative_to: str | None = None) -> Floats:
        """The acceleration of a point along its path (n,): positive where it becomes faster.

        A point at rest is about to become faster: there it is the whole of it, and the normal acceleration is zero.
        """
        v, a = (self._point_motion(name, order, relative_to) for order in (1, 2))
        speed = np.hypot(*v.T)
        along = np.einsum("ni,ni->n", v, a) / np.where(speed > 0.0, speed, 1.0)
        return np.asarray(np.where(speed > 0.0, along, np.hypot(*a.T)))

    def normal_acceleration(self, name: str, relative_to: str | None = None) -> Floats:
        """The acceleration of a point across its path (n,): positive where the path turns to the left."""
        v, a = (self._point_motion(name, order, relative_to) for order in (1, 2))
        speed = np.hypot(*v.T)
        return np.asarray((v[:, 0] * a[:, 1] - v[:, 1] * a[:, 0]) / np.where(speed > 0.0, speed, 1.0))

    def _point_motion(self, name: str, order: int, relative_to: str | None) -> Floats:
        """Velocity or acceleration (n, 2) of a point; a link is refused, whose points move each in its own way."""
        full = self.mechanism.full_name(name, "motion")
        if not _is_point(full):
            self.mechanism.link(full)
            raise InputError(
                f"{full} is a link, whose points move each in its own way; name one of them as 'link.point'"
            )
        return self._read(full, order, relative_to)

    def velocity_coefficients(self, *names: str) -> Floats:
        """K = ∂q/∂z (n, c, f) of links (x, y, θ), points (x, y) and single coordinates, one after the other.

        By default of all outputs. Single coordinates are `rocker.theta`, `coupler.P.x`, a joint (its angle or stroke)
        and an input. A name alone is that of a link, input or joint before it is that of a point.
        """
        return self._all_rows(self._chosen(names))[1]

    def coefficient_gradients(self, *names: str) -> Floats:
        """L = ∂K/∂z (n, c, f, f) of the same, symmetric in the last two."""
        return self._all_rows(self._chosen(names))[2]

    def coefficients(self, *names: str) -> Coefficients:
        """q, K and L of the same with the inputs last, and all that follows from them.

        Masses and forces need the links first: name them before points and single coordinates.
        """
        chosen = self._chosen(names)
        q, K, L = self._all_rows((*chosen, *self.mechanism.input_names))
        links = tuple(takewhile(self._is_moving_link, chosen))
        return Coefficients(
            q,
            K,
            L,
            names=tuple(part for name in chosen for part in self._parts(name)) + self.mechanism.input_names,
            links=links,
            inputs=self.mechanism.input_names,
            ground=self.mechanism.ground,
            input_rates=self.input_rates,
        )

    def _chosen(self, names: Sequence[str]) -> tuple[str, ...]:
        """What coefficients are asked of, by default all outputs; points with the name of their link."""
        single = (*self.mechanism.input_names, *self._driveable())
        return tuple(n if n in single else self.mechanism.full_name(n, "motion") for n in names) or self.outputs

    def mechanical_advantage(self, output: str, input: str | None = None) -> Floats:
        """Force or torque (n,) along a coordinate such as `rocker.theta`, a joint or `coupler.P.x` for one along an
        input, without losses; infinite where the coordinate stands still. See `Coefficients.mechanical_advantage`."""
        return self.coefficients(output).mechanical_advantage(output, input)

    def _all_rows(self, names: Sequence[str]) -> tuple[Floats, Floats, Floats]:
        """q, K and L of names, one after the other; links that follow each other are read at once."""
        rows = []
        for are_links, group in groupby(names, self._is_kept_link):
            if are_links:
                links = list(group)
                self._both(links[0])  # says what is wrong
                q = self._results.frames(links, 0).reshape(3 * len(links), self.steps).T
                rows.append((q, *self._results.frame_coefficients(links)))
            else:
                rows += [self._rows(name) for name in group]
        q, K, L = (np.concatenate(part, axis=1) for part in zip(*rows, strict=True))
        return q, K, L

    def _is_kept_link(self, name: str) -> bool:
        return isinstance(name, str) and name in self._results.links

    def _parts(self, name: str) -> tuple[str, ...]:
        """The names of the coordinates of a link or point; a single coordinate is its own."""
        if not self._is_place(name):
            return (name,)
        return tuple(f"{name}.{part}" for part in PARTS[: 2 if "." in name else 3])

    def _rows(self, name: str) -> tuple[Floats, Floats, Floats]:
        """q (n, c), K (n, c, f) and L (n, c, f, f) of a link, point, single coordinate, input or joint."""
        if not isinstance(name, str):
            raise self._unknown(name)
        if self._is_place(name):
            return self.position(name), *self._both(name)
        place, _, part = name.rpartition(".")
        if self._is_place(place) and part in PARTS[: 2 if "." in place else 3]:
            column = slice(PARTS.index(part), PARTS.index(part) + 1)
            q, K, L = self._rows(place)
            return q[:, column], K[:, column], L[:, column]
        f = len(self.mechanism.input_names)
        if name in self.mechanism.input_names:
            number = self.mechanism.input_names.index(name)
            unit = np.tile(np.eye(f)[number], (self.steps, 1, 1))
            return self.inputs[:, number : number + 1], unit, np.zeros((self.steps, 1, f, f))
        if name in self._driveable():
            return self.joint(name).value[:, None], *self._joint_coefficients(name)
        if "." in name:
            self.mechanism.point(name)
        raise self._unknown(name)

    def _unknown(self, name: object) -> UnknownNameError:
        allowed = (*self.mechanism.moving_links, *self.mechanism.input_names, *self._driveable())
        return UnknownNameError("motion", "link, input or joint", name, allowed)

    def _is_place(self, name: str) -> bool:
        """Whether a name is that of a link or of a point."""
        link, _, point = name.partition(".")
        if not self.mechanism.has_link(link):
            return False
        return link == name or point in self.mechanism.link(link).points

    def _is_moving_link(self, name: str) -> bool:
        return self.mechanism.has_link(name) and name != self.mechanism.ground

    def _both(self, name: str) -> tuple[Floats, Floats]:
        """K and L of a link or a point."""
        results, f = self._results, len(self.mechanism.input_names)
        if not results.has_coefficients:
            raise InputError("this motion has no velocity coefficients; pass coefficients=True to `solve`")
        if name in results.points:
            return results.point_coefficients(name)
        link, place = self.mechanism.point(name) if "." in name else (name, None)
        self._refuse_unkept(name, link)
        if link == self.mechanism.ground:
            parts = 3 if place is None else 2
            return np.zeros((self.steps, parts, f)), np.zeros((self.steps, parts, f, f))
        return results.frame_coefficients([link]) if place is None else results.place_coefficients(link, place)

    def joint(self, name: str) -> JointMotion:
        """Angle or stroke of a joint, and its rates; at a pin of several links between the first two."""
        coordinate = self._coordinate(name)
        value = coordinate.value[:, 0]
        if self.input_rates is None:
            return JointMotion(value, None, None)
        velocity, acceleration = (self._joint_frames(name, order) for order in (1, 2))
        bent = coordinate.rate(acceleration) + coordinate.second(velocity, velocity)
        return JointMotion(value, coordinate.rate(velocity)[:, 0], bent[:, 0])

    def _joint_coefficients(self, name: str) -> tuple[Floats, Floats]:
        """K (n, 1, f) and L (n, 1, f, f) of the angle or stroke of a joint."""
        coordinate = self._coordinate(name)
        both = [self._both(link) for link in self.mechanism.joint(name).links[:2]]
        K = np.stack([np.moveaxis(K, -1, 0) for K, _ in both], axis=-2)
        L = np.stack([np.moveaxis(L, (-2, -1), (0, 1)) for _, L in both], axis=-2)
        bent = coordinate.rate(L) + coordinate.second(K[:, None], K[None])
        return np.moveaxis(coordinate.rate(K), 0, -1), np.moveaxis(bent, (0, 1), (-2, -1))

    def _coordinate(self, name: str) -> Placed:
        """What is measured at a joint, as a condition at all steps, with the joint's first two links as frames."""
        joint = self.mechanism.joint(name)
        if not joint.coordinate:
            raise UnknownNameError("motion", "revolute or prismatic joint", name, self._driveable())
        first, second = joint.links[:2]
        x, y = self.mechanism.point(joint.points[1])[1] if self._slides_at_point(joint) else (0.0, 0.0)
        stated = Statements(self.mechanism, {first: (0, AT_ORIGIN), second: (1, (-x, -y, 0.0))})
        table = ConditionTable.of([stated.coordinate(joint, first, second)])
        return place_conditions(table, self._joint_frames(name, 0))

    def _joint_frames(self, name: str, order: int) -> Floats:
        """Poses (n, 2, 3) of the first two links of a joint, or derivatives of them."""
        joint = self.mechanism.joint(name)
        if self._slides_at_point(joint):
            point = np.concatenate([self._point(joint.points[1], order), np.zeros((1, self.steps))])
            return np.stack([self._frame(joint.links[0], order).T, point.T], axis=1)
        return np.stack([self._frame(link, order).T for link in joint.links[:2]], axis=1)

    def _slides_at_point(self, joint: Joint) -> bool:
        """Whether only the point of the second link is kept; a stroke needs no more of it."""
        is_kept = joint.links[1] in (self.mechanism.ground, *self._results.links)
        return joint.coordinate == "stroke" and not is_kept and joint.points[1] in self._results.points

    def _driveable(self) -> tuple[str, ...]:
        return tuple(joint.name for joint in self.mechanism.joints if joint.coordinate)

    def _read(self, name: str, order: int, relative_to: str | None) -> Floats:
        name = self.mechanism.full_name(name, "motion")
        if relative_to is not None:
            self.mechanism.link(relative_to)
            if _is_point(name):
                return self._relative_point(name, relative_to, order)
            origin = self._relative_origin(name, relative_to, order)
            turn = self._frame(name, order)[2] - self._frame(relative_to, order)[2]
            return np.concatenate([origin, turn[:, None]], axis=1)
        return (self._point(name, order) if _is_point(name) else self._frame(name, order)).T

    def _frame(self, link: str, order: int) -> Floats:
        """x, y and θ of a link, or a derivative of them (3, n)."""
        self._check_order(order)
        if not self._is_kept_link(link):
            self.mechanism.link(link)
            self._refuse_unkept(link, link)
            return np.zeros((3, self.steps))
        found: Floats = self._results.frames([link], order)[0]
        return found

    def _point(self, name: str, order: int) -> Floats:
        """x and y of a point, or a derivative of them (2, n)."""
        self._check_order(order)
        link, place = self.mechanism.point(name)
        if name in self._results.points:
            return self._results.point(name, order)
        self._refuse_unkept(name, link)
        if link == self.mechanism.ground:
            return np.repeat(np.array([place if order == 0 else (0.0, 0.0)]).T, self.steps, axis=1)
        return self._results.place(link, place, order)

    def _refuse_unkept(self, name: str, link: str) -> None:
        """Raise where a link, or a point of it, is neither fixed nor kept."""
        links, points = self._results.links, self._results.points
        if link == self.mechanism.ground or link in links:
            return
        if "." in name:
            raise UnknownNameError("motion", "kept link or point", name, (*links, *points))
        self.mechanism.link(link)
        raise UnknownNameError("motion", "kept link", link, links)

    def _relative_point(self, name: str, base: str, order: int) -> Floats:
        return self._seen_from(base, lambda o: self._point(name, o), order)

    def _relative_origin(self, link: str, base: str, order: int) -> Floats:
        return self._seen_from(base, lambda o: self._frame(link, o)[:2], order)

    def _seen_from(self, base: str, of: Callable[[int], Floats], order: int) -> Floats:
        """A point and its derivatives as an observer on a turning link sees them, in that link's frame."""
        frames = [self._frame(base, o) for o in range(order + 1)]
        places = [(of(o) - frames[o][:2]).T for o in range(order + 1)]
        seen = places[0]
        if order == 1:
            seen = places[1] - frames[1][2][:, None] * left(places[0])
        elif order == 2:
            turn, rate = frames[1][2][:, None], frames[2][2][:, None]
            relative = places[1] - turn * left(places[0])
            seen = places[2] - rate * left(places[0]) + turn**2 * places[0] - 2.0 * turn * left(relative)
        cosine, sine = np.cos(frames[0][2]), np.sin(frames[0][2])
        x, y = seen[:, 0], seen[:, 1]
        return np.stack([cosine * x + sine * y, cosine * y - sine * x], axis=1)

    def _check_order(self, order: int) -> None:
        if order and self.input_rates is None:
            raise InputError(NO_VELOCITIES)

    def to_mapping(self, units: bool = False, speeds: Sequence[str] = ()) -> dict[str, Floats]:
        """Columns (n,) by name, as pandas takes them: time, inputs, and every output with its derivatives.

        With `units` the numbers are in the mechanism's own units instead of SI. speeds: points of which speed and
        acceleration (magnitude, tangential, normal) are columns too.
        """
        columns: dict[str, Floats] = {}
        if self.times is not None:
            columns["time"] = self.times.copy()
        for number, name in enumerate(self.mechanism.input_names):
            columns[name] = self.inputs[:, number] / self._factor(self.mechanism.input_quantity(name), units)
        length, angle = self._factor("length", units), self._factor("angle", units)
        orders = range(3 if self.input_rates is not None else 1)
        links = [name for name in self.outputs if "." not in name]
        orders_of = zip(*(self._results.frames(links, order) for order in orders), strict=True)
        frames = dict(zip(links, orders_of, strict=True))
        for name in self.outputs:
            found = frames[name] if name in frames else [self._point(name, order) for order in orders]
            for order, values in enumerate(found):
                for part, row in zip(PARTS, values, strict=False):
                    factor = angle if part == "theta" else length
                    columns[f"{name}.{('', 'd', 'dd')[order]}{part}"] = row / factor if factor != 1.0 else row
        return columns | self.speed_columns(speeds, units)

    def speed_columns(self, points: Sequence[str], units: bool = False) -> dict[str, Floats]:
        """Columns (n,) by name: speed of points, and their acceleration as a whole, along and across the path."""
        parts = {
            "speed": self.speed,
            "acceleration": self.acceleration_magnitude,
            "tangential": self.tangential_acceleration,
            "normal": self.normal_acceleration,
        }
        length = self._factor("length", units)
        return {f"{point}.{part}": read(point) / length for point in points for part, read in parts.items()}

    def _factor(self, kind: str, units: bool) -> float:
        return self.mechanism.units.factor(kind) if units else 1.0

    def to_array(self) -> NDArray[Any]:
        """A structured array (n,) with a field for each column of `to_mapping`, in SI units."""
        columns = self.to_mapping()
        table = np.empty(self.steps, dtype=[(name, np.float64) for name in columns])
        for name, values in columns.items():
            table[name] = values
        return table

    def to_csv(self, path: str | PathLike[str], more: Mapping[str, Floats] | None = None) -> None:
        """Write all columns of `to_mapping` to a file, in the mechanism's own units, and `more` (n,) behind them."""
        columns = self.to_mapping(units=True) | dict(more or {})
        with Path(path).open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows(zip(*(values.tolist() for values in columns.values()), strict=True))

    def outcome(self, group: int | Group, step: int) -> Outcome:
        """What came of a group, one of `structure.groups` or its number there, at a step."""
        steps = self.requested_steps
        if isinstance(step, bool) or not isinstance(step, Integral) or not -steps <= step < steps:
            raise InputError(f"step is {brief(step)}; {steps} steps were asked for, give the number of one of them")
        return Outcome(int(self.status[int(step), group_number(self.structure, group)]))


def _is_point(name: object) -> bool:
    return isinstance(name, str) and "." in name
