"""Mechanisms of many links, with more constants than are kept at hand."""

from __future__ import annotations

import numpy as np

from sgkin import driven_comb, solve
from sgkin.plan.tape import MOST_CONSTANTS


def test_chains_side_by_side_move_as_one_does() -> None:
    chains = MOST_CONSTANTS + 20
    times = np.linspace(0.0, 1.0, 5)
    one, many = solve(driven_comb(1), times), solve(driven_comb(chains), times)
    for k in range(chains):
        for link in one.mechanism.moving_links:
            same = link.replace("chain1", f"chain{k + 1}")
            above = np.add(one.pose(link), [0.0, 12.0 * k, 0.0])
            np.testing.assert_allclose(many.pose(same), above, rtol=0.0, atol=1e-10)
            np.testing.assert_allclose(many.acceleration(same), one.acceleration(link), rtol=0.0, atol=1e-10)
