"""A whole mechanism with masses and forces, laid out for the compiled equations with multipliers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.conditions.table import left
from sgkin.errors import WholeMechanismError
from sgkin.global_solver.ordering import Entries, find_order
from sgkin.global_solver.reference_points import reference_points
from sgkin.global_solver.start import Start
from sgkin.global_solver.system import GlobalSystem, empty_blocks, lapack_addresses, slots_of
from sgkin.kernels import multipliers
from sgkin.kernels import whole_tables as kernel
from sgkin.kernels.compiled import JIT
from sgkin.kernels.equations_block import ALONG, ANGLE, DISTANCE, HEADER
from sgkin.kernels.rates_call import rates_at
from sgkin.mathematics import Place, cos, sin
from sgkin.model.coordinate import Along, Angle, Coordinate, Distance, Stroke

STABILISATIONS = ("baumgarte", "augmented-lagrangian")
PENALTY = 1e5
"""α of the augmented form, by the largest inertia."""
GROUND = -1


class WholeEquations:
    """The equations of a whole mechanism in x, y and θ of all links, as an integration takes them.

    `free`: names of the inputs that forces move; `full`: with a full matrix instead of a sparse one; `rate` in 1/s with
    which Baumgarte's form comes back to the conditions. The state y (2n,) has lengths in typical ones.
    """

    def __init__(self, start: Start, free: Sequence[str], stabilisation: str, full: bool, rate: float) -> None:
        held = start.held
        self.mechanism, self.held, self.links = start.mechanism, held, held.moving_links
        self.free, self.full, self.rate = tuple(free), full, rate
        self.is_augmented = stabilisation == "augmented-lagrangian"
        self.masses = held.rigid_masses()
        centres = {link: mass.centre for link, mass in self.masses.items()}
        self.whole = GlobalSystem(held, start.structure, start.poses, partial(reference_points, bases=centres))
        self.unit = self.whole.unit
        self.rows = self._used_rows()
        self._laws: list[float] = []
        self.order(self.whole.start)

    @property
    def size(self) -> int:
        """The number n of coordinates."""
        return self.whole.size

    @property
    def address(self) -> Any:
        """Where the right-hand side is."""
        return multipliers.accelerations.address

    @property
    def turns(self) -> Floats:
        """Zeros: what is known of the whole mechanism does not ask for short steps."""
        return np.zeros(self.size)

    def margins(self, workspace: Floats) -> Floats:
        """There are none."""
        return np.zeros(0)

    def workspace(self) -> Floats:
        """A new workspace."""
        return self._start.copy()

    def rates(self, workspace: Floats, t: float, y: Floats, rates: Floats) -> int:
        """Fill rates (2n,) with those of the state y (2n,) at a time; see the kernel."""
        return int(rates_at(self.address, self.block, workspace, t, y, rates))

    def project(self, workspace: Floats, t: float, y: Floats) -> int:
        """Bring a state to the conditions; only the augmented form can."""
        return int(multipliers.project(self.block, workspace, t, y))

    def residuals(self, workspace: Floats) -> tuple[float, float]:
        """By how much conditions, in typical lengths and radians, and their rates were not met in the last call."""
        conditions = self.whole.condition_count
        is_used = self.tables.used >= 0
        place, rate = (int(self._places[at]) for at in (kernel.AT_RESIDUAL, kernel.AT_RATE))
        return tuple(float(np.abs(workspace[at : at + conditions][is_used]).max(initial=0.0)) for at in (place, rate))  # type: ignore[return-value]

    def state(self, poses: Floats, rates: Floats) -> Floats:
        """y (…, 2n) of poses and velocities (…, links, 3) of the origins of all moving links."""
        centres = np.array([mass.centre for mass in self.masses.values()]).reshape(-1, 2)
        arms = _turned(poses[..., 2], centres)
        q, v = poses.copy(), rates.copy()
        q[..., :2] = (q[..., :2] + arms) / self.unit
        v[..., :2] = (v[..., :2] + rates[..., 2, None] * left(arms)) / self.unit
        flat = (*poses.shape[:-2], -1)
        return np.concatenate([q.reshape(flat), v.reshape(flat)], axis=-1)

    def link_motion(self, found: Floats) -> tuple[Floats, Floats, Floats]:
        """Poses, velocities and accelerations (…, links, 3) of origins, from coordinates, rates and accelerations
        (…, 3n) as an integration gives them."""
        q, v, a = (part.reshape(*part.shape[:-1], len(self.links), 3).copy() for part in np.split(found, 3, axis=-1))
        for part in (q, v, a):
            part[..., :2] *= self.unit
        centres = np.array([mass.centre for mass in self.masses.values()]).reshape(-1, 2)
        arms = _turned(q[..., 2], centres)
        q[..., :2] -= arms
        v[..., :2] -= v[..., 2, None] * left(arms)
        a[..., :2] -= a[..., 2, None] * left(arms) - v[..., 2, None] ** 2 * arms
        return q, v, a

    def _used_rows(self) -> list[int]:
        """The conditions that are used: none of free inputs, nor redundant ones where multipliers are solved for."""
        count = self.whole.condition_count if self.is_augmented else self.whole.size
        return [
            number
            for number, each in enumerate(self.whole.conditions[:count])
            if not (each.owner.kind == "input" and each.owner.name in self.free)
        ]

    def order(self, w: Floats) -> None:
        """Find the order of elimination at variables, and lay everything out."""
        whole, n = self.whole, self.whole.size
        pattern, used = whole.pattern, np.full(whole.condition_count, -1, dtype=np.int64)
        used[self.rows] = np.arange(len(self.rows))
        inside = (used[pattern.row] >= 0) & (pattern.variable < n)
        self._derivatives = whole.derivatives(w)
        inertia = np.array([[m.mass * self.unit**2] * 2 + [m.inertia] for m in self.masses.values()]).ravel()
        penalty = PENALTY * float(inertia.max(initial=0.0))
        pairs = self._pairs(inside) if self.is_augmented else np.zeros((0, 2), dtype=np.int64)
        place, mirrored = (np.full(len(pattern.row), -1, dtype=np.int64) for _ in range(2))
        if self.is_augmented:
            size, values = n, penalty * self._derivatives[pairs[:, 0]] * self._derivatives[pairs[:, 1]]
            i, j = pattern.variable[pairs[:, 0]], pattern.variable[pairs[:, 1]]
        else:
            size, below = n + len(self.rows), n + used[pattern.row[inside]]
            i, j = np.concatenate([below, pattern.variable[inside]]), np.concatenate([pattern.variable[inside], below])
            values = np.tile(self._derivatives[inside], 2)
        slots, stored, blocks = self._slots(
            np.concatenate([np.arange(n), i]),
            np.concatenate([np.arange(n), j]),
            np.concatenate([inertia, values]),
            size,
        )
        pair_place = slots[n:] if self.is_augmented else np.zeros(0, dtype=np.int64)
        if not self.is_augmented:
            place[inside], mirrored[inside] = np.split(slots[n:], 2)
        self._laws.clear()
        actions = self._actions()
        given = self._given()
        entries = len(pattern.row)
        variables, angles, count = len(whole.start), len(whole.equations.angle), len(blocks.start) - 1
        sizes = np.zeros(kernel.SIZES, dtype=np.int64)
        sizes[[kernel.UNKNOWNS, kernel.INPUTS, kernel.CONDITIONS, kernel.USED]] = (
            n, whole.inputs, whole.condition_count, len(self.rows),
        )  # fmt: skip
        sizes[[kernel.ORDER, kernel.IS_FULL, kernel.IS_AUGMENTED]] = size, self.full, self.is_augmented
        sizes[[kernel.ENTRIES, kernel.ACTIONS, kernel.GIVEN]] = entries, len(actions), len(given)
        sizes[[kernel.VARIABLES, kernel.ANGLES, kernel.STORED]] = variables, angles, stored
        self._lay_out_workspace(sizes, count)
        gravity = np.array(self.held.gravity)
        weight = [[*(m.mass * self.unit * gravity), 0.0] for m in self.masses.values()]
        self.tables = kernel.WholeTables(
            equations=whole.equations,
            slots=slots_of(pattern, np.arange(entries)),
            blocks=blocks,
            sizes=sizes,
            places=self._places,
            entry_row=np.ascontiguousarray(pattern.row),
            entry_variable=np.ascontiguousarray(pattern.variable),
            used=used,
            place=place,
            mirrored=mirrored,
            pair_one=np.ascontiguousarray(pairs[:, 0]),
            pair_other=np.ascontiguousarray(pairs[:, 1]),
            pair_place=np.ascontiguousarray(pair_place),
            diagonal=np.ascontiguousarray(slots[:n]),
            inertia=inertia,
            weight=np.array(weight).ravel(),
            given=np.array(given, dtype=np.int64).reshape(-1, 3),
            input_scale=np.asarray(whole.input_scales, dtype=np.float64),
            laws=np.array([*self._laws, 0.0]),
            action_kind=np.array([each[0] for each in actions], dtype=np.int64),
            action_frames=np.array([each[1] for each in actions], dtype=np.int64).reshape(-1, 3),
            action_numbers=np.array([each[2] for each in actions], dtype=np.float64).reshape(-1, kernel.ENDS),
            action_codes=np.array([each[3] for each in actions], dtype=np.int64),
            action_laws=np.array([each[4] for each in actions], dtype=np.int64),
            action_scale=np.array([1.0 if each[0] == ANGLE else self.unit for each in actions]),
            constants=np.array([self.rate, penalty, self.unit]),
            addresses=lapack_addresses() if self.full and JIT else np.zeros(2, dtype=np.int64),
            letter=np.frombuffer(b"N", dtype=np.uint8).copy(),
        )
        block = np.zeros(HEADER + 1, dtype=np.int64 if JIT else object)
        block[HEADER] = self.tables.address if JIT else self.tables
        self.block = block

    def _pairs(self, inside: Any) -> Integers:
        """The derivatives of one condition, each with each (p, 2)."""
        rows = self.whole.pattern.row
        by_row: dict[int, list[int]] = {}
        for entry in np.flatnonzero(inside).tolist():
            by_row.setdefault(int(rows[entry]), []).append(entry)
        found = [(one, other) for entries in by_row.values() for one in entries for other in entries]
        return np.array(found, dtype=np.int64).reshape(-1, 2)

    def _slots(self, row: Integers, column: Integers, values: Floats, size: int) -> tuple[Integers, int, Any]:
        """Where entries stand, how many numbers that takes, and the blocks of a sparse matrix."""
        if self.full:
            return column * size + row, size * size, empty_blocks()
        codes, which = np.unique(row * size + column, return_inverse=True)
        summed = np.zeros(len(codes))
        np.add.at(summed, which, values)
        found = find_order(Entries(codes // size, codes % size, size), summed)
        if found is None:
            raise WholeMechanismError(
                f"{self.mechanism.name}: its masses and conditions leave accelerations open; give every link mass and "
                "inertia"
            )
        return found.slot[which], found.stored, found.blocks

    def _lay_out_workspace(self, sizes: Integers, blocks: int) -> None:
        n, used, variables = int(sizes[kernel.UNKNOWNS]), len(self.rows), int(sizes[kernel.VARIABLES])
        conditions, order = int(sizes[kernel.CONDITIONS]), int(sizes[kernel.ORDER])
        room = {
            kernel.AT_VARIABLES: variables,
            kernel.AT_RATES: variables,
            kernel.AT_INPUT_ACCELERATIONS: int(sizes[kernel.INPUTS]),
            kernel.AT_COSINE: int(sizes[kernel.ANGLES]),
            kernel.AT_SINE: int(sizes[kernel.ANGLES]),
            kernel.AT_VALUES: int(sizes[kernel.ENTRIES]),
            kernel.AT_RESIDUAL: conditions,
            kernel.AT_RATE: conditions,
            kernel.AT_GAMMA: conditions,
            kernel.AT_FORCES: n,
            kernel.AT_MULTIPLIERS: used,
            kernel.AT_RIGHT: n + used,
            kernel.AT_SOLUTION: n + used,
            kernel.AT_FOUND: n,
            kernel.AT_MATRIX: int(sizes[kernel.STORED]),
            kernel.AT_PIVOTS: order,
            kernel.AT_SHORT: 2,
            kernel.AT_MEASURED: 3 * int(sizes[kernel.ACTIONS]),
            kernel.AT_SIGN: 2 * blocks + 2,
            kernel.AT_WORK: order,
            kernel.AT_MISS: used,
            kernel.AT_START: n,
        }
        ends = np.cumsum([room[place] for place in range(kernel.PLACES)])
        self._places = np.concatenate([[0], ends[:-1]]).astype(np.int64)
        self._start = np.zeros(int(ends[-1]) + 1)
        self._start[:variables] = self.whole.start
        self._start[self._places[kernel.AT_SHORT] :].view(np.int32)[:2] = order, 1

    def _given(self) -> list[list[int]]:
        """Number, code and numbers of the law of every input that is not free."""
        names = self.held.input_names
        laws = [law for driver in self.held.drivers for law in driver.laws]
        return [
            [number, *self._put(*law.record())] for number, law in enumerate(laws) if names[number] not in self.free
        ]

    def _actions(self) -> list[tuple[int, list[int], list[float], int, int]]:
        """Kind, links, numbers and law of every action."""
        found = []
        for action in self.held.actions:
            found.append((*self._measured(action.coordinate), *self._put(*action.law.record())))
        return found

    def _put(self, code: int, numbers: Sequence[float]) -> tuple[int, int]:
        self._laws.extend(numbers)
        return code, len(self._laws) - len(numbers)

    def _measured(self, coordinate: Coordinate) -> tuple[int, list[int], list[float]]:
        """Kind, links and numbers of a coordinate, see the kernel; lengths in typical ones."""
        match coordinate:
            case Distance((first, place), (second, other)):
                ends = [*self._place(first, place), *self._place(second, other)]
                return DISTANCE, [self._link(first), self._link(second), GROUND], [*ends, 0.0, 0.0, 0.0, 0.0]
            case Stroke((first, place), (second, other), guide, angle):
                ends = [*self._place(first, place), *self._place(second, other)]
                links = [self._link(first), self._link(second), self._link(guide)]
                return ALONG, links, [*ends, cos(angle), sin(angle), 1.0, 1.0]
            case Along(link, place, (x, y), frame):
                links = [GROUND, self._link(link), self._link(frame)]
                counts = float(frame == self.held.ground)
                return ALONG, links, [0.0, 0.0, *self._place(link, place), x, y, 0.0, counts]
            case Angle(first, second):
                return ANGLE, [self._link(first), self._link(second), GROUND], [0.0] * kernel.ENDS
        raise TypeError(f"no such coordinate: {coordinate!r}")

    def _link(self, name: str) -> int:
        return GROUND if name == self.held.ground else self.links.index(name)

    def _place(self, link: str, place: Place) -> list[float]:
        x, y = (0.0, 0.0) if link == self.held.ground else self.masses[link].centre
        return [(place[0] - x) / self.unit, (place[1] - y) / self.unit]


def _turned(theta: Floats, places: Floats) -> Floats:
    """Places (links, 2) of links turned by their angles (…, links)."""
    c, s, (x, y) = np.cos(theta), np.sin(theta), places.T
    return np.stack([c * x - s * y, s * x + c * y], axis=-1)
