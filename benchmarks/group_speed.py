"""How fast groups are solved, beside the same kinematics written by hand in C.

The scalable four-bar, with position, velocity and acceleration of every pin kept on both sides. Times are CPU times of
one thread, in interleaved rounds; a ratio is the median over the rounds of one run. Before anything is timed, both
sides must agree to 1e-12 of the largest number.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from benchmarks.c_reference import Chain, Reference, find_compiler
from benchmarks.timing import compare, one_core, processor
from sgkin import load_mechanism, make_plan, scalable_four_bar, solve
from sgkin.groups.element import Entity
from sgkin.kernels.executor import run_tape
from sgkin.plan.plan import KinematicPlan
from sgkin.plan.sweep import Drive, Sweep
from sgkin.plan.tape import Layout, Seeds, Tape

Floats = NDArray[np.float64]

RESULTS = Path(__file__).parent / "results" / "group_speed.json"
ROOT = Path(__file__).parents[1]
AGREEMENT = 1e-12
BLOCKS = (128, 256, 512, 1024)
"""Blocks of steps among which the vectorised C takes the one that suits it best."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How large the cases are."""

    sweeps: tuple[int, ...] = (3, 17, 71)
    singles: tuple[int, ...] = (17, 71)
    steps: int = 3600
    rounds: int = 25
    evaluations: int = 2000
    growth: tuple[int, int] = (1_000, 100_000)
    growth_steps: int = 1_000
    processes: int = 5
    cold: bool = True


SMOKE = Scale((3,), (3,), steps=60, rounds=3, evaluations=20, growth=(5, 20), growth_steps=40, processes=1, cold=False)


@dataclass(frozen=True, slots=True)
class Figure:
    """One result; `bar`: the most it should be, None where it is only told."""

    name: str
    value: float
    unit: str
    bar: float | None = None


def crank_inputs(steps: int) -> Floats:
    """Angle, rate and acceleration (3, steps) over a turn of the crank."""
    angle = np.linspace(0.0, 2.0 * np.pi, steps, endpoint=False)
    return np.stack([angle, np.full(steps, 1.5), np.full(steps, 0.3)])


def pin_names(dyads: int) -> list[str]:
    """The moving pins of the scalable four-bar, from the crank's on."""
    return ["crank.B", *(f"coupler{i}.C{i}" for i in range(1, dyads + 1))]


def agree(found: Floats, expected: Floats, what: str) -> None:
    """Refuse to time what does not agree; arrays (pins, 6, steps)."""
    for order in range(3):
        part = slice(2 * order, 2 * order + 2)
        error = np.abs(found[:, part] - expected[:, part]).max() / np.abs(expected[:, part]).max()
        if not error <= AGREEMENT:
            raise AssertionError(f"{what}: derivatives of order {order} differ by {error:.1e} of the largest")


def rows_of(tape: Tape, entity: Entity) -> list[int]:
    """The rows of a point: position, velocity, acceleration."""
    known = tape.entities[entity]
    return [*known.position, *known.first[0], *known.second[0, 0]]


class Swept:
    """A plan made ready to be swept, with points to keep."""

    def __init__(self, plan: KinematicPlan, names: Sequence[str], inputs: Floats) -> None:
        self.plan, self.names, self.inputs = plan, list(names), inputs
        self.entities = [plan.point_entity(name) for name in names]
        z, rates, accelerations = (np.ascontiguousarray(row[:, None]) for row in inputs)
        self.sweep = Sweep(plan, Drive(z, rates, accelerations), self.entities)

    def run(self) -> None:
        """The sweep alone."""
        if self.sweep.run().solved != self.inputs.shape[1]:
            raise AssertionError("the motion ended early")

    def solve(self) -> None:
        """All that a user calls, but the plan."""
        z, rates, accelerations = self.inputs
        solve(self.plan, inputs=z, input_rates=rates, input_accelerations=accelerations, outputs=self.names)

    @property
    def found(self) -> Floats:
        """Position, velocity and acceleration (points, 6, steps)."""
        layout, tape = self.sweep.layout, self.sweep.tape
        return np.array([[layout.row(row) for row in rows_of(tape, entity)] for entity in self.entities])


