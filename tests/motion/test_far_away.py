"""A mechanism moves alike wherever it stands, up to a million of its sizes from the origin of ground."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    CoordinateDriver,
    InitialConfiguration,
    JointDriver,
    Link,
    LinkAngleDriver,
    Mechanism,
    PoseDriver,
    Revolute,
    assembly_modes,
    make_plan,
    solve,
)
from sgkin.model.driver import Driver
from sgkin.model.motion_law import MotionLaw
from tests.motion.groups import CASES, good_plan

FAR = [1e3, 1e5, 1e6]
CHOSEN = [case for case in CASES if case[1] == 0]


def shifted_law(law: MotionLaw, by: float) -> MotionLaw:
    assert isinstance(law, ConstantSpeed)
    return replace(law, start=law.start + by)


def moved_away(mechanism: Mechanism, x: float, y: float) -> Mechanism:
    """The same mechanism in another place of ground."""

    def there(points: dict[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
        return {name: (px + x, py + y) for name, (px, py) in points.items()}

    def driver_there(driver: Driver) -> Driver:
        if isinstance(driver, CoordinateDriver):
            return replace(driver, law=shifted_law(driver.law, x if driver.axis == "x" else y))
        if isinstance(driver, PoseDriver):
            return replace(driver, x=shifted_law(driver.x, x), y=shifted_law(driver.y, y))
        return driver

    ground = mechanism.ground
    links = [
        replace(link, points=there(dict(link.points))) if link.name == ground else link for link in mechanism.links
    ]
    initial = replace(mechanism.initial, points=there(dict(mechanism.initial.points)))
    drivers = [driver_there(driver) for driver in mechanism.drivers]
    return replace(mechanism, links=links, initial=initial, drivers=drivers)


def assert_alike(mechanism: Mechanism, far: float, until: float) -> None:
    times, place = np.linspace(0.0, until, 9), np.array([far, -0.7 * far, 0.0])
    here = solve(mechanism, times, on_failure="return", coefficients=True)
    away = moved_away(mechanism, place[0], place[1])
    there = solve(away, times, on_failure="return", coefficients=True)
    assert here.steps == there.steps > 1
    for link in mechanism.moving_links:
        np.testing.assert_allclose(there.pose(link) - place, here.pose(link), atol=1e-13 * far + 1e-9)
        K, L = here.velocity_coefficients(link), here.coefficient_gradients(link)
        np.testing.assert_allclose(there.velocity_coefficients(link), K, rtol=1e-6, atol=1e-6 * np.abs(K).max())
        np.testing.assert_allclose(there.coefficient_gradients(link), L, rtol=1e-5, atol=1e-5 * (1.0 + np.abs(L).max()))
    now = make_plan(away).evaluate(there.inputs[1])
    np.testing.assert_allclose(
        now.poses[:, :2] - place[:2], [here.pose(link)[1, :2] for link in now.links], atol=1e-9 * far
    )


@pytest.mark.parametrize("far", FAR)
@pytest.mark.parametrize(("signature", "number"), CHOSEN)
def test_every_group(signature: str, number: int, far: float) -> None:
    mechanism = good_plan(signature, number).mechanism
    if all(isinstance(law, ConstantSpeed) for driver in mechanism.drivers for law in driver.laws):
        assert_alike(mechanism, far, 0.1)


@pytest.mark.parametrize("far", FAR)
@pytest.mark.parametrize("driven", ["coordinate", "coordinates and angle", "pose"])
def test_coordinates_in_the_ground_frame(driven: str, far: float) -> None:
    """An arm on a pin and a plate, both driven by where they are."""
    plate: list[Driver] = [
        PoseDriver("plate", "plate", ConstantSpeed(0.1, 1.0), ConstantSpeed(0.2, 2.0), ConstantSpeed(1.0, 0.3))
    ]
    if driven == "coordinates and angle":
        plate = [
            CoordinateDriver("x", "plate.P", "x", ConstantSpeed(0.1, 1.0)),
            CoordinateDriver("y", "plate.P", "y", ConstantSpeed(0.2, 2.0)),
            LinkAngleDriver("angle", "plate", ConstantSpeed(1.0, 0.3)),
        ]
    joint = JointDriver("motor", "A", ConstantSpeed(1.0, 0.5))
    height = CoordinateDriver("height", "arm.B", "y", ConstantSpeed(0.3, 0.5))
    mechanism = Mechanism(
        "driven_by_places",
        links=[
            Link("ground", {"A": (0.0, 0.0), "Z": (3.0, 1.0)}),
            Link("arm", {"A": (0.0, 0.0), "B": (1.0, 0.0)}),
            Link("plate", {"P": (0.2, 0.1)}),
        ],
        joints=[Revolute("A", ("ground", "arm"))],
        drivers=[height if driven == "coordinate" else joint, *plate],
        initial=InitialConfiguration(points={"arm.B": (np.cos(np.pi / 6.0), 0.5)}, angles={"plate": 0.3}),
        floating=True,
    )
    assert_alike(mechanism, far, 0.5)


@pytest.mark.parametrize("far", FAR)
@pytest.mark.parametrize("signature", ["RRR", "RR-RR-RR", "R|RR|RR|R"])
def test_modes(signature: str, far: float) -> None:
    mechanism = good_plan(signature, 0).mechanism
    here, there = (assembly_modes(each) for each in (mechanism, moved_away(mechanism, far, far)))
    assert len(here) == len(there) > 1
    for one, other in zip(here, there, strict=True):
        poses = other.configuration.poses - np.array([far, far, 0.0])
        np.testing.assert_allclose(poses, one.configuration.poses, atol=1e-13 * far + 1e-8)
