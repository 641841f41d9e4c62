"""Every kind of driver moves what it names, as it says."""

from __future__ import annotations

from math import acos, cos, hypot, pi, sin

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import (
    CoordinateDriver,
    DistanceDriver,
    Driver,
    Harmonic,
    InitialConfiguration,
    JointDriver,
    Link,
    LinkAngleDriver,
    Mechanism,
    Motion,
    PoseDriver,
    Prismatic,
    Revolute,
    load_mechanism,
    solve,
)
from tests.motion.differences import first_difference, inner, second_difference

TIMES = np.linspace(0.0, 2.0, 401)
H = float(TIMES[1])
BOOM_LENGTH, ARM = 3.0, 2.0


def swing(mean: float, amplitude: float) -> Harmonic:
    return Harmonic(amplitude=amplitude, frequency=0.5, mean=mean)


def law(mean: float, amplitude: float) -> NDArray[np.float64]:
    """Values and derivatives of `swing` (3, n)."""
    return np.array(swing(mean, amplitude)(TIMES))


def close(found: NDArray[np.float64], expected: NDArray[np.float64]) -> None:
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-11)


def derivatives_agree(motion: Motion, name: str) -> None:
    """With fourth-order differences, whose error is of the order of h⁴."""
    places = motion.position(name).T
    np.testing.assert_allclose(inner(motion.velocity(name).T), first_difference(places, H), rtol=0.0, atol=1e-6)
    np.testing.assert_allclose(inner(motion.acceleration(name).T), second_difference(places, H), rtol=0.0, atol=1e-5)


def boom(driver: Driver, angle: float = 0.4) -> Mechanism:
    """A boom that turns about the origin of ground; its hoist pulls at `eye` from `base`."""
    return Mechanism(
        "boom",
        [
            Link("ground", {"pivot": (0.0, 0.0), "base": (1.0, -0.8)}),
            Link("boom", {"pivot": (0.0, 0.0), "eye": (ARM, 0.3), "tip": (BOOM_LENGTH, 0.0)}),
        ],
        [Revolute("pivot", ("ground", "boom"))],
        [driver],
        initial=InitialConfiguration(angles={"boom": angle}),
    )


def length_at(angle: float) -> float:
    x, y = ARM * cos(angle) - 0.3 * sin(angle), ARM * sin(angle) + 0.3 * cos(angle)
    return hypot(x - 1.0, y + 0.8)


@pytest.mark.parametrize("points", [("ground.base", "boom.eye"), ("boom.eye", "ground.base")])
def test_distance_as_a_cylinder_gives_it(points: tuple[str, str]) -> None:
    start = length_at(0.4)
    motion = solve(boom(DistanceDriver("hoist", points, swing(start, 0.3))), TIMES)
    x, y = motion.position("boom.eye").T
    close(np.hypot(x - 1.0, y + 0.8), law(start, 0.3)[0])
    # law of cosines in the triangle of pivot, base and eye
    a, b = hypot(1.0, 0.8), hypot(ARM, 0.3)
    inner_angle = np.arccos((a**2 + b**2 - law(start, 0.3)[0] ** 2) / (2.0 * a * b))
    close(motion.pose("boom")[:, 2], np.arctan2(-0.8, 1.0) + inner_angle - np.arctan2(0.3, ARM))
    derivatives_agree(motion, "boom.tip")
    derivatives_agree(motion, "boom")


def test_distance_driver_moves_as_a_cylinder_with_its_links() -> None:
    """The same hoist, once as a distance and once as barrel and rod with a driven stroke."""
    start = length_at(0.4)
    plain = boom(DistanceDriver("hoist", ("ground.base", "boom.eye"), swing(start, 0.3)))
    eye = ARM * cos(0.4) - 0.3 * sin(0.4), ARM * sin(0.4) + 0.3 * cos(0.4)
    along = float(np.arctan2(eye[1] + 0.8, eye[0] - 1.0))
    whole = Mechanism(
        "boom with cylinder",
        [*plain.links, Link("barrel", {"base": (0, 0), "s": (0, 0)}), Link("rod", {"eye": (0, 0), "s": (0, 0)})],
        [
            *plain.joints,
            Revolute("base", ("ground", "barrel")),
            Revolute("eye", ("rod", "boom")),
            Prismatic("s", ("barrel", "rod")),
        ],
        [JointDriver("hoist", "s", swing(start, 0.3))],
        initial=InitialConfiguration(angles={"boom": 0.4, "barrel": along, "rod": along}),
    )
    one, other = solve(plain, TIMES), solve(whole, TIMES)
    close(one.pose("boom"), other.pose("boom"))
    close(one.velocity("boom"), other.velocity("boom"))
    np.testing.assert_allclose(one.acceleration("boom"), other.acceleration("boom"), rtol=0.0, atol=1e-10)


