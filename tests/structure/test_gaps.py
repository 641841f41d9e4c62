"""Joints that do not close at the start: the group, the joint and the smallest gap, against formulas."""

from __future__ import annotations

from dataclasses import replace
from math import cos, hypot, pi, sin

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from sgkin import (
    ConstantSpeed,
    InitialConfiguration,
    JointDriver,
    Link,
    Mechanism,
    PinInCircularSlot,
    PinInSlot,
    Prismatic,
    Revolute,
    load_mechanism,
    scalable_four_bar,
)
from sgkin.structure.configuration import Gap, Placed
from sgkin.structure.decomposition import examine

MOTOR = JointDriver("motor", "A", ConstantSpeed(1.0, start=0.5))
PIN = (0.05 * cos(0.5), 0.05 * sin(0.5))
LENGTHS = st.floats(0.02, 0.2)
ANGLES = st.floats(0.0, 6.0)


def on_crank(links: list[Link], joints: list, initial: InitialConfiguration, ground: tuple[float, float]) -> Mechanism:
    """A crank of 50 mm at 0.5 rad, and what hangs on its pin B."""
    frame = [Link("ground", {"A": (0, 0), "D": ground}), Link("crank", {"A": (0, 0), "B": (0.05, 0)})]
    return Mechanism("open", [*frame, *links], [Revolute("A", ("ground", "crank")), *joints], [MOTOR], initial)


def placed(mechanism: Mechanism) -> Placed:
    return examine(mechanism)[1]


def the_gap(mechanism: Mechanism) -> Gap:
    (gap,) = placed(mechanism).gaps
    return gap


@settings(max_examples=25)
@given(LENGTHS, LENGTHS, LENGTHS, ANGLES, ANGLES)
@example(0.125, 0.03125, 0.1875, 3.0, 1.0)  # stretched out on the way, away from the other pin
def test_pins_are_as_far_apart_as_their_circles(
    coupler: float, rocker: float, frame: float, a: float, b: float
) -> None:
    distance = hypot(frame - PIN[0], PIN[1])
    gap = max(distance - coupler - rocker, abs(coupler - rocker) - distance)
    assume(abs(gap) > 1e-3)
    links = [Link("coupler", {"B": (0, 0), "C": (coupler, 0)}), Link("rocker", {"D": (0, 0), "C": (rocker, 0)})]
    joints = [
        Revolute("B", ("crank", "coupler")),
        Revolute("C", ("coupler", "rocker")),
        Revolute("D", ("ground", "rocker")),
    ]
    found = placed(on_crank(links, joints, InitialConfiguration(angles={"coupler": a, "rocker": b}), (frame, 0.0)))
    assert bool(found.gaps) == (gap > 0.0)
    if found.gaps:
        assert (found.gaps[0].group, found.gaps[0].joint) == ("RRR(coupler, rocker)", "C")
        assert found.gaps[0].length == pytest.approx(gap, rel=1e-5)
        assert np.linalg.norm(np.subtract(*found.gaps[0].places)) == pytest.approx(gap, rel=1e-5)


def test_slot_beside_its_pin() -> None:
    yoke = Link("yoke", {"D": (0, 0), "S": (0, 0)})
    joints = [Prismatic("D", ("ground", "yoke")), PinInSlot("S", ("crank", "yoke"), at=("B", "S"), offset=0.1)]
    gap = the_gap(on_crank([yoke], joints, InitialConfiguration(points={"yoke.S": (0.1, 0.0)}), (0.1, 0.0)))
    assert (gap.joint, gap.angle) == ("S", 0.0)
    assert gap.length == pytest.approx(0.1 - PIN[1])
    assert gap.places[0] == pytest.approx(PIN)
    assert gap.places[1] == pytest.approx((PIN[0], 0.1))


