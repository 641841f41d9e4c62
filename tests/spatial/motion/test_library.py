"""Mechanisms of the library in space: published numbers, formulas, the whole mechanism, frames over long motions."""

from __future__ import annotations

from dataclasses import replace
from math import pi, radians
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgkin import (
    InputError,
    MotionError,
    SgkinError,
    assembly_modes,
    load_mechanism,
    make_plan,
    motion_range,
    solve,
)
from sgkin.kernels.interface import coefficients
from sgkin.model.spatial_joint import Rod

SOLVED = (
    "cardan_shaft", "double_wishbone", "rccc", "rssp", "rssr", "spatial_four_bar", "spherical_four_bar",
    "stewart_3_2_1", "swash_plate",
)  # fmt: skip
ITERATED = (
    "bennett",
    "bricard",
    "delta_robot",
    "double_cardan",
    "five_link",
    "gough_stewart",
    "sarrus",
    "seven_revolutes",
)


@pytest.mark.parametrize("name", SOLVED + ITERATED)
def test_groups_agree_with_the_whole_mechanism(name: str) -> None:
    solve(load_mechanism(name), np.linspace(0.0, 0.4, 9), coefficients=True, check="global")


@pytest.mark.parametrize("name", ["double_wishbone", "rssr", "rccc"])
def test_frames_stay_orthonormal(name: str) -> None:
    motion = solve(load_mechanism(name), np.linspace(0.0, 10.0, 100_001))
    for link in motion.outputs:
        turns = motion.orientation(link)
        assert np.abs(np.einsum("nba,nbc->nac", turns, turns) - np.eye(3)).max() < 1e-13


def test_cardan_shaft_over_a_turn() -> None:
    """ω₂/ω₁ = cos β / (1 − sin²β cos²φ), counted from where the input fork stands square to the plane of the shafts."""
    beta = radians(30.0)
    motion = solve(load_mechanism("cardan_shaft"), np.linspace(0.0, 1.0, 361))
    phi, rate = motion.joint("A").value, motion.joint("A").rate
    assert rate is not None
    found = motion.joint("B")
    assert found.rate is not None
    assert found.acceleration is not None
    ratio = np.cos(beta) / (1.0 - np.sin(beta) ** 2 * np.sin(phi) ** 2)
    other = np.cos(beta) / (1.0 - np.sin(beta) ** 2 * np.cos(phi) ** 2)
    expected = ratio if abs(found.rate[0] / rate[0] - ratio[0]) < 0.1 else other
    assert np.abs(found.rate / rate - expected).max() < 1e-12
    sign = 1.0 if expected is ratio else -1.0
    slope = sign * np.cos(beta) * np.sin(beta) ** 2 * np.sin(2.0 * phi) * (expected / np.cos(beta)) ** 2
    assert np.abs(found.acceleration / rate**2 - slope).max() < 1e-12
    np.testing.assert_allclose(found.value[-1] - found.value[0], 2.0 * pi, atol=1e-12)


def test_spatial_four_bar_of_uchida() -> None:
    """Uchida 2011, section 4.2.2, as computed from its triangular system at β₁ = 0.3."""
    made = make_plan(load_mechanism("spatial_four_bar"))
    motion = solve(made, inputs=[0.0, 0.3], coefficients=True)
    _, y, z = motion.position("follower.C")[-1]
    assert abs(np.arctan2((5.0 - y) / 2.0, z / 2.0) - 0.54358803558169) < 1e-13
    K, L = motion.velocity_coefficients("D")[-1, 0, 0], motion.coefficient_gradients("D")[-1, 0, 0, 0]
    sign = np.sign(K)
    assert abs(sign * K - 0.107227675295) < 1e-12
    assert abs(sign * L - 0.3451307093) < 1e-10


ROWS = np.array(
    [
        [-20, 0, -0.938, 615.047, 202.842, -27.868, -0.2975, -1.1141, 4.5349],
        [-10, -40, 14.604, 627.512, 246.532, -13.7086, -15.7951, -0.0052, 6.548],
        [-10, 0, -0.477, 629.627, 245.701, -13.7086, -0.1782, -0.8604, 2.3178],
        [0, -40, 14.488, 633.063, 291.879, 0.0, -14.9117, 1.4197, 4.3688],
        [0, 0, 0.0, 635.0, 290.5, 0.0, 0.0, 0.0, 0.0],
        [0, 40, -15.742, 632.68, 287.772, 0.0, 16.5724, -2.8066, -4.2013],
        [10, 0, 0.466, 631.252, 335.762, 13.6573, 0.174, 1.3308, -2.3627],
        [10, 40, -14.521, 629.134, 332.499, 13.6573, 16.0256, -2.0306, -6.6816],
        [20, 0, 0.812, 618.369, 380.025, 27.5732, 0.3891, 3.1336, -4.7405],
    ]
)
"""Of the hardpoints of Uchida 2011, table A.6: angle of the lower arm and stroke of the rack; wheel centre in mm; angle
of the upper arm, toe, camber and pitch in degrees."""