def test_coordinate_of_a_point() -> None:
    motion = solve(boom(CoordinateDriver("lift", "boom.tip", "y", swing(1.2, 0.4)), acos(0.8)), TIMES)
    for order, read in enumerate((motion.position, motion.velocity, motion.acceleration)):
        close(read("boom.tip")[:, 1], law(1.2, 0.4)[order])
    close(motion.pose("boom")[:, 2], np.arcsin(law(1.2, 0.4)[0] / BOOM_LENGTH))
    derivatives_agree(motion, "boom.tip")


def test_coordinate_takes_the_assembly_of_the_initial_configuration() -> None:
    motion = solve(boom(CoordinateDriver("lift", "boom.tip", "x", swing(1.2, 0.4)), -1.1), TIMES)
    close(motion.pose("boom")[:, 2], -np.arccos(law(1.2, 0.4)[0] / BOOM_LENGTH))


def test_angle_of_a_link_at_ground() -> None:
    motion = solve(boom(LinkAngleDriver("winch", "boom", swing(0.4, 0.9))), TIMES)
    for order, read in enumerate((motion.position, motion.velocity, motion.acceleration)):
        close(read("boom")[:, 2], law(0.4, 0.9)[order])


def test_angle_of_a_link_in_the_middle() -> None:
    """The coupler of a four-bar is given its angle against ground, and the cranks follow."""
    four_bar = load_mechanism("four_bar_crank_rocker")
    by_crank = solve(four_bar, inputs=np.linspace(0.6, 0.9, 31))
    angles = by_crank.pose("coupler")[:, 2]
    by_coupler = Mechanism(
        "four-bar by its coupler",
        four_bar.links,
        four_bar.joints,
        [LinkAngleDriver("coupler angle", "coupler", swing(float(angles[0]), 0.1))],
        initial=InitialConfiguration(angles={link: float(by_crank.pose(link)[0, 2]) for link in four_bar.moving_links}),
    )
    motion = solve(by_coupler, inputs=angles)
    np.testing.assert_allclose(motion.pose("crank"), by_crank.pose("crank"), rtol=0.0, atol=1e-9)
    np.testing.assert_allclose(motion.pose("rocker"), by_crank.pose("rocker"), rtol=0.0, atol=1e-9)


def test_stroke_of_a_slider() -> None:
    table = Mechanism(
        "table",
        [Link("ground", {"guide": (1.0, 2.0)}), Link("table", {"foot": (0.5, 0.0), "P": (0.0, 1.0)})],
        [Prismatic("guide", ("ground", "table"), at=("guide", "foot"), angle=(pi / 6.0, 0.0), offset=(0.2, -0.1))],
        [JointDriver("spindle", "guide", swing(0.5, 0.3))],
    )
    motion = solve(table, TIMES)
    z, rate, acceleration = law(0.5, 0.3)
    u, n = np.array([cos(pi / 6.0), 0.5]), np.array([-0.5, cos(pi / 6.0)])
    close(motion.position("table.foot"), np.array([1.0, 2.0]) + np.outer(z, u) + 0.3 * n)
    close(motion.velocity("table.P"), np.outer(rate, u))
    close(motion.acceleration("table.P"), np.outer(acceleration, u))
    close(motion.joint("guide").value, z)
    close(motion.pose("table")[:, 2], np.full(401, pi / 6.0))


def test_pose_of_a_platform() -> None:
    """Three inputs; every leg of the robot reaches from its base to its corner."""
    robot = load_mechanism("robot_3RRR_by_pose")
    motion = solve(robot, TIMES)
    assert robot.input_names == ("platform.x", "platform.y", "platform.theta")
    close(motion.pose("platform"), motion.inputs)
    assert motion.input_rates is not None
    assert motion.input_accelerations is not None
    close(motion.velocity("platform"), motion.input_rates)
    close(motion.acceleration("platform"), motion.input_accelerations)
    for leg in "123":
        close(motion.position(f"rod{leg}.C{leg}"), motion.position(f"platform.C{leg}"))
        close(motion.position(f"rod{leg}.B{leg}"), motion.position(f"crank{leg}.B{leg}"))
        derivatives_agree(motion, f"rod{leg}")


def test_pose_of_a_free_link() -> None:
    """A link that no joint holds is moved by its pose alone."""
    free = Mechanism(
        "free",
        [Link("ground", {"O": (0.0, 0.0)}), Link("plate", {"P": (1.0, 0.5)})],
        [],
        [PoseDriver("hand", "plate", swing(1.0, 0.2), swing(-1.0, 0.4), swing(0.3, 2.0))],
        floating=True,
    )
    motion = solve(free, TIMES)
    x, y, theta = law(1.0, 0.2)[0], law(-1.0, 0.4)[0], law(0.3, 2.0)[0]
    c, s = np.cos(theta), np.sin(theta)
    close(motion.position("plate.P"), np.stack([x + c - 0.5 * s, y + s + 0.5 * c], axis=1))
    derivatives_agree(motion, "plate.P")
