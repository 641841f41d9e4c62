"""A mechanism with masses and forces, laid out for the compiled equations of motion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import networkx
import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.bodies import body_masses
from sgkin.dynamics.change_points import REACH, ChangePoints, branch_table, change_points, lowest
from sgkin.dynamics.interpolation_reach import best_reaches
from sgkin.groups.element import DERIVATIVE_ROWS, Feature
from sgkin.groups.plan_builder import PlanBuilder, span_numbers
from sgkin.kernels import right_hand_side as kernel
from sgkin.kernels.compiled import JIT
from sgkin.kinematic_plan import KinematicPlan
from sgkin.mathematics import Place, cos, moved, sin
from sgkin.model.action import Action
from sgkin.model.coordinate import Along, Angle, Coordinate, Distance, Stroke
from sgkin.model.force_law import constant
from sgkin.model.mass import RigidMass
from sgkin.plan.link_angles import link_angle
from sgkin.plan.tape import Layout, Seeds

NO_ROW = -1

HEADER = """\
/* Equations of motion of a mechanism, by sgkin: y holds the n free inputs and their n rates, rates gets their rates and
   accelerations. SI units and radians.

   plan       the integers of EquationsOfMotion.block; shared by all threads
   workspace  the numbers of EquationsOfMotion.workspace(); one for each thread. It carries branches and starting values
              from call to call, so that a motion is followed in small steps from the initial configuration.
   returns    -1: solved; -2: a number is not finite, or larger than 1e50; -3: a force is not finite; -4 - i: the input
              of number i moves no inertia; otherwise the number of the group that is singular or cannot be assembled,
              as it stands in EquationsOfMotion.groups: then rates is not written. */
#include <stdint.h>
typedef int64_t (*sgkin_accelerations)(const int64_t *plan, double *workspace, double t, const double *y,
                                       double *rates);
