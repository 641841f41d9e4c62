"""What sgkin says of a case against what the witness says."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np
from numpy.typing import NDArray

from sgkin import SgkinError, make_plan, solve
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


@dataclass
class Answer:
    """What sgkin says: poses, velocities and accelerations (steps, links, 3), K (…, f) and L (…, f, f)."""

    poses: Array
    derivatives: dict[str, Array]
    reason: str

    @property
    def steps(self) -> int:
        return len(self.poses)


def answered(case: Case) -> Answer:
    """Solve a case and read all there is."""
    motion = solve(make_plan(case.mechanism), **case.arguments, coefficients=True, on_failure="return")
    links, f = case.mechanism.moving_links, len(case.mechanism.input_names)
    shape = (motion.steps, len(links), 3)
    derivatives = {
        "K": motion.velocity_coefficients(*links).reshape(*shape, f),
        "L": motion.coefficient_gradients(*links).reshape(*shape, f, f),
    }
    if case.rates is not None:
        derivatives["velocity"] = np.stack([motion.velocity(link) for link in links], axis=1)
        derivatives["acceleration"] = np.stack([motion.acceleration(link) for link in links], axis=1)
    reason = ""
    if not motion.is_complete:
        status = motion.status[motion.steps]
        reason = Outcome(int(status[status != Outcome.NOT_REACHED].max())).name
    return Answer(np.stack([motion.pose(link) for link in links], axis=1), derivatives, reason)


def compared(case: Case, witness: Witness, said: Witnessed) -> Verdict:
    try:
        answer = answered(case)
    except SgkinError as error:
        if said.ending == "undecided" and said.steps == 0:
            return Verdict(UNDECIDED)
        return Verdict(REFUSED, type(error).__name__, str(error))
    except Exception as error:  # whatever it is, it is a finding
        return Verdict(CRASH, type(error).__name__, str(error))
    return Comparison(case, witness, said, answer).verdict()


class Comparison:
    """What sgkin says against what the witness says; all in sizes of the mechanism and radians."""

    def __init__(self, case: Case, witness: Witness, said: Witnessed, answer: Answer) -> None:
        self.case, self.witness, self.said, self.answer = case, witness, said, answer
        self.common = min(answer.steps, said.steps)
        self.scale = np.array([witness.scales.size, witness.scales.size, 1.0])
        self.rounding = ROUNDING * (10.0 + 4.0 * witness.scales.far)

    def verdict(self) -> Verdict:
        differences = [self._opening(), self._missed_end(), self._position()]
        differences += [self._derivative(name) for name in self.answer.derivatives]
        found = [difference for difference in differences if difference is not None]
        if found:
            kinds = "+".join(dict.fromkeys(kind for kind, _ in found))
            return Verdict(SILENT, kinds, "; ".join(f"{kind} {detail}" for kind, detail in found))
        if self.answer.steps < self.said.steps and not self._is_delicate(self.answer.steps):
            where = f"at step {self.answer.steps} instead of {self.said.steps} of {len(self.case.inputs)}"
            return Verdict(REFUSED, self.answer.reason, where)
        if self.said.ending == "undecided":
            return Verdict(UNDECIDED, "on the way")
        return Verdict(AGREED)

    def _opening(self) -> tuple[str, str] | None:
        if len(self.answer.poses) == 0:
            return None
        if not np.isfinite(self.answer.poses).all():
            return "closure", "no number"
        opened = np.abs(self.witness.openings(self.answer.poses, self.case.inputs[: self.answer.steps]))
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
        if self.said.ending != "dead point" or self.answer.steps <= self.said.steps:
            return None
        if self.said.beyond < HAIR and self.answer.steps == self.said.steps + 1:
            return None
        return "end missed", f"{self.answer.steps} steps instead of {self.said.steps}, {self.said.beyond:.2g} beyond"

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

    def _position(self) -> tuple[str, str] | None:
        n = self.common
        if n == 0:
            return None
        difference = (self.answer.poses[:n] - self.said.poses[:n]) / self.scale
        if not self.case.turns_stated:
            stated = 2.0 * pi * np.round(difference[0, :, 2] / (2.0 * pi))
            difference[..., 2] -= stated
        turns = 2.0 * pi * np.round(difference[..., 2] / (2.0 * pi))
        allowed = ALLOWED["pose"] + 1e3 * self.rounding * self.said.condition[:n]
        allowed = np.where(allowed < LOST, allowed, np.inf)
        wrapped = difference.copy()
        wrapped[..., 2] -= turns
        branch = self._first(np.abs(wrapped).max(axis=(1, 2), initial=0.0), allowed, "branch")
        if branch is not None:
            return branch
        return self._first(np.abs(turns).max(axis=1, initial=0.0), np.full(n, 1e-3), "turns")

    def _derivative(self, name: str) -> tuple[str, str] | None:
        n = self.common
        if n == 0:
            return None
        found, right = self.answer.derivatives[name][:n], self._right(name)
        scale = self.witness.scales.input_scale
        by_link = self.scale.reshape(3, *[1] * (found.ndim - 3))
        unit = {"K": scale, "L": scale[:, None] * scale}.get(name, 1.0) / by_link
        pace = self._pace(name).reshape(n, *[1] * (found.ndim - 1))
        axes = tuple(range(1, found.ndim))
        size = 1.0 + np.abs(right * unit / pace).max(axis=axes)
        power = 2 if name in ("K", "velocity") else 3
        allowed = ALLOWED[name] + 1e2 * self.rounding * self.said.condition[:n] ** power
        usable = (allowed < LOST) & ~self.said.on_change_point[:n]
        difference = np.abs((found - right) * unit / pace).max(axis=axes) / size
        return self._first(np.where(usable, difference, 0.0), np.where(usable, allowed, np.inf), name)

    def _right(self, name: str) -> Array:
        """What the witness says of a derivative."""
        n, K, L = self.common, self.said.K[: self.common], self.said.L[: self.common]
        if name in ("K", "L"):
            return K if name == "K" else L
        assert self.case.rates is not None
        assert self.case.accelerations is not None
        zd, zdd = self.case.rates[:n], self.case.accelerations[:n]
        if name == "velocity":
            return np.asarray(np.einsum("nlci,ni->nlc", K, zd))
        return np.asarray(np.einsum("nlci,ni->nlc", K, zdd) + np.einsum("nlcij,ni,nj->nlc", L, zd, zd))

    def _pace(self, name: str) -> Array:
        """What velocities and accelerations (n,) grow with."""
        n = self.common
        if name in ("K", "L") or self.case.rates is None or self.case.accelerations is None:
            return np.ones(n)
        scale = self.witness.scales.input_scale
        rate, second = (np.abs(part[:n] / scale).max(axis=1) for part in (self.case.rates, self.case.accelerations))
        return 1e-300 + (rate if name == "velocity" else rate**2 + second)
