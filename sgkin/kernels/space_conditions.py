"""The conditions of a whole mechanism in space, as tables that one compiled assembler runs through.

The variables w are, for every moving frame, x, y, z of its origin and three numbers of a turn that is still to be taken
(zero at rest: see `turn_frames`); the inputs; then what is not solved for: the same six of ground, the matrix of every
frame, and angles with their whole turns. A derivative by a turn is one by the vector of a small rotation in the axes of
ground, put before the matrix.

With r a place, m, n directions in frames, θ angles and z an input, Φ is one of

    projection   n·(r_to − r_from) + Σ weight θ − constant − z
    product      m·n − constant − z, or − sin z
    distance     |r_to − r_from| − constant − z

`bend` is the second derivative along two changes u, v of the variables, with turns in the mean of both orders: along a
motion (u = v) what Φ̈ has besides the accelerations, those of turns being true angular accelerations.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from sgkin.kernels.compiled import compiled, inner, lane
from sgkin.kernels.pointer_struct import Tables

PROJECTION, PRODUCT, DISTANCE = range(3)
FROM, TO, FIRST, SECOND, ZERO, POINTER = range(6)
"""Where the frames of a condition stand; zero and pointer of a second angle follow."""
SLOTS = 8
PLACE, TURN = 0, 3
"""Where a frame's place and turn stand among its six variables."""


@dataclass(eq=False)
class SpaceConditions(Tables):
    """Tables of all conditions, angles and frames; see `sgkin.conditions.space_table`."""

    at: Any  # (frames,) the first variable of each
    matrix: Any  # (frames,) the first of its nine, row by row
    kind: Any  # (m,)
    frame: Any  # (m, 8)
    place: Any  # (m, 2, 3)
    direction: Any  # (m, 2, 3)
    has_ends: Any  # (m,)
    weight: Any  # (m, 2)
    angle: Any  # (m, 2) numbers of angles
    constant: Any  # (m,)
    input: Any  # (m,) the variable; −1 where there is none
    is_sine: Any  # (m,)
    angle_frame: Any  # (angles, 2) of zero and pointer
    angle_side: Any  # (angles, 3, 3): zero, axis × zero, pointer
    angle_total: Any  # (angles,) the variable


@lane
def cross(ax, ay, az, bx, by, bz):
    """The product of two vectors that is a vector."""
    return ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx


@lane
def turned(w, matrix, x, y, z):
    """A vector of a frame, in the axes of ground."""
    return (
        w[matrix] * x + w[matrix + 1] * y + w[matrix + 2] * z,
        w[matrix + 3] * x + w[matrix + 4] * y + w[matrix + 5] * z,
        w[matrix + 6] * x + w[matrix + 7] * y + w[matrix + 8] * z,
    )


@inner
def arm(E, w, row, end):
    """The place of an end, from the origin of its frame."""
    matrix = E.matrix[E.frame[row, end]]
    return turned(w, matrix, E.place[row, end, 0], E.place[row, end, 1], E.place[row, end, 2])


@inner
def direction(E, w, row, side):
    """A direction of a condition."""
    matrix = E.matrix[E.frame[row, FIRST + side]]
    return turned(w, matrix, E.direction[row, side, 0], E.direction[row, side, 1], E.direction[row, side, 2])


@inner
def between(E, w, row):
    """The vector from one end to the other."""
    ax, ay, az = arm(E, w, row, FROM)
    bx, by, bz = arm(E, w, row, TO)
    start, stop = E.at[E.frame[row, FROM]], E.at[E.frame[row, TO]]
    return w[stop] - w[start] + bx - ax, w[stop + 1] - w[start + 1] + by - ay, w[stop + 2] - w[start + 2] + bz - az


@inner
def sides(E, w, number):
    """Zero, the direction a quarter turn on, and pointer of an angle."""
    zero, pointer = E.matrix[E.angle_frame[number, 0]], E.matrix[E.angle_frame[number, 1]]
    side = E.angle_side
    xx, xy, xz = turned(w, zero, side[number, 0, 0], side[number, 0, 1], side[number, 0, 2])
    yx, yy, yz = turned(w, zero, side[number, 1, 0], side[number, 1, 1], side[number, 1, 2])
    mx, my, mz = turned(w, pointer, side[number, 2, 0], side[number, 2, 1], side[number, 2, 2])
    return xx, xy, xz, yx, yy, yz, mx, my, mz


@inner
def count_turns(E, w):
    """All angles, each nearest to what it was before."""
    for number in range(E.angle_total.shape[0]):
        xx, xy, xz, yx, yy, yz, mx, my, mz = sides(E, w, number)
        angle = math.atan2(mx * yx + my * yy + mz * yz, mx * xx + my * xy + mz * xz)
        total = E.angle_total[number]
        w[total] = angle + 2.0 * math.pi * round((w[total] - angle) / (2.0 * math.pi))


