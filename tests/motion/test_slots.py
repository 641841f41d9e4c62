"""A pin in a slot moves as a link of constant length, or a block, would make it move."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    InitialConfiguration,
    JointDriver,
    Link,
    Mechanism,
    MotionError,
    PinInSlot,
    Revolute,
    assembly_modes,
    load_mechanism,
    make_plan,
    solve,
)
from sgkin.groups import newton
from sgkin.groups.example import dyad_example, triad_example
from sgkin.groups.registry import REGISTRY
from sgkin.groups.slots import without_links
from sgkin.mathematics import moved

LEFT_OUT = {
    "R-HP": (dyad_example("RRR"), ("2",)),
    "P-HP": (dyad_example("PRR"), ("2",)),
    "HP-HP-HP": (triad_example("RR-RR-RR"), ("2", "3", "4")),
}


def test_the_four_bar_without_its_rocker_is_the_four_bar() -> None:
    slotted, four_bar = load_mechanism("four_bar_circular_slot"), load_mechanism("four_bar_crank_rocker")
    times = np.linspace(0.0, 1.0, 361)
    one, other = (solve(each, times, coefficients=True) for each in (slotted, four_bar))
    for name in ("coupler", "coupler.P"):
        for read in ("position", "velocity", "acceleration", "velocity_coefficients", "coefficient_gradients"):
            expected = getattr(other, read)(name)
            np.testing.assert_allclose(getattr(one, read)(name), expected, atol=1e-12 * np.abs(expected).max())
    assert (one.branches == other.branches).all()


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("signature", LEFT_OUT)
def test_groups_move_as_with_the_links_that_are_left_out(signature: str, seed: int) -> None:
    example, links = LEFT_OUT[signature]
    whole = example(np.random.default_rng(seed))
    slotted = without_links(example, *links)(np.random.default_rng(seed))
    times = np.linspace(0.0, 0.5, 26)
    one, other = (solve(each, times, coefficients=True, on_failure="return") for each in (slotted, whole))
    assert one.steps == other.steps
    assert make_plan(slotted).solvers[-1].kernel != newton.KERNEL  # type: ignore[union-attr]
    for read in ("position", "velocity_coefficients", "coefficient_gradients"):
        expected = getattr(other, read)("1")
        np.testing.assert_allclose(getattr(one, read)("1"), expected, atol=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("signature", LEFT_OUT)
def test_closed_forms_agree_with_the_iteration(signature: str) -> None:
    for seed in range(6):
        mechanism = REGISTRY[signature].example(np.random.default_rng(seed))
        times = np.linspace(0.0, 0.3, 31)
        closed = solve(mechanism, times, coefficients=True, on_failure="return")
        declaration = REGISTRY.pop(signature)
        try:
            iterated = solve(mechanism, times, coefficients=True, on_failure="return")
        finally:
            REGISTRY[signature] = declaration
        assert iterated.steps == closed.steps
        for read in ("velocity_coefficients", "coefficient_gradients"):
            expected = getattr(closed, read)("1")
            np.testing.assert_allclose(getattr(iterated, read)("1"), expected, atol=1e-8 * np.abs(expected).max())


@pytest.mark.parametrize("seed", range(5))
def test_all_modes_of_a_plate_in_three_slots(seed: int) -> None:
    example, links = LEFT_OUT["HP-HP-HP"]
    whole, slotted = example(np.random.default_rng(seed)), without_links(example, *links)(np.random.default_rng(seed))
    one, other = assembly_modes(slotted), assembly_modes(whole)
    assert one.complete
    assert len(one) == len(other)


def longer(mechanism: Mechanism, part: float) -> Mechanism:
    *others, slot = mechanism.joints
    return replace(mechanism, joints=[*others, replace(slot, radius=part * slot.radius)])  # type: ignore[call-arg, attr-defined]


def test_a_slot_that_is_not_reached_is_a_dead_point() -> None:
    short = longer(load_mechanism("four_bar_circular_slot"), 2.8 / 9.0)
    short = replace(short, initial=replace(short.initial, points={"coupler.B": (1.73, 1.0), "coupler.C": (8.72, 0.68)}))
    with pytest.raises(MotionError, match="dead point") as caught:
        solve(short, np.linspace(0.0, 1.0, 361))
    assert caught.value.joints == ("B", "S")
    assert caught.value.gap > 0.0


SLOTTED = {"slot on the lever": ("crank", "lever"), "pin on the lever": ("lever", "crank")}


@pytest.mark.parametrize("way", SLOTTED)
@pytest.mark.parametrize("seed", range(6))
def test_straight_slots_agree_with_the_iteration(way: str, seed: int) -> None:
    """A lever on ground with a slot, or with a pin in a slot of the crank, at random."""
    random = np.random.default_rng(seed)
    x, y, angle, turn = (*random.uniform(0.5, 1.5, 2), *random.uniform(-3.0, 3.0, 2))
    pin, slot = SLOTTED[way]
    points = {
        "crank": {"O": (0.0, 0.0), "S": (1.0, 0.2)},
        "lever": {"D": (0.1, -0.2), "S": (float(x), float(y))},
    }
    poses = {"crank": (0.0, 0.0, 0.4), "lever": (2.0, 0.5, float(turn))}
    places = {link: moved(poses[link], points[link]["S"]) for link in points}
    inclination = poses[slot][2] + float(angle)
    (px, py), (sx, sy) = places[pin], places[slot]
    offset = np.cos(inclination) * (py - sy) - np.sin(inclination) * (px - sx)
    mechanism = Mechanism(
        "slotted",
        links=[
            Link("ground", {"O": (0.0, 0.0), "D": moved(poses["lever"], points["lever"]["D"])}),
            *(Link(name, places) for name, places in points.items()),
        ],
        joints=[
            Revolute("O", ("ground", "crank")),
            Revolute("D", ("ground", "lever")),
            PinInSlot("S", (pin, slot), angle=float(angle), offset=float(offset)),
        ],
        drivers=[JointDriver("motor", "O", ConstantSpeed(1.0, start=0.4))],
        initial=InitialConfiguration(angles={"lever": float(turn)}),
    )
    times = np.linspace(0.0, 0.3, 31)
    closed = solve(mechanism, times, coefficients=True, on_failure="return", check="global")
    assert make_plan(mechanism).solvers[-1].kernel != newton.KERNEL  # type: ignore[union-attr]
    declaration = REGISTRY.pop("R-HP")
    try:
        iterated = solve(mechanism, times, coefficients=True, on_failure="return")
    finally:
        REGISTRY["R-HP"] = declaration
    assert iterated.steps == closed.steps > 0
    for read in ("position", "velocity_coefficients", "coefficient_gradients"):
        expected = getattr(closed, read)("lever")
        np.testing.assert_allclose(getattr(iterated, read)("lever"), expected, atol=1e-8 * np.abs(expected).max())
