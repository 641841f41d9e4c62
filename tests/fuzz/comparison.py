"""What sgkin says of a case against what the witness says."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin import Motion, SgkinError, make_plan, solve
from sgkin.errors import Outcome
from tests.fuzz.case import Case
from tests.fuzz.witness import CARE, Witness, Witnessed

Array = NDArray[np.float64]

AGREED, SILENT, REFUSED, CRASH, UNDECIDED = "agreed", "silent", "refused", "crash", "undecided"
ROUNDING = 2.2e-16
CLOSED = 1e-9
"""An opening of a joint, in sizes or radians, that counts as none."""
ALLOWED = {"pose": 1e-8, "velocity": 1e-7, "acceleration": 1e-6, "K": 1e-7, "L": 1e-6}
"""Differences that count as none where the conditions are regular, in parts of what is compared."""
LOST = 1e-2
"""Where rounding alone may cost this part, nothing is compared."""
HAIR = 1e-7
"""Next to a dead point, in radians or sizes of the input, either answer is right."""


@dataclass
class Verdict:
    """What came of a comparison: result, kind of difference or reason of a refusal, and how large it is, where."""

    result: str
    kind: str = ""
    detail: str = ""


def judged(case: Case) -> Verdict:
    """sgkin and the witness on a case."""
    witness = Witness(case.mechanism, case.poses)
    said = witness.follow(case.inputs)
    verdict = compared(case, witness, said)
    if verdict.result in (SILENT, REFUSED):  # is the witness sure?
        finer = witness.follow(case.inputs, care=CARE / 5.0)
        if not alike(said, finer):
            return Verdict(UNDECIDED, "finer steps differ", verdict.kind)
        verdict = compared(case, witness, finer)
    return verdict


def alike(one: Witnessed, other: Witnessed) -> bool:
    """Whether two answers of the witness are the same."""
    return one.steps == other.steps and bool(np.allclose(one.poses, other.poses, rtol=0.0, atol=1e-6))


def compared(case: Case, witness: Witness, said: Witnessed) -> Verdict:
    try:
        motion = solve(make_plan(case.mechanism), **case.arguments, coefficients=True, on_failure="return")
    except SgkinError as error:
        if said.ending == "undecided" and said.steps == 0:
            return Verdict(UNDECIDED)
        return Verdict(REFUSED, type(error).__name__, str(error))
    except Exception as error:  # whatever it is, it is a finding
        return Verdict(CRASH, type(error).__name__, str(error))
    return Comparison(case, witness, said, motion).verdict()


class Comparison:
    """A motion against what the witness says of it."""

    def __init__(self, case: Case, witness: Witness, said: Witnessed, motion: Motion) -> None:
        self.case, self.witness, self.said, self.motion = case, witness, said, motion
        self.links = case.mechanism.moving_links
        self.common = min(motion.steps, said.steps)
        self.size = witness.scales.size
        self.scale = np.array([self.size, self.size, 1.0])
        self.poses = np.stack([motion.pose(link) for link in self.links], axis=1)
        self.rounding = ROUNDING * (10.0 + 4.0 * witness.scales.far)

    def verdict(self) -> Verdict:
        differences = [
            self._opening(),
            self._missed_end(),
            self._position(),
            self._derivatives("K"),
            self._derivatives("L"),
            self._motion("velocity", 1),
            self._motion("acceleration", 2),
        ]
        found = [difference for difference in differences if difference is not None]
        if found:
            kinds = "+".join(dict.fromkeys(kind for kind, _ in found))
            return Verdict(SILENT, kinds, "; ".join(f"{kind} {detail}" for kind, detail in found))
        if self.motion.steps < self.said.steps and not self._is_delicate(self.motion.steps):
            return Verdict(REFUSED, *self._reason())
        if self.said.ending == "undecided":
            return Verdict(UNDECIDED, "on the way")
        return Verdict(AGREED)

    def _opening(self) -> tuple[str, str] | None:
        if len(self.poses) == 0:
            return None
        if not np.isfinite(self.poses).all():
            return "closure", "no number"
        opened = np.abs(self.witness.openings(self.poses, self.motion.inputs))
        # an angle that is whole turns off is no open joint
        periods = np.array([condition.period or 2.0 * pi for condition in self.witness.conditions.all])
        angles = np.array([condition.kind == 2 or condition.period > 0.0 for condition in self.witness.conditions.all])
        opened = np.where(angles, np.abs(opened - periods * np.round(opened / periods)), opened)
        allowed = CLOSED + 100.0 * self.rounding
        return self._first(opened.max(axis=1), np.full(len(opened), allowed), "closure")

    def _first(self, difference: Array, allowed: Array, kind: str) -> tuple[str, str] | None:
        wrong = np.flatnonzero(~(difference <= allowed))
        if len(wrong) == 0:
            return None
        worst = wrong[np.argmax(difference[wrong] / allowed[wrong])]
        where = f"{difference[worst]:.2g} at step {worst}, first {difference[wrong[0]]:.2g} at step {wrong[0]}"
        return kind, f"{where} of {len(self.case.inputs)}"

    def _missed_end(self) -> tuple[str, str] | None:
        if self.said.ending != "dead point" or self.motion.steps <= self.said.steps:
            return None
        if self.said.beyond < HAIR and self.motion.steps == self.said.steps + 1:
            return None
        return "end missed", f"{self.motion.steps} steps instead of {self.said.steps}, {self.said.beyond:.2g} beyond"

    def _is_delicate(self, step: int) -> bool:
        """Whether a dead point lies so close behind a step that the motion may end there as well."""
        inputs = self.case.inputs[: step + 1]
        before = inputs[step - 1] if step else self.witness.start_inputs * 0.0 + self._initial()
        way = (inputs[step] - before) / self.witness.scales.input_scale
        length = np.linalg.norm(way)
        if length == 0.0:
            return False
        further = inputs[step] + HAIR * way / length * self.witness.scales.input_scale
        return self.witness.follow(np.vstack([inputs, further])).steps == step + 1

    def _initial(self) -> Array:
        initial = self.case.mechanism.initial_inputs
        return np.array([initial[name] for name in self.case.mechanism.input_names])

    def _reason(self) -> tuple[str, str]:
        step = self.motion.steps
        status = self.motion.status[step]
        outcome = Outcome(int(status[status != Outcome.NOT_REACHED].max()))
        return outcome.name, f"at step {step} instead of {self.said.steps} of {len(self.case.inputs)}"

    def _position(self) -> tuple[str, str] | None:
        n = self.common
        if n == 0:
            return None
        difference = (self.poses[:n] - self.said.poses[:n]) / self.scale
        if not self.case.turns_stated:
            stated = 2.0 * pi * np.round(difference[0, :, 2] / (2.0 * pi))
            difference[..., 2] -= stated * self._free_to_wrap()
        turns = 2.0 * pi * np.round(difference[..., 2] / (2.0 * pi))
        allowed = ALLOWED["pose"] + 1e3 * self.rounding * self.said.condition[:n]
        allowed = np.where(allowed < LOST, allowed, np.inf)
        wrapped = difference.copy()
        wrapped[..., 2] -= turns
        branch = self._first(np.abs(wrapped).max(axis=(1, 2), initial=0.0), allowed, "branch")
        if branch is not None:
            return branch
        return self._first(np.abs(turns).max(axis=1, initial=0.0), np.full(n, 1e-3), "turns")

    def _free_to_wrap(self) -> NDArray[np.bool_]:
        """Links whose whole turns at the start nothing says: they have no driven angle against ground."""
        return np.ones(len(self.links), dtype=bool)

    def _derivatives(self, name: str) -> tuple[str, str] | None:
        n, f = self.common, self.witness.f
        if n == 0:
            return None
        read = self.motion.velocity_coefficients if name == "K" else self.motion.coefficient_gradients
        scale = self.witness.scales.input_scale
        factor = scale if name == "K" else scale[:, None] * scale
        shape = (n, len(self.links), 3) + (f,) * (1 if name == "K" else 2)
        by_link = self.scale.reshape(3, *[1] * (len(shape) - 3))
        found = read(*self.links)[:n].reshape(shape) * factor / by_link
        right = getattr(self.said, name)[:n] * factor / by_link
        return self._against(found, right, name)

    def _against(self, found: Array, right: Array, name: str) -> tuple[str, str] | None:
        n = self.common
        axes = tuple(range(1, found.ndim))
        condition = self.said.condition[:n]
        size = 1.0 + np.abs(right).max(axis=axes)
        power = 2 if name in ("K", "velocity") else 3
        allowed = ALLOWED[name] + 1e2 * self.rounding * condition**power
        usable = (allowed < LOST) & ~self.said.on_change_point[:n]
        difference = np.abs(found - right).max(axis=axes) / size
        return self._first(np.where(usable, difference, 0.0), np.where(usable, allowed, np.inf), name)

    def _motion(self, name: str, order: int) -> tuple[str, str] | None:
        case, n = self.case, self.common
        if case.rates is None or case.accelerations is None or n == 0:
            return None
        zd, zdd = case.rates[:n], case.accelerations[:n]
        right = np.einsum("nlci,ni->nlc", self.said.K[:n], zd)
        if order == 2:
            right = np.einsum("nlci,ni->nlc", self.said.K[:n], zdd)
            right += np.einsum("nlcij,ni,nj->nlc", self.said.L[:n], zd, zd)
        read: Any = self.motion.velocity if order == 1 else self.motion.acceleration
        found = np.stack([read(link)[:n] for link in self.links], axis=1)
        rate = 1.0 + np.abs(zd / self.witness.scales.input_scale).max(axis=1)[:, None, None]
        pace = (
            rate if order == 1 else rate**2 + np.abs(zdd / self.witness.scales.input_scale).max(axis=1)[:, None, None]
        )
        return self._against(found / self.scale / pace, right / self.scale / pace, name)
