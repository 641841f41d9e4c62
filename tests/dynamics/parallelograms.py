"""Rows of parallelograms with several inputs, and their equations of motion by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin import Free, InitialConfiguration, JointDriver, Link, Mass, Mechanism, Revolute, UniformBar
from tests.dynamics.models import meeting

Numbers = NDArray[np.float64]


def turned(angle: float, place: Any) -> Numbers:
    """A place, turned about the origin."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * place[0] - s * place[1], s * place[0] + c * place[1]])


def side_by_side(*rows: tuple[int, float]) -> Mechanism:
    """Rows of so many parallelograms, each with an input of its own that starts at an angle; nothing joins them."""
    ground: dict[str, tuple[float, float]] = {}
    links, joints, drivers, places = [], [], [], {}
    for row, (count, start) in enumerate(rows):
        x = 10.0 * row
        for i in range(count + 1):
            ground[f"A{row}{i}"] = (x + i, 0.0)
            links.append(Link(f"upright{row}{i}", {f"A{row}{i}": (0, 0), f"B{row}{i}": (1, 0)}))
            joints.append(Revolute(f"A{row}{i}", ("ground", f"upright{row}{i}")))
            bars = [f"bar{row}{j}" for j in (i - 1, i) if 0 <= j < count]
            joints.append(Revolute(f"B{row}{i}", (f"upright{row}{i}", *bars)))
            places[f"B{row}{i}"] = (x + i + np.cos(start), np.sin(start))
        links += [Link(f"bar{row}{i}", {f"B{row}{i}": (0, 0), f"B{row}{i + 1}": (1, 0)}) for i in range(count)]
        drivers.append(JointDriver(f"swing{row}", f"A{row}0", Free(start)))
    return Mechanism(
        "side_by_side",
        [Link("ground", ground), *links],
        joints,
        drivers=drivers,
        initial=InitialConfiguration(points=places),
        masses={link.name: UniformBar(tuple(link.points), mass=1.0) for link in links},
        gravity=(0.0, -9.81),
    )


def on_a_base(count: int, base: Any, start: float, angle: float = 0.0) -> Mechanism:
    """A row of parallelograms on a base that turns by a law, or freely, and stands at an angle at first."""
    links = [
        Link("ground", {"O": (0, 0)}),
        Link("base", {"O": (0, 0), **{f"A{i}": (i + 0.3, 0.2) for i in range(count + 1)}}),
    ]
    joints, places = [Revolute("O", ("ground", "base"))], {}
    for i in range(count + 1):
        links.append(Link(f"upright{i}", {f"A{i}": (0, 0), f"B{i}": (1, 0)}))
        bars = [f"bar{j}" for j in (i - 1, i) if 0 <= j < count]
        joints += [Revolute(f"A{i}", ("base", f"upright{i}")), Revolute(f"B{i}", (f"upright{i}", *bars))]
        pin = np.array([i + 0.3, 0.2])
        places[f"A{i}"] = tuple(turned(angle, pin).tolist())
        places[f"B{i}"] = tuple(turned(angle, np.add(pin, (np.cos(start), np.sin(start)))).tolist())
    links += [Link(f"bar{i}", {f"B{i}": (0, 0), f"B{i + 1}": (1, 0)}) for i in range(count)]
    masses = {link.name: Mass(1.0, (0.5, 0.0), 1.0 / 12.0) for link in links[2:]}
    return Mechanism(
        "on_a_base",
        links,
        joints,
        drivers=[JointDriver("base", "O", base), JointDriver("swing", "A0", Free(start))],
        initial=InitialConfiguration(points=places, angles={"base": angle}),
        masses=masses | {"base": Mass(2.0, (1.0, 0.1), 0.5)},
        gravity=(0.0, -9.81),
    )


