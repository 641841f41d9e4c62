"""Bodies on six conditions, written out: the same as the iteration for any group, which eliminates nothing."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    JointDriver,
    Link,
    Mechanism,
    Prismatic,
    Revolute,
    Rod,
    Spherical,
    load_mechanism,
    make_plan,
)
from sgkin.groups.space import links_by_points, newton
from sgkin.kernels.space.platform import PLATFORMS
from tests.spatial.global_solver.running import drive
from tests.spatial.groups.cases import moved
from tests.spatial.groups.left_open import frames_of, left_open


def on_arms() -> Mechanism:
    """A plate on an arm with a pin, an arm on a guide and two rods, one of which hangs on a crank."""
    places = {"A": (0.0, 0.0, 1.0), "B": (1.2, 0.1, 0.9), "C": (0.4, 1.1, 1.1), "D": (0.9, 0.8, 1.3)}
    feet = {
        "A": (-0.3, 0.1, 0.0),
        "B": (1.5, -0.2, 0.2),
        "C": (0.3, 1.4, -0.1),
        "D": (1.3, 1.2, 0.3),
        "E": (0.9, 1.3, 0.0),
    }
    links = [
        Link("ground", feet),
        Link("crank", {"E": feet["E"], "D": feet["D"]}),
        Link("arm", {"F": feet["A"], "A": places["A"]}),
        Link("slide", {"F": feet["B"], "B": places["B"]}),
        Link("plate", places),
    ]
    joints = [
        Revolute("motor", ("ground", "crank"), at=("E", "E"), axis=(0.0, 0.0, 1.0)),
        Revolute("pin", ("ground", "arm"), at=("A", "F"), axis=(0.3, 1.0, 0.1)),
        Prismatic("guide", ("ground", "slide"), at=("B", "F"), axis=(0.2, -0.1, 1.0)),
        Spherical("ball_1", ("arm", "plate"), at=("A", "A")),
        Spherical("ball_2", ("slide", "plate"), at=("B", "B")),
        Rod("rod_1", ("ground", "plate"), at=("C", "C")),
        Rod("rod_2", ("crank", "plate"), at=("D", "D")),
    ]
    return Mechanism(
        "plate_on_arms", links, joints, [JointDriver("turn", "motor", ConstantSpeed(1.0))], space="spatial"
    )


CASES = {name: load_mechanism(name) for name in ("five_link", "gough_stewart", "delta_robot")} | {"plate": on_arms()}


@pytest.fixture(params=CASES)
def mechanism(request: pytest.FixtureRequest) -> Mechanism:
    return CASES[request.param]


def test_written_out(mechanism: Mechanism) -> None:
    kernels = [element.kernel for element in make_plan(mechanism).solvers if element is not None]
    assert set(PLATFORMS) & set(kernels)
    assert newton.KERNEL not in kernels


def test_as_any_group(mechanism: Mechanism, monkeypatch: pytest.MonkeyPatch) -> None:
    z, rates, accelerations = drive(mechanism, 7, 0.4)
    found = moved(mechanism, z, rates, accelerations)
    assert max(left_open(found)) < 1e-13
    K = make_plan(mechanism).coefficients(z[1])
    monkeypatch.setattr(links_by_points, "place_platform", lambda *given: False)
    plan = make_plan(mechanism)
    assert newton.KERNEL in [element.kernel for element in plan.solvers if element is not None]
    other = plan.coefficients(z[1])
    for one, two in zip((K.q, K.K, K.L), (other.q, other.K, other.L), strict=True):
        assert np.abs(one - two).max() < 1e-11 * max(1.0, np.abs(two).max())
    for one, two in zip(frames_of(found), frames_of(moved(mechanism, z, rates, accelerations)), strict=True):
        assert np.abs(one - two).max() < 1e-11 * max(1.0, np.abs(two).max())


def test_coarse_steps_lead_to_the_same(mechanism: Mechanism) -> None:
    z, _, _ = drive(mechanism, 400, 0.4)
    fine, coarse = moved(mechanism, z), moved(mechanism, z[[0, -1]])
    assert np.abs(frames_of(fine).frames[-1] - frames_of(coarse).frames[-1]).max() < 1e-12
