"""Andrews' squeezer starts where the test set of initial value problems says.

The angles of the test set become angles of links from

    OF at β, FE at β + θ + π, BE at γ − π/2, AG at δ, EG at φ + δ + π/2, AH at ε − π/2, EH at Ω + ε + π.
"""

from __future__ import annotations

from math import pi, remainder

import numpy as np

from sgkin import Motion, load_mechanism, solve
from tests.published.reference import PUBLISHED

KNOWN = PUBLISHED["andrews_squeezer"]


def start() -> Motion:
    return solve(load_mechanism("andrews_squeezer"), inputs=[KNOWN["angles"]["beta"]])


def test_places_of_the_pins() -> None:
    motion = start()
    for point, link in {"F": "K1", "E": "K3", "G": "K5", "H": "K7"}.items():
        np.testing.assert_allclose(motion.position(f"{link}.{point}")[0], KNOWN["places"][point], rtol=0.0, atol=1e-13)


def test_angles_of_the_links() -> None:
    angles, motion = KNOWN["angles"], start()
    expected = {
        "K1": angles["beta"],
        "K2": angles["beta"] + angles["theta"] + pi,
        "K3": angles["gamma"] - pi / 2.0,
        "K4": angles["phi"] + angles["delta"] + pi / 2.0,
        "K5": angles["delta"],
        "K6": angles["omega"] + angles["epsilon"] + pi,
        "K7": angles["epsilon"] - pi / 2.0,
    }
    for link, angle in expected.items():
        assert abs(remainder(motion.pose(link)[0, 2] - angle, 2.0 * pi)) < 5e-12, link