"""


class Pinned(NamedTuple):
    """A body known by two points, with their places in it."""

    mass: RigidMass
    first: tuple[Feature, Place]
    second: tuple[Feature, Place]


class Directed(NamedTuple):
    """A body known by a point, with its place in it, and its direction."""

    mass: RigidMass
    point: tuple[Feature, Place]
    direction: Feature


class Measured(NamedTuple):
    """An action, and what its coordinate is read from: see `ACTION_ROWS` of the kernel.

    `points` of a distance, or of a way along `direction`, which is turned by `inclination`; `turns`: 1 where that
    direction turns the coordinate with it, otherwise 0; `shift`: what is added to it; `counts`: 0 where there is a rate
    alone. `angles` of two links.
    """

    action: Action
    kind: int
    points: tuple[Feature, ...] = ()
    direction: Feature | None = None
    inclination: Place = (1.0, 0.0)
    turns: float = 0.0
    shift: float = 0.0
    counts: float = 1.0
    angles: tuple[AngleReading, ...] = ()

    @property
    def features(self) -> list[Feature]:
        found = [*self.points, *([self.direction] if self.direction is not None else [])]
        for angle in self.angles:
            found += [feature for feature in (angle.counted, angle.more, angle.direction) if feature is not None]
        return found


class AngleReading(NamedTuple):
    """The angle of a link: that of a direction, counted from `first` on, a scalar, and a constant; and the direction by
    whose derivatives it changes."""

    counted: Feature | None
    more: Feature | None
    constant: float
    first: float
    direction: Feature


@dataclass(frozen=True, eq=False)
class Model:
    """What moves and what acts on it, as features of a plan that a tape can give; `seen`: coordinates that are measured
    without a force on them."""

    plan: KinematicPlan
    seen: tuple[Coordinate, ...] = ()
    builder: PlanBuilder = field(init=False)
    pinned: list[Pinned] = field(init=False, default_factory=list)
    directed: list[Directed] = field(init=False, default_factory=list)
    measured: list[Measured] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        mechanism = self.plan.mechanism
        object.__setattr__(self, "builder", self.plan.site.extended())
        for root, mass in body_masses(mechanism, self.builder).items():
            self._add_body(root, mass)
        unloaded = (Action(coordinate, constant(0.0)) for coordinate in self.seen)
        self.measured.extend(self._measured(action) for action in (*mechanism.actions, *unloaded))
        self.builder.close()

    @property
    def bodies(self) -> list[tuple[Feature, Feature]]:
        """What each body is known by."""
        pinned = [(body.first[0], body.second[0]) for body in self.pinned]
        return pinned + [(body.point[0], body.direction) for body in self.directed]

    @property
    def features(self) -> list[Feature]:
        """All that must be found."""
        found = [feature for body in self.bodies for feature in body]
        found += [feature for measured in self.measured for feature in measured.features]
        return list(dict.fromkeys(found))

    def _add_body(self, root: str, mass: RigidMass) -> None:
        anchors = self.builder.frames[root].anchors
        if len(anchors) >= 2 and self.builder.is_spanned(root):
            self.pinned.append(Pinned(mass, anchors[0], anchors[1]))
        else:
            self.directed.append(Directed(mass, anchors[0], self.builder.direction(root)))

    def _measured(self, action: Action) -> Measured:
        match action.coordinate:
            case Distance(first, second):
                return Measured(action, kernel.DISTANCE, (self._point(*first), self._point(*second)))
            case Stroke(first, second, guide, angle):
                points = (self._point(*first), self._point(*second))
                direction, inclination = self._direction(guide, (cos(angle), sin(angle)))
                return Measured(action, kernel.ALONG, points, direction, inclination, 1.0)
            case Along(link, place, along, frame):
                ground = Feature("point", self.plan.mechanism.ground, values=(0.0, 0.0))
                direction, inclination = self._direction(frame, along)
                x, y = self.builder.origin
                shift = along[0] * x + along[1] * y
                points = (ground, self._point(link, place))
                counts = float(frame == self.plan.mechanism.ground)
                return Measured(action, kernel.ALONG, points, direction, inclination, 0.0, shift, counts)
            case Angle(first, second):
                return Measured(action, kernel.ANGLE, angles=(self._angle(first), self._angle(second)))
        raise TypeError(f"no such coordinate: {action.coordinate!r}")

    def _point(self, link: str, place: Place) -> Feature:
        root, pose = self.builder.parts[link]
        return self.builder.point(root, moved(pose, place))

    def _direction(self, link: str, along: Place) -> tuple[Feature, Place]:
        """The direction of a body, and how one that is fixed in a link is inclined to it."""
        root, (_, _, turn) = self.builder.parts[link]
        c, s = cos(turn), sin(turn)
        return self.builder.direction(root), (c * along[0] - s * along[1], s * along[0] + c * along[1])

    def _angle(self, link: str) -> AngleReading:
        direction = self.builder.direction(self.builder.root(link))
        if link == self.plan.mechanism.ground:
            return AngleReading(None, None, 0.0, 0.0, direction)
        found = link_angle(self.plan, link)
        counted = self.builder.direction(found.counted) if isinstance(found.counted, str) else found.counted
        more, constant = (
            (None, found.constant + found.more.values[0]) if found.more.values else (found.more, found.constant)
        )
        return AngleReading(counted, more, constant, found.first, direction)


class Block:
    """A plan and a workspace for the kernel, grown list by list."""

    def __init__(self) -> None:
        self.header = np.zeros(kernel.HEADER, dtype=np.int64)
        self._integers: list[Any] = []
        self._numbers: list[Floats] = []
        self._size, self._room = kernel.HEADER, 0

    def size(self, name: int, count: int) -> None:
        """How many of something there are."""
        self.header[name] = count

    def integers(self, name: int, values: Any) -> None:
        """Put integers into the plan; with the JIT off, functions may be among them."""
        array = np.asarray(values, dtype=np.int64 if JIT else object).ravel()
        self.header[name] = self._size
        self._integers.append(array)
        self._size += len(array)

    def numbers(self, name: int, values: Any) -> None:
        """Put numbers into the workspace."""
        array = np.asarray(values, dtype=np.float64).ravel()
        self.header[name] = self._room
        self._numbers.append(array)
        self._room += len(array)

    def plan(self) -> Any:
        """The integers."""
        return np.concatenate([self.header.astype(np.int64 if JIT else object), *self._integers])

    def workspace(self) -> Floats:
        """The numbers."""
        return np.concatenate([*self._numbers, np.zeros(1)])


class EquationsOfMotion:
    """H z̈ = p of a mechanism in its free inputs.

    `free`: numbers of the free inputs; `changes`: the change points of the only input, where they are known. For other
    people's codes: `address` of the compiled function, which a `header` describes to C; `block`: integers that
    describe the mechanism, shared by all threads; `workspace()`: numbers for one thread. It never changes.
    """

    header = HEADER

    def __init__(self, plan: KinematicPlan, free: Sequence[int], seen: tuple[Coordinate, ...] = ()) -> None:
        self.plan, self.free = plan, tuple(free)
        self.changes = change_points(plan) if _has_map(plan, self.free) else None
        self.model = Model(plan, seen)
        f = len(plan.input_names)
        seeds = Seeds(f, False, along=f > 1)
        self.tape = plan.write_tape(
            self.model.builder, self.model.features, seeds, watch=False, groups=plan.solved_groups
        )
        self.layout = Layout(self.tape, 1, 1)
        self._zero = self.tape.constants[0][0]
        self._dependences: list[list[int]] = []
        self._of_laws: list[float] = []
        self.margin_groups = tuple(self.tape.margins)
        self._block = Block()
        self._lay_out()
        self.block = self._block.plan()
        self._start = self._block.workspace()
        rows = self._offsets(tuple(self.tape.margins.values()))
        self._margin_places = int(self.block[kernel.W_STATE]) + np.array(rows, dtype=np.int64)

    @property
    def address(self) -> Any:
        """Where the right-hand side is."""
        return kernel.rates_address()

    @property
    def names(self) -> tuple[str, ...]:
        """The free inputs."""
        return tuple(self.plan.input_names[number] for number in self.free)

    @property
    def groups(self) -> tuple[str, ...]:
        """Those that a call may name by their numbers."""
        return tuple(self.plan.structure.groups[group].label for group in self.margin_groups)

    @property
    def given(self) -> tuple[int, ...]:
        """The numbers of the inputs that follow laws."""
        return tuple(number for number in range(len(self.plan.input_names)) if number not in self.free)

    @property
    def dead_margins(self) -> Floats:
        """What roots of margins (m,) are measured by where the motion must not go on to their zeros: 1 in closed form,
        −1 for what it is at the start where a group is iterated; 0 for groups that are known not to lock."""
        if self.changes is None:
            return np.where(self.plan.iterated[list(self.margin_groups)], -1.0, 1.0)
        return np.array([float(group in self.changes.locking) for group in self.margin_groups])

    @property
    def turns(self) -> Floats:
        """How far links turn, in radians, for one of each free input (n,)."""
        return self.plan.input_turns[list(self.free)].copy()

    def workspace(self) -> Floats:
        """A new workspace (w,), which starts from the initial configuration."""
        return self._start.copy()

    def rates(self, workspace: Floats, t: float, y: Floats, rates: Floats) -> int:
        """Fill rates (n,) with those of free inputs and their rates y (n,) at a time; see the kernel."""
        return int(kernel.rates_at(self.address, self.block, workspace, t, y, rates))

    def margins(self, workspace: Floats) -> Floats:
        """The margins (m,) of the groups `margin_groups` as they were when the equations were formed last."""
        at = self._margin_places
        return workspace[at].copy()

    def coordinates(self, workspace: Floats) -> tuple[Floats, Floats, Floats]:
        """Values, rates and forces (n,) of all actions, then of what is seen, as they were formed last."""
        count, at = len(self.model.measured), int(self.block[kernel.W_VALUES])
        found = workspace[at : at + 3 * count].reshape(3, count)
        return found[0].copy(), found[1].copy(), found[2].copy()

    def matrix_and_forces(self, workspace: Floats, t: float, y: Floats) -> tuple[int, Floats, Floats]:
        """What came of it, H (f, f) and p (f,) of all inputs at a time and free inputs with their rates y."""
        status = int(kernel.equations_at(self.block, workspace, t, y))
        f = len(self.plan.input_names)
        matrix, forces = int(self.block[kernel.W_MATRIX]), int(self.block[kernel.W_FORCES])
        lower = np.tril(workspace[matrix : matrix + f * f].reshape(f, f))
        return status, lower + np.tril(lower, -1).T, workspace[forces : forces + f].copy()

    def time(self, workspace: Floats) -> float:
        """The time at which the equations were formed last."""
        return float(workspace[int(self.block[kernel.W_INPUTS]) + 3 * len(self.plan.input_names)])

    def hold_angles(self, workspace: Floats) -> None:
        """Let whole turns in a workspace be counted only where an integration says so, and not in what it tries."""
        workspace[int(self.block[kernel.W_INPUTS]) + 3 * len(self.plan.input_names) + 1] = 1.0

    def memory(self, workspace: Floats) -> Floats:
        """Branches and starting values (g,) of a workspace: a copy."""
        start = int(self.block[kernel.W_MEMORY])
        return workspace[start : start + len(self.plan.start)].copy()

    def remember(self, workspace: Floats, memory: Floats) -> None:
        """Let a workspace go on from branches and starting values."""
        start = int(self.block[kernel.W_MEMORY])
        workspace[start : start + len(memory)] = memory

    def _rows(self, feature: Feature, *tangents: int) -> list[int]:
        """Where the rows of a feature, or of a derivative of it, stand in the state."""
        rows = self.tape.features[feature].by(*tangents)
        return self._offsets(rows if rows is not None else (self._zero,) * DERIVATIVE_ROWS[feature.kind])

    def _offsets(self, rows: Sequence[int]) -> list[int]:
        found: list[int] = self.layout.offset[list(rows)].tolist()
        return found

    def _inputs_of(self, features: Sequence[Feature]) -> list[int]:
        """The inputs on which features depend."""
        f = len(self.plan.input_names)
        return sorted({i for feature in features for i in self.tape.features[feature].first if i < f})

    def _motion(self, feature: Feature) -> tuple[int, int]:
        """By which tangent a feature moves, and by the rate of which input that must be multiplied, −1 for none."""
        first, along = self.tape.features[feature].first, len(self.plan.input_names)
        if along in first:
            return along, NO_ROW
        return (next(iter(first)),) * 2 if first else (0, NO_ROW)

    def _depend(self, features: Sequence[Feature]) -> None:
        """List the derivatives of features by each input on which they depend."""
        for i in self._inputs_of(features):
            rows = [row for feature in features for row in self._rows(feature, i)]
            room = kernel.DEPENDENCE_SIZE - 1 - len(rows)
            self._dependences.append([i, *rows, *[0] * room])

    def _lay_out(self) -> None:
        block, plan, tape, layout = self._block, self.plan, self.tape, self.layout
        f = len(plan.input_names)
        block.size(kernel.INPUTS, f)
        block.size(kernel.FREE, len(self.free))
        block.integers(kernel.FREE_INPUTS, self.free)
        block.size(kernel.OPERATIONS, len(tape.operations))
        block.integers(kernel.ADDRESSES, tape.addresses)
        block.integers(kernel.ROW_START, tape.row_start[:-1])
        block.integers(kernel.GEOMETRY_START, tape.geometry_start)
        block.integers(kernel.MEMORY_START, tape.memory_start)
        block.integers(kernel.ROWS, layout.rows)
        block.integers(kernel.INPUT_ROWS, self._offsets(tape.input_rows))
        block.integers(kernel.RATE_ROWS, self._offsets(tape.rate_rows))
        block.size(kernel.MARGINS, len(tape.margins))
        block.integers(kernel.MARGIN_ROWS, self._offsets(tuple(tape.margins.values())))
        iterated = [plan.element(group) for group in plan.solved_groups if plan.iterated[group]]
        block.size(kernel.ITERATED, len(iterated))
        block.integers(kernel.LANES_KNOWN, [each.start + (each.sign or 0) + 1 for each in iterated])
        block.size(kernel.MEMORY, len(plan.start))
        block.numbers(kernel.W_MEMORY, plan.start)
        block.size(kernel.KEPT, tape.kept)
        block.numbers(kernel.W_STATE, layout.state)
        block.numbers(kernel.W_GEOMETRY, tape.geometry)
        block.numbers(kernel.W_INPUTS, np.zeros(3 * f + 2))
        self._lay_out_bodies()
        self._lay_out_actions()
        self._lay_out_given()
        block.integers(kernel.DEPENDENCES, self._dependences)
        self._lay_out_components()
        block.numbers(kernel.W_MATRIX, np.zeros(f * f))
        block.numbers(kernel.W_FORCES, np.zeros(f))
        if self.changes is not None and len(self.changes.places):
            self._lay_out_changes(self.changes)

    def _lay_out_changes(self, changes: ChangePoints) -> None:
        block, plan = self._block, self.plan
        at, branches = branch_table(plan, changes)
        longest = np.minimum(changes.reaches, REACH / plan.input_turns[0])
        reaches, stored = best_reaches(plan, self.tape, changes, longest)
        block.size(kernel.CHANGES, len(changes.places))
        block.size(kernel.BRANCHES, len(at))
        block.integers(kernel.BRANCH_PLACES, at)
        places = np.stack([changes.places, reaches], axis=1)
        block.numbers(kernel.W_CHANGES, np.concatenate([[changes.period, lowest(changes), -1.0], places.ravel()]))
        block.numbers(kernel.W_BRANCHES, branches)
        block.numbers(kernel.W_NODES, stored)
        more = (angle.more for measured in self.model.measured for angle in measured.angles)
        rows = sorted({self._rows(feature)[0] for feature in more if feature is not None})
        turned = stored[0, -1, rows] - stored[0, 0, rows]  # they follow the input in proportion
        block.size(kernel.TURNINGS, len(rows))
        block.integers(kernel.TURNING_ROWS, rows)
        block.numbers(kernel.W_TURNING, turned / (kernel.NODES * reaches[0]))

    def _lay_out_bodies(self) -> None:
        gravity = np.array(self.plan.mechanism.gravity)
        rows, numbers, starts = [], [], [0]
        pinned = [body for body in self.model.pinned if self._inputs_of((body.first[0], body.second[0]))]
        for mass, (first, place), (second, other) in pinned:
            alpha, beta, square = _in_pins(mass.centre, place, other)
            inertia = mass.inertia / square + mass.mass * (alpha * alpha + beta * beta)
            numbers.append([mass.mass, mass.mass * alpha, mass.mass * beta, inertia, *gravity])
            (i, by_first), (j, by_second) = self._motion(first), self._motion(second)
            rows.append([*self._rows(first, i, i), *self._rows(second, j, j), by_first, by_second])
            self._depend((first, second))
            starts.append(len(self._dependences))
        self._add_bodies(kernel.PINNED, kernel.PINNED_ROWS, kernel.PINNED_START, kernel.W_PINNED, rows, starts, numbers)
        rows, numbers, starts = [], [], [len(self._dependences)]
        directed = [body for body in self.model.directed if self._inputs_of((body.point[0], body.direction))]
        for mass, (point, place), direction in directed:
            arm = (mass.centre[0] - place[0], mass.centre[1] - place[1])
            numbers.append([mass.mass, mass.inertia, *arm, *(mass.mass * gravity)])
            (i, by_point), (j, by_turn) = self._motion(point), self._motion(direction)
            turning = [*self._rows(direction, j, j), by_turn, *self._rows(direction, j), by_turn]
            rows.append([*self._rows(direction), *self._rows(point, i, i), by_point, *turning])
            self._depend((point, direction))
            starts.append(len(self._dependences))
        self._add_bodies(
            kernel.DIRECTED, kernel.DIRECTED_ROWS, kernel.DIRECTED_START, kernel.W_DIRECTED, rows, starts, numbers
        )

    def _add_bodies(
        self, size: int, at: int, start: int, numbered: int, rows: list[Any], starts: list[int], numbers: list[Any]
    ) -> None:
        self._block.size(size, len(rows))
        self._block.integers(at, rows)
        self._block.integers(start, starts)
        self._block.numbers(numbered, numbers)

    def _lay_out_actions(self) -> None:
        block, laws = self._block, [measured.action.law.record() for measured in self.model.measured]
        rows, numbers, starts = [], [], [len(self._dependences)]
        for measured in self.model.measured:
            rows.append([measured.kind, *self._action_rows(measured)])
            numbers.append(_action_numbers(measured))
            if measured.kind == kernel.ANGLE:
                self._depend([angle.direction for angle in measured.angles])
            else:
                turned = [measured.direction] if measured.direction is not None else []
                self._depend([*measured.points, *turned])
            starts.append(len(self._dependences))
        block.integers(kernel.ACTION_LAWS, [code for code, _ in laws])
        block.integers(kernel.LAW_STARTS, [self._put_law(of_law) for _, of_law in laws])
        block.size(kernel.ACTIONS, len(rows))
        block.integers(kernel.ACTION_ROWS, rows)
        block.integers(kernel.ACTION_START, starts)
        block.numbers(kernel.W_ACTIONS, numbers)
        block.numbers(kernel.W_VALUES, np.zeros(3 * len(rows)))

    def _action_rows(self, measured: Measured) -> list[int]:
        if measured.kind == kernel.ANGLE:
            rows = []
            for angle in measured.angles:
                rows += [NO_ROW] * 2 if angle.counted is None else self._rows(angle.counted)
                rows += [NO_ROW] if angle.more is None else self._rows(angle.more)
            return rows
        rows = [row for point in measured.points for row in self._rows(point)]
        return rows + (self._rows(measured.direction) if measured.direction is not None else [0, 0])

    def _lay_out_given(self) -> None:
        block, rows = self._block, []
        laws = [law for driver in self.plan.mechanism.drivers for law in driver.laws]
        for number, law in enumerate(laws):
            if number not in self.free:
                code, of_law = law.record()
                rows.append([number, code, self._put_law(of_law)])
        block.size(kernel.GIVEN, len(rows))
        block.integers(kernel.GIVEN_LAWS, rows)
        block.numbers(kernel.W_LAWS, self._of_laws)

    def _put_law(self, numbers: Sequence[float]) -> int:
        """Put the numbers of a law behind those of others; where they begin."""
        self._of_laws.extend(numbers)
        return len(self._of_laws) - len(numbers)

    def _lay_out_components(self) -> None:
        """Inputs that move some of the same bodies, together; the free ones of each first."""
        block, graph = self._block, networkx.Graph()
        graph.add_nodes_from(range(len(self.plan.input_names)))
        for features in self.model.bodies:
            networkx.add_path(graph, self._inputs_of(features))
        parts = sorted(sorted(part) for part in networkx.connected_components(graph))
        ordered = [sorted(part, key=lambda i: (i not in self.free, i)) for part in parts]
        block.size(kernel.COMPONENTS, len(ordered))
        block.integers(kernel.COMPONENT_INPUTS, [i for part in ordered for i in part])
        block.integers(kernel.COMPONENT_START, np.cumsum([0, *map(len, ordered)]))
        block.integers(kernel.COMPONENT_FREE, [sum(i in self.free for i in part) for part in ordered])


def _has_map(plan: KinematicPlan, free: tuple[int, ...]) -> bool:
    """Whether all change points can be found beforehand: along a single free input, of groups in closed form."""
    return len(plan.input_names) == 1 and free == (0,) and not plan.iterated.any()


def _in_pins(centre: Place, first: Place, second: Place) -> tuple[float, float, float]:
    """α, β with centre = first + α d + β d⊥, d = second − first, and |d|²."""
    a, b = span_numbers(first, second)
    x, y = centre[0] - first[0], centre[1] - first[1]
    return a * x + b * y, a * y - b * x, 1.0 / (a * a + b * b)


def _action_numbers(measured: Measured) -> list[float]:
    if measured.kind == kernel.ANGLE:
        first, second = measured.angles
        return [second.constant - first.constant, first.first, second.first, first.first, second.first, 0.0]
    return [*measured.inclination, measured.turns, measured.counts, 0.0, measured.shift]