def _one_by_one(
    addresses: Any,
    rows: Any,
    row_start: Any,
    geometry: Any,
    geometry_start: Any,
    state: Any,
    seeds: Any,
    inputs: Any,
    first: int,
    kept: Any,
) -> None:
    """Configurations one after the other; what stands from `first` on in the state is kept (steps, numbers)."""
    for k in range(inputs.shape[1]):
        for order in range(3):
            state[seeds[order]] = inputs[order, k]
        run_tape(addresses, rows, row_start, geometry, geometry_start, state, 1)
        for j in range(kept.shape[1]):
            kept[k, j] = state[first + j]


one_by_one = numba.njit(_one_by_one)  # not cached: the cache would not see that the executor has changed


class OneByOne:
    """A plan made ready to be run for one configuration after another, inside compiled code."""

    def __init__(self, plan: KinematicPlan, names: Sequence[str], inputs: Floats) -> None:
        self.plan, self.inputs = plan, np.ascontiguousarray(inputs)
        entities = [plan.point_entity(name) for name in names]
        groups = [number for number, element in enumerate(plan.solvers) if element is not None]
        self.tape = plan.tape(entities, Seeds(1, True), watch=False, groups=groups)
        self.layout = Layout(self.tape, 1, 1)
        self.addresses = plan.addresses(self.tape)
        self.geometry = plan.geometry.copy()
        seeds = [self.tape.input_rows[0], self.tape.rate_rows[0], self.tape.acceleration_rows[0]]
        self.seeds = self.layout.offset[seeds]
        places = self.layout.offset[[row for entity in entities for row in rows_of(self.tape, entity)]]
        if not np.array_equal(places, places[0] + np.arange(len(places))):
            raise AssertionError("the kept rows are not one block of the state")
        self.first, self.kept = int(places[0]), np.zeros((inputs.shape[1], len(places)))

    def run(self) -> None:
        """All configurations."""
        one_by_one(
            self.addresses,
            self.layout.here,
            self.tape.row_start,
            self.geometry,
            self.tape.geometry_start,
            self.layout.state,
            self.seeds,
            self.inputs,
            self.first,
            self.kept,
        )

    @property
    def found(self) -> Floats:
        """Position, velocity and acceleration (points, 6, steps)."""
        return self.kept.reshape(len(self.kept), -1, 6).transpose(1, 2, 0)


def best_chain(reference: Reference, dyads: int, inputs: Floats) -> Chain:
    """The chain in C, with the block of steps that suits it best."""
    chains = {str(block): Chain(reference, dyads, inputs, block) for block in BLOCKS}
    times = compare({name: chain.run_by_rows for name, chain in chains.items()}, rounds=3)
    return chains[min(chains, key=times.seconds)]


def sweep_figures(reference: Reference, scale: Scale) -> Iterator[Figure]:
    """Sweeps beside C that is vectorised over steps."""
    inputs = crank_inputs(scale.steps)
    for dyads in scale.sweeps:
        chain = best_chain(reference, dyads, inputs)
        swept = Swept(make_plan(scalable_four_bar(dyads)), pin_names(dyads), inputs)
        swept.run()
        for run in (chain.run_by_rows_fixed, chain.run_by_rows):
            run()
            agree(swept.found, chain.found_by_rows, f"sweep of {dyads} dyads")
        times = compare(
            {
                "C": chain.run_by_rows,
                "sweep": swept.run,
                "C, fixed pivots": chain.run_by_rows_fixed,
                "solve": swept.solve,
            },
            scale.rounds,
        )
        each = f"{dyads} dyads, {scale.steps} steps"
        work = dyads * scale.steps
        yield Figure(f"sweep / vectorised C, {each}", times.ratio("sweep", "C"), "×", 2.0 if dyads <= 3 else 1.5)
        yield Figure(f"sweep / vectorised C with fixed pivots, {each}", times.ratio("sweep", "C, fixed pivots"), "×")
        yield Figure(f"whole solve / vectorised C, {each}", times.ratio("solve", "C"), "×")
        for name in ("C", "C, fixed pivots", "sweep"):
            told = name if name == "sweep" else f"vectorised {name}"
            yield Figure(f"{told}, {each}: per dyad and step", times.seconds(name) / work * 1e9, "ns")


