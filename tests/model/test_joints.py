"""What follows from the fields of a joint."""

from __future__ import annotations

import pytest

from sgkin import GearPair, Prismatic, Revolute


@pytest.mark.parametrize(("mesh", "ratio"), [("external", -1.5), ("internal", 1.5)])
def test_the_smaller_gear_turns_faster(mesh: str, ratio: float) -> None:
    gears = GearPair("G", ("small", "large"), carrier="frame", teeth=(20, 30), mesh=mesh)
    assert gears.ratio == ratio
    assert gears.all_links == ("small", "large", "frame")
    assert gears.points == ()


def test_a_joint_is_named_as_its_points_are() -> None:
    pin = Revolute("A", ("crank", "rod", "arm"))
    assert pin.at == ("A", "A", "A")
    assert pin.points == ("crank.A", "rod.A", "arm.A")


def test_points_of_other_names() -> None:
    assert Revolute("A", ("crank", "rod"), at=("end", "A")).points == ("crank.end", "rod.A")


def test_a_guide_lies_along_the_x_axes_unless_told_otherwise() -> None:
    guide = Prismatic("D", ("ground", "piston"))
    assert guide.angle == (0.0, 0.0)
    assert guide.offset == (0.0, 0.0)
