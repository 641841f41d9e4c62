"""Other packages on the same chain, each called in the fastest way that it documents, beside sgkin doing the same.

- pylinkage: `Linkage.compile()` once, then `step_fast_with_kinematics`: position, velocity and acceleration of every
  pin, in code compiled by numba, one step after the other.
- python-solvespace: a sketch whose fixed points and crank pin stand in a group of their own, so that only the others
  are solved for; per step the crank pin is set and `solve()` called, from the step before. Positions only.
- kinepy: `System.compile()` once, then `solve_kinematics` with all steps at once, vectorised by NumPy. Positions only.

Nothing is timed before its pins agree with those of sgkin. Packages that are not installed are left out.
"""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from benchmarks.c_reference import CRANK, LINK
from benchmarks.chain import OneByOne, Swept, crank_inputs, pin_names
from benchmarks.report import Case, Figure, Finding
from benchmarks.timing import compare
from sgkin import make_plan, scalable_four_bar, solve
from sgkin.kinematic_plan import KinematicPlan

Floats = NDArray[np.float64]

AGREEMENT = 1e-7
"""Of the largest number of each order: python-solvespace iterates to 1e-8 only."""
TURN = 360
"""Steps of a turn of the crank."""


class Peer(Protocol):
    """A chain made ready in another package."""

    def run(self) -> object:
        """All steps."""

    @property
    def found(self) -> Floats:
        """Pins (pins, 2 or 6, steps) of the last run, from the first after the crank's on."""


def start_of(dyads: int) -> list[tuple[float, float]]:
    """Where the pins are with the crank at zero."""
    mechanism = scalable_four_bar(dyads)
    return [mechanism.initial.points[name.partition(".")[2]] for name in pin_names(dyads)]


class Pylinkage:
    """pylinkage; its crank goes on from where it is by a degree in each step."""

    def __init__(self, dyads: int, inputs: Floats) -> None:
        from pylinkage.actuators import Crank
        from pylinkage.components import Ground
        from pylinkage.dyads import RRRDyad
        from pylinkage.simulation import Linkage

        self.steps, self.dyads = inputs.shape[1], dyads
        origin, step = Ground(0.0, 0.0), float(inputs[0, 1] - inputs[0, 0])
        pivots = [Ground(LINK * i, 0.0) for i in range(1, dyads + 1)]
        crank = Crank(anchor=origin, radius=CRANK, angular_velocity=step, initial_angle=float(inputs[0, 0]) - step)
        joints: list[Any] = []
        last: Any = crank.output
        for pivot, (x, y) in zip(pivots, start_of(dyads)[1:], strict=True):
            last = RRRDyad(last, pivot, distance1=LINK, distance2=LINK, x=x, y=y)
            joints.append(last)
        self.linkage = Linkage([origin, *pivots, crank, *joints])
        self.linkage.set_input_velocity(crank, float(inputs[1, 0]), float(inputs[2, 0]))
        self.linkage.compile()

    def run(self) -> object:
        """All steps, from where the crank is: after whole turns, the same again."""
        self.answer = self.linkage.step_fast_with_kinematics(self.steps)
        return self.answer

    @property
    def found(self) -> Floats:
        pins = np.concatenate([part[:, self.dyads + 2 :] for part in self.answer], axis=2)
        return np.asarray(pins.transpose(1, 2, 0))


class Solvespace:
    """python-solvespace; what it needs in a step is read by the pin, as a user would."""

    def __init__(self, dyads: int, inputs: Floats) -> None:
        from python_solvespace import ResultFlag, SolverSystem

        self.okay = ResultFlag.OKAY
        self.system = SolverSystem()
        plane = self.system.create_2d_base()
        places = start_of(dyads)
        self.crank_pin = self.system.add_point_2d(*places[0], plane)
        pivots = [self.system.add_point_2d(LINK * i, 0.0, plane) for i in range(1, dyads + 1)]
        self.system.set_group(2)
        last, self.pins = self.crank_pin, []
        for pivot, place in zip(pivots, places[1:], strict=True):
            pin = self.system.add_point_2d(*place, plane)
            self.system.distance(last, pin, LINK, plane)
            self.system.distance(pivot, pin, LINK, plane)
            self.pins.append(pin)
            last = pin
        self.crank = (CRANK * np.array([np.cos(inputs[0]), np.sin(inputs[0])])).T.tolist()
        self.places: list[list[list[float]]] = []

    def run(self) -> object:
        """All steps."""
        system, crank_pin, pins = self.system, self.crank_pin.params, [pin.params for pin in self.pins]
        self.places = []
        for place in self.crank:
            system.set_params(crank_pin, place)
            if system.solve() != self.okay:
                raise AssertionError("python-solvespace did not solve a step")
            self.places.append([system.params(pin) for pin in pins])
        return self.places

    @property
    def found(self) -> Floats:
        return np.array(self.places).transpose(1, 2, 0)


