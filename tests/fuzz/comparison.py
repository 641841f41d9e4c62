"""A motion as sgkin has it against the same as the witness has it."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin import solve
from sgkin.errors import Outcome
from tests.fuzz.case import Drive
from tests.witness.conditions import LINEAR
from tests.witness.witness import Witness, Witnessed

Array = NDArray[np.float64]
Difference = tuple[str, str]
"""Its kind, and how large it is and where."""

CLOSED = 1e-9
"""An opening of a joint, in sizes or radians, that counts as none."""
ALLOWED = {"pose": 1e-8, "velocity": 1e-7, "acceleration": 1e-6, "K": 1e-7, "L": 1e-6}
"""Differences that count as none where rounding does nothing, in parts of the largest number."""
LIMIT = {"pose": 1.0, "velocity": 10.0, "acceleration": 100.0, "K": 10.0, "L": 100.0}
"""How many times more may differ next to change points, where sgkin has limits of what is around."""
SHARE = 100.0
"""How many times more than the witness sgkin may suffer from rounding."""
LOST = 1e-2
"""Where rounding may cost this part, nothing is compared."""
HAIR = 1e-7
"""Next to a dead point, in radians or sizes of the input, either answer is right."""


@dataclass
class Answer:
    """What sgkin says: poses (steps, links, 3) and, by name, derivatives: velocity and acceleration of the same shape,
    K (…, f) and L (…, f, f). `reason`: why it ends before the last step."""

    poses: Array
    derivatives: dict[str, Array]
    reason: str

    @property
    def steps(self) -> int:
        return len(self.poses)


def answered(plan: Any, drive: Drive) -> Answer:
    """Solve a motion and read all there is."""
    motion = solve(plan, **drive.arguments, coefficients=True, on_failure="return")
    links, f = plan.links, len(plan.input_names)
    shape = (motion.steps, len(links), 3)
    derivatives = {
        "K": motion.velocity_coefficients(*links).reshape(*shape, f),
        "L": motion.coefficient_gradients(*links).reshape(*shape, f, f),
    }
    if drive.rates is not None:
        derivatives["velocity"] = np.stack([motion.velocity(link) for link in links], axis=1)
        derivatives["acceleration"] = np.stack([motion.acceleration(link) for link in links], axis=1)
    reason = ""
    if not motion.is_complete:
        status = motion.status[motion.steps]
        reason = Outcome(int(status[status != Outcome.NOT_REACHED].max())).name
    return Answer(np.stack([motion.pose(link) for link in links], axis=1), derivatives, reason)


@dataclass
class Comparison:
    """What sgkin and the witness say of a drive; all is compared in sizes of the mechanism and radians.

    turns_stated: whether the mechanism states the whole turns with which the motion starts.
    """

    witness: Witness
    drive: Drive
    said: Witnessed
    answer: Answer
    turns_stated: bool

    def differences(self) -> list[Difference]:
        """What sgkin says wrong without a word; empty where it agrees or ends too early."""
        checks = [self._opening(), self._missed_end(), self._position(), self._driven_angle()]
        checks += [self._derivative(name) for name in self.answer.derivatives]
        return [check for check in checks if check is not None]

    @property
    def ends_early(self) -> bool:
        """Whether sgkin ends before the witness does, and not just before a dead point."""
        return self.answer.steps < self.said.steps and not self._is_delicate(self.answer.steps)

    @property
    def _steps(self) -> int:
        return min(self.answer.steps, self.said.steps)

    @property
    def _unit(self) -> Array:
        return np.array([self.witness.scales.size, self.witness.scales.size, 1.0])

    def _first(self, kind: str, difference: Array, allowed: Array | float) -> Difference | None:
        part = difference / np.broadcast_to(allowed, difference.shape)
        wrong = np.flatnonzero(~(part <= 1.0))
        if len(wrong) == 0:
            return None
        first, worst = wrong[0], wrong[np.argmax(np.nan_to_num(part[wrong], nan=np.inf))]
        return kind, f"{difference[first]:.2g} at step {first}, {difference[worst]:.2g} at step {worst}"

    def _opening(self) -> Difference | None:
        """The largest opening of a joint; an angle that is whole turns off opens none."""
        if self.answer.steps == 0:
            return None
        opening = self._openings()
        periods = np.array([condition.period or 2.0 * pi for condition in self.witness.conditions.all])
        is_angle = np.array([c.kind == LINEAR or c.period > 0.0 for c in self.witness.conditions.all])
        opening -= np.where(is_angle, periods * np.round(opening / periods), 0.0)
        allowed = np.full(len(opening), CLOSED + SHARE * self.witness.noise)
        if self.said.beyond < HAIR:
            allowed[self.said.steps :] = 10.0 * HAIR
        return self._first("closure", np.abs(opening).max(axis=1), allowed)

    def _driven_angle(self) -> Difference | None:
        """An input that is whole turns off."""
        if self.answer.steps == 0:
            return None
        driven = [c.kind == LINEAR and c.input >= 0 for c in self.witness.conditions.all]
        return self._first("turns", np.abs(self._openings()[:, driven]).max(axis=1, initial=0.0), 1.0)

    def _openings(self) -> Array:
        return self.witness.openings(self.answer.poses, self.drive.inputs[: self.answer.steps])

    def _missed_end(self) -> Difference | None:
        """A motion that goes on behind a dead point; one step may fall on it."""
        said, steps = self.said, self.answer.steps
        if said.ending != "dead point" or steps <= said.steps + (said.beyond < HAIR):
            return None
        if said.beyond < HAIR and self._turns_back(said.steps + 1):
            return None
        return "end missed", f"{steps} steps instead of {said.steps}, {said.beyond:.2g} beyond"

    def _turns_back(self, step: int) -> bool:
        """Whether the inputs go back at a step."""
        inputs = self.drive.inputs / self.witness.scales.input_scale
        return bool((inputs[step] - inputs[step - 1]) @ (inputs[step - 1] - inputs[step - 2]) < 0.0)

    def _is_delicate(self, step: int) -> bool:
        """Whether a dead point lies so close behind a step that the motion may end there as well."""
        scales = self.witness.scales
        inputs = np.vstack([scales.given_inputs(self.witness.start.z), self.drive.inputs])[: step + 2]
        way = (inputs[-1] - inputs[-2]) / scales.input_scale
        further = inputs[-1] + HAIR * way / max(float(np.linalg.norm(way)), 1e-300) * scales.input_scale
        return self.witness.follow([*inputs[1:], further]).steps == step + 1

    def _position(self) -> Difference | None:
        n = self._steps
        if n == 0:
            return None
        difference = (self.answer.poses[:n] - self.said.poses[:n]) / self._unit
        if not self.turns_stated:
            difference[..., 2] -= 2.0 * pi * np.round(difference[0, :, 2] / (2.0 * pi))
        turns = 2.0 * pi * np.round(difference[..., 2] / (2.0 * pi))
        difference[..., 2] -= turns
        branch = self._first("branch", np.abs(difference).max(axis=(1, 2)), self._allowed("pose", 0))
        return branch or self._first("turns", np.abs(turns).max(axis=1), 1.0)

    def _allowed(self, name: str, order: int) -> Array:
        """What may differ (n,) in a derivative of some order."""
        n = self._steps
        allowed = (
            ALLOWED[name] * np.where(self.said.is_limit[:n], LIMIT[name], 1.0) + SHARE * self.said.errors[:n, order]
        )
        return np.where(allowed < LOST, allowed, np.inf)

    def _derivative(self, name: str) -> Difference | None:
        n = self._steps
        if n == 0:
            return None
        found, right = self.answer.derivatives[name][:n], self._right(name)
        scale = self.witness.scales.input_scale
        unit = self._unit.reshape(3, *[1] * (found.ndim - 3))
        factor = {"K": scale, "L": scale[:, None] * scale}.get(name, 1.0) / unit
        pace = self._pace(name).reshape(n, *[1] * (found.ndim - 1))
        axes = tuple(range(1, found.ndim))
        order = 1 if name in ("K", "velocity") else 2
        size = self._steepness() ** order + np.abs(right * factor / pace).max(axis=axes)
        allowed = self._allowed(name, order)
        difference = np.abs((found - right) * factor / pace).max(axis=axes) / size
        return self._first(name, np.where(np.isfinite(allowed), difference, 0.0), allowed)

    def _steepness(self) -> Array:
        """The largest of K (n,), or one."""
        K = self.said.K[: self._steps] * self.witness.scales.input_scale / self._unit[:, None]
        return np.maximum(1.0, np.abs(np.nan_to_num(K)).max(axis=(1, 2, 3)))

    def _right(self, name: str) -> Array:
        """What the witness says of a derivative."""
        n, K, L = self._steps, self.said.K[: self._steps], self.said.L[: self._steps]
        if name in ("K", "L"):
            return K if name == "K" else L
        assert self.drive.rates is not None
        assert self.drive.accelerations is not None
        zd, zdd = self.drive.rates[:n], self.drive.accelerations[:n]
        if name == "velocity":
            return np.asarray(np.einsum("nlci,ni->nlc", K, zd))
        return np.asarray(np.einsum("nlci,ni->nlc", K, zdd) + np.einsum("nlcij,ni,nj->nlc", L, zd, zd))

    def _pace(self, name: str) -> Array:
        """What velocities and accelerations (n,) grow with."""
        n, scale = self._steps, self.witness.scales.input_scale
        if name in ("K", "L") or self.drive.rates is None or self.drive.accelerations is None:
            return np.ones(n)
        rate, second = (np.abs(part[:n] / scale).max(axis=1) for part in (self.drive.rates, self.drive.accelerations))
        return np.asarray(1e-300 + (rate if name == "velocity" else rate**2 + second))
