"""Places on curves that are known at steps: the nearest to others, and those at even distances along the curve."""

from __future__ import annotations

import math

from sgkin.kernels.compiled import compiled


@compiled
def nearest_steps(curves, targets, period, squares, steps):
    """For each curve (n, m, c) and each target (k, c) the step nearest to it, and the square of the distance there.

    period: after how much the last of the c parts is the same again, 0 for never. Steps that are no numbers are passed
    over; where a curve has no others, the square is infinite. squares, steps (n, k).
    """
    last = curves.shape[2] - 1
    for n in range(curves.shape[0]):
        for k in range(targets.shape[0]):
            least, at = math.inf, 0
            for m in range(curves.shape[1]):
                square = 0.0
                for c in range(curves.shape[2]):
                    off = curves[n, m, c] - targets[k, c]
                    if c == last and period > 0.0:
                        off -= period * math.floor(off / period + 0.5)
                    square += off * off
                if square < least:
                    least, at = square, m
            squares[n, k], steps[n, k] = least, at


@compiled
def even_places(curves, closed, places, steps):
    """Places (n, k, 2) at even distances along curves (n, m, 2), and at which steps (n, k) they are, between steps too.

    A closed curve goes on from its last step to its first, and the places end before it is at the first again; the
    last place of an open one is its last step. Returns nothing where curves have no length: all places are the first.
    """
    for n in range(curves.shape[0]):
        m, k = curves.shape[1], places.shape[1]
        pieces = m if closed else m - 1
        length = 0.0
        for j in range(pieces):
            after = j + 1 if j + 1 < m else 0
            length += math.hypot(curves[n, after, 0] - curves[n, j, 0], curves[n, after, 1] - curves[n, j, 1])
        each = length / (k if closed else k - 1)
        piece, before = -1, 0.0
        own = 0.0
        for i in range(k):
            way = i * each
            while piece < 0 or (before + own < way and piece < pieces - 1):
                before += own
                piece += 1
                after = piece + 1 if piece + 1 < m else 0
                own = math.hypot(curves[n, after, 0] - curves[n, piece, 0], curves[n, after, 1] - curves[n, piece, 1])
            after = piece + 1 if piece + 1 < m else 0
            part = min((way - before) / own, 1.0) if own > 0.0 else 0.0
            for c in range(2):
                places[n, i, c] = curves[n, piece, c] + part * (curves[n, after, c] - curves[n, piece, c])
            steps[n, i] = piece + part