def single_figures(reference: Reference, scale: Scale) -> Iterator[Figure]:
    """One configuration after another in compiled code, beside C that does the same; and the class III triad."""
    inputs = crank_inputs(scale.steps)
    chains: dict[int, Chain] = {}
    for dyads in scale.singles:
        chain = chains[dyads] = Chain(reference, dyads, inputs)
        single = OneByOne(make_plan(scalable_four_bar(dyads)), pin_names(dyads), inputs)
        single.run()
        chain.run_by_step()
        agree(single.found, chain.found_by_step, f"single configurations of {dyads} dyads")
        times = compare({"C": chain.run_by_step, "sgkin": single.run}, scale.rounds)
        yield Figure(f"one by one / scalar C, {dyads} dyads", times.ratio("sgkin", "C"), "×", 2.0)
        for name, told in (("C", "scalar C"), ("sgkin", "one by one")):
            each = times.seconds(name) / (dyads * scale.steps) * 1e9
            yield Figure(f"{told}, {dyads} dyads: per dyad and step", each, "ns")
    dyads = min(chains)
    triad = prepare_triad(inputs)
    times = compare({"C": chains[dyads].run_by_step, "triad": triad.run}, scale.rounds)
    ratio = dyads * times.ratio("triad", "C")
    yield Figure("class III triad per step / dyad in scalar C", ratio, "×", 12.0)
    yield Figure("class III triad: per step", times.seconds("triad") / scale.steps * 1e9, "ns")


def prepare_triad(inputs: Floats) -> OneByOne:
    """The class III triad on its crank, ready to run one by one; checked against a sweep."""
    plan = make_plan(load_mechanism("class_III_triad_on_crank"))
    names = ["leg1.P1", "leg2.P2", "leg3.P3"]
    single, swept = OneByOne(plan, names, inputs), Swept(plan, names, inputs)
    single.run()
    swept.run()
    error = np.abs(single.found - swept.found).max() / np.abs(swept.found).max()
    if not error <= 1e-9:
        raise AssertionError(f"the triad one by one differs from its sweep by {error:.1e}")
    return single


def evaluate_figures(scale: Scale) -> Iterator[Figure]:
    """`plan.evaluate` from Python."""
    plan = make_plan(load_mechanism("four_bar_crank_rocker"))
    angles = np.linspace(0.5, 6.5, scale.evaluations).tolist()
    start = plan.evaluate(angles[0], 1.0, 0.0)

    def motions() -> None:
        near = start
        for angle in angles:
            near = plan.evaluate(angle, 1.0, 0.0, near)

    def positions() -> None:
        for angle in angles:
            plan.evaluate(angle)

    times = compare({"motions": motions, "positions": positions}, scale.rounds)
    each = 1e6 / scale.evaluations
    yield Figure("plan.evaluate of a four-bar with rates and near", times.seconds("motions") * each, "µs", 10.0)
    yield Figure("plan.evaluate of a four-bar, position only", times.seconds("positions") * each, "µs")


