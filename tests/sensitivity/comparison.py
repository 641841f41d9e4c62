"""Derivatives of a design by its dimensions in four ways: forwards, backwards, by differences, from the statements."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sgkin import DesignJacobian, DesignMotions, Sensitivities, Study, solve_designs
from tests.sensitivity.extrapolated import STEPS, extrapolated
from tests.sensitivity.statements import Statements

Array = NDArray[np.float64]
Key = tuple[str, object]
Derivatives = dict[Key, Array]
"""Of quantities with the names of what they are of."""

MOTION = ("position", "velocity", "acceleration")
COEFFICIENTS = ("velocity_coefficients", "coefficient_gradients")
SMOOTH = 1.55
"""Transmission angles up to this are no right angles."""
ROUNDING = 2.0**-52
"""Of a number, and of each parameter."""
TRUSTED = 10.0
"""How many times the error that differences estimate of themselves they may be off."""
NOTICEABLE = 1e-3
"""Derivatives below such a part of what is differentiated cannot be told by differences."""


@dataclass(frozen=True)
class Agreement:
    """The largest difference of two ways, as a part of the largest derivative: of backwards and of the other two to
    forwards.

    `doubt`: how far the differences themselves may be off, where they are off most.
    """

    backwards: float
    differences: float
    statements: float
    doubt: float


class Compared:
    """A design over some steps of its inputs (m, f), with every number that can be differentiated."""

    def __init__(self, study: Study, parameters: Array, inputs: Array, seed: int = 0) -> None:
        self.study, self.parameters, self.inputs = study, parameters, inputs
        self.random = np.random.default_rng(seed)
        rates = np.broadcast_to(1.0 + 0.3 * np.arange(inputs.shape[1]), inputs.shape)
        self.options = (
            {
                "inputs": inputs,
                "input_rates": rates,
                "input_accelerations": -0.7 * rates,
                "quantities": [*MOTION, "margin", "transmission angle"],
            },
            {"inputs": inputs, "quantities": ["position", "coefficients"]},
        )

    def agreement(self) -> Agreement:
        """Of all ways."""
        backwards, differences = [], list[tuple[float, float]]()
        for options in self.options:
            made = self.study.sensitivities(**options)  # type: ignore[arg-type]
            jacobian = made.jacobian(self.parameters)
            derivatives = {key: getattr(jacobian, key[0])(key[1]) for key in self.keys(jacobian.motions)}
            backwards.append(self._backwards(made, derivatives))
            differences.append(self._differences(derivatives, options))
        difference, doubt = max(differences)
        return Agreement(max(backwards), difference, self._statements(jacobian), doubt)

    def least_margin(self) -> float:
        """Of all groups in all steps."""
        options = {"inputs": self.inputs, "quantities": ["margin"], "progress": False}
        motions = solve_designs(self.study, self.parameters, **options)  # type: ignore[arg-type]
        rows, _ = motions.kept()
        return min((float(np.nanmin(motions.margin(group))) for group in rows.margins), default=np.inf)

    def _backwards(self, made: Sensitivities, derivatives: Derivatives) -> float:
        """Of all quantities, multiplied by random numbers."""
        weights = {key: self.random.normal(size=each.shape[:-1]) for key, each in derivatives.items()}
        found = made.gradient(self.parameters, weights).gradient
        parts = [np.tensordot(weights[key], each, each.ndim - 1) for key, each in derivatives.items()]
        return float(np.abs(found - np.sum(parts, axis=0)).max() / sum(map(_size, derivatives.values())))

    def keys(self, motions: DesignMotions) -> list[Key]:
        """All quantities with the names of what they are of."""
        rows, _ = motions.kept()
        kinds = MOTION if rows.seeds is not None and rows.seeds.motion else ("position", *COEFFICIENTS)
        keys: list[Key] = [(kind, name) for kind in kinds for name in self.study.outputs]
        if kinds == MOTION:
            keys += [("margin", group) for group in rows.margins]
            keys += [("transmission_angle", joint) for joint in rows.features.lines]
        return keys

    def _differences(self, derivatives: Derivatives, options: dict[str, object]) -> tuple[float, float]:
        """Along a direction in which all parameters change: how far they are off where that is most, seen from how far
        they themselves may be, and that."""
        direction, count = self.direction(), len(STEPS)
        designs = self.parameters + np.outer(np.concatenate([STEPS, -STEPS, [0.0]]), direction)
        found = solve_designs(self.study, designs, progress=False, threads=1, **options)  # type: ignore[arg-type]
        worst = 0.0, 0.0
        for (kind, name), mine in derivatives.items():
            values, along = getattr(found, kind)(name), mine @ direction
            rounding = ROUNDING * (np.nanmax(np.abs(values), axis=0) + np.abs(mine) @ np.abs(self.parameters))
            if kind == "transmission_angle":  # at a right angle it turns back
                smooth = (values < SMOOTH).all(axis=0)
                values, along, rounding = values[:, smooth], along[smooth], rounding[smooth]
            size = max(_size(mine * direction), NOTICEABLE * float(np.nanmax(np.abs(values), initial=0.0)))
            forth, back, here = values[:count], values[count:-1], values[-1:]
            ways = [extrapolated(forth, back, rounding)]
            if kind == "margin":  # it bends where a column of a Jacobian has the length one
                ways += [extrapolated(forth, here, rounding, 1), extrapolated(here, back, rounding, 1)]
            off = np.min([np.abs(rates - along) / size for rates, _ in ways], axis=0)
            if kind == "margin":  # two columns may bend there, and each has the derivative to a side of its own
                sides = np.array([rates for rates, _ in ways[1:]])
                off[(along > sides.min(axis=0)) & (along < sides.max(axis=0))] = 0.0
            # of single numbers the estimate may be too small by chance
            doubt = min(float(np.max(errors, initial=0.0)) / size for _, errors in ways)
            worst = max(worst, (float(np.where(np.isnan(off), np.inf, off).max(initial=0.0)), doubt))
        return worst

    def _statements(self, jacobian: DesignJacobian) -> float:
        """Along such a direction too, of all links, at the first and the last step."""
        links, motions, direction = self.study.mechanism.moving_links, jacobian.motions, self.direction()
        poses = np.stack([motions.position(link)[0] for link in links], axis=1)
        witness = Statements(self.study, self.parameters, poses[0], self.inputs[0])
        table, worst = witness.moved(direction), 0.0
        mine = [np.stack([getattr(jacobian, kind)(link) for link in links]) for kind in ("position", *COEFFICIENTS)]
        for step in (0, len(self.inputs) - 1):
            for found, expected in zip(mine, witness.derivatives(table, poses[step], self.inputs[step]), strict=True):
                error = float(np.abs(found[:, step] @ direction - expected).max())
                worst = max(worst, error / _size(found * direction))
        return worst

    def direction(self) -> Array:
        """In which all parameters change by about a part of themselves."""
        nominal, size = np.abs(self.study.nominal), self.study.mechanism.size
        scale = np.where(nominal > 1e-9 * size, np.minimum(nominal, size), 0.1 * size)
        return np.asarray(scale * self.random.uniform(-1.0, 1.0, len(nominal)))


def _size(derivatives: Array) -> float:
    return float(np.abs(derivatives).max(initial=0.0)) or 1.0
