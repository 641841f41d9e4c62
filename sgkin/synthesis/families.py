"""Linkages by name: four-bars and slider-cranks of any size, each in the two modes that are mirror images.

Their parameters: `x0`, `y0`, `phi` place the ground, all others are lengths; `cx` and `cy` are the place of the point P
on the coupler, along it and across. The crank is driven, and measured from the x axis.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from sgkin.arrays import Complexes, Floats
from sgkin.errors import UnknownNameError
from sgkin.model.mechanism import Mechanism
from sgkin.model.mechanism_file import parse_mechanism

FOUR_BAR = """
title  = "Four-bar linkage"
units  = {{ length = "{units}", angle = "deg" }}

[parameters]
x0  = 0
y0  = 0
phi = 0     # inclination of the ground
r1  = 60    # ground
r2  = 20    # crank
r3  = 70    # coupler
r4  = 90    # rocker
cx  = 35    # the point of the coupler, along it and across
cy  = 15
{frame}
[links]
ground  = {{ O = ["= x0", "= y0"], C = ["= x0 + r1*cos(phi)", "= y0 + r1*sin(phi)"] }}
crank   = {{ O = [0, 0], A = ["= r2", 0] }}
coupler = {coupler}
rocker  = {{ C = [0, 0], B = ["= r4", 0] }}

[joints]
O = {{ kind = "revolute", links = ["ground", "crank"] }}
A = {{ kind = "revolute", links = ["crank", "coupler"] }}
B = {{ kind = "revolute", links = ["coupler", "rocker"] }}
C = {{ kind = "revolute", links = ["ground", "rocker"] }}

[drivers]
motor = {{ joint = "O", law = "constant-speed", speed = 360 }}

[initial]
A = [20, 0]
B = [0, {side}67.08]
"""
SLIDER_CRANK = """
title  = "Slider-crank"
units  = {{ length = "{units}", angle = "deg" }}

[parameters]
x0  = 0
y0  = 0
phi = 0     # direction of the guide
r2  = 20    # crank
r3  = 70    # rod
e   = 5     # how far the guide lies to the left of the pin of the crank
cx  = 35    # the point of the rod, along it and across
cy  = 15
{frame}
[links]
ground  = {{ O = ["= x0", "= y0"], G = ["= x0 - e*sin(phi)", "= y0 + e*cos(phi)"] }}
crank   = {{ O = [0, 0], A = ["= r2", 0] }}
coupler = {coupler}
piston  = {{ B = [0, 0], G = [0, 0] }}

[joints]
O = {{ kind = "revolute",  links = ["ground", "crank"] }}
A = {{ kind = "revolute",  links = ["crank", "coupler"] }}
B = {{ kind = "revolute",  links = ["coupler", "piston"] }}
G = {{ kind = "prismatic", links = ["ground", "piston"], angle = {{ ground = "= phi" }} }}

[drivers]
motor = {{ joint = "O", law = "constant-speed", speed = 360 }}

