"""Run one benchmark, or all: ``python -m benchmarks [NAME [OPTIONS]]``; ``--list`` names them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from benchmarks import group_speed, structure_scale

BENCHMARKS: dict[str, Callable[[Sequence[str]], None]] = {
    "structure_scale": structure_scale.run,
    "group_speed": group_speed.run,
}
"""Every benchmark by its name: a function of its command-line options that prints what it found."""


def main(arguments: Sequence[str]) -> int:
    """Run what is asked for; 2 if there is no such benchmark."""
    if not arguments:
        for run in BENCHMARKS.values():
            run([])
        return 0
    name, *options = arguments
    if name == "--list":
        print("\n".join(BENCHMARKS))
        return 0
    if name not in BENCHMARKS:
        print(f"there is no benchmark {name!r}; there are {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    BENCHMARKS[name](options)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
