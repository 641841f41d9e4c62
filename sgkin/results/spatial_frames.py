"""Frames of all links of a mechanism in space at n steps, as a solver of whole mechanisms finds them, and what is read
from them as from the rows of a sweep."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Floats
from sgkin.model.marker import markers
from sgkin.model.mechanism import Mechanism
from sgkin.results.spatial_rows import cross, point_in_space


@dataclass(frozen=True, slots=True)
class SpatialFrames:
    """All links with ground, in the order of the mechanism.

    `frames` (n, links, 3, 4): the columns where their axes point, and the place of their origin; `first` and `second`
    (n, links, 6): v and ω of the origin, and their rates; `K` (n, links, 6, f) and `L` (n, links, 6, f, f); None where
    they are not known. `angles` (n,): of joints, whole turns counted. `kept`: the links that are asked for.
    """

    mechanism: Mechanism
    frames: Floats
    first: Floats | None
    second: Floats | None
    K: Floats | None
    L: Floats | None
    angles: Mapping[str, Floats]
    kept: tuple[str, ...]

    @property
    def links(self) -> Collection[str]:
        return self.kept

    @property
    def points(self) -> Collection[str]:
        """None are kept alone."""
        return ()

    @property
    def joints(self) -> Collection[str]:
        """Joints whose angles are known."""
        return self.angles

    @property
    def has_coefficients(self) -> bool:
        return self.K is not None

    @property
    def nbytes(self) -> int:
        arrays = (self.frames, self.first, self.second, self.K, self.L, *self.angles.values())
        return sum(each.nbytes for each in arrays if each is not None)

    def turn(self, link: str) -> Floats:
        return np.moveaxis(self.frames[:, self._number(link), :, :3], 0, -1)

    def twist(self, link: str, order: int) -> Floats:
        values = self.first if order == 1 else self.second
        assert values is not None
        return values[:, self._number(link)].T

    def place(self, link: str, place: Sequence[float], order: int) -> Floats:
        frame = self.frames[:, self._number(link)]
        arm = np.einsum("nab,b->an", frame[:, :, :3], np.array(place))
        if order == 0:
            return np.asarray(frame[:, :, 3].T + arm)
        twist = self.twist(link, 1)
        if order == 1:
            return np.asarray(twist[:3] + cross(twist[3:], arm))
        bent = self.twist(link, 2)
        return np.asarray(bent[:3] + cross(bent[3:], arm) + cross(twist[3:], cross(twist[3:], arm)))

    def point(self, name: str, order: int) -> Floats:
        return self.place(*self.mechanism.point(name), order)

    def frame_coefficients(self, link: str) -> tuple[Floats, Floats]:
        assert self.K is not None
        assert self.L is not None
        number = self._number(link)
        return self.K[:, number], self.L[:, number]

    def place_coefficients(self, link: str, place: Sequence[float]) -> tuple[Floats, Floats]:
        arm = np.einsum("nab,b->na", self.frames[:, self._number(link), :, :3], np.array(place))
        return point_in_space(*self.frame_coefficients(link), arm)

    def point_coefficients(self, name: str) -> tuple[Floats, Floats]:
        return self.place_coefficients(*self.mechanism.point(name))

    def angle(self, joint: str) -> Floats:
        return self.angles[joint]

    def angle_rate(self, joint: str, order: int) -> Floats:
        """θ̇ = u·Δω; θ̈ = u·Δα + (ω × u)·Δω, with Δ from the first link to the second."""
        first, second, u = self._axis(joint)
        spin, other = (self.twist(link, 1)[3:] for link in (first, second))
        if order == 1:
            return np.asarray(np.einsum("an,an->n", u, other - spin))
        bent = self.twist(second, 2)[3:] - self.twist(first, 2)[3:]
        both = np.einsum("an,an->n", u, bent) + np.einsum("an,an->n", cross(spin, u), other - spin)
        return np.asarray(both)

    def angle_coefficients(self, joint: str) -> tuple[Floats, Floats]:
        """θᵢ = u·Δᵢ, θᵢⱼ = u·Δᵢⱼ − ½ u·(ωᵢ × Δⱼ + ωⱼ × Δᵢ)."""
        first, second, u = self._axis(joint)
        (K, L), (other, bent_other) = (self.frame_coefficients(link) for link in (first, second))
        w, d = K[:, 3:], other[:, 3:] - K[:, 3:]
        mixed = np.cross(w[:, :, :, None], d[:, :, None, :], axis=1)
        bent = bent_other[:, 3:] - L[:, 3:] - 0.5 * (mixed + mixed.swapaxes(2, 3))
        return np.einsum("an,nai->ni", u, d)[:, None], np.einsum("an,naij->nij", u, bent)[:, None]

    def _axis(self, joint: str) -> tuple[str, str, Floats]:
        """The first two links of a joint, and its axis (3, n)."""
        first, second = markers(self.mechanism, self.mechanism.joint(joint))[:2]
        axes = self.frames[:, self._number(first.link), :, :3]
        return first.link, second.link, np.einsum("nab,b->an", axes, np.array(first.axis))

    def _number(self, link: str) -> int:
        return [each.name for each in self.mechanism.links].index(link)