[initial]
A = [20, 0]
B = [{place}, 5]
piston = 0
"""
COUPLERS = {
    False: ("", '{ A = [0, 0], B = ["= r3", 0], P = ["= cx", "= cy"] }'),
    True: (
        'alpha = { value = 10, quantity = "angle" }  # of the frame in P against the coupler\n',
        '{ P = [0, 0], A = ["= -cx*cos(alpha) - cy*sin(alpha)", "= cx*sin(alpha) - cy*cos(alpha)"], '
        'B = ["= (r3 - cx)*cos(alpha) - cy*sin(alpha)", "= (cx - r3)*sin(alpha) - cy*cos(alpha)"] }',
    ),
}
"""Whose frame is that of its pins, or lies in the point P with any inclination; with what it needs of parameters."""
WIDEST = 6.0
"""How much longer than the ground, or the crank of a slider-crank, a link is at most in random shapes."""

Shapes = Callable[[np.random.Generator, int, float, bool], Floats]


def four_bar_shapes(random: np.random.Generator, count: int, least: float, full_turn: bool) -> Floats:
    """Lengths (n, 4) of random four-bars with a ground of 1, up to so many.

    least: of the transmission angle, where the crank turns fully: μ is extreme where the crank lies on the ground line,
    cos μ = (r₃² + r₄² − (r₁ ∓ r₂)²) / (2 r₃ r₄).
    """
    r2, r3, r4 = np.exp(random.uniform(-np.log(WIDEST), np.log(WIDEST), (3, count)))
    lengths = np.stack([np.ones(count), r2, r3, r4], axis=1)
    if not full_turn:
        return lengths
    ends = np.stack([np.abs(1.0 - r2), 1.0 + r2])
    cosine = (r3**2 + r4**2 - ends**2) / (2.0 * r3 * r4)
    return np.asarray(lengths[(np.abs(cosine) < np.cos(least)).all(axis=0)])


def slider_crank_shapes(random: np.random.Generator, count: int, least: float, full_turn: bool) -> Floats:
    """Crank, rod and offset (n, 3) of random slider-cranks with a crank of 1, up to so many; the transmission angle is
    least where cos μ = (r₂ + |e|) / r₃."""
    r3 = np.exp(random.uniform(0.0 if full_turn else -np.log(WIDEST), np.log(WIDEST), count))
    e = random.uniform(-1.0, 1.0, count) * r3
    lengths = np.stack([np.ones(count), r3, e], axis=1)
    return np.asarray(lengths[1.0 + np.abs(e) < r3 * np.cos(least)] if full_turn else lengths)


@dataclass(frozen=True, slots=True)
class Family:
    """A linkage by name: `mechanisms`: its modes; `lengths`: its parameters that are no places; `shapes`: random values
    of these, of one size; `follower`: the link or point that gives the output of a function, and which part of its pose
    does."""

    name: str
    mechanisms: tuple[Mechanism, ...]
    lengths: tuple[str, ...]
    shapes: Shapes
    follower: tuple[str, str]

    @property
    def vary(self) -> tuple[str, ...]:
        """All parameters, in their order."""
        return tuple(self.mechanisms[0].parameters)

    def placed(self, lengths: Floats, point: Complexes, turn: Complexes, place: Complexes) -> Floats:
        """Parameters (n, p) of shapes with a point (n,) on the coupler, turned and scaled by complex numbers (n,), and
        put at places (n,); the frame in P, if there is one, is not inclined against the coupler."""
        scale = np.abs(turn)
        ground = np.stack([place.real, place.imag, np.angle(turn)], axis=1)
        coupler = scale[:, None] * np.stack([point.real, point.imag], axis=1)
        frame = np.zeros((len(scale), len(self.vary) - len(self.lengths) - 5))
        return np.concatenate([ground, scale[:, None] * lengths, coupler, frame], axis=1)


FAMILIES = ("four-bar", "slider-crank")


@cache
def family_named(name: str, units: str = "m", with_frame: bool = False) -> Family:
    """A family by name, in a unit of length; `with_frame`: whether the frame of the coupler lies in its point."""
    if name not in FAMILIES:
        raise UnknownNameError("synthesis", "family", name, FAMILIES, "or give a mechanism with parameters")
    frame, coupler = COUPLERS[with_frame]
    lengths: tuple[str, ...]
    if name == "four-bar":
        texts = [FOUR_BAR.format(units=units, side=side, frame=frame, coupler=coupler) for side in ("", "-")]
        shapes, lengths, follower = four_bar_shapes, ("r1", "r2", "r3", "r4"), ("rocker", "theta")
    else:
        places = (89.8, -49.8)
        texts = [SLIDER_CRANK.format(units=units, place=place, frame=frame, coupler=coupler) for place in places]
        shapes, lengths, follower = slider_crank_shapes, ("r2", "r3", "e"), ("piston.B", "x")
    path = Path(f"{name.replace('-', '_')}.toml")
    return Family(name, tuple(parse_mechanism(text, path) for text in texts), lengths, shapes, follower)
