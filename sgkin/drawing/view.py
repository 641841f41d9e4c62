"""From where one looks at a mechanism in space: an orthographic view, of places and of directions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import InputError, brief
from sgkin.model.form import real_numbers


@dataclass(frozen=True)
class View:
    """A direction of sight, in degrees: `azimuth` about z, counted from x, and `elevation` above the plane of x and y.

    >>> View(-90.0, 90.0).seen(np.array([2.0, 1.0, 5.0])).round(12).tolist()
    [2.0, 1.0, 5.0]
    """

    azimuth: float = -60.0
    elevation: float = 25.0

    @cached_property
    def matrix(self) -> Floats:
        """Where a place appears: to the right, up, and towards the eye (3, 3)."""
        a, e = radians(self.azimuth), radians(self.elevation)
        right = (-sin(a), cos(a), 0.0)
        up = (-sin(e) * cos(a), -sin(e) * sin(a), cos(e))
        towards = (cos(e) * cos(a), cos(e) * sin(a), sin(e))
        return np.array([right, up, towards])

    def seen(self, places: Floats) -> Floats:
        """Places (…, 3) as they appear: to the right, up, and towards the eye."""
        return np.asarray(places @ self.matrix.T)


SIDES = {"front": View(-90.0, 0.0), "side": View(0.0, 0.0), "top": View(-90.0, 90.0), "corner": View()}
"""Views by name: along y, against x and from above, with x to the right where it is seen; and from a corner."""


def as_view(given: object) -> View:
    """A view by name, or from azimuth and elevation in degrees."""
    if isinstance(given, View):
        return given
    if isinstance(given, str):
        if given not in SIDES:
            raise InputError(f"view is {given!r}; give one of {', '.join(SIDES)}, or (azimuth, elevation) in degrees")
        return SIDES[given]
    if isinstance(given, list) and all(isinstance(each, str) for each in given):
        given = _numbers(given)
    angles = real_numbers(given, "view")
    if angles.shape != (2,) or not np.isfinite(angles).all():
        raise InputError(f"view is {brief(given)}; give (azimuth, elevation) in degrees, or one of {', '.join(SIDES)}")
    return View(*angles.tolist())


def _numbers(texts: list[str]) -> object:
    """Numbers from the texts of a command; the texts where they are none."""
    try:
        return [float(text) for text in texts]
    except ValueError:
        return texts
