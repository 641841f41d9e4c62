"""What a cluster costs: CPU time of two worker processes on this machine, and of this one, beside one process alone.

The dimensions of a four-bar vary, a point is computed over a turn of 361 steps, and only what became of the designs is
kept. A task has 65,536 designs. All threads of all processes are counted, those of the scheduler too; as these take
some time even if nothing is to be done, a machine that is busy with other things makes the cluster dearer.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import median, quantiles
from typing import Any

import numpy as np

from benchmarks.report import Case, Figure, Finding
from sgkin import Study, load_mechanism, make_study, solve_designs
from sgkin.arrays import Floats
from sgkin.designs.stretches import MOST

LENGTHS = ["ground.D.x", "crank.B.x", "coupler.C.x", "coupler.P.x", "coupler.P.y", "rocker.C.x"]
SPREAD = 0.01
WORKERS = 2


def four_bars(count: int) -> tuple[Study, Floats]:
    """A study, and designs around the nominal one."""
    study = make_study(load_mechanism("four_bar_crank_rocker"), LENGTHS, ["coupler.P"])
    random = np.random.default_rng(0)
    return study, study.nominal * (1.0 + SPREAD * random.uniform(-1.0, 1.0, (count, len(LENGTHS))))


def cluster_figures(designs: int, rounds: int) -> Iterator[Finding]:
    """Both in turn."""
    if importlib.util.find_spec("distributed") is None:
        yield "distributed is not installed; `pip install -e .[cluster]`"
        return
    from distributed import Client, LocalCluster

    study, given = four_bars(designs)
    solve_designs(study, given[:1000], keep="status", progress=False)  # the cache is warm from now on
    options: dict[str, Any] = {"dashboard_address": ":0", "memory_limit": None}
    with LocalCluster(n_workers=WORKERS, threads_per_worker=1, **options) as cluster, Client(cluster) as client:
        yield Figure("first task of a worker, CPU", first_task(client, study, given[:WORKERS]), "s")
        times = [(on_cluster(client, study, given), alone(study, given)) for _ in range(rounds)]
    ratios = [both / one for both, one in times]
    low, _, high = quantiles(ratios, n=4) if rounds > 1 else ratios * 3
    yield Figure("a design in one process, CPU", median(one for _, one in times) / designs * 1e6, "µs")
    told = f"designs on {WORKERS} processes of a cluster / in one, CPU"
    yield Figure(told, median(ratios), "×", 1.4, spread=(low, high))


def alone(study: Study, given: Floats) -> float:
    """Seconds of one thread."""
    start = time.process_time()
    solve_designs(study, given, keep="status", threads=1, progress=False)
    return time.process_time() - start


def on_cluster(client: Any, study: Study, given: Floats) -> float:
    """Seconds of all workers and of this process."""
    start = of_workers(client) + time.process_time()
    solve_designs(study, given, keep="status", engine=client, progress=False)
    return of_workers(client) + time.process_time() - start


def of_workers(client: Any) -> float:
    """Seconds that the workers have taken so far."""
    return float(sum(client.run(time.process_time).values()))


def first_task(client: Any, study: Study, given: Floats) -> float:
    """Seconds that it takes a worker to import sgkin, to make a study and to load what is compiled; for some designs
    that take no time."""
    start = of_workers(client)
    tasks = [client.submit(solve_here, study, given, workers=[worker], pure=False) for worker in client.nthreads()]
    client.gather(tasks)
    return (of_workers(client) - start) / len(tasks)


def solve_here(study: Study, given: Floats) -> int:
    """On a worker."""
    return int(solve_designs(study, given, keep="status", threads=1, progress=False).status.sum())


def cases(smoke: bool) -> Sequence[Case]:
    """The only one, on as many cores as there are."""
    designs, rounds = (2 * WORKERS, 1) if smoke else (4 * WORKERS * MOST, 7)
    return [Case("two processes on this machine", partial(cluster_figures, designs, rounds), pinned=False)]
