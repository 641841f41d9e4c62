"""Frames of links in space and how they move, one lane at a time: what stands in a work space.

A frame is x, y, z and its three axes one after the other; a motion is (v, ω) of every frame. Second derivatives have
turns in the mean of both orders, see `sgkin.kernels.space`.
"""

from __future__ import annotations

from sgkin.kernels.compiled import lane
from sgkin.kernels.space.vectors import bent, cross, plus, scaled

FRAME, MOTION = 12, 6
"""Numbers of a frame and of its motion."""


@lane
def vector(M, place):
    """Three numbers."""
    return M[place], M[place + 1], M[place + 2]


@lane
def axes_of(M, frame):
    """The axes of a frame."""
    x, y, z = vector(M, frame + 3), vector(M, frame + 6), vector(M, frame + 9)
    return x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]


@lane
def turning(M, motion, frame):
    """The angular velocity of a frame in a motion."""
    return vector(M, motion + MOTION * frame + 3)


@lane
def swept(M, motion, frame, b):
    """How a vector of a frame changes along a motion."""
    return cross(turning(M, motion, frame), b)


@lane
def swept_twice(M, i, j, second, products, frame, b):
    """How it changes along two motions; `products` 0 leaves out what both of them make."""
    own = scaled(products, bent(turning(M, i, frame), turning(M, j, frame), b))
    return plus(swept(M, second, frame, b), own)


@lane
def moved(M, motion, frame, arm):
    """The velocity of a point."""
    return plus(vector(M, motion + MOTION * frame), swept(M, motion, frame, arm))


@lane
def moved_twice(M, i, j, second, products, frame, arm):
    """Its second derivative."""
    return plus(vector(M, second + MOTION * frame), swept_twice(M, i, j, second, products, frame, arm))
