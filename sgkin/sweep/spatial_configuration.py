"""One configuration of a mechanism in space at a time: position, velocity, acceleration, or K and L."""

from __future__ import annotations

from threading import local
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Floats
from sgkin.coefficients import Coefficients, Configuration
from sgkin.groups.element import Feature
from sgkin.kernels.limits import NEAR_CHANGE_POINT, SMALLEST_MARGIN
from sgkin.kernels.single_configuration import run_long, run_short
from sgkin.plan.input_values import copy_inputs
from sgkin.plan.tape import Seeds
from sgkin.sweep.one_configuration import MANY, SingleRunner

if TYPE_CHECKING:
    from sgkin.groups.space.plan_builder import SpatialPlanBuilder
    from sgkin.plan.plan import Plan

PARTS = 6
"""Numbers of a pose: a place, and axis times angle of a turn."""


class SpatialRunner(SingleRunner):
    """Runs a plan in space for one configuration at a time; by many threads at once, each in a state of its own."""

    def __init__(self, plan: Plan, seeds: Seeds | None, points: tuple[str, ...] = ()) -> None:
        self.plan, self.count = plan, len(plan.input_names)
        places = tuple(f"{point}.{axis}" for point in points for axis in "xyz")
        self.names = (*plan.coordinate_names[: PARTS * len(plan.links)], *places, *plan.input_names)
        self.ground = plan.mechanism.ground
        self.motion, self.differentiated = seeds is not None and seeds.motion, seeds is not None
        site = cast("SpatialPlanBuilder", cast(Any, plan.site)).extended()
        self.site = cast(Any, site)
        poses = [site.link_features(link) for link in plan.links]
        places_of = [site.point_feature(point) for point in points]
        vectors = [site.turn_vector(frame) for _, frame in poses]
        derived = [feature for pair in poses for feature in pair]
        placed = [each for (origin, _), vector in zip(poses, vectors, strict=True) for each in (origin, vector)]
        self.wanted = list(dict.fromkeys([*derived, *vectors, *places_of]))
        self.site.close()
        self.tape = plan.write_tape(self.site, self.wanted, seeds, watch=False, groups=plan.solved_groups)
        self._workspaces = local()
        self.addresses = self.tape.addresses
        self.starts = np.stack([self.tape.row_start[:-1], self.tape.geometry_start, self.tape.memory_start])
        self.run_tape: Any = run_short if len(self.addresses) < MANY else run_long
        self.gathered = np.zeros((1, 0, 3), dtype=np.int64)  # all is read by the rows that are taken
        self.angle_rows, self.shifts = np.zeros((0, 4), dtype=np.int64), np.zeros((0, 2))
        self.point_rows = self._offsets([row for each in (*placed, *places_of) for row in self._position(each)])
        self.taken = self.point_rows[: PARTS * len(plan.links)]
        if seeds is not None and not seeds.motion:
            self._find_coefficients([*derived, *places_of])
        elif self.motion:
            rates = [row for order in ((0,), (0, 0)) for feature in derived for row in self._rows(feature, *order)]
            self.taken = np.concatenate([self.taken, self._offsets(rates)])
        rows_in = [self.tape.input_rows, self.tape.rate_rows, self.tape.acceleration_rows]
        seeded = np.array([row for row in rows_in if row], dtype=np.int64)
        self.seeds = self.layout.offset[seeded.reshape(len(seeded), self.count)]
        self.margin_groups = np.array(list(self.tape.margins), dtype=np.int64)
        self.margin_rows = self.layout.offset[np.array(list(self.tape.margins.values()), dtype=np.int64)]
        self.geared, self.angles = any(element.counts for element in plan.site.elements), np.zeros(0)
        self.least = NEAR_CHANGE_POINT if self.differentiated else SMALLEST_MARGIN

    def _position(self, feature: Feature) -> tuple[int, ...]:
        return tuple(self.tape.features[feature].position)

    def evaluate(
        self, z: ArrayLike, zd: ArrayLike | None, zdd: ArrayLike | None, near: Configuration | None
    ) -> Configuration:
        values = np.zeros((3, self.count))
        copy_inputs(values[0], z, "z", self.plan.input_names)
        if self.motion:
            copy_inputs(values[1], zd, "zd", self.plan.input_names)
            if zdd is not None:
                copy_inputs(values[2], zdd, "zdd", self.plan.input_names)
        numbers = np.empty(len(self.taken))
        _, memory = self._run(values, near, numbers)
        poses = numbers.reshape(-1, len(self.plan.links), PARTS)
        velocities, accelerations = (poses[1], poses[2]) if self.motion else (None, None)
        return self._configuration(values[0], poses[0], velocities, accelerations, memory)

    def coefficients(self, z: ArrayLike, near: Configuration | None) -> Coefficients:
        values = np.zeros((3, self.count))
        copy_inputs(values[0], z, "z", self.plan.input_names)
        c, f = len(self.names), self.count
        numbers = np.empty(c * (1 + f + f * f))
        _, memory = self._run(values, near, numbers)
        q, K, L = numbers[:c], numbers[c : c + c * f].reshape(c, f), numbers[c + c * f :].reshape(c, f, f)
        poses = q[: PARTS * len(self.plan.links)].reshape(-1, PARTS)
        here = self._configuration(values[0], poses, None, None, memory)
        return Coefficients(q, K, L, self.names, self.plan.links, self.plan.input_names, self.ground, here)

    def _configuration(
        self, z: Floats, poses: Floats, velocities: Floats | None, accelerations: Floats | None, memory: Floats
    ) -> Configuration:
        return Configuration(self.plan.links, z, poses, velocities, accelerations, memory, self.plan.origin)
