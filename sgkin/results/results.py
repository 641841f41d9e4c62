"""What a motion asks of the solver that made it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from sgkin.arrays import Floats
from sgkin.mathematics import Place


class Results(Protocol):
    """Frames of kept links, and kept points, at the n steps of a motion.

    Derivatives along the motion are of order 1 or 2; coefficients are K (n, c, f) and L (n, c, f, f). A place is a
    point of a link in its own frame.
    """

    @property
    def links(self) -> Collection[str]:
        """Links whose frames can be read, and so all their points."""

    @property
    def points(self) -> Collection[str]:
        """Single points that can be read, written `link.point`."""

    @property
    def has_coefficients(self) -> bool:
        """Whether K and L can be read."""

    @property
    def nbytes(self) -> int:
        """Bytes that are kept."""

    def frames(self, links: Sequence[str], order: int) -> Floats:
        """x, y and θ of links, or a derivative of them (links, 3, n)."""

    def place(self, link: str, place: Place, order: int) -> Floats:
        """x and y of a point of a kept link, or a derivative of them (2, n)."""

    def point(self, name: str, order: int) -> Floats:
        """x and y of a kept point, or a derivative of them (2, n)."""

    def frame_coefficients(self, links: Sequence[str]) -> tuple[Floats, Floats]:
        """K and L of x, y and θ of links, one after the other."""

    def place_coefficients(self, link: str, place: Place) -> tuple[Floats, Floats]:
        """K and L of x and y of a point of a kept link."""

    def point_coefficients(self, name: str) -> tuple[Floats, Floats]:
        """K and L of x and y of a kept point."""