def by_hand(count: int, is_free: bool = True) -> Callable[[float, Numbers], Numbers]:
    """The rates of (base, swing, and their rates) of `on_a_base`: uprights turn with the swing, bars with the base; a
    base that is not free turns evenly."""

    def rates(_: float, y: Numbers) -> Numbers:
        H, p = np.zeros((2, 2)), np.zeros(2)  # noqa: N806
        base, swing, base_rate, swing_rate = y

        def add(mass: float, inertia: float, arms: list[tuple[int, tuple[float, float]]], swings: int) -> None:
            K, bent = np.zeros((3, 2)), np.zeros(3)
            for with_swing, arm in arms:
                r = turned(base + with_swing * swing, arm)
                across = np.array([-r[1], r[0]])
                K[:2, 0] += across
                K[:2, 1] += with_swing * across
                bent[:2] -= (base_rate + with_swing * swing_rate) ** 2 * r
            K[2] = 1.0, swings
            M = np.diag([mass, mass, inertia])
            H[:] += K.T @ M @ K
            p[:] += K.T @ (np.array([0.0, -9.81 * mass, 0.0]) - M @ bent)

        add(2.0, 0.5, [(0, (1.0, 0.1))], 0)
        for i in range(count + 1):
            add(1.0, 1.0 / 12.0, [(0, (i + 0.3, 0.2)), (1, (0.5, 0.0))], 1)
        for i in range(count):
            add(1.0, 1.0 / 12.0, [(0, (i + 0.3, 0.2)), (1, (1.0, 0.0)), (0, (0.5, 0.0))], 0)
        found = np.linalg.solve(H, p) if is_free else np.array([0.0, p[1] / H[1, 1]])
        return np.concatenate([y[2:], found])

    return rates


def bars(links: list[Link]) -> dict[str, UniformBar]:
    """A kilogram for each link that moves, between its first two pins."""
    return {link.name: UniformBar(tuple(link.points)[:2], mass=1.0) for link in links[1:]}


def with_rocker(start: float) -> Mechanism:
    """A parallelogram whose bar moves a rocker: driven at C, five links are one group of class III."""
    first = np.array([np.cos(start), np.sin(start)])
    third, foot = np.add(first, (0.5, 0.6)), (2.6, 0.3)
    links = [
        Link("ground", {"A0": (0, 0), "A1": (1, 0), "E": foot}),
        Link("upright0", {"A0": (0, 0), "B0": (1, 0)}),
        Link("upright1", {"A1": (0, 0), "B1": (1, 0)}),
        Link("bar", {"B0": (0, 0), "B1": (1, 0), "C": (0.5, 0.6)}),
        Link("coupler", {"C": (0, 0), "D": (1.8, 0)}),
        Link("rocker", {"E": (0, 0), "D": (1.7, 0)}),
    ]
    joined = {"A0": ("ground", "upright0"), "A1": ("ground", "upright1"), "B0": ("upright0", "bar")}
    joined |= {
        "B1": ("upright1", "bar"),
        "C": ("bar", "coupler"),
        "D": ("rocker", "coupler"),
        "E": ("ground", "rocker"),
    }
    places = {"B0": first, "B1": np.add(first, (1, 0)), "C": third, "D": meeting(third, 1.8, foot, 1.7)[0]}
    return Mechanism(
        "with_rocker",
        links,
        [Revolute(name, pair) for name, pair in joined.items()],
        drivers=[JointDriver("swing", "A0", Free(start))],
        initial=InitialConfiguration(points={name: tuple(place) for name, place in places.items()}),
        masses=bars(links),
        gravity=(0.0, -9.81),
    )


