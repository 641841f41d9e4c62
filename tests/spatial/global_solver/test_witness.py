"""Every mechanism of the library and every kind of joint and driver, against Euler parameters."""

from __future__ import annotations

import pytest

from sgkin import load_mechanism
from tests.spatial.global_solver.running import apart_from_witness

NAMES = (
    "bennett", "bevel_gears", "bricard", "cardan_shaft", "delta_robot", "double_cardan", "double_wishbone", "five_link",
    "gough_stewart", "rccc", "rssp", "rssr", "sarrus", "screw_jack", "seven_revolutes", "spatial_four_bar",
    "spherical_four_bar", "stewart_3_2_1", "swash_plate",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_position_velocity_and_acceleration(name: str) -> None:
    frames, velocity, acceleration = apart_from_witness(load_mechanism(name))
    assert frames < 1e-11
    assert velocity < 1e-11
    assert acceleration < 1e-10
