"""Mechanisms under forces whose motions are published, or known in closed form."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray

from sgkin import (
    Free,
    Harmonic,
    InitialConfiguration,
    JointDriver,
    Link,
    Mass,
    Mechanism,
    OwnForce,
    PoseDriver,
    Prismatic,
    Revolute,
    Torque,
    UniformBar,
)

MOTIONS = Path(__file__).parents[1] / "reference" / "motions"
LEGER: dict[str, Any] = yaml.safe_load((MOTIONS / "leger_motions.yaml").read_text(encoding="utf-8"))


def reference(name: str) -> NDArray[np.void]:
    """The columns of a file of reference motions."""
    return np.genfromtxt(MOTIONS / f"{name}.csv", delimiter=",", names=True, skip_header=1)


def pendulum(angle: float = np.pi, inertia: float = 0.0, length: float = 1.0) -> Mechanism:
    """A mass on a rod without mass, under gravity."""
    return Mechanism(
        "pendulum",
        links=[Link("ground", {"O": (0, 0)}), Link("rod", {"O": (0, 0), "P": (length, 0)})],
        joints=[Revolute("O", ("ground", "rod"))],
        drivers=[JointDriver("swing", "O", Free(angle))],
        masses={"rod": Mass(1.0, (length, 0.0), inertia)},
        gravity=(0.0, -9.81),
    )


def rods(count: int) -> Mechanism:
    """A02 of the multibody benchmark: `count` loops of rods of 1 m and 1 kg in a row."""
    links = [Link("ground", {f"A{i}": (i, 0) for i in range(count + 1)})]
    links += [Link(f"upright{i}", {f"A{i}": (0, 0), f"B{i}": (1, 0)}) for i in range(count + 1)]
    links += [Link(f"bar{i}", {f"B{i}": (0, 0), f"B{i + 1}": (1, 0)}) for i in range(count)]
    joints = [Revolute(f"A{i}", ("ground", f"upright{i}")) for i in range(count + 1)]
    for i in range(count + 1):
        bars = [f"bar{j}" for j in (i - 1, i) if 0 <= j < count]
        joints.append(Revolute(f"B{i}", (f"upright{i}", *bars)))
    return Mechanism(
        f"rods_{count}",
        links,
        joints,
        drivers=[JointDriver("swing", "A0", Free(0.5 * np.pi))],
        initial=InitialConfiguration(points={f"B{i}": (i, 1) for i in range(count + 1)}),
        masses={link.name: UniformBar(tuple(link.points), mass=1.0) for link in links[1:]},
        gravity=(0.0, -9.81),
    )


def triple_rocker() -> Mechanism:
    """A four-bar of which no joint goes all the way: each has dead points."""
    a, b, c, g, angle = 0.9, 0.7, 0.8, 1.2, np.radians(70.0)
    pin = a * np.array([np.cos(angle), np.sin(angle)])
    other = meeting(pin, b, np.array([g, 0.0]), c)[0]
    return Mechanism(
        "triple_rocker",
        links=[
            Link("ground", {"A": (0, 0), "D": (g, 0)}),
            Link("crank", {"A": (0, 0), "B": (a, 0)}),
            Link("coupler", {"B": (0, 0), "C": (b, 0)}),
            Link("rocker", {"D": (0, 0), "C": (c, 0)}),
        ],
        joints=[
            Revolute("A", ("ground", "crank")),
            Revolute("B", ("crank", "coupler")),
            Revolute("C", ("coupler", "rocker")),
            Revolute("D", ("ground", "rocker")),
        ],
        drivers=[JointDriver("crank_angle", "A", Free(float(angle)))],
        initial=InitialConfiguration(points={"B": tuple(pin), "C": tuple(other)}),
        masses={
            "crank": Mass(1.0, (a / 2, 0.0), a * a / 12),
            "coupler": Mass(0.8, (b / 2, 0.05), b * b / 15),
            "rocker": Mass(0.9, (c / 2, 0.0), 0.9 * c * c / 12),
        },
        gravity=(0.0, -9.81),
    )


def meeting(p: Any, a: float, q: Any, b: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where circles about two places meet: to the left of the line from the first to the second, and to the right."""
    p, q = np.asarray(p, dtype=np.float64), np.asarray(q, dtype=np.float64)
    d = q - p
    length = float(np.hypot(*d))
    along = (length**2 + a * a - b * b) / (2 * length)
    across = np.sqrt(a * a - along**2)
    e = d / length
    n = np.array([-e[1], e[0]])
    return p + along * e + across * n, p + along * e - across * n


