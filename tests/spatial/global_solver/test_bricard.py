"""Bricard's linkage of the IFToMM library, problem A04: driven at A it stays on the curve of forward dynamics."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sgkin import load_mechanism
from sgkin.global_solver.march_motion import GlobalRun
from tests.spatial.global_solver.running import solved

CURVE = Path(__file__).parents[2] / "reference" / "A04_bricard.csv"


@pytest.mark.parametrize("full", [False, True])
def test_point_on_the_published_curve(full: bool) -> None:
    """A turns the point about y, so that its angle at A is seen in the plane of x and z."""
    curve = np.loadtxt(CURVE, delimiter=",", skiprows=2)[:, 1:]
    angles = np.arctan2(-curve[:, 2], curve[:, 0])
    mechanism = load_mechanism("bricard")
    found = solved(mechanism, angles, full=full)
    assert len(found.frames) == len(curve) == 201
    assert np.ptp(angles) > 3.1
    frames = found.frames[:, [link.name for link in mechanism.links].index("BC")]
    place = frames[..., :3] @ np.array(mechanism.point("BC.C")[1]) + frames[..., 3]
    assert np.abs(place - curve).max() < 1e-9
    assert found.residuals.max() < 1e-12


def test_thirty_rows_of_rank_twenty_nine() -> None:
    whole = GlobalRun(load_mechanism("bricard"), True, "reference-point").whole
    rows = [number for number, each in enumerate(whole.conditions) if each.owner.kind == "joint"]
    matrix = whole.single_jacobian(whole.start)[rows].toarray()
    values = np.linalg.svd(matrix, compute_uv=False)
    assert matrix.shape == (30, 30)
    assert (values > 1e-9 * values[0]).sum() == 29
