"""What is different in space where a whole mechanism is followed: frames turn, and conditions may be too many.

An iteration changes the turns of frames as it changes all variables, by adding; before anything is evaluated they are
taken, R ← exp(φ̂) R, φ ← 0. Predictions are turns in the same way: to second order φ̈ is the angular acceleration.

Where conditions depend on each other, those that do are *combined*: instead of them, orthonormal sums of them are
solved, as many as are independent, with which Newton's method is that of least squares; the others, which the motion
should leave closed, stand behind. As the motion goes on the combinations wear out, and are formed anew.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from sgkin.kernels.compiled import compiled, inner
from sgkin.kernels.continuation import System, Work
from sgkin.kernels.pointer_struct import Tables
from sgkin.kernels.space_conditions import TURN, count_turns, fill_gradients, fill_second, fill_values

LARGEST_TURN = 1.0
"""Radians that a frame may turn in one part of a step: an angle between two of them is then known with its turns."""
WORN = 0.3
"""What the derivatives of conditions that are left out may be; those of single conditions are of the order of one."""


@dataclass(eq=False)
class SpaceSlots(Tables):
    """Where derivatives belong. Those of single conditions stand one after the other, then those by inputs.

    part (entries,): which of the 48 derivatives of its condition an entry is; row_start (m + 1,): where those of a
    condition begin. Number `source` of them, times `weight`, is a part of what stands at `target` in `values`; `left_…`
    the same of conditions that are left out.
    combined (k,): the conditions that are combined; combination (k, k): orthonormal, the new ones by the single ones;
    place (m,): where a condition, or the new one that is there in its stead, stands among all.
    """

    part: Any
    row_start: Any
    source: Any
    weight: Any
    target: Any
    left_source: Any
    left_weight: Any
    left_target: Any
    combined: Any
    combination: Any
    place: Any


@dataclass(eq=False)
class SpaceWork(Work):
    """All that changes, and room for single conditions: their values, derivatives of one, and of all."""

    single: Any  # (m,)
    gradient: Any  # (48,)
    derivatives: Any
    left: Any  # derivatives of conditions that are left out


@inner
def turn_frames(E, w):
    """Take the turns that frames are still to take."""
    for frame in range(E.at.shape[0]):
        turn = E.at[frame] + TURN
        x, y, z = w[turn], w[turn + 1], w[turn + 2]
        square = x * x + y * y + z * z
        if square == 0.0:
            continue
        angle = math.sqrt(square)
        half = math.sin(0.5 * angle) / (0.5 * angle)
        sine, rest = math.sin(angle) / angle, 0.5 * half * half
        matrix = E.matrix[frame]
        for column in range(3):
            a, b, c = w[matrix + column], w[matrix + 3 + column], w[matrix + 6 + column]
            da, db, dc = y * c - z * b, z * a - x * c, x * b - y * a
            w[matrix + column] = a + sine * da + rest * (y * dc - z * db)
            w[matrix + 3 + column] = b + sine * db + rest * (z * da - x * dc)
            w[matrix + 6 + column] = c + sine * dc + rest * (x * db - y * da)
        w[turn], w[turn + 1], w[turn + 2] = 0.0, 0.0, 0.0


@compiled
def take_turns(E, w):
    """The same, called from Python."""
    turn_frames(E, w)


@inner
def straighten(E, w):
    """Make matrices orthonormal again: a rounding error otherwise grows from step to step."""
    for frame in range(E.at.shape[0]):
        m = E.matrix[frame]
        for row in range(3):
            a, b, c = w[m + 3 * row], w[m + 3 * row + 1], w[m + 3 * row + 2]
            for before in range(row):
                k = m + 3 * before
                along = a * w[k] + b * w[k + 1] + c * w[k + 2]
                a, b, c = a - along * w[k], b - along * w[k + 1], c - along * w[k + 2]
            size = math.sqrt(a * a + b * b + c * c)
            w[m + 3 * row], w[m + 3 * row + 1], w[m + 3 * row + 2] = a / size, b / size, c / size


@inner
def combine(S, single, combined):
    """New conditions, or changes of them, from those of single ones."""
    slots = S.slots
    for row in range(slots.place.shape[0]):
        combined[slots.place[row]] = single[row]
    count = slots.combined.shape[0]
    for i in range(count):
        total = 0.0
        for j in range(count):
            total += slots.combination[i, j] * single[slots.combined[j]]
        combined[slots.place[slots.combined[i]]] = total


@inner
def set_space_residuals(S, W, w):
    """Φ of all conditions, after the turns that are still to be taken."""
    turn_frames(S.equations, w)
    count_turns(S.equations, w)
    fill_values(S.equations, w, W.single)
    combine(S, W.single, W.residual)


@inner
def set_space_jacobian(S, W, w):
    """Φ_q and Φ_z where residuals were set last."""
    slots = S.slots
    fill_gradients(S.equations, w, slots.row_start, slots.part, W.gradient, W.derivatives)
    W.values[:] = 0.0
    for k in range(slots.source.shape[0]):
        W.values[slots.target[k]] += slots.weight[k] * W.derivatives[slots.source[k]]


@inner
def set_space_bends(S, W, w, u, v):
    """D²Φ along two changes of all variables, as a right-hand side."""
    fill_second(S.equations, w, u, v, W.single)
    combine(S, W.single, W.right)


@inner
def start_space_trial(S, W):
    """Matrices and angles in the trial are those at the last position."""
    for i in range(S.sizes[0] + S.sizes[1], W.w.shape[0]):
        W.trial[i] = W.w[i]


@inner
def size_of(u, place):
    """The length of a vector."""
    return math.sqrt(u[place] * u[place] + u[place + 1] * u[place + 1] + u[place + 2] * u[place + 2])


@inner
def longest_space_part(S, W):
    """The longest part of a step in which no frame turns further than may be."""
    first = second = 0.0
    for frame in range(S.equations.at.shape[0]):
        turn = S.equations.at[frame] + TURN
        if turn < S.sizes[0]:
            first, second = max(first, size_of(W.first, turn)), max(second, size_of(W.second, turn))
    return min(1.0, 0.5 * LARGEST_TURN / max(first, 1e-300), math.sqrt(LARGEST_TURN / max(second, 1e-300)))


@inner
def settle_in_space(S, W):
    """Take the last small turns, and keep matrices orthonormal."""
    turn_frames(S.equations, W.w)
    straighten(S.equations, W.w)
    count_turns(S.equations, W.w)


@inner
def is_worn_in_space(S, W):
    """Whether the conditions that are left out have come to depend on others than those that stand for them."""
    slots = S.slots
    W.left[:] = 0.0
    for k in range(slots.left_source.shape[0]):
        W.left[slots.left_target[k]] += slots.left_weight[k] * W.derivatives[slots.left_source[k]]
    for k in range(W.left.shape[0]):  # noqa: SIM110 (compiled)
        if abs(W.left[k]) > WORN:
            return True
    return False


@dataclass(eq=False)
class SpaceSystem(System):
    """All that is fixed of a mechanism in space."""

    set_residuals = staticmethod(set_space_residuals)
    set_jacobian = staticmethod(set_space_jacobian)
    set_bends = staticmethod(set_space_bends)
    start_trial = staticmethod(start_space_trial)
    longest_part = staticmethod(longest_space_part)
    settle = staticmethod(settle_in_space)
    is_worn = staticmethod(is_worn_in_space)