def between_two(start: float) -> Mechanism:
    """A link on the ground and one on a crank, joined by two equal bars: a group of class IV. Both links have the same
    direction; what they make is a four-bar of crank, bar and an arm from the first's pin to the second's."""
    arm, length, crank, shaft = np.array([1.5, 0.7]), 0.9, 0.5, np.array([-0.4, 1.9])
    p, across = np.array([0.6, 0.2]), 0.8 * np.array([np.cos(1.5), np.sin(1.5)])
    k = shaft + crank * np.array([np.cos(start), np.sin(start)])
    elbow = meeting((0, 0), float(np.hypot(*arm)), k, length)[1]
    angle = float(np.arctan2(elbow[1], elbow[0]) - np.arctan2(arm[1], arm[0]))
    links = [
        Link("ground", {"G": (0, 0), "O": tuple(shaft)}),
        Link("crank", {"O": (0, 0), "K": (crank, 0)}),
        Link("first", {"P": tuple(p), "Q": tuple(p + across), "G": (0, 0)}),
        Link("second", {"R": (0, 0), "S": tuple(across), "K": tuple(arm - p)}),
        Link("bar0", {"P": (0, 0), "R": (length, 0)}),
        Link("bar1", {"Q": (0, 0), "S": (length, 0)}),
    ]
    joined = {"O": ("ground", "crank"), "G": ("ground", "first"), "K": ("crank", "second"), "P": ("first", "bar0")}
    joined |= {"Q": ("first", "bar1"), "R": ("second", "bar0"), "S": ("second", "bar1")}
    places = {"K": k, "P": turned(angle, p), "Q": turned(angle, p + across)}
    places |= {"R": places["P"] + k - elbow, "S": places["Q"] + k - elbow}
    return Mechanism(
        "between_two",
        links,
        [Revolute(name, pair) for name, pair in joined.items()],
        drivers=[JointDriver("crank", "O", Free(start))],
        initial=InitialConfiguration(points={name: tuple(place) for name, place in places.items()}),
        masses=bars(links),
        gravity=(0.0, -9.81),
    )


def five_bar(left: float, right: float, leg: bool) -> Mechanism:
    """A five-bar whose left crank is a parallelogram, or the single crank that moves as its bar does and is as heavy:
    the bar turns no more than the ground, so that its mass is at the end of the crank."""
    foot, heel = (0.5, 0.6), (3.0, 0.3)
    pin = np.array([np.cos(left), np.sin(left)])
    c, d = pin + foot, np.add(heel, (np.cos(right), np.sin(right)))
    places = {"C": c, "D": d, "F": meeting(c, 2.5, d, 2.5)[0]}
    links = [
        Link("ground", {"A0": (0, 0), "A1": (1, 0), "A": foot, "E": heel}),
        Link("right", {"E": (0, 0), "D": (1, 0)}),
        Link("left_coupler", {"C": (0, 0), "F": (2.5, 0)}),
        Link("right_coupler", {"D": (0, 0), "F": (2.5, 0)}),
    ]
    joined = {"D": ("right", "right_coupler"), "E": ("ground", "right"), "F": ("left_coupler", "right_coupler")}
    if leg:
        links.append(Link("upright0", {"A0": (0, 0), "B0": (1, 0)}))
        links.append(Link("upright1", {"A1": (0, 0), "B1": (1, 0)}))
        links.append(Link("bar", {"B0": (0, 0), "B1": (1, 0), "C": foot}))
        joined |= {"A0": ("ground", "upright0"), "A1": ("ground", "upright1"), "B0": ("upright0", "bar")}
        joined |= {"B1": ("upright1", "bar"), "C": ("bar", "left_coupler")}
        places |= {"B0": pin, "B1": np.add(pin, (1, 0))}
        masses: dict[str, Any] = bars(links)
    else:
        links.append(Link("crank", {"A": (0, 0), "C": (1, 0)}))
        joined |= {"A": ("ground", "crank"), "C": ("crank", "left_coupler")}
        masses = bars(links) | {"crank": Mass(3.0, (2.0 / 3.0, 0.0), 1.0 / 6.0 + 2.0 / 36.0 + 1.0 / 9.0)}
    shaft = "A0" if leg else "A"
    return Mechanism(
        "five_bar",
        links,
        [Revolute(name, pair) for name, pair in joined.items()],
        drivers=[JointDriver("left", shaft, Free(left)), JointDriver("right", "E", Free(right))],
        initial=InitialConfiguration(points={name: tuple(place) for name, place in places.items()}),
        masses=masses,
        gravity=(0.0, -9.81),
    )
