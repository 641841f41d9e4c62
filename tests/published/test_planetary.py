"""The planetary gear turns as Willis says."""

from __future__ import annotations

import numpy as np

from sgkin import load_mechanism, solve
from tests.published.reference import PUBLISHED


def test_carrier_turns_a_quarter_of_the_sun() -> None:
    ratio = PUBLISHED["planetary_ring_fixed"]["carrier_to_sun"]
    turns = np.linspace(0.0, 6.0 * np.pi, 61)
    motion = solve(load_mechanism("planetary_ring_fixed"), inputs=turns, input_rates=np.ones(61))
    sun, carrier = motion.pose("sun")[:, 2], motion.pose("carrier")[:, 2]
    np.testing.assert_allclose(carrier - carrier[0], ratio * (sun - sun[0]), rtol=0.0, atol=1e-11)
    np.testing.assert_allclose(motion.velocity("carrier")[:, 2], ratio, rtol=0.0, atol=1e-11)
