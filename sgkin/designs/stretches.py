"""Designs in stretches: as many as a worker of a cluster does at a time, or as are stored together."""

from __future__ import annotations

FEWEST, MOST = 8_192, 65_536
"""Designs of a stretch: with less, handing them out takes too long; with more, too many are lost with a worker."""
ROOM = 256_000_000
"""Bytes that the outputs of a stretch may take, unless the fewest designs take more."""
EACH = 4
"""Stretches for every worker at least, where there are designs enough."""

Stretch = tuple[int, int]
"""The first design, and the one behind the last."""


def stretch_size(designs: int, bytes_each: int, workers: int) -> int:
    """How many designs make a stretch, of which each takes so many bytes.

    >>> stretch_size(1_000_000, 0, 2), stretch_size(1_000_000, 20_000, 2), stretch_size(100_000, 0, 2)
    (65536, 12800, 12500)
    """
    fitting = ROOM // max(bytes_each, 1)
    fair = -(-designs // (EACH * max(workers, 1)))
    return max(FEWEST, min(MOST, fitting, fair))


def stretches(designs: int, size: int) -> list[Stretch]:
    """All designs in stretches.

    >>> stretches(5, 2)
    [(0, 2), (2, 4), (4, 5)]
    """
    return [(begin, min(begin + size, designs)) for begin in range(0, designs, size)]
