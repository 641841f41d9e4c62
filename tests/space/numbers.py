"""What every closed form in space finds in a case; run by itself it prints that."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np

from tests.space.cases import CASES
from tests.space.running import AROUND, runner


def numbers(name: str) -> list[float]:
    """Values, first and second derivatives and margins, by all operations."""
    made = runner(name, 0)
    runs = [made.run(AROUND, stages) for stages in ("tangent", "motion") if stages == "tangent" or made.kernel.motion]
    told = [each for run in runs for each in (run.value, *run.first, *run.second.values())]
    rows = [values.ravel() for each in told for values in each.values()]
    rows += [run.margin for run in runs if run.margin is not None]
    return np.concatenate(rows).tolist()  # type: ignore[no-any-return]


def of_all(read: Callable[[str], list[float]] = numbers) -> dict[str, list[float]]:
    return {name: read(name) for name in CASES}


if __name__ == "__main__":
    print(json.dumps(of_all()))
