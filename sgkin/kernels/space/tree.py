"""A tree of joints in space, one lane at a time: where its frames are, how they move, and what each joint moves.

Steps lead from known frames to all others. The frame of a step moves on its parent,

    screw   turned by a q about an axis u through P, and slid by b q along it: pins (1, 0), guides (0, 1), screws (1, h)
    ball    turned in any way about P, by itself and not with its parent
    free    placed in any way

P and u are fixed in the parent p. With constants C and c of the step, s = b q u and r = R c,

    R = Rot(u, a q) Rₚ C        O = P + s − r

Along motions i and j, with uᵢ = ωᵢ,p × u and second derivatives as in `sgkin.kernels.space`,

    ωᵢ  = ωᵢ,p + a qᵢ u          ωᵢⱼ = ωᵢⱼ,p + a (qᵢⱼ u + ½ (qᵢ ωⱼ,p + qⱼ ωᵢ,p) × u)
    Oᵢⱼ = Pᵢⱼ + b (qᵢⱼ u + qᵢ uⱼ + qⱼ uᵢ + q uᵢⱼ) − rᵢⱼ

A cylindrical joint is a slide and a turn, a universal joint two turns, a planar joint two slides and a turn: the frames
between them belong to no link.

A step stands in the constants: its kind; parent, the frame of the link it leads to, the first of its unknowns, and of
its numbers in a solution; a, b, u, P, C, c; and how q is read of the frame of that link: the zero in the parent, the
pointer and the point of the joint in the link. Numbers of a solution: q; the axes of a ball; place and axes of a free
frame. Unknowns: q, by λ if it is an angle; λφ of a ball; (x, y, z, λφ) of a free frame, R ← exp(φ̂) R.
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import compiled, lane
from sgkin.kernels.continuity import FURTHEST_TURN, SMOOTH
from sgkin.kernels.space.motions import FRAME, MOTION, axes_of, moved_twice, swept_twice, turning, vector
from sgkin.kernels.space.vectors import cross, dot, in_ground, minus, plus, scaled

STEP = 34
KIND, PARENT, TARGET, COLUMN, NUMBER, TURN, SLIDE, AXIS, PLACE, REST, ARM, ZERO, POINTER, POINT = (
    0, 1, 2, 3, 4, 5, 6, 7, 10, 13, 22, 25, 28, 31
)  # fmt: skip
"""Where the parts of a step stand."""
SCREW, BALL, FREE = range(3)
NUMBERS, UNKNOWNS = (1, 9, 12), (1, 3, 6)
"""Of each kind of step."""
JOINT = 6
"""Numbers of a joint in the work space: P and u in ground."""
LITTLE = 1.0 + 2.0 * math.cos(FURTHEST_TURN)
"""The trace of a turn that is as large as links may turn from lane to lane."""


@compiled
def turn_by(M, frame, x, y, z):
    """Turn a frame, R ← exp(φ̂) R."""
    q = x * x + y * y + z * z
    if q < 0.01:  # series, to rounding
        sine = 1.0 - q / 6.0 * (1.0 - q / 20.0 * (1.0 - q / 42.0 * (1.0 - q / 72.0)))
        rest = 0.5 - q / 24.0 * (1.0 - q / 30.0 * (1.0 - q / 56.0 * (1.0 - q / 90.0)))
    else:
        angle = math.sqrt(q)
        sine, rest = math.sin(angle) / angle, 2.0 * math.sin(0.5 * angle) ** 2 / q
    for axis in range(frame + 3, frame + FRAME, 3):
        a, b, c = M[axis], M[axis + 1], M[axis + 2]
        da, db, dc = y * c - z * b, z * a - x * c, x * b - y * a
        M[axis] = a + sine * da + rest * (y * dc - z * db)
        M[axis + 1] = b + sine * db + rest * (z * da - x * dc)
        M[axis + 2] = c + sine * dc + rest * (x * db - y * da)


@compiled
def straighten(M, frame):
    """Make the axes of a frame orthonormal; whether they are nearly so already."""
    for axis in range(frame + 3, frame + 9, 3):
        if axis != frame + 3:
            x = frame + 3
            along = M[axis] * M[x] + M[axis + 1] * M[x + 1] + M[axis + 2] * M[x + 2]
            for part in range(3):
                M[axis + part] -= along * M[x + part]
        size = math.sqrt(M[axis] * M[axis] + M[axis + 1] * M[axis + 1] + M[axis + 2] * M[axis + 2])
        if not size > 0.1:
            return False
        for part in range(3):
            M[axis + part] /= size
    x, y, z = frame + 3, frame + 6, frame + 9
    M[z] = M[x + 1] * M[y + 2] - M[x + 2] * M[y + 1]
    M[z + 1] = M[x + 2] * M[y] - M[x] * M[y + 2]
    M[z + 2] = M[x] * M[y + 1] - M[x + 1] * M[y]
    return True


@lane
def set_vector(M, place, a):
    """Put three numbers."""
    M[place], M[place + 1], M[place + 2] = a[0], a[1], a[2]


@lane
def turned_about(u, sine, rest, w):
    """w turned about the unit vector u by an angle with this sine, and one less its cosine."""
    t = cross(u, w)
    return plus(w, plus(scaled(sine, t), scaled(rest, cross(u, t))))


@lane
def axes_place(G, e, numbers):
    """Where in the memory a frame would begin whose axes are those of a ball or of a free step."""
    return numbers + int(G[e + NUMBER]) - (3 if G[e] == BALL else 0)


@compiled
def read_screw(G, M, e, frames, parent, u, point):
    """q of a screw, from the frames of its parent and of the link it leads to."""
    target = frames + FRAME * int(G[e + TARGET])
    angle = slide = 0.0
    if G[e + TURN] != 0.0:
        zero = in_ground(axes_of(M, parent), vector(G, e + ZERO))
        pointer = in_ground(axes_of(M, target), vector(G, e + POINTER))
        angle = math.atan2(dot(pointer, cross(u, zero)), dot(pointer, zero))
    if G[e + SLIDE] != 0.0:
        own = plus(vector(M, target), in_ground(axes_of(M, target), vector(G, e + POINT)))
        slide = dot(u, minus(own, point)) / G[e + SLIDE]
        if G[e + TURN] != 0.0:  # the slide tells whole turns
            return angle + 2.0 * math.pi * math.floor((slide - angle) / (2.0 * math.pi) + 0.5)
        return slide
    return angle


@compiled
def place_steps(G, M, steps, count, frames, known, joints, numbers, reading):
    """Place all frames by the numbers of a solution; or `reading` these from the frames of the links."""
    for step in range(count):
        e, frame, joint = steps + STEP * step, frames + FRAME * (known + step), joints + JOINT * step
        if G[e] != SCREW:
            at = axes_place(G, e, numbers)
            for part in range(0 if G[e] == FREE else 3, FRAME):
                if reading:
                    M[at + part] = M[frame + part]
                else:
                    M[frame + part] = M[at + part]
            if G[e] == FREE:
                continue
        parent = frames + FRAME * int(G[e + PARENT])
        base = axes_of(M, parent)
        point = plus(vector(M, parent), in_ground(base, vector(G, e + PLACE)))
        set_vector(M, joint, point)
        if G[e] == SCREW:
            u = in_ground(base, vector(G, e + AXIS))
            set_vector(M, joint + 3, u)
            if reading:
                M[numbers + int(G[e + NUMBER])] = read_screw(G, M, e, frames, parent, u, point)
            q = M[numbers + int(G[e + NUMBER])]
            x, y = in_ground(base, vector(G, e + REST)), in_ground(base, vector(G, e + REST + 3))
            if G[e + TURN] != 0.0:
                angle = G[e + TURN] * q
                sine, half = math.sin(angle), math.sin(0.5 * angle)
                rest = 2.0 * half * half
                x, y = turned_about(u, sine, rest, x), turned_about(u, sine, rest, y)
            set_vector(M, frame + 3, x)
            set_vector(M, frame + 6, y)
            set_vector(M, frame + 9, cross(x, y))
            point = plus(point, scaled(G[e + SLIDE] * q, u))
        set_vector(M, frame, minus(point, in_ground(axes_of(M, frame), vector(G, e + ARM))))


@compiled
def carry(G, M, steps, count, frames, known, joints, numbers, i, j, second, ri, rj, rij, products):
    """How all frames move along two motions; without `products` (0) what stands in `second` is a first derivative.

    i, j, second: motions of frames, those of known ones given; ri, rj, rij: those of q, of balls and of free frames.
    """
    for step in range(count):
        e, number = steps + STEP * step, known + step
        own, column = second + MOTION * number, int(G[e + COLUMN])
        if G[e] == FREE:
            for part in range(MOTION):
                M[own + part] = M[rij + column + part]
            continue
        frame, joint, parent = frames + FRAME * number, joints + JOINT * step, int(G[e + PARENT])
        point = vector(M, joint)
        arm = minus(point, vector(M, frames + FRAME * parent))
        moved = moved_twice(M, i, j, second, products, parent, arm)
        back = minus(vector(M, frame), point)
        if G[e] == BALL:
            for part in range(3):
                M[own + 3 + part] = M[rij + column + part]
        else:
            u, qi, qj, qij = vector(M, joint + 3), M[ri + column], M[rj + column], M[rij + column]
            wi, wj = turning(M, i, parent), turning(M, j, parent)
            both = scaled(0.5 * products, cross(plus(scaled(qi, wj), scaled(qj, wi)), u))
            w = plus(turning(M, second, parent), scaled(G[e + TURN], plus(scaled(qij, u), both)))
            set_vector(M, own + 3, w)
            if G[e + SLIDE] != 0.0:
                b, q = G[e + SLIDE], M[numbers + int(G[e + NUMBER])]
                change = plus(scaled(qij, u), scaled(q, swept_twice(M, i, j, second, products, parent, u)))
                turned = plus(scaled(qi, cross(wj, u)), scaled(qj, cross(wi, u)))
                moved = plus(moved, scaled(b, plus(change, scaled(products, turned))))
                back = minus(back, scaled(b * q, u))
        set_vector(M, own, plus(moved, swept_twice(M, i, j, second, products, number, back)))


@compiled
def move_by(G, M, steps, count, numbers, step, size):
    """Change the numbers of a solution by the step of an iteration."""
    for place in range(count):
        e, by = steps + STEP * place, step + int(G[steps + STEP * place + COLUMN])
        if G[e] == SCREW:
            M[numbers + int(G[e + NUMBER])] -= M[by] / (size if G[e + TURN] != 0.0 else 1.0)
            continue
        at = axes_place(G, e, numbers)
        if G[e] == FREE:
            for part in range(3):
                M[at + part] -= M[by + part]
            by += 3
        turn_by(M, at, -M[by] / size, -M[by + 1] / size, -M[by + 2] / size)


@compiled
def straighten_steps(G, M, steps, count, numbers):
    """Make the axes of balls and of free frames orthonormal; whether they are nearly so already."""
    for step in range(count):
        e = steps + STEP * step
        if G[e] != SCREW and not straighten(M, axes_place(G, e, numbers)):
            return False
    return True


@compiled
def rates_of(G, M, steps, count, step, rates, size):
    """Derivatives of q, of balls and of free frames, from a solution in the unknowns of the iteration."""
    for place in range(count):
        e = steps + STEP * place
        column = int(G[e + COLUMN])
        if G[e] == SCREW:
            M[rates + column] = M[step + column] / (size if G[e + TURN] != 0.0 else 1.0)
            continue
        straight = 3 if G[e] == FREE else 0
        for part in range(straight):
            M[rates + column + part] = M[step + column + part]
        for part in range(straight, straight + 3):
            M[rates + column + part] = M[step + column + part] / size


@compiled
def add_force(G, M, row, frame, force, moment, frames, known, steps, joints, inverse):
    """Add to a row of the Jacobian a force through the origin of a frame, and a moment: to every joint on the way to a
    known frame what they do there."""
    place = vector(M, frames + FRAME * frame)
    while frame >= known:
        e, joint = steps + STEP * (frame - known), joints + JOINT * (frame - known)
        at = row + int(G[e + COLUMN])
        if G[e] == FREE:
            for part in range(3):
                M[at + part] += force[part]
            t = plus(moment, cross(minus(place, vector(M, frames + FRAME * frame)), force))
            for part in range(3):
                M[at + 3 + part] += inverse * t[part]
            return
        t = plus(moment, cross(minus(place, vector(M, joint)), force))
        if G[e] == BALL:
            for part in range(3):
                M[at + part] += inverse * t[part]
            place, moment = vector(M, joint), (0.0, 0.0, 0.0)
        elif G[e + TURN] == 0.0:
            M[at] += G[e + SLIDE] * dot(vector(M, joint + 3), force)
        else:
            u = vector(M, joint + 3)
            M[at] += inverse * (G[e + TURN] * dot(u, t) + G[e + SLIDE] * dot(u, force))
        frame = int(G[e + PARENT])


@compiled
def add_moment(G, M, row, frame, moment, known, steps, joints, inverse):
    """The same of a moment alone."""
    while frame >= known:
        e = steps + STEP * (frame - known)
        at = row + int(G[e + COLUMN])
        if G[e] != SCREW:
            at += 3 if G[e] == FREE else 0
            for part in range(3):
                M[at + part] += inverse * moment[part]
            return
        if G[e + TURN] != 0.0:
            M[at] += inverse * G[e + TURN] * dot(vector(M, joints + JOINT * (frame - known) + 3), moment)
        frame = int(G[e + PARENT])


@compiled
def add_point(G, M, row, width, frame, place, sign, frames, known, steps, joints, inverse):
    """Add to three rows how a place of a frame moves along the axes of ground."""
    while frame >= known:
        e, joint = steps + STEP * (frame - known), joints + JOINT * (frame - known)
        at = row + int(G[e + COLUMN])
        if G[e] != SCREW:
            foot = vector(M, frames + FRAME * frame) if G[e] == FREE else vector(M, joint)
            if G[e] == FREE:
                M[at] += sign
                M[at + width + 1] += sign
                M[at + 2 * width + 2] += sign
                at += 3
            a = scaled(sign * inverse, minus(place, foot))
            M[at + 1] += a[2]
            M[at + 2] -= a[1]
            M[at + width] -= a[2]
            M[at + width + 2] += a[0]
            M[at + 2 * width] += a[1]
            M[at + 2 * width + 1] -= a[0]
            if G[e] == FREE:
                return
            place = foot
        else:
            u = vector(M, joint + 3)
            change = scaled(G[e + SLIDE], u)
            scale = sign
            if G[e + TURN] != 0.0:
                change = plus(change, scaled(G[e + TURN], cross(u, minus(place, vector(M, joint)))))
                scale = sign * inverse
            for part in range(3):
                M[at + part * width] += scale * change[part]
        frame = int(G[e + PARENT])


@compiled
def missed_by(M, trial, before, numbers, first, last, scale):
    """By how much the three last solutions, extrapolated, miss some numbers of the trial at most, and how far the last
    move was."""
    missed, moved = 0.0, 0.0
    for j in range(first, last):
        ahead = 3.0 * (M[j] - M[before + j]) + M[before + numbers + j]
        missed = max(missed, abs(M[trial + j] - ahead))
        moved = max(moved, abs(M[j] - M[before + j]))
    return missed * scale, moved * scale


@compiled
def leads_on(G, M, steps, count, trial, before, numbers, size):
    """Whether a solution is where the last three, extrapolated, lead."""
    missed, moved = 0.0, 0.0
    for step in range(count):
        e = steps + STEP * step
        first = int(G[e + NUMBER])
        if G[e] == SCREW:
            scale = size if G[e + TURN] != 0.0 else 1.0
            off, way = missed_by(M, trial, before, numbers, first, first + 1, scale)
        else:
            turns = first + 3 if G[e] == FREE else first
            off, way = missed_by(M, trial, before, numbers, first, turns, 1.0)
            missed, moved = max(missed, off), max(moved, way)
            off, way = missed_by(M, trial, before, numbers, turns, turns + 9, size)
        missed, moved = max(missed, off), max(moved, way)
    return missed <= SMOOTH * moved + 1e-9 * size


@compiled
def has_turned_little(M, axes, others):
    """Whether nine numbers are axes that are not turned far against nine others."""
    trace = 0.0
    for part in range(9):
        trace += M[axes + part] * M[others + part]
    return trace > LITTLE


@compiled
def is_near(G, M, steps, count, trial):
    """Whether no joint has turned far since the last lane."""
    for step in range(count):
        e = steps + STEP * step
        first = int(G[e + NUMBER])
        if G[e] == SCREW:
            if not abs(G[e + TURN] * (M[trial + first] - M[first])) < FURTHEST_TURN:
                return False
        else:
            turns = first + 3 if G[e] == FREE else first
            if not has_turned_little(M, turns, trial + turns):
                return False
    return True
