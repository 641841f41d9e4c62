"""One configuration at a time: position, velocity, acceleration, or velocity coefficients and their gradients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import local
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sgkin.arrays import Floats
from sgkin.coefficients import Coefficients, Configuration
from sgkin.errors import Outcome
from sgkin.groups.element import DERIVATIVE_ROWS, Feature
from sgkin.kernels.limits import LOST, NEAR_CHANGE_POINT, SMALLEST_MARGIN
from sgkin.kernels.single_configuration import NOT_FINITE, gather_numbers, gather_poses, run_long, run_short
from sgkin.plan.input_values import copy_inputs, refuse_numbers
from sgkin.plan.link_angles import LinkAngle, link_angle
from sgkin.plan.tape import Layout, Seeds

if TYPE_CHECKING:
    from sgkin.plan.plan import Plan


FAR = 0.5
"""How far links may turn, in radians, without a doubt about whole turns."""
MANY = 1500
"""Operations from which on it is worth while to let other threads run."""
NOTHING = np.zeros(0)


class SingleRunner:
    """Runs a plan for one configuration at a time; by many threads at once, each in a state of its own."""

    def __init__(self, plan: Plan, seeds: Seeds | None, points: tuple[str, ...] = ()) -> None:
        self.plan, self.count = plan, len(plan.input_names)
        places = tuple(f"{point}.{axis}" for point in points for axis in ("x", "y"))
        self.names = (*plan.coordinate_names[: 3 * len(plan.links)], *places, *plan.input_names)
        self.ground = plan.mechanism.ground
        self.motion, self.differentiated = seeds is not None and seeds.motion, seeds is not None
        self.site = plan.site.extended()
        features = [self.site.link_features(link) for link in plan.links]
        features_of_points = [self.site.point_feature(point) for point in points]
        angles = [link_angle(plan, link) for link in plan.links]
        of_links = [feature for pair in features for feature in pair]
        of_angles = [
            feature for angle in angles for feature in (self._counted(angle), angle.more) if feature is not None
        ]
        self.wanted = list(dict.fromkeys([*of_links, *of_angles, *features_of_points]))
        self.site.close()
        self.tape = plan.write_tape(self.site, self.wanted, seeds, watch=False, groups=plan.solved_groups)
        self._workspaces = local()
        self.addresses = self.tape.addresses
        self.starts = np.stack([self.tape.row_start[:-1], self.tape.geometry_start, self.tape.memory_start])
        self.run_tape: Any = run_short if len(self.addresses) < MANY else run_long
        orders = range(3 if self.motion else 1)
        rows = [[self._rows(feature, *(0,) * order) for feature in pair] for order in orders for pair in features]
        table = [[*point, direction[0]] for point, direction in rows]
        self.gathered = self.layout.offset[np.array(table, dtype=np.int64).reshape(len(orders), -1, 3)]
        rows_in = [self.tape.input_rows, self.tape.rate_rows, self.tape.acceleration_rows]
        self.point_rows = self._offsets(
            [row for feature in features_of_points for row in self.tape.features[feature].position]
        )
        self.taken = np.zeros(0, dtype=np.int64)
        if seeds is not None and not seeds.motion:
            self._find_coefficients([*of_links, *features_of_points])
        seeded = np.array([row for row in rows_in if row], dtype=np.int64)
        self.seeds = self.layout.offset[seeded.reshape(len(seeded), self.count)]
        self.margin_groups = np.array(list(self.tape.margins), dtype=np.int64)
        self.margin_rows = self.layout.offset[np.array(list(self.tape.margins.values()), dtype=np.int64)]
        numbers = {link: number for number, link in enumerate(plan.links)}
        rows_of_angles = [self._angle_rows(number, angle, numbers) for number, angle in enumerate(angles)]
        self.angle_rows = np.array(rows_of_angles, dtype=np.int64).reshape(-1, 4)
        self.shifts = np.array([self._shifts(angle) for angle in angles]).reshape(-1, 2)
        self.geared = bool(plan.geared)
        self.least = NEAR_CHANGE_POINT if self.differentiated else SMALLEST_MARGIN
        self.angles = np.array([plan.initial[link][2] if link in plan.initial else 0.0 for link in plan.links])

    @property
    def layout(self) -> Layout:
        """The state in which this thread computes."""
        try:
            return self._workspaces.layout  # type: ignore[no-any-return]
        except AttributeError:
            self._workspaces.layout = Layout(self.tape, 1, 1)
            return self._workspaces.layout  # type: ignore[no-any-return]

    def _angle_rows(self, link: int, angle: LinkAngle, numbers: Mapping[str, int]) -> list[int]:
        """Cosine, sine, link and scalar of the angle of a link, as `gather_poses` reads them."""
        rows, counted = [-1, -1, link, -1], self._counted(angle)
        if counted is not None:
            rows[:2] = self._offsets(self.tape.features[counted].position).tolist()
        if not angle.more.values:
            rows[3] = int(self._offsets(self.tape.features[angle.more].position)[0])
            if counted is not None:
                rows[2] = numbers[counted.link]
        return rows

    def _counted(self, angle: LinkAngle) -> Feature | None:
        """The direction whose angle is counted."""
        return self.site.direction(angle.counted) if isinstance(angle.counted, str) else angle.counted

    def _shifts(self, angle: LinkAngle) -> tuple[float, float]:
        """What is added to the angle of the link near which a direction is counted, and to the sum of all."""
        if angle.more.values:
            constant = angle.constant + angle.more.values[0]
            return -constant, constant
        counted = self._counted(angle)
        return counted.local[0] if counted is not None else 0.0, angle.constant

    def _offsets(self, rows: Sequence[int]) -> NDArray[np.int64]:
        return np.asarray(self.layout.offset[np.array(rows, dtype=np.int64)])

    def _find_coefficients(self, features: list[Feature]) -> None:
        """Where K (c, f) and L (c, f, f) of all but the inputs stand; what cannot depend on an input is zero."""
        f, zero = self.count, self.tape.constants[0][0]
        first: list[list[int]] = []
        second: list[list[list[int]]] = []
        for feature in features:
            K = [self._rows(feature, i) for i in range(f)]
            L = [[self._rows(feature, i, j) for j in range(f)] for i in range(f)]
            for part in range(DERIVATIVE_ROWS[feature.kind]):
                first.append([rows[part] for rows in K])
                second.append([[rows[part] for rows in row] for row in L])
        self.K_rows = self.layout.offset[np.array(first, dtype=np.int64).reshape(len(first), f)]
        self.L_rows = self.layout.offset[np.array(second, dtype=np.int64).reshape(len(second), f, f)]
        one = next((row for row, value in self.tape.constants if value == 1.0), zero)
        unit, nothing = self._offsets([one]), self._offsets([zero])
        inputs = np.where(np.eye(f, dtype=bool), unit, nothing)
        parts = [
            self.point_rows,
            self._offsets(self.tape.input_rows),
            self.K_rows.ravel(),
            inputs.ravel(),
            self.L_rows.ravel(),
            np.full(f**3, nothing[0]),
        ]
        self.taken = np.concatenate(parts)

    def _rows(self, feature: Feature, *tangents: int) -> tuple[int, ...]:
        """The rows of a feature, or of its derivative by tangents; what cannot depend on an input is zero."""
        rows = self.tape.features[feature].by(*tangents)
        return rows if rows is not None else (self.tape.constants[0][0],) * DERIVATIVE_ROWS[feature.kind]

    def evaluate(
        self, z: ArrayLike, zd: ArrayLike | None, zdd: ArrayLike | None, near: Configuration | None
    ) -> Configuration:
        values = np.zeros((3, self.count))
        copy_inputs(values[0], z, "z", self.plan.input_names)
        if self.motion:
            copy_inputs(values[1], zd, "zd", self.plan.input_names)
            if zdd is not None:
                copy_inputs(values[2], zdd, "zdd", self.plan.input_names)
        results, memory = self._run(values, near, NOTHING)
        velocities, accelerations = (results[1], results[2]) if self.motion else (None, None)
        return Configuration(
            self.plan.links, values[0], results[0], velocities, accelerations, memory, self.plan.origin
        )

    def coefficients(self, z: ArrayLike, near: Configuration | None) -> Coefficients:
        values = np.zeros((3, self.count))
        copy_inputs(values[0], z, "z", self.plan.input_names)
        c, f = len(self.names), self.count
        numbers = np.empty(c * (1 + f + f * f))
        results, memory = self._run(values, near, numbers)
        q, K, L = numbers[:c], numbers[c : c + c * f].reshape(c, f), numbers[c + c * f :].reshape(c, f, f)
        here = Configuration(self.plan.links, values[0], results[0], None, None, memory, self.plan.origin)
        return Coefficients(q, K, L, self.names, self.plan.links, self.plan.input_names, self.ground, here)

    def _run(self, values: Floats, near: Configuration | None, numbers: Floats) -> tuple[Floats, Floats]:
        """Poses and their derivatives (1 or 3, links, 3) at inputs, rates and accelerations (3, f), and the memory.

        `numbers` is filled with q, K and L one after the other, if it has room for them.
        """
        layout, follows = self.layout, self.geared and self._turns_far(values, near)
        if follows:
            memory = self._followed(values, near)
        else:
            memory = self.plan.start.copy() if near is None else self.plan.memory(near)
        angles = self.angles if near is None else near.poses[:, 2]
        results = np.empty(self.gathered.shape)
        worst = self._try(layout, values, memory, angles, results, numbers)
        if worst == NOT_FINITE:
            refuse_numbers(values, self.plan.input_names)
        if worst >= 0 and self._is_lost():
            memory = self._followed(values, near)
            worst = self._try(layout, values, memory, angles, results, numbers)
        if worst >= 0:
            self._refuse(values, memory)
            if self._set_limit(values, memory):
                self._gather(layout, angles, results, numbers)
        return results, memory

    def _try(
        self, layout: Layout, values: Floats, memory: Floats, angles: Floats, results: Floats, numbers: Floats
    ) -> int:
        """Run the tape with a memory; see `run_single`."""
        tape = self.tape
        worst: int = self.run_tape(
            self.addresses,
            layout.here,
            tape.geometry,
            memory,
            self.starts,
            layout.state,
            self.seeds,
            values,
            self.gathered,
            self.angle_rows,
            self.shifts,
            angles,
            self.margin_rows,
            self.least,
            results,
            self.taken,
            numbers,
        )
        return worst

    def _gather(self, layout: Layout, angles: Floats, results: Floats, numbers: Floats) -> int:
        """Take what is wanted out of the state; the first margin that is small, or −1."""
        state = layout.state
        worst: int = gather_poses(
            state, self.gathered, self.angle_rows, self.shifts, angles, self.margin_rows, self.least, results
        )
        gather_numbers(state, self.taken, results, numbers)
        return worst

    def _is_lost(self) -> bool:
        """Whether an iteration did not find its group, or may have left its mode."""
        margins = self.layout.state[self.margin_rows]
        return bool((margins[self.plan.iterated[self.margin_groups]] < LOST).any())

    def _followed(self, values: Floats, near: Configuration | None) -> Floats:
        """The memory at the inputs when the motion is followed to them."""
        return followed_memory(self.plan, self._start(near), self.plan.memory(near), values[0])

    def _start(self, near: Configuration | None) -> Floats:
        """The inputs of the configuration from which one goes on."""
        return self.plan.initial_inputs if near is None else near.inputs

    def _turns_far(self, values: Floats, near: Configuration | None) -> bool:
        """Whether links may turn round on the path to the inputs whose turns gears must know."""
        turned = float(np.abs(values[0] - self._start(near)) @ self.plan.input_turns)
        return FAR < turned < np.inf

    def _refuse(self, values: Floats, memory: Floats) -> None:
        """Raise where a group is open, lost or, if derivatives are wanted, on a change point."""
        from sgkin.sweep.failure import failure, group_gap, judged_clearance

        margins = self.layout.state[self.margin_rows]
        for number in np.flatnonzero(~(margins > SMALLEST_MARGIN)).tolist():
            group, margin = int(self.margin_groups[number]), float(margins[number])
            iterated = self.plan.element(group).sign is not None
            clearance = judged_clearance(self.plan, group, values[0], memory, margin)
            if clearance > 0.0 or (clearance == 0.0 and not self.differentiated and not iterated):
                continue  # positions are what they are where modes meet
            outcome = Outcome.CANNOT_ASSEMBLE if clearance < 0.0 else Outcome.SINGULAR
            if iterated and clearance < 0.0:
                outcome = Outcome.NOT_CONVERGED
            raise failure(self.plan, group, outcome, 0, values[0], group_gap(self.plan, group, values[0], memory))

    def _set_limit(self, values: Floats, memory: Floats) -> bool:
        """Next to a change point, put derivatives into the state that are the limit of those around; whether it did."""
        if not self.differentiated:
            return False
        from sgkin.sweep.branch_tracking import Start
        from sgkin.sweep.sweep import Sweep, SweepInputs

        drive = SweepInputs(values[:1], values[1:2], values[2:3]) if self.motion else SweepInputs(values[:1], unit=True)
        sweep = Sweep(self.plan, drive, self.wanted, builder=self.site)
        if not sweep.set_limit(0, Start(values[0], memory), positions=False):
            return False
        for feature in self.wanted:
            mine, found = self.tape.features[feature], sweep.tape.features[feature]
            both = [(mine.first[i], found.first[i]) for i in mine.first]
            both += [(mine.second[pair], found.second[pair]) for pair in mine.second]
            for rows, others in both:
                for row, other in zip(rows, others, strict=True):
                    if row < self.tape.kept:
                        self.layout.row(row)[0] = sweep.layout.row(other)[0]
        return True


def followed_memory(plan: Plan, begin: Floats, memory: Floats, z: Floats) -> Floats:
    """Branches and starting values (g,) at inputs z (f,) when the motion is followed straight to them from others, to
    which a memory belongs; raises `MotionError` where it cannot be followed."""
    from sgkin.sweep.branch_tracking import Start, respace_lanes
    from sgkin.sweep.divided_sweep import divided_steps, parts_of_steps
    from sgkin.sweep.failure import failure, group_gap
    from sgkin.sweep.sweep import Sweep, SweepInputs

    respace_lanes(plan, memory, 0.0, again=True)
    way = SweepInputs(np.stack([begin, z]))
    lanes = divided_steps(0, 2, parts_of_steps(plan, way.inputs))
    wanted = [feature for heading in plan.geared for feature in heading.features]
    sweep = Sweep(plan, way.at(lanes), wanted, plan.geared, Start(begin, memory))
    ending = sweep.run(limits=False).ending
    if ending is not None:
        gap = group_gap(plan, ending.stop.group, ending.stop.worst, sweep.memory)
        raise failure(plan, ending.stop.group, ending.stop.outcome, 0, ending.stop.inputs, gap)
    return sweep.memory[: len(plan.start)].copy()