def growth(small: int, large: int, steps: int) -> dict[str, float]:
    """Seconds per dyad of a small and a large chain with ten points kept; peak memory of solving both, in MB."""
    inputs = crank_inputs(steps)
    first_solve(make_plan(scalable_four_bar(3)), 3, inputs)  # what is imported or compiled at first use
    timed: dict[str, float] = {}
    plans: dict[str, KinematicPlan] = {}
    for name, dyads in (("small", small), ("large", large)):
        start = time.thread_time()
        plans[name] = make_plan(scalable_four_bar(dyads))
        timed[f"plan {name}"] = (time.thread_time() - start) / dyads
        timed[f"solve {name}"] = first_solve(plans[name], dyads, inputs) / dyads
    unit = 1 if sys.platform == "darwin" else 1024  # bytes on macOS, kilobytes elsewhere
    timed["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6
    swept = {name: Swept(plans[name], ten_pins(dyads), inputs) for name, dyads in (("small", small), ("large", large))}
    times = compare({name: each.run for name, each in swept.items()}, rounds=3)
    return timed | {
        f"sweep {name}": times.seconds(name) / dyads for name, dyads in (("small", small), ("large", large))
    }


def ten_pins(dyads: int) -> list[str]:
    """Ten pins of a chain, the last among them."""
    return [f"coupler{i}.C{i}" for i in np.unique(np.linspace(1, dyads, 10).round().astype(int)).tolist()]


def first_solve(plan: KinematicPlan, dyads: int, inputs: Floats) -> float:
    """Seconds of the first solve with a plan, which writes its tape too."""
    z, rates, accelerations = inputs
    start = time.thread_time()
    solve(plan, inputs=z, input_rates=rates, input_accelerations=accelerations, outputs=ten_pins(dyads))
    return time.thread_time() - start


def growth_figures(scale: Scale) -> Iterator[Figure]:
    """`growth` in a process of its own."""
    small, large = scale.growth
    command = [sys.executable, "-m", "benchmarks.group_speed", *map(str, (small, large, scale.growth_steps))]
    answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    timed = json.loads(answer.stdout)
    told = f"{large} dyads / {small} dyads, {scale.growth_steps} steps, ten points"
    yield Figure(f"sweep per dyad, {told}", timed["sweep large"] / timed["sweep small"], "×", 1.5)
    yield Figure(f"first solve per dyad, {told}", timed["solve large"] / timed["solve small"], "×")
    yield Figure(f"plan per dyad, {large} dyads / {small} dyads", timed["plan large"] / timed["plan small"], "×")
    for what, label in (("plan", "plan"), ("solve", "first solve"), ("sweep", "sweep")):
        yield Figure(f"{label}, {large} dyads: per dyad", timed[f"{what} large"] * 1e6, "µs")
    yield Figure(f"peak memory, {large} dyads", timed["memory"], "MB", 1000.0)


SOLVING = """
import numpy as np
from sgkin import load_mechanism, solve
solve(load_mechanism("four_bar_crank_rocker"), np.linspace(0.0, 1.0, 361)).pose("rocker")
"""
IMPORTING = """
from time import perf_counter
start = perf_counter()
import sgkin
print(perf_counter() - start)
"""


def process_figures(scale: Scale) -> Iterator[Figure]:
    """Fresh processes: wall time."""
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder} if scale.cold else dict(os.environ)

        def seconds(code: str) -> tuple[float, str]:
            start = time.perf_counter()
            command = [sys.executable, "-c", code]
            answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT, env=environment)
            return time.perf_counter() - start, answer.stdout

        cold, _ = seconds(SOLVING)
        if scale.cold:
            yield Figure("fresh process, solve a four-bar, cold cache", cold, "s", 15.0)
        warm = median(seconds(SOLVING)[0] for _ in range(scale.processes))
        yield Figure("fresh process, solve a four-bar, warm cache", warm, "s", 1.5)
        imported = median(float(seconds(IMPORTING)[1]) for _ in range(scale.processes))
        yield Figure("import sgkin", imported, "s", 0.3)


def measure(scale: Scale, reference: Reference | None) -> Iterator[Figure]:
    """All figures; those that need C only where there is a compiler."""
    with one_core():
        if reference is not None:
            yield from sweep_figures(reference, scale)
            yield from single_figures(reference, scale)
        yield from evaluate_figures(scale)
        yield from growth_figures(scale)
    yield from process_figures(scale)


def line(figure: Figure) -> str:
    """A figure as a line of the table."""
    bar = "" if figure.bar is None else f"at most {figure.bar:g} {figure.unit}"
    return f"{figure.name:72} {figure.value:10.3f} {figure.unit:3} {bar}".rstrip()


def make_reference(folder: Path) -> Reference | None:
    """The reference in C, if it can be built and is what it should be."""
    compiler = find_compiler()
    if compiler is None:
        print("there is no C compiler (gcc or cc): the comparisons with C are left out")
        return None
    reference = Reference(compiler, folder)
    if reference.packed_roots < 2:
        raise AssertionError(f"{reference.version} did not vectorise the loops over steps")
    return reference


def run(arguments: Sequence[str]) -> None:
    """Measure, print a table and write it to a file."""
    parser = ArgumentParser(prog="python -m benchmarks group_speed", description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="tiny cases, to see that everything runs")
    parser.add_argument("--output", type=Path, default=RESULTS, metavar="FILE", help="where to write the results")
    options = parser.parse_args(arguments)
    scale = SMOKE if options.smoke else Scale()
    figures = []
    with TemporaryDirectory() as folder:
        reference = make_reference(Path(folder))
        for figure in measure(scale, reference):
            figures.append(figure)
            print(line(figure), flush=True)
    results = {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": processor(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "versions": {"python": platform.python_version(), "numpy": np.__version__, "numba": numba.__version__},
        "compiler": None if reference is None else reference.version,
        "scale": asdict(scale),
        "figures": [asdict(figure) for figure in figures],
    }
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    print(json.dumps(growth(*map(int, sys.argv[1:]))))
