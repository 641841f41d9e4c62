"""Points and directions carried by links, and the driven link.

Each operation takes its rows in the order of every kernel: position: inputs, outputs, scratch, margin; tangent: first
derivatives of inputs and outputs, second ones, then the rows of position; pair: mixed second derivatives, first ones
by i, first ones by j, then the rows of position. A point has two rows everywhere; a direction has two (cos, sin) as a
position and one, of its angle, as a derivative; a scalar has one.

An input z has no mixed derivatives: zᵢⱼ and zᵢ zⱼ vanish for i ≠ j.
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import Operation, inner
from sgkin.kernels.conditions import turned


@inner
def span(a, b, dx, dy):
    """u of a link on which d = C − P is a u + b n, with a and b divided by the square of its length."""
    return a * dx + b * dy, a * dy - b * dx


@inner
def span_turn(scale, dx, dy, vx, vy):
    """θᵢ = d × dᵢ / l², and θᵢⱼ = d × dᵢⱼ / l²."""
    return (dx * scale) * vy - (dy * scale) * vx


@inner
def carry_first(x, y, turn, vx, vy):
    """pᵢ = oᵢ + θᵢ r⊥ of a point at the arm r."""
    return vx - turn * y, vy + turn * x


@inner
def carry_second(x, y, both, turn, ax, ay):
    """pᵢⱼ = oᵢⱼ + θᵢⱼ r⊥ − θᵢ θⱼ r of a point at the arm r."""
    return ax - turn * y - both * x, ay + turn * x - both * y


@Operation
def fill(S, R, G, M, m):
    """A constant in every lane. outputs row · geometry value"""
    row, value = R[0], G[0]
    for k in range(m):
        S[row + k] = value


@Operation
def carry_position(S, R, G, M, m):
    """p = o + a u + b n. inputs o u · outputs p · geometry a b"""
    ox, oy, c, s, px, py = R[0], R[1], R[2], R[3], R[4], R[5]
    a, b = G[0], G[1]
    for k in range(m):
        x, y = turned(a, b, S[c + k], S[s + k])
        S[px + k] = S[ox + k] + x
        S[py + k] = S[oy + k] + y


@Operation
def carry_tangent(S, R, G, M, m):
    """pᵢ = oᵢ + θᵢ r⊥, pᵢᵢ = oᵢᵢ + θᵢᵢ r⊥ − θᵢ² r, r = a u + b n."""
    ovx, ovy, w, pvx, pvy = R[0], R[1], R[2], R[3], R[4]
    oax, oay, wa, pax, pay = R[5], R[6], R[7], R[8], R[9]
    c, s = R[12], R[13]
    a, b = G[0], G[1]
    for k in range(m):
        x, y = turned(a, b, S[c + k], S[s + k])
        turn = S[w + k]
        vx, vy = carry_first(x, y, turn, S[ovx + k], S[ovy + k])
        ax, ay = carry_second(x, y, turn * turn, S[wa + k], S[oax + k], S[oay + k])
        S[pvx + k] = vx
        S[pvy + k] = vy
        S[pax + k] = ax
        S[pay + k] = ay


@Operation
def carry_motion(S, R, G, M, m):
    """`carry_position` and `carry_tangent` in one."""
    ox, oy, c, s, px, py = R[0], R[1], R[2], R[3], R[4], R[5]
    ovx, ovy, w, pvx, pvy = R[6], R[7], R[8], R[9], R[10]
    oax, oay, wa, pax, pay = R[11], R[12], R[13], R[14], R[15]
    a, b = G[0], G[1]
    for k in range(m):
        x, y = turned(a, b, S[c + k], S[s + k])
        turn = S[w + k]
        vx, vy = carry_first(x, y, turn, S[ovx + k], S[ovy + k])
        ax, ay = carry_second(x, y, turn * turn, S[wa + k], S[oax + k], S[oay + k])
        S[px + k] = S[ox + k] + x
        S[py + k] = S[oy + k] + y
        S[pvx + k] = vx
        S[pvy + k] = vy
        S[pax + k] = ax
        S[pay + k] = ay


@Operation
def carry_pair(S, R, G, M, m):
    """pᵢⱼ = oᵢⱼ + θᵢⱼ r⊥ − θᵢ θⱼ r."""
    oax, oay, wa, pax, pay, wi, wj = R[0], R[1], R[2], R[3], R[4], R[7], R[12]
    c, s = R[17], R[18]
    a, b = G[0], G[1]
    for k in range(m):
        x, y = turned(a, b, S[c + k], S[s + k])
        ax, ay = carry_second(x, y, S[wi + k] * S[wj + k], S[wa + k], S[oax + k], S[oay + k])
        S[pax + k] = ax
        S[pay + k] = ay


@Operation
def span_position(S, R, G, M, m):
    """u of a link with points P and C, C − P = a u + b n. inputs P C · outputs u · geometry a/l² b/l²"""
    px, py, cx, cy, c, s = R[0], R[1], R[2], R[3], R[4], R[5]
    a, b = G[0], G[1]
    for k in range(m):
        ux, uy = span(a, b, S[cx + k] - S[px + k], S[cy + k] - S[py + k])
        S[c + k] = ux
        S[s + k] = uy


@Operation
def span_tangent(S, R, G, M, m):
    """θᵢ = d × dᵢ / l², θᵢᵢ = d × dᵢᵢ / l², d = C − P."""
    pvx, pvy, cvx, cvy, w = R[0], R[1], R[2], R[3], R[4]
    pax, pay, cax, cay, wa = R[5], R[6], R[7], R[8], R[9]
    px, py, cx, cy = R[10], R[11], R[12], R[13]
    a, b = G[0], G[1]
    scale = a * a + b * b
    for k in range(m):
        dx, dy = S[cx + k] - S[px + k], S[cy + k] - S[py + k]
        S[w + k] = span_turn(scale, dx, dy, S[cvx + k] - S[pvx + k], S[cvy + k] - S[pvy + k])
        S[wa + k] = span_turn(scale, dx, dy, S[cax + k] - S[pax + k], S[cay + k] - S[pay + k])


@Operation
def span_pair(S, R, G, M, m):
    """θᵢⱼ = d × dᵢⱼ / l²."""
    pax, pay, cax, cay, wa = R[0], R[1], R[2], R[3], R[4]
    px, py, cx, cy = R[15], R[16], R[17], R[18]
    a, b = G[0], G[1]
    scale = a * a + b * b
    for k in range(m):
        dx, dy = S[cx + k] - S[px + k], S[cy + k] - S[py + k]
        S[wa + k] = span_turn(scale, dx, dy, S[cax + k] - S[pax + k], S[cay + k] - S[pay + k])


@Operation
def turn_position(S, R, G, M, m):
    """A direction turned by a constant angle. inputs u · outputs v · geometry cos sin"""
    c, s, v, w = R[0], R[1], R[2], R[3]
    cosine, sine = G[0], G[1]
    for k in range(m):
        x, y = turned(S[c + k], S[s + k], cosine, sine)
        S[v + k] = x
        S[w + k] = y


@Operation
def angle_position(S, R, G, M, m):
    """The angle of a direction, continuous from lane to lane. inputs u · outputs θ · memory last θ"""
    c, s, out = R[0], R[1], R[2]
    last = M[0]
    for k in range(m):
        angle = math.atan2(S[s + k], S[c + k])
        last = angle + 2.0 * math.pi * math.floor((last - angle) / (2.0 * math.pi) + 0.5)
        S[out + k] = last
    M[0] = last


@Operation
def later_position(S, R, G, M, m):
    """An angle turned on by a constant. inputs θ · outputs φ · geometry constant"""
    before, out = R[0], R[1]
    shift = G[0]
    for k in range(m):
        S[out + k] = S[before + k] + shift


@Operation
def sum_position(S, R, G, M, m):
    """An angle turned on by a driven one, as `rotate_position` does with directions. inputs θ z · outputs φ"""
    before, z, out = R[0], R[1], R[2]
    sign, shift = G[0], G[1]
    for k in range(m):
        S[out + k] = S[before + k] + sign * S[z + k] + shift


@Operation
def rotate_position(S, R, G, M, m):
    """A direction turned by a driven angle z, forwards or backwards. inputs u z · outputs v · geometry ±1 constant"""
    c, s, z, v, w = R[0], R[1], R[2], R[3], R[4]
    sign, shift = G[0], G[1]
    for k in range(m):
        angle = sign * S[z + k] + shift
        x, y = turned(S[c + k], S[s + k], math.cos(angle), math.sin(angle))
        S[v + k] = x
        S[w + k] = y


@Operation
def rotate_tangent(S, R, G, M, m):
    w, z, v = R[0], R[1], R[2]
    wa, za, va = R[3], R[4], R[5]
    sign = G[0]
    for k in range(m):
        S[v + k] = S[w + k] + sign * S[z + k]
        S[va + k] = S[wa + k] + sign * S[za + k]


@Operation
def rotate_motion(S, R, G, M, m):
    """`rotate_position` and `rotate_tangent` in one."""
    c, s, z, v, w = R[0], R[1], R[2], R[3], R[4]
    turn, rate, out = R[5], R[6], R[7]
    turn2, rate2, out2 = R[8], R[9], R[10]
    sign, shift = G[0], G[1]
    for k in range(m):
        angle = sign * S[z + k] + shift
        x, y = turned(S[c + k], S[s + k], math.cos(angle), math.sin(angle))
        S[v + k] = x
        S[w + k] = y
        S[out + k] = S[turn + k] + sign * S[rate + k]
        S[out2 + k] = S[turn2 + k] + sign * S[rate2 + k]


@Operation
def rotate_pair(S, R, G, M, m):
    w, v = R[0], R[2]
    for k in range(m):
        S[v + k] = S[w + k]


@Operation
def slide_position(S, R, G, M, m):
    """p = Q + z u + h n, u inclined to a direction.

    inputs Q direction z · outputs p · scratch u(2) · geometry cos sin h
    """
    qx, qy, c, s, z, px, py, r_ux, r_uy = R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]
    cosine, sine, h = G[0], G[1], G[2]
    for k in range(m):
        ux, uy = turned(S[c + k], S[s + k], cosine, sine)
        x, y = turned(S[z + k], h, ux, uy)
        S[px + k] = S[qx + k] + x
        S[py + k] = S[qy + k] + y
        S[r_ux + k] = ux
        S[r_uy + k] = uy


@Operation
def slide_tangent(S, R, G, M, m):
    """pᵢ and pᵢᵢ of Q + z u + h n."""
    qvx, qvy, w, zv, pvx, pvy = R[0], R[1], R[2], R[3], R[4], R[5]
    qax, qay, wa, za, pax, pay = R[6], R[7], R[8], R[9], R[10], R[11]
    z, r_ux, r_uy = R[16], R[19], R[20]
    h = G[2]
    for k in range(m):
        ux, uy, slide, rate = S[r_ux + k], S[r_uy + k], S[z + k], S[zv + k]
        turn, turn2 = S[w + k], S[wa + k]
        x, y = turned(rate - turn * h, turn * slide, ux, uy)
        S[pvx + k] = S[qvx + k] + x
        S[pvy + k] = S[qvy + k] + y
        along = S[za + k] - turn2 * h - turn * turn * slide
        across = 2.0 * turn * rate + turn2 * slide - turn * turn * h
        x, y = turned(along, across, ux, uy)
        S[pax + k] = S[qax + k] + x
        S[pay + k] = S[qay + k] + y


@Operation
def slide_pair(S, R, G, M, m):
    """pᵢⱼ of Q + z u + h n."""
    qax, qay, wa, pax, pay = R[0], R[1], R[2], R[4], R[5]
    wi, zi, wj, zj = R[8], R[9], R[14], R[15]
    z, r_ux, r_uy = R[22], R[25], R[26]
    h = G[2]
    for k in range(m):
        ti, tj, tij, slide = S[wi + k], S[wj + k], S[wa + k], S[z + k]
        along = -tij * h - ti * tj * slide
        across = ti * S[zj + k] + tj * S[zi + k] + tij * slide - ti * tj * h
        x, y = turned(along, across, S[r_ux + k], S[r_uy + k])
        S[pax + k] = S[qax + k] + x
        S[pay + k] = S[qay + k] + y
