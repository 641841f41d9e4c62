"""A process that does tasks when it is asked to: ``python -m benchmarks.task_server``, for `benchmarks.before_after`.

Requests come in on the standard input and answers go out on the standard output, both pickled. Which package does the
tasks is settled by where the process finds sgkin.
"""

from __future__ import annotations

import gc
import pickle
import sys
from dataclasses import dataclass

import sgkin
from benchmarks.tasks import TASKS, Floats
from benchmarks.timing import Sampler, sampler

SHORTEST = 1e-2
"""Seconds that a sample takes at least: the process that had the core before leaves its caches full of other things."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A task that could not be done, and why."""

    reason: str


class Server:
    """Keeps one task ready; `package`: where it took sgkin from."""

    def __init__(self) -> None:
        self.package = str(sgkin.__file__)
        self._sample: Sampler | None = None

    def prepare(self, name: str) -> Floats | Failed:
        """Make a task ready instead of the last one, and do it once."""
        self._sample = None
        gc.collect()
        try:
            call = TASKS[name].make()
            found = call()
            self._sample = sampler(call, SHORTEST)
        except Exception as error:  # another state of the package may fail in any way
            return Failed(f"{type(error).__name__}: {error}")
        return found

    def sample(self) -> float:
        """Seconds that the task takes."""
        assert self._sample is not None
        return self._sample()


def main() -> None:
    """Answer until there are no more requests."""
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a package prints is no answer
    server = Server()
    gc.disable()
    pickle.dump(server.package, answers)
    answers.flush()
    while request := requests.readline().decode():
        name, _, argument = request.strip().partition(" ")
        pickle.dump(server.prepare(argument) if name == "prepare" else server.sample(), answers)
        answers.flush()


if __name__ == "__main__":
    main()
