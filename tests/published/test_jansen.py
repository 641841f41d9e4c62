"""Jansen's leg stands where his holy numbers put it."""

from __future__ import annotations

import numpy as np

from sgkin import load_mechanism, solve
from tests.published.reference import PUBLISHED


def test_foot_with_the_crank_straight_up() -> None:
    known = PUBLISHED["jansen_leg"]
    motion = solve(
        load_mechanism("jansen_leg"), inputs=[np.radians(known["crank_deg"])], outputs=["foot_triangle.foot"]
    )
    foot = motion.to_mapping(units=True)
    found = foot["foot_triangle.foot.x"][0], foot["foot_triangle.foot.y"][0]
    np.testing.assert_allclose(found, known["foot"], rtol=0.0, atol=5e-5)
