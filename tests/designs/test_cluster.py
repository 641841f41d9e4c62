"""Designs on a cluster of two processes are those of one; a worker that is lost in the middle loses nothing."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from distributed import Client, LocalCluster

from sgkin import (
    DesignMotions,
    InputError,
    LostWorkersError,
    Study,
    load_mechanism,
    make_study,
    open_designs,
    solve_designs,
)
from sgkin.designs import stretches
from sgkin.kernels.compiled import JIT
from tests.designs.witness import spread

TIMES = np.linspace(0.0, 1.0, 13)
SIZE = 2000
"""Designs of a stretch here."""


def study() -> Study:
    return make_study(load_mechanism("four_bar_crank_rocker"), ["crank.B.x", "coupler.C.x"], ["coupler", "coupler.P"])


DESIGNS = spread(study(), 5 * SIZE + 7, 0.4)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    solve_designs(study(), DESIGNS[:3], TIMES, progress=False)  # what is compiled is in the cache from now on
    options: dict[str, Any] = {"dashboard_address": ":0", "memory_limit": None}
    with LocalCluster(n_workers=2, threads_per_worker=1, **options) as cluster, Client(cluster) as made:
        yield made


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretches, "FEWEST", SIZE)
    monkeypatch.setattr(stretches, "MOST", SIZE)


def assert_same(found: DesignMotions, wanted: DesignMotions) -> None:
    for name in ("parameters", "status", "ended_at", "ended_by"):
        assert np.array_equal(getattr(found, name), getattr(wanted, name)), name
    if wanted.scores is not None:
        assert found.scores is not None
        assert np.array_equal(found.scores, wanted.scores, equal_nan=True)


def worker_counts() -> tuple[int, int, int]:
    """How often work was unpacked in a process, how often it was there, and how many functions were compiled."""
    from sgkin.designs.cluster import unpacked
    from sgkin.kernels import design_runs, executor, number_graph

    functions: list[Any] = [design_runs.run_designs, design_runs.run_once, number_graph.evaluate, executor.advance_rows]
    misses = sum(sum(each.stats.cache_misses.values()) for each in functions) if JIT else 0
    return unpacked.cache_info().misses, unpacked.cache_info().hits, misses


def test_a_study_is_made_once_in_a_process_and_nothing_is_compiled(client: Client) -> None:
    before = client.run(worker_counts)
    solve_designs(study(), DESIGNS, TIMES, keep="status", engine=client, progress=False)
    after = client.run(worker_counts)
    made, used, compiled = (
        sum(after[worker][number] - before[worker][number] for worker in after) for number in range(3)
    )
    assert made <= 2
    assert made + used == 6
    assert compiled == 0


def test_outputs(client: Client) -> None:
    wanted = solve_designs(study(), DESIGNS, TIMES, progress=False)
    told = list[tuple[int, int]]()
    found = solve_designs(study(), DESIGNS, TIMES, engine=client, progress=lambda *each: told.append(each))
    assert_same(found, wanted)
    for name in ("coupler", "coupler.P"):
        assert np.array_equal(found.position(name), wanted.position(name), equal_nan=True)
    assert len(told) == 6
    assert told[-1] == (len(DESIGNS), len(DESIGNS))


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_reducers(client: Client) -> None:
    @numba.njit
    def first(rows):  # type: ignore[no-untyped-def]
        return rows[0, -1]

    def farthest(motions: DesignMotions) -> Any:
        return motions.position("coupler.P").max(axis=1)

    for keep in (first, farthest):
        wanted = solve_designs(study(), DESIGNS, TIMES, keep=keep, progress=False)
        assert_same(solve_designs(study(), DESIGNS, TIMES, keep=keep, engine=client, progress=False), wanted)


def test_store(client: Client, tmp_path: Path) -> None:
    wanted = solve_designs(study(), DESIGNS, TIMES, progress=False)
    for found in (
        solve_designs(study(), DESIGNS, TIMES, engine=client, store=tmp_path / "designs", progress=False),
        open_designs(tmp_path / "designs"),
        solve_designs(study(), DESIGNS, TIMES, store=tmp_path / "designs", progress=False),
    ):
        assert_same(found, wanted)
        assert np.array_equal(found.position("coupler"), wanted.position("coupler"), equal_nan=True)


class Deadly:
    """Makes scores, and kills the process in which it is, the first time that it sees the middle of all designs."""

    def __init__(self, mark: Path, times: int = 1) -> None:
        self.mark, self.times, self.middle = mark, times, DESIGNS[len(DESIGNS) // 2]

    def __call__(self, motions: DesignMotions) -> Any:
        here = (motions.parameters == self.middle).all(axis=1).any()
        if here and len(list(self.mark.iterdir())) < self.times:
            (self.mark / str(os.getpid())).write_text("killed", encoding="utf-8")
            os.kill(os.getpid(), signal.SIGKILL)
        return motions.position("coupler.P").max(axis=1)


@pytest.mark.parametrize("stored", [False, True])
def test_a_lost_worker_loses_nothing(stored: bool, client: Client, tmp_path: Path) -> None:
    (tmp_path / "killed").mkdir()
    store = tmp_path / "designs" if stored else None
    deadly = Deadly(tmp_path / "killed")
    found = solve_designs(study(), DESIGNS, TIMES, keep=deadly, engine=client, store=store, progress=False)
    assert len(list((tmp_path / "killed").iterdir())) == 1
    assert_same(found, solve_designs(study(), DESIGNS, TIMES, keep=deadly, progress=False))


def test_workers_that_are_always_lost(client: Client, tmp_path: Path) -> None:
    def give_up(dask_scheduler: Any) -> int:
        allowed: int = dask_scheduler.allowed_failures
        dask_scheduler.allowed_failures = 0
        return allowed

    def as_before(dask_scheduler: Any) -> None:
        dask_scheduler.allowed_failures = allowed

    allowed = client.run_on_scheduler(give_up)
    with pytest.raises(LostWorkersError, match="were given to several workers") as caught:
        solve_designs(study(), DESIGNS, TIMES, keep=Deadly(tmp_path, 100), engine=client, progress=False)
    client.run_on_scheduler(as_before)
    assert caught.value.designs in stretches.stretches(len(DESIGNS), SIZE)


def test_an_error_arrives(client: Client) -> None:
    def lost(motions: DesignMotions) -> Any:
        return [1.0]

    with pytest.raises(InputError, match="an entry for each"):
        solve_designs(study(), DESIGNS, TIMES, keep=lost, engine=client, progress=False)


def test_engines_that_are_none(client: Client) -> None:
    for engine in (3, "dask", object, [client]):
        with pytest.raises(InputError, match=r"engine is .*; use 'threads', or give a client"):
            solve_designs(study(), DESIGNS, TIMES, engine=engine, progress=False)
    with pytest.raises(InputError, match="threads is 2, but the workers of a cluster have their own"):
        solve_designs(study(), DESIGNS, TIMES, engine=client, threads=2, progress=False)
    with Client(client.cluster.scheduler_address) as closed:
        pass
    with pytest.raises(InputError, match="the client is closed"):
        solve_designs(study(), DESIGNS, TIMES, engine=closed, progress=False)
