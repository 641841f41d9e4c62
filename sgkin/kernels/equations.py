"""The conditions of a whole mechanism, as tables that one compiled assembler runs through.

The variables w are the unknown coordinates, then the inputs, then constants. Conditions are made of *sums*

    s(w) = constant + Σ weight · w_i + Σ (a cos w_k + b sin w_k)

and are of four kinds, each with a loop of its own:

    plain:       Φ = X
    projection:  Φ = cos(w_k + α) X + sin(w_k + α) Y + Z
    distance:    Φ = (X² + Y² − Z²) / scale            (Z has no angles)
    bar:         Φ = ((w_c − w_a)² + (w_d − w_b)² − length²) / scale

The sums of plain conditions come first, then three (X, Y, Z) for each projection and three for each distance.
An entry of the Jacobian is added to `values` at its slot; the slots say where a solver wants to have it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from sgkin.kernels.compiled import compiled, inner
from sgkin.kernels.pointer_struct import Tables


@dataclass(eq=False)
class Equations(Tables):
    """Tables of all conditions; see the module."""

    angle: Any  # (angles,) the variable of each angle
    constant: Any  # (sums,)
    linear_start: Any  # (sums + 1,)
    linear_index: Any
    linear_weight: Any
    turn_start: Any  # (sums + 1,)
    turn_angle: Any  # numbers of angles
    turn_cos: Any
    turn_sin: Any
    plain_row: Any
    projection_row: Any
    projection_angle: Any
    projection_cos: Any  # cos α
    projection_sin: Any
    distance_row: Any
    distance_scale: Any
    bar_row: Any
    bar_index: Any  # (bars, 4): a, b, c, d
    bar_square: Any  # length²
    bar_scale: Any


@dataclass(eq=False)
class Slots(Tables):
    """Where in `values` each derivative belongs."""

    linear: Any
    turn: Any
    projection: Any  # by the angle w_k
    bar: Any  # (bars, 4)


@compiled
def turn_angles(E, w, cosine, sine):
    """Cosine and sine of every angle."""
    for k in range(E.angle.shape[0]):
        angle = w[E.angle[k]]
        cosine[k] = math.cos(angle)
        sine[k] = math.sin(angle)


@inner
def sum_value(E, number, w, cosine, sine):
    """The value of a sum."""
    total = E.constant[number]
    for j in range(E.linear_start[number], E.linear_start[number + 1]):
        total += E.linear_weight[j] * w[E.linear_index[j]]
    for j in range(E.turn_start[number], E.turn_start[number + 1]):
        k = E.turn_angle[j]
        total += E.turn_cos[j] * cosine[k] + E.turn_sin[j] * sine[k]
    return total


@inner
def sum_rate(E, number, v, cosine, sine):
    """The derivative of a sum along v."""
    total = 0.0
    for j in range(E.linear_start[number], E.linear_start[number + 1]):
        total += E.linear_weight[j] * v[E.linear_index[j]]
    for j in range(E.turn_start[number], E.turn_start[number + 1]):
        k = E.turn_angle[j]
        total += (E.turn_sin[j] * cosine[k] - E.turn_cos[j] * sine[k]) * v[E.angle[k]]
    return total


@inner
def sum_bend(E, number, u, v, cosine, sine):
    """The second derivative of a sum along u and v."""
    total = 0.0
    for j in range(E.turn_start[number], E.turn_start[number + 1]):
        k = E.turn_angle[j]
        turned = E.turn_cos[j] * cosine[k] + E.turn_sin[j] * sine[k]
        total -= turned * u[E.angle[k]] * v[E.angle[k]]
    return total


@inner
def add_gradient(E, slots, number, factor, cosine, sine, values):
    """Add the gradient of a sum, times a factor."""
    for j in range(E.linear_start[number], E.linear_start[number + 1]):
        values[slots.linear[j]] += factor * E.linear_weight[j]
    for j in range(E.turn_start[number], E.turn_start[number + 1]):
        k = E.turn_angle[j]
        values[slots.turn[j]] += factor * (E.turn_sin[j] * cosine[k] - E.turn_cos[j] * sine[k])


@compiled
def fill_residuals(E, w, cosine, sine, residual):
    """Φ of every condition; cosines and sines are those of `turn_angles`."""
    plain, projections = E.plain_row.shape[0], E.projection_row.shape[0]
    for i in range(plain):
        residual[E.plain_row[i]] = sum_value(E, i, w, cosine, sine)
    for i in range(projections):
        number, k = plain + 3 * i, E.projection_angle[i]
        c = cosine[k] * E.projection_cos[i] - sine[k] * E.projection_sin[i]
        s = sine[k] * E.projection_cos[i] + cosine[k] * E.projection_sin[i]
        x, y = sum_value(E, number, w, cosine, sine), sum_value(E, number + 1, w, cosine, sine)
        residual[E.projection_row[i]] = c * x + s * y + sum_value(E, number + 2, w, cosine, sine)
    for i in range(E.distance_row.shape[0]):
        number = plain + 3 * (projections + i)
        x, y = sum_value(E, number, w, cosine, sine), sum_value(E, number + 1, w, cosine, sine)
        z = sum_value(E, number + 2, w, cosine, sine)
        residual[E.distance_row[i]] = (x * x + y * y - z * z) / E.distance_scale[i]
    for i in range(E.bar_row.shape[0]):
        x = w[E.bar_index[i, 2]] - w[E.bar_index[i, 0]]
        y = w[E.bar_index[i, 3]] - w[E.bar_index[i, 1]]
        residual[E.bar_row[i]] = (x * x + y * y - E.bar_square[i]) / E.bar_scale[i]


@compiled
def fill_jacobian(E, slots, w, cosine, sine, values):
    """All derivatives by the variables, each at its slot."""
    values[:] = 0.0
    plain, projections = E.plain_row.shape[0], E.projection_row.shape[0]
    for i in range(plain):
        add_gradient(E, slots, i, 1.0, cosine, sine, values)
    for i in range(projections):
        number, k = plain + 3 * i, E.projection_angle[i]
        c = cosine[k] * E.projection_cos[i] - sine[k] * E.projection_sin[i]
        s = sine[k] * E.projection_cos[i] + cosine[k] * E.projection_sin[i]
        x, y = sum_value(E, number, w, cosine, sine), sum_value(E, number + 1, w, cosine, sine)
        add_gradient(E, slots, number, c, cosine, sine, values)
        add_gradient(E, slots, number + 1, s, cosine, sine, values)
        add_gradient(E, slots, number + 2, 1.0, cosine, sine, values)
        values[slots.projection[i]] += c * y - s * x
    for i in range(E.distance_row.shape[0]):
        number, factor = plain + 3 * (projections + i), 2.0 / E.distance_scale[i]
        for part in range(3):
            value = factor * sum_value(E, number + part, w, cosine, sine)
            add_gradient(E, slots, number + part, -value if part == 2 else value, cosine, sine, values)
    for i in range(E.bar_row.shape[0]):
        factor = 2.0 / E.bar_scale[i]
        x = factor * (w[E.bar_index[i, 2]] - w[E.bar_index[i, 0]])
        y = factor * (w[E.bar_index[i, 3]] - w[E.bar_index[i, 1]])
        values[slots.bar[i, 0]] -= x
        values[slots.bar[i, 1]] -= y
        values[slots.bar[i, 2]] += x
        values[slots.bar[i, 3]] += y


@compiled
def fill_bends(E, w, u, v, cosine, sine, bend):
    """The second derivative of every condition along u and v."""
    plain, projections = E.plain_row.shape[0], E.projection_row.shape[0]
    for i in range(plain):
        bend[E.plain_row[i]] = sum_bend(E, i, u, v, cosine, sine)
    for i in range(projections):
        number, k = plain + 3 * i, E.projection_angle[i]
        c = cosine[k] * E.projection_cos[i] - sine[k] * E.projection_sin[i]
        s = sine[k] * E.projection_cos[i] + cosine[k] * E.projection_sin[i]
        x, y = sum_value(E, number, w, cosine, sine), sum_value(E, number + 1, w, cosine, sine)
        turn_u, turn_v = u[E.angle[k]], v[E.angle[k]]
        left_u = c * sum_rate(E, number + 1, u, cosine, sine) - s * sum_rate(E, number, u, cosine, sine)
        left_v = c * sum_rate(E, number + 1, v, cosine, sine) - s * sum_rate(E, number, v, cosine, sine)
        bend[E.projection_row[i]] = (
            c * sum_bend(E, number, u, v, cosine, sine)
            + s * sum_bend(E, number + 1, u, v, cosine, sine)
            + sum_bend(E, number + 2, u, v, cosine, sine)
            + left_u * turn_v
            + left_v * turn_u
            - (c * x + s * y) * turn_u * turn_v
        )
    for i in range(E.distance_row.shape[0]):
        number, total = plain + 3 * (projections + i), 0.0
        for part in range(3):
            rates = sum_rate(E, number + part, u, cosine, sine) * sum_rate(E, number + part, v, cosine, sine)
            value = sum_value(E, number + part, w, cosine, sine)
            bent = rates + value * sum_bend(E, number + part, u, v, cosine, sine)
            total += -bent if part == 2 else bent
        bend[E.distance_row[i]] = 2.0 * total / E.distance_scale[i]
    for i in range(E.bar_row.shape[0]):
        a, b, c, d = E.bar_index[i, 0], E.bar_index[i, 1], E.bar_index[i, 2], E.bar_index[i, 3]
        total = (u[c] - u[a]) * (v[c] - v[a]) + (u[d] - u[b]) * (v[d] - v[b])
        bend[E.bar_row[i]] = 2.0 * total / E.bar_scale[i]
