"""Reading the frames of links in space, and their motion, from the variables that a march has kept.

Frames are (…, 3, 4), the columns where their axes point and last the place of their origin in ground; motions (…, 6),
the velocity of the origin and the angular velocity in the axes of ground, and accelerations like it. L of a turn is
symmetric, ωᵢⱼ = ½(∂ᵢωⱼ + ∂ⱼωᵢ), so that α = K z̈ + żᵀ L ż.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from sgkin.arrays import Floats
from sgkin.global_solver.space_system import SpaceGlobalSystem
from sgkin.kernels.continuation import Results


class SpaceKept:
    """Which variables must be kept: all of the given links, by default of all, and all angles."""

    def __init__(self, whole: SpaceGlobalSystem, links: Sequence[str] | None = None) -> None:
        self.whole = whole
        names = [link.name for link in whole.mechanism.links]
        self.links = tuple(names if links is None else links)
        numbers, layout = [names.index(link) for link in self.links], whole.layout
        self.is_moving = np.array([link != whole.mechanism.ground for link in self.links], dtype=bool)
        six = (layout.at[numbers][:, None] + np.arange(6)).ravel()
        nine = (layout.matrix[numbers][:, None] + np.arange(9)).ravel()
        self.variables = np.concatenate([six, nine, layout.angle + np.arange(len(whole.angles))])
        self.tracked = np.zeros((0, 4), dtype=np.int64)


class SpaceReader:
    """What a march in space has kept of its first `solved` steps, in SI units."""

    def __init__(self, kept: SpaceKept, results: Results, solved: int) -> None:
        self.kept, self.whole, self.results, self.solved = kept, kept.whole, results, solved
        self.links = kept.links
        count = len(self.links)
        positions = results.positions[:solved]
        turns = positions[:, 6 * count : 15 * count].reshape(-1, count, 3, 3).copy()
        limits = results.quality[:solved] == 0.0
        turns[limits] = straightened(turns[limits])
        bases = np.array([self.whole.bases[link] for link in self.links]).reshape(count, 3)
        self._turns = turns
        self._arms: Floats = np.einsum("nlij,lj->nli", turns, bases)  # of reference points, from the origins of frames
        self._references = self.whole.unit * positions[:, : 6 * count].reshape(-1, count, 6)[..., :3]
        self._angles = positions[:, 15 * count :]

    @property
    def has_coefficients(self) -> bool:
        """Whether coefficients were kept."""
        return len(self.results.coefficients) > 0

    @cached_property
    def frames(self) -> Floats:
        """Frames (n, links, 3, 4) of the links in ground."""
        places = self._references + np.array(self.whole.mechanism.origin) - self._arms
        return np.concatenate([self._turns, places[..., None]], axis=-1)

    @cached_property
    def motions(self) -> Floats:
        """Velocities (n, links, 6) along the motion."""
        return self._moved_to_origins(self._motions, None)

    @cached_property
    def accelerations(self) -> Floats:
        """Accelerations (n, links, 6) along the motion."""
        return self._moved_to_origins(self._links(self.results.accelerations), self._motions)

    @property
    def _motions(self) -> Floats:
        return self._links(self.results.rates)

    @cached_property
    def coefficients(self) -> Floats:
        """K (n, links, 6, f)."""
        f = self.whole.inputs
        found = [self._moved_to_origins(self._by_input(i), None) for i in range(f)]
        return np.stack(found, axis=-1) if found else np.zeros((self.solved, len(self.links), 6, 0))

    @cached_property
    def gradients(self) -> Floats:
        """L (n, links, 6, f, f), symmetric."""
        f, scales = self.whole.inputs, self.whole.input_scales
        found = np.zeros((self.solved, len(self.links), 6, f, f))
        for i in range(f):
            for j in range(i + 1):
                second = self._links(self.results.gradients[..., i, j]) / (scales[i] * scales[j])
                found[..., i, j] = self._moved_to_origins(second, self._by_input(i), self._by_input(j))
                found[..., j, i] = found[..., i, j]
        return found

    def _by_input(self, i: int) -> Floats:
        return np.asarray(self._links(self.results.coefficients[..., i]) / self.whole.input_scales[i])

    def _links(self, values: Floats) -> Floats:
        """What was kept of the motion of reference points (n, links, 6); ground stays where it is."""
        found = np.zeros((self.solved, len(self.links), 6))
        found[:, self.kept.is_moving] = values[: self.solved].reshape(self.solved, int(self.kept.is_moving.sum()), 6)
        found[..., :3] *= self.whole.unit
        return found

    def motions_along(self, rates: Floats | None, accelerations: Floats | None) -> tuple[Floats | None, Floats | None]:
        """Velocities and accelerations (n, links, 6) along the motion; from K and L, where these were kept instead."""
        if rates is None or accelerations is None:
            return None, None
        if not self.has_coefficients:
            return self.motions, self.accelerations
        first, second = rates[: self.solved], accelerations[: self.solved]
        velocity = np.einsum("nlci,ni->nlc", self.coefficients, first)
        bent = np.einsum("nlcij,ni,nj->nlc", self.gradients, first, first)
        return velocity, np.einsum("nlci,ni->nlc", self.coefficients, second) + bent

    def residuals(self, inputs: Floats) -> Floats:
        """What is left open at each step (n,), the largest of all conditions, in metres; angles count as arcs of the
        typical length. All links must have been kept."""
        whole, found = self.whole, np.zeros(self.solved)
        w = whole.start.copy()
        for step in range(self.solved):
            w[self.kept.variables] = self.results.positions[step]
            w[whole.size : whole.size + whole.inputs] = inputs[step] / whole.input_scales
            found[step] = whole.unit * np.abs(whole.residuals(w)).max(initial=0.0)
        return found

    def _moved_to_origins(self, values: Floats, one: Floats | None, other: Floats | None = None) -> Floats:
        """Motions of the origins of frames, from those of their reference points; with the velocities along which they
        are second derivatives."""
        arms, found = self._arms, values.copy()
        found[..., :3] -= np.cross(values[..., 3:], arms)
        if one is not None:
            u, v = one[..., 3:], (one if other is None else other)[..., 3:]
            found[..., :3] -= 0.5 * (np.cross(u, np.cross(v, arms)) + np.cross(v, np.cross(u, arms)))
        return found

    @cached_property
    def joint_angles(self) -> dict[tuple[str, str], Floats]:
        """The angles (n,) of joints with one axis, by joint and second link, with whole turns."""
        found = {}
        for joint, link, turn in self.whole.joint_turns:
            number = self.whole.angles[turn._replace(weight=1.0)]
            zero = float(getattr(self.whole.mechanism.joint(joint), "zero", 0.0))
            found[joint, link] = self._angles[:, number] + zero
        return found


def straightened(turns: Floats) -> Floats:
    """The rotations (…, 3, 3) nearest to matrices that nearly are such."""
    return np.asarray(1.5 * turns - 0.5 * turns @ np.swapaxes(turns, -1, -2) @ turns)
