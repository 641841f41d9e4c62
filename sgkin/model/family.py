"""Mechanisms that come in every size."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, pi, sqrt

from sgkin.mathematics import Place
from sgkin.model.driver import JointDriver
from sgkin.model.form import count
from sgkin.model.initial import Expectation, InitialConfiguration
from sgkin.model.joint import Joint, Prismatic, Revolute
from sgkin.model.link import Link
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import ConstantSpeed


def scalable_four_bar(dyads: int) -> Mechanism:
    """A crank and a row of RRR dyads, each hung on the last pin of the one before (Saura et al. 2013, Figure 3).

    The crank AB is 2 m long, all other links 6 m; the ground pivots D_i lie at (6 i, 0), every C_i above ground.
    The crank turns with 1 rad/s from 0. Pins C_i but the last join three links.

    >>> scalable_four_bar(2).moving_links
    ('crank', 'coupler1', 'rocker1', 'coupler2', 'rocker2')
    """
    count(dyads, "dyads", least=1)
    chain = _hang_dyads(dyads)
    return Mechanism(
        f"scalable_four_bar_{dyads}",
        links=[Link("ground", chain.ground), *chain.links],
        joints=chain.joints,
        drivers=[JointDriver("motor", "A", ConstantSpeed(1.0))],
        initial=InitialConfiguration(points=chain.places),
        title=f"Scalable four-bar with {dyads} dyads",
        source="M. Saura, J. Cuadrado, D. Dopico, A. I. Celdrán (2013), Figure 3",
        expected=Expectation(1, ("R*",) + ("RRR",) * dyads, "II", full_turn=True),
    )


def driven_comb(inputs: int, dyads: int = 1) -> Mechanism:
    """Scalable four-bars side by side on one ground, each with a motor of its own: as many inputs as chains.

    Chain k stands 12 (k − 1) m above the first; its names begin with `chain1_`, `chain2_`, … All cranks turn with
    1 rad/s from 0.

    >>> driven_comb(2).moving_links[:4]
    ('chain1_crank', 'chain1_coupler1', 'chain1_rocker1', 'chain2_crank')
    """
    count(inputs, "inputs", least=1)
    count(dyads, "dyads", least=1)
    chains = {f"chain{k + 1}_": _hang_dyads(dyads, f"chain{k + 1}_", 12.0 * k) for k in range(inputs)}
    motors = {f"{prefix}motor": f"{prefix}A" for prefix in chains}
    return Mechanism(
        f"driven_comb_{inputs}_{dyads}",
        links=[
            Link("ground", {name: place for chain in chains.values() for name, place in chain.ground.items()}),
            *(link for chain in chains.values() for link in chain.links),
        ],
        joints=[joint for chain in chains.values() for joint in chain.joints],
        drivers=[JointDriver(name, joint, ConstantSpeed(1.0)) for name, joint in motors.items()],
        initial=InitialConfiguration(
            points={name: place for chain in chains.values() for name, place in chain.places.items()}
        ),
        title=f"Comb of {inputs} driven chains with {dyads} dyads each",
        source="own geometry, after M. Saura, J. Cuadrado, D. Dopico, A. I. Celdrán (2013), Figure 3",
        expected=Expectation(
            inputs,
            (("R*",) + ("RRR",) * dyads) * inputs,
            "II",
            range=dict.fromkeys(motors, (-pi, pi)),
        ),
    )


@dataclass(frozen=True, slots=True)
class Chain:
    """A crank and its dyads: points of ground, links, joints and the places of the moving pins."""

    ground: dict[str, Place]
    links: list[Link]
    joints: list[Joint]
    places: dict[str, Place]


def _hang_dyads(dyads: int, prefix: str = "", y: float = 0.0) -> Chain:
    """The chain of the scalable four-bar at a height y; all names begin with the prefix."""
    pivot, pin = f"{prefix}A", f"{prefix}B"
    place = (2.0, y)
    hung_on: tuple[str, ...] = (f"{prefix}crank",)
    chain = Chain(
        ground={pivot: (0.0, y)},
        links=[Link(hung_on[0], {pivot: (0.0, 0.0), pin: (2.0, 0.0)})],
        joints=[Revolute(pivot, ("ground", *hung_on))],
        places={pin: place},
    )
    for i in range(1, dyads + 1):
        coupler, rocker, pivot = (f"{prefix}{name}{i}" for name in ("coupler", "rocker", "D"))
        hangs_at, pin = pin, f"{prefix}C{i}"
        chain.ground[pivot] = (6.0 * i, y)
        place = chain.places[pin] = _upper_intersection(place, chain.ground[pivot], 6.0)
        chain.links.append(Link(coupler, {hangs_at: (0.0, 0.0), pin: (6.0, 0.0)}))
        chain.links.append(Link(rocker, {pivot: (0.0, 0.0), pin: (6.0, 0.0)}))
        chain.joints.extend([Revolute(hangs_at, (*hung_on, coupler)), Revolute(pivot, ("ground", rocker))])
        hung_on = (coupler, rocker)
    chain.joints.append(Revolute(pin, hung_on))
    return chain


def scissor_lift(stages: int) -> Mechanism:
    """A scissor lift of crossed bars 2.6 m long, raised by the stroke of its sliding foot.

    At a stroke of 2.4 m a stage is 1 m high; the foot moves inwards with 0.1 m/s.

    >>> scissor_lift(1).moving_links
    ('foot', 'a1', 'b1', 'deck', 'top_block')
    """
    count(stages, "stages", least=1)
    span, bar = 2.4, 2.6
    links = [Link("foot", {"foot": (0.0, 0.0), "R1": (0.0, 0.0)})]
    joints: list[Joint] = [Prismatic("foot", ("ground", "foot"), at=("L1", "foot"))]
    places: dict[str, Place] = {}
    left, right = "ground", "foot"
    for i in range(1, stages + 1):
        a, b = f"a{i}", f"b{i}"
        links += [
            Link(a, {f"L{i}": (0.0, 0.0), f"R{i + 1}": (bar, 0.0), f"X{i}": (bar / 2, 0.0)}),
            Link(b, {f"R{i}": (0.0, 0.0), f"L{i + 1}": (bar, 0.0), f"X{i}": (bar / 2, 0.0)}),
        ]
        joints += [Revolute(f"L{i}", (left, a)), Revolute(f"R{i}", (right, b)), Revolute(f"X{i}", (a, b))]
        places |= {f"L{i}": (0.0, i - 1.0), f"R{i}": (span, i - 1.0), f"X{i}": (span / 2, i - 0.5)}
        left, right = b, a
    top_left, top_right = f"L{stages + 1}", f"R{stages + 1}"
    links += [
        Link("deck", {top_left: (0.0, 0.0), "slide": (0.0, 0.0)}),
        Link("top_block", {top_right: (0.0, 0.0), "slide": (0.0, 0.0)}),
    ]
    joints += [
        Revolute(top_left, (left, "deck")),
        Revolute(top_right, (right, "top_block")),
        Prismatic("slide", ("deck", "top_block")),
    ]
    places |= {top_left: (0.0, float(stages)), top_right: (span, float(stages))}
    return Mechanism(
        f"scissor_lift_{stages}",
        links=[Link("ground", {"L1": (0.0, 0.0)}), *links],
        joints=joints,
        drivers=[JointDriver("actuator", "foot", ConstantSpeed(-0.1, start=span))],
        initial=InitialConfiguration(points=places, angles={"foot": 0.0, "deck": 0.0, "top_block": 0.0}),
        title=f"Scissor lift with {stages} stages",
        source="own geometry",
        expected=Expectation(1, ("P*",) + ("RRR",) * stages + ("RPR",), "II", range={"actuator": (2.5, 0.5)}),
    )


def _upper_intersection(first: Place, second: Place, radius: float) -> Place:
    """The upper one of the two points at `radius` from both."""
    half_x, half_y = (second[0] - first[0]) / 2, (second[1] - first[1]) / 2
    half = hypot(half_x, half_y)
    rise = sqrt(radius**2 - half**2) / half
    return first[0] + half_x - rise * half_y, first[1] + half_y + rise * half_x