def near(places: Sequence[NDArray[np.float64]], place: Any) -> tuple[float, float]:
    """The one of some places that is nearest to another."""
    x, y = min(places, key=lambda each: float(np.hypot(*(each - np.asarray(place))))).tolist()
    return x, y


def leger_bars(data: dict[str, Any]) -> tuple[list[Link], dict[str, Mass]]:
    """Ground and bars of one of Léger's mechanisms; a bar has its frame in its middle."""
    links = [Link("ground", {name: tuple(place) for name, place in data["ground"].items()})]
    masses = {}
    for name, bar in data["bars"].items():
        half, (first, second) = bar["length"] / 2, bar["pins"]
        links.append(Link(name, {first: (-half, 0), second: (half, 0)}))
        masses[name] = Mass(bar["mass"], (0.0, 0.0), bar["inertia"])
    return links, masses


def leger_four_bar() -> Mechanism:
    """Léger's four-bar, driven by a torque at its crank."""
    data = LEGER["four_bar"]
    links, masses = leger_bars(data)
    return Mechanism(
        "leger_four_bar",
        links,
        joints=[
            Revolute("h11", ("ground", "m1")),
            Revolute("h12", ("m1", "m2")),
            Revolute("h13", ("m3", "m2")),
            Revolute("h14", ("ground", "m3")),
        ],
        drivers=[JointDriver("crank", "h11", Free(0.0))],
        initial=InitialConfiguration(points={"h12": (1, 0), "h13": near(meeting((1, 0), 2, (2, 0), 2), (1.5, 1.94))}),
        masses=masses,
        gravity=tuple(data["gravity"]),
        forces=[Torque("drive", joint="h11", law=Harmonic(75.0, 1.0))],
    )


def leger_five_bar(*inputs: str) -> Mechanism:
    """Léger's five-bar, whose free inputs are two of its joints."""
    data = LEGER["five_bar"]
    links, masses = leger_bars(data)
    first, fourth = data["start"]["theta_m1"], data["start"]["theta_m4"]
    h15 = (2 * np.cos(first), 2 * np.sin(first))
    h17 = (2 + 2 * np.cos(fourth), 2 * np.sin(fourth))
    return Mechanism(
        "leger_five_bar",
        links,
        joints=[
            Revolute("h14", ("ground", "m1")),
            Revolute("h15", ("m1", "m2")),
            Revolute("h16", ("m2", "m3")),
            Revolute("h17", ("m4", "m3")),
            Revolute("h18", ("ground", "m4")),
        ],
        drivers=[JointDriver(name, name, Free()) for name in inputs],
        initial=InitialConfiguration(
            points={"h15": h15, "h16": near(meeting(h15, 2, h17, 2), data["start"]["h16"]), "h17": h17},
            angles={"m1": first, "m4": fourth},
        ),
        masses=masses,
        gravity=tuple(data["gravity"]),
        forces=[
            Torque("left", joint="h14", law=Harmonic(30.0, 1.0)),
            Torque("right", joint="h18", law=Harmonic(20.0, 2.0)),
        ],
    )


def leger_slider_crank() -> Mechanism:
    """Léger's slider-crank, falling along its guide."""
    data = LEGER["slider_crank"]
    links = [Link("ground", {"h8": (0, 0), "guide": (0, 0)})]
    links += [Link(name, {key: tuple(p) for key, p in link["points"].items()}) for name, link in data["links"].items()]
    links[-1] = Link("m3", {"h10": (0, 0), "guide": (0, 0)})
    theta, x = data["start"]["theta_m1"], data["start"]["x_m3"]
    pin = (-0.08 * np.sin(theta), 0.08 * np.cos(theta))
    ahead = near([np.array([pin[0] + s * np.sqrt(0.09 - pin[1] ** 2), 0.0]) for s in (-1.0, 1.0)], (x, 0))
    return Mechanism(
        "leger_slider_crank",
        links,
        joints=[
            Revolute("h8", ("ground", "m1")),
            Revolute("h9", ("m1", "m2")),
            Revolute("h10", ("m2", "m3")),
            Prismatic("guide", ("ground", "m3")),
        ],
        drivers=[JointDriver("crank", "h8", Free(theta))],
        initial=InitialConfiguration(points={"h9": pin, "h10": ahead}, angles={"m1": theta, "m3": 0.0}),
        masses={name: Mass(link["mass"], (0.0, 0.0), link["inertia"]) for name, link in data["links"].items()},
        gravity=tuple(data["gravity"]),
    )


