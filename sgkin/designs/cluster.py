"""Designs on a cluster: the workers of a Dask client solve stretches of them.

The work travels as a few kilobytes with every task, and is unpacked once in every process of a worker. Nothing is
left with a worker that cannot be made again: what was on a worker that is lost is done by another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from sgkin.arrays import Floats
from sgkin.designs.store import DesignStore
from sgkin.designs.stretches import Stretch
from sgkin.designs.work import Found, Work
from sgkin.errors import LostWorkersError

AHEAD = 2
"""Tasks for every thread of the workers that are handed out at a time."""


def count_threads(client: Any) -> int:
    """How many threads the workers have together."""
    return sum(client.nthreads().values())


def over_workers(
    client: Any, work: Work, parameters: Floats, open_stretches: Iterable[Stretch], store: Path | None
) -> Iterator[tuple[Stretch, Found]]:
    """What came of stretches of designs, as they are done; outputs are written to the store, if there is one."""
    import cloudpickle
    from distributed import KilledWorker, as_completed

    data, folder = cloudpickle.dumps(work), None if store is None else store.absolute()
    waiting, handed_out, done = iter(open_stretches), dict[Any, Stretch](), as_completed()

    def hand_out() -> None:
        free = max(AHEAD * count_threads(client), AHEAD) - len(handed_out)
        for begin, end in islice(waiting, max(free, 0)):
            task = client.submit(solve_stretch, data, parameters[begin:end], (begin, end), folder, pure=False)
            handed_out[task] = begin, end
            done.add(task)

    try:
        hand_out()
        for task in done:
            stretch = handed_out.pop(task)
            try:
                found = task.result()
            except KilledWorker as error:
                raise LostWorkersError(stretch) from error
            hand_out()
            yield stretch, found
    finally:
        client.cancel(list(handed_out))


def solve_stretch(data: bytes, parameters: Floats, stretch: Stretch, store: Path | None) -> Found:
    """Solve designs on a worker, which has other threads for other tasks."""
    found = unpacked(data).run(parameters, threads=1)
    return found if store is None else DesignStore(store).put_outputs(stretch, found)


@lru_cache(maxsize=4)
def unpacked(data: bytes) -> Work:
    """Work that has arrived in this process; a study is made anew once, and all tasks use it."""
    import cloudpickle

    work: Work = cloudpickle.loads(data)
    return work