def test_double_wishbone_of_uchida() -> None:
    made = make_plan(load_mechanism("double_wishbone"))
    for row in ROWS:
        end = np.array([radians(row[0]), row[1] / 1000.0])
        motion = solve(made, inputs=np.outer([0.0, 0.5, 1.0], end))
        np.testing.assert_allclose(1000.0 * motion.position("carrier.G")[-1], row[2:5], atol=6e-4)
        assert abs(np.degrees(motion.joint("upper").value[-1]) - row[5]) < 6e-5 + 5e-5
        R = motion.orientation("carrier")[-1]
        angles = np.degrees([np.arctan2(R[1, 0], R[0, 0]), np.arctan2(R[2, 1], R[2, 2]), -np.arcsin(R[2, 0])])
        np.testing.assert_allclose(angles, row[6:], atol=1e-4)


def test_coefficients_of_the_double_wishbone() -> None:
    """The same at 10° and 0 mm: u_θ, G in mm; by the angle, and by the stroke in mm."""
    made = make_plan(load_mechanism("double_wishbone"))
    motion = solve(made, inputs=np.array([[0.0, 0.0], [radians(10.0), 0.0]]), coefficients=True)
    K, L = (
        np.concatenate([of("upper"), 1000.0 * of("carrier.G")], axis=1)[-1] * scale
        for of, scale in (
            (motion.velocity_coefficients, np.array([1.0, 1e-3])),
            (motion.coefficient_gradients, np.array([[1.0, 1e-3], [1e-3, 1e-6]])),
        )
    )
    np.testing.assert_allclose(K[:, 0], [1.37343959739, 2.47012558923, -47.6115612882, 257.864283532], rtol=1e-11)
    np.testing.assert_allclose(K[1:, 1], [-0.35877158946, 0.000255972710225, -0.0625403128267], rtol=1e-9)
    np.testing.assert_allclose(L[:, 0, 0], [0.145658313405, -3.68314492948, -299.760906056, -32.7697488892], rtol=1e-9)
    np.testing.assert_allclose(L[1:, 0, 1], [0.1044595891, 0.000986813144096, -0.0692672087953], rtol=1e-8)
    np.testing.assert_allclose(L[1:, 1, 1], [-0.000713951058134, -0.0023548752723, -0.000844552740966], rtol=1e-8)


def test_the_wishbone_has_four_modes() -> None:
    mechanism = load_mechanism("double_wishbone")
    modes = assembly_modes(mechanism)
    assert len(modes) == 4
    assert modes.complete
    assert {mode.branches[2:] for mode in modes} == {(1, 1), (1, -1), (-1, 1), (-1, -1)}
    for mode in modes:
        motion = solve(mode.mechanism, inputs=np.array([[0.0, 0.0], [0.002, 0.0005]]), check="global")
        np.testing.assert_allclose(motion.pose("carrier")[0], mode.pose("carrier"), atol=1e-11)


def dead_angles() -> tuple[list[float], float]:
    """Crank angles at which the rod of RSSR, longer than it is, lies in a plane with the axis of the rocker.

    With the ball of the crank at P(θ) and the circle of the rocker's ball about M with axis n: with a = n·(P − M) and
    t its distance from the axis, the rod reaches to l² = a² + (t ± r)².
    """
    mechanism = load_mechanism("rssr")
    points = {name: np.array(place) for link in mechanism.links for name, place in link.points.items()}
    a, b, c, d = (points[name] for name in "ABCD")
    n = np.array([0.1, 1.0, 0.2]) / np.linalg.norm([0.1, 1.0, 0.2])
    arm, crank = c - d, b - a
    centre, r = d + (n @ arm) * n, np.linalg.norm(arm - (n @ arm) * n)

    def reach(theta: float) -> float:
        cosine, sine, (x, y, z) = np.cos(theta), np.sin(theta), crank
        way = a + np.array([cosine * x - sine * y, sine * x + cosine * y, z]) - centre
        along = n @ way
        return float(np.hypot(along, np.linalg.norm(way - along * n) + r))

    angles = np.linspace(-pi, pi, 721)
    values = np.array([reach(theta) for theta in angles])
    length = float(0.5 * (values.min() + reach(0.0)))
    found = []
    for low, high, before, after in zip(angles[:-1], angles[1:], values[:-1], values[1:], strict=True):
        if (before - length) * (after - length) < 0.0:
            ends = float(low), float(high)
            for _ in range(80):
                middle = 0.5 * (ends[0] + ends[1])
                ends = (middle, ends[1]) if (reach(middle) - length) * (before - length) > 0.0 else (ends[0], middle)
            found.append(0.5 * (ends[0] + ends[1]))
    return found, length


def test_dead_points_of_rssr() -> None:
    """A rod that is too long for a part of the turn: both ends of the range are where the formula says."""
    expected, length = dead_angles()
    assert len(expected) == 2
    given = load_mechanism("rssr")
    joints = [replace(joint, length=length) if isinstance(joint, Rod) else joint for joint in given.joints]
    found = motion_range(make_plan(replace(given, joints=joints)))
    ends = sorted({round(limit.value % (2.0 * pi), 12) for mode in found for limit in mode.limits})
    assert np.abs(np.array(ends) - np.sort(np.array(expected) % (2.0 * pi))).max() < 1e-10