@compiled
def count_all(E, w):
    """The same, called from Python."""
    count_turns(E, w)


@compiled
def fill_values(E, w, value):
    """Φ of every condition; frames turned and angles counted."""
    for row in range(E.kind.shape[0]):
        total, kind = -E.constant[row], E.kind[row]
        if kind == PROJECTION:
            if E.has_ends[row]:
                x, y, z = between(E, w, row)
                nx, ny, nz = direction(E, w, row, 0)
                total += nx * x + ny * y + nz * z
            for k in range(2):
                if E.weight[row, k] != 0.0:
                    total += E.weight[row, k] * w[E.angle_total[E.angle[row, k]]]
        elif kind == PRODUCT:
            mx, my, mz = direction(E, w, row, 0)
            nx, ny, nz = direction(E, w, row, 1)
            total += mx * nx + my * ny + mz * nz
        elif kind == DISTANCE:
            x, y, z = between(E, w, row)
            total += math.sqrt(x * x + y * y + z * z)
        if E.input[row] >= 0:
            given = w[E.input[row]]
            total -= math.sin(given) if E.is_sine[row] else given
        value[row] = total


@inner
def put(gradient, slot, part, factor, x, y, z):
    """Three derivatives of a condition."""
    place = 6 * slot + part
    gradient[place], gradient[place + 1], gradient[place + 2] = factor * x, factor * y, factor * z


@inner
def set_gradient(E, w, row, gradient):
    """Derivatives (8 · 6,) of a condition by the variables of its frames, slot by slot."""
    gradient[:] = 0.0
    kind = E.kind[row]
    if E.has_ends[row]:
        x, y, z = between(E, w, row)
        if kind == DISTANCE:
            nx, ny, nz = x, y, z
            size = math.sqrt(nx * nx + ny * ny + nz * nz)
            if size > 0.0:
                nx, ny, nz = nx / size, ny / size, nz / size
        else:
            nx, ny, nz = direction(E, w, row, 0)
            tx, ty, tz = cross(nx, ny, nz, x, y, z)
            put(gradient, FIRST, TURN, 1.0, tx, ty, tz)
        for end in range(2):
            factor = 1.0 if end == TO else -1.0
            ax, ay, az = arm(E, w, row, end)
            tx, ty, tz = cross(ax, ay, az, nx, ny, nz)
            put(gradient, end, PLACE, factor, nx, ny, nz)
            put(gradient, end, TURN, factor, tx, ty, tz)
    elif kind == PRODUCT:
        mx, my, mz = direction(E, w, row, 0)
        nx, ny, nz = direction(E, w, row, 1)
        tx, ty, tz = cross(mx, my, mz, nx, ny, nz)
        put(gradient, FIRST, TURN, 1.0, tx, ty, tz)
        put(gradient, SECOND, TURN, -1.0, tx, ty, tz)
    for k in range(2):
        if E.weight[row, k] != 0.0:
            xx, xy, xz, yx, yy, yz, mx, my, mz = sides(E, w, E.angle[row, k])
            p, q = mx * xx + my * xy + mz * xz, mx * yx + my * yy + mz * yz
            factor = E.weight[row, k] / (p * p + q * q)
            tx, ty, tz = cross(mx, my, mz, p * yx - q * xx, p * yy - q * xy, p * yz - q * xz)
            put(gradient, ZERO + 2 * k, TURN, -factor, tx, ty, tz)
            put(gradient, POINTER + 2 * k, TURN, factor, tx, ty, tz)


@compiled
def fill_gradients(E, w, row_start, part, gradient, derivatives):
    """The derivatives of all conditions that can be other than zero, then those by inputs."""
    rows = E.kind.shape[0]
    given = row_start[rows]
    for row in range(rows):
        set_gradient(E, w, row, gradient)
        for entry in range(row_start[row], row_start[row + 1]):
            derivatives[entry] = gradient[part[entry]]
        if E.input[row] >= 0:
            derivatives[given] = -math.cos(w[E.input[row]]) if E.is_sine[row] else -1.0
            given += 1


@inner
def swept(u, at, x, y, z):
    """How a vector of a frame changes while its frame turns."""
    return cross(u[at + TURN], u[at + TURN + 1], u[at + TURN + 2], x, y, z)


@inner
def bent(u, v, at, x, y, z):
    """The second change of a vector while its frame turns in two ways: the mean of both orders."""
    ax, ay, az = swept(v, at, x, y, z)
    ax, ay, az = swept(u, at, ax, ay, az)
    bx, by, bz = swept(u, at, x, y, z)
    bx, by, bz = swept(v, at, bx, by, bz)
    return 0.5 * (ax + bx), 0.5 * (ay + by), 0.5 * (az + bz)


