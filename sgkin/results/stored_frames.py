"""Frames and points as they were read, for motions that are stored without what they were read from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Floats
from sgkin.coefficients import point_coefficients
from sgkin.mathematics import Place
from sgkin.results.results import Results

Both = tuple[Floats, Floats]


@dataclass(frozen=True, slots=True)
class StoredFrames:
    """By name: derivatives (3, n) of links and (2, n) of points in the order of differentiation; K and L."""

    frames_of: Mapping[str, list[Floats]]
    points_of: Mapping[str, list[Floats]]
    coefficients_of: Mapping[str, Both] | None

    @property
    def links(self) -> Collection[str]:
        return self.frames_of

    @property
    def points(self) -> Collection[str]:
        return self.points_of

    @property
    def has_coefficients(self) -> bool:
        return self.coefficients_of is not None

    @property
    def nbytes(self) -> int:
        orders = [values for kept in (self.frames_of, self.points_of) for values in kept.values()]
        both = (self.coefficients_of or {}).values()
        return sum(each.nbytes for values in (*orders, *both) for each in values)

    def frames(self, links: Sequence[str], order: int) -> Floats:
        return np.array([self.frames_of[link][order] for link in links])

    def place(self, link: str, place: Place, order: int) -> Floats:
        orders = self.frames_of[link]
        arm = _arm(orders[0][2], place)
        if order == 0:
            return np.asarray(orders[0][:2] + arm)
        left, turn = np.stack([-arm[1], arm[0]]), orders[order][2]
        found = np.asarray(orders[order][:2] + turn * left)
        return found if order == 1 else np.asarray(found - orders[1][2] ** 2 * arm)

    def point(self, name: str, order: int) -> Floats:
        return self.points_of[name][order]

    def frame_coefficients(self, links: Sequence[str]) -> Both:
        assert self.coefficients_of is not None
        K, L = zip(*(self.coefficients_of[link] for link in links), strict=True)
        return np.concatenate(K, axis=1), np.concatenate(L, axis=1)

    def place_coefficients(self, link: str, place: Place) -> Both:
        return point_coefficients(*self.frame_coefficients([link]), _arm(self.frames_of[link][0][2], place).T)

    def point_coefficients(self, name: str) -> Both:
        assert self.coefficients_of is not None
        return self.coefficients_of[name]


def _arm(theta: Floats, place: Place) -> Floats:
    """A place of a link in the ground frame, from the link's origin (2, n)."""
    (x, y), c, s = place, np.cos(theta), np.sin(theta)
    return np.stack([c * x - s * y, s * x + c * y])


def stored_frames(results: Results, orders: int) -> StoredFrames:
    """All that can be read by name, up to an order of differentiation."""
    coefficients = None
    if results.has_coefficients:
        coefficients = {link: results.frame_coefficients([link]) for link in results.links}
        coefficients |= {name: results.point_coefficients(name) for name in results.points}
    return StoredFrames(
        {link: [results.frames([link], order)[0] for order in range(orders)] for link in results.links},
        {name: [results.point(name, order) for order in range(orders)] for name in results.points},
        coefficients,
    )
