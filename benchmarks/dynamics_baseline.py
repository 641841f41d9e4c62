"""Forward dynamics in the inputs, group by group, beside the same equations with multipliers of the whole mechanism.

The mechanisms are those of the multibody benchmark library of IFToMM: N four-bars in a row that fall from upright, as
far as 0.1 rad before all bars lie in line, where multipliers are not determined (A02), and Andrews' squeezer (A03). All
take the same integrator (DOP853), each with the loosest tolerance by which it ends within the same error of a reference
that was found with a much tighter one. Everything is laid out before it is timed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from benchmarks.report import Case, Figure, Finding
from benchmarks.timing import compare
from sgkin import ConstantSpeed, InitialConfiguration, JointDriver, Link, Mechanism, Revolute, load_mechanism, make_plan
from sgkin.arrays import Floats
from sgkin.dynamics.equations import EquationsOfMotion
from sgkin.dynamics.integration import Accuracy, Integration
from sgkin.dynamics.whole_simulation import WholeRun
from sgkin.kernels import equations_block, integrators
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.force import Spring, Torque
from sgkin.model.mass import Mass, UniformBar

GRAVITY = (0.0, -9.81)
WITHIN = 1e-8
"""Radians that the input may be off at the end."""
TOLERANCES = [10.0**-power for power in np.arange(4.0, 13.01, 0.5)]
REFERENCE = 1e-13
GROUPS = "groups"
WHOLE = {
    f"{stabilisation}, {matrix}": (stabilisation, matrix)
    for stabilisation in ("baumgarte", "augmented-lagrangian")
    for matrix in ("dense", "sparse")
}
MOST_DENSE = 10
"""Loops up to which full matrices are timed."""


@dataclass(frozen=True, eq=False)
class Fall:
    """A mechanism that forces move, from an input and its rate to a time."""

    name: str
    plan: KinematicPlan
    inputs: Floats
    rates: Floats
    until: float

    def by_groups(self, equations: EquationsOfMotion, rtol: float) -> float:
        """The input at the end."""
        y = np.concatenate([self.inputs, self.rates])
        times = np.array([self.until])
        integration = Integration(equations, equations.workspace(), y, times, 0.0, "DOP853", Accuracy(rtol, rtol))
        if integration.begin() != equations_block.SOLVED or integration.advance(10**6) != integrators.DONE:
            raise RuntimeError(f"{self.name} does not come to its end by groups")
        return float(integration.y[0])

    def whole(self, run: WholeRun, rtol: float) -> float:
        """The angle of the first link at the end."""
        run.begin(self.inputs, self.rates, np.array([self.until]), "DOP853", Accuracy(rtol, rtol))
        sentence = run.go()
        if sentence is not None:
            raise RuntimeError(sentence)
        return float(run.integration.y[2])


def four_bars(loops: int) -> Fall:
    """2N + 1 rods of 1 m and 1 kg; the tip of the first moves with 1 m/s."""
    upright = [f"up {i}" for i in range(loops + 1)]
    level = [f"level {i}" for i in range(loops)]
    links = [Link("ground", {f"A{i}": (float(i), 0.0) for i in range(loops + 1)})]
    links += [Link(name, {f"A{i}": (0.0, 0.0), f"B{i}": (1.0, 0.0)}) for i, name in enumerate(upright)]
    links += [Link(name, {f"B{i}": (0.0, 0.0), f"B{i + 1}": (1.0, 0.0)}) for i, name in enumerate(level)]
    joints = [Revolute(f"A{i}", ("ground", name)) for i, name in enumerate(upright)]
    for i, name in enumerate(upright):
        joints.append(Revolute(f"B{i}", tuple(dict.fromkeys((name, level[max(i - 1, 0)], level[min(i, loops - 1)])))))
    mechanism = Mechanism(
        f"four_bars_{loops}",
        links=links,
        joints=joints,
        drivers=[JointDriver("angle", "A0", ConstantSpeed(-1.0, start=np.pi / 2.0))],
        initial=InitialConfiguration(angles=dict.fromkeys(upright, np.pi / 2.0) | dict.fromkeys(level, 0.0)),
        masses={link.name: UniformBar(tuple(link.points), mass=1.0) for link in links[1:]},
        gravity=GRAVITY,
    )
    plan = make_plan(mechanism)
    return Fall(mechanism.name, plan, plan.initial_inputs, np.array([-1.0]), _time_to_lie(loops))


def _time_to_lie(loops: int) -> float:
    """When the rods are 0.1 rad from lying: by the energy of a single pendulum, θ̇² = 1 + 2 g c (1 − sin θ)."""
    weight = 9.81 * ((loops + 1) / 2.0 + loops) / ((loops + 1) / 3.0 + loops)
    nodes, weights = np.polynomial.legendre.leggauss(40)
    middle, half = 0.5 * (np.pi / 2.0 + 0.1), 0.5 * (np.pi / 2.0 - 0.1)
    speed = np.sqrt(1.0 + 2.0 * weight * (1.0 - np.sin(middle + half * nodes)))
    return float(half * (weights / speed).sum())


def andrews() -> Fall:
    """The squeezer of seven bodies, from rest, driven by a constant torque against a spring."""
    mechanism = load_mechanism("andrews_squeezer")
    masses = {
        "K1": Mass(0.04325, (0.00092, 0.0), 2.194e-6),
        "K2": Mass(0.00365, (0.0115, 0.0), 4.41e-7),
        "K3": Mass(0.02373, (0.01874, 0.01043), 5.255e-6),
        "K4": Mass(0.00706, (0.01421, 0.0), 5.667e-7),
        "K5": Mass(0.0705, (0.02308, 0.00916), 1.169e-5),
        "K6": Mass(0.00706, (0.01421, 0.0), 5.667e-7),
        "K7": Mass(0.05498, (0.01228, -0.00449), 1.912e-5),
    }
    forces = (
        Spring("spring", ("ground.C", "K3.D"), 4530.0, 0.07785),
        Torque("torque", law=0.033, joint="O"),
    )
    plan = make_plan(replace(mechanism, masses=masses, forces=forces))
    return Fall("andrews_squeezer", plan, plan.initial_inputs, np.zeros(1), 0.03)


def figures(make: Callable[[], Fall], ways: Sequence[str], rounds: int) -> Iterator[Finding]:
    """Times of all ways to the same accuracy, by that of the groups."""
    fall = make()
    equations = EquationsOfMotion(fall.plan, [0])
    expected = fall.by_groups(equations, REFERENCE)
    calls: dict[str, Callable[[], object]] = {}
    for name in (GROUPS, *ways):
        if name == GROUPS:
            call: Callable[[float], float] = partial(fall.by_groups, equations)
        else:
            stabilisation, matrix = WHOLE[name]
            call = partial(
                fall.whole, WholeRun(fall.plan, fall.plan.input_names, stabilisation, matrix == "dense", 10.0)
            )
        rtol = _loosest(call, expected)
        if rtol is None:
            yield f"{fall.name}, {name}: no tolerance gives an error below {WITHIN:g} rad"
            continue
        calls[name] = partial(call, rtol)
        yield Figure(f"{fall.name}, {name}: error at the end", abs(call(rtol) - expected), "rad", WITHIN)
    times = compare(calls, rounds)
    for name in calls:
        yield Figure(f"{fall.name}, {name}: time", 1e3 * times.seconds(name), "ms")
        if name != GROUPS:
            ratio, spread = times.ratio(name, GROUPS), times.ratio_spread(name, GROUPS)
            yield Figure(f"{fall.name}, {name} / {GROUPS}", ratio, "×", spread=spread)


def _loosest(call: Callable[[float], float], expected: float) -> float | None:
    """The loosest tolerance from which on the error is small enough."""
    found = None
    for rtol in reversed(TOLERANCES):
        try:
            if abs(call(rtol) - expected) > WITHIN:
                break
        except RuntimeError:
            break
        found = rtol
    return found


def cases(smoke: bool) -> Sequence[Case]:
    """Rows of four-bars, and Andrews' squeezer."""
    rounds = 2 if smoke else 21
    found = []
    for loops in (1,) if smoke else (1, 10, 40):
        ways = [name for name, (_, matrix) in WHOLE.items() if matrix == "sparse" or loops <= MOST_DENSE]
        found.append(Case(f"{loops} four-bars", partial(figures, partial(four_bars, loops), ways, rounds)))
    found.append(Case("Andrews' squeezer", partial(figures, andrews, list(WHOLE), rounds)))
    return found
