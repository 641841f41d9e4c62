"""By whom designs are solved: by the threads of this machine, or by the workers of a cluster."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np

from sgkin.arrays import Floats
from sgkin.designs.block import Fates
from sgkin.designs.cluster import count_threads, over_workers
from sgkin.designs.design_motions import DesignMotions
from sgkin.designs.store import DesignStore, store_for
from sgkin.designs.stretches import Stretch, stretch_size, stretches
from sgkin.designs.work import Found, Work
from sgkin.errors import InputError, brief
from sgkin.progress import Progress


@dataclass(frozen=True, slots=True)
class Threads:
    """Those of this machine; by default as many as there are processors."""

    count: int | None

    @property
    def workers(self) -> int:
        """How many stretches are solved at a time."""
        return 1

    def solve(self, work: Work, parameters: Floats, tell: Progress | None) -> Found:
        """Solve designs (n, p) and keep what came of them in memory."""
        return work.run(parameters, self.count, tell)

    def over(
        self, work: Work, parameters: Floats, waiting: Sequence[Stretch], store: DesignStore
    ) -> Iterator[tuple[Stretch, Found]]:
        """What came of stretches, one after the other; outputs are in the store."""
        for begin, end in waiting:
            found = work.run(parameters[begin:end], self.count)
            yield (begin, end), store.put_outputs((begin, end), found)


@dataclass(frozen=True, slots=True)
class Cluster:
    """The workers that a client of Dask has."""

    client: Any

    @property
    def workers(self) -> int:
        """How many stretches are solved at a time."""
        return count_threads(self.client)

    def solve(self, work: Work, parameters: Floats, tell: Progress | None) -> Found:
        """Solve designs (n, p) and gather what came of them."""
        designs = len(parameters)
        waiting = stretches(designs, stretch_size(designs, bytes_each(work), self.workers))
        fates, scores = Fates.unknown(designs), dict[int, Floats]()
        whole = work.runner.room(designs) if work.keeps_outputs else None
        for (begin, end), found in told(over_workers(self.client, work, parameters, waiting, None), 0, designs, tell):
            fates.part(begin, end).copy_from(found.fates)
            if found.scores is not None:
                scores[begin] = found.scores
            if whole is not None and found.block is not None:
                whole.part(begin, end).copy_from(found.block)
        return Found(fates, np.concatenate([scores[begin] for begin in sorted(scores)]) if scores else None, whole)

    def over(
        self, work: Work, parameters: Floats, waiting: Sequence[Stretch], store: DesignStore
    ) -> Iterator[tuple[Stretch, Found]]:
        """What came of stretches, as they are done; outputs are in the store."""
        return over_workers(self.client, work, parameters, waiting, store.path)


def engine_for(engine: object, threads: int | None) -> Threads | Cluster:
    """Whom the user means, or a sentence that says who can be."""
    if engine is None or (isinstance(engine, str) and engine == "threads"):
        return Threads(threads)
    distributed: Any = sys.modules.get("distributed")  # who has a client has imported it
    if distributed is None or not isinstance(engine, distributed.Client):
        wanted = "a client of dask.distributed, which comes with pip install 'sgkin[cluster]'"
        raise InputError(f"engine is {brief(engine)}; use 'threads', or give {wanted}")
    if threads is not None:
        raise InputError(f"threads is {threads}, but the workers of a cluster have their own; leave it out")
    if engine.asynchronous:
        raise InputError("the client is asynchronous; give one that is made with Client(…) outside of a coroutine")
    if engine.status != "running":
        raise InputError(f"the client is {engine.status}; give one that is connected to a cluster")
    return Cluster(engine)


def run_designs(
    work: Work,
    parameters: Floats,
    engine: Threads | Cluster,
    store: str | PathLike[str] | None,
    tell: Progress | None,
) -> DesignMotions:
    """Let designs (n, p) be solved, and what came of them be kept in memory or in a store."""
    if store is None:
        return work.motions(parameters, engine.solve(work, parameters, tell))
    designs = len(parameters)
    kept = store_for(store, work, parameters, stretch_size(designs, bytes_each(work), engine.workers))
    waiting = kept.open_stretches()
    done = designs - sum(end - begin for begin, end in waiting)
    for stretch, found in told(engine.over(work, parameters, waiting, kept), done, designs, tell):
        kept.put_tables(stretch, found)
    return kept.motions(work.runner)


def bytes_each(work: Work) -> int:
    """The bytes that the outputs of a design take, if they are kept."""
    return sum(part.nbytes for part in work.runner.room(1)) if work.keeps_outputs else 0


def told(
    results: Iterator[tuple[Stretch, Found]], done: int, designs: int, tell: Progress | None
) -> Iterator[tuple[Stretch, Found]]:
    """The same, and each is told of when it was taken."""
    for (begin, end), found in results:
        yield (begin, end), found
        done += end - begin
        if tell is not None:
            tell(done, designs)
