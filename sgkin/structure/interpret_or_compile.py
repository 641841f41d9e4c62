"""Plain loops on numbers: interpreted on lists where there are few, compiled on arrays where there are many."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

MANY = 20_000
"""Numbers from which on compiling, or fetching what was compiled, costs less than it spares."""


def run_loop(function: Callable[..., None], size: int, *arguments: Any) -> None:
    """Call a function that fills arrays in place."""
    if size >= MANY:
        _compiled(function)(*arguments)
        return
    lists = [argument.tolist() if isinstance(argument, np.ndarray) else argument for argument in arguments]
    function(*lists)
    for argument, values in zip(arguments, lists, strict=True):
        if isinstance(argument, np.ndarray) and argument.flags.writeable:
            argument[:] = values


@cache
def _compiled(function: Callable[..., None]) -> Callable[..., None]:
    from sgkin.kernels.compiled import compiled

    return compiled(function)
