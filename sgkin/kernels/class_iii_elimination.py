"""Every pose of a class III platform by its angle: what a leg states at a given angle, and what is left of all three.

At a given direction of the platform every leg but PP holds its origin on a circle or a line,
κ (x² + y²) + a x + b y + c = 0. The difference of two circles is a line; two lines meet in (X, Y)/W, and the condition
that is left is

    κ (X² + Y²) + W (a X + b Y) + W² c = 0.

Legs stand sorted by their kind, as the plan writes them: circles first, those that fix the angle last. Lengths are in
parts of the group's reach; state, rows, geometry and memory are those of `sgkin.kernels.class_iii`.
"""

from __future__ import annotations

import math

from sgkin.kernels.class_iii import (
    FIRST,
    LEG,
    PP,
    RR,
    TERM,
    TERMS,
    determinant3,
    evaluate_legs,
    gradient,
    leg_condition,
    solve3,
)
from sgkin.kernels.compiled import compiled
from sgkin.kernels.intersection import meeting_points, radical_line
from sgkin.kernels.limits import CLOSED, CLOSED_WELL, PLAIN_STEPS

SAME_START = 1e-9
"""Meeting points of different legs that are this near are one place to start from."""
CANDIDATE = 0.05
"""How far a meeting point of two legs may be from the third, in parts of the group's reach, to be looked at."""
MOST_STARTS = 6
"""Places to start from at one angle: three pairs of legs meet in two points each."""


@compiled
def leg_curve(S, R, G, leg, u):
    """κ, a, b, c of the curve on which a leg holds the origin, where the platform has the direction u."""
    r = 4 * leg
    a, v = (S[R[r]], S[R[r + 1]]), (S[R[r + 2]], S[R[r + 3]])
    constant, gx, gy, _ = leg_condition(G, leg, a, v, (0.0, 0.0), u, 1.0, 1.0)
    return 0.5 if G[LEG * leg] == RR else 0.0, gx, gy, constant


@compiled
def eliminated(S, R, G, angles, values):
    """What is left of three legs at angles of the platform, into values; the size of the largest terms."""
    largest = 0.0
    for sample in range(len(angles)):
        u = math.cos(angles[sample]), math.sin(angles[sample])
        last = leg_curve(S, R, G, 0, u)
        _, a1, b1, c1 = radical_line(last, leg_curve(S, R, G, 1, u))
        _, a2, b2, c2 = radical_line(last, leg_curve(S, R, G, 2, u))
        x, y, w = b1 * c2 - b2 * c1, c1 * a2 - c2 * a1, a1 * b2 - a2 * b1
        k, a, b, c = last
        if k == 0.0:  # three lines: their determinant
            values[sample] = a * x + b * y + c * w
            size = abs(a * x) + abs(b * y) + abs(c * w)
        else:
            values[sample] = k * x * x + k * y * y + w * a * x + w * b * y + w * w * c
            size = abs(k * x * x) + abs(k * y * y) + abs(w * a * x) + abs(w * b * y) + abs(w * w * c)
        largest = max(largest, size)
    return largest


@compiled
def misses(curve, x, y):
    """How far a curve passes a place, roughly."""
    k, a, b, c = curve
    return abs(k * (x * x + y * y) + a * x + b * y + c) / (1.0 + math.hypot(x, y))


@compiled
def add_start(starts, first, count, place, angle):
    """Put a pose behind the starts from `first` to `count`, unless its place is there; how many there are now."""
    x, y = place
    for other in range(first, count):
        if math.hypot(x - starts[other, 0], y - starts[other, 1]) <= SAME_START:
            return count
    starts[count, 0], starts[count, 1], starts[count, 2] = x, y, angle
    return count + 1


@compiled
def starting_poses(S, R, G, angles, starts):
    """Where two legs put the origin at each of the angles and the others nearly agree, into starts; how many."""
    curves = 2 if G[2 * LEG] == PP else 3
    count = 0
    for angle in angles:
        u = math.cos(angle), math.sin(angle)
        first = count
        for one in range(curves):
            for other in range(one + 1, curves):
                points, p, q = meeting_points(leg_curve(S, R, G, one, u), leg_curve(S, R, G, other, u))
                if points > 0:
                    count = add_start(starts, first, count, p, angle)
                if points > 1:
                    count = add_start(starts, first, count, q, angle)
        kept = first
        for number in range(first, count):
            x, y = starts[number, 0], starts[number, 1]
            furthest = 0.0
            for leg in range(curves):
                furthest = max(furthest, misses(leg_curve(S, R, G, leg, u), x, y))
            if furthest < CANDIDATE:
                starts[kept, 0], starts[kept, 1] = x, y
                kept += 1
        count = kept
    return count


@compiled
def leg_errors(S, R, G, M, pose):
    """Conditions of the legs at a pose, divided by the platform's distance, into the memory; the largest residual."""
    x, y, angle = pose[0], pose[1], pose[2]
    evaluate_legs(S, R, G, M, 0, (x, y), (math.cos(angle), math.sin(angle)), 1.0)
    largest = 0.0
    for leg in range(3):
        unit = 1.0 if G[LEG * leg] == PP else 1.0 / (1.0 + math.hypot(x, y))
        for part in range(TERM):
            M[TERMS + TERM * leg + part] *= unit
        largest = max(largest, abs(M[TERMS + TERM * leg]))
    return largest


@compiled
def close_pose(S, R, G, M, pose):
    """Plain steps of Newton's method from a pose, in its place; whether they lead to where the platform closes."""
    last = math.inf
    for _step in range(PLAIN_STEPS):
        error = leg_errors(S, R, G, M, pose)
        if error < CLOSED_WELL or (error < CLOSED and not error < 0.1 * last):
            return True
        rows = gradient(M, FIRST), gradient(M, FIRST + TERM), gradient(M, FIRST + 2 * TERM)
        det = determinant3(rows[0], rows[1], rows[2])
        if not error < last or not abs(det) > 1e-300:
            return False
        x, y, z = solve3(rows[0], rows[1], rows[2], M[TERMS], M[TERMS + TERM], M[TERMS + 2 * TERM], 1.0 / det)
        pose[0], pose[1], pose[2] = pose[0] - x, pose[1] - y, pose[2] - z
        last = error
    return False