@inner
def spread(E, w, row, u):
    """How the vector between the ends changes."""
    start, stop = E.at[E.frame[row, FROM]], E.at[E.frame[row, TO]]
    ax, ay, az = arm(E, w, row, FROM)
    bx, by, bz = arm(E, w, row, TO)
    ax, ay, az = swept(u, start, ax, ay, az)
    bx, by, bz = swept(u, stop, bx, by, bz)
    return u[stop] - u[start] + bx - ax, u[stop + 1] - u[start + 1] + by - ay, u[stop + 2] - u[start + 2] + bz - az


@inner
def bend_between(E, w, row, u, v):
    """Its second change."""
    start, stop = E.at[E.frame[row, FROM]], E.at[E.frame[row, TO]]
    ax, ay, az = arm(E, w, row, FROM)
    bx, by, bz = arm(E, w, row, TO)
    ax, ay, az = bent(u, v, start, ax, ay, az)
    bx, by, bz = bent(u, v, stop, bx, by, bz)
    return bx - ax, by - ay, bz - az


@inner
def projected(u, v, zero, pointer, x, y, z, mx, my, mz):
    """The changes of m·x along u and along v, and its second change."""
    ux, uy, uz = swept(u, zero, x, y, z)
    vx, vy, vz = swept(v, zero, x, y, z)
    umx, umy, umz = swept(u, pointer, mx, my, mz)
    vmx, vmy, vmz = swept(v, pointer, mx, my, mz)
    xx, xy, xz = bent(u, v, zero, x, y, z)
    bx, by, bz = bent(u, v, pointer, mx, my, mz)
    along_u = umx * x + umy * y + umz * z + mx * ux + my * uy + mz * uz
    along_v = vmx * x + vmy * y + vmz * z + mx * vx + my * vy + mz * vz
    second = bx * x + by * y + bz * z + mx * xx + my * xy + mz * xz
    second += umx * vx + umy * vy + umz * vz + vmx * ux + vmy * uy + vmz * uz
    return along_u, along_v, second


@inner
def bend_angle(E, w, number, u, v):
    """The second change of an angle atan2(q, p)."""
    zero, pointer = E.at[E.angle_frame[number, 0]], E.at[E.angle_frame[number, 1]]
    xx, xy, xz, yx, yy, yz, mx, my, mz = sides(E, w, number)
    p, q = mx * xx + my * xy + mz * xz, mx * yx + my * yy + mz * yz
    pu, pv, puv = projected(u, v, zero, pointer, xx, xy, xz, mx, my, mz)
    qu, qv, quv = projected(u, v, zero, pointer, yx, yy, yz, mx, my, mz)
    size = p * p + q * q
    turn_u, turn_v = (p * qu - q * pu) / size, (p * qv - q * pv) / size
    grown_u, grown_v = (p * pu + q * qu) / size, (p * pv + q * qv) / size
    return (p * quv - q * puv) / size - turn_u * grown_v - turn_v * grown_u


@compiled
def fill_second(E, w, u, v, bend):
    """The second derivative of every condition along u and v."""
    for row in range(E.kind.shape[0]):
        total, kind = 0.0, E.kind[row]
        if E.has_ends[row]:
            x, y, z = between(E, w, row)
            bx, by, bz = bend_between(E, w, row, u, v)
            ux, uy, uz = spread(E, w, row, u)
            vx, vy, vz = spread(E, w, row, v)
            if kind == DISTANCE:
                size = math.sqrt(x * x + y * y + z * z)
                along_u, along_v = (x * ux + y * uy + z * uz) / size, (x * vx + y * vy + z * vz) / size
                total = (x * bx + y * by + z * bz + ux * vx + uy * vy + uz * vz - along_u * along_v) / size
            else:
                at = E.at[E.frame[row, FIRST]]
                nx, ny, nz = direction(E, w, row, 0)
                total = nx * bx + ny * by + nz * bz
                ax, ay, az = swept(u, at, nx, ny, nz)
                total += ax * vx + ay * vy + az * vz
                ax, ay, az = swept(v, at, nx, ny, nz)
                total += ax * ux + ay * uy + az * uz
                ax, ay, az = bent(u, v, at, nx, ny, nz)
                total += ax * x + ay * y + az * z
        elif kind == PRODUCT:
            first, second = E.at[E.frame[row, FIRST]], E.at[E.frame[row, SECOND]]
            mx, my, mz = direction(E, w, row, 0)
            nx, ny, nz = direction(E, w, row, 1)
            _, _, total = projected(u, v, first, second, mx, my, mz, nx, ny, nz)
        for k in range(2):
            if E.weight[row, k] != 0.0:
                total += E.weight[row, k] * bend_angle(E, w, E.angle[row, k], u, v)
        if E.is_sine[row]:
            given = E.input[row]
            total += math.sin(w[given]) * u[given] * v[given]
        bend[row] = total
