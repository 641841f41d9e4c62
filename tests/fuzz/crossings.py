"""Random rows of parallelograms and other four-bars with change points, on several inputs, with masses and springs.

Their energy must stay, and bars of parallelograms parallel: `python -m tests.fuzz.crossings`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin import (
    ConstantSpeed,
    Free,
    InitialConfiguration,
    JointDriver,
    Link,
    Mass,
    Mechanism,
    Revolute,
    RotationalSpring,
    SgkinError,
    SimulationError,
    Spring,
    energy,
    kinetic_energy,
    simulate,
)
from tests.dynamics.models import meeting
from tests.dynamics.parallelograms import turned

Numbers = NDArray[np.float64]
UNTIL = 1.0
BESIDE = (0.0, 1e-6, 1e-5, 1e-4, 1e-2, 0.05, 0.2)
"""How far from a change point some rows start."""
TOLERANCES = (1e-11, 1e-9, 1e-6)


@dataclass
class Drawing:
    """A mechanism that is being drawn; `parallel`: pairs of links that keep their angle."""

    random: np.random.Generator
    points: dict[str, dict[str, Numbers]] = field(default_factory=lambda: {"ground": {}})
    poses: dict[str, Numbers] = field(default_factory=lambda: {"ground": np.zeros(3)})
    joints: list[Revolute] = field(default_factory=list)
    drivers: list[JointDriver] = field(default_factory=list)
    rates: dict[str, float] = field(default_factory=dict)
    parallel: list[tuple[str, str]] = field(default_factory=list)
    laws: bool = False

    def place(self, link: str, local: Any) -> Numbers:
        return np.asarray(self.poses[link][:2] + turned(float(self.poses[link][2]), local))

    def local(self, link: str, place: Any) -> Numbers:
        return turned(-float(self.poses[link][2]), np.subtract(place, self.poses[link][:2]))

    def bar(self, name: str, first: str, start: Numbers, second: str, end: Numbers) -> None:
        """A link between two places, along its x-axis."""
        way = end - start
        self.poses[name] = np.array([*start, np.arctan2(way[1], way[0])])
        self.points[name] = {first: np.zeros(2), second: np.array([float(np.hypot(*way)), 0.0])}

    def pin(self, name: str, *links: str) -> None:
        self.joints.append(Revolute(name, links))

    def drive(self, name: str, joint: str, by_law: bool = False) -> None:
        one, other = next(each.links[:2] for each in self.joints if each.name == joint)
        start = float(self.poses[other][2] - self.poses[one][2])
        rate = float(self.random.uniform(-6.0, 6.0))
        self.drivers.append(JointDriver(name, joint, ConstantSpeed(rate, start) if by_law else Free(start)))
        if not by_law:
            self.rates[name] = rate

    def base(self, number: int) -> str:
        """A link on ground that turns."""
        name, at = f"base{number}", np.array([6.0 * number, 0.0])
        self.points["ground"][f"O{number}"] = at
        self.poses[name] = np.array([*at, self.random.uniform(-3.0, 3.0)])
        self.points[name] = {f"O{number}": np.zeros(2)}
        self.pin(f"O{number}", "ground", name)
        self.drive(f"turn{number}", f"O{number}", bool(self.random.random() < 0.3))
        return name

    def row(self, number: int, base: str, drive: int) -> str:
        """A row of parallelograms on a link, driven at an upright; the name of a bar."""
        random, count = self.random, int(self.random.integers(1, 4))
        crank, width = random.uniform(0.4, 1.2, 2) if random.random() < 0.7 else (1.0, 1.0)
        slope, at = (
            random.uniform(-1.0, 1.0),
            np.add(random.uniform(-0.5, 0.5, 2), (6.0 * number * (base == "ground"), 0.0)),
        )
        swing = random.uniform(0.0, 2.0 * np.pi)
        if random.random() < 0.3:
            swing = np.pi * random.integers(0, 2) + random.choice([-1.0, 1.0]) * random.choice(BESIDE)
        feet = [at + i * width * turned(slope, (1.0, 0.0)) for i in range(count + 1)]
        arm = turned(slope + swing, (crank, 0.0))
        for i, foot in enumerate(feet):
            self.points[base][f"A{number}{i}"] = foot
            low, high = self.place(base, foot), self.place(base, foot + arm)
            self.bar(f"upright{number}{i}", f"A{number}{i}", low, f"B{number}{i}", high)
        for i in range(count):
            ends = [self.place(base, feet[j] + arm) for j in (i, i + 1)]
            self.bar(f"bar{number}{i}", f"B{number}{i}", ends[0], f"B{number}{i + 1}", ends[1])
            self.parallel.append((base, f"bar{number}{i}"))
        for i in range(count + 1):
            bars = [f"bar{number}{j}" for j in (i - 1, i) if 0 <= j < count]
            self.pin(f"A{number}{i}", base, f"upright{number}{i}")
            self.pin(f"B{number}{i}", f"upright{number}{i}", *bars)
        self.drive(f"swing{number}", f"A{number}{min(drive, count)}")
        return f"bar{number}{count - 1}"

    def four_bar(self, number: int, base: str) -> str:
        """A four-bar whose links can all lie in a line; the name of its coupler."""
        random = self.random
        while True:
            short, one, other = np.sort(random.uniform(0.4, 1.5, 3))
            lengths = np.array([short, one, other, one + other - short])
            kind = random.random()
            if kind < 0.25:
                lengths = np.array([one, other, one, other])  # crossed parallelogram
            elif kind > 0.4:
                lengths = random.permutation(lengths)
            crank, coupler, rocker, ground = lengths
            swing, slope = random.uniform(0.0, 2.0 * np.pi), random.uniform(-1.0, 1.0)
            at = np.add(random.uniform(-0.5, 0.5, 2), (6.0 * number * (base == "ground"), 0.0))
            foot = at + ground * turned(slope, (1.0, 0.0))
            low, high = self.place(base, at), self.place(base, at + crank * turned(slope + swing, (1.0, 0.0)))
            heel = self.place(base, foot)
            far = float(np.hypot(*(heel - high)))
            if abs(coupler - rocker) + 0.05 < far < coupler + rocker - 0.05:
                break
        pin = meeting(high, coupler, heel, rocker)[int(random.integers(0, 2))]
        self.points[base] |= {f"A{number}0": at, f"A{number}1": foot}
        self.bar(f"upright{number}0", f"A{number}0", low, f"B{number}0", high)
        self.bar(f"upright{number}1", f"A{number}1", heel, f"B{number}1", pin)
        self.bar(f"bar{number}0", f"B{number}0", high, f"B{number}1", pin)
        for i in (0, 1):
            self.pin(f"A{number}{i}", base, f"upright{number}{i}")
            self.pin(f"B{number}{i}", f"upright{number}{i}", f"bar{number}0")
        self.drive(f"swing{number}", f"A{number}0")
        return f"bar{number}0"

    def join(self, number: int, one: str, other: str) -> None:
        """Two bars between two links."""
        ends = []
        for side, link in (("P", one), ("Q", other)):
            spot = self.random.uniform(-0.3, 0.3, 2)
            self.points[link][f"{side}{number}"] = spot
            ends.append(self.place(link, spot))
        far = float(np.hypot(*(ends[1] - ends[0])))
        first = far * self.random.uniform(0.6, 1.6)
        second = first if self.random.random() < 0.2 else far * self.random.uniform(0.6, 1.6)
        if not abs(first - second) + 0.02 * far < far < first + second - 0.02 * far:
            first = second = 0.9 * far
        knee = meeting(ends[0], first, ends[1], second)[int(self.random.integers(0, 2))]
        self.bar(f"left{number}", f"P{number}", ends[0], f"R{number}", knee)
        self.bar(f"right{number}", f"Q{number}", ends[1], f"R{number}", knee)
        self.pin(f"P{number}", one, f"left{number}")
        self.pin(f"Q{number}", other, f"right{number}")
        self.pin(f"R{number}", f"left{number}", f"right{number}")

    def springs(self) -> list[Spring | RotationalSpring]:
        random, found = self.random, list[Spring | RotationalSpring]()
        spots = [(link, point) for link, points in self.points.items() for point in points]
        for number in range(int(random.integers(0, 4))):
            (one, first), (other, second) = (spots[i] for i in random.choice(len(spots), 2, replace=False))
            if one != other and first != second:
                ends = (f"{one}.{first}", f"{other}.{second}")
                found.append(Spring(f"spring{number}", ends, float(random.uniform(5.0, 40.0)), 0.5))
        for number in range(int(random.integers(0, 3))):
            joint = self.joints[int(random.integers(0, len(self.joints)))]
            angle, stiffness = float(random.uniform(-1.0, 1.0)), float(random.uniform(1.0, 10.0))
            found.append(RotationalSpring(f"coil{number}", joint.name, stiffness, angle, links=joint.links[:2]))
        return found

    def mechanism(self, name: str) -> Mechanism:
        random = self.random
        masses = {}
        for link, points in self.points.items():
            if link != "ground":
                middle = np.mean(list(points.values()), axis=0) + random.uniform(-0.1, 0.1, 2)
                mass = float(random.uniform(0.3, 2.0))
                masses[link] = Mass(mass, tuple(middle.tolist()), mass * float(random.uniform(0.02, 0.2)))
        places = {}
        for joint in self.joints:
            link = joint.links[0]
            places[joint.name] = tuple(self.place(link, self.points[link][joint.name]).tolist())
        return Mechanism(
            name,
            [
                Link(link, {point: tuple(spot.tolist()) for point, spot in points.items()})
                for link, points in self.points.items()
            ],
            self.joints,
            drivers=self.drivers,
            initial=InitialConfiguration(
                points=places,
                angles={link: float(pose[2]) for link, pose in self.poses.items() if link.startswith("base")},
            ),
            masses=masses,
            gravity=(0.0, float(random.choice([0.0, -9.81]))),
            forces=self.springs(),
        )


def drawn(seed: int) -> tuple[Mechanism, Drawing, float]:
    """The mechanism of a seed, and the tolerance with which it is moved."""
    random = np.random.default_rng(seed)
    drawing = Drawing(random)
    rows = int(random.integers(1, 4))
    bars = ["ground"]
    for number in range(rows):
        kind = random.random()
        base = drawing.base(number) if kind < 0.4 else bars[int(random.integers(0, len(bars)))]
        if random.random() < 0.65:
            bars.append(drawing.row(number, base, int(random.integers(0, 3)) if random.random() < 0.3 else 0))
        else:
            bars.append(drawing.four_bar(number, base))
    if len(bars) > 2 and random.random() < 0.5:
        one, other = (bars[i] for i in random.choice(np.arange(1, len(bars)), 2, replace=False))
        drawing.join(0, one, other)
    return drawing.mechanism(f"crossings_{seed}"), drawing, float(random.choice(TOLERANCES))


def judged(seed: int, inputs: str = "given", **how: Any) -> tuple[str, str]:
    """What came of the mechanism of a seed, and what is wrong with it."""
    mechanism, drawing, rtol = drawn(seed)
    rtol = how.pop("rtol", rtol)
    told = ""
    try:
        motion = simulate(
            mechanism, UNTIL, rates=drawing.rates, rtol=rtol, inputs=inputs, times=np.linspace(0.0, UNTIL, 41), **how
        )
    except SimulationError as error:
        told = error.reason
        if error.motion is None or error.motion.steps < 2:
            return f"{told} at once", str(error)
        motion = error.motion
    except (SgkinError, ValueError) as error:
        return f"refused: {type(error).__name__}", str(error)
    apart = 0.0
    for one, other in drawing.parallel:
        turn = motion.pose(other)[:, 2] - motion.pose(one)[:, 2]
        apart = max(apart, float(np.abs(turn - turn[0]).max()))
    wrong = []
    if apart > 1e-8:
        wrong.append(f"bars turn by {apart:.1e}")
    if not any(isinstance(driver.law, ConstantSpeed) for driver in mechanism.drivers):
        whole, moving = energy(motion), float(kinetic_energy(motion).max())
        drift = float(np.abs(whole - whole[0]).max()) / max(moving, 1e-300)
        if drift > 3e3 * rtol:
            wrong.append(f"energy changes by {drift:.1e} at {rtol:.0e}")
    told = told or "moved"
    return (f"{told}: WRONG", ", ".join(wrong)) if wrong else (told, "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=100, help="random mechanisms")
    parser.add_argument("--inputs", default="given", help="given, or auto")
    arguments = parser.parse_args()
    counts: Counter[str] = Counter()
    for seed in range(arguments.start, arguments.start + arguments.count):
        begin = time.perf_counter()
        outcome, sentence = judged(seed, arguments.inputs)
        counts[outcome] += 1
        taken = time.perf_counter() - begin
        if sentence or taken > 20.0:
            print(f"{seed}: {outcome} {sentence} ({taken:.1f} s)", flush=True)
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    return int(any("WRONG" in outcome for outcome in counts))


if __name__ == "__main__":
    sys.exit(main())
