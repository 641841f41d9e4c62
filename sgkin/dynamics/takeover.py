"""Other inputs for the same motion: which of them move a mechanism best where it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice
from math import comb

import numpy as np
from scipy.linalg import cho_factor, qr, solve_triangular

from sgkin.analysis.possible_inputs import PossibleInput, possible_inputs
from sgkin.analysis.redriving import redriven
from sgkin.arrays import Floats
from sgkin.coefficients import Configuration
from sgkin.conditions.statement import Statements
from sgkin.conditions.table import ConditionTable, place_conditions
from sgkin.dynamics.link_masses import link_masses
from sgkin.dynamics.small_motions import reduced_masses
from sgkin.errors import SgkinError
from sgkin.kinematic_plan import KinematicPlan
from sgkin.mathematics import Pose
from sgkin.model.initial import Expectation
from sgkin.model.mechanism import Mechanism
from sgkin.plan.tape import Layout
from sgkin.solving import make_plan

TRIES, MOST_SETS = 12, 3000
"""Sets of inputs of which plans are made, and up to which all sets are looked at."""
GOOD, ENOUGH = 0.4, 0.18
"""Roots of the least margin with which nothing better is looked for, and which there must be."""
ITERATED = 0.2
"""What inputs count for whose groups are found by iteration, which takes longer."""
WEAKEST = 0.02
"""Inputs that move less than this part of the best say too little of the motion."""


class Takeover:
    """Finds inputs for a mechanism; `given`: the names of its inputs that follow laws, which stay."""

    def __init__(self, mechanism: Mechanism, given: Sequence[str]) -> None:
        self.mechanism, self.given = mechanism, tuple(given)
        single = [each for each in possible_inputs(mechanism) if len(each.inputs) == 1]
        several = [each for each in possible_inputs(mechanism) if each.is_present and len(each.inputs) > 1]
        self.fixed = [each for each in (*single, *several) if set(each.inputs) & set(self.given)]
        self.possible = [each for each in single if not set(each.inputs) & set(self.given)]
        drivers = tuple(driver for each in self.possible for driver in each.drivers)
        initial = replace(mechanism.initial, inputs={})
        wide = replace(mechanism, drivers=drivers, initial=initial, expected=Expectation(), forces=())
        stated = Statements(wide).drivers
        self.table = ConditionTable.of(each for driver in stated for each in driver.conditions)
        lengths = np.array([wide.input_quantity(name) == "length" for name in wide.input_names])
        self._iterated: set[tuple[str, ...]] = set()
        self.scales = np.where(lengths, mechanism.size or 1.0, 1.0)

    def best(self, poses: Floats, directions: Floats) -> tuple[KinematicPlan, tuple[int, ...]] | None:
        """A plan at poses (links, 3) with inputs that move well there, and the numbers of the free ones; None if there
        is none.

        directions (d, links, 3): velocities that span all that the free inputs can do.
        """
        named: dict[str, Pose] = {
            link.name: (x, y, theta) for link, (x, y, theta) in zip(self.mechanism.links, poses.tolist(), strict=True)
        }
        found: list[tuple[float, KinematicPlan, tuple[int, ...]]] = []
        sets = self._sets(poses, directions)
        sets.sort(key=lambda each: self._names(each[1]) in self._iterated)
        for share, chosen in sets[:TRIES]:
            made = self._plan(named, chosen)
            if made is None:
                continue
            plan, free = made
            margin, is_iterated = least_margin(plan), bool(plan.iterated.any())
            if margin > GOOD and not is_iterated:
                return plan, free
            if is_iterated:
                self._iterated.add(self._names(chosen))
            if margin > ENOUGH:
                found.append((share * margin * (ITERATED if is_iterated else 1.0), plan, free))
        best = max(found, key=lambda each: each[0], default=None)
        return None if best is None else (best[1], best[2])

    @staticmethod
    def _names(chosen: Sequence[PossibleInput]) -> tuple[str, ...]:
        return tuple(each.name for each in chosen)

    def _sets(self, poses: Floats, directions: Floats) -> list[tuple[float, list[PossibleInput]]]:
        """Sets of inputs, those that move most first: the least part of a motion that they show, by the best."""
        count = len(directions)
        placed = place_conditions(self.table, poses)
        rates = np.array([placed.rate(each) for each in directions]).T / self.scales[:, None]
        rates /= max(float(np.abs(rates).max(initial=0.0)), 1e-300)
        if comb(len(rates), count) <= MOST_SETS:
            sets = [list(each) for each in combinations(range(len(rates)), count)]
        else:
            sets = list(islice(self._pivoted(rates, count), TRIES))
        shares = [float(np.linalg.svd(rates[each], compute_uv=False)[-1]) for each in sets]
        ordered = sorted(range(len(sets)), key=lambda number: -shares[number])
        strong = [number for number in ordered if shares[number] > WEAKEST]
        return [(shares[number], [self.possible[each] for each in sets[number]]) for number in strong]

    @staticmethod
    def _pivoted(rates: Floats, count: int) -> Iterator[list[int]]:
        """Sets of rows that span the directions, by pivots; each without the first of the one before."""
        left = list(range(len(rates)))
        while len(left) >= count:
            _, _, order = qr(rates[left].T, mode="economic", pivoting=True)
            yield sorted(left[number] for number in order[:count])
            left.pop(int(order[0]))

    def _plan(
        self, poses: dict[str, Pose], chosen: Sequence[PossibleInput]
    ) -> tuple[KinematicPlan, tuple[int, ...]] | None:
        try:
            plan = make_plan(redriven(self.mechanism, poses, [*self.fixed, *chosen]))
        except SgkinError:  # a set that cannot drive it, or is singular here
            return None
        free = tuple(number for number, name in enumerate(plan.input_names) if name not in self.given)
        return plan, free


def least_margin(plan: KinematicPlan) -> float:
    """The root of the least margin of a plan in its initial configuration, where iterated groups have the margin 1."""
    tape = plan.tape((), None, watch=False, groups=plan.solved_groups)
    layout = Layout(tape, 1, 1)
    layout.set_inputs(plan.initial_inputs)
    plan.run(tape, layout, plan.start.copy(), 1)
    margins = (float(layout.row(row)[0]) for row in tape.margins.values())
    return float(np.sqrt(max(min(margins, default=1.0), 0.0)))


def motion_directions(plan: KinematicPlan, near: Configuration, free: Sequence[int]) -> Floats:
    """Velocities (d, links, 3) of all links, ground at rest, for the free inputs of a configuration: of kinetic energy
    one half each, and none of them has any along another."""
    found = plan.coefficients(near.inputs, near)
    mechanism = plan.mechanism
    K = found.K[: 3 * len(plan.links), list(free)].reshape(len(plan.links), 3, len(free))
    directions = np.zeros((len(free), len(mechanism.links), 3))
    at = {link.name: number for number, link in enumerate(mechanism.links)}
    for number, link in enumerate(plan.links):
        directions[:, at[link]] = K[number].T
    poses = np.zeros((len(mechanism.links), 3))
    poses[[at[link] for link in plan.links]] = found.q[: 3 * len(plan.links)].reshape(-1, 3)
    matrix = reduced_masses(link_masses(mechanism), poses, directions)
    factor, _ = cho_factor(matrix, lower=True)
    flat = solve_triangular(factor, directions.reshape(len(free), -1), lower=True)
    return np.asarray(flat.reshape(directions.shape))
