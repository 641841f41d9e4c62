"""How time and memory of the decomposition grow with the number of links.

Every case runs in a process of its own, so that its peak memory is its own. The time is the CPU time of the thread
that decomposes, the best of a few runs; building the mechanism is not counted.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np
import scipy
from numpy.typing import NDArray

from benchmarks.report import Case, Figure
from benchmarks.timing import peak_memory
from sgkin import Structure, decompose, decompose_adjacency, scalable_four_bar, scissor_lift

RUNS, ENOUGH = 3, 10.0
"""At most so many runs of a case, and no further one after so many seconds."""

SIZES = {
    "scalable_four_bar": (1_000, 10_000, 100_000),
    "scissor_lift": (1_000, 10_000),
    "random_glued": (10_000, 100_000),
    "four_bar_chain": (10_000,),
    "rssr_chain": (10_000,),
}
"""Dyads, stages, links and loops. The two chains have as many rows as each other, one in the plane and one in space."""

REVOLUTE, PRISMATIC, ROD = 1, 2, 9
DYADS = np.array(
    [
        (REVOLUTE, REVOLUTE, REVOLUTE),
        (REVOLUTE, REVOLUTE, PRISMATIC),
        (REVOLUTE, PRISMATIC, REVOLUTE),
        (PRISMATIC, REVOLUTE, PRISMATIC),
        (REVOLUTE, PRISMATIC, PRISMATIC),
    ]
)
"""Outer, inner and outer joint of the five dyads."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What one case took; memory in megabytes, before and at the peak of the decomposition."""

    family: str
    size: int
    links: int
    groups: int
    cpu_seconds: float
    wall_seconds: float
    memory_before: float
    memory_peak: float


def glue_dyads(links: int, seed: int = 1) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Joints (first link, second link, kind) of dyads hung on random earlier links, with all links shuffled.

    The last joint is that of ground and the driven crank.
    """
    random = np.random.default_rng(seed)
    dyads = (links - 2) // 2
    inner = 2 + 2 * np.arange(dyads)
    first = random.integers(0, inner)
    second = (first + random.integers(1, inner)) % inner  # another one than the first
    kind = DYADS[random.integers(0, len(DYADS), dyads)]
    rows = np.concatenate([first, inner, second, [0]])
    columns = np.concatenate([inner, inner + 1, inner + 1, [1]])
    kinds = np.concatenate([*kind.T, [REVOLUTE]])
    shuffled = random.permutation(2 + 2 * dyads)
    return shuffled[rows], shuffled[columns], kinds


def chain_of_loops(loops: int, in_space: bool) -> scipy.sparse.csr_array:
    """Rockers on ground, each joined to the next: by a coupler in the plane, by a rod in space."""
    rockers, before = np.arange(1, loops + 2), np.arange(1, loops + 1)
    couplers = before + loops + 1
    ends = [(before, before + 1)] if in_space else [(before, couplers), (couplers, before + 1)]
    pairs = [(np.zeros_like(rockers), rockers), *ends]
    rows, columns = (np.concatenate([pair[end] for pair in pairs]) for end in (0, 1))
    kinds = np.full(len(rows), REVOLUTE)
    kinds[len(rockers) :] = ROD if in_space else REVOLUTE
    entries = (np.tile(kinds, 2), (np.concatenate([rows, columns]), np.concatenate([columns, rows])))
    count = loops + 2 if in_space else 2 * loops + 2
    return scipy.sparse.csr_array(entries, shape=(count, count))


def prepare(family: str, size: int) -> Callable[[], Structure]:
    """The decomposition of a mechanism that is ready to be taken apart."""
    if family == "random_glued":
        rows, columns, kinds = glue_dyads(size)
        count = int(max(rows.max(), columns.max())) + 1
        entries = (np.tile(kinds, 2), (np.concatenate([rows, columns]), np.concatenate([columns, rows])))
        matrix = scipy.sparse.csr_array(entries, shape=(count, count))
        ground, crank = int(rows[-1]), int(columns[-1])
        return lambda: decompose_adjacency(matrix, [(ground, crank)], ground)
    if family.endswith("_chain"):
        in_space = family == "rssr_chain"
        matrix = chain_of_loops(size, in_space)
        return lambda: decompose_adjacency(matrix, [(0, 1)], space="spatial" if in_space else "planar")
    mechanism = {"scalable_four_bar": scalable_four_bar, "scissor_lift": scissor_lift}[family](size)
    return lambda: decompose(mechanism)


def measure(family: str, size: int) -> Measurement:
    """Run one case in this process."""
    prepare(family, 10)()  # what is imported or compiled at first use is not counted
    take_apart = prepare(family, size)
    before = peak_memory()
    cpu, wall, began = [], [], time.perf_counter()
    for _ in range(RUNS):
        cpu_start, wall_start = time.thread_time(), time.perf_counter()
        structure = take_apart()
        cpu.append(time.thread_time() - cpu_start)
        wall.append(time.perf_counter() - wall_start)
        if time.perf_counter() - began > ENOUGH:
            break
    if structure.mobility != 1 or not structure.is_determined or structure.redundant:
        raise AssertionError(f"{family} of size {size} came apart wrongly")
    links = len(structure.links)
    return Measurement(family, size, links, len(structure.groups), min(cpu), min(wall), before, peak_memory())


def measure_apart(family: str, size: int) -> Measurement:
    """Run one case in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.structure_scale", family, str(size)]
    root = Path(__file__).parents[1]
    answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=root)
    return Measurement(**json.loads(answer.stdout))


def figures(family: str, size: int, apart: bool) -> Iterator[Figure]:
    """What one case took, as figures over the number of links."""
    found = (measure_apart if apart else measure)(family, size)
    told = f"decompose {family}, {found.links} links, {found.groups} groups"
    yield Figure(f"{told}: CPU", found.cpu_seconds, "s", series=family, at=found.links)
    yield Figure(f"{told}: wall", found.wall_seconds, "s")
    yield Figure(f"{told}: memory before", found.memory_before, "MB")
    yield Figure(f"{told}: peak memory", found.memory_peak, "MB")


def cases(smoke: bool) -> list[Case]:
    """Every family in every size; tiny ones in this process."""
    sizes = [(family, max(4, size // 2000) if smoke else size) for family, sizes in SIZES.items() for size in sizes]
    return [
        Case(f"{family}, {size}", partial(figures, family, size, apart=not smoke), pinned=False)
        for family, size in sizes
    ]


if __name__ == "__main__":
    print(json.dumps(asdict(measure(sys.argv[1], int(sys.argv[2])))))