class Kinepy:
    """kinepy; the branch of each dyad is a sign, chosen so that it agrees with sgkin's pins at the first steps."""

    def __init__(self, dyads: int, inputs: Floats) -> None:
        from kinepy import System

        self.inputs, self.joints = np.ascontiguousarray(inputs[0]), []
        with redirect_stdout(io.StringIO()):  # it tells its order of inputs and its signs
            self.system = System()
            last = self.system.add_solid("crank")
            motor = self.system.add_revolute(0, last, (0.0, 0.0), (0.0, 0.0))
            end = (CRANK, 0.0)
            for i in range(1, dyads + 1):
                coupler, rocker = self.system.add_solid(f"coupler{i}"), self.system.add_solid(f"rocker{i}")
                self.system.add_revolute(last, coupler, end, (0.0, 0.0))
                self.system.add_revolute(0, rocker, (LINK * i, 0.0), (0.0, 0.0))
                end = (LINK, 0.0)
                self.joints.append(self.system.add_revolute(coupler, rocker, end, end))
                last = rocker
            self.system.pilot(motor)
            self.system.compile()
        self._choose_signs(start_of(dyads)[1:], dyads)

    def _choose_signs(self, places: Sequence[tuple[float, float]], dyads: int) -> None:
        signs = [1] * dyads
        for number in range(dyads):
            for sign in (1, -1):
                signs[number] = sign
                self.system.change_signs(signs)
                with np.errstate(invalid="ignore"):
                    self.system.solve_kinematics(np.zeros(1))
                if np.allclose(self.joints[number].point[:, 0], places[number]):
                    break

    def run(self) -> object:
        """All steps at once."""
        return self.system.solve_kinematics(self.inputs)

    @property
    def found(self) -> Floats:
        return np.array([joint.point for joint in self.joints])


@dataclass(frozen=True, slots=True)
class Offer:
    """How a peer is made and tried; `orders`: 3 with velocity and acceleration, or 1; `work`: dyads times steps."""

    module: str
    make: Callable[[int, Floats], Peer]
    orders: int
    dyads: tuple[int, ...]
    work: int
    bar: float | None = None

    def turns(self, dyads: int) -> int:
        """Whole turns of the crank: about as much work for every chain."""
        return min(max(self.work // (dyads * TURN), 1), 100)


OFFERS = {
    "pylinkage": Offer("pylinkage", Pylinkage, 3, (1, 3, 17, 71), work=400_000, bar=15.0),
    "python-solvespace": Offer("python_solvespace", Solvespace, 1, (1, 3, 17, 71), work=10_000),
    "kinepy": Offer("kinepy", Kinepy, 1, (1, 3, 17), work=10_000),
}
"""The peers by the name under which they are installed."""


def peer_figures(name: str, dyads: int, smoke: bool) -> Iterator[Finding]:
    """A peer beside sgkin on one chain."""
    offer = OFFERS[name]
    if importlib.util.find_spec(offer.module) is None:
        yield f"{name} is not installed and was left out; pip install 'sgkin[bench-peers]' brings it"
        return
    inputs = crank_inputs(TURN * (1 if smoke else offer.turns(dyads)))
    inputs[0] = np.radians(np.arange(inputs.shape[1]))
    peer = offer.make(dyads, inputs)
    plan, names = make_plan(scalable_four_bar(dyads)), pin_names(dyads)
    swept = Swept(plan, names, inputs)
    swept.run()
    peer.run()
    yield Figure(f"{name}, {dyads} dyads: largest difference", worst(name, peer.found, swept.found), "of largest")
    yield from timed(name, dyads, peer, plan, names, inputs, rounds=2 if smoke else 9)


def worst(name: str, found: Floats, expected: Floats) -> float:
    """The largest difference, by the largest number of its order; refuses to time what does not agree."""
    errors = []
    for part in (slice(2 * order, 2 * order + 2) for order in range(found.shape[1] // 2)):
        errors.append(np.abs(found[:, part] - expected[1:, part]).max() / np.abs(expected[1:, part]).max())
    if not max(errors) <= AGREEMENT:
        raise AssertionError(f"{name} differs by {max(errors):.1e} of the largest")
    return max(float(max(errors)), 1e-17)


def timed(
    name: str, dyads: int, peer: Peer, plan: KinematicPlan, names: Sequence[str], inputs: Floats, rounds: int
) -> Iterator[Figure]:
    """The peer and all ways of sgkin to do the same."""
    offer, work = OFFERS[name], dyads * inputs.shape[1]
    z, rates, accelerations = inputs
    candidates: dict[str, Callable[[], object]] = {"peer": peer.run}
    if offer.orders == 3:
        candidates["sgkin, swept"] = Swept(plan, names, inputs).run
        candidates["sgkin, one step at a time"] = OneByOne(plan, names, inputs).run
        rest = {"inputs": z, "input_rates": rates, "input_accelerations": accelerations, "outputs": list(names)}
    else:
        candidates["sgkin, swept"] = Swept(plan, names, inputs[:1]).run
        rest = {"inputs": z, "outputs": list(names)}
    candidates["sgkin, whole solve"] = partial(solve, plan, **rest)
    times = compare(candidates, rounds)
    low, high = (each / work * 1e9 for each in times.spread("peer"))
    what = "position, velocity, acceleration" if offer.orders == 3 else "position"
    value = times.seconds("peer") / work * 1e9
    yield Figure(f"{name}, {dyads} dyads: {what}, per dyad and step", value, "ns", spread=(low, high))
    for way in list(candidates)[1:]:
        bar = offer.bar if way == "sgkin, swept" and dyads in (17, 71) else None
        ratio, spread = times.ratio("peer", way), times.ratio_spread("peer", way)
        yield Figure(f"{name} / {way}, {dyads} dyads", ratio, "×", bar, at_least=True, spread=spread)


def cases(smoke: bool) -> list[Case]:
    """Every peer at every length."""
    return [
        Case(f"{name}, {dyads} dyads", partial(peer_figures, name, dyads, smoke))
        for name, offer in OFFERS.items()
        for dyads in ((3,) if smoke else offer.dyads)
    ]