def test_a_motion_ends_at_a_dead_point_with_a_sentence() -> None:
    expected, length = dead_angles()
    given = load_mechanism("rssr")
    joints = [replace(joint, length=length) if isinstance(joint, Rod) else joint for joint in given.joints]
    plan = make_plan(replace(given, joints=joints))
    with pytest.raises(MotionError, match=r"R-\(SS\)\(rocker\)") as caught:
        solve(plan, inputs=np.linspace(0.0, 2.0 * pi, 361))
    at = next(iter(caught.value.inputs.values())) % (2.0 * pi)
    assert min(abs(at - angle % (2.0 * pi)) for angle in expected) < 1e-6


def test_tables_and_compiled_coefficients(tmp_path: Path) -> None:
    """Columns have places and quaternions; compiled code has the numbers of `coefficients`."""
    mechanism = load_mechanism("double_wishbone")
    motion = solve(mechanism, np.linspace(0.0, 0.1, 3))
    columns = motion.to_mapping()
    assert [f"carrier.{part}" for part in ("x", "y", "z", "qw", "qx", "qy", "qz")] == [
        name for name in columns if name.startswith("carrier.")
    ][:7]
    quaternion = np.stack([columns[f"carrier.q{part}"] for part in "wxyz"], axis=1)
    np.testing.assert_allclose(np.linalg.norm(quaternion, axis=1), 1.0, atol=1e-15)
    assert np.array_equal(columns["carrier.wz"], motion.angular_velocity("carrier")[:, 2])
    motion.to_csv(tmp_path / "motion.csv")
    assert (tmp_path / "motion.csv").read_text(encoding="utf-8").count("\n") == 4
    plan = make_plan(mechanism)
    q, K, L = plan.coefficients([0.1, 0.01], points=["carrier.G"])
    compiled = plan.compiled(["carrier.G"])
    assert compiled.names[-5:] == ("carrier.G.x", "carrier.G.y", "carrier.G.z", "travel", "steering")
    found = np.empty(q.size), np.empty(K.shape), np.empty(L.shape)
    state = coefficients(compiled.block, compiled.workspace(), np.array([0.1, 0.01]), *(each.ravel() for each in found))
    assert state == -1
    for one, other in zip(found, (q, K, L), strict=True):
        np.testing.assert_allclose(one, other, rtol=0.0, atol=1e-14 * np.abs(other).max())


def test_coordinates_by_name() -> None:
    """Those of links in space, and no others: θ is of the plane."""
    motion: Any = solve(load_mechanism("double_wishbone"), np.linspace(0.0, 0.1, 3), coefficients=True)
    whole = motion.coefficients("carrier")
    for number, part in enumerate(("x", "y", "z", "wx", "wy", "wz")):
        one = motion.coefficients(f"carrier.{part}")
        assert np.array_equal(one.K[:, 0], whole.K[:, number])
        assert np.array_equal(one.L[:, 0], whole.L[:, number])
    for name in ("carrier.theta", "carrier.G.theta", "carrier.G.wx", "carrier.alpha"):
        with pytest.raises(SgkinError):
            motion.coefficients(name)
    names = [[part.name for part in motion.parts(name, 1)] for name in ("carrier", "carrier.G")]
    assert names == [["x", "y", "z", "wx", "wy", "wz"], ["x", "y", "z"]]
    assert np.array_equal(motion.parts("carrier", 2)[4].values, motion.angular_acceleration("carrier")[:, 1])
    with pytest.raises(InputError, match="order is 3"):
        motion.parts("carrier", 3)


def test_seen_from_another_link() -> None:
    """Differences of what an observer on the arm sees are the velocities and accelerations that he sees."""
    times = np.linspace(0.1, 0.102, 5)
    motion = solve(load_mechanism("double_wishbone"), times)
    step = times[1] - times[0]
    place, velocity, acceleration = (
        of("carrier.G", relative_to="upper_arm") for of in (motion.position, motion.velocity, motion.acceleration)
    )
    weights = np.array([1.0, -8.0, 0.0, 8.0, -1.0]) / (12.0 * step)
    np.testing.assert_allclose(weights @ place, velocity[2], rtol=1e-6)
    np.testing.assert_allclose(weights @ velocity, acceleration[2], rtol=1e-6)
    turns = motion.orientation("carrier", relative_to="upper_arm")
    spin = np.tensordot(weights, turns, 1) @ turns[2].T
    omega = motion.angular_velocity("carrier", relative_to="upper_arm")
    np.testing.assert_allclose([spin[2, 1], spin[0, 2], spin[1, 0]], omega[2], rtol=1e-5)
    alpha = motion.angular_acceleration("carrier", relative_to="upper_arm")
    np.testing.assert_allclose(weights @ omega, alpha[2], rtol=1e-6)
