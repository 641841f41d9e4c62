"""Quantities of a design as sums of rows, each times how much the quantity changes with it.

So derivatives of quantities follow from those of rows, and bars of rows from those of quantities.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.designs.derivative_tapes import DerivativeTapes
from sgkin.designs.design_motions import DesignMotions
from sgkin.designs.force_lines import Vector
from sgkin.errors import InputError, UnknownNameError, brief
from sgkin.groups.element import Feature
from sgkin.structure.structure import group_number

MOTION = {"position": 0, "velocity": 1, "acceleration": 2}
COEFFICIENTS = {"velocity_coefficients": 1, "coefficient_gradients": 2}
READ = (*MOTION, *COEFFICIENTS, "margin", "transmission_angle")
"""What can be differentiated: the methods of `DesignMotions`."""

Part = list[tuple[int, Floats | float]]
"""Numbers of rows, and by what (m,) they are multiplied."""


class Quantity(NamedTuple):
    """The parts of a quantity, and its shape after the steps."""

    shape: tuple[int, ...]
    parts: list[Part]


class Quantities:
    """Those of one design that is solved."""

    def __init__(self, tapes: DerivativeTapes, motions: DesignMotions) -> None:
        self.tapes, self.motions = tapes, motions

    def of(self, kind: str, name: object) -> Quantity:
        """A quantity of an output, a group or a joint."""
        if kind not in READ:
            raise UnknownNameError("derivatives", "quantity", kind, READ)
        shape = np.shape(getattr(self.motions, kind)(name))[2:]  # says what is wrong
        if kind == "margin":
            assert name is not None
            number = group_number(self.tapes.study.plan.structure, name)  # type: ignore[arg-type]
            return Quantity(shape, [self._margin(number)])
        if not isinstance(name, str):
            raise InputError(f"derivatives are asked for {brief(name)}; name a link, a point or a joint")
        if kind == "transmission_angle":
            return Quantity(shape, [self._transmission(name)])
        full, inputs = self.tapes.study.mechanism.full_name(name), range(self.motions.drive.inputs.shape[1])
        if kind in MOTION:
            return Quantity(shape, self._parts(full, (0,) * MOTION[kind]))
        by = [self._parts(full, tuple(sorted(each))) for each in product(inputs, repeat=COEFFICIENTS[kind])]
        return Quantity(shape, [parts[place] for place in range(shape[0]) for parts in by])

    def _margin(self, group: int) -> Part:
        row = self.tapes.margins.get(group)
        if row is None:
            raise InputError(f"the margin of group {group} is not differentiated; ask for quantities=['margin']")
        return self._counted([self.tapes.number.get(row, -1)], [1.0])

    def _parts(self, name: str, tangents: tuple[int, ...]) -> list[Part]:
        """Of a point x and y, of a link x, y and θ, or their derivatives."""
        features = self.tapes.outputs.features
        point = self.tapes.numbers(features.points[name], tangents)
        parts = [self._counted([number], [1.0]) for number in point or [-1, -1]]
        if name not in features.directions:
            return parts
        direction = features.directions[name]
        turn = self.tapes.numbers(direction, tangents)
        if tangents:
            return [*parts, self._counted(turn, [1.0] * len(turn))]
        cosine, sine = self._values(direction)
        return [*parts, self._counted(turn, [-sine, cosine])]

    def _transmission(self, joint: str) -> Part:
        """μ with tan μ = |f·d| / |f × d|, which changes by what f turns against d."""
        force, direction = self.tapes.outputs.features.lines[joint]
        (fx, fy), (dx, dy) = self._vector(force), self._vector(direction)
        dot, cross = fx * dx + fy * dy, fx * dy - fy * dx
        sign = np.where(dot * cross >= 0.0, 1.0, -1.0)
        f2, d2 = sign * (fx * fx + fy * fy), sign * (dx * dx + dy * dy)
        return [*self._terms(force, -fy / f2, fx / f2, 1.0), *self._terms(direction, -dy / d2, dx / d2, -1.0)]

    def _terms(self, vector: Vector, by_x: Floats, by_y: Floats, factor: float) -> Part:
        if vector.is_turned:  # (x, y) stands for (−y, x)
            by_x, by_y = by_y, -by_x
        ends = [(vector.first, factor if vector.second is None else -factor)]
        ends += [] if vector.second is None else [(vector.second, factor)]
        terms: Part = []
        for feature, sign in ends:
            terms += self._counted(self.tapes.numbers(feature, ()), [sign * by_x, sign * by_y])
        return terms

    @staticmethod
    def _counted(numbers: Sequence[int], factors: Sequence[Floats | float]) -> Part:
        return [(number, factor) for number, factor in zip(numbers, factors, strict=True) if number >= 0]

    def _values(self, feature: Feature) -> Floats:
        rows, block = self.motions.kept()
        return np.asarray(rows.of(block, feature, ())[0])

    def _vector(self, vector: Vector) -> Floats:
        rows, block = self.motions.kept()
        return np.asarray(rows.vector(block, vector)[0])
