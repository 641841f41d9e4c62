"""What is kept of every design: which features the outputs are, and how they are read from the rows that hold them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.designs.force_lines import Vector, lines_of_joints
from sgkin.groups.driven import JOIN
from sgkin.groups.element import DERIVATIVE_ROWS, Feature
from sgkin.groups.plan_builder import PlanBuilder
from sgkin.kernels.frames import CARRY, LATER, SPAN, TURN
from sgkin.plan.plan import Plan
from sgkin.plan.tape import Layout, Seeds, Tape
from sgkin.traced_number import TracedNumber

if TYPE_CHECKING:
    from sgkin.designs.block import Block

CARRIED = (CARRY, SPAN, TURN, LATER)
"""Kernels of what follows from other features by a few multiplications."""


class OutputFeatures:
    """The features of outputs, on an extension of a plan: of a point, itself; of a link, its origin and direction.

    `turns`: the angles of links in the bodies whose directions stand for them; `turned`: links that have a direction
    of their own in such a body, since their angle in it varies; `still`: the angles of those that do not turn; `lines`:
    those of joints, where transmission angles are wanted; `solved`: what groups are solved for, where that is wanted:
    all others follow from it by a few multiplications.
    """

    def __init__(
        self,
        plan: Plan,
        outputs: Sequence[str],
        transmission: bool,
        solved: bool = False,
        turned: Iterable[str] = (),
    ) -> None:
        self.builder = plan.site.extended()
        self.turned = set(turned)
        self.points: dict[str, Feature] = {}
        self.directions: dict[str, Feature] = {}
        self.turns: dict[str, float] = {}
        self.still: dict[str, float] = {}
        for name in outputs:
            if "." in name:
                self.points[name] = self.builder.point_feature(name)
            else:
                self._add_link(plan, name)
        self.lines = lines_of_joints(plan, self.builder) if transmission else {}
        self.solved = _solved(self.builder) if solved else ()
        self.builder.close()

    def _add_link(self, plan: Plan, name: str) -> None:
        self.points[name], self.directions[name] = self.builder.link_features(name)
        self.turns[name] = self.builder.turn(name)
        if isinstance(self.turns[name], TracedNumber):
            self.turned.add(name)
        if name in self.turned:
            self.directions[name] = self.builder.turned(self.builder.root(name), self.turns[name], name)
            self.turns[name] = 0.0
        if self.directions[name].values:
            self.still[name] = plan.initial_angle(name) or 0.0

    @property
    def headings(self) -> tuple[Feature, ...]:
        """The directions whose angles are counted, each once."""
        return tuple(dict.fromkeys(feature for feature in self.directions.values() if not feature.values))

    @property
    def named(self) -> tuple[Feature, ...]:
        """The features of all outputs, in an order that only depends on these; some may stand for several."""
        return (*self.read, *self.solved)

    @property
    def read(self) -> tuple[Feature, ...]:
        """Those of which quantities are read."""
        vectors = [vector for lines in self.lines.values() for vector in lines]
        ends = [feature for vector in vectors for feature in vector.features]
        return (*self.points.values(), *self.directions.values(), *ends)

    @property
    def wanted(self) -> tuple[Feature, ...]:
        """The same, each once."""
        return tuple(dict.fromkeys(self.named))

    def first_angles(self, plan: Plan) -> Floats:
        """The angles (h,) of the headings in the initial configuration of the nominal design; zero if not known."""
        known: dict[Feature, float] = {}
        for link, feature in self.directions.items():
            angle = plan.initial_angle(link)
            known.setdefault(feature, 0.0 if angle is None else angle - self.turns[link])
        return np.array([known[feature] for feature in self.headings], dtype=np.float64)


def _solved(builder: PlanBuilder) -> tuple[Feature, ...]:
    elements = [element for element in builder.elements if element.kernel not in (*CARRIED, JOIN)]
    return tuple(feature for element in elements for feature in element.outputs)


class OutputRows:
    """The rows of a tape that outputs need.

    `rows` (r,): these; `margins`: which of them are margins of groups.
    """

    def __init__(self, features: OutputFeatures, tape: Tape, seeds: Seeds | None) -> None:
        self.features, self.tape, self.seeds = features, tape, seeds
        self._number: dict[int, int] = {}
        self._constants = dict(tape.constants)
        known = [tape.features[feature] for feature in features.wanted]
        for each in known:
            for rows in (each.position, *each.first.values(), *each.second.values()):
                self._keep(rows)
        self.margins = {group: self._keep([row])[0] for group, row in tape.margins.items() if row < tape.kept}
        self.rows = np.array(list(self._number), dtype=np.int64)

    def _keep(self, rows: Sequence[int]) -> list[int]:
        return [self._number.setdefault(row, len(self._number)) for row in rows if row < self.tape.kept]

    def numbers(self, feature: Feature, tangents: tuple[int, ...]) -> list[int]:
        """Which of the kept rows are those of a feature, or of a derivative of it; −1 for constants."""
        rows = self.tape.features[feature].by(*tangents)
        return [] if rows is None else [self._number.get(row, -1) for row in rows]

    def places(self, offset: Integers) -> Integers:
        """Where the rows begin in a state."""
        return offset[self.rows]

    def fill(self, block: Block, other: OutputRows, layout: Layout, steps: int) -> None:
        """Put what another tape has found of a single design into its block."""
        named = zip(self.features.named, other.features.named, strict=True)
        for mine, its in ((self.tape.features[one], other.tape.features[two]) for one, two in named):
            for tangents in ((), *((i,) for i in mine.first), *mine.second):
                rows, found = mine.by(*tangents), its.by(*tangents)
                assert rows is not None
                for part, row in enumerate(rows):
                    if row < self.tape.kept:
                        values = 0.0 if found is None else layout.row(found[part])[:steps]
                        block.found[0, self._number[row], :steps] = values
        for group, number in self.margins.items():
            block.found[0, number, :steps] = layout.row(other.tape.margins[group])[:steps]

    def of(self, block: Block, feature: Feature, tangents: tuple[int, ...]) -> Floats:
        """A feature, or its derivative by tangents, in all designs of a block (n, parts, steps)."""
        n, _, steps = block.found.shape
        known = self.tape.features[feature].by(*tangents)
        if known is None:
            return np.zeros((n, DERIVATIVE_ROWS[feature.kind], steps))
        found = np.empty((n, len(known), steps))
        for part, row in enumerate(known):
            kept = row < self.tape.kept
            found[:, part] = block.found[:, self._number[row]] if kept else self._constants[row]
        return found

    def vector(self, block: Block, vector: Vector) -> Floats:
        """A vector in all designs of a block (n, 2, steps)."""
        found = self.of(block, vector.first, ())
        if vector.second is not None:
            found = self.of(block, vector.second, ()) - found
        return np.stack([-found[:, 1], found[:, 0]], axis=1) if vector.is_turned else found

    def read(self, block: Block, name: str, tangents: tuple[int, ...] = ()) -> Floats:
        """x and y of a point, or x, y and θ of a link, or their derivatives (n, steps, parts)."""
        features = self.features
        place = self.of(block, features.points[name], tangents)
        if name in features.directions:
            place = np.concatenate([place, self._turn(block, name, tangents)[:, None]], axis=1)
        return np.moveaxis(place, 1, 2)

    def _turn(self, block: Block, link: str, tangents: tuple[int, ...]) -> Floats:
        """The angle of a link, or its derivative (n, steps)."""
        direction = self.features.directions[link]
        if tangents:
            return self.of(block, direction, tangents)[:, 0]
        if direction.values:
            return np.full(block.found.shape[::2], self.features.still[link])
        return block.angles[:, self.features.headings.index(direction)] + self.features.turns[link]
