"""Joints beside pins and guides: welds, a pin in a slot, racks and gear trains."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import (
    ConstantSpeed,
    GearPair,
    InitialConfiguration,
    JointDriver,
    Link,
    Mechanism,
    PinInSlot,
    Prismatic,
    RackAndPinion,
    Revolute,
    Weld,
    load_mechanism,
    solve,
)

TIMES = np.linspace(0.0, 3.0, 61)
SPEED = 2.0 * pi


def close(found: NDArray[np.float64] | None, expected: NDArray[np.float64], accuracy: float = 1e-11) -> None:
    assert found is not None
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=accuracy)


def test_welded_links_move_as_one() -> None:
    """The coupler of a four-bar carries an arm that is welded to it, turned by a right angle."""
    plain = load_mechanism("four_bar_crank_rocker")
    welded = Mechanism(
        "four-bar with arm",
        [*plain.links, Link("arm", {"foot": (0.2, 0.1), "tip": (1.5, 0.0)})],
        [*plain.joints, Weld("weld", ("coupler", "arm"), at=("P", "foot"), angle=pi / 2.0)],
        plain.drivers,
        initial=plain.initial,
    )
    motion, alone = solve(welded, TIMES), solve(plain, TIMES)
    for read in ("position", "velocity", "acceleration"):
        close(getattr(motion, read)("arm.foot"), getattr(alone, read)("coupler.P"), 1e-9)
        close(getattr(motion, read)("rocker"), getattr(alone, read)("rocker"), 1e-9)
    close(motion.pose("arm")[:, 2], motion.pose("coupler")[:, 2] + pi / 2.0)
    close(motion.velocity("arm.tip", relative_to="coupler"), np.zeros((61, 2)), 1e-9)
    close(motion.acceleration("arm", relative_to="coupler"), np.zeros((61, 3)), 1e-8)


def test_a_link_welded_to_ground_stands_still() -> None:
    mechanism = Mechanism(
        "column",
        [
            Link("ground", {"O": (1.0, 2.0)}),
            Link("column", {"O": (0.0, 0.0), "A": (3.0, 0.0)}),
            Link("crank", {"A": (0.0, 0.0), "P": (0.5, 0.0)}),
        ],
        [Weld("O", ("ground", "column"), angle=pi / 2.0), Revolute("A", ("column", "crank"))],
        [JointDriver("motor", "A", ConstantSpeed(SPEED))],
    )
    motion = solve(mechanism, TIMES)
    close(motion.pose("column"), np.tile([1.0, 2.0, pi / 2.0], (61, 1)))
    close(motion.velocity("column"), np.zeros((61, 3)))
    angle = pi / 2.0 + SPEED * TIMES
    close(motion.position("crank.P"), np.stack([1.0 + 0.5 * np.cos(angle), 5.0 + 0.5 * np.sin(angle)], axis=1))
    close(motion.joint("A").value, SPEED * TIMES)


@pytest.mark.parametrize("offset", [0.0, 0.15])
def test_pin_in_a_slot(offset: float) -> None:
    """A crank of radius r at a distance a from the pivot of the slotted lever: r sin(φ − ψ) = a sin ψ + offset."""
    r, a = 0.5, 2.0
    lever = Mechanism(
        "slotted lever",
        [
            Link("ground", {"A": (a, 0.0), "D": (0.0, 0.0)}),
            Link("crank", {"A": (0.0, 0.0), "B": (r, 0.0)}),
            Link("lever", {"D": (0.0, 0.0), "slot": (0.0, 0.0)}),
        ],
        [
            Revolute("A", ("ground", "crank")),
            Revolute("D", ("ground", "lever")),
            PinInSlot("B", ("crank", "lever"), at=("B", "slot"), offset=offset),
        ],
        [JointDriver("motor", "A", ConstantSpeed(SPEED))],
        initial=InitialConfiguration(angles={"lever": 0.0}),
    )
    motion = solve(lever, TIMES)
    phi = SPEED * TIMES
    x, y = a + r * np.cos(phi), r * np.sin(phi)
    psi = np.arctan2(y, x) - np.arcsin(offset / np.hypot(x, y))
    close(motion.pose("lever")[:, 2], psi)
    seen = motion.position("crank.B", relative_to="lever")
    close(seen[:, 1], np.full(61, offset))
    close(motion.velocity("crank.B", relative_to="lever")[:, 1], np.zeros(61), 1e-10)
    close(motion.acceleration("crank.B", relative_to="lever")[:, 1], np.zeros(61), 1e-9)


def test_a_pin_in_a_slot_moves_as_pin_and_block() -> None:
    with_block = load_mechanism("quick_return_slotted_lever")
    slotted = Mechanism(
        "slotted lever without block",
        [link for link in with_block.links if link.name != "block"],
        [
            *(joint for joint in with_block.joints if "block" not in joint.links),
            PinInSlot("B", ("crank", "lever"), at=("B", "C")),
        ],
        with_block.drivers,
        initial=InitialConfiguration(angles={"lever": float(solve(with_block, [0.0]).pose("lever")[0, 2])}),
    )
    one, other = solve(slotted, TIMES), solve(with_block, TIMES)
    for read in ("pose", "velocity", "acceleration"):
        close(getattr(one, read)("lever"), getattr(other, read)("lever"), 1e-9)


def test_pinion_drives_a_rack() -> None:
    """u·(r_centre − r_rack) + radius θ = 0: a pinion that turns to the left draws the rack forward."""
    radius = 0.4
    rack = Mechanism(
        "rack",
        [
            Link("ground", {"A": (0.0, radius), "guide": (0.0, 0.0)}),
            Link("pinion", {"A": (0.0, 0.0)}),
            Link("rack", {"guide": (0.0, 0.0)}),
        ],
        [
            Revolute("A", ("ground", "pinion")),
            Prismatic("guide", ("ground", "rack")),
            RackAndPinion("mesh", ("pinion", "rack"), radius=radius, at=("A", "guide")),
        ],
        [JointDriver("motor", "A", ConstantSpeed(SPEED))],
        initial=InitialConfiguration(points={"rack.guide": (0.0, 0.0)}, angles={"rack": 0.0}),
    )
    motion = solve(rack, TIMES)
    stroke = motion.joint("guide")
    close(stroke.value, radius * SPEED * TIMES)
    close(stroke.rate, np.full(61, radius * SPEED))
    close(stroke.acceleration, np.zeros(61))
    close(motion.pose("pinion")[:, 2], SPEED * TIMES)


def test_pinion_rolls_on_a_fixed_rack_over_several_turns() -> None:
    """A carriage takes the centre along the rack; the pinion turns backwards by the way over the radius."""
    radius = 0.4
    rolling = Mechanism(
        "rolling pinion",
        [
            Link("ground", {"rack": (0.0, 0.0), "guide": (0.0, radius)}),
            Link("carriage", {"guide": (0.0, 0.0), "A": (0.0, 0.0)}),
            Link("pinion", {"A": (0.0, 0.0), "P": (0.0, -radius)}),
        ],
        [
            Prismatic("guide", ("ground", "carriage")),
            Revolute("A", ("carriage", "pinion")),
            RackAndPinion("mesh", ("pinion", "ground"), radius=radius, at=("A", "rack")),
        ],
        [JointDriver("drive", "guide", ConstantSpeed(1.5))],
        initial=InitialConfiguration(points={"A": (0.0, radius)}, angles={"pinion": 0.0}),
    )
    times = np.linspace(0.0, 10.0, 41)
    motion = solve(rolling, times)
    way = 1.5 * times
    close(motion.pose("pinion")[:, 2], -way / radius)
    cycloid = [way - radius * np.sin(way / radius), radius - radius * np.cos(way / radius)]
    close(motion.position("pinion.P"), np.stack(cycloid, axis=1))


def test_train_of_gears_over_several_turns() -> None:
    """Wheels of 20, 31 and 47 teeth on fixed axes, and a ring of 90 around the last."""
    names, teeth, distance = ("g1", "g2", "g3", "ring"), (20, 31, 47, 90), (0.0, 5.1, 12.9, 8.6)
    train = Mechanism(
        "gear train",
        [
            Link("ground", {name: (x, 0.0) for name, x in zip(names, distance, strict=True)}),
            *(Link(name, {name: (0.0, 0.0)}) for name in names),
        ],
        [
            *(Revolute(name, ("ground", name)) for name in names),
            *(
                GearPair(f"m{k}", names[k : k + 2], carrier="ground", teeth=teeth[k : k + 2], mesh=mesh)
                for k, mesh in enumerate(("external", "external", "internal"))
            ),
        ],
        [JointDriver("motor", "g1", ConstantSpeed(SPEED))],
        initial=InitialConfiguration(angles=dict.fromkeys(names, 0.0)),
    )
    times = np.linspace(0.0, 9.0, 40)
    motion = solve(train, times)
    for name, ratio in {"g2": -20 / 31, "g3": 20 / 47, "ring": 20 / 90}.items():
        close(motion.pose(name)[:, 2], ratio * SPEED * times)
        close(motion.velocity(name)[:, 2], np.full(40, ratio * SPEED))


def test_planet_that_runs_around() -> None:
    """Ring at rest, sun 20, planet 20, ring 60: the planet turns at −1/2 of the sun, over five turns of the carrier."""
    sun = np.linspace(0.0, 40.0 * pi, 81)
    motion = solve(load_mechanism("planetary_ring_fixed"), inputs=sun)
    close(motion.pose("carrier")[:, 2], sun / 4.0)
    close(motion.pose("planet")[:, 2], -sun / 2.0)
    close(motion.position("carrier.C"), 2.0 * np.stack([np.cos(sun / 4.0), np.sin(sun / 4.0)], axis=1))


def test_pin_of_three_links_has_the_angle_of_its_first_two() -> None:
    motion = solve(load_mechanism("jansen_leg"), TIMES)
    close(motion.joint("Y").value, motion.pose("j")[:, 2] - motion.pose("crank")[:, 2])