def leger_peaucellier() -> Mechanism:
    """Léger's straight-line linkage of Peaucellier, driven by a torque."""
    data = LEGER["peaucellier"]
    links, masses = leger_bars(data)
    a, b = meeting((0, 0), 0.4, (0.4, 0), 0.2)
    pins = {"O": ("ground", "m1", "m2"), "A": ("m1", "m3", "m4"), "B": ("m2", "m5", "m6")}
    pins |= {"C": ("m3", "m5", "m7"), "P": ("m4", "m6"), "D": ("ground", "m7")}

    def law(t: float, value: float, rate: float) -> float:
        return -0.1 * t * np.sin(np.pi * t) - 0.1 * t * np.sin(4 * np.pi * t)

    return Mechanism(
        "leger_peaucellier",
        links,
        joints=[Revolute(name, joined) for name, joined in pins.items()],
        drivers=[JointDriver("crank", "D", Free(0.0))],
        initial=InitialConfiguration(
            points={"A": tuple(a), "B": tuple(b), "C": (0.3, 0), "P": (0.4, 0)}, angles={"m7": 0.0}
        ),
        masses=masses,
        forces=[OwnForce("drive", "D", law)],
    )


def leger_robot(by: str) -> Mechanism:
    """Léger's 3-RRR robot, by the pose of its platform or by its shanks."""
    data = LEGER["robot_3RRR"]
    base = [tuple(data["ground"][f"a{i}"]) for i in range(3)]
    corners = [tuple(data["platform"][f"p{i}"]) for i in range(3)]
    x, y, turn = data["start"]["platform"]
    c, s = np.cos(turn), np.sin(turn)
    places = [(x + c * u - s * v, y + s * u + c * v) for u, v in corners]
    knees = [
        near(meeting(a, 0.4, p, 0.6), (a[0] + 0.4 * np.cos(angle), a[1] + 0.4 * np.sin(angle)))
        for a, p, angle in zip(base, places, data["start"]["shanks"], strict=True)
    ]
    links = [Link("ground", {f"a{i}": a for i, a in enumerate(base)})]
    joints, masses = [], {"platform": Mass(8.0, (0.0, 0.0), 0.0817)}
    for i in range(3):
        links += [Link(f"shank{i}", {f"a{i}": (0, 0), f"k{i}": (0.4, 0)})]
        links += [Link(f"thigh{i}", {f"k{i}": (0, 0), f"p{i}": (0.6, 0)})]
        masses |= {f"shank{i}": Mass(3.0, (0.2, 0.0), 0.04), f"thigh{i}": Mass(4.0, (0.3, 0.0), 0.12)}
        joints += [Revolute(f"a{i}", ("ground", f"shank{i}")), Revolute(f"k{i}", (f"shank{i}", f"thigh{i}"))]
        joints += [Revolute(f"p{i}", (f"thigh{i}", "platform"))]
    links.append(Link("platform", {f"p{i}": corner for i, corner in enumerate(corners)}))
    points = {f"k{i}": knee for i, knee in enumerate(knees)} | {f"p{i}": place for i, place in enumerate(places)}
    angles = {f"shank{i}": angle for i, angle in enumerate(data["start"]["shanks"])}
    drivers = (
        [PoseDriver("pose", "platform", Free(), Free(), Free())]
        if by == "pose"
        else [JointDriver(f"motor{i}", f"a{i}", Free()) for i in range(3)]
    )
    return Mechanism(
        f"leger_robot_by_{by}",
        links,
        joints,
        drivers,
        initial=InitialConfiguration(points=points, angles=angles),
        masses=masses,
        gravity=tuple(data["gravity"]),
    )
