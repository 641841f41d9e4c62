"""The turn of a frame as a vector: its axis times its angle, which is at most half a turn.

By the unit quaternion (w, v) of the frame, of whose parts the largest is found first, with w ≥ 0:

    vector = 2 atan2(|v|, w) v / |v|

Nobody asks for its derivatives: those of the frame are ωᵢ and ωᵢⱼ.
"""

from __future__ import annotations

import math

from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.space.vectors import dot, scaled


@lane
def place(r):
    """The vector."""
    xx, yy, zz = r[0], r[4], r[8]
    x, y, z = r[5] - r[7], r[6] - r[2], r[1] - r[3]
    w = 1.0 + (xx + yy + zz)
    if xx >= yy and xx >= zz and xx > xx + yy + zz:
        w, x, y, z = x, 1.0 + xx - yy - zz, r[1] + r[3], r[2] + r[6]
    elif yy >= zz and yy > xx + yy + zz:
        w, x, y, z = y, r[1] + r[3], 1.0 + yy - xx - zz, r[5] + r[7]
    elif zz > xx + yy + zz:
        w, x, y, z = z, r[2] + r[6], r[5] + r[7], 1.0 + zz - xx - yy
    sign = 1.0 if w >= 0.0 else -1.0
    v = (sign * x, sign * y, sign * z)
    size = math.sqrt(dot(v, v))
    if size == 0.0:
        return v
    return scaled(2.0 * math.atan2(size, sign * w) / size, v)


ROTATION_VECTOR = formula("rotation vector", inputs="r:frame", outputs="v:point3", place=place)