def test_circular_slot_out_of_reach() -> None:
    lever = Link("lever", {"D": (0, 0), "S": (0.03, 0)})
    joints = [
        Revolute("D", ("ground", "lever")),
        PinInCircularSlot("S", ("crank", "lever"), radius=0.02, at=("B", "S")),
    ]
    gap = the_gap(on_crank([lever], joints, InitialConfiguration(angles={"lever": 2.0}), (0.2, 0.0)))
    assert (gap.group, gap.joint) == ("R-HP(lever)", "S")
    assert gap.length == pytest.approx(hypot(0.2 - PIN[0], PIN[1]) - 0.05, rel=1e-6)


def test_guide_beside_its_block() -> None:
    """The guide turns about D at a distance of 0.2 from it, further than the pin of its block is."""
    links = [Link("block", {"B": (0, 0), "P": (0, 0)}), Link("rod", {"D": (0, 0), "P": (0, 0)})]
    guide = Prismatic("P", ("rod", "block"), offset=(0.2, 0.0))
    joints = [Revolute("B", ("crank", "block")), Revolute("D", ("ground", "rod")), guide]
    gap = the_gap(on_crank(links, joints, InitialConfiguration(angles={"rod": 2.6, "block": 2.6}), (0.1, 0.0)))
    assert (gap.joint, gap.angle) == ("P", 0.0)
    assert gap.length == pytest.approx(0.2 - hypot(0.1 - PIN[0], PIN[1]), rel=1e-6)


def test_only_an_angle_does_not_fit() -> None:
    """Two guides in one line hold a slider at angles that differ by 30 degrees."""
    slider = Link("slider", {"D": (0, 0), "B": (0, 0)})
    joints = [
        Prismatic("D", ("ground", "slider")),
        Prismatic("G", ("ground", "slider"), at=("A", "B"), angle=(0.0, pi / 6)),
    ]
    mechanism = on_crank(
        [slider], joints, InitialConfiguration(points={"slider.D": (0.3, 0.0)}, angles={"slider": 0.0}), (0, 0)
    )
    gap = the_gap(mechanism)
    assert gap.angle == pytest.approx(pi / 6, rel=1e-6)
    assert gap.told(mechanism.units) == "0.524 rad"


@pytest.mark.parametrize("dyads", [3, 40])
def test_the_first_group_that_does_not_close_is_found(dyads: int) -> None:
    """A short coupler in the middle of a chain; what comes after it hangs on one side of the gap, and closes or not."""
    chain = scalable_four_bar(dyads)
    middle = dyads // 2 + 1
    links = [
        Link(link.name, {"start": (0, 0)} | {p: (0.05 * x, y) for p, (x, y) in link.points.items()})
        if link.name == f"coupler{middle}"
        else link
        for link in chain.links
    ]
    found = placed(replace(chain, links=links))
    pin = chain.initial.points[f"C{middle - 1}"]
    distance = hypot(pin[0] - 6.0 * middle, pin[1])
    assert (found.gaps[0].group, found.gaps[0].joint) == (f"RRR(coupler{middle}, rocker{middle})", f"C{middle}")
    assert found.gaps[0].length == pytest.approx(distance - 6.0 - 0.3, rel=1e-5)
    assert len(found.gaps) <= 4


def test_what_hangs_on_an_open_pin_stays_on_one_side_of_it() -> None:
    crusher = load_mechanism("blake_jaw_crusher_double_toggle")
    links = [
        Link(link.name, {p: (0.3 * x, 0.3 * y) for p, (x, y) in link.points.items()}) if link.name == "pitman" else link
        for link in crusher.links
    ]
    found = placed(replace(crusher, links=links))
    x, y, theta = found.poses["front_toggle"]
    px, py = next(iter(link for link in links if link.name == "front_toggle")).points["B"]
    place = (x + cos(theta) * px - sin(theta) * py, y + sin(theta) * px + cos(theta) * py)
    assert min(np.linalg.norm(np.subtract(place, end)) for end in found.gaps[0].places) < 1e-9
